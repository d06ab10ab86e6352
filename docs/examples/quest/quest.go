package quest

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// The codes of this extension; -32057 to -32099 are free for extensions.
const (
	CodeNotFound = -32090
	CodeExists   = -32091
)

// Methods is the extension. The zero Methods is ready; it serves one engine.
type Methods struct {
	mu     sync.Mutex
	quests map[string]*quest
}

// quest is a narrator. Its queue runs one narration after another, in the order
// in which they were asked for.
type quest struct {
	id    string
	agent *agent.Agent
	queue bridge.Queue
}

// Register adds the methods to an engine.
func (m *Methods) Register(r *bridge.Registry) {
	r.Handle("quest/create", m.create)
	r.Handle("quest/narrate", m.narrate)
}

// Notifications are listed in initialize's capabilities.notifications.
func (m *Methods) Notifications() []string { return []string{"quest/event"} }

// Shutdown forgets all quests. The engine itself cancels their narrations.
func (m *Methods) Shutdown(context.Context) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.quests = nil
}

// create makes a narrator. All of it is done here, in arrival order, so a client
// may send its first quest/narrate without waiting for the answer.
func (m *Methods) create(r *bridge.Request) (bridge.Reply, error) {
	p := r.Params()
	id, err := p.String("quest")
	if err != nil {
		return bridge.Reply{}, err
	}
	instructions, err := p.OptionalString("instructions", "Tell what happens next, in two sentences.")
	if err != nil {
		return bridge.Reply{}, err
	}
	var tools bridge.ToolSet
	if list, ok := p.Get("tools"); ok {
		if tools, err = bridge.ParseTools(list, "tools", time.Minute); err != nil {
			return bridge.Reply{}, err
		}
	}
	spec, _ := p.Get("model")
	narrator, err := r.Engine().MakeModel(spec, "model")
	if err != nil {
		return bridge.Reply{}, err
	}
	options := agent.DefaultOptions()
	options.ToolChoice.Kind = agent.ChoiceRequired // facts first, then the story
	a, err := agent.New(agent.Config{Model: narrator, Instructions: instructions, Tools: tools.Tools, Options: options})
	if err != nil {
		return bridge.Reply{}, err
	}
	if !m.add(&quest{id: id, agent: a}) {
		return bridge.Reply{}, failure(CodeExists, "quest_exists", "There is already a quest '%s'.", id)
	}
	return bridge.Result(ojson.Object(
		ojson.Field("quest", ojson.String(id)),
		ojson.Field("warnings", ojson.Strings(tools.Flat())),
	)), nil
}

// narrate runs a turn. The handler only checks what was sent and puts the turn
// into the quest's queue; waiting for the model here would hold up every later
// request.
func (m *Methods) narrate(r *bridge.Request) (bridge.Reply, error) {
	p := r.Params()
	id, err := p.String("quest")
	if err != nil {
		return bridge.Reply{}, err
	}
	text, err := p.String("text")
	if err != nil {
		return bridge.Reply{}, err
	}
	stream, err := p.OptionalBool("stream", false)
	if err != nil {
		return bridge.Reply{}, err
	}
	q := m.get(id)
	if q == nil {
		return bridge.Reply{}, failure(CodeNotFound, "quest_not_found", "There is no quest '%s'.", id)
	}
	return q.queue.Schedule(r, func(ctx context.Context, op *bridge.Operation) (ojson.Value, error) {
		mine := []ojson.Member{ojson.Field("quest", ojson.String(id))}
		run := q.agent.Start(agent.Turn{Prompt: text, Commit: op.Commit})
		// Streams quest/event, and sends client tools to the game as tool/call.
		response, err := r.Drive(ctx, run, bridge.Drive{Stream: stream, Context: mine, EventMethod: "quest/event"})
		if err != nil {
			return ojson.Value{}, err
		}
		return ojson.Object(append(mine, bridge.EncodeResponse(response, nil)...)...), nil
	})
}

// add adds a quest, unless there is one with its id.
func (m *Methods) add(q *quest) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.quests[q.id] != nil {
		return false
	}
	if m.quests == nil {
		m.quests = map[string]*quest{}
	}
	m.quests[q.id] = q
	return true
}

func (m *Methods) get(id string) *quest {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.quests[id]
}

func failure(code int, name, format, id string) error {
	return &jsonrpc.Error{
		Code: code, Name: name, Message: fmt.Sprintf(format, id),
		Data: []ojson.Member{ojson.Field("quest", ojson.String(id))},
	}
}
