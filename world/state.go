package world

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/open-actor-models/oam/ojson"
)

// State is a world: a JSON object that many read and change. Its methods may be
// called concurrently, from inside observers too.
type State struct {
	current atomic.Pointer[Snapshot]

	mu        sync.Mutex
	observers observers
}

// New returns a world with version 0 and a state: an object, null for an empty
// one. The error is an *[Error].
func New(state ojson.Value) (*State, error) {
	if state.IsNull() {
		state = ojson.Object()
	}
	if why := refused(Path{}, state); why != "" {
		return nil, refuse("", "%s", why)
	}
	root := newCell(state)
	if root.size > MaxSize {
		return nil, refuse("", "%s", tooLarge)
	}
	s := &State{}
	s.current.Store(&Snapshot{root: root})
	return s, nil
}

var tooLarge = problem("the world would take more than " + ojson.Int(MaxSize).String() + " bytes")

// Snapshot returns the state as it is now. It takes no time and shares
// everything with the world.
func (s *State) Snapshot() Snapshot { return *s.current.Load() }

// Version returns the number of mutations that changed something.
func (s *State) Version() int64 { return s.Snapshot().version }

// Get returns the value at a path, now; see [Snapshot.Get].
func (s *State) Get(path string) (v ojson.Value, ok bool, err error) { return s.Snapshot().Get(path) }

// Set puts a value at a path. Missing objects on the way are created, and a
// null on the way counts as missing; the index behind the last item of a list
// appends. The root can only be an object. The error is an *[Error].
func (s *State) Set(path string, v ojson.Value) (Result, error) {
	return s.mutate(path, func(root *cell, p Path) (*cell, []Change, error) { return set(root, p, v) })
}

// Merge applies an RFC 7386 merge patch at a path, which is created like that
// of Set. There is one change for each leaf that changed, in the order of the
// patch. A patch that is no object, null included, replaces the value. The
// error is an *[Error].
func (s *State) Merge(path string, patch ojson.Value) (Result, error) {
	return s.mutate(path, func(root *cell, p Path) (*cell, []Change, error) { return merge(root, p, patch) })
}

// Remove removes the value at a path, if there is one. Later items of a list
// move up; the root becomes the empty object. The error is an *[Error].
func (s *State) Remove(path string) (Result, error) {
	return s.mutate(path, func(root *cell, p Path) (*cell, []Change, error) {
		root, changes := remove(root, p)
		return root, changes, nil
	})
}

// mutate replaces the root by what write makes of it, as one step, and tells
// the observers.
func (s *State) mutate(path string, write func(*cell, Path) (*cell, []Change, error)) (Result, error) {
	p, err := ParsePath(path)
	if err != nil {
		return Result{}, err
	}
	result, err := s.commit(func(root *cell) (*cell, []Change, error) { return write(root, p) })
	if err != nil {
		return Result{}, withPath(path, err)
	}
	s.deliver()
	return result, nil
}

// withPath gives a problem the path as it was given.
func withPath(path string, err error) error {
	if why := problem(""); errors.As(err, &why) {
		return refuse(path, "%s", why)
	}
	return err
}

// commit is the part of mutate that holds the lock. The caller must deliver.
func (s *State) commit(write func(*cell) (*cell, []Change, error)) (Result, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.Snapshot()
	root, changes, err := write(before.root)
	switch {
	case err != nil:
		return Result{}, err
	case len(changes) == 0:
		return Result{Version: before.version}, nil
	case root.size > MaxSize:
		return Result{}, tooLarge
	}
	after := &Snapshot{root: root, version: before.version + 1}
	for i := range changes {
		changes[i].Version = after.version
	}
	s.current.Store(after)
	s.observers.note(changes)
	return Result{Version: after.version, Changes: changes}, nil
}
