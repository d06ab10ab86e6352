package bridge_test

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/model"
)

// Client libraries that gave each notification a goroutine of its own scrambled
// the text now and then (acp-go-sdk #27). Here a slow client gets the same text
// as a fast one, later, and the response last.
func TestO8ADeltasInOrder(t *testing.T) {
	const deltas = 10_000
	text, heard, last := "", 0, false
	done := make(chan struct{})
	var whole strings.Builder
	config := withModel(bridge.Config{}, func(_ context.Context, _ *model.Request, yield func(model.Event, error) bool) {
		for i := range deltas {
			fmt.Fprintf(&whole, "%d ", i)
			yield(model.Text{Delta: fmt.Sprintf("%d ", i)}, nil)
		}
	})
	e := bridge.New(config, func(lines []byte) error {
		for line := range bytes.Lines(lines) {
			for range line[len(line)/2] % 7 { // as slow as the line has it
				runtime.Gosched()
			}
			v := parse(string(line))
			switch method, _ := at(v, "method").AsString(); {
			case method == "session/event" && last:
				t.Error("an event after the response")
			case method == "session/event":
				delta, _ := at(v, "params.event.delta").AsString()
				text += delta
				heard++
			case at(v, "id").String() == "2":
				last = true
				close(done)
			}
		}
		return nil
	})
	defer e.Close()
	e.Receive([]byte(`{"jsonrpc":"2.0","id":1,"method":"session/create","params":{"session":"a","model":"func"}}`))
	e.Receive([]byte(`{"jsonrpc":"2.0","id":2,"method":"session/respond","params":{"session":"a","prompt":"","stream":true}}`))
	<-done
	if text != whole.String() {
		t.Errorf("%d deltas give %d bytes, want %d", heard, len(text), whole.Len())
	}
}

// The same in process: when Call returns, all events have their place before
// whatever follows.
func TestO8BEventsBeforeTheResult(t *testing.T) {
	c := newClient(t, bridge.Config{}, nil)
	c.must("1", "session/create", `{"session":"a","model":{"type":"scripted","fallback":{"text":"one two three four","chunks":9}}}`)
	for range 50 {
		before := len(c.all())
		if _, err := c.engine.Call(t.Context(), "session/respond", parse(`{"session":"a","prompt":"","stream":true}`)); err != nil {
			t.Fatal(err)
		}
		c.flush()
		if n := len(c.all()) - before; n != 10 {
			t.Fatalf("%d events had come, want 10", n)
		}
	}
}

// bard is a model that says its requests, and sings what the prompt asks for:
// "sing", or "stop 3" to wait after three notes for the end of its context, or
// "fail 3".
type bard struct{ requests []string }

const notes = 6

func (b *bard) step(ctx context.Context, r *model.Request, yield func(model.Event, error) bool) {
	last := r.Entries[len(r.Entries)-1]
	var way string
	at := notes
	_, _ = fmt.Sscanf(last.Text, "%s %d", &way, &at)
	if last.Kind == model.PromptEntry {
		b.requests = append(b.requests, show(r))
	}
	if way == "call" && last.Kind == model.PromptEntry {
		yield(model.ToolCall{ID: "x", Name: "look", Arguments: parse("{}")}, nil)
		return
	}
	for i := range notes {
		if i == at {
			break
		}
		yield(model.Text{Delta: fmt.Sprintf("la%d ", i)}, nil)
	}
	switch way {
	case "stop":
		<-ctx.Done()
		yield(nil, ctx.Err())
	case "fail":
		yield(nil, &model.Error{Code: model.GuardrailViolation, Message: "no"})
	}
}

// show writes a request down, without the ids, which are random.
func show(r *model.Request) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q %v %v %v", r.Instructions, r.Callable, r.Mode, r.Options)
	for _, e := range r.Entries {
		fmt.Fprintf(&b, " | %d %q %v", e.Kind, e.Text, e.Structured)
	}
	return b.String()
}

// A reply that was stopped while it streamed stayed behind as an empty message,
// and later answers came out empty (flutter_gemma #325). What the model is asked
// after a cancel is what it is asked in a session that never had that turn.
func TestO9ACancelAtEachDelta(t *testing.T) {
	for stop := range notes + 1 {
		for _, how := range []string{"cancel", "fail", "call", "delete"} {
			t.Run(fmt.Sprintf("%s at %d", how, stop), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { leavesNoTrace(t, how, stop) })
			})
		}
	}
}

func leavesNoTrace(t *testing.T, how string, stop int) {
	const create = `{"session":"%s","instructions":"You sing.","model":"func","tools":[{"name":"look","description":"Looks."}]}`
	b := &bard{}
	c := newClient(t, withModel(bridge.Config{}, b.step), nil)
	c.must("1", "session/create", fmt.Sprintf(create, "a"))
	c.must("2", "session/create", fmt.Sprintf(create, "b"))
	c.must("3", "session/respond", `{"session":"a","prompt":"sing 3","stream":true}`)
	c.must("4", "session/respond", `{"session":"b","prompt":"sing 3","stream":true}`)
	before := c.must("5", "session/transcript", `{"session":"a"}`).String()

	way := map[string]string{"cancel": "stop", "delete": "stop"}[how]
	if way == "" {
		way = how
	}
	c.request("6", "session/respond", fmt.Sprintf(`{"session":"a","prompt":"%s %d","stream":true}`, way, stop))
	synctest.Wait()
	switch how {
	case "delete":
		c.must("7", "session/delete", `{"session":"a"}`)
		c.must("8", "session/create", `{"session":"a","model":"scripted","history":`+before+`}`)
	case "cancel", "call":
		c.must("7", "session/cancel", `{"session":"a"}`)
	}
	want := bridge.CodeCancelled
	if how == "fail" {
		want = -32002
	}
	if m := c.response("6"); m.code() != want {
		t.Fatalf("the turn ended with %s", m.line)
	}
	if after := c.must("9", "session/transcript", `{"session":"a"}`).String(); after != before && how != "delete" {
		t.Errorf("the transcript was\n%s\nand is\n%s", before, after)
	}
	if how == "delete" {
		return
	}
	c.must("10", "session/respond", `{"session":"a","prompt":"sing 2"}`)
	c.must("11", "session/respond", `{"session":"b","prompt":"sing 2"}`)
	got := b.requests[len(b.requests)-2:]
	if got[0] != got[1] {
		t.Errorf("after the turn that was not:\n%s\nwithout it:\n%s", got[0], got[1])
	}
}

// An empty answer is not a cancelled one: the report would retry it, but the
// protocol's scripted {"text": ""} is a legal answer, and stays in the history.
func TestO9BEmptyAnswer(t *testing.T) {
	c := newClient(t, bridge.Config{}, nil)
	c.must("1", "session/create", `{"session":"a","model":{"type":"scripted","steps":[{"text":""},{"text":"more"}]}}`)
	answer := c.must("2", "session/respond", `{"session":"a","prompt":"x","stream":true}`)
	if text := at(answer, "text").String(); text != `""` || at(answer, "steps").Len() != 1 {
		t.Errorf("got %s", answer)
	}
	for _, m := range c.having(ofMethod("session/event")) {
		if m.text("params.event.type") == "text" {
			t.Errorf("nothing to show, but %s", m.line)
		}
	}
	if list := c.must("3", "session/list", ""); !strings.Contains(list.String(), `"entries":2`) {
		t.Errorf("the turn is not in the history: %s", list)
	}
}

// The player spoke again before the last reply was stored, so the character
// forgot what it had just said (HerikaServer PR 21). A turn sees the whole turn
// before it however quickly it was sent, and a change between the two applies
// exactly between them.
func TestO11APipelinedTurnsSeeEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run := func(pause time.Duration) []string {
			b := &bard{}
			slow := func(ctx context.Context, r *model.Request, yield func(model.Event, error) bool) {
				<-time.After(300 * time.Millisecond)
				b.step(ctx, r, yield)
			}
			c := newClient(t, withModel(bridge.Config{}, slow), nil)
			for i, request := range [][2]string{
				{"session/create", `{"session":"a","instructions":"You sing.","model":"func"}`},
				{"session/respond", `{"session":"a","prompt":"sing 1"}`},
				{"session/setInstructions", `{"session":"a","instructions":"You hum."}`},
				{"session/setContextNote", `{"session":"a","note":"It is night."}`},
				{"session/respond", `{"session":"a","prompt":"sing 2"}`},
				{"session/setInstructions", `{"session":"a","instructions":null}`},
				{"session/respond", `{"session":"a","prompt":"sing 3"}`},
				{"session/reset", `{"session":"a"}`},
				{"session/respond", `{"session":"a","prompt":"sing 4"}`},
			} {
				c.request(fmt.Sprint(i), request[0], request[1])
				<-time.After(pause)
			}
			c.response("8")
			return b.requests
		}
		quick, slow := run(0), run(time.Minute)
		if strings.Join(quick, "\n") != strings.Join(slow, "\n") {
			t.Errorf("sent at once the model was asked\n%s\nwith pauses\n%s", strings.Join(quick, "\n"), strings.Join(slow, "\n"))
		}
		for i, want := range []string{`"You sing."`, `"You hum.\n\nIt is night."`, `"It is night."`, `""`} {
			if !strings.HasPrefix(quick[i], want+" ") {
				t.Errorf("turn %d had the instructions %s, want %s", i+1, quick[i], want)
			}
		}
	})
}
