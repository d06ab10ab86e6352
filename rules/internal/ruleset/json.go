package ruleset

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// JSON returns the ruleset as plain data: {specVersion, packs: [{id, version,
// kind, release}], fields, contentTypes, content, rules, conflicts: [{kind, id,
// member, packs, winner}]}.
//
// Fields, types and content are by qualified id, with overrides, inheritance and
// each applied; ids in them mean what they mean in the pack that wrote them.
// Parts of rules are named with their packs. Objects have their members by the
// bytes of their keys, so that releases that say the same give the same bytes.
// [Load] makes the same ruleset of the releases in packs.
func (r *Ruleset) JSON() ojson.Value {
	packs := make([]ojson.Value, len(r.Packs))
	for i, p := range r.Packs {
		packs[i] = ojson.Object(
			ojson.Field("id", ojson.String(p.ID)),
			ojson.Field("version", ojson.String(p.Version)),
			ojson.Field("kind", ojson.String(p.Kind)),
			ojson.Field("release", canonical(p.Release)),
		)
	}
	conflicts := make([]ojson.Value, len(r.Conflicts))
	for i, c := range r.Conflicts {
		conflicts[i] = ojson.Object(
			ojson.Field("kind", ojson.String(c.Kind)),
			ojson.Field("id", ojson.String(c.ID)),
			ojson.Field("member", ojson.String(c.Member)),
			ojson.Field("packs", ojson.Strings(c.Packs)),
			ojson.Field("winner", ojson.String(c.Winner)),
		)
	}
	return ojson.Object(
		ojson.Field("specVersion", ojson.String(SpecVersion)),
		ojson.Field("packs", ojson.Array(packs...)),
		ojson.Field("fields", entriesJSON(r.resolved.fields)),
		ojson.Field("contentTypes", entriesJSON(r.resolved.types)),
		ojson.Field("content", r.contentJSON()),
		ojson.Field("rules", r.rulesJSON()),
		ojson.Field("conflicts", ojson.Array(conflicts...)),
	)
}

// entriesJSON returns {id: definition}.
func entriesJSON(list []entry) ojson.Value {
	members := make([]ojson.Member, len(list))
	for i, e := range list {
		members[i] = ojson.Field(e.id, canonical(e.node.json()))
	}
	return ojson.Object(members...)
}

// contentJSON returns {id: content}, each with its qualified type and without
// the parent whose members it has.
func (r *Ruleset) contentJSON() ojson.Value {
	members := make([]ojson.Member, len(r.resolved.contents))
	for i, e := range r.resolved.contents {
		v := e.node.json().Without("inherit")
		if t := r.Contents[i].Type; t != None {
			v = v.With("type", ojson.String(r.Types[t].ID))
		}
		members[i] = ojson.Field(e.id, canonical(v))
	}
	return ojson.Object(members...)
}

// rulesJSON returns the rules of all packs as one object.
func (r *Ruleset) rulesJSON() ojson.Value {
	lists := map[string][]ojson.Value{}
	objects := map[string][]ojson.Member{}
	scalars := map[string]ojson.Value{}
	var keys []string
	for _, part := range r.resolved.rules {
		prefix := r.Packs[part.pack()].ID + ":"
		for _, m := range part.json().Members() {
			if !slices.Contains(keys, m.Key) {
				keys = append(keys, m.Key)
			}
			switch m.Value.Kind() {
			case ojson.KindArray:
				for _, item := range m.Value.Items() {
					if id, ok := item.Get("id"); ok {
						if text, isText := id.AsString(); isText {
							item = item.With("id", ojson.String(prefix+text))
						}
					}
					lists[m.Key] = append(lists[m.Key], item)
				}
			case ojson.KindObject:
				for _, e := range m.Value.Members() {
					objects[m.Key] = append(objects[m.Key], ojson.Field(prefix+e.Key, e.Value))
				}
			default:
				scalars[m.Key] = m.Value
			}
		}
	}
	members := make([]ojson.Member, 0, len(keys))
	for _, key := range keys {
		switch {
		case lists[key] != nil:
			members = append(members, ojson.Field(key, ojson.Array(lists[key]...)))
		case objects[key] != nil:
			members = append(members, ojson.Field(key, ojson.Object(objects[key]...)))
		default:
			if v, ok := scalars[key]; ok {
				members = append(members, ojson.Field(key, v))
			}
		}
	}
	return canonical(ojson.Object(members...))
}

// canonical returns v with the members of every object by the bytes of their
// keys. What is in order already is shared.
func canonical(v ojson.Value) ojson.Value {
	switch v.Kind() {
	case ojson.KindArray:
		items := v.Items()
		for i, item := range items {
			// Most lists hold scalars: copy when the first item changes.
			if k := item.Kind(); k == ojson.KindArray || k == ojson.KindObject {
				out := slices.Clone(items)
				for j := i; j < len(out); j++ {
					out[j] = canonical(out[j])
				}
				return ojson.Array(out...)
			}
		}
	case ojson.KindObject:
		members := slices.Clone(v.Members())
		for i := range members {
			members[i].Value = canonical(members[i].Value)
		}
		slices.SortFunc(members, func(a, b ojson.Member) int { return strings.Compare(a.Key, b.Key) })
		return ojson.Object(members...)
	}
	return v
}
