package world

import (
	"fmt"

	"github.com/open-actor-models/oam/ojson"
)

// problem is why a write is refused: a phrase that names no path.
type problem string

func (p problem) Error() string { return string(p) }

// edit returns c with what change makes of the cell at path[depth:], creating
// missing objects on the way (behaviours, item 274). change gets nil when there
// is none, and returns what it was given to change nothing. c is nil where
// nothing is yet.
func edit(c *cell, path Path, depth int, change func(*cell) (*cell, error)) (*cell, error) {
	if depth == len(path) {
		return change(c)
	}
	segment := path[depth]
	switch {
	case c.isMissing():
		child, err := edit(nil, path, depth+1, change)
		if err != nil {
			return nil, err
		}
		return newCell(ojson.Object()).added(segment, child), nil
	case !c.isContainer():
		return nil, problem(fmt.Sprintf("'%s' is %s, which has nothing inside", path[:depth], c.kind))
	}
	g := c.members()
	place, ok := g.find(segment)
	if !ok {
		if g.list && place < 0 {
			return nil, problem(g.noPlace(segment))
		}
		child, err := edit(nil, path, depth+1, change)
		if err != nil {
			return nil, err
		}
		return c.added(segment, child), nil
	}
	old := g.at(place)
	child, err := edit(old, path, depth+1, change)
	if err != nil || child == old {
		return c, err
	}
	return c.replaced(place, child), nil
}

// set puts a value at a path.
func set(root *cell, path Path, v ojson.Value) (*cell, []Change, error) {
	if why := refused(path, v); why != "" {
		return nil, nil, problem(why)
	}
	var changes []Change
	root, err := edit(root, path, 0, func(old *cell) (*cell, error) {
		if old != nil && old.kind == v.Kind() && ojson.Equal(old.value(), v) {
			return old, nil
		}
		changes = append(changes, newChange(path, old, v))
		return newCell(v), nil
	})
	return root, changes, err
}

// refused says why a value cannot be put at a path, "" when it can.
func refused(path Path, v ojson.Value) string {
	if len(path) == 0 && v.Kind() != ojson.KindObject {
		return fmt.Sprintf("the root of a world is an object and cannot be %s", v.Kind())
	}
	if len(path) > MaxDepth {
		return fmt.Sprintf("it is more than %d levels deep", MaxDepth)
	}
	return check(v, len(path))
}

// remove takes away what is at a path; an absent value is no change, and the
// root becomes empty (behaviours, item 280).
func remove(root *cell, path Path) (*cell, []Change) {
	if len(path) == 0 {
		empty := ojson.Object()
		if root.value().Len() == 0 {
			return root, nil
		}
		return newCell(empty), []Change{newChange(path, root, empty)}
	}
	rest, old := without(root, path)
	if old == nil {
		return root, nil
	}
	return rest, []Change{{Path: path.String(), at: path, Old: old.value(), Existed: true}}
}

// without returns c without the cell at a path, and that cell, nil when there
// is none.
func without(c *cell, path Path) (rest, old *cell) {
	if !c.isContainer() {
		return c, nil
	}
	g := c.members()
	place, ok := g.find(path[0])
	switch {
	case !ok:
		return c, nil
	case len(path) == 1:
		return c.removed(place), g.at(place)
	}
	child, old := without(g.at(place), path[1:])
	if old == nil {
		return c, nil
	}
	return c.replaced(place, child), old
}
