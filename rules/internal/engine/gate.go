package engine

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

// active asks whether an activation is on: a boolean, or a failure.
func (s *Sheet) active(n int32) formula.Value {
	on, failed := s.on(n)
	if failed != nil {
		return formula.Fail(failed)
	}
	return formula.Boolean(on)
}

// on asks whether an activation is on: its parent, the way it was reached, then
// its type's and its content's own conditions.
func (s *Sheet) on(n int32) (bool, *formula.Fault) {
	g := &s.gates[n]
	switch g.stage {
	case answered:
		s.recall(g.depth)
		return g.on, g.fault
	case asking:
		return false, s.loop(askedGate, n)
	}
	x := &s.t.nodes[n]
	if x.via == viaRules {
		g.stage, g.on = answered, true
		return true, nil
	}
	if x.group >= 0 {
		s.decideCircle(x.group)
		if g.stage == answered {
			return g.on, g.fault
		}
		return false, s.loop(askedCircle, x.group)
	}
	outer, failed := s.push(askedGate, n)
	if failed != nil {
		return false, failed
	}
	g.stage = asking
	var on bool
	if x.once {
		on, failed = s.anyWay(n)
	} else {
		on, failed = s.reached(n)
	}
	if on && failed == nil {
		on, failed = s.conditions(n)
	}
	g.depth = s.pop(outer)
	g.stage, g.on, g.fault = answered, on && failed == nil, failed
	return g.on, g.fault
}

// reached asks for an ordinary node: is the parent on, and the way open?
func (s *Sheet) reached(n int32) (bool, *formula.Fault) {
	x := &s.t.nodes[n]
	if n == s.maskedNode || x.part == orphaned {
		return false, nil
	}
	if x.parent >= 0 {
		if on, failed := s.on(x.parent); !on || failed != nil {
			s.gates[n].below = failed != nil
			return false, failed
		}
	}
	return s.open(x.parent, x.via, x.part, x.slot, n)
}

// open asks the condition of one way from its parent.
func (s *Sheet) open(parent int32, v via, part, slot, n int32) (bool, *formula.Fault) {
	switch v {
	case viaApplied:
		return s.t.instances[s.t.nodes[n].instance].on, nil
	case viaGrant:
		return s.granted(parent, &s.content(parent).grants[part])
	case viaStandard:
		return s.truth(s.content(parent).standards[part].when, parent)
	case viaPick:
		return s.applies(parent, part, slot)
	}
	return true, nil
}

func (s *Sheet) content(n int32) *contentProg { return &s.p.contents[s.t.nodes[n].content] }

// truth runs a condition; none is true.
func (s *Sheet) truth(x *formula.Formula, n int32) (bool, *formula.Fault) {
	if x == nil {
		return true, nil
	}
	v := s.eval(x, n)
	if v.Failed() {
		return false, v.Fault()
	}
	return v.Truth(), nil
}

// granted asks the level and the condition of a grant.
func (s *Sheet) granted(parent int32, g *grantProg) (bool, *formula.Fault) {
	if g.def.Leveled {
		var level formula.Value
		if g.counter != nil {
			level = s.eval(g.counter, parent)
		} else {
			level = s.counterOf(parent)
		}
		if level.Failed() {
			return false, level.Fault()
		}
		if formula.Compare(level, formula.Int(int64(g.def.Level))) < 0 {
			return false, nil
		}
	}
	return s.truth(g.when, parent)
}

// conditions asks what the type and the content themselves say.
func (s *Sheet) conditions(n int32) (bool, *formula.Fault) {
	x := &s.t.nodes[n]
	if x.content < 0 || x.content == s.p.rules {
		return true, nil
	}
	if t := s.p.typ(x.content); t != nil && t.active != nil {
		if on, failed := s.truth(t.active, n); !on || failed != nil {
			return false, failed
		}
	}
	return s.truth(s.p.contents[x.content].when, n)
}

// anyWay asks the ways of once content in order, up to the first that is open.
func (s *Sheet) anyWay(n int32) (bool, *formula.Fault) {
	s.gates[n].way = 0
	for w := s.t.nodes[n].ways; w >= 0; w = s.t.ways[w].next {
		if w == s.maskedWay {
			continue
		}
		x := &s.t.ways[w]
		on, failed := s.on(x.parent)
		s.gates[n].below = failed != nil
		if on && failed == nil {
			on, failed = s.open(x.parent, x.via, x.part, x.slot, n)
		}
		if failed != nil {
			return false, failed
		}
		if on {
			s.gates[n].way = w + 1
			return true, nil
		}
	}
	return false, nil
}

// decideCircle decides once contents that can reach each other, together: none
// is on until a way from outside is open; then what they reach, in instance
// order, until nothing more changes.
func (s *Sheet) decideCircle(group int32) {
	if s.circle[group] != unasked {
		return
	}
	outer, failed := s.push(askedCircle, group)
	if failed != nil {
		return
	}
	s.circle[group] = asking
	var members []int32
	for _, n := range s.t.order {
		if s.t.nodes[n].group == group {
			members = append(members, n)
			s.gates[n].way = 0
		}
	}
	on := map[int32]bool{}
	for changed := true; changed; {
		changed = false
		for _, n := range members {
			if !on[n] && s.gates[n].fault == nil {
				on[n] = s.circleWay(group, n, on)
				changed = changed || on[n] || s.gates[n].fault != nil
			}
		}
	}
	depth := s.pop(outer)
	s.circle[group] = answered
	for _, n := range members {
		g := &s.gates[n]
		g.stage, g.on, g.depth = answered, on[n] && g.fault == nil, depth
	}
}

// circleWay asks the ways of one member, given which members are on so far.
func (s *Sheet) circleWay(group, n int32, on map[int32]bool) bool {
	g := &s.gates[n]
	for w := s.t.nodes[n].ways; w >= 0; w = s.t.ways[w].next {
		if w == s.maskedWay {
			continue
		}
		x := &s.t.ways[w]
		open, failed := s.chain(group, x.parent, on)
		g.below = failed != nil
		if open && failed == nil {
			open, failed = s.open(x.parent, x.via, x.part, x.slot, n)
		}
		if open && failed == nil {
			g.way = w + 1
			open, failed = s.conditions(n)
		}
		if failed != nil {
			g.fault = failed
			return false
		}
		if open {
			return true
		}
	}
	return false
}

// chain asks whether a node is on that may hang below a member of the circle. A
// no that only means "not yet" is not kept.
func (s *Sheet) chain(group, n int32, on map[int32]bool) (bool, *formula.Fault) {
	x := &s.t.nodes[n]
	if x.group == group {
		return on[n], s.gates[n].fault
	}
	if top := s.t.above(n); top < 0 || s.t.nodes[top].group != group {
		return s.on(n)
	}
	if g := &s.gates[n]; g.stage == answered {
		return g.on, g.fault
	}
	if up, failed := s.chain(group, x.parent, on); !up || failed != nil || n == s.maskedNode {
		return false, failed
	}
	open, failed := s.open(x.parent, x.via, x.part, x.slot, n)
	if open && failed == nil {
		open, failed = s.conditions(n)
	}
	g := &s.gates[n]
	g.stage, g.on, g.fault = answered, open && failed == nil, failed
	return g.on, failed
}

// has asks whether content has an activation that is on.
func (s *Sheet) has(content int32) formula.Value {
	for n := s.oldest(content); n >= 0; n = s.newer(n) {
		if v := s.active(n); v.Failed() || v.Truth() {
			return v
		}
	}
	return formula.Boolean(false)
}

// anyActive asks whether any of the contents has one, in ruleset order.
func (s *Sheet) anyActive(contents []int32) formula.Value {
	for _, c := range contents {
		if v := s.has(c); v.Failed() || v.Truth() {
			return v
		}
	}
	return formula.Boolean(false)
}

// counterOf is the level that `at` counts by at a node.
func (s *Sheet) counterOf(n int32) formula.Value {
	for {
		x := &s.t.nodes[n]
		if x.content >= 0 && x.content != s.p.rules {
			if c := s.p.contents[x.content].counter; c != nil {
				return s.levelAt(c, n, n)
			}
			if t := s.p.typ(x.content); t != nil && t.counter != nil {
				return s.levelAt(t.counter, n, n)
			}
		}
		parent, v, part := x.parent, x.via, x.part
		if x.once {
			w, failed := s.firstWay(n)
			if failed != nil {
				return formula.Fail(failed)
			}
			if w < 0 {
				break
			}
			parent, v, part = s.t.ways[w].parent, s.t.ways[w].via, s.t.ways[w].part
		}
		if parent < 0 {
			break
		}
		if v == viaGrant {
			if c := s.content(parent).grants[part].counter; c != nil {
				return s.levelAt(c, n, parent)
			}
		}
		if v == viaPick {
			if c := s.content(parent).choices[part].counter; c != nil {
				return s.levelAt(c, n, parent)
			}
		}
		n = parent
	}
	if s.p.counter != nil {
		return s.levelAt(s.p.counter, 0, 0)
	}
	return formula.Fail(&formula.Fault{Code: "unknown-key", Data: ojson.Object(ojson.Field("key", ojson.String("counter")))})
}

// levelAt runs the formula at a node that says what n counts by.
func (s *Sheet) levelAt(x *formula.Formula, n, at int32) formula.Value {
	outer, failed := s.question(asked{kind: askedCounter, id: n})
	if failed != nil {
		return formula.Fail(failed)
	}
	v := s.eval(x, at)
	s.pop(outer)
	return v
}

// firstWay is the way that once content has its scope and counter from.
func (s *Sheet) firstWay(n int32) (int32, *formula.Fault) {
	if g := &s.gates[n]; g.stage != answered && g.way > 0 || g.stage == asking {
		return g.way - 1, nil
	}
	if on, failed := s.on(n); !on || failed != nil {
		return -1, failed
	}
	return s.gates[n].way - 1, nil
}
