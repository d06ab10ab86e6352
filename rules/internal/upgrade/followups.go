package upgrade

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// links moves the slots of links.
func (x *mover) links() {
	all := x.part("links")
	ids := map[string]bool{}
	for _, l := range all.Members() {
		if _, why := x.move(ruleset.MoveLink, "", l.Key); why == "" {
			ids[l.Key] = true
		}
	}
	now := make(map[string][]ojson.Member, all.Len())
	for _, l := range members(all) {
		path := fault.Key("/links", l.Key)
		to, why := x.move(ruleset.MoveLink, "", l.Key)
		switch {
		case why == "":
		case why == dropped:
			x.note("link", path, "", dropped, l.Value, ojson.Value{})
			continue
		case ids[to]:
			x.note("link", path, fault.Key("/links", to), taken, l.Value, ojson.Value{})
			continue
		default:
			ids[to] = true
			x.note("link", path, fault.Key("/links", to), why, l.Value, l.Value)
		}
		now[l.Key] = []ojson.Member{ojson.Field(to, l.Value)}
	}
	x.put("links", rebuilt(all, now))
}

// creating moves the action that a character's creation began with.
func (x *mover) creating() {
	id := textOf(x.file, "creating")
	if to, why := x.content(id); why != "" && why != dropped {
		x.note("creating", "/creating", "", why, ojson.String(id), ojson.String(to))
		x.file = x.file.With("creating", ojson.String(to))
	}
}

// followUps moves what stored follow-ups name. One that cannot be run any more
// goes.
func (x *mover) followUps() {
	list, ok := x.file.Get("followUps")
	if !ok || list.Kind() != ojson.KindArray {
		return
	}
	var kept []ojson.Value
	for i, f := range list.Items() {
		path := fault.Index("/followUps", i)
		r := renamer{x: x}
		now := r.followUp(f)
		switch {
		case r.gone:
			x.note("followUp", path, "", dropped, f, ojson.Value{})
			continue
		case !ojson.Equal(now, f):
			x.note("followUp", path, "", renamed, f, now)
		}
		kept = append(kept, now)
	}
	x.put("followUps", ojson.Array(kept...))
}

// renamer renames ids in a follow-up. gone: it names something that was dropped.
type renamer struct {
	x    *mover
	gone bool
}

// name renames a text member of v.
func (r *renamer) name(v ojson.Value, member string, move func(string) (string, string)) ojson.Value {
	given, ok := v.Get(member)
	id, isText := given.AsString()
	if !ok || !isText {
		return v
	}
	to, why := move(id)
	switch why {
	case "":
		return v
	case dropped:
		r.gone = true
		return v
	}
	return v.With(member, ojson.String(to))
}

func (r *renamer) kind(kind ruleset.MoveKind) func(string) (string, string) {
	return func(id string) (string, string) { return r.x.move(kind, "", id) }
}

// activation renames an activation or an entry.
func (r *renamer) activation(id string) (string, string) {
	p := r.x.walk(id)
	switch {
	case p.gone:
		return "", dropped
	case p.now != id:
		return p.now, renamed
	}
	return id, ""
}

func (r *renamer) followUp(f ojson.Value) ojson.Value {
	f = r.name(f, "followUp", r.x.content)
	f = r.name(f, "source", r.activation)
	if to, ok := f.Get("to"); ok && to.Kind() == ojson.KindObject {
		f = f.With("to", r.name(to, "link", r.kind(ruleset.MoveLink)))
	}
	if action, ok := f.Get("action"); ok {
		f = r.params(f, textOf(action, "id"))
		f = f.With("action", r.name(r.name(action, "id", r.x.content), "entry", r.activation))
	}
	if changes, ok := f.Get("changes"); ok && changes.Kind() == ojson.KindArray {
		items := slices.Clone(changes.Items())
		for i := range items {
			items[i] = r.change(items[i])
		}
		f = f.With("changes", ojson.Array(items...))
	}
	if cause, ok := f.Get("cause"); ok {
		// What it was is history: a field that is gone takes nothing with it.
		was := r.gone
		f = f.With("cause", r.name(cause, "field", r.kind(ruleset.MoveField)))
		r.gone = was
	}
	return f
}

// params renames content that parameters hold.
func (r *renamer) params(f ojson.Value, action string) ojson.Value {
	params, _ := f.Get("params")
	def, _, ok := r.x.old.Action(action)
	if !ok || params.Len() == 0 {
		return f
	}
	for _, p := range def.Params {
		if p.OptionsFrom != nil {
			params = r.name(params, p.Name, r.x.content)
		}
	}
	return f.With("params", params)
}

// change renames what a change names (docs/rules/changes.md).
func (r *renamer) change(c ojson.Value) ojson.Value {
	c = r.name(c, "field", r.kind(ruleset.MoveField))
	for _, member := range []string{"item", "effect", "template"} {
		c = r.name(c, member, r.x.content)
	}
	c = r.name(c, "entry", r.activation)
	if path := textOf(c, "path"); path != "" {
		choice := r.x.walk(path).choice
		c = r.name(c, "option", func(id string) (string, string) { return r.x.option(choice, id) })
		c = r.name(c, "path", r.activation)
	}
	if copies, ok := c.Get("copies"); ok && copies.Kind() == ojson.KindObject {
		typ := textOf(copies, "type")
		c = r.name(c, "state", func(name string) (string, string) { return r.x.move(ruleset.MoveState, typ, name) })
		c = c.With("copies", r.name(copies, "type", r.kind(ruleset.MoveType)))
	} else if entry := textOf(c, "entry"); entry != "" {
		before := r.x.items[entry]
		if before != "" {
			typ := r.x.typeName(before)
			c = r.name(c, "state", func(name string) (string, string) { return r.x.move(ruleset.MoveState, typ, name) })
		}
	}
	return c
}
