package engine

import (
	"slices"

	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// Incoming is an effect that an adjust of a field passes through.
type Incoming struct {
	s    *Sheet
	prog *effectProg
	node int32

	// Def has the stage, operation, rounding and stacking.
	Def *ruleset.Effect
	// ID is <activation>#<effect>.
	ID string
	// Content is the content that carries it, for one-per-source.
	Content string
}

// Incoming lists the effects of active activations that an adjust of a field in
// a direction may pass through, by stage, within a stage in instance order.
// Whether one meets the tags of a part is asked with [Incoming.Meets]; its
// condition with [Incoming.When].
func (s *Sheet) Incoming(field int, down bool) ([]Incoming, *formula.Fault) {
	var out []Incoming
	for _, l := range s.t.loose {
		d := l.effect.def
		if d.Target != ruleset.TargetIncoming || d.Field != field || down && d.Up && !d.Down || !down && d.Down && !d.Up || d.Situational {
			continue
		}
		on, failed := s.carries(l.node, l.way)
		if failed != nil {
			return nil, failed
		}
		if !on {
			continue
		}
		in := Incoming{s: s, prog: l.effect, node: l.node, Def: d, ID: s.nodeID(l.node) + "#" + d.Name}
		if c := s.t.nodes[l.node].content; c >= 0 {
			in.Content = s.p.contents[c].def.ID
		}
		out = append(out, in)
	}
	slices.SortStableFunc(out, func(a, b Incoming) int { return a.Def.Stage - b.Def.Stage })
	return out, nil
}

// Meets reports whether the effect concerns something with these tags.
func (in *Incoming) Meets(tags []string) bool {
	if len(tags) == 0 {
		return false
	}
	return len(in.Def.Tags) == 0 || slices.ContainsFunc(tags, func(t string) bool { return slices.Contains(in.Def.Tags, t) })
}

// When asks the effect's condition, which may read the event.
func (in *Incoming) When(e *Event) (bool, *formula.Fault) {
	return withEvent(in.s, e, func() (bool, *formula.Fault) { return in.s.truth(in.prog.when, in.node) })
}

// Value works the effect's value out.
func (in *Incoming) Value(e *Event) formula.Value {
	v, _ := withEvent(in.s, e, func() (formula.Value, *formula.Fault) { return in.s.evalAmount(&in.prog.value, in.node), nil })
	return v
}

// HasDice reports whether the effect rolls instead of having a value.
func (in *Incoming) HasDice() bool { return !in.prog.count.absent() || !in.prog.sides.absent() }

// Dice is how many dice of how many sides the effect rolls.
func (in *Incoming) Dice(e *Event) (count, sides int64, failed *formula.Fault) {
	_, failed = withEvent(in.s, e, func() (bool, *formula.Fault) {
		if count, failed = in.s.count(&in.prog.count, in.node, 1); failed == nil {
			sides, failed = in.s.count(&in.prog.sides, in.node, 0)
		}
		return true, failed
	})
	return count, sides, failed
}

// withEvent asks something while an event is readable.
func withEvent[T any](s *Sheet, e *Event, ask func() (T, *formula.Fault)) (T, *formula.Fault) {
	saved := s.event
	s.event = e
	v, failed := ask()
	s.event = saved
	return v, failed
}
