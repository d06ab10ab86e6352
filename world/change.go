package world

import "github.com/open-actor-models/oam/ojson"

// Change is one value that a mutation created, replaced or removed. Applied in
// order to the state before, by Set and Remove, the changes of a mutation give
// the state after it. Removing a list item moves the later ones; that is no
// change of theirs.
type Change struct {
	// Path is the canonical path, "" for the root.
	Path string
	// Old is the value before. It is null when there was none, which Existed
	// tells from a null that was there.
	Old     ojson.Value
	Existed bool
	// New is the value after. It is null when there is none, which Exists
	// tells from a null.
	New    ojson.Value
	Exists bool
	// Version is that of the world after the mutation. All changes of one
	// mutation have the same.
	Version int64
	// at is where; Path cannot tell a key that contains a dot.
	at Path
}

// Touches reports whether the change is of interest at a path: at, inside or
// above it (behaviours, item 278).
func (c Change) Touches(p Path) bool { return c.at.Touches(p) }

// newChange returns what an old cell, nil for none, and a new value differ in.
func newChange(at Path, old *cell, v ojson.Value) Change {
	c := Change{Path: at.String(), at: at, New: v, Exists: true}
	if old != nil {
		c.Old, c.Existed = old.value(), true
	}
	return c
}

// Result is what a mutation did.
type Result struct {
	// Version is that of the world after the mutation, unchanged when nothing
	// changed.
	Version int64
	// Changes are in order; none when the mutation changed nothing.
	Changes []Change
}
