package engine

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

// FindAction finds an action by its id, as a character has it: with the
// activation that carries it. entry is the activation's id, or "" for the first
// one that is on. The activation is -1 where there is none on.
func (s *Sheet) FindAction(id, entry string) (a *ActionProg, node int32, found bool, failed *formula.Fault) {
	def, owner, ok := s.p.RS.Action(id)
	if !ok {
		return nil, -1, false, nil
	}
	home := s.p.rules
	if owner != s.p.RS.Rules {
		home = int32(owner.Index)
	}
	for _, x := range s.p.contents[home].actions {
		if x.Def == def {
			a = x
		}
	}
	node, failed = s.carrier(a, entry)
	return a, node, true, failed
}

// carrier is the activation that has an action and is on, or -1.
func (s *Sheet) carrier(a *ActionProg, entry string) (int32, *formula.Fault) {
	if a.Home == s.p.rules {
		if entry != "" && entry != "rules" {
			return -1, nil
		}
		return 0, nil
	}
	for n := s.oldest(a.Home); n >= 0; n = s.newer(n) {
		if entry != "" && s.nodeID(n) != entry {
			continue
		}
		if on, failed := s.on(n); on || failed != nil {
			return n, failed
		}
	}
	return -1, nil
}

// Carrier is the activation for an action that another uses: the same one where
// both stand in one content, else the first that is on, or -1.
func (s *Sheet) Carrier(a *ActionProg, from int32) (int32, *formula.Fault) {
	if s.t.nodes[from].content == a.Home {
		return from, nil
	}
	return s.carrier(a, "")
}

// ActivationID is the id of an activation.
func (s *Sheet) ActivationID(node int32) string { return s.nodeID(node) }

// Available asks an action's own condition.
func (s *Sheet) Available(a *ActionProg, node int32) (bool, *formula.Fault) {
	return s.truth(a.when, node)
}

// AskOptions lists the contents that a question is over, in ruleset order.
func (s *Sheet) AskOptions(c *ChooseProg, node int32) ([]string, *formula.Fault) {
	found, failed := s.contentsOf(c.from, c.members, node)
	if failed != nil {
		return nil, failed
	}
	out := make([]string, 0, len(found))
	for _, i := range found {
		out = append(out, s.p.contents[i].def.ID)
	}
	return out, nil
}

// TableValue looks a row of a table up.
func (s *Sheet) TableValue(table int, key formula.Value) formula.Value {
	return lookup(s.p.RS.Tables[table], key)
}

// LinkID is the id of the character that fills a link slot.
func (s *Sheet) LinkID(slot int) (string, bool) {
	if !s.links.has(slot) {
		return "", false
	}
	return s.links[slot].ID, true
}

// AmountSlot is where a run keeps what an allocate step gave.
func (a *ActionProg) AmountSlot(step string) int { return a.amounts[step] }

// FindOffer finds an offer of the sheet by its id: a stored follow-up, or a
// derived one that holds now.
func (s *Sheet) FindOffer(id string) (offer ojson.Value, stored, ok bool) {
	if f, ok := s.ch.FollowUp(id); ok {
		return f.Offer(), true, true
	}
	for _, a := range s.surveyed().offers {
		if o, ok := s.offer(a); ok {
			if text, _ := o.Get("id"); ojson.Equal(text, ojson.String(id)) {
				return o, false, true
			}
		}
	}
	return ojson.Value{}, false, false
}
