package agent_test

import (
	"testing"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
)

// Measure says what a turn's first step would take, and runs nothing.
func TestMeasure(t *testing.T) {
	turn := agent.Turn{Prompt: repeated(290)}
	m := limited(1000)
	a := newAgent(t, m, func(c *agent.Config) { c.Instructions = repeated(10) })
	diff(t, "estimate", agent.Size{Tokens: 100, Context: 1000}, a.Measure(turn))
	diff(t, "steps", 0, len(m.asked()))
	diff(t, "entries", 0, a.EntryCount())
	m.steps = []play{says(repeated(300))}
	respond(t, a, turn, nil)
	// 10 + 290 + 300 + 290 characters
	diff(t, "with a history", agent.Size{Tokens: 297, Context: 1000}, a.Measure(turn))
	diff(t, "history", []string{"> " + turn.Prompt, "< " + repeated(300)}, texts(a.History()))

	c := &counter{actor: limited(1000)}
	diff(t, "counted", agent.Size{Tokens: 145, Context: 1000, Exact: true}, newAgent(t, c, nil).Measure(turn))
	diff(t, "no context", agent.Size{}, newAgent(t, newActor(), nil).Measure(turn))
}

func TestNewNeedsAModel(t *testing.T) {
	_, err := agent.New(agent.Config{})
	wantCode(t, err, model.InvalidRequest)
}

// The text of a compaction can be another than that of the entries; entries
// without one are left out.
func TestCompactionText(t *testing.T) {
	a, m := talked(t, says("They met."))
	_, _, err := a.Compact(t.Context(), agent.Compaction{KeepRecentTurns: 2, Text: func(e *model.Entry) string {
		if e.Kind == model.PromptEntry {
			return ""
		}
		return "spoken " + e.Text
	}})
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "prompt", []string{"> Notes so far:\nIt is night.\n\nConversation:\nAssistant: spoken One."}, texts(m.last(t).Entries))
}
