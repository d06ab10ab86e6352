package dice_test

import (
	"slices"
	"testing"

	"github.com/open-actor-models/oam/rules/dice"
)

// Waves: all dice as written, then what each of them leads to, in their order.
func TestWaves(t *testing.T) {
	r := parse(t, "2d6!+1d8ro1+1d4")
	x, _ := r.Begin(dice.Limits{})
	equal(t, "first wave", sides(x.Need()), 6, 6, 8, 4)
	// A part of a wave is enough; nothing is led to before the wave is whole.
	if problem := x.Give([]int64{6}); problem != nil {
		t.Fatalf("%+v", *problem)
	}
	equal(t, "rest of it", sides(x.Need()), 6, 8, 4)
	x.Give([]int64{6, 1, 4})
	need := x.Need()
	equal(t, "second wave", need,
		dice.Want{Term: 0, Sides: 6, Why: "explode"}, dice.Want{Term: 0, Sides: 6, Why: "explode"}, dice.Want{Term: 1, Sides: 8, Why: "reroll"})
	x.Give([]int64{2, 6, 1})
	equal(t, "third wave", x.Need(), dice.Want{Term: 0, Sides: 6, Why: "explode"})
	x.Give([]int64{5})
	result := x.Result()
	same(t, "sum", result.Sum, 6+6+2+6+5+1+4)
	var from []int
	for _, d := range result.Dice {
		from = append(from, d.From)
	}
	equal(t, "from", from, -1, -1, -1, -1, 0, 1, 2, 5)
	same(t, "replaced", result.Dice[2].Replaced && !result.Dice[2].Kept, true)
	same(t, "third is kept though a 1", result.Dice[6].Kept, true)
}

func TestWrongFaces(t *testing.T) {
	x, _ := parse(t, "2d6").Begin(dice.Limits{})
	for _, c := range []struct {
		faces []int64
		index int
	}{{[]int64{0}, 0}, {[]int64{6, 7}, 1}, {[]int64{1, 2, 3}, 2}, {[]int64{-1, 2}, 0}} {
		problem := x.Give(c.faces)
		if problem == nil || problem.Code != "invalid-faces" || problem.Index != c.index {
			t.Errorf("%v: %+v", c.faces, problem)
		}
		same(t, "still wanted", len(x.Need()), 2)
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		roll  dice.Roll
		used  int64
		code  string
		limit string
	}{
		{parse(t, "1000d6"), 0, "", ""},
		{parse(t, "1001d6"), 0, "safety-limit-exceeded", "dice"},
		{parse(t, "600d6+401d8"), 0, "safety-limit-exceeded", "dice"},
		{parse(t, "10d6"), 990, "", ""},
		{parse(t, "10d6"), 991, "safety-limit-exceeded", "dice"},
		{parse(t, "1d6"), 1000, "safety-limit-exceeded", "dice"},
		{parse(t, "0d6"), 1000, "", ""},
		{dice.Roll{Terms: []dice.Term{{Count: 1 << 62, Sides: 6}, {Count: 1 << 62, Sides: 6}}}, 0, "safety-limit-exceeded", "dice"},
		{dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 1_000_000}}}, 0, "", ""},
		{dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 1_000_001}}}, 0, "safety-limit-exceeded", "sides"},
		{dice.Roll{Terms: []dice.Term{{Count: 1000, Sides: 10, Read: dice.Percentile}}}, 0, "safety-limit-exceeded", "dice"},
		{dice.Roll{Terms: []dice.Term{{Count: 16, Sides: 10, Read: dice.Digits}}}, 0, "number-too-large", ""},
		{dice.Roll{Terms: []dice.Term{{Count: 2, Sides: 12, Read: dice.Digits}}}, 0, "invalid-dice", ""},
		{dice.Roll{Terms: []dice.Term{{Count: 2, Sides: 3, Faces: fate(), Read: dice.Digits}}}, 0, "invalid-dice", ""},
		{dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 6, Read: dice.Percentile}}}, 0, "invalid-dice", ""},
		{dice.Roll{Terms: []dice.Term{{Count: 2, Sides: 6, Read: dice.Digits, Explode: &dice.Explode{}}}}, 0, "invalid-dice", ""},
		{dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 6, Min: num(1 << 60)}}}, 0, "number-too-large", ""},
		{dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 6, Max: num(-1 << 60)}}}, 0, "number-too-large", ""},
		{dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 6, Success: []dice.Success{{By: 1 << 60}}}}}, 0, "number-too-large", ""},
		{dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 6, Explode: &dice.Explode{On: dice.Test{Gte: num(1)}, Times: 101}}}}, 0, "safety-limit-exceeded", "explosions"},
		{dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 6, Explode: &dice.Explode{On: dice.Test{Gte: num(1)}, Times: 100}}}}, 0, "", ""},
		{dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 1, Explode: &dice.Explode{Times: -1}}}}, 0, "", ""},
		{dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 1, Faces: []dice.Face{{Value: -1 << 60}}}}}, 0, "number-too-large", ""},
		{dice.Roll{Terms: []dice.Term{{Count: 0, Sides: 1, Faces: []dice.Face{{Value: -1 << 60}}}}}, 0, "", ""},
	} {
		_, problem := c.roll.Begin(dice.Limits{Used: c.used})
		if problem == nil {
			problem = &dice.Problem{}
		}
		if problem.Code != c.code || problem.Limit != c.limit {
			t.Errorf("%+v, %d used: %+v", c.roll, c.used, *problem)
		}
	}
	// Extra dice count, too.
	x, _ := parse(t, "3d6!").Begin(dice.Limits{Used: 996})
	if problem := x.Give([]int64{6, 5, 1}); problem != nil {
		t.Errorf("one extra: %+v", *problem)
	}
	if problem := x.Give([]int64{6}); problem == nil || problem.Limit != "dice" {
		t.Errorf("a second: %+v", problem)
	}
}

// D65, and what a roll of some dice again does to what they had led to.
func TestAgain(t *testing.T) {
	only := func(list ...int) func(int) bool { return func(i int) bool { return slices.Contains(list, i) } }
	again := func(r dice.Roll, before *dice.Result, which ...int) *dice.Rolling {
		t.Helper()
		x, problem := r.BeginAgain(before, only(which...), dice.Limits{})
		if problem != nil {
			t.Fatalf("%+v", *problem)
		}
		return x
	}
	r := parse(t, "2d20kh1")
	before := play(t, r, 3, 18)
	same(t, "before", before.Sum, 18)
	same(t, "D65", feed(t, again(r, before, 0), 7).Sum, 18)
	same(t, "rerolled to more", feed(t, again(r, before, 0), 19).Sum, 19)
	equal(t, "dice", kept(feed(t, again(r, before, 1), 2)), 3)

	// A die that is rolled again stands in its place: 1 and 6, read as digits.
	digits := dice.Roll{Terms: []dice.Term{{Count: 2, Sides: 6, Read: dice.Digits, Reroll: &dice.Reroll{On: dice.Test{Values: []int64{2}}}}}}
	before = play(t, digits, 2, 6, 1)
	same(t, "16", before.Sum, 16)
	same(t, "46", feed(t, again(digits, before, 2), 4).Sum, 46)
	same(t, "a die that is gone is not rolled", feed(t, again(digits, before, 0)).Sum, 16)
	same(t, "its own reroll comes again", feed(t, again(digits, before, 2), 2, 5).Sum, 56)

	// What an exploding die had led to goes with it, and comes anew.
	for _, text := range []string{"2d6!", "2d6!!"} {
		r = parse(t, text)
		before = play(t, r, 6, 2, 6, 3)
		same(t, text, before.Sum, 17)
		same(t, text+" from the first", feed(t, again(r, before, 0), 1).Sum, 3)
		same(t, text+" from the first, with another", feed(t, again(r, before, 0), 6, 4).Sum, 12)
		same(t, text+" from an extra die", feed(t, again(r, before, 2), 5).Sum, 13)
		same(t, text+" the last", feed(t, again(r, before, 3), 5).Sum, 19)
		same(t, text+" the other", feed(t, again(r, before, 1), 6, 1).Sum, 22)
	}

	// Nor does a die explode more often than it may.
	once := dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 6, Explode: &dice.Explode{Times: 1}}}}
	before = play(t, once, 6, 6)
	same(t, "an extra die that may not explode", feed(t, again(once, before, 1), 6).Sum, 12)
	same(t, "the first may", feed(t, again(once, before, 0), 6, 6).Sum, 12)

	// The limit is about what is asked for, not about what is kept.
	r = parse(t, "900d6")
	faces := make([]int64, 900)
	for i := range faces {
		faces[i] = 1
	}
	before = play(t, r, faces...)
	if _, problem := r.BeginAgain(before, only(0, 1), dice.Limits{Used: 998}); problem != nil {
		t.Errorf("two more: %+v", *problem)
	}
	if _, problem := r.BeginAgain(before, only(0, 1, 2), dice.Limits{Used: 998}); problem == nil || problem.Limit != "dice" {
		t.Errorf("three more: %+v", problem)
	}
}

// Which dice a player may roll again.
func TestChoose(t *testing.T) {
	r := play(t, parse(t, "4d6ro1"), 3, 1, 6, 3, 2)
	mark := func(only *dice.Test, lowest, highest int64) (out []int) {
		for i, on := range r.Choose(only, lowest, highest) {
			if on {
				out = append(out, i)
			}
		}
		return out
	}
	equal(t, "all but what was replaced", mark(nil, -1, -1), 0, 2, 3, 4)
	equal(t, "lowest two", mark(nil, 2, -1), 0, 4)
	equal(t, "highest", mark(nil, -1, 1), 2)
	equal(t, "none", mark(nil, 0, -1))
	equal(t, "threes", mark(&dice.Test{Values: []int64{3}}, -1, -1), 0, 3)
	equal(t, "one three", mark(&dice.Test{Values: []int64{3}}, 1, -1), 0)
	equal(t, "under four, the highest", mark(&dice.Test{Lt: num(4)}, -1, 1), 0)
}

func TestFacts(t *testing.T) {
	for _, c := range []struct {
		roll                                                     string
		faces                                                    []int64
		sum, natural, highest, lowest, matches, successes, count int64
	}{
		{"1d20", []int64{7}, 7, 7, 7, 7, 1, 0, 0},
		{"2d20kl1", []int64{7, 3}, 3, 3, 3, 3, 1, 0, 0},
		{"5d6", []int64{2, 6, 2, 5, 2}, 17, 0, 6, 2, 3, 0, 1},
		{"5d6kh3", []int64{2, 6, 2, 5, 2}, 13, 0, 6, 2, 1, 0, 1},
		{"1d6-1d6", []int64{2, 6}, -4, 2, 6, 2, 1, 0, 1},
		{"1d20+2d6", []int64{4, 6, 6}, 16, 4, 6, 4, 2, 0, 2},
		{"1d6min4", []int64{2}, 4, 2, 4, 4, 1, 0, 0},
		{"1d6max4", []int64{6}, 4, 6, 4, 4, 1, 0, 0},
		{"1d6!!", []int64{6, 2}, 8, 6, 8, 8, 1, 0, 0},
		{"4d6s>=5", []int64{6, 5, 4, 6}, 3, 0, 6, 4, 2, 3, 2},
		{"4d6s>=5-2d6s>=5", []int64{6, 5, 4, 6, 6, 1}, 2, 0, 6, 1, 2, 2, 3},
		{"3d1000", []int64{500, 7, 500}, 1007, 0, 500, 7, 2, 0, 0},
		{"2d6!kh1+1d8", []int64{6, 1, 8, 4}, 14, 6, 8, 6, 1, 0, 1},
		{"3d6kh0", []int64{1, 2, 3}, 0, 0, 0, 0, 0, 0, 0},
		{"3d6dh9", []int64{1, 2, 3}, 0, 0, 0, 0, 0, 0, 0},
		{"4d[fate]", []int64{1, 1, 1, 3}, -2, 0, 1, -1, 3, 0, 0},
	} {
		r := play(t, parse(t, c.roll), c.faces...)
		six := dice.Test{Values: []int64{6}}
		got := []int64{r.Sum, natural(r), r.Highest, r.Lowest, r.Matches, r.Successes, r.Count(&six)}
		equal(t, c.roll+": sum, natural, highest, lowest, matches, successes, sixes", got,
			c.sum, c.natural, c.highest, c.lowest, c.matches, c.successes, c.count)
	}
}

// Of equal dice the earlier are kept.
func TestEqualDice(t *testing.T) {
	faces := slices.Repeat([]int64{4, 2}, 20)
	for _, c := range []struct {
		roll string
		want []int
	}{{"40d6kh3", []int{0, 2, 4}}, {"40d6kl3", []int{1, 3, 5}}, {"40d6dl37", []int{0, 2, 4}}, {"40d6dh37", []int{1, 3, 5}}} {
		var got []int
		for i, d := range play(t, parse(t, c.roll), faces...).Dice {
			if d.Kept {
				got = append(got, i)
			}
		}
		equal(t, c.roll, got, c.want...)
	}
}

// Symbols are of the dice that are kept; a test may name faces.
func TestSymbols(t *testing.T) {
	boost := []dice.Face{{ID: "blank"}, {ID: "hit", Symbols: []dice.Symbol{{Name: "success", Count: 1}}},
		{ID: "both", Value: 2, Symbols: []dice.Symbol{{Name: "success", Count: 1}, {Name: "advantage", Count: 2}}}}
	term := dice.Term{Count: 3, Name: "boost", Faces: boost}
	r := play(t, dice.Roll{Terms: []dice.Term{term}}, 2, 3, 1)
	same(t, "success", r.Symbols()["success"], 2)
	same(t, "advantage", r.Symbols()["advantage"], 2)
	same(t, "named", r.Count(&dice.Test{Names: []string{"both", "hit"}}), 2)
	same(t, "face", r.Dice[1].Name, "both")
	term.Keep = dice.Keep{Mode: dice.KeepHighest, Count: 1}
	r = play(t, dice.Roll{Terms: []dice.Term{term}}, 2, 3, 1)
	same(t, "success of the kept", r.Symbols()["success"], 1)
	if r = play(t, parse(t, "2d6"), 1, 2); r.Symbols() != nil {
		t.Errorf("symbols of plain dice: %v", r.Symbols())
	}
}

// A test with a list and comparisons wants both.
func TestTestMeetsBoth(t *testing.T) {
	test := dice.Test{Values: []int64{1, 5}, Names: []string{"x"}, Gte: num(3)}
	for _, c := range []struct {
		value int64
		name  string
		want  bool
	}{{5, "", true}, {1, "", false}, {4, "", false}, {4, "x", true}, {2, "x", false}} {
		same(t, "meets", test.Meets(c.value, c.name), c.want)
	}
}
