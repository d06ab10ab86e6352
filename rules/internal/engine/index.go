package engine

import (
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// status says what became of an effect on a target.
type status uint8

const (
	off      status = iota // its activation is off: it is not listed at all
	inactive               // its activation is on, something else about it is not
	applied
	suppressed
)

func (s status) String() string { return [...]string{"off", "inactive", "applied", "suppressed"}[s] }

// reason says why an effect is inactive.
type reason uint8

const (
	noReason reason = iota
	reasonTag
	reasonWhere
	reasonWhen
	reasonSituational
)

func (r reason) String() string { return [...]string{"", "tag", "where", "when", "situational"}[r] }

// byBase marks an entry that the base suppressed.
const byBase = -2

// link is one effect on one target, in the tree: the links of a slot stand
// together, in instance order.
type link struct {
	effect *effectProg
	tag    *formula.Formula // condition of the tag that it came by
	node   int32
	cand   int32 // instance, for a computed value; else -1
	// way + 1 is the first way by which a pick of its choice leads to once
	// content, 0 for all other effects; see [Sheet.carries].
	way int32
}

// entry is what became of a link. It is written while its slot is computed.
type entry struct {
	*link
	value  formula.Value
	cap    formula.Value
	by     int32 // entry that suppressed it, byBase, or -1
	status status
	reason reason
}

// loose is an effect on no slot: incoming or on rolls.
type loose struct {
	effect *effectProg
	node   int32
	way    int32 // as in link
}

// index finds the effects of all activations that are possible, by target, in
// instance order. It asks no condition, so that masked sheets share it.
func (b *builder) index() {
	t := b.t
	slots := int(t.slots)
	t.starts = cleared(t.starts, slots+2)
	t.loose = t.loose[:0]
	b.joinPicks()
	// First how many there are on each slot, then each in its place.
	total := int32(0)
	b.eachEffect(func(n int32, effects []effectProg, field, _ int32) bool {
		total += b.countTargets(effects, field)
		return total <= maxEffectTargets
	})
	if total > maxEffectTargets {
		b.over = "effect-targets"
		return
	}
	for i := 2; i <= slots+1; i++ {
		if t.starts[i] > maxEffectsPerTarget {
			b.over = "effects-per-target"
		}
		t.starts[i] += t.starts[i-1]
	}
	t.links = resized(t.links, int(total))
	b.eachEffect(func(n int32, effects []effectProg, field, way int32) bool {
		b.placeTargets(n, effects, field, way)
		return true
	})
}

// eachEffect visits the effects of every activation: its content's, and those
// that the choice of a pick adds. field is the picked field, or -1. Picks of one
// choice that lead to the same once content carry them once; way is as in link.
func (b *builder) eachEffect(visit func(n int32, effects []effectProg, field, way int32) bool) {
	for _, n := range b.t.order {
		x := &b.t.nodes[n]
		if x.content >= 0 && len(b.p.contents[x.content].effects) > 0 && !visit(n, b.p.contents[x.content].effects, -1, 0) {
			return
		}
		switch {
		case x.once:
			for w := x.ways; w >= 0; w = b.t.ways[w].next {
				if b.t.ways[w].via != viaPick {
					continue
				}
				effects := b.p.choiceOf(b.t, w).effects
				if len(effects) > 0 && !b.t.ways[w].again && !visit(n, effects, -1, w+1) {
					return
				}
			}
		case x.via == viaPick:
			if !visit(n, b.content(x.parent).choices[x.choice].effects, x.field, 0) {
				return
			}
		}
	}
}

// choiceOf is the choice of a way that is a pick.
func (p *Program) choiceOf(t *tree, w int32) *choiceProg {
	way := &t.ways[w]
	return &p.contents[t.nodes[way.parent].content].choices[way.choice]
}

// joinPicks links the ways to once content that are picks of one choice.
func (b *builder) joinPicks() {
	t := b.t
	if len(t.ways) == 0 || len(b.ch.Picks) == 0 {
		return
	}
	type picked struct {
		node   int
		choice *choiceProg
	}
	last := map[picked]int32{}
	for n := range t.nodes {
		for w := t.nodes[n].ways; w >= 0; w = t.ways[w].next {
			x := &t.ways[w]
			if x.same, x.again = -1, false; x.via != viaPick {
				continue
			}
			c := picked{n, b.p.choiceOf(t, w)}
			if before, ok := last[c]; ok {
				t.ways[before].same, x.again = w, true
			}
			last[c] = w
		}
	}
}

// carries asks whether an activation is on and, for an effect that a choice adds
// to once content, whether one of the choice's picks is.
func (s *Sheet) carries(n, way int32) (bool, *formula.Fault) {
	on, failed := s.on(n)
	if !on || failed != nil || way == 0 {
		return on, failed
	}
	for w := way - 1; w >= 0; w = s.t.ways[w].same {
		if s.frame.Steps--; s.frame.Steps < 0 {
			s.over = limitFault("steps", maxSteps)
			return false, s.over
		}
		if w == s.maskedWay {
			continue
		}
		x := &s.t.ways[w]
		if on, failed := s.active2(x.parent, x.choice, x.slot); on || failed != nil {
			return on, failed
		}
	}
	return false, nil
}

// countTargets counts the effects on each slot, one place further on.
func (b *builder) countTargets(effects []effectProg, field int32) (pairs int32) {
	starts := b.t.starts
	for i := range effects {
		e := &effects[i]
		switch e.def.Target {
		case ruleset.TargetField, ruleset.TargetTag:
			for j := range e.targets {
				starts[e.targets[j].slot+2]++
			}
			pairs += int32(len(e.targets))
		case ruleset.TargetPick:
			if field >= 0 {
				starts[field+2]++
				pairs++
			}
		case ruleset.TargetComputed:
			pairs += b.computedTargets(e, func(slot, _ int32) { starts[slot+2]++ })
		}
	}
	return pairs
}

// placeTargets puts each effect where the counts say.
func (b *builder) placeTargets(n int32, effects []effectProg, field, way int32) {
	t := b.t
	put := func(slot int32, l link) {
		at := t.starts[slot+1]
		t.starts[slot+1]++
		t.links[at] = l
	}
	for i := range effects {
		e := &effects[i]
		switch e.def.Target {
		case ruleset.TargetField, ruleset.TargetTag:
			for j := range e.targets {
				put(e.targets[j].slot, link{e, e.targets[j].when, n, -1, way})
			}
		case ruleset.TargetPick:
			if field >= 0 {
				put(field, link{e, nil, n, -1, way})
			}
		case ruleset.TargetComputed:
			b.computedTargets(e, func(slot, cand int32) { put(slot, link{e, nil, n, cand, way}) })
		default:
			t.loose = append(t.loose, loose{e, n, way})
		}
	}
}

// computedTargets visits the computed values of the copies that an effect's
// query may match; the query itself is asked when the value is.
func (b *builder) computedTargets(e *effectProg, visit func(slot, cand int32)) (pairs int32) {
	for i := range b.t.copies {
		in := &b.t.instances[i]
		typ := b.p.typeOf(in.item)
		if typ < 0 || e.def.Of.Type != ruleset.None && e.def.Of.Type != typ {
			continue
		}
		for j, v := range b.p.types[typ].def.Computed {
			if v.ID == e.def.Computed {
				visit(in.slots+int32(j), int32(i))
				pairs++
			}
		}
	}
	return pairs
}

func (b *builder) content(n int32) *contentProg { return &b.p.contents[b.t.nodes[n].content] }

// effectsOn lists the entries of a slot that has been computed.
func (s *Sheet) effectsOn(slot int32) []entry {
	return s.entries[s.t.starts[slot]:s.t.starts[slot+1]]
}

// begin starts the entries of a slot.
func (s *Sheet) begin(slot int32) []entry {
	if len(s.entries) != len(s.t.links) {
		s.entries = resized(s.entries, len(s.t.links))
	}
	from := s.t.starts[slot]
	list := s.entries[from:s.t.starts[slot+1]]
	for i := range list {
		e := &list[i]
		e.link, e.by, e.status, e.reason = &s.t.links[int(from)+i], -1, off, noReason
		e.cap = formula.Value{}
	}
	return list
}
