package world

import (
	"sync/atomic"

	"github.com/open-actor-models/oam/ojson"
)

// cell is an immutable value in the tree of a world.
type cell struct {
	kind ojson.Kind
	// size is the number of bytes that the value's JSON text takes at most.
	size int
	// plain is the value, unless the cell came from a write into a container.
	plain ojson.Value
	// grown holds the members of an object or list one by one. A plain one gets
	// it when it is first written into.
	grown atomic.Pointer[container]
}

// newCell returns the cell of a value.
func newCell(v ojson.Value) *cell { return &cell{kind: v.Kind(), size: sizeOf(v), plain: v} }

// value returns the value of the cell.
func (c *cell) value() ojson.Value {
	g := c.grown.Load()
	if g == nil {
		return c.plain
	}
	return g.value()
}

// isContainer reports whether a cell, nil for none, has members.
func (c *cell) isContainer() bool {
	return c != nil && (c.kind == ojson.KindObject || c.kind == ojson.KindArray)
}

// isMissing reports whether a write may put a container in place of the cell:
// there is none, or it is null (behaviours, item 274).
func (c *cell) isMissing() bool { return c == nil || c.kind == ojson.KindNull }

// members returns the members of an object or list for writing.
func (c *cell) members() *container {
	g := c.grown.Load()
	if g == nil {
		g = newContainer(c.plain)
		c.grown.Store(g)
	}
	return g
}

// containing returns the cell of a container that takes size bytes.
func containing(g *container, size int) *cell {
	c := &cell{kind: ojson.KindObject, size: size}
	if g.list {
		c.kind = ojson.KindArray
	}
	c.grown.Store(g)
	return c
}

// replaced returns the container c with another value at a place.
func (c *cell) replaced(place int, child *cell) *cell {
	g := c.members()
	return containing(g.replace(place, child), c.size-g.at(place).size+child.size)
}

// added returns the container c with one more member at its end; a list takes
// no key.
func (c *cell) added(key string, child *cell) *cell {
	g := c.members()
	return containing(g.add(key, child), c.size+g.memberSize(key)+child.size)
}

// removed returns the container c without the member at a place.
func (c *cell) removed(place int) *cell {
	g := c.members()
	m := g.order.at(place)
	return containing(g.remove(place), c.size-g.memberSize(m.key)-m.cell.size)
}
