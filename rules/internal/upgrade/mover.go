package upgrade

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// mover applies one migration to a file. All moves of a migration are made at
// once: each looks at what the file was before.
type mover struct {
	*tracker
	m     *ruleset.Migration
	label string // pack@version
	file  ojson.Value

	// items is the content of each copy, template and applied effect by its id,
	// dropped the entries whose content goes.
	items   map[string]string
	dropped map[string]bool

	report []ojson.Value
}

// note adds a line to the report. before and after may be null.
func (x *mover) note(kind, path, to, why string, before, after ojson.Value) {
	x.report = append(x.report, line(kind, path, to, why, ordered(before), ordered(after), x.label))
}

// ordered is a part of a file with its members by the bytes of their names: a
// report does not depend on how a file was written.
func ordered(v ojson.Value) ojson.Value {
	switch v.Kind() {
	case ojson.KindObject:
		list := members(v)
		for i := range list {
			list[i].Value = ordered(list[i].Value)
		}
		return ojson.Object(list...)
	case ojson.KindArray:
		list := slices.Clone(v.Items())
		for i := range list {
			list[i] = ordered(list[i])
		}
		return ojson.Array(list...)
	}
	return v
}

// line is a line of the report.
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

// moves reports whether the migration moves anything of some kinds.
func (x *mover) moves(kinds ...ruleset.MoveKind) bool {
	return slices.ContainsFunc(kinds, func(k ruleset.MoveKind) bool { return len(x.m.Moves[k]) > 0 })
}

// apply makes the moves.
func (x *mover) apply() {
	x.index()
	x.fields()
	if x.moves(ruleset.MoveContent, ruleset.MoveChoice, ruleset.MoveOption, ruleset.MoveState) {
		x.copies()
		x.list("templates", "template")
		x.list("effects", "effect")
	}
	x.picks()
	x.links()
	x.followUps()
	x.creating()
}

// index notes what the entries are.
func (x *mover) index() {
	x.items, x.dropped = map[string]string{}, map[string]bool{}
	add := func(id string, entry ojson.Value, member string) {
		content := textOf(entry, member)
		x.items[id] = content
		if _, why := x.content(content); why == dropped {
			x.dropped[id] = true
		}
	}
	for _, place := range places() {
		for _, e := range x.part(place).Members() {
			add(e.Key, e.Value, "item")
		}
	}
	for place, member := range map[string]string{"templates": "template", "effects": "effect"} {
		list, _ := x.file.Get(place)
		for _, e := range list.Items() {
			add(textOf(e, "id"), e, member)
		}
	}
}

// places are the members of a file that hold copies.
func places() []string { return []string{"inventory", "features"} }

// The reasons that decide what happens; others only stand in reports.
const (
	dropped  = "dropped"
	renamed  = "renamed"
	replaced = "replaced"
	mapped   = "mapped"
	taken    = "taken"
	failed   = "failed"
	gone     = "gone"
	changed  = "changed"
)

// move is what a thing is called after the migration, and why: "" when nothing
// happens to it, dropped when it is not called anything.
func (x *mover) move(kind ruleset.MoveKind, of, id string) (to, why string) {
	m, ok := x.m.Move(kind, of, id)
	switch {
	case !ok || m.To == id:
		return id, ""
	case m.To == "":
		return "", dropped
	case m.Replaced:
		return m.To, replaced
	}
	return m.To, renamed
}

// content is [mover.move] of content; inline options move with their choices.
func (x *mover) content(id string) (to, why string) {
	if strings.Contains(id, "/") || strings.Contains(id, "#") {
		return x.partID(id)
	}
	return x.move(ruleset.MoveContent, "", id)
}

// part is an object of the file, empty where there is none.
func (x *mover) part(name string) ojson.Value {
	v, _ := x.file.Get(name)
	if v.Kind() != ojson.KindObject {
		return ojson.Object()
	}
	return v
}

// put writes a part back, if something became of it.
func (x *mover) put(name string, now ojson.Value) {
	if was, ok := x.file.Get(name); ok && !ojson.Equal(was, now) {
		x.file = x.file.With(name, now)
	}
}

// textOf is a text member, "" where there is none.
func textOf(v ojson.Value, member string) string {
	m, _ := v.Get(member)
	text, _ := m.AsString()
	return text
}

// members are those of an object by the bytes of their names, so that nothing
// depends on how a file was written.
func members(v ojson.Value) []ojson.Member {
	list := slices.Clone(v.Members())
	slices.SortFunc(list, func(a, b ojson.Member) int { return strings.Compare(a.Key, b.Key) })
	return list
}

// rebuilt is an object with what became of its members, in their places; those
// of which nothing became are gone.
func rebuilt(v ojson.Value, now map[string][]ojson.Member) ojson.Value {
	var kept []ojson.Member
	for _, m := range v.Members() {
		kept = append(kept, now[m.Key]...)
	}
	return ojson.Object(kept...)
}
