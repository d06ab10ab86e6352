package game_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// Many NPCs do what they can at random times. Each has a word of its own that
// stands in all that is said to and by it; no word may turn up elsewhere.
func TestNoMarkerCrosses(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		count := rapid.IntRange(2, 6).Draw(rt, "npcs")
		type plan struct{ kind, delay, cancel int }
		plans := make([][]plan, count)
		for i := range plans {
			plans[i] = rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) plan {
				return plan{rapid.IntRange(0, 6).Draw(rt, "kind"), rapid.IntRange(0, 30).Draw(rt, "delay"), rapid.IntRange(0, 60).Draw(rt, "cancel")}
			}), 1, 8).Draw(rt, "plan")
		}
		synctest.Test(t, func(t *testing.T) {
			marks := make([]string, count)
			npcs := make([]*game.NPC, count)
			actors := make([]*actor, count)
			for i := range npcs {
				marks[i] = fmt.Sprintf("mark%dx", i)
				var steps []string
				for j := range 40 {
					delay := fmt.Sprintf(`"delayMs":%d`, (i*7+j*11)%20)
					switch j % 4 {
					case 0:
						steps = append(steps, `{`+delay+`,"toolCalls":[{"name":"look"},{"name":"remember_fact","arguments":{"fact":"`+marks[i]+fmt.Sprint(j)+`"}}]}`)
					case 1:
						steps = append(steps, `{`+delay+`,"json":{"emotion":"sad","line":"`+marks[i]+`","player_options":["`+marks[i]+`"]}}`)
					case 2:
						steps = append(steps, `{`+delay+`,"error":"guardrail_violation"}`)
					default:
						steps = append(steps, `{`+delay+`,"text":"[sad] `+marks[i]+`"}`)
					}
				}
				actors[i] = play(t, steps...)
				npcs[i] = gorm(t, actors[i], tools("look"), compactAfter(2, 1), func(c *game.Config) {
					c.ID, c.Persona.Name, c.Options.MemoryTools = marks[i], marks[i], game.RememberFact
					c.Options.FallbackLines = []string{marks[i]}
				})
			}
			own := func(i int, what, text string) {
				for j, mark := range marks {
					if i != j && strings.Contains(text, mark) {
						t.Errorf("%s of %s has %s: %s", what, marks[i], mark, text)
					}
				}
			}
			var wg sync.WaitGroup
			for i, n := range npcs {
				for _, p := range plans[i] {
					wg.Go(func() {
						<-time.After(time.Duration(p.delay) * time.Millisecond) // simulated
						ctx, cancel := context.WithTimeout(t.Context(), time.Duration(1+p.cancel*10)*time.Millisecond)
						defer cancel()
						switch p.kind {
						case 0, 1, 2:
							h := &listener{answer: func(agent.Call) agent.Output { return agent.NewOutput(ojson.String(marks[i]), false) }}
							reply, err := n.Talk(ctx, game.Talk{Line: marks[i]}, h)
							own(i, "an event", strings.Join(h.events, "|"))
							if err == nil {
								own(i, "the line", reply.Line)
								if h.line != reply.Line {
									t.Errorf("the display shows %q, the line is %q", h.line, reply.Line)
								}
							}
						case 3:
							_, _ = n.Update(ctx, game.Update{Persona: js(`{"role":"` + marks[i] + `"}`)})
						case 4:
							if state, err := n.State(ctx); err == nil {
								own(i, "the state", state.String())
							}
						case 5:
							_, _ = n.Bark(ctx, ojson.String(marks[i]))
						default:
							_ = n.Reset(ctx, p.cancel%2 == 0, nil)
						}
						own(i, "the snapshot", n.Snapshot().String())
					})
				}
			}
			wg.Wait()
			for i, n := range npcs {
				n.Close()
				for _, r := range actors[i].requests {
					own(i, "a request", r.Instructions+strings.Join(prompts(r), "|"))
				}
				whole(t, n)
			}
		})
		if t.Failed() {
			rt.FailNow()
		}
	})
}

// whole checks that an NPC's history has only whole turns.
func whole(t *testing.T, n *game.NPC) {
	t.Helper()
	s, err := game.ReadSave(n.Snapshot(), "state", game.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	var kinds []model.EntryKind
	for _, e := range s.History {
		if e.Kind != model.ToolCallsEntry && e.Kind != model.ToolOutputEntry {
			kinds = append(kinds, e.Kind)
		}
	}
	for i, k := range kinds {
		if want := []model.EntryKind{model.PromptEntry, model.ResponseEntry}[i%2]; k != want {
			t.Errorf("entry %d of the history is out of place: %v", i, kinds)
			return
		}
	}
	if len(kinds)%2 != 0 {
		t.Errorf("a turn is not whole: %v", kinds)
	}
}

// Cancelled at each moment of a turn, an NPC is as before and goes on.
func TestCancelAtEachPoint(t *testing.T) {
	for after := range 8 {
		synctest.Test(t, func(t *testing.T) {
			a := play(t, said("One."), `{"delayMs":2,"toolCalls":[{"name":"look"},{"name":"remember_fact","arguments":{"fact":"x"}}]}`,
				`{"delayMs":2,"error":"guardrail_violation"}`, `{"delayMs":2,"text":"[sad] No."}`, said("Three."), said("Four."))
			n := gorm(t, a, tools("look"), options(func(o *game.Options) { o.MemoryTools = game.RememberFact }))
			talk(t, n, "1")
			before := n.Snapshot().String()
			ctx, cancel := timeout(t, time.Duration(after)*time.Millisecond+time.Microsecond)
			defer cancel()
			_, err := n.Talk(ctx, game.Talk{Line: "2"}, answering(`"ok"`))
			if after < 6 {
				wantCode(t, err, model.Cancelled)
				diff(t, fmt.Sprintf("state after %d", after), before, n.Snapshot().String())
			} else if err != nil {
				t.Fatal(err)
			}
			turns := n.TurnCount()
			reply, err := n.Talk(t.Context(), game.Talk{Line: "3"}, answering(`"ok"`))
			if err != nil {
				t.Fatal(err)
			}
			if !reply.IsFallback && n.TurnCount() != turns+1 {
				t.Errorf("after %d: %d turns, then %d", after, turns, n.TurnCount())
			}
			whole(t, n)
		})
	}
}

// A talk, an update and a talk without waiting: the second talk sees the first
// whole, and the update is between them (O11, HerikaServer PR 21).
func TestTalkUpdateTalk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := play(t, `{"delayMs":100,"json":{"emotion":"sad","line":"One."}}`, `{"delayMs":100,"json":{"emotion":"sad","line":"Two."}}`)
		n := gorm(t, a)
		var wg sync.WaitGroup
		var order []string
		var mu sync.Mutex
		done := func(what string) {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, what)
		}
		for i, f := range []func(){
			func() { talk(t, n, "1"); done("talk 1") },
			func() {
				if _, err := n.Update(t.Context(), game.Update{Persona: js(`{"role":"the king"}`), Memory: js(`{"relationship":40}`)}); err != nil {
					t.Error(err)
				}
				done("update")
			},
			func() { talk(t, n, "2"); done("talk 2") },
			func() { settled(t, n); done("state") },
		} {
			wg.Go(f)
			if i < 3 {
				synctest.Wait() // until it is in the queue
			}
		}
		wg.Wait()
		diff(t, "order", []string{"talk 1", "update", "talk 2", "state"}, order)
		first, second := a.asked(t, 0), a.asked(t, 1)
		if strings.Contains(first.Instructions, "the king") || !strings.Contains(second.Instructions, "the king") || !strings.Contains(second.Instructions, "friendly (40") {
			t.Error("the update is not exactly between the talks")
		}
		diff(t, "prompts", []string{"Player: 1", "Player: 2"}, prompts(second))
		if !slices.ContainsFunc(second.Entries, func(e model.Entry) bool { return strings.Contains(e.Text, "One.") }) {
			t.Error("the second talk does not know what was said in the first")
		}
	})
}
