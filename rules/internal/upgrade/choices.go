package upgrade

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// choices renames choices in paths, and inline options in paths and picks.
func (x *mover) choices() {
	if len(x.m.Choices)+len(x.m.Options) == 0 {
		return
	}
	all := x.part("choices")
	if all.Len() == 0 {
		return
	}
	now := map[string]ojson.Member{}
	for _, c := range members(all) {
		path := fault.Key("/choices", c.Key)
		key, choice, gone := x.path(c.Key)
		if gone {
			x.note("choice", path, "", "dropped", c.Value, ojson.Value{})
			continue
		}
		var options []ojson.Value
		for i, o := range c.Value.Items() {
			text, _ := o.AsString()
			called, moved := x.option(choice, text)
			switch {
			case !moved:
				options = append(options, o)
			case called == "":
				x.note("pick", fault.Index(path, i), "", "dropped", o, ojson.Value{})
			default:
				options = append(options, ojson.String(called))
				x.note("pick", fault.Index(path, i), "", "renamed", o, ojson.String(called))
			}
		}
		if key != c.Key {
			x.note("choice", path, fault.Key("/choices", key), "renamed", ojson.String(c.Key), ojson.String(key))
		}
		if len(options) > 0 {
			now[c.Key] = ojson.Field(key, ojson.Array(options...))
		}
	}
	x.set("choices", rebuilt(all, now))
}

// option is what an inline option of a choice is called now; moved is false for
// one that no line is about.
func (x *mover) option(choice, option string) (now string, moved bool) {
	for i := range x.m.Options {
		if o := &x.m.Options[i]; o.Choice == choice && o.From == option {
			return o.To, true
		}
	}
	return option, false
}

// path renames the choices of a path, one after the other, by the content that
// owns each. It tells the old id of the last choice; gone: the path hangs below
// an option that was dropped.
func (x *mover) path(p string) (now, choice string, gone bool) {
	segments := strings.Split(p, "/")
	owner := x.owner(segments[0])
	for i := 1; i < len(segments); i++ {
		s := segments[i]
		if rest, granted := strings.CutPrefix(s, "+"); granted {
			owner = rest
			continue
		}
		name, slot, slotted := strings.Cut(s, "@")
		if choice = owner + "#" + name; owner == "rules" {
			choice = name
		}
		for _, m := range x.m.Choices {
			if m.From == choice {
				if owner == "rules" {
					pack, _, _ := strings.Cut(name, ":")
					name = pack + ":" + m.To
				} else {
					name = m.To
				}
				break
			}
		}
		if segments[i] = name; slotted {
			segments[i] += "@" + slot
		}
		// What follows a choice is an option of it, which may own choices.
		if i++; i >= len(segments) {
			break
		}
		option := segments[i]
		if moved, known := x.option(choice, option); known {
			if moved == "" {
				return p, choice, true
			}
			segments[i] = moved
		}
		if owner = option; !strings.Contains(option, ":") {
			owner = choice + "/" + option
		}
	}
	return strings.Join(segments, "/"), choice, false
}

// owner is the content of the activation that a path begins with.
func (x *mover) owner(id string) string {
	if _, item, standard := strings.Cut(id, "~"); standard {
		return item
	}
	if id == "rules" || strings.Contains(id, ":") {
		return id
	}
	for _, place := range []string{"inventory", "features"} {
		if e, ok := x.part(place).Get(id); ok {
			item, _ := e.Get("item")
			text, _ := item.AsString()
			return text
		}
	}
	for place, member := range map[string]string{"templates": "template", "effects": "effect"} {
		list, _ := x.file.Get(place)
		i := slices.IndexFunc(list.Items(), func(e ojson.Value) bool {
			own, _ := e.Get("id")
			return ojson.Equal(own, ojson.String(id))
		})
		if i >= 0 {
			content, _ := list.Items()[i].Get(member)
			text, _ := content.AsString()
			return text
		}
	}
	return id
}
