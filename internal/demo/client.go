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

// client is the game's side of the bridge: it asks, and while it waits for the
// answer it lets the scene execute tool calls and hear what happens. It belongs
// to one goroutine.
type client struct {
	engine *bridge.Engine
	screen *screen
	scene  scene
	// lines are the lines that the engine delivers; gone ends the deliveries.
	lines chan []byte
	gone  chan struct{}
	ids   int64
}

// scene is what a game does with the bridge.
type scene interface {
	// play plays the scene from its beginning to its end.
	play(ctx context.Context, c *client) error
	// act executes a tool call and returns its output.
	act(ctx context.Context, c call) string
	// hear is told of notifications, in the order in which they come.
	hear(ctx context.Context, m message)
}

// show plays a scene on an engine of its own.
func show(ctx context.Context, o Options, make func(*screen) scene) error {
	s := &screen{Options: o}
	c := start(s, make(s))
	defer c.close()
	err := c.scene.play(ctx, c)
	s.end()
	if err != nil {
		return err
	}
	return s.err
}

// start starts an engine. The client must be closed.
func start(s *screen, played scene) *client {
	c := &client{screen: s, scene: played, lines: make(chan []byte), gone: make(chan struct{})}
	config := oam.DefaultConfig()
	if s.Config != nil {
		config = *s.Config
	}
	c.engine = bridge.New(config, func(lines []byte) error {
		for line := range bytes.Lines(lines) {
			// The bytes are the engine's own once this function has returned.
			select {
			case c.lines <- bytes.TrimSuffix(bytes.Clone(line), []byte("\n")):
			case <-c.gone:
				return nil
			}
		}
		return nil
	})
	return c
}

func (c *client) close() {
	close(c.gone)
	c.engine.Close()
}

// message is what a client reads of the bridge's messages.
type message struct {
	ID     json.RawMessage
	Method string
	Params struct {
		Call  call
		Event event
		// Of world/changed.
		Path               string
		OldValue, NewValue json.RawMessage
	}
	Result json.RawMessage
	Error  *failure
}

type call struct {
	Name      string
	Arguments json.RawMessage
}

type event struct {
	Type      string
	Delta     string
	IsReset   bool
	Emotion   string
	Line      string
	Call      call
	Execution string
}

// failure is the error of a response.
type failure struct {
	Message string
	Data    struct{ Code string }
}

func (f *failure) Error() string { return f.Data.Code + ": " + f.Message }

// request sends a request and plays the game until it is answered: it passes on
// what happens on the way and has tool calls executed. An error response is a
// *failure.
func (c *client) request(ctx context.Context, method string, members ...ojson.Member) (json.RawMessage, error) {
	c.ids++
	id := fmt.Sprint(c.ids)
	var params ojson.Value
	if len(members) > 0 {
		params = ojson.Object(members...)
	}
	c.send(jsonrpc.AppendRequest(nil, jsonrpc.IntID(c.ids), method, params))
	for {
		m, err := c.next(ctx)
		switch {
		case err != nil:
			return nil, err
		case m.Method == "tool/call":
			// The model goes on with the output, so it is the game that decides
			// how the story goes.
			output := ojson.Object(ojson.Field("output", ojson.String(c.scene.act(ctx, m.Params.Call))))
			c.send(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, output))
		case m.Method != "":
			c.scene.hear(ctx, m)
		case string(m.ID) == id && m.Error != nil:
			return nil, fmt.Errorf("%s: %w", method, m.Error)
		case string(m.ID) == id:
			return m.Result, nil
		}
	}
}

// ask is request for a result that is read into something.
func (c *client) ask(ctx context.Context, result any, method string, members ...ojson.Member) error {
	raw, err := c.request(ctx, method, members...)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, result); err != nil {
		return fmt.Errorf("reading the result of %s: %w", method, err)
	}
	return nil
}

func (c *client) send(line []byte) {
	c.screen.wire("→", line)
	c.engine.Receive(line)
}

func (c *client) next(ctx context.Context) (m message, err error) {
	select {
	case line := <-c.lines:
		c.screen.wire("←", line)
		if err := json.Unmarshal(line, &m); err != nil {
			return m, fmt.Errorf("reading a message: %w", err)
		}
		return m, ctx.Err()
	case <-ctx.Done():
		return m, ctx.Err()
	}
}

const (
	// thought is how long a character seems to think.
	thought = 400 * time.Millisecond
	// beat is how long something takes in the world of a scene.
	beat = 700 * time.Millisecond
)

// parse reads JSON that is written in a scene; a test plays all of it.
func parse(text string) ojson.Value {
	v, err := ojson.Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return v
}

// text is a member with a text.
func text(key, value string) ojson.Member { return ojson.Field(key, ojson.String(value)) }
