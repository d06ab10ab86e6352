package dice

import "slices"

// MaxSteps is how far a preview looks: past it the answer is no longer exact.
const MaxSteps = 100_000

// maxSlots is how many different count and symbol checks a preview tells apart.
const maxSlots = 4

// Possible says which bands some faces lead to, and whether some lead to none.
// It never leaves out a band that can come. Where knowing it would take too long
// it says all that their conditions leave, and exact is false.
func (b *Bands) Possible(r Roll, t Target) (possible []bool, none, exact bool) {
	x := newExplorer(b, &t)
	terms := make([]Term, len(r.Terms))
	for i := range terms {
		if terms[i] = r.Terms[i].ready(); terms[i].problem() != nil {
			return b.maybe(x)
		}
	}
	states, ok := x.explore(terms, nil)
	if !ok {
		return b.maybe(x)
	}
	return b.decideAll(x, states)
}

// PossibleAgain is Possible for a roll of which some dice keep their faces.
func (b *Bands) PossibleAgain(r Roll, before *Result, again func(index int) bool, t Target) (possible []bool, none, exact bool) {
	x := newExplorer(b, &t)
	rolling, problem := r.BeginAgain(before, again, Limits{})
	if problem != nil {
		return b.maybe(x)
	}
	states, ok := x.explore(rolling.terms, rolling.dice)
	if !ok {
		return b.tryAll(x, rolling)
	}
	return b.decideAll(x, states)
}

// maybe is the answer where the faces were not looked at.
func (b *Bands) maybe(x *explorer) (possible []bool, none, exact bool) {
	possible = make([]bool, len(b.List))
	none = true
	for i := range possible {
		possible[i] = len(b.Shifts) > 0 || !b.List[i].Check.Never()
		none = none && b.List[i].Check != nil
	}
	x.spend()
	return possible, none, false
}

// decideAll asks the bands of every state.
func (b *Bands) decideAll(x *explorer, states []state) (possible []bool, none, exact bool) {
	if !x.step(int64(len(states)) * (1 + int64(x.checks)/8)) {
		return b.maybe(x)
	}
	possible = make([]bool, len(b.List))
	var f Facts
	for i := range states {
		s := &states[i]
		x.asked = s
		f.Sum, f.Highest, f.Lowest = int64(s.sum), int64(s.highest), int64(s.lowest)
		f.Matches, f.Successes = int64(s.matches), int64(s.successes)
		f.natural, f.one = int64(s.natural), s.natural > 0
		if _, last, ok := b.decide(&f, x, x.target); ok {
			possible[last] = true
		} else {
			none = true
		}
	}
	x.spend()
	return possible, none, true
}

// count is what a count or symbol check asks of the state at hand.
func (x *explorer) count(c *Check) int64 { return int64(x.asked.counts[x.slot(c)]) }

// tryAll plays a roll with all faces that its free dice can show, where these are
// few.
func (b *Bands) tryAll(x *explorer, rolling *Rolling) (possible []bool, none, exact bool) {
	need := rolling.Need()
	ways := int64(8 + len(rolling.dice))
	for _, w := range need {
		if ways *= w.Sides; ways > MaxSteps {
			break
		}
	}
	leads := func(t Term) bool { return t.Explode != nil || t.Reroll != nil }
	if slices.ContainsFunc(rolling.terms, leads) || !x.step(ways) {
		return b.maybe(x)
	}
	possible = make([]bool, len(b.List))
	faces := make([]int64, len(need))
	for more := first(faces); more; more = next(faces, func(i int) int64 { return need[i].Sides }) {
		trial := rolling.Copy()
		trial.Give(faces)
		if _, last, ok := b.Decide(trial.Result(), *x.target); ok {
			possible[last] = true
		} else {
			none = true
		}
	}
	x.spend()
	return possible, none, true
}

// first and next count through all faces of some dice.
func first(faces []int64) bool {
	for i := range faces {
		faces[i] = 1
	}
	return true
}

func next(faces []int64, sides func(int) int64) bool {
	for i := range faces {
		if faces[i]++; faces[i] <= sides(i) {
			return true
		}
		faces[i] = 1
	}
	return false
}

// state is what a preview knows of the dice so far: only what the checks ask. Its
// numbers are small, so that many states fit into a map.
type state struct {
	sum, successes  int32
	highest, lowest int32
	natural         int32 // 0: none; -1: more than one die
	matches         int32
	counts          [maxSlots]int32
	kept            bool
}

// maxState is the greatest number of a state.
const maxState = 1 << 30

// explorer walks over everything that dice can show.
type explorer struct {
	target *Target
	wants  [FactSymbol + 1]bool
	slots  []*Check
	// checks is how many there are.
	checks   int
	tooMany  bool
	highest  int64 // the greatest number that anything is compared with
	saturate bool
	steps    int64 // that may still be taken
	first    bool  // the first term is walked
	asked    *state
}

// newExplorer finds out what the checks ask.
func newExplorer(b *Bands, t *Target) *explorer {
	x := &explorer{target: t, steps: MaxSteps}
	if t.Steps != nil {
		x.steps = min(x.steps, *t.Steps)
	}
	add, against := within(t.Add), within(t.Against)
	visit := func(c *Check) {
		x.checks++
		x.wants[c.Fact] = true
		if (c.Fact == FactCount || c.Fact == FactSymbol) && x.slot(c) < 0 {
			x.slots = append(x.slots, c)
			x.tooMany = len(x.slots) > maxSlots
		}
		if c.Fact == FactCount {
			x.seeTest(c.On)
		}
		for _, n := range [...]*int64{c.Eq, c.Gte, c.Gt, c.Lte, c.Lt} {
			if n != nil {
				x.see(*n)
				x.see(within(*n) - add)
				x.see(within(*n) - add + against)
			}
		}
	}
	for i := range b.List {
		b.List[i].Check.walk(visit)
	}
	for i := range b.Shifts {
		b.Shifts[i].Check.walk(visit)
	}
	return x
}

// step takes so many steps; false when there are not so many.
func (x *explorer) step(n int64) bool {
	if x.steps < n {
		x.steps = 0
		return false
	}
	x.steps -= n
	return true
}

// spend takes the steps off those that the caller has.
func (x *explorer) spend() {
	if s := x.target.Steps; s != nil {
		*s -= min(*s, MaxSteps) - x.steps
	}
}

// see notes a number that something is compared with.
func (x *explorer) see(n int64) { x.highest = max(x.highest, min(n, maxNumber)) }

// seeTest notes every number of a test.
func (x *explorer) seeTest(t *Test) {
	for _, n := range t.Values {
		x.see(n)
	}
	for _, n := range [...]*int64{t.Eq, t.Gte, t.Gt, t.Lte, t.Lt} {
		if n != nil {
			x.see(*n)
		}
	}
}

// slot is where a count or symbol check has its number, -1 for a new one.
func (x *explorer) slot(c *Check) int {
	for i, s := range x.slots {
		if s == c || s.Fact == c.Fact && s.Symbol == c.Symbol && (s.On == c.On || s.On != nil && c.On != nil && s.On.equal(c.On)) {
			return i
		}
	}
	return -1
}

// top limits a number to what still makes a difference.
func (x *explorer) top(n int64) int64 {
	if x.saturate {
		return min(n, x.highest+1)
	}
	return n
}

// small is top for a number of a state.
func (x *explorer) small(n int64) int32 { return int32(x.top(n)) }

// explore finds all states in which a roll can end. Dice of before that have a
// face keep it.
func (x *explorer) explore(terms []Term, before []rollingDie) ([]state, bool) {
	if x.tooMany {
		return nil, false
	}
	// Numbers above everything that is asked are one and the same, as long as
	// nothing is ever taken off.
	x.saturate = true
	most := int64(0)
	for i := range terms {
		t := &terms[i]
		x.saturate = x.saturate && !t.Subtract && t.positive()
		for j := range t.Success {
			x.seeTest(&t.Success[j].On)
		}
		if most += t.greatest(); most > maxState {
			return nil, false
		}
	}
	fixed := make([][]int64, len(terms))
	free := make([]int64, len(terms))
	for i := range terms {
		if before == nil {
			free[i] = terms[i].dice()
		}
	}
	for i := range before {
		d := &before[i]
		if d.face != 0 {
			fixed[d.term] = append(fixed[d.term], int64(d.face))
		} else {
			free[d.term]++
		}
	}
	states := []state{{}}
	for i := range terms {
		if free[i] == 0 && len(fixed[i]) == 0 {
			continue
		}
		x.first = i == 0
		var ok bool
		if terms[i].Read != Sum {
			states, ok = x.read(&terms[i], states, fixed[i], free[i])
		} else {
			states, ok = x.term(&terms[i], states, fixed[i], free[i])
		}
		if !ok {
			return nil, false
		}
	}
	return states, true
}
