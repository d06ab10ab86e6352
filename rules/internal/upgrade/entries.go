package upgrade

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// copies moves the contents and states of copies, and the ids of standard ones.
func (x *mover) copies() {
	ids := map[string]bool{} // of standard copies, in use
	for _, place := range places() {
		for _, e := range x.part(place).Members() {
			if p := x.copyID(e.Key); p.now == e.Key && !p.gone {
				ids[e.Key] = true
			}
		}
	}
	for _, place := range places() {
		all := x.part(place)
		now := make(map[string][]ojson.Member, all.Len())
		for _, e := range members(all) {
			path := fault.Key("/"+place, e.Key)
			p := x.copyID(e.Key)
			if p.gone || x.dropped[e.Key] {
				x.note("entry", path, "", dropped, e.Value, ojson.Value{})
				continue
			}
			if p.now != e.Key {
				to := fault.Key("/"+place, p.now)
				if ids[p.now] {
					x.note("entry", path, to, taken, e.Value, ojson.Value{})
					continue
				}
				ids[p.now] = true
				x.note("entry", path, to, renamed, ojson.String(e.Key), ojson.String(p.now))
			}
			now[e.Key] = []ojson.Member{ojson.Field(p.now, x.entry(e.Value, "item", path))}
		}
		x.put(place, rebuilt(all, now))
	}
}

// copyID is what became of the id of a copy. Only those of standard copies are
// made of other ids.
func (x *mover) copyID(id string) place {
	if !strings.Contains(id, "~") {
		return place{now: id}
	}
	return x.walk(id)
}

// list moves templates or applied effects, whose content is a member.
func (x *mover) list(place, member string) {
	list, ok := x.file.Get(place)
	if !ok || list.Kind() != ojson.KindArray {
		return
	}
	var kept []ojson.Value
	for i, e := range list.Items() {
		path := fault.Index("/"+place, i)
		if x.dropped[textOf(e, "id")] {
			x.note("entry", path, "", dropped, e, ojson.Value{})
			continue
		}
		kept = append(kept, x.entry(e, member, path))
	}
	x.put(place, ojson.Array(kept...))
}

// entry moves the content and the state of an entry that stays.
func (x *mover) entry(e ojson.Value, member, path string) ojson.Value {
	id := textOf(e, member)
	now := x.state(e, id, path)
	if to, why := x.content(id); why != "" {
		x.note("entry", path+"/"+member, "", why, ojson.String(id), ojson.String(to))
		now = now.With(member, ojson.String(to))
	}
	return now
}
