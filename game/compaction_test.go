package game_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/model"
)

func compactAfter(turns, keep int) with {
	return options(func(o *game.Options) { o.CompactAfterTurns, o.KeepRecentTurns = turns, keep })
}

func settled(t *testing.T, n *game.NPC) string {
	t.Helper()
	state, err := n.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return state.String()
}

func TestCompaction(t *testing.T) { // items 226, 243, 244
	synctest.Test(t, func(t *testing.T) {
		summary := `{"delayMs":1000,"text":" They met. "}`
		a := play(t, said("One."), said("Two."), said("Three."), summary, said("Four."))
		n := gorm(t, a, compactAfter(3, 1), func(c *game.Config) {
			c.Memory.Summary = "Long ago."
			c.World, c.Options.WorldContextPaths = board(`{"gold":60}`), []string{"gold"}
		})
		for i, line := range []string{"1", "2", "3"} {
			if _, err := n.Talk(t.Context(), game.Talk{Line: line, Context: js(`"It rains."`)}, nil); err != nil {
				t.Fatal(err)
			}
			diff(t, "turns", i+1, n.TurnCount())
		}
		begun := time.Now()
		// At once, while the summary is written; then after it.
		if strings.Contains(n.Snapshot().String(), "They met.") {
			t.Error("the summary is there before it was written")
		}
		state := settled(t, n)
		diff(t, "waited", time.Second, time.Since(begun))
		if !strings.Contains(state, `"summary":"They met."`) {
			t.Errorf("no summary in %s", state)
		}
		diff(t, "turns", 1, n.TurnCount())
		p := prompts(a.asked(t, 3))[0]
		inOrder(t, p, "Long ago.", "Player: 1 (It rains.)", "Gorm: One.", "Player: 2", "Gorm: Two.")
		for _, absent := range []string{"Three.", "gold", "emotion", "Player: Player:"} {
			if strings.Contains(p, absent) {
				t.Errorf("%q is in the prompt for the summary:\n%s", absent, p)
			}
		}
		talk(t, n, "4")
		r := a.asked(t, 4)
		inOrder(t, r.Instructions, "Earlier conversation: They met.")
		diff(t, "prompts", 2, len(prompts(r)))
	})
}

// What a second try added to a prompt was not said by the player.
func TestSummaryOfASecondTry(t *testing.T) {
	a := play(t, `{"toolCalls":[{"name":"look"}]}`, guardrail, step("text", "[sad] No."), said("Two."), `{"text":"Summary."}`)
	n := gorm(t, a, tools("look"), compactAfter(2, 1))
	for _, line := range []string{"1", "2"} {
		if _, err := n.Talk(t.Context(), game.Talk{Line: line}, answering(`"secret fact"`)); err != nil {
			t.Fatal(err)
		}
	}
	settled(t, n)
	p := prompts(a.asked(t, 4))[0]
	inOrder(t, p, "Player: 1\n", "Gorm: No.")
	if strings.Contains(p, "Facts you just") || strings.Contains(p, "square brackets") || strings.Contains(p, "[sad]") {
		t.Errorf("the prompt for the summary:\n%s", p)
	}
}

func TestWhenCompactionBegins(t *testing.T) { // item 243
	for _, c := range []struct {
		after, keep, turns int
		compacts           bool
	}{{0, 2, 9, false}, {3, 2, 2, false}, {3, 2, 3, true}, {1, 2, 2, false}, {1, 2, 3, true}, {2, 0, 2, true}} {
		steps := make([]string, c.turns)
		for i := range steps {
			steps[i] = said("Aye.")
		}
		a := play(t, append(steps, `{"text":"Summary."}`)...)
		n := gorm(t, a, compactAfter(c.after, c.keep))
		for range c.turns {
			talk(t, n, "Hi")
		}
		if got := strings.Contains(settled(t, n), "Summary."); got != c.compacts {
			t.Errorf("after %d keep %d: %d turns compact %v", c.after, c.keep, c.turns, got)
		}
	}
	// A fallback turn does not begin it, though the first one failed.
	a := play(t, said("Aye."), said("Aye."), `{"error":"refusal"}`, guardrail, guardrail, `{"text":"Summary."}`)
	n := gorm(t, a, compactAfter(2, 1))
	for range 3 {
		talk(t, n, "Hi")
	}
	settled(t, n)
	diff(t, "steps", 5, a.steps())
}

func TestFailedSummary(t *testing.T) { // item 243, O5: memory is never erased
	for _, failed := range []string{`{"error":"guardrail_violation"}`, `{"text":" "}`, `{"error":"context_size_exceeded"}`, calls("x", `{}`)} {
		a := play(t, said("One."), said("Two."), failed, said("Three."))
		n := gorm(t, a, compactAfter(2, 1), func(c *game.Config) { c.Memory = game.Memory{Summary: "Long ago.", Facts: []string{"f"}} })
		talk(t, n, "1")
		talk(t, n, "2")
		before := n.Snapshot().String()
		diff(t, "state after "+failed, before, settled(t, n))
		diff(t, "turns", 2, n.TurnCount())
		diff(t, "summary", "Long ago.", n.Memory().Summary)
	}
}

func TestTalkWaitsForTheSummary(t *testing.T) { // item 243
	synctest.Test(t, func(t *testing.T) {
		a := play(t, said("One."), said("Two."), `{"delayMs":1000,"text":"Summary."}`, said("Three."))
		n := gorm(t, a, compactAfter(2, 1))
		talk(t, n, "1")
		talk(t, n, "2")
		talk(t, n, "3")
		diff(t, "prompts", []string{"Player: 2", "Player: 3"}, prompts(a.asked(t, 3)))
		inOrder(t, a.asked(t, 3).Instructions, "Summary.")
	})
	synctest.Test(t, func(t *testing.T) {
		n := gorm(t, play(t, said("One."), said("Two."), `{"delayMs":1000,"text":"Summary."}`, said("Three.")), compactAfter(2, 1))
		talk(t, n, "1")
		talk(t, n, "2")
		if err := n.Reset(t.Context(), true, nil); err != nil {
			t.Fatal(err)
		}
		if n.TurnCount() != 0 || n.Memory().Summary != "" {
			t.Error("the summary came after the reset")
		}
	})
}

func TestStopEndsTheSummary(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := play(t, said("One."), said("Two."), `{"delayMs":100000,"text":"Summary."}`)
		n := gorm(t, a, compactAfter(2, 1))
		talk(t, n, "1")
		talk(t, n, "2")
		synctest.Wait()
		before := n.Snapshot().String()
		n.Close()
		diff(t, "state", before, n.Snapshot().String())
	})
}

func TestNobodyWaitsForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := gorm(t, play(t, said("One."), said("Two."), `{"delayMs":5000,"text":"Summary."}`), compactAfter(2, 1))
		talk(t, n, "1")
		talk(t, n, "2")
		ctx, cancel := timeout(t, time.Second)
		defer cancel()
		_, err := n.Talk(ctx, game.Talk{Line: "3"}, nil)
		wantCode(t, err, model.Cancelled)
		_, err = n.State(ctx)
		wantCode(t, err, model.Cancelled)
		wantCode(t, n.Reset(ctx, false, nil), model.Cancelled)
		_, err = n.Update(ctx, game.Update{})
		wantCode(t, err, model.Cancelled)
	})
}
