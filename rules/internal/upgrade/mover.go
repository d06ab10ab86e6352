package upgrade

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// mover applies one migration to a file.
type mover struct {
	old, new *ruleset.Ruleset
	types    map[string]string // of content that earlier migrations renamed
	m        *ruleset.Migration
	label    string // pack@version
	file     ojson.Value
	report   []ojson.Value
}

// note adds a line to the report. before and after may be null.
func (x *mover) note(kind, path, to, why string, before, after ojson.Value) {
	x.report = append(x.report, line(kind, path, to, why, before, after, x.label))
}

func line(kind, path, to, why string, before, after ojson.Value, migration string) ojson.Value {
	m := []ojson.Member{ojson.Field("kind", ojson.String(kind)), ojson.Field("path", ojson.String(path))}
	if to != "" {
		m = append(m, ojson.Field("to", ojson.String(to)))
	}
	if !before.IsNull() {
		m = append(m, ojson.Field("before", before))
	}
	if !after.IsNull() {
		m = append(m, ojson.Field("after", after))
	}
	m = append(m, ojson.Field("why", ojson.String(why)))
	if migration != "" {
		m = append(m, ojson.Field("migration", ojson.String(migration)))
	}
	return ojson.Object(m...)
}

// apply makes the moves in the order of the migration's members.
func (x *mover) apply() {
	x.fields()
	x.choices() // paths name content as it was
	x.states()
	x.content()
	x.links()
}

// part is an object of the file, empty where there is none.
func (x *mover) part(name string) ojson.Value {
	v, _ := x.file.Get(name)
	if v.Kind() != ojson.KindObject {
		return ojson.Object()
	}
	return v
}

func (x *mover) set(name string, v ojson.Value) { x.file = x.file.With(name, v) }

// members are those of an object by the bytes of their names, so that the report
// does not depend on how a file was written.
func members(v ojson.Value) []ojson.Member {
	list := slices.Clone(v.Members())
	slices.SortFunc(list, func(a, b ojson.Member) int { return strings.Compare(a.Key, b.Key) })
	return list
}

// rebuilt is an object with what became of its members, in their old order; the
// name of a member may have changed, and those that are not there are gone.
func rebuilt(v ojson.Value, now map[string]ojson.Member) ojson.Value {
	var kept []ojson.Member
	for _, m := range v.Members() {
		if x, ok := now[m.Key]; ok {
			kept = append(kept, x)
		}
	}
	return ojson.Object(kept...)
}

// mapped is the value that another stands for, by its text.
func mapped(values []ruleset.ValueMove, v ojson.Value) (ojson.Value, bool) {
	text, ok := v.AsString()
	if !ok {
		text = v.String()
	}
	for _, m := range values {
		if m.From == text {
			return m.To.JSON(), true
		}
	}
	return v, false
}

// renamed puts a member under another name, in its place. One that is there
// already stays: what was stored later under the new name counts.
func renamed(v ojson.Value, from, to string, value ojson.Value) (ojson.Value, bool) {
	if _, taken := v.Get(to); taken && from != to {
		return v.Without(from), false
	}
	members := make([]ojson.Member, 0, v.Len())
	for _, m := range v.Members() {
		if m.Key == from {
			m = ojson.Field(to, value)
		}
		members = append(members, m)
	}
	return ojson.Object(members...), true
}

func (x *mover) fields() {
	for i := range x.m.Fields {
		f := &x.m.Fields[i]
		all := x.part("fields")
		before, ok := all.Get(f.From)
		if !ok {
			continue
		}
		path := fault.Key("/fields", f.From)
		switch {
		case f.Split != nil:
			x.split(f, before, path)
		case f.To == "":
			x.set("fields", all.Without(f.From))
			x.note("field", path, "", "dropped", before, ojson.Value{})
		default:
			after, changed := mapped(f.Values, before)
			if !changed && f.To == f.From {
				continue
			}
			why := "renamed"
			if changed {
				why = "mapped"
			}
			to := ""
			if f.To != f.From {
				to = fault.Key("/fields", f.To)
			}
			moved, free := renamed(all, f.From, f.To, after)
			x.set("fields", moved)
			if !free {
				x.note("field", path, "", "dropped", before, ojson.Value{})
				continue
			}
			x.note("field", path, to, why, before, after)
		}
	}
}

// split gives the parts of an old value to other fields.
func (x *mover) split(f *ruleset.FieldMove, before ojson.Value, path string) {
	old, failed := formula.FromJSON(before)
	all := x.part("fields").Without(f.From)
	for _, part := range f.Split {
		if failed != nil || part.Formula == nil {
			x.note("field", path, fault.Key("/fields", part.Field), "failed", before, ojson.Value{})
			continue
		}
		frame := formula.Frame{Host: old, Steps: 10_000}
		v := part.Formula.Eval(&frame)
		if v.Kind() == formula.Number {
			v, _ = formula.RoundTo12(v)
		}
		if v.Failed() || v.Kind() == formula.None {
			x.note("field", path, fault.Key("/fields", part.Field), "failed", before, ojson.Value{})
			continue
		}
		if _, taken := all.Get(part.Field); taken {
			x.note("field", path, fault.Key("/fields", part.Field), "failed", before, v.JSON())
			continue
		}
		all = all.With(part.Field, v.JSON())
		x.note("field", path, fault.Key("/fields", part.Field), "split", before, v.JSON())
	}
	x.set("fields", all)
}

func (x *mover) states() {
	for i := range x.m.States {
		s := &x.m.States[i]
		for _, place := range []string{"inventory", "features"} {
			all := x.part(place)
			for _, e := range members(all) {
				if x.typeOf(e.Value, "item") == s.Type {
					all = all.With(e.Key, x.state(s, e.Value, fault.Key("/"+place, e.Key)))
				}
			}
			if all.Len() > 0 {
				x.set(place, all)
			}
		}
		list, ok := x.file.Get("effects")
		if !ok || list.Kind() != ojson.KindArray {
			continue
		}
		items := append([]ojson.Value{}, list.Items()...)
		for j, e := range items {
			if x.typeOf(e, "effect") == s.Type {
				items[j] = x.state(s, e, fault.Index("/effects", j))
			}
		}
		x.set("effects", ojson.Array(items...))
	}
}

// typeOf is the type that the content of an entry had, "" for none.
func (x *mover) typeOf(entry ojson.Value, member string) string {
	id, _ := entry.Get(member)
	text, _ := id.AsString()
	return x.typeName(text)
}

// state moves one member of the state of an entry.
func (x *mover) state(s *ruleset.StateMove, entry ojson.Value, path string) ojson.Value {
	state, _ := entry.Get("state")
	before, ok := state.Get(s.From)
	if !ok {
		return entry
	}
	at := fault.Key(path+"/state", s.From)
	if s.To == "" {
		x.note("state", at, "", "dropped", before, ojson.Value{})
		return entry.With("state", state.Without(s.From))
	}
	after, changed := mapped(s.Values, before)
	if !changed && s.To == s.From {
		return entry
	}
	why, to := "renamed", ""
	if changed {
		why = "mapped"
	}
	if s.To != s.From {
		to = fault.Key(path+"/state", s.To)
	}
	moved, free := renamed(state, s.From, s.To, after)
	if !free {
		x.note("state", at, "", "dropped", before, ojson.Value{})
	} else {
		x.note("state", at, to, why, before, after)
	}
	return entry.With("state", moved)
}

func (x *mover) links() {
	for _, l := range x.m.Links {
		all := x.part("links")
		before, ok := all.Get(l.From)
		if !ok {
			continue
		}
		path := fault.Key("/links", l.From)
		if l.To == "" {
			x.set("links", all.Without(l.From))
			x.note("link", path, "", "dropped", before, ojson.Value{})
			continue
		}
		moved, free := renamed(all, l.From, l.To, before)
		x.set("links", moved)
		if free {
			x.note("link", path, fault.Key("/links", l.To), "renamed", before, before)
		} else {
			x.note("link", path, "", "dropped", before, ojson.Value{})
		}
	}
}
