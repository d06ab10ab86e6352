package gamerpc

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/world"
)

// worlds are the worlds of an engine, in the order of their creation.
type worlds struct {
	mu      sync.Mutex
	byID    map[string]*hosted
	ordered []*hosted
	// named is the number of ids that were generated.
	named int
	// closed refuses further worlds.
	closed bool
}

// hosted is a world that the bridge serves.
type hosted struct {
	id        string
	state     *world.State
	createdAt time.Time
	// npcs is the number of NPCs that were created with it; the lock is that
	// of worlds. They keep the world when it is deleted.
	npcs int
	// observed has those who are notified of its changes.
	observed observed
}

// AddWorld serves a world of the host under an id, as if it had been created by
// world/create. Changes that the host makes notify subscribers too. The error
// is a *jsonrpc.Error: an id that cannot be used or is in use, or the limit.
func (x *Extension) AddWorld(state *world.State, id string) error {
	if state == nil {
		return errors.New("gamerpc: AddWorld without a world")
	}
	id, err := bridge.ObjectID(bridge.NewParams(ojson.Object(ojson.Field("world", ojson.String(id))), ""), "world")
	if err != nil {
		return err
	}
	return x.worlds.add(&hosted{id: id, state: state, createdAt: time.Now()}, x.options.MaxWorlds)
}

// newID returns w1, w2, …, without those in use. A number is used up whatever
// becomes of it.
func (ws *worlds) newID() string {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for {
		ws.named++
		if id := fmt.Sprintf("w%d", ws.named); ws.byID[id] == nil {
			return id
		}
	}
}

// get returns a world, or the error world_not_found.
func (ws *worlds) get(id string) (*hosted, error) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if h := ws.byID[id]; h != nil {
		return h, nil
	}
	return nil, worldNotFound(id)
}

// add adds a world, unless there are limit already.
func (ws *worlds) add(h *hosted, limit int) error {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	switch {
	case ws.closed:
		return &jsonrpc.Error{Code: bridge.CodeShutDown, Name: "shut_down", Message: "The bridge has been shut down."}
	case ws.byID[h.id] != nil:
		return worldExists(h.id)
	case len(ws.ordered) >= limit:
		return limitReached("worlds", limit)
	}
	if ws.byID == nil {
		ws.byID = map[string]*hosted{}
	}
	ws.byID[h.id] = h
	ws.ordered = append(ws.ordered, h)
	return nil
}

func (ws *worlds) remove(h *hosted) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	delete(ws.byID, h.id)
	if i := slices.Index(ws.ordered, h); i >= 0 {
		ws.ordered = slices.Delete(ws.ordered, i, i+1)
	}
}

// list returns the worlds there are, in the order of their creation.
func (ws *worlds) list() []*hosted {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return slices.Clone(ws.ordered)
}

// clear removes all worlds, takes no more, and returns those there were.
func (ws *worlds) clear() []*hosted {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	all := ws.ordered
	ws.byID, ws.ordered, ws.closed = nil, nil, true
	return all
}

// use counts one more NPC of a world, leave one less.
func (ws *worlds) use(h *hosted) { ws.count(h, 1) }

func (ws *worlds) leave(h *hosted) { ws.count(h, -1) }

func (ws *worlds) count(h *hosted, n int) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	h.npcs += n
}

// users returns the number of NPCs of a world.
func (ws *worlds) users(h *hosted) int {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return h.npcs
}

// closeWorlds is the part of Shutdown for worlds.
func (x *Extension) closeWorlds() {
	for _, h := range x.worlds.clear() {
		x.endSubscriptions(h)
	}
}
