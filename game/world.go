package game

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/world"
)

// World is the state of a game as an NPC's tools use it (behaviours, items 205
// and 285 to 287). Its methods may be called concurrently.
type World interface {
	// Read returns the value at a path within the readable ones. problem, if
	// it is not empty, tells the model what it did wrong.
	Read(path string, readable []string) (value ojson.Value, problem string)
	// Update writes a value at a path within the writable ones. text tells the
	// model what was done.
	Update(path string, value ojson.Value, writable []string) (text, problem string)
	// Summary describes what is below the paths, one line for each value.
	Summary(paths []string) string
}

// InWorld returns a [world.State] as NPCs use it. Several may share it.
func InWorld(s *world.State) World { return stateWorld{s} }

type stateWorld struct{ *world.State }

// Update leaves out the changes, which whoever observes the world is told.
func (w stateWorld) Update(path string, value ojson.Value, writable []string) (text, problem string) {
	text, problem, _ = w.State.Update(path, value, writable)
	return text, problem
}
