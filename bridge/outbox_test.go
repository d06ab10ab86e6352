package bridge_test

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// stepFunc is a model whose step is a function.
type stepFunc func(ctx context.Context, r *model.Request, yield func(model.Event, error) bool)

func (stepFunc) Describe() model.Description {
	return model.Description{Name: "func", Available: true, Verbatim: true}
}

func (f stepFunc) Step(ctx context.Context, r *model.Request) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) { f(ctx, r, yield) }
}

// withModel makes the function the model of type "func".
func withModel(c bridge.Config, f stepFunc) bridge.Config {
	c.Models = map[string]bridge.ModelFactory{"func": func(ojson.Value, string) (model.Model, error) { return f, nil }}
	return c
}

// stalled is a delivery function whose client takes nothing until it is told
// to, part by part or for good.
type stalled struct {
	// take lets one delivery end, release all.
	take    chan struct{}
	release func()
	// news has an item for each delivery that began.
	news chan struct{}
	into *client
}

func (s *stalled) deliver(lines []byte) error {
	s.news <- struct{}{}
	<-s.take
	s.into.deliver(lines)
	return nil
}

// newStalledClient returns a client that takes output only as told.
func newStalledClient(t *testing.T, config bridge.Config) (*client, *stalled) {
	c := &client{t: t}
	c.news.L = &c.mu
	s := &stalled{take: make(chan struct{}), news: make(chan struct{}, 1<<20), into: c}
	s.release = sync.OnceFunc(func() { close(s.take) })
	c.engine = bridge.New(config, s.deliver)
	t.Cleanup(func() {
		c.engine.Stop()
		s.release()
		c.engine.Close()
	})
	return c, s
}

// stall makes the engine wait in its first delivery.
func (c *client) stall(s *stalled) {
	c.request(`"first"`, "ping", "")
	<-s.news
}

// An event of a text turn, folded into the text that a client shows.
func shown(t *testing.T, messages []message, requestID string) string {
	t.Helper()
	text := ""
	for _, m := range messages {
		if m.method != "session/event" || m.get("params.requestId").String() != requestID || m.text("params.event.type") != "text" {
			continue
		}
		if reset, _ := m.get("params.event.isReset").AsBool(); reset {
			text = ""
		}
		text += m.text("params.event.delta")
		if got := m.text("params.event.text"); got != text {
			t.Fatalf("after an event the deltas give %d bytes, its text has %d", len(text), len(got))
		}
	}
	return text
}

// bulk are the params of a session/transcript that fails with about n bytes: the
// name of the session, which is unknown, is in the answer twice.
func bulk(n int) string { return `{"session":"` + strings.Repeat("x", n/2) + `"}` }

func TestJoinedDeltas(t *testing.T) {
	const deltas = 5000
	finished := make(chan struct{})
	c, s := newStalledClient(t, withModel(bridge.Config{}, func(_ context.Context, _ *model.Request, yield func(model.Event, error) bool) {
		for i := range deltas {
			yield(model.Text{Delta: fmt.Sprintf("%d ", i)}, nil)
			if i == deltas/2 {
				yield(model.Text{Delta: "again ", Reset: true}, nil)
			}
		}
		close(finished)
	}))
	c.stall(s)
	c.request("1", "session/create", `{"session":"a","model":"func"}`)
	c.request("2", "session/transcript", bulk(400<<10)) // from here on the client is behind
	c.request("3", "session/respond", `{"session":"a","prompt":"","stream":true}`)
	<-finished
	s.release()
	answer := c.response("3")
	events := c.having(ofMethod("session/event"))
	if got := shown(t, events, "3"); got != answer.text("result.text") {
		t.Errorf("deltas give %d bytes, the answer has %d", len(got), len(answer.text("result.text")))
	}
	// The step, all before the reset, all from it on.
	if len(events) != 3 {
		t.Errorf("%d events for a client that was behind all the time, want 3:\n%s", len(events), tail(events))
	}
	if ids := order(c.all()); ids != `"first" 1 2 3` {
		t.Errorf("responses came in the order %s", ids)
	}
}

// order lists the ids of the responses as they came.
func order(messages []message) string {
	var ids []string
	for _, m := range messages {
		if m.isResponse() {
			ids = append(ids, m.id)
		}
	}
	return strings.Join(ids, " ")
}

// Deltas are not joined over a tool/call, and of the snapshots between two
// other messages only the last must come.
func TestBehindKeepsWhatMustNotBeJoined(t *testing.T) {
	asked := make(chan struct{}, 1)
	step := 0
	c, s := newStalledClient(t, withModel(bridge.Config{}, func(_ context.Context, r *model.Request, yield func(model.Event, error) bool) {
		step++
		if r.Schema != nil {
			for i := range 100 {
				yield(model.Text{Delta: map[bool]string{true: `{"n":[0`, false: fmt.Sprintf(",%d", i)}[i == 0]}, nil)
			}
			yield(model.Text{Delta: "]}"}, nil)
			asked <- struct{}{}
			return
		}
		for i := range 100 {
			yield(model.Text{Delta: fmt.Sprintf("s%d.%d ", step, i)}, nil)
		}
		if step == 1 {
			yield(model.ToolCall{ID: "x", Name: "look", Arguments: ojson.Object()}, nil)
		}
		asked <- struct{}{}
	}))
	c.stall(s)
	c.request("1", "session/create", `{"session":"a","model":"func","tools":[{"name":"look","description":"Looks."}]}`)
	c.request("2", "session/transcript", bulk(400<<10))
	c.request("3", "session/respond", `{"session":"a","prompt":"","stream":true}`)
	<-asked
	for { // the call is registered before it is announced; nobody hears it yet
		c.answer(`"t-1"`, `{"output":"a door"}`)
		select {
		case <-asked:
		case <-time.After(time.Millisecond):
			continue
		}
		break
	}
	c.request("4", "session/respond", `{"session":"a","prompt":"","stream":true,"schema":{"type":"object","properties":{"n":{"type":"array","items":{"type":"integer"}}}}}`)
	<-asked
	s.release()
	structured := c.response("4")

	var kinds []string
	for _, m := range c.all() {
		switch {
		case m.method == "session/event":
			kinds = append(kinds, m.text("params.event.type"))
		case m.method != "":
			kinds = append(kinds, m.method)
		default:
			kinds = append(kinds, m.id)
		}
	}
	want := `"first" 1 2 modelStep text toolCallStarted tool/call toolCallCompleted modelStep text 3 modelStep partial 4`
	// The whole value comes once more when the turn ends, which may be after the
	// client has begun to read.
	got := strings.Replace(strings.Join(kinds, " "), "partial partial 4", "partial 4", 1)
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	answer := c.response("3")
	if got := shown(t, c.all(), "3"); got != answer.text("result.text") {
		t.Errorf("the deltas give %q, the answer is %q", got, answer.text("result.text"))
	}
	partials := c.having(func(m message) bool { return m.text("params.event.type") == "partial" })
	if last := partials[len(partials)-1]; !ojson.Equal(last.get("params.event.value"), structured.get("result.structured")) {
		t.Errorf("the last partial is not the answer: %s", last.line)
	}
}

// Text that came before something else is shown before it, however far the
// client is behind.
func TestTextIsNotJoinedOverOtherMessages(t *testing.T) {
	done := make(chan struct{})
	c, s := newStalledClient(t, with("x/sing", func(r *bridge.Request) (bridge.Reply, error) {
		return bridge.Deferred(r, func(ctx context.Context, _ *bridge.Operation) (ojson.Value, error) {
			defer close(done)
			host := r.Host(bridge.Drive{Stream: true, EventMethod: "x/event"})
			text := ""
			sing := func(delta string) {
				text += delta
				host.Event(agent.TextEvent{Delta: delta, Text: text})
			}
			sing("a")
			sing("b")
			host.Event(agent.StepEvent{})
			sing("c")
			r.Notify("x/other", ojson.Object())
			sing("d")
			sing("e")
			host.CallTool(agent.Call{ID: "call_1", Name: "look"}, func(agent.Output) {})
			sing("f")
			ended, cancel := context.WithCancel(ctx)
			cancel()
			_, _ = r.Ask(ended, bridge.Question{Method: "dice/roll"})
			sing("g")
			return ojson.String(text), nil
		}), nil
	}))
	c.stall(s)
	c.request("1", "session/transcript", bulk(400<<10))
	c.request("2", "x/sing", "")
	<-done
	s.release()
	c.response("2")
	var got []string
	for _, m := range c.all()[2:] {
		switch {
		case m.text("params.event.type") == "text":
			got = append(got, m.text("params.event.delta"))
		case m.method == "x/event":
			got = append(got, m.text("params.event.type"))
		default:
			got = append(got, m.method)
		}
	}
	if got, want := strings.Join(got, " "), "ab modelStep c x/other de tool/call f dice/roll tool/cancel g "; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
