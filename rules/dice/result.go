package dice

import (
	"cmp"
	"slices"
)

// Die is one die as it fell.
type Die struct {
	Term     int
	Sides    int64
	Face     int64  // from 1
	Name     string // of the face, for a die with faces of its own
	Value    int64  // what it counts as by itself
	Kept     bool
	Why      string // "", reroll or explode
	From     int    // the die that led to it, or -1
	Replaced bool   // rolled again: another stands for it
}

// Result is a roll with all its faces. It must not be changed, and may then be
// read by several goroutines.
type Result struct {
	Dice []Die
	Facts
	// Counted says that a term counts successes.
	Counted bool

	terms []Term
	units []unit
}

// Facts are what bands ask about.
type Facts struct {
	Sum             int64
	Highest, Lowest int64 // of what is kept, 0 where nothing is
	Matches         int64
	Successes       int64

	kept    bool // something is
	natural int64
	one     bool // there is a natural
}

// unit is what keeping looks at: a die, or a chain of dice.
type unit struct {
	value int64
	face  int32 // of the first die of a chain
	term  int32
	place int32 // before they are put by their terms
	kept  bool
}

// Natural is the face of the one die that is kept of the first term, as it fell;
// ok is false where that is not exactly one. Dice that are read as one number are
// one die.
func (f *Facts) Natural() (face int64, ok bool) { return f.natural, f.one }

// Result is what fell. Need must be empty.
func (x *Rolling) Result() *Result {
	r := &Result{terms: x.terms, Dice: make([]Die, len(x.dice)), units: make([]unit, 0, len(x.dice))}
	index := make([]int32, len(x.dice)) // dice to their units
	sorted := true
	for i := range x.dice {
		d := &x.dice[i]
		t := &x.terms[d.term]
		value, name := t.value(int64(d.face))
		r.Dice[i] = Die{
			Term: int(d.term), Sides: t.Sides, Face: int64(d.face), Name: name, Value: value,
			Why: d.why.String(), From: int(d.from), Replaced: d.replaced,
		}
		// A die that was rolled again and one of a chain stand where the die before
		// them stands.
		if d.why == rerolled || d.extra {
			index[i] = index[d.from]
		} else {
			n := int32(len(r.units))
			sorted = sorted && (n == 0 || r.units[n-1].term <= d.term)
			r.units = append(r.units, unit{term: d.term, place: n})
			index[i] = n
		}
		if d.replaced {
			continue
		}
		u := &r.units[index[i]]
		u.value += value
		if !d.extra {
			u.face = d.face
		}
	}
	if !sorted {
		// Extra dice of their own come behind the dice of all terms.
		slices.SortStableFunc(r.units, func(a, b unit) int { return int(a.term - b.term) })
		to := make([]int32, len(r.units))
		for i := range r.units {
			to[r.units[i].place] = int32(i)
		}
		for i := range index {
			index[i] = to[index[i]]
		}
	}
	for list := r.units; len(list) > 0; {
		n := 1
		for n < len(list) && list[n].term == list[0].term {
			n++
		}
		r.term(int(list[0].term), list[:n])
		list = list[n:]
	}
	for i := range r.Dice {
		r.Dice[i].Kept = !r.Dice[i].Replaced && r.units[index[i]].kept
	}
	for i := range x.terms {
		r.Counted = r.Counted || len(x.terms[i].Success) > 0
	}
	return r
}

// term keeps the dice of one term, at least one, and adds what they come to.
func (r *Result) term(n int, list []unit) {
	t := &r.terms[n]
	if t.Read == Percentile {
		r.percentile(t, n, list)
		return
	}
	kept := keepUnits(t, list)
	if kept == 0 {
		return
	}
	r.Matches = max(r.Matches, matches(t, list, kept))
	total, successes := int64(0), int64(0)
	values := make([]int64, 0, maxDigits)
	for i := range list {
		u := &list[i]
		if !u.kept {
			continue
		}
		if total += u.value; len(t.Success) > 0 {
			_, name := t.face(int64(u.face))
			successes += t.successes(u.value, name)
		}
		if t.Read == Digits {
			values = append(values, u.value)
		} else {
			r.see(n, u.value, int64(u.face))
		}
	}
	switch {
	case t.Read == Digits:
		total = digits(t, values)
		r.see(n, total, total)
	case len(t.Success) > 0:
		total = successes
	}
	r.Successes += signed(t, successes)
	r.Sum += signed(t, total)
	r.one = r.one && (n > 0 || kept == 1 || t.Read == Digits)
}

func signed(t *Term, n int64) int64 {
	if t.Subtract {
		return -n
	}
	return n
}

// see notes the value of something that is kept.
func (f *Facts) see(term int, value, face int64) {
	if !f.kept {
		f.Highest, f.Lowest = value, value
	} else {
		f.Highest, f.Lowest = max(f.Highest, value), min(f.Lowest, value)
	}
	f.kept = true
	if term == 0 {
		f.natural, f.one = face, true
	}
}

// Count is how many kept dice meet a test; a chain is one.
func (r *Result) Count(test *Test) (n int64) {
	for i := range r.units {
		u := &r.units[i]
		if !u.kept {
			continue
		}
		if _, name := r.terms[u.term].face(int64(u.face)); test.Meets(u.value, name) {
			n++
		}
	}
	return n
}

// Symbols are the symbols of the kept dice with their sums; nil for none.
func (r *Result) Symbols() map[string]int64 {
	var out map[string]int64
	for i := range r.Dice {
		d := &r.Dice[i]
		if !d.Kept || r.terms[d.Term].Faces == nil {
			continue
		}
		for _, s := range r.terms[d.Term].Faces[d.Face-1].Symbols {
			if out == nil {
				out = map[string]int64{}
			}
			out[s.Name] += s.Count
		}
	}
	return out
}

// count is what a count or symbol check asks.
func (r *Result) count(c *Check) int64 {
	if c.Fact == FactSymbol {
		return r.Symbols()[c.Symbol]
	}
	return r.Count(c.On)
}

// Choose marks the dice that a reroll by the player is about: those that meet a
// test (nil: all), of these only the lowest or highest where a number is not
// negative. A die that was replaced is none of them.
func (r *Result) Choose(only *Test, lowest, highest int64) []bool {
	out := make([]bool, len(r.Dice))
	var list []int
	for i := range r.Dice {
		if d := &r.Dice[i]; !d.Replaced && (only == nil || only.Meets(d.Value, d.Name)) {
			list = append(list, i)
		}
	}
	n := int64(len(list))
	switch {
	case lowest >= 0:
		n = min(n, lowest)
		slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(r.Dice[a].Value, r.Dice[b].Value) })
	case highest >= 0:
		n = min(n, highest)
		slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(r.Dice[b].Value, r.Dice[a].Value) })
	}
	for _, i := range list[:n] {
		out[i] = true
	}
	return out
}
