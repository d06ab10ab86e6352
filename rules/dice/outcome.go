package dice

import (
	"cmp"
	"slices"
)

// outcome is what one die, or one chain of dice, can come to.
type outcome struct {
	value, face int64
	name        string
	explodes    bool
}

// outcomes lists them by value, those that are kept first in front.
func (x *explorer) outcomes(t *Term) ([]outcome, bool) {
	if !x.step(t.Sides) {
		return nil, false
	}
	lowFirst := t.Keep.Mode != KeepAll && !t.highest()
	out := make([]outcome, 0, t.Sides)
	for i := range t.Sides {
		// Numbered faces come in order.
		face := t.Sides - i
		if lowFirst {
			face = 1 + i
		}
		if t.Reroll != nil && t.Reroll.Until && t.meets(&t.Reroll.On, face) {
			continue
		}
		value, name := t.value(face)
		out = append(out, outcome{value, face, name, t.explodes(face)})
	}
	chain := t.Explode != nil && t.Explode.Chain
	if chain {
		var ok bool
		if out, ok = x.chains(t, out); !ok {
			return nil, false
		}
	}
	if t.Faces == nil && !chain {
		return out, true
	}
	slices.SortFunc(out, func(a, b outcome) int {
		if lowFirst {
			return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(a.face, b.face))
		}
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.face, b.face))
	})
	return out, true
}

// chains replaces the faces that lead to more dice by what the chains come to.
func (x *explorer) chains(t *Term, faces []outcome) ([]outcome, bool) {
	if x.wants[FactMatches] || x.wants[FactSymbol] {
		return nil, false // chains that come to one value are not told apart
	}
	times := t.most()
	// links are sums of dice that each lead on, rest what may come behind the first.
	links, rest := map[int64]struct{}{0: {}}, map[int64]struct{}{}
	for n := int64(1); n <= times && len(links) > 0; n++ {
		next := map[int64]struct{}{}
		before := len(rest)
		if !x.step(int64(len(links) * len(faces))) {
			return nil, false
		}
		for sum := range links {
			for _, o := range faces {
				v := x.top(sum + o.value)
				if !o.explodes || n == t.Explode.Times {
					rest[v] = struct{}{}
				}
				if o.explodes {
					next[v] = struct{}{}
				}
			}
		}
		// Saturated chains repeat themselves.
		if t.Explode.Times == 0 && x.saturate && len(rest) == before && sameKeys(next, links) {
			break
		}
		links = next
	}
	var out []outcome
	for _, o := range faces {
		o, leads := o, o.explodes
		if o.explodes = false; !leads {
			out = append(out, o)
			continue
		}
		for v := range rest {
			out = append(out, outcome{x.top(o.value + v), o.face, o.name, false})
		}
	}
	slices.SortFunc(out, func(a, b outcome) int {
		return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(a.face, b.face))
	})
	return slices.Compact(out), true
}

// most is how often a die can explode.
func (t *Term) most() int64 {
	if t.Explode.Times > 0 {
		return min(t.Explode.Times, MaxExplosions)
	}
	return MaxExplosions
}

func sameKeys(a, b map[int64]struct{}) bool {
	if len(a) != len(b) {
		return false
	}
	for k := range a {
		if _, ok := b[k]; !ok {
			return false
		}
	}
	return true
}

// positive reports whether nothing that a term counts is below zero.
func (t *Term) positive() bool {
	for i := range t.Faces {
		if t.Faces[i].Value < 0 || slices.ContainsFunc(t.Faces[i].Symbols, func(s Symbol) bool { return s.Count < 0 }) {
			return false
		}
	}
	return !slices.ContainsFunc(t.Success, func(s Success) bool { return s.By < 0 }) &&
		(t.Min == nil || *t.Min >= 0) && (t.Max == nil || *t.Max >= 0)
}

// greatest is a number that nothing a term counts can pass, either way.
func (t *Term) greatest() int64 {
	most := t.Sides
	if t.Faces != nil {
		most = 1
	}
	see := func(n int64) { most = max(most, n, -n) }
	for i := range t.Faces {
		see(t.Faces[i].Value)
		for _, s := range t.Faces[i].Symbols {
			see(s.Count)
		}
	}
	for _, s := range t.Success {
		see(s.By)
	}
	if t.Min != nil {
		see(*t.Min)
	}
	if t.Max != nil {
		see(*t.Max)
	}
	n := t.dice()
	switch {
	case t.Read == Digits:
		for range n {
			most = min(most*10, maxState+1)
		}
		return most
	case t.Read == Percentile:
		return 100
	case t.Explode != nil:
		n = MaxDice
	}
	return n * most
}

// add is a state with count more kept dice of one outcome.
func (x *explorer) add(s state, t *Term, o *outcome, count int64) state {
	if count == 0 {
		return s
	}
	value, success := o.value, int64(0)
	if len(t.Success) > 0 {
		success = t.successes(o.value, o.name)
		value = success
	}
	if x.wants[FactSuccesses] {
		s.successes = x.small(int64(s.successes) + signed(t, success*count))
	}
	if x.wants[FactTotal] || x.wants[FactSum] || x.wants[FactMargin] {
		s.sum = x.small(int64(s.sum) + signed(t, value*count))
	}
	if x.wants[FactMatches] {
		s.matches = max(s.matches, x.small(count))
	}
	x.counted(&s, t, o, count)
	x.seen(&s, o.value, o.face, count)
	return s
}

// counted adds to what count and symbol checks ask.
func (x *explorer) counted(s *state, t *Term, o *outcome, count int64) {
	for i, c := range x.slots {
		switch {
		case c.Fact == FactCount && c.On.Meets(o.value, o.name):
			s.counts[i] = x.small(int64(s.counts[i]) + count)
		case c.Fact == FactSymbol && t.Faces != nil:
			for _, symbol := range t.Faces[o.face-1].Symbols {
				if symbol.Name == c.Symbol {
					s.counts[i] = x.small(int64(s.counts[i]) + count*symbol.Count)
				}
			}
		}
	}
}

// seen notes the value of count dice that are kept.
func (x *explorer) seen(s *state, value, face, count int64) {
	v := x.small(value)
	if x.wants[FactHighest] {
		if s.highest = max(s.highest, v); !s.kept {
			s.highest = v
		}
	}
	if x.wants[FactLowest] {
		if s.lowest = min(s.lowest, v); !s.kept {
			s.lowest = v
		}
	}
	s.kept = x.wants[FactHighest] || x.wants[FactLowest]
	if x.wants[FactNatural] && x.first {
		if s.natural == 0 && count == 1 {
			s.natural = int32(face)
		} else {
			s.natural = -1
		}
	}
}

// merged joins outcomes that make no difference to what is asked, where all dice
// are kept.
func (x *explorer) merged(t *Term, list []outcome) []outcome {
	if x.wants[FactMatches] || x.wants[FactNatural] && x.first {
		return list
	}
	seen := make([]state, 0, len(list))
	out := list[:0]
	for i := range list {
		s := x.add(state{}, t, &list[i], 1)
		if len(seen) < 64 && slices.Contains(seen, s) || len(seen) > 0 && seen[len(seen)-1] == s {
			continue
		}
		seen, out = append(seen, s), append(out, list[i])
	}
	return out
}
