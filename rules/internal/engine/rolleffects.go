package engine

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/dice"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// RollEffect is an effect that takes part in a roll, or would.
type RollEffect struct {
	ID     string // <activation>#<effect>
	Def    *ruleset.Effect
	Value  formula.Value // of add
	Roll   dice.Roll     // of dice
	Status string        // applied, suppressed or inactive
	By     string        // what suppressed it
	Reason string        // why it is inactive
}

// RollEffects lists the effects on rolls with these tags, in instance order,
// with what became of them. Of those that add, the stack keys are settled.
func (s *Sheet) RollEffects(tags []string) ([]RollEffect, *formula.Fault) {
	var list []entry
	var links []link
	for _, l := range s.t.loose {
		d := l.effect.def
		if d.Target != ruleset.TargetRoll || slices.ContainsFunc(d.Tags, func(t string) bool { return !slices.Contains(tags, t) }) {
			continue
		}
		on, failed := s.carries(l.node, l.way)
		if failed != nil {
			return nil, failed
		}
		if on {
			links = append(links, link{effect: l.effect, node: l.node, cand: -1})
		}
	}
	list = make([]entry, len(links))
	for i := range links {
		e := &list[i]
		*e = entry{link: &links[i], by: -1, status: applied}
		if e.effect.def.Situational && !s.switchedOn(e) {
			e.status, e.reason = inactive, reasonSituational
			continue
		}
		on, failed := s.truth(e.effect.when, e.node)
		if failed != nil {
			return nil, failed
		}
		if !on {
			e.status, e.reason = inactive, reasonWhen
			continue
		}
		if e.effect.def.Op == ruleset.OpAdd {
			if e.value = s.evalAmount(&e.effect.value, e.node); e.value.Failed() {
				return nil, e.value.Fault()
			}
		}
	}
	s.stack(list)
	out := make([]RollEffect, 0, len(list))
	for i := range list {
		e := &list[i]
		x := RollEffect{ID: s.entryID(e), Def: e.effect.def, Value: e.value, Status: e.status.String(), Reason: e.reason.String()}
		if e.status == suppressed && e.by >= 0 {
			x.By = s.entryID(&list[e.by])
		}
		if e.effect.dices != nil && e.status == applied {
			var failed *formula.Fault
			if x.Roll, failed = s.Dices(e.effect.dices, e.node, x.ID); failed != nil {
				return nil, failed
			}
		}
		out = append(out, x)
	}
	return out, nil
}

// Situational lists the ids of the situational effects that are offered now.
func (s *Sheet) Situational() []string {
	var ids []string
	for slot := range s.t.slots {
		s.value(slot) // which effects on it are on shows when it is worked out
	}
	for _, item := range s.situationalJSON().Items() {
		id, _ := item.Get("id")
		text, _ := id.AsString()
		ids = append(ids, text)
	}
	return ids
}

// dicesJSON is what an effect of a roll shows: {count, sides} where that says
// all, else the notation.
func (s *Sheet) dicesJSON(p *DicesProg, n int32) (ojson.Value, bool) {
	roll, failed := s.Dices(p, n, "")
	if failed != nil {
		return ojson.Value{}, false
	}
	if len(roll.Terms) == 1 && roll.Add == 0 {
		t := roll.Terms[0]
		plain := dice.Roll{Terms: []dice.Term{{Count: t.Count, Sides: t.Sides}}}
		if t.Name == "" && roll.String() == plain.String() {
			return ojson.Object(ojson.Field("count", ojson.Int(t.Count)), ojson.Field("sides", ojson.Int(t.Sides))), true
		}
	}
	return ojson.String(roll.String()), true
}
