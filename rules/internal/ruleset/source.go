package ruleset

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// source gives the decoder what overrides, inheritance and each have made, with
// all names declared.
func (l *loader) source() *source {
	in := &source{
		types:    make([]entry, 0, len(l.types.list)),
		contents: make([]entry, 0, len(l.contents.list)),
	}
	for i := range l.types.list {
		in.types = append(in.types, l.types.list[i].entry())
	}
	for i := range l.contents.list {
		in.contents = append(in.contents, l.contents.list[i].entry())
	}
	for i := range l.rules.list {
		d := &l.rules.list[i]
		if d.node.merged != nil || d.node.value.Len() > 0 {
			in.rules = append(in.rules, d.node)
		}
	}
	l.declareRules(l.names.tables, "tables")
	l.declareRules(l.names.links, "links")
	l.declareRules(l.names.dice, "dice")
	l.sortByType()
	l.each(in)
	if !l.broken {
		l.lateOverrides(in)
	}
	return in
}

// entry is the draft as the decoder reads it.
func (d *draft) entry() entry { return entry{id: d.id, pack: d.pack, node: d.node} }

// declareRules numbers what a member of rules names, by the bytes of ids.
func (l *loader) declareRules(s space, key string) {
	type name struct {
		id, local string
		pack      int
	}
	var all []name
	for i := range l.rules.list {
		n, ok := l.rules.list[i].node.get(key)
		if !ok || n.kind() != ojson.KindObject {
			continue
		}
		for _, m := range n.members() {
			// A name that is none is reported and left out by the decoder.
			if localID(m.key) {
				all = append(all, name{l.rules.list[i].id + ":" + m.key, m.key, i})
			}
		}
	}
	slices.SortFunc(all, func(a, b name) int { return strings.Compare(a.id, b.id) })
	for i, n := range all {
		s.declare(n.pack, n.local, i)
	}
}

// sortByType lists the contents of each type that are not abstract.
func (l *loader) sortByType() {
	l.byType = make([][]int32, len(l.types.list))
	for i := range l.contents.list {
		n := l.contents.list[i].node
		if abstract, ok := n.get("abstract"); ok {
			if is, _ := abstract.value.AsBool(); is {
				continue
			}
		}
		if n, ok := n.get("type"); ok {
			id, _ := n.value.AsString()
			if t, code := l.names.typ(n.pack(), id); code == "" {
				l.byType[t] = append(l.byType[t], int32(i))
			}
		}
	}
}

// lateOverrides patches fields that each has made.
func (l *loader) lateOverrides(in *source) {
	drafts := make(map[int]int, len(l.lateFields)) // fields to l.late
	for _, o := range l.lateFields {
		i, code := l.names.field(o.pack, o.id)
		if code != "" {
			l.unknown(code, "field", o.id, o.node)
			continue
		}
		if each, ok := o.node.get("each"); ok {
			l.errs.Addf("unknown-member", each.at.Pointer(), ojson.Field("member", ojson.String("each")))
			continue
		}
		at, ok := drafts[i]
		if !ok {
			at = len(l.late.list)
			drafts[i] = at
			e := in.fields[i]
			l.late.list = append(l.late.list, draft{id: e.id, pack: e.pack, node: e.node, place: i})
		}
		l.late.list[at].patches = append(l.late.list[at].patches, o.patch)
	}
	for i := range l.late.list {
		d := &l.late.list[i]
		l.patch(d, d.node, plainPlace)
		in.fields[d.place].node = d.node
	}
}
