package upgrade

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// picks moves the paths of choices and what is picked.
func (x *mover) picks() {
	all := x.part("choices")
	now := make(map[string][]ojson.Member, all.Len())
	where := map[string]string{} // what became of a path, to the member that has it
	for _, c := range members(all) {
		path := fault.Key("/choices", c.Key)
		p := x.walk(c.Key)
		if p.gone {
			x.note("choice", path, "", dropped, c.Value, ojson.Value{})
			continue
		}
		options := x.options(p.choice, c.Value, path)
		if p.now != c.Key {
			x.note("choice", path, fault.Key("/choices", p.now), renamed, ojson.String(c.Key), ojson.String(p.now))
		}
		if len(options) == 0 && c.Value.Len() > 0 {
			continue
		}
		if first, ok := where[p.now]; ok { // two choices became one
			had := now[first][0].Value.Items()
			options = joinedOptions(slices.Concat(had, options))
			now[first] = []ojson.Member{ojson.Field(p.now, ojson.Array(options...))}
			continue
		}
		where[p.now] = c.Key
		now[c.Key] = []ojson.Member{ojson.Field(p.now, ojson.Array(options...))}
	}
	x.put("choices", rebuilt(all, now))
}

// options moves the picks of one choice. What stands for something may have been
// picked beside it: then it is picked once.
func (x *mover) options(choice string, picks ojson.Value, path string) (options []ojson.Value) {
	for i, o := range picks.Items() {
		id, _ := o.AsString()
		to, why := x.option(choice, id)
		switch why {
		case "":
		case dropped:
			x.note("pick", fault.Index(path, i), "", dropped, o, ojson.Value{})
			continue
		default:
			x.note("pick", fault.Index(path, i), "", why, o, ojson.String(to))
			o = ojson.String(to)
		}
		options = append(options, o)
	}
	return joinedOptions(options)
}

// joinedOptions are options without those that were there before.
func joinedOptions(options []ojson.Value) []ojson.Value {
	var out []ojson.Value
	seen := make(map[string]bool, len(options))
	for _, o := range options {
		if id, _ := o.AsString(); !seen[id] {
			seen[id] = true
			out = append(out, o)
		}
	}
	return out
}
