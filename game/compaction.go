package game

import (
	"context"
	"strings"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// compactLater summarizes the older turns in the background when there are
// enough of them (behaviours, items 243 and 244), and reports whether it does.
// The place of the turn that has just ended is kept until the summary is there,
// so that the next operation waits for it.
func (n *NPC) compactLater(m *mind) bool {
	o := &m.options
	if o.CompactAfterTurns == 0 || m.turnCount() < max(o.CompactAfterTurns, o.KeepRecentTurns+1) {
		return false
	}
	ctx, stop := context.WithCancel(context.Background()) // the turn's own context ends now
	n.mu.Lock()
	if n.closed {
		n.mu.Unlock()
		stop()
		return false
	}
	n.stop = stop
	n.own.Add(1) // before anybody can wait for it: Close takes the lock first
	n.mu.Unlock()
	old := *m
	n.background(func() { // ends with the model's step, or when Stop is called
		defer n.own.Done()
		defer n.order.leave()
		defer stop()
		// A summary that fails is no loss: the turns are still there.
		if next, ok := n.compact(ctx, old); ok {
			n.become(next)
		}
	})
	return true
}

// compact returns the mind with its older turns summarized.
func (n *NPC) compact(ctx context.Context, m mind) (mind, bool) {
	o := agent.DefaultOptions()
	o.Model.Temperature = m.options.Temperature
	a, err := agent.New(agent.Config{Model: n.model, Options: o, History: m.history})
	if err != nil {
		return m, false
	}
	a.SetContextNote(m.memory.Summary)
	summary, ok, err := a.Compact(ctx, agent.Compaction{
		KeepRecentTurns: m.options.KeepRecentTurns, User: "Player", Assistant: m.persona.Name, Text: m.spoken,
	})
	if err != nil || !ok {
		return m, false
	}
	kept := a.History()
	m.hidden = max(0, m.hidden-(len(m.history)-len(kept)))
	m.history, m.memory.Summary = kept, summary
	return m, true
}

// spoken is what a summary should see of an entry: what was said and what
// happened, not the state of the game and not JSON.
func (m *mind) spoken(e *model.Entry) string {
	if e.Kind == model.ResponseEntry {
		if e.Structured {
			v, _ := ojson.Parse([]byte(e.Text)) // null where it is no JSON
			line, _ := v.Get("line")
			text, _ := line.AsString()
			return strings.TrimSpace(text)
		}
		return reading{name: m.persona.Name, whole: true}.tagged(e.Text).line
	}
	text := withoutSuffix(e.Text)
	if strings.HasPrefix(text, stateLabel+"\n") {
		i := strings.Index(text, "\n"+situationLabel)
		if i < 0 {
			i = strings.LastIndex(text, "\n"+playerLabel)
		}
		text = text[i+1:]
	}
	if at, ok := strings.CutPrefix(text, situationLabel); ok {
		if i := strings.Index(at, "\n"+playerLabel); i >= 0 {
			return strings.TrimPrefix(at[i+1:], playerLabel) + " (" + at[:i] + ")"
		}
	}
	return strings.TrimPrefix(text, playerLabel)
}
