package ruleset

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// merger puts entries together: a child over its parent, an override over an
// entry (docs/rules/pack-format.md, Inheritance). Members merge one by one and
// deeply, null removes one, a list replaces unless it says append, remove or
// patch. It shares what it does not change, and its work has a limit.
type merger struct {
	names  *names
	errs   *fault.List
	budget budget
}

func newMerger(n *names, errs *fault.List) merger {
	return merger{names: n, errs: errs, budget: budget{left: maxMembers, most: maxMembers, limit: "members"}}
}

// place says where in an entry a part stands, as far as merging needs to know:
// in a choice, max: null is a value (no limit) and removes nothing.
type place uint8

const (
	plainPlace place = iota
	contentPlace
	choicesPlace
	choicePlace
	optionsPlace
)

// member is the place of the member key of something at p.
func (p place) member(key string) place {
	switch {
	case p == contentPlace && key == "choices":
		return choicesPlace
	case p == choicesPlace:
		return choicePlace
	case p == choicePlace && key == "options":
		return optionsPlace
	}
	return plainPlace
}

// item is the place of the items of a list at p.
func (p place) item() place {
	if p == optionsPlace {
		return contentPlace
	}
	return plainPlace
}

// merging is one merge of an entry.
type merging struct {
	*merger
	// keep says that merged parts stay where base had them; else they stand where
	// the patch has them.
	keep bool
	// strict reports names of base that are not there. Where another pack has
	// changed base, they may be gone without a mistake of this one.
	strict bool
}

// inherit returns child over its parent.
func (m *merger) inherit(parent, child node, strict bool) node {
	return (&merging{m, false, strict}).object(parent, child, contentPlace)
}

// override returns base with what an override changes.
func (m *merger) override(base, patch node, in place, strict bool) node {
	return (&merging{m, true, strict}).object(base, patch, in)
}

// merge returns base with patch over it.
func (m *merging) merge(base, patch node, in place) node {
	switch {
	case patch.kind() != ojson.KindObject:
		return patch
	case base.kind() == ojson.KindObject:
		return m.object(base, patch, in)
	case base.kind() == ojson.KindArray && isListPatch(patch):
		return m.list(base, patch, in)
	}
	return m.fresh(patch, in)
}

// fresh returns a patch of what is not there: the patch without its nulls.
func (m *merging) fresh(patch node, in place) node {
	if patch.kind() != ojson.KindObject {
		return patch
	}
	if makesList(patch) {
		return m.list(node{value: ojson.Array(), at: patch.at}, patch, in)
	}
	return m.object(node{value: ojson.Object(), at: patch.at}, patch, in)
}

// object returns the object base with the members of patch over it.
func (m *merging) object(base, patch node, in place) node {
	over := patch.members()
	size := len(over)
	if base.merged != nil {
		size += len(base.merged.keys)
	} else {
		size += base.value.Len()
	}
	if !m.budget.spend(1 + size) {
		m.budget.report(m.errs, patch.at)
		return base
	}
	out := &merged{keys: make([]string, 0, size), parts: make([]node, 0, size)}
	for _, b := range base.members() {
		out.keys = append(out.keys, b.key)
		out.parts = append(out.parts, b.node)
	}
	find := out.finder(len(over))
	gone := false
	for _, p := range over {
		i := find(p.key)
		switch {
		case p.node.kind() == ojson.KindNull && !(in == choicePlace && p.key == "max"):
			if i >= 0 {
				out.parts[i].at = nil
				gone = true
			} else if m.strict {
				m.errs.Addf("unknown-member", p.node.at.Pointer(), ojson.Field("member", ojson.String(clip(p.key))))
			}
		case i >= 0:
			out.parts[i] = m.merge(out.parts[i], p.node, in.member(p.key))
		default:
			out.keys = append(out.keys, p.key)
			out.parts = append(out.parts, m.fresh(p.node, in.member(p.key)))
		}
	}
	if gone {
		out.drop()
	}
	return node{merged: out, at: m.at(base, patch)}
}

// at is the place of what base and patch make together.
func (m *merging) at(base, patch node) *At {
	if m.keep {
		return base.at
	}
	return patch.at
}

// finder returns a function that finds the members that are there now. For
// many look-ups in a large object it uses a table.
func (m *merged) finder(lookups int) func(key string) int {
	keys := m.keys
	if lookups > 4 && lookups*len(keys) > 1<<10 {
		table := make(map[string]int, len(keys))
		for i, k := range keys {
			table[k] = i
		}
		return func(key string) int {
			if i, ok := table[key]; ok {
				return i
			}
			return -1
		}
	}
	return func(key string) int {
		for i, k := range keys {
			if k == key {
				return i
			}
		}
		return -1
	}
}

// drop removes the members that have lost their place.
func (m *merged) drop() {
	keys, parts := m.keys[:0], m.parts[:0]
	for i, p := range m.parts {
		if p.at != nil {
			keys, parts = append(keys, m.keys[i]), append(parts, p)
		}
	}
	m.keys, m.parts = keys, parts
}

// without returns the object n without a member.
func (n node) without(key string) node {
	if n.merged == nil {
		return node{value: n.value.Without(key), at: n.at}
	}
	i := slices.Index(n.merged.keys, key)
	if i < 0 {
		return n
	}
	out := &merged{
		keys:  slices.Delete(slices.Clone(n.merged.keys), i, i+1),
		parts: slices.Delete(slices.Clone(n.merged.parts), i, i+1),
	}
	return node{merged: out, at: n.at}
}
