package dice

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// everyFace plays a roll with all faces that can fall, one way after the other,
// as long as no way has more dice than most.
func everyFace(x *Rolling, most int, visit func(*Result)) {
	need := x.Need()
	if len(need) == 0 {
		visit(x.Result())
		return
	}
	if len(x.dice) > most {
		return
	}
	for face := int64(1); face <= need[0].Sides; face++ {
		next := x.Copy()
		if next.Give([]int64{face}) != nil {
			continue // past a limit: no outcome
		}
		everyFace(next, most, visit)
	}
}

func anyTest(t *rapid.T, label string) Test {
	n := rapid.Int64Range(0, 5).Draw(t, label)
	switch rapid.IntRange(0, 4).Draw(t, label+" kind") {
	case 0:
		return Test{Gte: &n}
	case 1:
		return Test{Lte: &n}
	case 2:
		return Test{Gt: &n}
	case 3:
		return Test{Lt: &n}
	}
	return Test{Values: []int64{n, rapid.Int64Range(1, 4).Draw(t, label+" other")}}
}

func anyTerm(t *rapid.T) Term {
	x := Term{Count: rapid.Int64Range(-1, 3).Draw(t, "count"), Sides: rapid.Int64Range(1, 4).Draw(t, "sides")}
	x.Subtract = rapid.IntRange(0, 4).Draw(t, "subtract") == 0
	if rapid.IntRange(0, 5).Draw(t, "named") == 0 {
		x.Name, x.Faces = "own", nil
		for i := range x.Sides {
			f := Face{ID: fmt.Sprint("f", i), Value: rapid.Int64Range(-1, 3).Draw(t, "value")}
			if rapid.Bool().Draw(t, "has symbol") {
				f.Symbols = []Symbol{{"star", rapid.Int64Range(-1, 2).Draw(t, "stars")}}
			}
			x.Faces = append(x.Faces, f)
		}
	}
	switch rapid.IntRange(0, 7).Draw(t, "read") {
	case 0:
		x.Read = Digits
	case 1:
		x.Read, x.Sides, x.Faces, x.Name = Percentile, 10, nil, ""
		x.Count = min(x.Count, 2)
	}
	x.Keep = Keep{KeepMode(rapid.IntRange(0, 4).Draw(t, "keep")), rapid.Int64Range(0, 3).Draw(t, "kept")}
	if x.Read != Sum {
		return x
	}
	switch rapid.IntRange(0, 3).Draw(t, "explode") {
	case 0:
		x.Explode = &Explode{Chain: rapid.Bool().Draw(t, "chain"), Times: rapid.Int64Range(1, 2).Draw(t, "times")}
		if rapid.Bool().Draw(t, "explode on") {
			x.Explode.On = anyTest(t, "on")
		}
		x.Count = min(x.Count, 2)
	case 1:
		x.Reroll = &Reroll{On: anyTest(t, "reroll")}
	}
	if rapid.IntRange(0, 3).Draw(t, "floor") == 0 {
		n := rapid.Int64Range(0, 3).Draw(t, "min")
		x.Min = &n
	}
	if rapid.IntRange(0, 3).Draw(t, "ceiling") == 0 {
		n := rapid.Int64Range(1, 4).Draw(t, "max")
		x.Max = &n
	}
	if rapid.IntRange(0, 2).Draw(t, "success") == 0 {
		x.Success = []Success{{anyTest(t, "s"), rapid.Int64Range(1, 2).Draw(t, "by")}, {anyTest(t, "f"), -1}}
	}
	return x
}

func anyCheck(t *rapid.T, depth int) *Check {
	n := rapid.OneOf(rapid.Int64Range(-2, 3), rapid.Int64Range(-2, 12)).Draw(t, "bound")
	c := &Check{Fact: Fact(rapid.IntRange(int(FactTotal), int(FactSymbol)).Draw(t, "fact"))}
	switch rapid.IntRange(0, 4).Draw(t, "comparison") {
	case 0:
		c.Eq = &n
	case 1:
		c.Gte = &n
	case 2:
		c.Gt = &n
	case 3:
		c.Lte = &n
	default:
		c.Lt = &n
	}
	if c.Fact == FactCount {
		on := anyTest(t, "of")
		c.On = &on
	}
	if c.Fact == FactSymbol {
		c.Symbol = "star"
	}
	if depth > 0 {
		switch rapid.IntRange(0, 4).Draw(t, "join") {
		case 0:
			c.Any = []*Check{anyCheck(t, depth-1), anyCheck(t, 0)}
		case 1:
			c.Not = anyCheck(t, depth-1)
		case 2:
			c.All = []*Check{anyCheck(t, 0)}
		}
	}
	return c
}

func anyBands(t *rapid.T) (b Bands, target Target) {
	for i := range rapid.IntRange(1, 3).Draw(t, "bands") {
		b.List = append(b.List, Band{fmt.Sprint("b", i), anyCheck(t, 1)})
	}
	if rapid.Bool().Draw(t, "rest") {
		b.List = append(b.List, Band{"rest", nil})
	}
	for range max(0, rapid.IntRange(-2, 2).Draw(t, "shifts")) {
		s := Shift{Check: anyCheck(t, 0)}
		if rapid.Bool().Draw(t, "from") {
			s.From = []string{"b1", "rest"}
		}
		if s.By = rapid.Int64Range(-2, 2).Draw(t, "by"); s.By == 0 {
			s.To = "b0"
		}
		b.Shifts = append(b.Shifts, s)
	}
	target = Target{Add: rapid.Int64Range(-3, 3).Draw(t, "add"), Against: rapid.Int64Range(0, 5).Draw(t, "against"), HasAgainst: rapid.Bool().Draw(t, "has against")}
	for i, into := range []**int64{&target.Min, &target.Max} {
		if rapid.IntRange(0, 3).Draw(t, "bound") == 0 {
			n := rapid.Int64Range(-2, 4).Draw(t, "of total") + int64(5*i)
			*into = &n
		}
	}
	return b, target
}

func anyRoll(t *rapid.T) (r Roll) {
	total := int64(0)
	for range rapid.IntRange(1, 2).Draw(t, "terms") {
		term := anyTerm(t)
		if total += max(0, term.Count); term.Read == Percentile {
			total += 2
		}
		if len(r.Terms) == 0 || total <= 4 {
			r.Terms = append(r.Terms, term)
		}
	}
	return r
}

// some collects the bands that faces give.
type some struct {
	b      *Bands
	target Target
	bands  []bool
	none   bool
	ways   int
}

func newSome(b *Bands, target Target) *some {
	return &some{b: b, target: target, bands: make([]bool, len(b.List))}
}

func (s *some) add(r *Result) {
	s.ways++
	if _, last, ok := s.b.Decide(r, s.target); ok {
		s.bands[last] = true
	} else {
		s.none = true
	}
}

// compare wants a preview to say what faces gave: exactly that, or where it is not
// exact no less.
func (s *some) compare(t *rapid.T, what any, possible []bool, none, exact bool) {
	if s.ways == 0 {
		return // refused, or no end
	}
	if exact && (!slices.Equal(possible, s.bands) || none != s.none) {
		t.Fatalf("%+v: says %v %v, faces give %v %v", what, possible, none, s.bands, s.none)
	}
	for i := range possible {
		if s.bands[i] && !possible[i] || s.none && !none {
			t.Fatalf("%+v: says %v %v, faces give %v %v", what, possible, none, s.bands, s.none)
		}
	}
}

// A preview says exactly which bands some faces give. It may give up where faces
// of one value differ in whether they explode, on chains that are asked for
// matches or symbols, and on more count checks than it tells apart.
func TestPossibleIsExact(t *testing.T) {
	exactOnes, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		r := anyRoll(t)
		b, target := anyBands(t)
		possible, none, exact := b.Possible(r, target)
		x, problem := r.Begin(Limits{})
		if problem != nil {
			return
		}
		seen := newSome(&b, target)
		everyFace(x, 100, seen.add)
		seen.compare(t, r.Terms, possible, none, exact)
		if all++; exact {
			exactOnes++
		}
	})
	if exactOnes*100 < all*85 {
		t.Errorf("only %d of %d are exact", exactOnes, all)
	}
}

// The same for some dice that are rolled again: the others keep their faces.
func TestPossibleAgainIsExact(t *testing.T) {
	exactOnes, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		r := anyRoll(t)
		b, target := anyBands(t)
		x, problem := r.Begin(Limits{})
		if problem != nil {
			return
		}
		for len(x.Need()) > 0 {
			if x.Give([]int64{rapid.Int64Range(1, x.Need()[0].Sides).Draw(t, "face")}) != nil {
				return
			}
		}
		before := x.Result()
		mask := rapid.IntRange(0, 255).Draw(t, "again")
		again := func(i int) bool { return mask>>(i%8)&1 == 1 }
		possible, none, exact := b.PossibleAgain(r, before, again, target)
		x, problem = r.BeginAgain(before, again, Limits{})
		if problem != nil {
			t.Fatalf("%+v", *problem)
		}
		seen := newSome(&b, target)
		everyFace(x, 100, seen.add)
		seen.compare(t, r.Terms, possible, none, exact)
		if all++; exact {
			exactOnes++
		}
	})
	if exactOnes*100 < all*70 {
		t.Errorf("only %d of %d are exact", exactOnes, all)
	}
}

// Dice that explode, or are rolled again, as long as it happens: what the first
// dozen of dice give is all that is asked about, for the bounds are small.
func TestPossibleWithoutEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		term := Term{Count: rapid.Int64Range(1, 2).Draw(t, "count"), Sides: rapid.Int64Range(2, 3).Draw(t, "sides")}
		if rapid.Bool().Draw(t, "explode") {
			on := rapid.Int64Range(1, term.Sides).Draw(t, "on")
			term.Explode = &Explode{On: Test{Values: []int64{on}}, Chain: rapid.Bool().Draw(t, "chain")}
		} else {
			term.Reroll = &Reroll{On: Test{Values: []int64{rapid.Int64Range(1, term.Sides).Draw(t, "on")}}, Until: true}
		}
		term.Keep = Keep{KeepMode(rapid.IntRange(0, 4).Draw(t, "keep")), rapid.Int64Range(0, 2).Draw(t, "kept")}
		if rapid.Bool().Draw(t, "success") {
			term.Success = []Success{{Test{Values: []int64{rapid.Int64Range(1, 3).Draw(t, "s")}}, 1}}
		}
		n := rapid.Int64Range(0, 7).Draw(t, "bound")
		c := &Check{Fact: Fact(rapid.IntRange(int(FactTotal), int(FactCount)).Draw(t, "fact")), On: &Test{Values: []int64{rapid.Int64Range(1, 3).Draw(t, "of")}}}
		if rapid.Bool().Draw(t, "at least") {
			c.Gte = &n
		} else {
			c.Eq = &n
		}
		b := Bands{List: []Band{{"a", c}}}
		r := Roll{Terms: []Term{term}}
		possible, none, exact := b.Possible(r, Target{})
		x, problem := r.Begin(Limits{})
		if problem != nil {
			t.Fatalf("%+v", *problem)
		}
		seen := newSome(&b, Target{})
		everyFace(x, 12, seen.add)
		seen.compare(t, r.Terms, possible, none, exact)
		if !exact && c.Fact != FactMatches {
			t.Fatalf("%+v is not exact", r.Terms)
		}
	})
}

// What would take too long says everything that conditions leave, and takes no
// more steps than there are.
func TestPossibleGivesUp(t *testing.T) {
	no, big := false, int64(3000)
	r := Roll{Terms: []Term{{Count: 300, Sides: 20, Keep: Keep{KeepHighest, 200}, Explode: &Explode{}}}}
	b := Bands{List: []Band{{"a", &Check{Fact: FactSum, Gte: &big}}, {"b", &Check{Fact: FactMatches, Gte: &big}}, {"never", &Check{When: &no}}, {"c", nil}}}
	possible, none, exact := b.Possible(r, Target{})
	if !slices.Equal(possible, []bool{true, true, false, true}) || none || exact {
		t.Errorf("%v %v %v", possible, none, exact)
	}
	steps := int64(150_000)
	target := Target{Steps: &steps}
	for _, left := range []int64{50_000, 0, 0} {
		if b.Possible(r, target); steps != left {
			t.Errorf("%d steps are left, want %d", steps, left)
		}
	}
	small := Roll{Terms: []Term{{Count: 1, Sides: 20}}}
	if _, _, exact = b.Possible(small, target); exact {
		t.Error("exact without steps")
	}
	steps = 1_000
	if _, _, exact = b.Possible(small, target); !exact || steps >= 1_000 || steps < 900 {
		t.Errorf("exact %v, %d steps are left", exact, steps)
	}
}

// Chains that come to one value are not told apart: so a preview gives up where
// bands ask for what tells them apart, and leaves nothing out.
func TestPossibleChains(t *testing.T) {
	two, seven := int64(2), int64(7)
	chain := &Explode{Chain: true, Times: 1}
	for _, c := range []struct {
		term  Term
		check *Check
	}{
		// 2 + 2 and 2 + 1: both begin with a 2.
		{Term{Count: 2, Sides: 2, Explode: chain}, &Check{All: []*Check{{Fact: FactMatches, Eq: &two}, {Fact: FactSum, Eq: &seven}}}},
		// The second die of a chain brings a symbol, too.
		{Term{Count: 1, Faces: []Face{{ID: "a"}, {ID: "b", Value: 1, Symbols: []Symbol{{"x", 1}}}}, Explode: chain}, &Check{Fact: FactSymbol, Symbol: "x", Eq: &two}},
	} {
		b := Bands{List: []Band{{"a", c.check}, {"b", nil}}}
		if possible, _, exact := b.Possible(Roll{Terms: []Term{c.term}}, Target{}); !possible[0] || exact {
			t.Errorf("%+v: possible %v, exact %v", c.term, possible, exact)
		}
	}
}

// Of equal dice the earlier is kept, so that some outcomes cannot come.
func TestPossibleTies(t *testing.T) {
	two, one := int64(2), int64(1)
	// A 1 that counts as 2 is dropped before the 2 that led to it; by itself it is
	// dropped, too.
	late := Roll{Terms: []Term{{Count: 1, Sides: 2, Min: &two, Explode: &Explode{Times: 1}, Keep: Keep{DropLowest, 1}}}}
	b := Bands{List: []Band{{"a", &Check{Fact: FactNatural, Eq: &one}}, {"b", nil}}}
	if possible, _, exact := b.Possible(late, Target{}); possible[0] && exact {
		t.Error("a late 1 is kept")
	}
	same := Roll{Terms: []Term{{Count: 2, Faces: []Face{{ID: "x"}, {ID: "y"}}, Keep: Keep{KeepHighest, 1}}}}
	x, _ := same.Begin(Limits{})
	x.Give([]int64{1, 1})
	b.List[0].Check = &Check{Fact: FactCount, On: &Test{Names: []string{"y"}}, Eq: &one}
	possible, _, exact := b.PossibleAgain(same, x.Result(), func(i int) bool { return i == 1 }, Target{})
	if possible[0] || !exact {
		t.Errorf("the second of two equal dice: possible %v, exact %v", possible, exact)
	}
}

// Numbers above all that is asked are one only where nothing is taken off them.
func TestPossibleTakesOff(t *testing.T) {
	low := int64(-2)
	for _, terms := range [][]Term{
		{{Count: 3, Sides: 4}, {Count: 1, Sides: 4, Subtract: true}},
		{{Count: 3, Faces: []Face{{Value: 1}, {Value: 2}}}, {Count: 1, Faces: []Face{{Value: -4}, {Value: -1}}}},
		{{Count: 3, Sides: 4, Success: []Success{{On: Test{Gte: &low}, By: 1}}}, {Count: 1, Sides: 4, Success: []Success{{On: Test{Gte: &low}, By: -4}}}},
	} {
		b := Bands{List: []Band{{"a", &Check{Fact: FactSum, Lte: &low}}, {"b", nil}}}
		if possible, _, exact := b.Possible(Roll{Terms: terms}, Target{}); possible[0] || !exact {
			t.Errorf("%+v: possible %v, exact %v", terms, possible, exact)
		}
	}
}

// Checks are the caller's: a preview changes none, so that rolls of one ruleset
// may run at the same time.
func TestPossibleConcurrent(t *testing.T) {
	six := int64(6)
	b := Bands{List: []Band{{"a", &Check{Fact: FactCount, On: &Test{Values: []int64{6}}, Gte: &six}}, {"b", &Check{Fact: FactSymbol, Symbol: "x", Gte: &six}}}}
	r := Roll{Terms: []Term{{Count: 8, Sides: 6}}}
	done := make(chan bool)
	for range 8 {
		go func() {
			for range 50 {
				b.Possible(r, Target{})
			}
			done <- true
		}()
	}
	for range 8 {
		<-done
	}
}
