package world

import "github.com/open-actor-models/oam/ojson"

// merge applies a merge patch at a path (RFC 7386; behaviours, items 276 and
// 277): objects merge, null deletes, anything else replaces.
func merge(root *cell, path Path, patch ojson.Value) (*cell, []Change, error) {
	if patch.Kind() != ojson.KindObject {
		// Null too: at the place of the patch itself it is a value.
		return set(root, path, patch)
	}
	if why := refused(path, patch); why != "" {
		return nil, nil, problem(why)
	}
	var m merger
	root, err := edit(root, path, 0, func(target *cell) (*cell, error) {
		return m.apply(path, target, patch), nil
	})
	return root, m.changes, err
}

// merger collects the changes of a patch.
type merger struct{ changes []Change }

// apply returns what an object patch makes of the target, nil for none.
func (m *merger) apply(at Path, target *cell, patch ojson.Value) *cell {
	if target == nil || target.kind != ojson.KindObject {
		v := stripped(patch)
		m.changes = append(m.changes, newChange(at, target, v))
		return newCell(v)
	}
	for _, p := range patch.Members() {
		target = m.member(at.below(p.Key), target, p)
	}
	return target
}

// member returns what one member of a patch makes of the object c.
func (m *merger) member(at Path, c *cell, p ojson.Member) *cell {
	g := c.members()
	place, ok := g.find(p.Key)
	var old *cell
	if ok {
		old = g.at(place)
	}
	var child *cell
	switch p.Value.Kind() {
	case ojson.KindNull:
		if !ok {
			return c
		}
		m.changes = append(m.changes, Change{Path: at.String(), at: at, Old: old.value(), Existed: true})
		return c.removed(place)
	case ojson.KindObject:
		if child = m.apply(at, old, p.Value); child == old {
			return c
		}
	default:
		if ok && old.kind == p.Value.Kind() && ojson.Equal(old.value(), p.Value) {
			return c
		}
		m.changes = append(m.changes, newChange(at, old, p.Value))
		child = newCell(p.Value)
	}
	if ok {
		return c.replaced(place, child)
	}
	return c.added(p.Key, child)
}

// stripped returns an object patch without its nulls, as it stands where there
// was no object. Inside lists nulls are values.
func stripped(patch ojson.Value) ojson.Value {
	if patch.Kind() != ojson.KindObject {
		return patch
	}
	members := make([]ojson.Member, 0, patch.Len())
	for _, p := range patch.Members() {
		if !p.Value.IsNull() {
			members = append(members, ojson.Field(p.Key, stripped(p.Value)))
		}
	}
	return ojson.Object(members...)
}
