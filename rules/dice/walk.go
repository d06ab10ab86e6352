package dice

// local is a state inside of one term.
type local struct {
	state
	// plain and leading are dice yet to come: whose face leads to no other die,
	// and whose does.
	plain, leading int16
	// held and dropped are how many of those that came are kept and not.
	held, dropped int16
}

// term explores the dice of one term, from each of the states before it: those
// with fixed faces, and free ones.
func (x *explorer) term(t *Term, from []state, fixed []int64, free int64) ([]state, bool) {
	list, ok := x.outcomes(t)
	if !ok {
		return nil, false
	}
	w := walker{explorer: x, t: t, list: list, fixed: fixed, out: map[state]struct{}{}}
	separate := t.Explode != nil && !t.Explode.Chain
	switch {
	case t.Explode != nil && len(fixed) > 0, (separate || len(fixed) > 0) && w.ties(separate):
		return nil, false
	case separate:
		ok = w.exploding(from, free)
	case len(fixed) > 0:
		ok = w.walk(from, free, 0)
	default:
		// Whatever is kept, the dice that are not may show the same as the last of
		// those: they need not be looked at.
		if free = t.kept(free); free == 0 {
			return from, true
		}
		for i := range list {
			list[i].explodes = false
		}
		w.list, w.few = x.merged(t, list), true
		if ways := int64(len(from)) * combinations(free, int64(len(w.list))); ways <= fewWays && x.step(ways) {
			out := make([]state, 0, ways)
			for _, s := range from {
				out = w.each(out, s, 0, free)
			}
			return out, true
		}
		ok = w.walk(from, free, 0)
	}
	return keys(w.out), ok
}

// fewWays is up to where every combination of dice is looked at by itself, without
// looking whether others come to the same.
const fewWays = 1_000

// combinations is in how many ways n dice can show k outcomes, whatever their
// order; above fewWays it need not be exact.
func combinations(n, k int64) int64 {
	ways := int64(1)
	for i := int64(1); i < k && ways <= fewWays; i++ {
		ways = ways * (n + i) / i
	}
	return ways
}

// each adds the states of all ways in which count dice show the outcomes from one
// on.
func (w *walker) each(out []state, s state, from int, count int64) []state {
	o := &w.list[from]
	if from == len(w.list)-1 {
		return append(out, w.add(s, w.t, o, count))
	}
	for here := count; here > 0; here-- {
		with := w.add(s, w.t, o, here)
		if here == count {
			out = append(out, with)
		} else {
			out = w.each(out, with, from+1, count-here)
		}
	}
	return w.each(out, s, from+1, count)
}

// walker goes over the outcomes of a term, those that are kept first in front,
// and gives each to so many dice.
type walker struct {
	*explorer
	t     *Term
	list  []outcome
	fixed []int64
	few   bool // only dice that are kept are walked
	out   map[state]struct{}
}

// ties reports outcomes of one value of which the order of the dice would say
// which is kept: of equal dice the earlier is.
func (w *walker) ties(separate bool) bool {
	if w.t.Keep.Mode == KeepAll {
		return false
	}
	for i := 1; i < len(w.list); i++ {
		a, b := &w.list[i-1], &w.list[i]
		// Those that lead on are earlier than what they lead to; fixed dice stand
		// where they stand.
		if a.value == b.value && (!separate || a.explodes != b.explodes) {
			return true
		}
	}
	return false
}

// exploding walks dice whose extra dice are dice of their own.
func (w *walker) exploding(from []state, count int64) bool {
	leads := int64(0)
	for i := range w.list {
		if w.list[i].explodes {
			leads++
		}
	}
	if leads == 0 {
		return w.walk(from, count, 0)
	}
	times, endings := w.t.most(), int64(0)
	if w.t.Explode.Times > 0 && times == w.t.Explode.Times {
		// A die that may not lead on any more may show any face.
		endings = count
	}
	// More dice than the limit are no outcome.
	room := MaxDice - count
	most := min(count*times, room)
	if w.saturate && w.highest < MaxDice {
		// More of one face than anything is compared with make no difference.
		most = min(most, leads*(w.highest+1)+min(max(0, w.t.Keep.Count), MaxDice)+2)
	}
	for leading := range most + 1 {
		if !w.walk(from, count, leading) {
			return false
		}
	}
	for ended := int64(1); ended <= endings; ended++ {
		for leading := range (count-ended)*times + 1 {
			leading += ended * (times + 1)
			if leading > room+ended {
				break
			}
			if !w.walk(from, count-ended, leading) {
				return false
			}
		}
	}
	return true
}

// walk gives the outcomes to so many dice. The states in which it can end go into
// out.
func (w *walker) walk(from []state, plain, leading int64) bool {
	total := plain + leading + int64(len(w.fixed))
	keep := w.t.kept(total)
	if w.few {
		keep = total
	}
	now, next := make(map[local]struct{}, len(from)), map[local]struct{}{}
	for _, s := range from {
		now[local{state: s, plain: int16(plain), leading: int16(leading)}] = struct{}{}
	}
	for i := range w.list {
		o := &w.list[i]
		there := int64(0)
		for _, face := range w.fixed {
			if face == o.face {
				there++
			}
		}
		last := i+1 == len(w.list) || w.list[i+1].value != o.value
		for s := range now {
			if !w.spread(s, o, there, keep, total, last, next) {
				return false
			}
		}
		now, next = next, now
		clear(next)
	}
	for s := range now {
		if s.plain == 0 && s.leading == 0 && int64(s.held) == keep {
			w.out[s.state] = struct{}{}
		}
	}
	return true
}

// spread gives one outcome to there dice, and to each number of those that are
// yet to come, of which any number is kept.
func (w *walker) spread(s local, o *outcome, there, keep, total int64, last bool, next map[local]struct{}) bool {
	left := int64(s.plain)
	if o.explodes {
		left = int64(s.leading)
	}
	for free := int64(0); free <= left; free++ {
		count := there + free
		least := count
		if keep < total {
			least = 0
		}
		for held := least; held <= min(count, keep-int64(s.held)); held++ {
			if !w.step(1) {
				return false
			}
			n := s
			n.held, n.dropped = s.held+int16(held), s.dropped+int16(count-held)
			// Of equal values any may be kept; a lower one only when no higher is
			// dropped.
			if last && n.dropped > 0 && int64(n.held) < keep {
				continue
			}
			n.state = w.add(s.state, w.t, o, held)
			if o.explodes {
				n.leading -= int16(free)
			} else {
				n.plain -= int16(free)
			}
			next[n] = struct{}{}
		}
	}
	return true
}

// read explores dice that are read as digits or percentile: every order counts.
func (x *explorer) read(t *Term, from []state, fixed []int64, free int64) ([]state, bool) {
	if len(fixed) > 0 {
		return nil, false
	}
	list, ok := x.outcomes(t)
	if !ok {
		return nil, false
	}
	// As with other dice those that are not kept may show the same as the last
	// that is, behind it.
	n := t.kept(free)
	if t.Read == Percentile {
		n = 2
	}
	if n == 0 {
		return from, true
	}
	ways := int64(len(from))
	for range n {
		if ways *= int64(len(list)); ways > MaxSteps {
			return nil, false
		}
	}
	if !x.step(ways) {
		return nil, false
	}
	out := map[state]struct{}{}
	at, values := make([]int64, n), make([]int64, n)
	for more := first(at); more; more = next(at, func(int) int64 { return int64(len(list)) }) {
		same := int64(0)
		for i := range at {
			values[i] = list[at[i]-1].value
			shown := int64(0)
			for j := range at {
				if at[j] == at[i] {
					shown++
				}
			}
			same = max(same, shown)
		}
		number := int64(0)
		if t.Read == Percentile {
			number = hundred(values[0], values[1])
		} else {
			number = digits(t, values)
		}
		for _, s := range from {
			if x.wants[FactTotal] || x.wants[FactSum] || x.wants[FactMargin] {
				s.sum = x.small(int64(s.sum) + signed(t, number))
			}
			if x.wants[FactMatches] {
				s.matches = max(s.matches, x.small(same))
			}
			for i := range at {
				x.counted(&s, t, &list[at[i]-1], 1)
			}
			x.seen(&s, number, number, 1)
			out[s] = struct{}{}
		}
	}
	return keys(out), true
}

func keys(set map[state]struct{}) []state {
	out := make([]state, 0, len(set))
	for s := range set {
		out = append(out, s)
	}
	return out
}
