package agent_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
)

// counter is an actor that counts tokens: one for every two characters.
type counter struct {
	*actor
	counted int
}

func (c *counter) CountTokens(r *model.Request) int {
	c.counted++
	return (characters(r) + 1) / 2
}

func characters(r *model.Request) int {
	n := utf8.RuneCountInString(r.Instructions)
	for _, e := range r.Entries {
		n += utf8.RuneCountInString(e.Text)
		for _, c := range e.Calls {
			n += len(c.Name) + len(c.Arguments.String())
		}
	}
	return n
}

// limited returns an actor with a context window.
func limited(size int, steps ...play) *actor {
	m := newActor(steps...)
	m.about.ContextSize = size
	return m
}

// repeated is a text of n characters.
func repeated(n int) string { return strings.Repeat("é", n) }

// TestTrimming plays random conversations with a context window and without,
// and compares what the models see (behaviours, items 152 to 154).
func TestTrimming(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		size := rapid.IntRange(200, 2000).Draw(rt, "context size")
		reserved := rapid.IntRange(0, size/2).Draw(rt, "reserved")
		counts := rapid.Bool().Draw(rt, "the model counts")
		budget := size - reserved
		small, large := limited(size), newActor()
		var trimming model.Model = small
		if counts {
			trimming = &counter{actor: small}
		}
		set := func(c *agent.Config) {
			c.Instructions, c.Options.ReservedResponseTokens = repeated(20), reserved
		}
		a, full := newAgent(t, trimming, set), newAgent(t, large, set)
		hidden := 0
		for range rapid.IntRange(1, 25).Draw(rt, "turns") {
			prompt := repeated(rapid.IntRange(0, budget).Draw(rt, "prompt"))
			answer := repeated(rapid.IntRange(0, 2*budget).Draw(rt, "answer"))
			small.steps, large.steps = []play{says(answer)}, []play{says(answer)}
			r, err := a.Respond(t.Context(), agent.Turn{Prompt: prompt}, nil)
			if err != nil {
				rt.Fatal(err)
			}
			if _, err := full.Respond(t.Context(), agent.Turn{Prompt: prompt}, nil); err != nil {
				rt.Fatal(err)
			}
			seen, all := small.last(t), large.last(t)
			now := len(all.Entries) - len(seen.Entries)
			tokens := func(hidden int) int {
				request := seen
				request.Entries = all.Entries[hidden:]
				estimate := (characters(&request) + 2) / 3
				if counts && estimate > budget*6/10 {
					return (characters(&request) + 1) / 2
				}
				return estimate
			}
			recent := len(all.Entries) - 1 - now // entries of earlier turns that are still there
			switch {
			case now != r.Steps[0].TrimmedEntries:
				rt.Fatalf("%d entries are hidden, the step says %d", now, r.Steps[0].TrimmedEntries)
			case !slices.Equal(texts(seen.Entries), texts(all.Entries[now:])) || seen.Entries[0].Kind != model.PromptEntry:
				rt.Fatal("what is left is not the end of the conversation from a prompt on")
			case seen.Instructions != all.Instructions:
				rt.Fatal("the instructions were cut")
			case now < hidden:
				rt.Fatalf("hidden entries came back: %d, then %d", hidden, now)
			case tokens(now) > budget && recent > 2:
				rt.Fatalf("%d tokens for %d, with %d entries of earlier turns", tokens(now), budget, recent)
			case now > hidden && tokens(hidden) <= budget:
				rt.Fatalf("the cut moved without need: %d tokens of %d", tokens(hidden), budget)
			case now > hidden && tokens(now) > budget*3/4 && recent > 2:
				rt.Fatalf("%d tokens are left, more than three quarters of %d", tokens(now), budget)
			case now > hidden && recent == 0 && len(all.Entries) > 1 && tokens(now-2) <= size:
				rt.Fatal("no earlier turn is left although one had room")
			}
			hidden = now
		}
		diff(t, "transcript keeps all", full.EntryCount(), a.EntryCount())
	})
}

// A cut that moved with every turn would make a model read the whole
// conversation anew each time.
func TestTheCutRests(t *testing.T) {
	m := limited(1000)
	a := newAgent(t, m, func(c *agent.Config) { c.Options.ReservedResponseTokens = 0 })
	moves, hidden := 0, 0
	const turns = 200
	for range turns {
		m.steps = []play{says(repeated(75))}
		r := respond(t, a, agent.Turn{Prompt: repeated(75)}, nil) // 50 tokens with its answer
		if now := r.Steps[0].TrimmedEntries; now != hidden {
			moves, hidden = moves+1, now
		}
	}
	if hidden < 2*turns-40 || moves == 0 || moves > turns/5 {
		t.Errorf("%d entries hidden in %d moves", hidden, moves)
	}
}

// Steps of one turn are trimmed too, but never the turn itself.
func TestTrimmingWithinATurn(t *testing.T) {
	m := limited(1000)
	a := newAgent(t, m, func(c *agent.Config) { c.Options.ReservedResponseTokens = 100 }, tool("look"))
	for range 3 {
		m.steps = []play{says(repeated(300))}
		respond(t, a, agent.Turn{Prompt: repeated(300)}, nil)
	}
	m.steps = []play{calls("look"), calls("look"), says("Done.")}
	r := respond(t, a, agent.Turn{Prompt: "Look."}, answering(repeated(500)))
	var got []int
	for i, s := range r.Steps {
		got = append(got, s.TrimmedEntries)
		e := m.asked()[3+i].Entries
		diff(t, "turn in progress", 1+2*i, len(e)-slices.IndexFunc(e, func(e model.Entry) bool { return e.Text == "Look." }))
	}
	// 600, 770 and 940 tokens; the last is over 900 and goes down to 675.
	diff(t, "hidden entries", []int{0, 0, 4}, got)
}

func TestNoTrimming(t *testing.T) {
	long := agent.Turn{Prompt: repeated(1000)}
	t.Run("no context size", func(t *testing.T) {
		m := newActor()
		a := newAgent(t, m, nil)
		for i := range 5 {
			diff(t, "hidden", 0, respond(t, a, long, nil).Steps[0].TrimmedEntries)
			diff(t, "entries", 2*i+1, len(m.last(t).Entries))
		}
	})
	off := func(c *agent.Config) { c.Options.TrimHistory = false }
	t.Run("switched off", func(t *testing.T) {
		m := limited(500)
		a := newAgent(t, m, off)
		for i := range 3 { // only an estimate: the model itself must refuse
			respond(t, a, long, nil)
			diff(t, "entries", 2*i+1, len(m.last(t).Entries))
		}
	})
	t.Run("switched off, and the model counts", func(t *testing.T) {
		m := &counter{actor: limited(800)}
		a := newAgent(t, m, off)
		respond(t, a, long, nil)
		r, err := a.Respond(t.Context(), long, nil)
		wantCode(t, err, model.ContextSizeExceeded)
		if len(m.asked()) != 1 || len(r.Steps) != 0 || a.EntryCount() != 2 {
			t.Errorf("%d steps ran, %d entries", len(m.asked()), a.EntryCount())
		}
	})
	t.Run("a prompt alone is too long", func(t *testing.T) {
		m := &counter{actor: limited(400)}
		_, err := newAgent(t, m, nil).Respond(t.Context(), long, nil)
		wantCode(t, err, model.ContextSizeExceeded)
	})
}

// The model is asked to count only near the budget, which may take as long as
// reading the conversation.
func TestCountingIsSpared(t *testing.T) {
	m := &counter{actor: limited(1000)}
	a := newAgent(t, m, func(c *agent.Config) { c.Options.ReservedResponseTokens = 0 })
	respond(t, a, agent.Turn{Prompt: repeated(1780)}, nil) // 594 tokens by the estimate
	diff(t, "counted", 0, m.counted)
	respond(t, a, agent.Turn{Prompt: repeated(30)}, nil)
	if m.counted == 0 {
		t.Error("the model was not asked above 60 % of the budget")
	}
}

// What a schema and tools take counts as well.
func TestDefinitionsTakeRoom(t *testing.T) {
	for name, change := range map[string]func(t *agent.Tool, turn *agent.Turn){
		"tools": func(tool *agent.Tool, _ *agent.Turn) { tool.Description = repeated(1200) },
		"schema": func(_ *agent.Tool, turn *agent.Turn) {
			turn.Schema = parseSchema(t, `{"type":"string","description":"`+repeated(1200)+`"}`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := limited(1000)
			a := newAgent(t, m, func(c *agent.Config) { c.Options.ReservedResponseTokens = 0 })
			for range 3 {
				respond(t, a, agent.Turn{Prompt: repeated(750)}, nil)
			}
			look, turn := tool("look"), agent.Turn{Prompt: "Go."}
			change(&look, &turn)
			if err := a.SetTools([]agent.Tool{look}); err != nil {
				t.Fatal(err)
			}
			m.steps = []play{says(`"x"`)}
			diff(t, "hidden", 4, respond(t, a, turn, nil).Steps[0].TrimmedEntries)
		})
	}
}

// Reasoning is kept in transcripts and shown to no model, so it takes no room.
func TestReasoningTakesNoRoom(t *testing.T) {
	m := limited(1000)
	a := newAgent(t, m, func(c *agent.Config) {
		c.Options.ReservedResponseTokens = 0
		c.History = []model.Entry{
			{Kind: model.PromptEntry, ID: "1", Text: "one"}, {Kind: model.ReasoningEntry, ID: "2", Text: repeated(9000)}, {Kind: model.ResponseEntry, ID: "3", Text: "One."},
			{Kind: model.PromptEntry, ID: "4", Text: "two"}, {Kind: model.ResponseEntry, ID: "5", Text: "Two."},
		}
	})
	diff(t, "hidden", 0, respond(t, a, agent.Turn{}, nil).Steps[0].TrimmedEntries)
}

// A failed turn does not move the cut.
func TestTheCutOfAFailedTurn(t *testing.T) {
	m := limited(1000)
	a := newAgent(t, m, func(c *agent.Config) { c.Options.ReservedResponseTokens = 0 })
	for range 4 {
		respond(t, a, agent.Turn{Prompt: repeated(600)}, nil)
	}
	m.steps = []play{fails(failure(model.Refusal))}
	r, err := a.Respond(t.Context(), agent.Turn{Prompt: repeated(900)}, nil)
	wantCode(t, err, model.Refusal)
	if r.Steps[0].TrimmedEntries == 0 {
		t.Fatal("nothing was trimmed")
	}
	diff(t, "hidden", 0, respond(t, a, agent.Turn{Prompt: "Go."}, nil).Steps[0].TrimmedEntries)
}
