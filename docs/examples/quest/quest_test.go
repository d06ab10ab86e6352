package quest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/open-actor-models/oam"
	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/docs/examples/quest"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// host is a Go program with the extension in its engine. It answers tool calls
// from inside the delivery function, and keeps what else is delivered.
type host struct {
	*bridge.Engine
	t *testing.T

	mu sync.Mutex
	// seen has the method of each message, and the type of each event.
	seen []string
	// answer is the result of a tool/call; "" lets it wait.
	answer string
	// called is closed when the first tool/call has come.
	called chan struct{}
	once   sync.Once
}

func newHost(t *testing.T, answer string) *host {
	h := &host{t: t, answer: answer, called: make(chan struct{})}
	config := oam.DefaultConfig()
	config.Extensions = append(config.Extensions, &quest.Methods{})
	h.Engine = bridge.New(config, h.deliver)
	t.Cleanup(h.Close)
	return h
}

func (h *host) deliver(lines []byte) error {
	for line := range bytes.Lines(lines) {
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct {
				Quest string
				Event struct{ Type string }
			}
		}
		if err := json.Unmarshal(line, &m); err != nil {
			return err
		}
		h.mu.Lock()
		h.seen = append(h.seen, strings.Trim(m.Method+" "+m.Params.Event.Type, " "))
		h.mu.Unlock()
		if m.Params.Quest != "ring" {
			h.t.Errorf("this does not say whose it is: %s", line)
		}
		if m.Method == "tool/call" {
			h.once.Do(func() { close(h.called) })
			if h.answer != "" {
				h.Receive(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"output":%s}}`, m.ID, h.answer))
			}
		}
	}
	return nil
}

// ask calls a method and returns the JSON text of its result.
func (h *host) ask(method, params string) (string, error) {
	h.t.Helper()
	v, err := ojson.Parse([]byte(params))
	if err != nil {
		h.t.Fatal(err)
	}
	result, err := h.Call(h.t.Context(), method, v)
	return result.String(), err
}

func (h *host) create() {
	h.t.Helper()
	got, err := h.ask("quest/create", `{
		"quest": "ring",
		"tools": [{"name": "look_around", "description": "Returns what is near."}],
		"model": {"type": "scripted", "steps": [
			{"toolCalls": [{"name": "look_around"}]},
			{"template": "You see {toolOutput}."}
		]}
	}`)
	if want := `{"quest":"ring","warnings":[]}`; err != nil || got != want {
		h.t.Fatalf("quest/create gives %s, %v; want %s", got, err, want)
	}
}

func TestNarrate(t *testing.T) {
	h := newHost(t, `"a ring in the mud"`)
	h.create()
	got, err := h.ask("quest/narrate", `{"quest": "ring", "text": "I look down.", "stream": true}`)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"quest":"ring","text":"You see a ring in the mud.",`; !strings.HasPrefix(got, want) {
		t.Errorf("the result is %s; want %s…", got, want)
	}
	if err := h.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	want := []string{
		"quest/event modelStep", "quest/event toolCallStarted", "tool/call", "quest/event toolCallCompleted",
		"quest/event modelStep", "quest/event text",
	}
	if got := slices.Compact(h.seen); !slices.Equal(got, want) {
		t.Errorf("the client gets %q; want %q", got, want)
	}
}

func TestErrors(t *testing.T) {
	h := newHost(t, "")
	h.create()
	for _, c := range []struct {
		method, params string
		code           int
		name           string
	}{
		{"quest/narrate", `{"quest": "sword", "text": ""}`, quest.CodeNotFound, "quest_not_found"},
		{"quest/create", `{"quest": "ring"}`, quest.CodeExists, "quest_exists"},
		{"quest/narrate", `{"quest": "ring"}`, jsonrpc.CodeInvalidParams, "invalid_params"},
		{"quest/create", `{}`, jsonrpc.CodeInvalidParams, "invalid_params"},
		{"quest/create", `{"quest": "a", "tools": {}}`, jsonrpc.CodeInvalidParams, "invalid_params"},
		{"quest/create", `{"quest": "a", "model": "oracle"}`, jsonrpc.CodeInvalidParams, "invalid_params"},
	} {
		_, err := h.ask(c.method, c.params)
		var failed *jsonrpc.Error
		if !errors.As(err, &failed) || failed.Code != c.code || failed.Name != c.name {
			t.Errorf("%s %s fails with %v; want %d %s", c.method, c.params, err, c.code, c.name)
		}
	}
}

func TestInitialize(t *testing.T) {
	got, err := newHost(t, "").ask("initialize", `{}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"quest/create","quest/narrate"`, `"notifications":["session/event","tool/cancel","npc/event","world/changed","quest/event"]`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in %s", want, got)
		}
	}
}

// TestShutdown ends a narration that waits for the game.
func TestShutdown(t *testing.T) {
	h := newHost(t, "")
	h.create()
	narration := make(chan error)
	go func() {
		_, err := h.ask("quest/narrate", `{"quest": "ring", "text": "I look down."}`)
		narration <- err
	}()
	<-h.called
	if got, err := h.ask("shutdown", `{}`); err != nil || got != `{}` {
		t.Errorf("shutdown gives %s, %v", got, err)
	}
	var failed *jsonrpc.Error
	if err := <-narration; !errors.As(err, &failed) || failed.Code != bridge.CodeCancelled {
		t.Errorf("the narration ends with %v", err)
	}
	if _, err := h.ask("quest/narrate", `{"quest": "ring", "text": ""}`); !errors.As(err, &failed) || failed.Code != bridge.CodeShutDown {
		t.Errorf("a later narration ends with %v", err)
	}
}
