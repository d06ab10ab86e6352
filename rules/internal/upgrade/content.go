package upgrade

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// contentNow is what content is called after this migration; gone: it is not
// called anything.
func (x *mover) contentNow(id string) (now string, gone bool, move *ruleset.Move) {
	for i := range x.m.Content {
		if m := &x.m.Content[i]; m.From == id {
			return m.To, m.To == "", m
		}
	}
	return id, false, nil
}

// typeName is the type that content had: under the old ruleset, or under the
// name that a migration before this one gave it.
func (x *mover) typeName(content string) string {
	if c, ok := x.old.Content(content); ok && c.Type >= 0 {
		return x.old.Types[c.Type].ID
	}
	return x.types[content]
}

// content renames and drops content wherever the file names it.
func (x *mover) content() {
	if len(x.m.Content) == 0 {
		return
	}
	var dropped []string // entries that go: the picks below them go too
	for _, place := range []string{"inventory", "features"} {
		all := x.part(place)
		if all.Len() == 0 {
			continue
		}
		kept := map[string]ojson.Member{}
		for _, e := range members(all) {
			path := fault.Key("/"+place, e.Key)
			value, ok := x.entry(e.Value, "item", path)
			if !ok {
				dropped = append(dropped, e.Key)
				continue
			}
			key := x.standard(e.Key)
			if key != e.Key {
				x.note("entry", path, fault.Key("/"+place, key), "renamed", ojson.String(e.Key), ojson.String(key))
			}
			kept[e.Key] = ojson.Field(key, value)
		}
		x.set(place, rebuilt(all, kept))
	}
	dropped = append(dropped, x.list("templates", "template")...)
	dropped = append(dropped, x.list("effects", "effect")...)
	x.optionValues()
	x.picks(dropped)
}

// list renames what a list of entries names, and tells which entries went.
func (x *mover) list(place, member string) (dropped []string) {
	list, ok := x.file.Get(place)
	if !ok || list.Kind() != ojson.KindArray {
		return nil
	}
	var kept []ojson.Value
	for i, e := range list.Items() {
		value, ok := x.entry(e, member, fault.Index("/"+place, i))
		if !ok {
			id, _ := e.Get("id")
			text, _ := id.AsString()
			dropped = append(dropped, text)
			continue
		}
		kept = append(kept, value)
	}
	x.set(place, ojson.Array(kept...))
	return dropped
}

// entry renames the content of an entry; false: it is dropped.
func (x *mover) entry(e ojson.Value, member, path string) (ojson.Value, bool) {
	id, _ := e.Get(member)
	text, _ := id.AsString()
	now, gone, move := x.contentNow(text)
	switch {
	case move == nil:
		return e, true
	case gone:
		x.note("entry", path, "", "dropped", e, ojson.Value{})
		return e, false
	}
	x.types[now] = x.typeName(text)
	x.note("entry", path+"/"+member, "", why(move), id, ojson.String(now))
	return e.With(member, ojson.String(now)), true
}

func why(m *ruleset.Move) string {
	if m.Replaced {
		return "replaced"
	}
	return "renamed"
}

// standard renames the item in the id of a standard copy, owner~item.
func (x *mover) standard(id string) string {
	owner, item, ok := strings.Cut(id, "~")
	if !ok {
		return id
	}
	if now, gone, _ := x.contentNow(item); !gone {
		item = now
	}
	return x.activation(owner) + "~" + item
}

// activation renames the content in the id of an activation.
func (x *mover) activation(id string) string {
	segments := strings.Split(id, "/")
	for i, s := range segments {
		prefix, rest := "", s
		if strings.HasPrefix(s, "+") {
			prefix, rest = "+", s[1:]
		}
		if strings.Contains(rest, "~") && i == 0 {
			segments[i] = x.standard(rest)
			continue
		}
		if now, gone, move := x.contentNow(rest); move != nil && !gone {
			segments[i] = prefix + now
		}
	}
	return strings.Join(segments, "/")
}

// optionValues renames content that fields and states hold as their option.
func (x *mover) optionValues() {
	all := x.part("fields")
	for _, f := range members(all) {
		text, ok := f.Value.AsString()
		now, gone, move := x.contentNow(text)
		if !ok || move == nil || !x.holdsContent(f.Key) {
			continue
		}
		path := fault.Key("/fields", f.Key)
		if gone {
			all = all.Without(f.Key)
			x.note("field", path, "", "dropped", f.Value, ojson.Value{})
			continue
		}
		all = all.With(f.Key, ojson.String(now))
		x.note("field", path, "", why(move), f.Value, ojson.String(now))
	}
	if all.Len() > 0 || len(x.part("fields").Members()) > 0 {
		x.set("fields", all)
	}
	for _, place := range []string{"inventory", "features"} {
		entries := x.part(place)
		for _, e := range members(entries) {
			if moved := x.stateOptions(e.Value, "item", fault.Key("/"+place, e.Key)); !ojson.Equal(moved, e.Value) {
				entries = entries.With(e.Key, moved)
				x.set(place, entries)
			}
		}
	}
	list, _ := x.file.Get("effects")
	items := append([]ojson.Value{}, list.Items()...)
	for i, e := range items {
		items[i] = x.stateOptions(e, "effect", fault.Index("/effects", i))
	}
	if len(items) > 0 {
		x.set("effects", ojson.Array(items...))
	}
}

// holdsContent reports whether a field's values are ids of content, under the old
// rules or the new.
func (x *mover) holdsContent(field string) bool {
	for _, rs := range []*ruleset.Ruleset{x.old, x.new} {
		if f, ok := rs.Field(field); ok && f.OptionsFrom != nil {
			return true
		}
	}
	return false
}

// stateOptions renames content in the option members of a state.
func (x *mover) stateOptions(e ojson.Value, member, path string) ojson.Value {
	state, ok := e.Get("state")
	if !ok {
		return e
	}
	options := x.optionMembers(x.typeOf(e, member))
	for _, m := range members(state) {
		text, isText := m.Value.AsString()
		now, gone, move := x.contentNow(text)
		if !isText || move == nil || !slices.Contains(options, m.Key) {
			continue
		}
		at := fault.Key(path+"/state", m.Key)
		if gone {
			state = state.Without(m.Key)
			x.note("state", at, "", "dropped", m.Value, ojson.Value{})
		} else {
			state = state.With(m.Key, ojson.String(now))
			x.note("state", at, "", why(move), m.Value, ojson.String(now))
		}
	}
	return e.With("state", state)
}

// optionMembers are the state members of a type that hold ids of content.
func (x *mover) optionMembers(typ string) (names []string) {
	for _, rs := range []*ruleset.Ruleset{x.old, x.new} {
		if t, ok := rs.Type(typ); ok {
			for _, m := range t.State {
				if m.OptionsFrom != nil {
					names = append(names, m.Name)
				}
			}
		}
	}
	return names
}

// picks renames content in paths and options, and takes away picks of what was
// dropped and of entries that went.
func (x *mover) picks(dropped []string) {
	all := x.part("choices")
	if all.Len() == 0 {
		return
	}
	kept := map[string]ojson.Member{}
	for _, c := range members(all) {
		path := fault.Key("/choices", c.Key)
		if x.below(c.Key, dropped) {
			x.note("choice", path, "", "dropped", c.Value, ojson.Value{})
			continue
		}
		key := x.activation(c.Key)
		var options []ojson.Value
		for i, o := range c.Value.Items() {
			text, _ := o.AsString()
			now, gone, move := x.contentNow(text)
			if move != nil && gone {
				x.note("pick", fault.Index(path, i), "", "dropped", o, ojson.Value{})
				continue
			}
			if move != nil {
				x.note("pick", fault.Index(path, i), "", why(move), o, ojson.String(now))
				o = ojson.String(now)
			}
			// What stands for something may have been picked beside it.
			if !slices.ContainsFunc(options, func(v ojson.Value) bool { return ojson.Equal(v, o) }) {
				options = append(options, o)
			}
		}
		if key != c.Key {
			x.note("choice", path, fault.Key("/choices", key), "renamed", ojson.String(c.Key), ojson.String(key))
		}
		if len(options) > 0 {
			kept[c.Key] = ojson.Field(key, ojson.Array(options...))
		}
	}
	x.set("choices", rebuilt(all, kept))
}

// below reports whether a path hangs below an entry that went, or below a pick or
// grant of content that was dropped.
func (x *mover) below(path string, entries []string) bool {
	for i, s := range strings.Split(path, "/") {
		if i == 0 && slices.Contains(entries, s) {
			return true
		}
		rest := strings.TrimPrefix(s, "+")
		if _, item, ok := strings.Cut(rest, "~"); ok {
			rest = item
		}
		if _, gone, move := x.contentNow(rest); move != nil && gone {
			return true
		}
	}
	return false
}
