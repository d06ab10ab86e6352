package ruleset

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

// repeat is one name of each with the contents that it stands for.
type repeat struct {
	name     string
	typ      int
	contents []int32
	forms    []string // their ids as they stand in field ids
}

// each repeats field definitions over content and declares all fields.
func (l *loader) each(in *source) {
	l.expand = budget{left: maxMembers, most: maxMembers, limit: "members"}
	l.expandBytes = budget{left: maxEachBytes, most: maxEachBytes, limit: "document-bytes"}
	l.frame = &formula.Frame{Host: l, Steps: maxSteps}
	made := make(map[string]struct{}, len(l.fields.list))
	for i := range l.fields.list {
		d := &l.fields.list[i]
		n, ok := d.node.get("each")
		if !ok {
			l.addField(in, made, d.entry(), d.node)
			continue
		}
		names, ok := l.repeats(n)
		if !ok {
			l.broken = true
			continue
		}
		l.repeatField(in, made, d, n, names)
	}
	slices.SortFunc(in.fields, func(a, b entry) int { return strings.Compare(a.id, b.id) })
	for i, e := range in.fields {
		_, local := splitID(e.id)
		l.names.fields.declare(e.pack, local, i)
	}
}

// addField adds a field; it reports false when its id is taken.
func (l *loader) addField(in *source, made map[string]struct{}, e entry, n node) bool {
	if _, taken := made[e.id]; taken {
		l.errs.Addf("id-clash", n.at.Pointer(), ojson.Field("id", ojson.String(clip(e.id))))
		l.broken = true
		return false
	}
	made[e.id] = struct{}{}
	in.fields = append(in.fields, e)
	return true
}

// repeatField adds a field for every choice of one content for each name.
func (l *loader) repeatField(in *source, made map[string]struct{}, d *draft, each node, names []repeat) {
	body := d.node.without("each")
	x := &expansion{l: l, names: names, at: body.at, pick: make([]int, len(names))}
	count := 1
	if slices.ContainsFunc(names, func(r repeat) bool { return len(r.contents) == 0 }) {
		count = 0
	}
	for i := range names {
		count *= len(names[i].contents)
		if len(in.fields)+count > maxFields {
			l.errs.Add(limitError(each.at.Pointer(), "fields", maxFields))
			l.broken = true
			return
		}
	}
	size := x.check(body)
	if x.failed || !l.expand.spend(size*count) {
		if l.expand.left < 0 {
			l.expand.report(l.errs, each.at)
		}
		l.broken = true
		return
	}
	for range count {
		e := entry{id: l.rs.Packs[d.pack].ID + ":" + x.text(d.local), pack: d.pack, node: x.node(body)}
		if l.expandBytes.left < 0 {
			l.expandBytes.report(l.errs, each.at)
			l.broken = true
			return
		}
		if x.failed {
			l.broken = true
			return
		}
		if !l.addField(in, made, e, body) {
			return
		}
		for i := len(names) - 1; i >= 0; i-- {
			if x.pick[i]++; x.pick[i] < len(names[i].contents) {
				break
			}
			x.pick[i] = 0
		}
	}
}

// repeats reads {name: {type, where?}}, by the bytes of the names.
func (l *loader) repeats(n node) (list []repeat, ok bool) {
	d := &decoder{names: l.names, errs: l.errs}
	members := d.named(n, segmentName)
	if n.kind() == ojson.KindObject && len(members) == 0 && n.value.Len() == 0 {
		d.fail("invalid-value", n)
	}
	for _, m := range members {
		o := d.object(m.node, "type", "where")
		r := repeat{name: m.key, typ: None}
		if t, ok := d.need(o, "type"); ok {
			if id, ok := d.text(t); ok {
				var code string
				if r.typ, code = l.names.typ(t.pack(), id); code != "" {
					d.unresolved(t, "type", id, code)
				}
			}
		}
		if r.typ == None {
			continue
		}
		r.contents = l.byType[r.typ]
		if where, ok := o.get("where"); ok {
			if text, ok := d.text(where); ok {
				r.contents, ok = l.selectContents(r, text, where)
				if !ok {
					d.failures++
				}
			}
		}
		list = append(list, r)
	}
	if d.failures > 0 {
		return nil, false
	}
	return list, l.lowerForms(list, n)
}

// segmentName reports whether s may be a name of each: letters and digits, first
// a letter.
func segmentName(s string) bool { return segment(s, 0) }

// lowerForms writes the ids of contents as they stand in field ids. Two that
// look the same are a clash.
func (l *loader) lowerForms(list []repeat, each node) bool {
	if slices.ContainsFunc(list, func(r repeat) bool { return len(r.contents) == 0 }) {
		return true // no field at all
	}
	fine := true
	for i := range list {
		r := &list[i]
		if len(r.contents) > maxFields {
			l.errs.Add(limitError(each.at.Pointer(), "fields", maxFields))
			return false
		}
		first := make(map[string]int32, len(r.contents))
		for _, c := range r.contents {
			form := Lower(l.contents.list[c].id)
			if other, clash := first[form]; clash {
				n, _ := each.get(r.name)
				l.errs.Addf("id-clash", n.at.Pointer(), ojson.Field("id", ojson.String(form)),
					ojson.Field("content", ojson.Strings([]string{l.contents.list[other].id, l.contents.list[c].id})))
				fine = false
			}
			first[form] = c
			r.forms = append(r.forms, form)
		}
	}
	return fine
}
