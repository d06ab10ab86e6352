package agent_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
)

// prompts are the latest prompts of all requests.
func prompts(a *actor) []string {
	var all []string
	for _, r := range a.asked() {
		all = append(all, r.Entries[len(r.Entries)-1].Text)
	}
	return all
}

func TestTurnsRunInTheOrderOfStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newActor()
		a := newAgent(t, m, nil)
		names := []string{"one", "two", "three", "four"}
		runs := make([]*agent.Run, len(names))
		for i, name := range names {
			runs[i] = a.Start(agent.Turn{Prompt: name})
		}
		var all sync.WaitGroup
		for i := len(runs) - 1; i >= 0; i-- {
			all.Go(func() {
				if _, err := runs[i].Wait(t.Context(), nil); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
			if i > 0 && len(m.asked()) > 0 {
				t.Fatalf("turn %d ran before those in front of it", i)
			}
		}
		all.Wait()
		diff(t, "prompts", names, prompts(m))
	})
}

func TestAbandonedTurnsLetOthersRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newActor()
		a := newAgent(t, m, nil)
		one, two := a.Start(agent.Turn{Prompt: "one"}), a.Start(agent.Turn{Prompt: "two"})
		three, four := a.Start(agent.Turn{Prompt: "three"}), a.Start(agent.Turn{Prompt: "four"})
		var all sync.WaitGroup
		for _, r := range []*agent.Run{two, four} {
			all.Go(func() {
				if _, err := r.Wait(t.Context(), nil); err != nil {
					t.Error(err)
				}
			})
		}
		three.Abandon() // in the middle
		three.Abandon() // has no effect
		synctest.Wait()
		diff(t, "prompts", nil, prompts(m))
		one.Abandon() // at the front
		one.Abandon()
		all.Wait()
		diff(t, "prompts", []string{"two", "four"}, prompts(m))
		respond(t, a, agent.Turn{Prompt: "five"}, nil)
	})
}

func TestCancelledWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newActor()
		a := newAgent(t, m, nil)
		one, two, three := a.Start(agent.Turn{Prompt: "one"}), a.Start(agent.Turn{Prompt: "two"}), a.Start(agent.Turn{Prompt: "three"})
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() {
			r, err := two.Wait(ctx, nil)
			wantCode(t, err, model.Cancelled)
			if r == nil || !errors.Is(err, context.Canceled) {
				t.Errorf("response %v, error %v", r, err)
			}
		})
		all.Go(func() {
			if _, err := three.Wait(t.Context(), nil); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		cancel()
		synctest.Wait()
		if _, err := one.Wait(t.Context(), nil); err != nil {
			t.Error(err)
		}
		all.Wait()
		diff(t, "prompts", []string{"one", "three"}, prompts(m))
	})
}

func TestContextThatHasEnded(t *testing.T) {
	m := newActor()
	a := newAgent(t, m, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	h := &host{}
	r, err := a.Respond(ctx, agent.Turn{Prompt: "one"}, h)
	wantCode(t, err, model.Cancelled)
	if r == nil || len(h.log) > 0 || len(m.asked()) > 0 {
		t.Errorf("response %v, log %v, %d steps", r, h.log, len(m.asked()))
	}
	wantCode(t, func() error { _, _, err := a.Compact(ctx, agent.Compaction{}); return err }(), model.Cancelled)
	if err := a.Reset(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("reset: %v", err)
	}
	// All of them have given up their places.
	respond(t, a, agent.Turn{Prompt: "two"}, nil)
}

// Reset and Compact take their place in the order like turns.
func TestResetAndCompactWaitForTheirTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newActor(says("One."), says("They met."), says("Two."))
		a := newAgent(t, m, nil)
		one := a.Start(agent.Turn{Prompt: "one"})
		var all sync.WaitGroup
		all.Go(func() {
			summary, ok, err := a.Compact(t.Context(), agent.Compaction{})
			if summary != "They met." || !ok || err != nil {
				t.Errorf("compact: %q, %v, %v", summary, ok, err)
			}
		})
		synctest.Wait()
		two := a.Start(agent.Turn{Prompt: "two"})
		all.Go(func() {
			if _, err := two.Wait(t.Context(), nil); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		all.Go(func() {
			if err := a.Reset(t.Context()); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		if _, err := one.Wait(t.Context(), nil); err != nil {
			t.Error(err)
		}
		all.Wait()
		if n, note := a.EntryCount(), a.Note(); n != 0 || note != "" {
			t.Errorf("after reset: %d entries, note %q", n, note)
		}
		diff(t, "second turn", []string{"> two"}, texts(m.last(t).Entries))
		if got := m.last(t).Instructions; got != "They met." {
			t.Errorf("instructions = %q", got)
		}
	})
}

// The calls below race with a turn on purpose; the race detector listens.
func TestReadingWhileATurnRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pieces := make([]string, 50)
		for i := range pieces {
			pieces[i] = "ho "
		}
		m := newActor(says("One."), calls("look", "respond_directly"), says(pieces...), fails(failure(model.Refusal)))
		a := newAgent(t, m, nil, tool("look"))
		done := make(chan struct{})
		var readers sync.WaitGroup
		for range 3 {
			readers.Go(func() {
				for {
					select {
					case <-done:
						return
					case <-time.After(time.Microsecond):
					}
					if a.Transcript().IsNull() || a.EntryCount() > 7 {
						t.Errorf("%d entries", a.EntryCount())
					}
					a.SetInstructions("Be brief.")
					a.SetContextNote("It is night.")
					_, _ = a.Tools(), a.Note()
				}
			})
		}
		h := answering("bricks")
		h.heard = func(agent.Event) { <-time.After(10 * time.Microsecond) }
		respond(t, a, agent.Turn{Prompt: "one"}, h)
		respond(t, a, agent.Turn{Prompt: "two", Overrides: agent.Overrides{ToolChoice: &agent.ToolChoice{Kind: agent.ChoiceExplicit}}}, h)
		_, err := a.Respond(t.Context(), agent.Turn{Prompt: "three"}, h)
		wantCode(t, err, model.Refusal)
		close(done)
		readers.Wait()
		if n := a.EntryCount(); n != 6 {
			t.Errorf("%d entries, want 6", n)
		}
	})
}
