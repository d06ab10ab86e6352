package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/open-actor-models/oam"
	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// game is the client: it holds the state of the world, asks for turns, and
// executes what the model asks for. It belongs to one goroutine.
type game struct {
	engine *bridge.Engine
	screen *screen
	// lines are the lines that the engine delivers; gone ends the deliveries.
	lines chan []byte
	gone  chan struct{}
	ids   int64

	oiled, open  bool
	turns, calls int
}

// start starts an engine. The game must be closed.
func start(s *screen) *game {
	g := &game{screen: s, lines: make(chan []byte), gone: make(chan struct{})}
	g.engine = oam.New(func(lines []byte) error {
		for line := range bytes.Lines(lines) {
			// The bytes are the engine's own once this function has returned.
			select {
			case g.lines <- bytes.TrimSuffix(bytes.Clone(line), []byte("\n")):
			case <-g.gone:
				return nil
			}
		}
		return nil
	})
	return g
}

func (g *game) close() {
	close(g.gone)
	g.engine.Close()
}

// message is what a client reads of the bridge's messages.
type message struct {
	ID     json.RawMessage
	Method string
	Params struct {
		Call  call
		Event event
	}
	Result json.RawMessage
	Error  *struct{ Message string }
}

type call struct {
	Name      string
	Arguments json.RawMessage
}

type event struct {
	Type    string
	Delta   string
	IsReset bool
}

// request sends a request and plays the game until it is answered: it shows
// the events on the way and executes the tool calls.
func (g *game) request(ctx context.Context, method string, params ojson.Value) (json.RawMessage, error) {
	g.ids++
	id := fmt.Sprint(g.ids)
	g.send(jsonrpc.AppendRequest(nil, jsonrpc.IntID(g.ids), method, params))
	for {
		m, err := g.next(ctx)
		switch {
		case err != nil:
			return nil, err
		case m.Method == "tool/call":
			g.send(g.answer(ctx, m))
		case m.Method == "session/event":
			g.show(ctx, m.Params.Event)
		case m.Method == "" && string(m.ID) == id && m.Error != nil:
			return nil, fmt.Errorf("%s: %s", method, m.Error.Message)
		case m.Method == "" && string(m.ID) == id:
			return m.Result, nil
		}
		// All else is for newer clients, and passes.
	}
}

func (g *game) send(line []byte) {
	g.screen.wire("→", line)
	g.engine.Receive(line)
}

func (g *game) next(ctx context.Context) (m message, err error) {
	select {
	case line := <-g.lines:
		g.screen.wire("←", line)
		if err := json.Unmarshal(line, &m); err != nil {
			return m, fmt.Errorf("reading a message: %w", err)
		}
		return m, ctx.Err()
	case <-ctx.Done():
		return m, ctx.Err()
	}
}

func (g *game) show(ctx context.Context, e event) {
	switch e.Type {
	case "modelStep":
		g.screen.pause(ctx, thought)
	case "text":
		g.screen.speak(ctx, "Guard", e.Delta, e.IsReset)
	}
}

// thought is how long the guard seems to think.
const thought = 400 * time.Millisecond

// answer executes a tool call and returns the line that answers it. The model
// goes on with the output, so it is the game that decides how the story goes.
func (g *game) answer(ctx context.Context, m message) []byte {
	g.calls++
	c := m.Params.Call
	g.screen.action(fmt.Sprintf("The guard calls %s %s.", c.Name, c.Arguments))
	g.screen.pause(ctx, beat)
	output := ojson.Object(ojson.Field("output", ojson.String(g.act(c))))
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, output)
}

// act does what the call says, as far as the world allows it.
func (g *game) act(c call) string {
	switch {
	case c.Name != "open_gate":
		return "nothing happens"
	case !g.oiled:
		g.screen.action("The gate shudders and stays where it is.")
		return "the chain is jammed"
	default:
		g.open = true
		g.screen.action("The gate goes up.")
		return "the gate is open"
	}
}
