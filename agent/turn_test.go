package agent_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// times is a step that writes down when it was played.
func times(at *[]time.Duration, began time.Time, step play) play {
	return func(ctx context.Context, r *model.Request, yield func(model.Event, error) bool) {
		*at = append(*at, time.Since(began))
		step(ctx, r, yield)
	}
}

func TestRetries(t *testing.T) {
	in := func(d time.Duration) error {
		return &model.Error{Code: model.RateLimited, RetryAfter: time.Now().Add(d)}
	}
	lasting := failure(model.GenerationFailed)
	for _, c := range []struct {
		name     string
		attempts int
		failures func() []error
		want     []time.Duration // when the model was asked
		code     model.Code      // "" for success
	}{
		{"twice by default", 2, func() []error { return []error{lasting} }, []time.Duration{0, 300}, ""},
		{"waits double", 5, func() []error { return []error{lasting, lasting, lasting, lasting} }, []time.Duration{0, 300, 900, 2100, 4500}, ""},
		{"attempts used up", 2, func() []error { return []error{lasting, lasting} }, []time.Duration{0, 300}, model.GenerationFailed},
		{"one attempt", 1, func() []error { return []error{lasting} }, []time.Duration{0}, model.GenerationFailed},
		{"rate limit", 2, func() []error { return []error{failure(model.RateLimited)} }, []time.Duration{0, 300}, ""},
		{"short rate limit", 2, func() []error { return []error{in(4900 * time.Millisecond)} }, []time.Duration{0, 300}, ""},
		{"past rate limit", 2, func() []error { return []error{in(-time.Hour)} }, []time.Duration{0, 300}, ""},
		{"long rate limit", 2, func() []error { return []error{in(5 * time.Second)} }, []time.Duration{0}, model.RateLimited},
		{"guardrail", 5, func() []error { return []error{failure(model.GuardrailViolation)} }, []time.Duration{0}, model.GuardrailViolation},
		{"then guardrail", 5, func() []error { return []error{lasting, failure(model.GuardrailViolation)} }, []time.Duration{0, 300}, model.GuardrailViolation},
		{"no code", 2, func() []error { return []error{errors.New("broken pipe")} }, []time.Duration{0, 300}, ""},
		{"no code twice", 2, func() []error { return []error{errors.New("a"), errors.New("b")} }, []time.Duration{0, 300}, model.GenerationFailed},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				var at []time.Duration
				var steps []play
				for _, err := range c.failures() {
					steps = append(steps, times(&at, began, fails(err)))
				}
				steps = append(steps, times(&at, began, says("Hail.")))
				a := newAgent(t, newActor(steps...), func(f *agent.Config) { f.Options.MaxAttempts = c.attempts })
				r, err := a.Respond(t.Context(), agent.Turn{}, nil)
				if c.code == "" && err != nil {
					t.Fatal(err)
				} else if c.code != "" {
					wantCode(t, err, c.code)
				}
				for i := range at {
					at[i] /= time.Millisecond
				}
				diff(t, "times", c.want, at)
				for i, s := range r.Steps {
					if s.Index != 0 {
						t.Errorf("step %d has the index %d", i, s.Index)
					}
				}
				diff(t, "steps", len(at), len(r.Steps))
				diff(t, "entries", map[bool]int{true: 2}[err == nil], a.EntryCount())
			})
		})
	}
}

func TestNoRetryAfterATool(t *testing.T) {
	m := newActor(calls("look"), fails(failure(model.GenerationFailed)))
	a := newAgent(t, m, nil, tool("look"))
	r, err := a.Respond(t.Context(), agent.Turn{}, answering("ok"))
	wantCode(t, err, model.GenerationFailed)
	if len(m.asked()) != 2 || len(r.ToolCalls) != 1 || len(r.Steps) != 2 || a.EntryCount() != 0 {
		t.Errorf("%d steps, response %+v", len(m.asked()), r)
	}
}

// What a retry shows first takes the place of what the failed attempt showed.
func TestRetryAfterText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newActor(fails(failure(model.GenerationFailed), "Ha", "lt"), says("Hail", "."))
		h := &host{}
		r := respond(t, newAgent(t, m, nil), agent.Turn{Prompt: "Hello."}, h)
		diff(t, "log", lines(`
			step 0 disallowed []
			text "Ha" of "Ha"
			text "lt" of "Halt"
			step 0 disallowed []
			text "Hail" of "Hail" reset
			text "." of "Hail."
		`), h.log)
		diff(t, "text", "Hail.", r.Text)
		diff(t, "second attempt", []string{"> Hello."}, texts(m.last(t).Entries))
	})
}

func TestCancelWhileWaitingToRetry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newActor(fails(failure(model.GenerationFailed)))
		a := newAgent(t, m, nil)
		ctx, cancel := context.WithTimeout(t.Context(), 299*time.Millisecond)
		defer cancel()
		began := time.Now()
		_, err := a.Respond(ctx, agent.Turn{}, nil)
		wantCode(t, err, model.Cancelled)
		if d := time.Since(began); d != 299*time.Millisecond || len(m.asked()) != 1 {
			t.Errorf("%v, %d steps", d, len(m.asked()))
		}
	})
}

func TestCommit(t *testing.T) {
	refused := errors.New("too late")
	m := newActor(says("One."), calls("look"), says("Two."), says("Three."))
	a := newAgent(t, m, nil, tool("look"))
	committed := 0
	turn := agent.Turn{Prompt: "one", Commit: func() error { committed++; return nil }}
	respond(t, a, turn, nil)
	before := a.Transcript().String()

	h := answering("bricks")
	r, err := a.Respond(t.Context(), agent.Turn{Prompt: "two", Commit: func() error {
		committed++
		if n := a.EntryCount(); n != 6 {
			t.Errorf("%d entries at the commit, want 6", n)
		}
		return refused
	}}, h)
	if err != refused || r.Text != "Two." || len(r.ToolCalls) != 1 {
		t.Errorf("error %v, response %+v", err, r)
	}
	diff(t, "commits", 2, committed)
	diff(t, "transcript", before, a.Transcript().String())
	respond(t, a, agent.Turn{Prompt: "three"}, nil)
	diff(t, "next request", []string{"> one", "< One.", "> three"}, texts(m.last(t).Entries))

	// A turn that failed has nothing to commit.
	m = newActor(fails(failure(model.Refusal)))
	_, err = newAgent(t, m, nil).Respond(t.Context(), agent.Turn{Commit: func() error { committed++; return nil }}, nil)
	wantCode(t, err, model.Refusal)
	diff(t, "commits", 2, committed)
}

// Bug report O9: whatever ends a turn, the next request is to the byte that of
// a session which never had the turn.
func TestFailedTurnsLeaveNoTrace(t *testing.T) {
	answer := []play{calls("look", agent.RespondDirectly), says("Who ", "goes ", "there?")}
	explicit := agent.Overrides{ToolChoice: &agent.ToolChoice{Kind: agent.ChoiceExplicit}}
	schema := parseSchema(t, `{"type":"object","properties":{"a":{"type":"string"}}}`)
	ends := map[string]func(t *testing.T, a *agent.Agent, m *actor){
		"refused commit": func(t *testing.T, a *agent.Agent, m *actor) {
			m.steps = answer
			_, err := a.Respond(t.Context(), agent.Turn{Prompt: "bad", Overrides: explicit, Commit: func() error { return errors.New("no") }}, answering("ok"))
			if err == nil {
				t.Error("the commit was ignored")
			}
		},
		"failure after a tool": func(t *testing.T, a *agent.Agent, m *actor) {
			m.steps = []play{answer[0], fails(failure(model.GuardrailViolation), "Some ", "words")}
			_, err := a.Respond(t.Context(), agent.Turn{Prompt: "bad", Overrides: explicit}, answering("ok"))
			wantCode(t, err, model.GuardrailViolation)
		},
		"two failed attempts": func(t *testing.T, a *agent.Agent, m *actor) {
			m.steps = []play{fails(failure(model.GenerationFailed)), says("no JSON")}
			_, err := a.Respond(t.Context(), agent.Turn{Prompt: "bad", Schema: schema}, nil)
			wantCode(t, err, model.GenerationFailed)
		},
		"unknown tool choice": func(t *testing.T, a *agent.Agent, m *actor) {
			_, err := a.Respond(t.Context(), agent.Turn{Prompt: "bad", Overrides: agent.Overrides{ToolChoice: &agent.ToolChoice{Kind: agent.ChoiceTool, Tool: "fly"}}}, nil)
			wantCode(t, err, model.InvalidRequest)
			if !errors.Is(err, agent.ErrUnknownTool) {
				t.Errorf("error = %v", err)
			}
		},
		"unavailable model": func(t *testing.T, a *agent.Agent, m *actor) {
			m.about.Available = false
			_, err := a.Respond(t.Context(), agent.Turn{Prompt: "bad"}, nil)
			wantCode(t, err, model.Unavailable)
			m.about.Available = true
		},
	}
	for n := 1; n <= 7; n++ { // the turn below has seven events
		ends[fmt.Sprintf("cancel at event %d", n)] = func(t *testing.T, a *agent.Agent, m *actor) {
			m.steps = answer
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			h, events := answering("ok"), 0
			h.heard = func(agent.Event) {
				if events++; events == n {
					cancel()
				}
			}
			_, err := a.Respond(ctx, agent.Turn{Prompt: "bad", Overrides: explicit}, h)
			wantCode(t, err, model.Cancelled)
		}
	}
	begin := func(t *testing.T) (*agent.Agent, *actor) {
		m := newActor(calls("look"), says("One."))
		a := newAgent(t, m, func(c *agent.Config) { c.Instructions = "Be brief." }, tool("look"))
		respond(t, a, agent.Turn{Prompt: "one"}, answering("bricks"))
		return a, m
	}
	never, m := begin(t)
	respond(t, never, agent.Turn{Prompt: "two"}, nil)
	want := m.last(t)
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a, m := begin(t)
				before, count := a.Transcript().String(), a.EntryCount()
				end(t, a, m)
				diff(t, "transcript", before, a.Transcript().String())
				diff(t, "entries", count, a.EntryCount())
				m.steps = nil
				respond(t, a, agent.Turn{Prompt: "two"}, nil)
				got := m.last(t)
				diff(t, "next request", texts(want.Entries), texts(got.Entries))
				diff(t, "instructions", want.Instructions, got.Instructions)
				diff(t, "callable", want.Callable, got.Callable)
			})
		})
	}
}

func TestUsageAddsUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newActor(
			does(model.Usage{Input: 1, Output: 2}), // an empty answer
			does(model.ToolCall{Name: "look", Arguments: ojson.Object()}, model.Usage{Input: 10, CachedInput: 5, Output: 20}),
			does(model.Text{Delta: "x"}, model.Usage{Input: 100, CachedInput: 50, Output: 200}, model.Usage{Output: 1000}),
		)
		a := newAgent(t, m, nil, tool("look"))
		diff(t, "first", model.Usage{Input: 1, Output: 2}, respond(t, a, agent.Turn{}, nil).Usage)
		diff(t, "second", model.Usage{Input: 110, CachedInput: 55, Output: 1220}, respond(t, a, agent.Turn{}, answering("ok")).Usage)
	})
}

// Whoever catches the panic of a model can go on with the agent.
func TestPanicInAModel(t *testing.T) {
	m := newActor(says("One."), func(context.Context, *model.Request, func(model.Event, error) bool) { panic("the model") })
	a := newAgent(t, m, nil)
	respond(t, a, agent.Turn{Prompt: "one"}, nil)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_, _ = a.Respond(t.Context(), agent.Turn{Prompt: "two"}, nil)
	}()
	respond(t, a, agent.Turn{Prompt: "three"}, nil)
	diff(t, "request", []string{"> one", "< One.", "> three"}, texts(m.last(t).Entries))
}
