package world

import "github.com/open-actor-models/oam/ojson"

// Snapshot is a world at one version. It never changes. The zero Snapshot is an
// empty world.
type Snapshot struct {
	root    *cell
	version int64
}

// Version returns the version of the world.
func (s Snapshot) Version() int64 { return s.version }

// Value returns the whole state. What no write has touched since the last call
// on any snapshot of the world is shared with its result.
func (s Snapshot) Value() ojson.Value {
	if s.root == nil {
		return ojson.Object()
	}
	return s.root.value()
}

// Get returns the value at a path; ok is false when there is none. The error is
// an *[Error], for a path that cannot be read.
func (s Snapshot) Get(path string) (v ojson.Value, ok bool, err error) {
	p, err := ParsePath(path)
	if err != nil {
		return ojson.Value{}, false, err
	}
	place, ok := s.view().walk(p)
	if !ok {
		return ojson.Value{}, false, nil
	}
	return place.value(), true, nil
}

func (s Snapshot) view() view {
	if s.root == nil {
		return view{plain: ojson.Object()}
	}
	return viewOf(s.root)
}
