package gamerpc

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// character is an NPC that the bridge serves, with the queue of its requests.
type character struct {
	id        string
	npc       *game.NPC
	modelName string
	// world is the world that it was created with, nil for none. It is kept
	// when the world is deleted.
	world     *hosted
	createdAt time.Time
	queue     bridge.Queue
}

// context are the first members of the params of the NPC's events.
func (c *character) context() []ojson.Member {
	return []ojson.Member{ojson.Field("npc", ojson.String(c.id))}
}

// result answers {"npc", …more}.
func (c *character) result(more ...ojson.Member) ojson.Value {
	return ojson.Object(append(c.context(), more...)...)
}

// describe returns the NPC's entry of npc/list.
func (c *character) describe() ojson.Value {
	persona := c.npc.Persona()
	world := ojson.Value{}
	if id := c.npc.World(); id != "" {
		world = ojson.String(id)
	}
	pending := c.queue.Pending()
	return c.result(
		ojson.Field("name", ojson.String(persona.Name)),
		ojson.Field("role", ojson.String(persona.Role)),
		ojson.Field("world", world),
		ojson.Field("model", ojson.String(c.modelName)),
		ojson.Field("tools", ojson.Strings(c.npc.Tools())),
		ojson.Field("turnCount", ojson.Int(int64(c.npc.TurnCount()))),
		ojson.Field("relationship", ojson.Int(int64(c.npc.Memory().Relationship))),
		ojson.Field("busy", ojson.Bool(pending > 0)),
		ojson.Field("pendingOperations", ojson.Int(int64(pending))),
		ojson.Field("createdAt", ojson.String(c.createdAt.UTC().Format(time.RFC3339))),
	)
}

// characters are the NPCs of an engine, in the order of their creation.
type characters struct {
	mu      sync.Mutex
	byID    map[string]*character
	ordered []*character
	// named is the number of ids that were generated, made that of NPCs that
	// there ever were.
	named, made int
	// closed refuses further NPCs.
	closed bool
	// background has the summaries that are being written, also those of NPCs
	// that were deleted meanwhile.
	background background
}

// newID returns npc1, npc2, …, without those in use. A number is used up
// whatever becomes of it.
func (cs *characters) newID() string {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	for {
		cs.named++
		if id := fmt.Sprintf("npc%d", cs.named); cs.byID[id] == nil {
			return id
		}
	}
}

// get returns an NPC, or the error npc_not_found.
func (cs *characters) get(id string) (*character, error) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if c := cs.byID[id]; c != nil {
		return c, nil
	}
	return nil, npcNotFound(id)
}

// rotation is where the fallback lines of the next NPC begin.
func (cs *characters) rotation() int {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return cs.made
}

// add adds an NPC, unless there are limit already.
func (cs *characters) add(c *character, limit int) error {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	switch {
	case cs.closed:
		return &jsonrpc.Error{Code: bridge.CodeShutDown, Name: "shut_down", Message: "The bridge has been shut down."}
	case cs.byID[c.id] != nil:
		return npcExists(c.id)
	case len(cs.ordered) >= limit:
		return limitReached("NPCs", limit)
	}
	if cs.byID == nil {
		cs.byID = map[string]*character{}
	}
	cs.byID[c.id] = c
	cs.ordered = append(cs.ordered, c)
	cs.made++
	return nil
}

func (cs *characters) remove(c *character) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	delete(cs.byID, c.id)
	if i := slices.Index(cs.ordered, c); i >= 0 {
		cs.ordered = slices.Delete(cs.ordered, i, i+1)
	}
}

// list returns the NPCs there are, in the order of their creation.
func (cs *characters) list() []*character {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return slices.Clone(cs.ordered)
}

// clear removes all NPCs, takes no more, and returns those there were.
func (cs *characters) clear() []*character {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	all := cs.ordered
	cs.byID, cs.ordered, cs.closed = nil, nil, true
	return all
}

// closeNPCs is the part of Shutdown for NPCs. Their requests are cancelled by
// the engine.
func (x *Extension) closeNPCs(ctx context.Context) {
	for _, c := range x.characters.clear() {
		c.npc.Stop()
	}
	x.characters.background.close(ctx)
}
