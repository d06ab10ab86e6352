package ruleset

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// node is a part of a release together with where it was written. Entries that
// merging put together hold parts of several releases: each part keeps its own
// pack, so that its ids mean what its author meant, and its own place.
type node struct {
	value ojson.Value // as written; unset where merged is not nil
	at    *At
	// merged holds the parts of an object or array that merging built.
	merged *merged
}

// merged is an object (keys and parts) or an array (parts alone).
type merged struct {
	array bool
	keys  []string
	parts []node
}

// member is one member of an object.
type member struct {
	key  string
	node node
}

// pack is the index of the release in which n stands.
func (n node) pack() int { return n.at.Release }

// kind is the JSON kind of n.
func (n node) kind() ojson.Kind {
	switch {
	case n.merged == nil:
		return n.value.Kind()
	case n.merged.array:
		return ojson.KindArray
	}
	return ojson.KindObject
}

// get returns the member of an object.
func (n node) get(key string) (node, bool) {
	if n.merged == nil {
		v, ok := n.value.Get(key)
		if !ok {
			return node{}, false
		}
		return node{value: v, at: n.at.member(key)}, true
	}
	for i, k := range n.merged.keys {
		if k == key {
			return n.merged.parts[i], true
		}
	}
	return node{}, false
}

// members returns the members of an object as written.
func (n node) members() []member {
	if n.merged == nil {
		written := n.value.Members()
		list, places := make([]member, len(written)), make([]At, len(written))
		for i, m := range written {
			places[i] = At{Release: n.at.Release, Parent: n.at, Key: m.Key}
			list[i] = member{m.Key, node{value: m.Value, at: &places[i]}}
		}
		return list
	}
	list := make([]member, 0, len(n.merged.keys))
	for i, k := range n.merged.keys {
		list = append(list, member{k, n.merged.parts[i]})
	}
	return list
}

// items returns the items of an array.
func (n node) items() []node {
	if n.merged != nil {
		return n.merged.parts
	}
	written := n.value.Items()
	list, places := make([]node, len(written)), make([]At, len(written))
	for i, v := range written {
		places[i] = At{Release: n.at.Release, Parent: n.at, Item: i + 1}
		list[i] = node{value: v, at: &places[i]}
	}
	return list
}

// json returns n as one value, merged parts included.
func (n node) json() ojson.Value {
	if n.merged == nil {
		return n.value
	}
	if n.merged.array {
		items := make([]ojson.Value, 0, len(n.merged.parts))
		for _, p := range n.merged.parts {
			items = append(items, p.json())
		}
		return ojson.Array(items...)
	}
	members := make([]ojson.Member, 0, len(n.merged.keys))
	for i, k := range n.merged.keys {
		members = append(members, ojson.Field(k, n.merged.parts[i].json()))
	}
	return ojson.Object(members...)
}

// member is the place of a member of what stands at a.
func (a *At) member(key string) *At {
	return &At{Release: a.Release, Parent: a, Key: key}
}

// Pointer is the place as a JSON Pointer into loadRuleset's input; a release
// that is not in it has a key of its own, such as /homebrew.
func (a *At) Pointer() string {
	if a == nil {
		return ""
	}
	if a.Parent == nil && a.Key == "" {
		return fault.Index("/releases", a.Release)
	}
	if a.Item > 0 {
		return fault.Index(a.Parent.Pointer(), a.Item-1)
	}
	return fault.Key(a.Parent.Pointer(), a.Key)
}
