package game_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/model/scripted"
	"github.com/open-actor-models/oam/ojson"
)

// actor plays a script and remembers what it was asked.
type actor struct {
	*scripted.Model

	mu       sync.Mutex
	requests []model.Request
}

// play returns an actor for the steps of a script, written as JSON.
func play(t testing.TB, steps ...string) *actor {
	t.Helper()
	return playIn(t, 0, steps...)
}

// playIn is play with a context of a size in tokens, 0 for none.
func playIn(t testing.TB, size int, steps ...string) *actor {
	t.Helper()
	text := `{"type":"scripted","steps":[` + strings.Join(steps, ",") + `]`
	if size > 0 {
		text += fmt.Sprintf(`,"contextSize":%d`, size)
	}
	script, err := scripted.Parse(ojson.MustParse(text+`}`), "model")
	if err != nil {
		t.Fatal(err)
	}
	return &actor{Model: script.NewModel("scripted")}
}

func (a *actor) Step(ctx context.Context, r *model.Request) iter.Seq2[model.Event, error] {
	a.mu.Lock()
	asked := *r
	asked.Entries = slices.Clone(r.Entries)
	a.requests = append(a.requests, asked)
	a.mu.Unlock()
	return a.Model.Step(ctx, r)
}

// asked is request i.
func (a *actor) asked(t testing.TB, i int) model.Request {
	t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	if i >= len(a.requests) {
		t.Fatalf("there were %d requests, want more than %d", len(a.requests), i)
	}
	return a.requests[i]
}

func (a *actor) steps() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.requests)
}

// prompts are the prompts of a request, oldest first.
func prompts(r model.Request) []string {
	var all []string
	for _, e := range r.Entries {
		if e.Kind == model.PromptEntry {
			all = append(all, e.Text)
		}
	}
	return all
}

// with changes a configuration.
type with func(c *game.Config)

func options(change func(o *game.Options)) with {
	return func(c *game.Config) { change(&c.Options) }
}

func plainText(o *game.Options) { o.ReplyFormat = game.TextReply }

// configure returns Gorm's configuration.
func configure(m model.Model, changes ...with) game.Config {
	c := game.Config{
		ID: "gorm", Model: m, Options: game.DefaultOptions(),
		Persona: game.Persona{Name: "Gorm", Role: "the village blacksmith"},
	}
	for _, change := range changes {
		change(&c)
	}
	return c
}

// gorm makes an NPC that ends with the test.
func gorm(t testing.TB, m model.Model, changes ...with) *game.NPC {
	t.Helper()
	return make1(t, configure(m, changes...))
}

func make1(t testing.TB, c game.Config) *game.NPC {
	t.Helper()
	n, err := game.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	return n
}

// talk runs a turn that must succeed.
func talk(t testing.TB, n *game.NPC, line string) *game.Reply {
	t.Helper()
	reply, err := n.Talk(t.Context(), game.Talk{Line: line}, nil)
	if err != nil {
		t.Fatalf("talk %q: %v", line, err)
	}
	return reply
}

// clientTool is a tool of the client.
func clientTool(name string) game.Tool {
	return game.Tool{Tool: agent.Tool{Name: name, Description: "A tool."}}
}

func tools(names ...string) with {
	return func(c *game.Config) {
		for _, name := range names {
			c.Tools = append(c.Tools, clientTool(name))
		}
	}
}

// listener is a host that writes down what it is told and answers tools.
type listener struct {
	mu     sync.Mutex
	events []string
	// line is what the display shows.
	line   string
	answer func(c agent.Call) agent.Output
	// heard, if set, is called for each event.
	heard func(game.Event)
}

func (l *listener) Event(event game.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch e := event.(type) {
	case game.EmotionEvent:
		l.events = append(l.events, "emotion "+string(e.Emotion))
	case game.LineDeltaEvent:
		l.line += e.Delta
		l.events = append(l.events, "delta "+e.Delta)
	case game.LineResetEvent:
		l.line = e.Line
		l.events = append(l.events, "reset "+e.Line)
	case game.ToolStartedEvent:
		l.events = append(l.events, fmt.Sprintf("started %s client=%v", e.Call.Name, e.Client))
	case game.ToolCompletedEvent:
		l.events = append(l.events, fmt.Sprintf("completed %s %s", e.Record.Call.Name, e.Record.Output.Value))
	}
	if l.heard != nil {
		l.heard(event)
	}
}

func (l *listener) CallTool(c agent.Call, reply func(agent.Output)) func(string) {
	if l.answer != nil {
		reply(l.answer(c))
	}
	return func(string) {}
}

// answering gives the same output to each call.
func answering(output string) *listener {
	return &listener{answer: func(agent.Call) agent.Output { return agent.NewOutput(ojson.MustParse(output), false) }}
}

func diff[T any](t testing.TB, what string, want, got T) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func wantCode(t testing.TB, err error, code model.Code) {
	t.Helper()
	var failed *model.Error
	if !errors.As(err, &failed) || failed.Code != code {
		t.Errorf("error = %v, want %s", err, code)
	}
}

// refused checks the place of what was given wrong.
func refused(t testing.TB, err error, path string) {
	t.Helper()
	var bad *game.Error
	if !errors.As(err, &bad) {
		t.Errorf("error = %v, want one about %s", err, path)
		return
	}
	if bad.Code != game.InvalidParams || bad.Path != path || !strings.Contains(bad.Message, "'"+path+"'") {
		t.Errorf("error = %s at %s: %s, want one about %s", bad.Code, bad.Path, bad.Message, path)
	}
}

// js is a JSON value.
func js(text string) ojson.Value { return ojson.MustParse(text) }

// reply is a step with a structured reply.
func said(line string) string {
	return ojson.Object(ojson.Field("json", ojson.Object(
		ojson.Field("emotion", ojson.String("happy")), ojson.Field("line", ojson.String(line)),
		ojson.Field("player_options", ojson.Strings([]string{"Yes", "No", "Why"})), ojson.Field("ends_conversation", ojson.Bool(false)),
	))).String()
}

const (
	guardrail = `{"error":"guardrail_violation"}`
	refusal   = `{"error":"refusal"}`
)

// step is a step of a script with one string member.
func step(kind, text string) string {
	return ojson.Object(ojson.Field(kind, ojson.String(text))).String()
}

func timeout(t testing.TB, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(t.Context(), d)
}
