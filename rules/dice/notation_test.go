package dice_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/rules/dice"
)

func TestParse(t *testing.T) {
	one := []dice.Success{{On: dice.Test{Gte: num(8)}, By: 1}, {On: dice.Test{Eq: num(1)}, By: -1}}
	for _, c := range []struct {
		text, written string
		want          dice.Roll
	}{
		{"7", "7", dice.Roll{Add: 7}},
		{"-7", "-7", dice.Roll{Add: -7}},
		{"0", "0", dice.Roll{}},
		{"d6", "1d6", dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 6}}}},
		{"2d6+1d4+2", "2d6+1d4+2", dice.Roll{Terms: []dice.Term{{Count: 2, Sides: 6}, {Count: 1, Sides: 4}}, Add: 2}},
		{" - 3 + d% - 2d[fate] ", "1d100-2d[fate]-3", dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 100}, {Count: 2, Sides: 3, Name: "fate", Faces: fate(), Subtract: true}}, Add: -3}},
		{"4d6kh3", "4d6kh3", dice.Roll{Terms: []dice.Term{{Count: 4, Sides: 6, Keep: dice.Keep{Mode: dice.KeepHighest, Count: 3}}}}},
		{"2d20kl", "2d20kl1", dice.Roll{Terms: []dice.Term{{Count: 2, Sides: 20, Keep: dice.Keep{Mode: dice.KeepLowest, Count: 1}}}}},
		{"4d6dh2", "4d6dh2", dice.Roll{Terms: []dice.Term{{Count: 4, Sides: 6, Keep: dice.Keep{Mode: dice.DropHighest, Count: 2}}}}},
		{"4d6dl", "4d6dl1", dice.Roll{Terms: []dice.Term{{Count: 4, Sides: 6, Keep: dice.Keep{Mode: dice.DropLowest, Count: 1}}}}},
		{"d6!", "1d6!", dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 6, Explode: &dice.Explode{}}}}},
		{"d6!!>=5", "1d6!!>=5", dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 6, Explode: &dice.Explode{Chain: true, On: dice.Test{Gte: num(5)}}}}}},
		{"d6!5kh2", "1d6kh2!=5", dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 6, Keep: dice.Keep{Mode: dice.KeepHighest, Count: 2}, Explode: &dice.Explode{On: dice.Test{Eq: num(5)}}}}}},
		{"d6ro<3", "1d6ro<3", dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 6, Reroll: &dice.Reroll{On: dice.Test{Lt: num(3)}}}}}},
		{"d6rr1", "1d6rr=1", dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 6, Reroll: &dice.Reroll{On: dice.Test{Eq: num(1)}, Until: true}}}}},
		{"d20max15min10", "1d20min10max15", dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 20, Min: num(10), Max: num(15)}}}},
		{"5d10s>=8f1", "5d10s>=8f=1", dice.Roll{Terms: []dice.Term{{Count: 5, Sides: 10, Success: one}}}},
		{"5d10s<=3!>9ro>4", "5d10!>9ro>4s<=3", dice.Roll{Terms: []dice.Term{{Count: 5, Sides: 10,
			Explode: &dice.Explode{On: dice.Test{Gt: num(9)}}, Reroll: &dice.Reroll{On: dice.Test{Gt: num(4)}}, Success: []dice.Success{{On: dice.Test{Lte: num(3)}, By: 1}}}}}},
	} {
		got := parse(t, c.text)
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s is %+v, want %+v", c.text, got, c.want)
		}
		same(t, c.text+" written", got.String(), c.written)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct {
		text     string
		offset   int
		expected string
	}{
		{"", 0, "number or dice"},
		{"x", 0, "number or dice"},
		{"2d", 2, "sides"},
		{"2d0", 2, "sides"},
		{"d1000001", 1, "sides"},
		{"2d6+", 4, "number or dice"},
		{"2d6 4", 4, "+, - or end"},
		{"2d6k3", 3, "+, - or end"},
		{"2d6kh3kl1", 6, "each modifier once"},
		{"d6!!!", 4, "each modifier once"},
		{"d6!>", 4, "number"},
		{"d6ro", 4, "number"},
		{"d6rr>=", 6, "number"},
		{"d6min", 5, "number"},
		{"d6max-1", 5, "number"},
		{"d6s", 3, "number"},
		{"d6s6f", 5, "number"},
		{"d6s6s6", 4, "each modifier once"},
		{"d[fate", 2, "]"},
		{"d[luck]", 2, "name of a die"},
		{"99999999999d6", 0, "number or dice"},
		{"1000000000+1", 12, "smaller number"},
		{"2D6", 1, "+, - or end"},
		{"2d6\t+1", 3, "+, - or end"},
		{"--2", 1, "number or dice"},
		{strings.Repeat("d6+", 400), 1000, "end"},
	} {
		_, problem := dice.Parse(c.text, named)
		if problem == nil {
			t.Errorf("%s is taken", c.text)
			continue
		}
		if problem.Code != "invalid-dice" || problem.Offset != c.offset || problem.Expected != c.expected {
			t.Errorf("%q: %+v, want %d %s", c.text, *problem, c.offset, c.expected)
		}
	}
	if _, problem := dice.Parse("d[fate]", nil); problem == nil {
		t.Error("there are no dice of rules here")
	}
}

// Rolls that no notation says.
func TestNoNotation(t *testing.T) {
	term := dice.Term{Count: 2, Sides: 6}
	for name, change := range map[string]func(*dice.Term){
		"digits":         func(t *dice.Term) { t.Read = dice.Digits },
		"two values":     func(t *dice.Term) { t.Explode = &dice.Explode{On: dice.Test{Values: []int64{1, 2}}} },
		"two bounds":     func(t *dice.Term) { t.Explode = &dice.Explode{On: dice.Test{Gte: num(1), Lte: num(2)}} },
		"a name":         func(t *dice.Term) { t.Reroll = &dice.Reroll{On: dice.Test{Names: []string{"x"}}} },
		"explode twice":  func(t *dice.Term) { t.Explode = &dice.Explode{Times: 2} },
		"success by 2":   func(t *dice.Term) { t.Success = []dice.Success{{On: dice.Test{Eq: num(1)}, By: 2}} },
		"three lines":    func(t *dice.Term) { t.Success = make([]dice.Success, 3) },
		"negative bound": func(t *dice.Term) { t.Min = num(-1) },
		"great bound":    func(t *dice.Term) { t.Max = num(1 << 40) },
		"great count":    func(t *dice.Term) { t.Count = 1 << 40 },
		"no sides":       func(t *dice.Term) { t.Sides = 0 },
	} {
		x := term
		change(&x)
		same(t, name, dice.Roll{Terms: []dice.Term{x}}.String(), "")
	}
	same(t, "one value", dice.Roll{Terms: []dice.Term{{Count: 1, Sides: 6, Explode: &dice.Explode{On: dice.Test{Values: []int64{5}}}}}}.String(), "1d6!=5")
	zero := dice.Term{Count: 0, Sides: 6, WhenZero: &dice.Term{Count: 2, Sides: 6, Keep: dice.Keep{Mode: dice.KeepLowest, Count: 1}}}
	same(t, "when there are none", dice.Roll{Terms: []dice.Term{zero}}.String(), "2d6kl1")
}
