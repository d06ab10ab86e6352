package agent_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
)

// local is a tool with a Go function.
func local(name string, run func(ctx context.Context) (agent.Output, error)) agent.Tool {
	t := tool(name)
	t.Run = func(ctx context.Context, _ agent.Call) (agent.Output, error) { return run(ctx) }
	return t
}

func TestLocalTools(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		look := tool("look")
		look.Run = func(_ context.Context, c agent.Call) (agent.Output, error) {
			<-time.After(time.Second)
			return agent.NewOutput(c.Arguments.With("by", parse(t, `"`+c.Name+`"`)), false), nil
		}
		refuse := local("refuse", func(context.Context) (agent.Output, error) { return agent.ErrorOutput("No."), nil })
		m := newActor(does(model.ToolCall{Name: "look", Arguments: parse(t, `{"at":"gate"}`)}, model.ToolCall{Name: "refuse", Arguments: parse(t, `{}`)}))
		a := newAgent(t, m, nil, look, refuse)
		h := &host{}
		r := respond(t, a, agent.Turn{Prompt: "Look."}, h)
		diff(t, "log", lines(`
			step 0 allowed [look refuse]
			started local look
			started local refuse
			completed refuse: error "No."
			completed look: {"at":"gate","by":"look"}
			step 1 allowed [look refuse]
			text "The end." of "The end."
		`), h.log)
		if r.ToolCalls[0].Duration != 0 || r.ToolCalls[1].Duration != time.Second {
			t.Errorf("records %+v", r.ToolCalls)
		}
		diff(t, "what the model sees", []string{`output look: {"at":"gate","by":"look"}`, "output refuse: Error: No."}, texts(m.last(t).Entries)[3:])
	})
}

func TestLocalToolsTimeOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, run := range map[string]func(ctx context.Context) (agent.Output, error){
			"returns the error":  func(ctx context.Context) (agent.Output, error) { <-ctx.Done(); return agent.Output{}, ctx.Err() },
			"returns an output":  func(ctx context.Context) (agent.Output, error) { <-ctx.Done(); return output("late"), nil },
			"returns much later": func(ctx context.Context) (agent.Output, error) { <-time.After(time.Minute); return output("late"), nil },
		} {
			look := local("look", run)
			look.Timeout = 1500 * time.Millisecond
			m := newActor(calls("look"))
			r := respond(t, newAgent(t, m, nil, look), agent.Turn{}, nil)
			diff(t, name, `look: error "Tool 'look' timed out after 1s 500ms."`, describe(r.ToolCalls[0]))
			diff(t, name, "output look: Error: Tool 'look' timed out after 1s 500ms.", texts(m.last(t).Entries)[2])
		}
	})
}

// A local tool that fails aborts the turn: what the model should hear of is an
// output with IsError.
func TestLocalToolsThatFail(t *testing.T) {
	broken := errors.New("the castle is on fire")
	for name, run := range map[string]func(context.Context) (agent.Output, error){
		"error": func(context.Context) (agent.Output, error) { return output("ignored"), broken },
		"panic": func(context.Context) (agent.Output, error) { panic(broken.Error()) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newActor(says("One."), calls("jump", "look", "wait", "jump"), says("Two."))
				ended := false
				wait := local("wait", func(ctx context.Context) (agent.Output, error) {
					<-ctx.Done()
					<-time.After(time.Second)
					ended = true
					return agent.Output{}, ctx.Err()
				})
				a := newAgent(t, m, nil, tool("jump"), local("look", run), wait)
				respond(t, a, agent.Turn{Prompt: "one"}, nil)
				h := &host{}
				finish := start(t.Context(), a, agent.Turn{Prompt: "two"}, h)
				_, err := finish()
				wantCode(t, err, model.ToolFailed)
				if !strings.Contains(err.Error(), "look") || !strings.Contains(err.Error(), broken.Error()) {
					t.Errorf("error = %v", err)
				}
				if name == "error" && !errors.Is(err, broken) {
					t.Errorf("%v does not wrap the tool's error", err)
				}
				if !ended {
					t.Error("the turn did not wait for its goroutines")
				}
				for i, c := range h.calls {
					if len(c.reasons) != 1 {
						t.Errorf("call %d was cancelled %d times", i, len(c.reasons))
					}
				}
				if n := len(m.asked()); n != 2 || a.EntryCount() != 2 {
					t.Errorf("%d steps, %d entries", n, a.EntryCount())
				}
				respond(t, a, agent.Turn{Prompt: "three"}, nil)
				diff(t, "next request", []string{"> one", "< One.", "> three"}, texts(m.last(t).Entries))
			})
		})
	}
}

func TestLocalToolsEndWithTheTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := 0
		stubborn := local("wait", func(ctx context.Context) (agent.Output, error) {
			<-ctx.Done()
			<-time.After(time.Second)
			ended++
			return output("late"), nil
		})
		a := newAgent(t, newActor(calls("wait", "jump")), nil, stubborn, tool("jump"))
		ctx, cancel := context.WithCancel(t.Context())
		h := &host{}
		finish := start(ctx, a, agent.Turn{}, h)
		cancel()
		r, err := finish()
		wantCode(t, err, model.Cancelled)
		if ended != 1 || len(r.ToolCalls) != 0 || len(h.records) != 0 {
			t.Errorf("%d tools ended, %d records, %d events", ended, len(r.ToolCalls), len(h.records))
		}
		diff(t, "reasons", 1, len(h.calls[0].reasons))
	})
}

// A turn whose own deadline passes is cancelled; its tools did not time out,
// least of all after 0 s.
func TestDeadlineOfTheTurn(t *testing.T) {
	for range 50 { // which of several ends is seen first is a matter of luck
		synctest.Test(t, func(t *testing.T) {
			wait := local("wait", func(ctx context.Context) (agent.Output, error) { <-ctx.Done(); return agent.Output{}, ctx.Err() })
			long := wait
			long.Name, long.Timeout = "long", time.Hour
			a := newAgent(t, newActor(calls("wait", "long")), nil, wait, long)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			h := &host{}
			h.heard = func(e agent.Event) {
				if s, ok := e.(agent.ToolStartedEvent); ok && s.Call.Name == "long" {
					<-time.After(2 * time.Second)
				}
			}
			r, err := a.Respond(ctx, agent.Turn{}, h)
			wantCode(t, err, model.Cancelled)
			if len(r.ToolCalls) != 0 || len(h.records) != 0 {
				t.Fatalf("records %+v", r.ToolCalls)
			}
		})
	}
}

func TestLocalToolsRunSideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		nap := local("nap", func(context.Context) (agent.Output, error) { <-time.After(time.Second); return output("rested"), nil })
		a := newAgent(t, newActor(calls("nap", "nap", "nap")), nil, nap)
		began := time.Now()
		r := respond(t, a, agent.Turn{}, nil)
		if d := time.Since(began); d != time.Second || len(r.ToolCalls) != 3 {
			t.Errorf("%d naps in %v", len(r.ToolCalls), d)
		}
	})
}
