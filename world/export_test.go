package world

import "slices"

// At returns the segments of the path, which Path joins.
func (c Change) At() []string { return slices.Clone(c.at) }

// Sizes returns the size that the world has counted, and that of its value.
func (s *State) Sizes() (counted, real int) {
	root := s.Snapshot().root
	return root.size, sizeOf(root.value())
}

// Width is the number of members from which a container has several branches.
const Width = width
