package engine

import (
	"slices"

	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// stack settles which effects with one stack key apply: within one operation,
// key and, for additions, sign. Only effects that are on take part, so that none
// is suppressed by one that is not.
func (s *Sheet) stack(list []entry) {
	for i := range list {
		e := &list[i]
		if e.status != applied || e.effect.def.StackKey == "" || e.effect.def.Keep == ruleset.KeepSum || s.settled(list, i) {
			continue
		}
		if e.effect.def.Keep == ruleset.KeepOnePerSource {
			s.onePerSource(list, i)
			continue
		}
		best := s.best(list, i)
		for j := i; j < len(list); j++ {
			if j != best && list[j].status == applied && together(e, &list[j]) {
				list[j].status, list[j].by = suppressed, int32(best)
			}
		}
	}
}

// settled reports whether an earlier member has dealt with the group of entry i.
func (s *Sheet) settled(list []entry, i int) bool {
	s.frame.Steps -= int64(i)
	for j := range list[:i] {
		if list[j].status == applied && together(&list[j], &list[i]) {
			return true
		}
	}
	return false
}

// together reports whether two effects with a stack key meet.
func together(a, b *entry) bool {
	x, y := a.effect.def, b.effect.def
	return x.StackKey == y.StackKey && x.Op == y.Op && (x.Op != ruleset.OpAdd || (a.value.Sign() < 0) == (b.value.Sign() < 0))
}

// best is the member of the group of entry i that applies: what the app picked,
// else what the key keeps; of equal ones the first.
func (s *Sheet) best(list []entry, i int) int {
	s.frame.Steps -= int64(len(list) - i)
	if n := s.chosen(list, func(e *entry) bool { return e.status == applied && together(&list[i], e) }); n >= 0 {
		return n
	}
	return s.recommended(list, i)
}

func (s *Sheet) recommended(list []entry, i int) int {
	best := i
	lowest := list[i].effect.def.Keep == ruleset.KeepLowest
	penalty := list[i].effect.def.Op == ruleset.OpAdd && list[i].value.Sign() < 0
	for j := i; j < len(list); j++ {
		e := &list[j]
		if e.status == off || e.status == inactive || !together(&list[i], e) {
			continue
		}
		order := formula.Compare(e.value, list[best].value)
		// The highest penalty is the one farthest from 0.
		if lowest != penalty {
			order = -order
		}
		if order > 0 {
			best = j
		}
	}
	return best
}

// chosen is the member that the app picked, or -1. Of several the one that the
// app names first counts.
func (s *Sheet) chosen(list []entry, member func(*entry) bool) int {
	if len(s.competing) == 0 {
		return -1
	}
	best, place := -1, len(s.competing)
	for j := range list {
		if !member(&list[j]) {
			continue
		}
		if k := slices.Index(s.competing, s.entryID(&list[j])); k >= 0 && k < place {
			best, place = j, k
		}
	}
	return best
}

// onePerSource keeps the first effect of each content.
func (s *Sheet) onePerSource(list []entry, i int) {
	s.frame.Steps -= int64(len(list) - i)
	for j := i; j < len(list); j++ {
		if list[j].status != applied || !together(&list[i], &list[j]) {
			continue
		}
		for k := j + 1; k < len(list); k++ {
			s.frame.Steps--
			if list[k].status == applied && together(&list[j], &list[k]) && s.t.nodes[list[k].node].content == s.t.nodes[list[j].node].content {
				list[k].status, list[k].by = suppressed, int32(j)
			}
		}
	}
}

// compete settles the one competition of sets on a target, which the base joins
// where the field says so.
func (s *Sheet) compete(slot int32, v *valueProg, list []entry, r *result) {
	baseIn := v.def.Group != "" && r.baseStatus == applied
	best := -1
	some := false
	isSet := func(e *entry) bool { return e.status == applied && e.effect.def.Op == ruleset.OpSet }
	for j := range list {
		some = some || isSet(&list[j])
	}
	if !some {
		r.baseStatus = applied // with no member on, the base applies
		return
	}
	best = s.recommendedSet(v, list, baseIn, r.base)
	if n := s.chosen(list, isSet); n >= 0 {
		best = n
	}
	if baseIn && s.baseChosen(slot, list, best) {
		best = byBase
	}
	for j := range list {
		if e := &list[j]; isSet(e) && j != best {
			e.status, e.by = suppressed, int32(best)
		}
	}
	if baseIn && best != byBase {
		r.baseStatus, r.baseBy = suppressed, int32(best)
	}
}

// recommendedSet is the member that the field's preference names.
func (s *Sheet) recommendedSet(v *valueProg, list []entry, baseIn bool, base formula.Value) int {
	best := -1
	value := base
	if baseIn {
		best = byBase
	}
	for j := range list {
		e := &list[j]
		if e.status != applied && e.status != suppressed || e.effect.def.Op != ruleset.OpSet {
			continue
		}
		better := best == -1
		if !better {
			switch v.def.Prefer {
			case ruleset.PreferHighest:
				better = formula.Compare(e.value, value) > 0
			case ruleset.PreferLowest:
				better = formula.Compare(e.value, value) < 0
			case ruleset.PreferLast:
				better = true
			}
		}
		if better {
			best, value = j, e.value
		}
	}
	return best
}

// baseChosen reports whether the app picked the base, or the recommendation is
// the base and no other pick won over it.
func (s *Sheet) baseChosen(slot int32, list []entry, best int) bool {
	if best == byBase {
		return true
	}
	k := slices.Index(s.competing, s.slotName(slot)+"#base")
	if k < 0 {
		return false
	}
	other := slices.Index(s.competing, s.entryID(&list[best]))
	return other < 0 || k < other
}
