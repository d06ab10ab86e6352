package agent_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// talked returns an agent with three turns, the second with a tool, and its
// model with the given steps to come.
func talked(t *testing.T, steps ...play) (*agent.Agent, *actor) {
	t.Helper()
	look := does(model.ToolCall{Name: "look", Arguments: ojson.Object(ojson.Field("at", ojson.String("gate")))})
	m := newActor(says("One."), look, says("Two."), says("Three."))
	a := newAgent(t, m, func(c *agent.Config) {
		c.Instructions, c.Options.Model.MaxTokens, c.Options.ToolChoice.Kind = "Be brief.", 7, agent.ChoiceRequired
	}, tool("look"))
	a.SetContextNote("It is night.")
	for _, prompt := range []string{"one", "two", "three"} {
		respond(t, a, agent.Turn{Prompt: prompt}, answering("closed"))
	}
	m.steps = steps
	return a, m
}

func TestCompact(t *testing.T) {
	for keep, want := range map[int]struct {
		entries int
		left    []string
		prompt  string
	}{
		0: {0, []string{"> four"}, "User: one\nAssistant: One.\nUser: two\n[Assistant called look {\"at\":\"gate\"}]\n[look returned: closed]\nAssistant: Two.\nUser: three\nAssistant: Three."},
		1: {2, []string{"> three", "< Three.", "> four"}, "User: one\nAssistant: One.\nUser: two\n[Assistant called look {\"at\":\"gate\"}]\n[look returned: closed]\nAssistant: Two."},
		2: {6, []string{"> two", `call look{"at":"gate"}`, "output look: closed", "< Two.", "> three", "< Three.", "> four"}, "User: one\nAssistant: One."},
	} {
		a, m := talked(t, says(" They ", "met.\n"))
		committed := 0
		summary, ok, err := a.Compact(t.Context(), agent.Compaction{KeepRecentTurns: keep, Commit: func() error { committed++; return nil }})
		if summary != "They met." || !ok || err != nil || committed != 1 {
			t.Fatalf("keep %d: %q, %v, %v, %d commits", keep, summary, ok, err, committed)
		}
		r := m.last(t)
		diff(t, "prompt", []string{"> Notes so far:\nIt is night.\n\nConversation:\n" + want.prompt}, texts(r.Entries))
		if len(r.Tools) != 0 || len(r.Callable) != 0 || r.Mode != model.Disallowed || r.Schema != nil || r.Options.MaxTokens != 7 || r.Instructions == "" {
			t.Errorf("request %+v", r)
		}
		diff(t, "entries", want.entries, a.EntryCount())
		diff(t, "note", "They met.", a.Note())
		respond(t, a, agent.Turn{Prompt: "four"}, nil)
		diff(t, "next request", want.left, texts(m.last(t).Entries))
		diff(t, "instructions", "Be brief.\n\nThey met.", m.last(t).Instructions)
	}
}

func TestNothingToCompact(t *testing.T) {
	a, m := talked(t, says("Never."))
	before, steps := a.Transcript().String(), len(m.asked())
	for _, keep := range []int{3, 4, 1 << 40} {
		summary, ok, err := a.Compact(t.Context(), agent.Compaction{KeepRecentTurns: keep, Commit: func() error { return errors.New("there is nothing to commit") }})
		if summary != "" || ok || err != nil {
			t.Errorf("keep %d: %q, %v, %v", keep, summary, ok, err)
		}
	}
	if len(m.asked()) != steps {
		t.Error("the model was asked")
	}
	diff(t, "transcript", before, a.Transcript().String())
	// The model is not even needed.
	m.about.Available = false
	if _, ok, err := a.Compact(t.Context(), agent.Compaction{KeepRecentTurns: 3}); ok || err != nil {
		t.Errorf("%v, %v", ok, err)
	}
}

// Whatever ends a compaction, it has changed nothing.
func TestFailedCompactions(t *testing.T) {
	refused := errors.New("too late")
	for name, c := range map[string]struct {
		step   play
		commit func() error
		code   model.Code
	}{
		"refused commit": {says("They met."), func() error { return refused }, ""},
		"empty summary":  {says(" \n", "\t"), nil, model.GenerationFailed},
		"no text":        {does(), nil, model.GenerationFailed},
		"tool calls":     {calls("look"), nil, model.GenerationFailed},
		"failure":        {fails(failure(model.RateLimited), "They "), nil, model.RateLimited},
		"no code":        {fails(errors.New("broken pipe")), nil, model.GenerationFailed},
	} {
		t.Run(name, func(t *testing.T) {
			a, m := talked(t, c.step)
			before, steps := a.Transcript().String(), len(m.asked())
			summary, ok, err := a.Compact(t.Context(), agent.Compaction{KeepRecentTurns: 1, Commit: c.commit})
			if summary != "" || ok || err == nil {
				t.Errorf("%q, %v, %v", summary, ok, err)
			}
			if c.code == "" && err != refused {
				t.Errorf("error = %v", err)
			} else if c.code != "" {
				wantCode(t, err, c.code)
			}
			diff(t, "steps", steps+1, len(m.asked())) // it is not tried again
			diff(t, "transcript", before, a.Transcript().String())
			diff(t, "note", "It is night.", a.Note())
		})
	}
	a, m := talked(t)
	m.about.Available = false
	_, _, err := a.Compact(t.Context(), agent.Compaction{})
	wantCode(t, err, model.Unavailable)
}

func TestCancelledCompaction(t *testing.T) {
	for name, step := range map[string]play{
		"waiting": blocks(),
		"stops in silence": func(ctx context.Context, _ *model.Request, yield func(model.Event, error) bool) {
			yield(model.Text{Delta: "They met."}, nil)
			<-ctx.Done()
		},
		"goes on": func(ctx context.Context, _ *model.Request, yield func(model.Event, error) bool) {
			<-ctx.Done()
			for yield(model.Text{Delta: "They met."}, nil) {
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a, _ := talked(t, step)
				before := a.Transcript().String()
				ctx, cancel := context.WithCancel(t.Context())
				failed := make(chan error, 1)
				go func() {
					_, _, err := a.Compact(ctx, agent.Compaction{Commit: func() error { t.Error("it commits"); return nil }})
					failed <- err
				}()
				synctest.Wait()
				cancel()
				wantCode(t, <-failed, model.Cancelled)
				diff(t, "transcript", before, a.Transcript().String())
				diff(t, "note", "It is night.", a.Note())
			})
		})
	}
}

func TestSummaryInstructionsAndLabels(t *testing.T) {
	a, m := talked(t, does(model.Text{Delta: "Thy met."}, model.Text{Delta: "They met.", Reset: true}))
	summary, _, err := a.Compact(t.Context(), agent.Compaction{
		KeepRecentTurns: 2, Instructions: "Write a haiku.", User: "Player", Assistant: "Gorm",
	})
	if summary != "They met." || err != nil {
		t.Errorf("%q, %v", summary, err)
	}
	diff(t, "instructions", "Write a haiku.", m.last(t).Instructions)
	diff(t, "prompt", []string{"> Notes so far:\nIt is night.\n\nConversation:\nPlayer: one\nGorm: One."}, texts(m.last(t).Entries))
}

// A conversation that was trimmed may be larger than the context: of it the
// summary gets the end that fits, and the note, which has the gist of the rest.
func TestCompactingALongConversation(t *testing.T) {
	m := limited(1000)
	a := newAgent(t, m, func(c *agent.Config) { c.Options.ReservedResponseTokens = 100 })
	a.SetContextNote("It is night.")
	for i := range 10 {
		m.steps = []play{says(strings.Repeat(string(rune('a'+i)), 600))}
		respond(t, a, agent.Turn{Prompt: "Go on."}, nil)
	}
	m.steps = []play{says("They talked.")}
	if _, ok, err := a.Compact(t.Context(), agent.Compaction{}); !ok || err != nil {
		t.Fatal(ok, err)
	}
	r := m.last(t)
	text := r.Entries[0].Text
	if n := characters(&r); n > 2700 || n < 1500 {
		t.Errorf("the request has %d characters", n)
	}
	if !strings.HasPrefix(text, "Notes so far:\nIt is night.\n") || !strings.HasSuffix(text, strings.Repeat("j", 600)) || strings.Contains(text, "aaa") {
		t.Errorf("the prompt is %q", text)
	}
	diff(t, "hidden afterwards", 0, respond(t, a, agent.Turn{Prompt: "And?"}, nil).Steps[0].TrimmedEntries)
}

// Turns that stay hidden after a compaction that kept many stay hidden, no more
// and no fewer.
func TestCompactionMovesTheCut(t *testing.T) {
	m := limited(1000)
	a := newAgent(t, m, func(c *agent.Config) { c.Options.ReservedResponseTokens = 0 })
	for range 12 {
		m.steps = []play{says(repeated(300))}
		respond(t, a, agent.Turn{Prompt: repeated(90)}, nil)
	}
	m.steps = nil
	hidden := respond(t, a, agent.Turn{}, nil).Steps[0].TrimmedEntries
	if hidden < 8 {
		t.Fatalf("%d entries are hidden", hidden)
	}
	seen := texts(m.last(t).Entries)
	m.steps = []play{says("Gist.")}
	if _, _, err := a.Compact(t.Context(), agent.Compaction{KeepRecentTurns: 11}); err != nil { // folds two turns of 13
		t.Fatal(err)
	}
	diff(t, "hidden", hidden-4, respond(t, a, agent.Turn{}, nil).Steps[0].TrimmedEntries)
	diff(t, "what is seen", seen, texts(m.last(t).Entries)[:len(seen)])
}
