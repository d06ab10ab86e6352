package dice_test

import (
	"testing"

	"github.com/open-actor-models/oam/rules/dice"
)

// Rolls that are a notation: the faces, the sum of the terms with the plain
// number, and the faces that are kept. The numbers are those of the rule cases.
func TestNotationCases(t *testing.T) {
	for _, c := range []struct {
		id, roll string
		faces    []int64
		total    int64
		kept     []int64
	}{
		{"D64 disadvantage", "2d20kl1", []int64{18, 3}, 3, []int64{3}},
		{"D64 advantage", "2d20kh1", []int64{18, 3}, 18, []int64{18}},
		{"D67", "2d8+3", []int64{5, 2}, 10, []int64{5, 2}},
		{"D67 with 2d6 extra", "2d8+4d6+3", []int64{5, 2, 1, 6, 3, 4}, 24, []int64{5, 2, 1, 6, 3, 4}},
		{"D69 trained", "1d20min10+7", []int64{4}, 17, []int64{4}},
		{"D69 untrained", "1d20+2", []int64{4}, 6, []int64{4}},
		{"D71", "1d10-2", []int64{1}, -1, []int64{1}},
		{"D78", "4d6dl1", []int64{6, 5, 1, 4}, 15, []int64{6, 5, 4}},
		{"D78 ones", "4d6dl1", []int64{1, 1, 1, 1}, 3, []int64{1, 1, 1}},
		{"D78 sixes", "4d6dl", []int64{6, 6, 6, 6}, 18, []int64{6, 6, 6}},
		{"F10", "4d[fate]+2", []int64{1, 1, 2, 3}, 1, []int64{1, 1, 2, 3}},
		{"O21, X01", "0d6+2", nil, 2, nil},
		{"O22 separate", "5d2!kh3", []int64{2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 2, 1, 1, 1}, 6, []int64{2, 2, 2}},
		{"O23", "2d6ro1", []int64{1, 4, 1}, 5, []int64{4, 1}},
		{"O23 of an extra die", "1d6!ro1", []int64{6, 1, 1}, 7, []int64{6, 1}},
		{"X02", "4d6kh3", []int64{5, 5, 5, 2}, 15, []int64{5, 5, 5}},
		{"X02 lowest", "2d20kl", []int64{7, 7}, 7, []int64{7}},
		{"X03", "1d6ro1", []int64{1, 1}, 1, []int64{1}},
		{"X04 chain", "1d6!!", []int64{6, 6, 3}, 15, []int64{6, 6, 3}},
		{"X04 separate", "1d6!", []int64{6, 6, 3}, 15, []int64{6, 6, 3}},
		{"X06", "1d4-3", []int64{1}, -2, []int64{1}},
		{"X08", "3d10s>=8f1", []int64{10, 8, 1}, 1, []int64{10, 8, 1}},
		{"I16", "1d6+3", []int64{5}, 8, []int64{5}},
	} {
		t.Run(c.id, func(t *testing.T) {
			roll := parse(t, c.roll)
			r := play(t, roll, c.faces...)
			same(t, "total", r.Sum+roll.Add, c.total)
			equal(t, "kept", kept(r), c.kept...)
		})
	}
}

// O22: ten d2, five of them at their maximum, and extras 2, 2, 2, 1, 1. The issue
// leaves open which dice led to which; where the chains are longest three of them
// come to 4 each.
func TestO22Chains(t *testing.T) {
	// The first five explode; their extras are 2, 2, 2, 1, 1; the three that explode
	// again get 1 each.
	faces := []int64{2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1}
	once := int64(1)
	term := dice.Term{Count: 10, Sides: 2, Keep: dice.Keep{Mode: dice.KeepHighest, Count: 3}, Explode: &dice.Explode{Chain: true, Times: once}}
	// As the issue has it: each die explodes once.
	same(t, "chains", play(t, dice.Roll{Terms: []dice.Term{term}}, faces[:15]...).Sum, 12)
	term.Explode = &dice.Explode{Times: once}
	same(t, "separate dice", play(t, dice.Roll{Terms: []dice.Term{term}}, faces[:15]...).Sum, 6)
	// To the end each of the three chains is 2 + 2 + 1.
	term.Explode = &dice.Explode{Chain: true}
	same(t, "chains to the end", play(t, dice.Roll{Terms: []dice.Term{term}}, faces...).Sum, 15)
}

func TestX05NoEnd(t *testing.T) {
	for _, text := range []string{"1d1!", "1d1!!", "3d1rr1", "1d6!>=1", "1d6rr<=6", "1d4!<=2rr>2", "1d1000000rr>=1", "2d[fate]!<2"} {
		_, problem := parse(t, text).Begin(dice.Limits{})
		if problem == nil || problem.Code != "safety-limit-exceeded" || problem.Limit != "explosions" {
			t.Errorf("%s: %+v", text, problem)
		}
	}
	for _, text := range []string{"1d2!", "0d1!", "1d6!>=2", "1d6rr<=5", "1d4!<=2rr>3", "1d1ro1", "1d1000000rr<1000000"} {
		if _, problem := parse(t, text).Begin(dice.Limits{}); problem != nil {
			t.Errorf("%s: %+v", text, *problem)
		}
	}
}

// The chance is small that dice go on so long, but somebody may give such faces.
func TestX05OverAndOver(t *testing.T) {
	for _, text := range []string{"1d6!", "1d6!!", "1d6rr6", "1d6!ro5"} {
		x, _ := parse(t, text).Begin(dice.Limits{})
		for n := 0; ; n++ {
			problem := x.Give([]int64{6})
			if problem == nil {
				continue
			}
			same(t, text+": limit", problem.Limit, "explosions")
			same(t, text+": dice before it", n, dice.MaxExplosions)
			break
		}
	}
}

func TestX01NegativeDice(t *testing.T) {
	for _, count := range []int64{0, -1, -1 << 62} {
		r := play(t, dice.Roll{Terms: []dice.Term{{Count: count, Sides: 6}}})
		same(t, "sum", r.Sum, 0)
		same(t, "highest", r.Highest, 0)
		same(t, "natural", natural(r), 0)
	}
}

// X06, D70, D71: the floor of a total.
func TestX06Floor(t *testing.T) {
	r := play(t, parse(t, "1d4"), 1)
	for _, c := range []struct {
		add   int64
		least *int64
		total int64
	}{{-3, num(0), 0}, {-3, nil, -2}, {-2, num(1), 1}} {
		target := dice.Target{Add: c.add, Min: c.least}
		same(t, "total", target.Total(r.Sum), c.total)
	}
	// I03: and the ceiling.
	target := dice.Target{Add: 5, Max: num(10)}
	same(t, "6 + 3 + 2", target.Total(6), 10)
	same(t, "2 + 3 + 2", target.Total(2), 7)
	// D70: an unarmed strike has no dice; 1 and a modifier of -1.
	strength := int64(-1)
	target = dice.Target{Add: 1 + strength, Min: num(0)}
	same(t, "unarmed", target.Total(play(t, dice.Roll{}).Sum), 0)
}

func TestX07Digits(t *testing.T) {
	for _, c := range []struct {
		count, sides int64
		faces        []int64
		want         int64
	}{
		{2, 6, []int64{6, 1}, 61},
		{2, 10, []int64{10, 10}, 100},
		{2, 10, []int64{10, 3}, 3},
		{2, 10, []int64{3, 10}, 30},
		{1, 10, []int64{10}, 10},
		{3, 10, []int64{10, 10, 10}, 1000},
		{3, 6, []int64{1, 2, 3}, 123},
		{15, 10, []int64{9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}, 999_999_999_999_999},
	} {
		r := play(t, dice.Roll{Terms: []dice.Term{{Count: c.count, Sides: c.sides, Read: dice.Digits}}}, c.faces...)
		same(t, "sum", r.Sum, c.want)
		same(t, "natural", natural(r), c.want)
	}
	// What is rolled again takes the place of what it was: 1 and 6 with the 1 rolled
	// into 3 is 36.
	again := dice.Term{Count: 2, Sides: 6, Read: dice.Digits, Reroll: &dice.Reroll{On: dice.Test{Values: []int64{1}}}}
	same(t, "with a reroll", play(t, dice.Roll{Terms: []dice.Term{again}}, 1, 6, 3).Sum, 36)
}

// R04, R05: units, then tens.
func TestPercentile(t *testing.T) {
	for _, c := range []struct {
		keep  dice.KeepMode
		tens  int64
		faces []int64
		want  int64
	}{
		{dice.KeepLowest, 2, []int64{2, 9, 5}, 52},
		{dice.KeepHighest, 2, []int64{2, 9, 5}, 92},
		{dice.KeepLowest, 2, []int64{10, 10, 3}, 30},
		{dice.KeepHighest, 2, []int64{10, 10, 3}, 100},
		{dice.KeepAll, 1, []int64{10, 10}, 100},
		{dice.KeepAll, 1, []int64{5, 10}, 5},
		{dice.KeepAll, 1, []int64{10, 1}, 10},
		{dice.KeepLowest, 3, []int64{1, 3, 10, 2}, 1},
	} {
		r := play(t, dice.Roll{Terms: []dice.Term{{Count: c.tens, Sides: 10, Read: dice.Percentile, Keep: dice.Keep{Mode: c.keep, Count: 1}}}}, c.faces...)
		same(t, "sum", r.Sum, c.want)
		same(t, "natural", natural(r), c.want)
		same(t, "kept dice", len(kept(r)), 2)
	}
	// O25: doubles are a match of units and tens.
	r := play(t, dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 10, Read: dice.Percentile}}}, 6, 6)
	same(t, "66", r.Matches, 2)
}

// Y01 to Y07, the numbers of Year Zero dice.
func TestYearZeroCases(t *testing.T) {
	sixes := []dice.Success{{On: dice.Test{Values: []int64{6}}, By: 1}}
	d6 := func(n int64) dice.Term { return dice.Term{Count: n, Sides: 6, Success: sixes} }
	// A push rolls again what is no 6, of base and gear dice what is no 1 either.
	push := func(r *dice.Result, keeps ...bool) (free int) {
		for i := range r.Dice {
			d := &r.Dice[i]
			if d.Face != 6 && !(d.Face == 1 && keeps[d.Term]) {
				free++
			}
		}
		return free
	}
	r := play(t, dice.Roll{Terms: []dice.Term{d6(3)}}, 2, 6, 1)
	same(t, "Y01 successes", r.Successes, 1)
	same(t, "Y02 rerollable", push(r, true), 1)
	ones := dice.Test{Values: []int64{1}}
	same(t, "Y02 harm", r.Count(&ones), 1)
	r = play(t, dice.Roll{Terms: []dice.Term{d6(3), d6(3)}}, 2, 5, 3, 1, 4, 1)
	same(t, "Y03 rerollable", push(r, true, false), 6)
	r = play(t, dice.Roll{Terms: []dice.Term{d6(3), d6(3), d6(3)}}, 2, 5, 3, 1, 4, 1, 3, 1, 4)
	same(t, "Y04 rerollable", push(r, true, false, true), 8)
	r = play(t, dice.Roll{Terms: []dice.Term{d6(3)}}, 6, 6, 6)
	same(t, "Y05 rerollable", push(r, true), 0)
	step := []dice.Success{{On: dice.Test{Gte: num(10)}, By: 2}, {On: dice.Test{Gte: num(6)}, By: 1}}
	r = play(t, dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 12, Success: step}, {Count: 1, Sides: 8, Success: step}, {Count: 1, Sides: 6, Success: step}}}, 11, 6, 5)
	same(t, "Y07 successes", r.Successes, 3)
}

// X09 and the published first outputs of SplitMix64: with the seed 1234567 they
// are 6457827717110365317, 3203168211198807973, 9817491932198370423.
func TestX09Seeded(t *testing.T) {
	// floor(output × 1000 / 2^64) + 1 by hand: 350.07…, 173.64…, 532.20….
	roll := dice.Seeded(1234567)
	equal(t, "faces of a d1000", []int64{roll(1000), roll(1000), roll(1000)}, 351, 174, 533)
	same(t, "no sides", roll(0), 0)
	// With 2^62 + 1 sides nearly a quarter of all outputs is thrown away, the first
	// two with this seed among them. Worked out with another program.
	roll = dice.Seeded(2)
	const most = 1<<62 + 1
	equal(t, "faces of a die with most sides", []int64{roll(most), roll(most), roll(most)}, 2746895812035318989, 3529872811637734810, 1436949192173289163)
	one, two := dice.Seeded(-5), dice.Seeded(-5)
	for range 1000 {
		if a, b := one(20), two(20); a != b || a < 1 || a > 20 {
			t.Fatalf("%d and %d", a, b)
		}
	}
}

// A generator gives each face about as often as any other.
func TestSeededIsFair(t *testing.T) {
	roll, fell := dice.Seeded(7), [7]int{}
	for range 60_000 {
		fell[roll(6)]++
	}
	// Five standard deviations, sqrt(60000 × 1/6 × 5/6) = 91, around 10,000.
	for face, n := range fell[1:] {
		if n < 9_544 || n > 10_456 {
			t.Errorf("face %d fell %d times of 60,000", face+1, n)
		}
	}
}
