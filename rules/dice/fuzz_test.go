package dice_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/rules/dice"
)

// Any text is a roll or refused with a place in it; what is written of a roll is
// the same roll, and writes the same.
func FuzzNotation(f *testing.F) {
	for _, text := range []string{"2d6+1d4+2", "4d6kh3", "d%!!>=95", "10d10s>=8f1", "-d[fate]-3", "2d20dl1min3max9ro1", "999999999+d6", "d6!=", " 1 - 2d3rr<2 ", "d6!6!!", strings.Repeat("d6+", 300) + "1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, problem := dice.Parse(text, named)
		if problem != nil {
			if problem.Code != "invalid-dice" || problem.Expected == "" || problem.Offset < 0 || problem.Offset > len(text) {
				t.Fatalf("%q: %+v", text, *problem)
			}
			return
		}
		written := r.String()
		if written == "" {
			// A notation that is written longer than it came.
			if len(text) < 300 {
				t.Fatalf("%q has no notation", text)
			}
			return
		}
		again := parse(t, written)
		if !reflect.DeepEqual(r, again) || again.String() != written {
			t.Fatalf("%q is written %q, which is %+v and %q", text, written, again, again.String())
		}
	})
}

// source makes numbers of the bytes of a fuzzer.
type source struct{ bytes []byte }

func (s *source) next() int64 {
	if len(s.bytes) == 0 {
		return 0
	}
	b := s.bytes[0]
	s.bytes = s.bytes[1:]
	return int64(b)
}

// big is small most of the time, and as large as it can be now and then.
func (s *source) big() int64 {
	switch n := s.next(); {
	case n < 200:
		return n%12 - 1
	case n < 240:
		return 1 << (n % 63)
	case n < 250:
		return -1 << (n % 63)
	default:
		return 1<<63 - 1
	}
}

func (s *source) pointer() *int64 {
	if s.next()%3 > 0 {
		return nil
	}
	n := s.big()
	return &n
}

func (s *source) test() (t dice.Test) {
	for range s.next() % 3 {
		t.Values = append(t.Values, s.big())
	}
	if s.next()%5 == 0 {
		t.Names = []string{"plus"}
	}
	t.Eq, t.Gte, t.Gt, t.Lte, t.Lt = s.pointer(), s.pointer(), s.pointer(), s.pointer(), s.pointer()
	return t
}

func (s *source) term() dice.Term {
	t := dice.Term{Count: s.big(), Sides: s.big(), Keep: dice.Keep{Mode: dice.KeepMode(s.next() % 5), Count: s.big()}, Read: dice.Read(s.next() % 3)}
	switch s.next() % 6 {
	case 0:
		t.Name, t.Faces = "fate", fate()
	case 1:
		t.Name = "any"
		for range s.next() % 5 {
			t.Faces = append(t.Faces, dice.Face{ID: "f", Value: s.big(), Symbols: []dice.Symbol{{Name: "s", Count: s.big()}}})
		}
	}
	if s.next()%3 == 0 {
		t.Explode = &dice.Explode{On: s.test(), Chain: s.next()%2 == 0, Times: s.big()}
	}
	if s.next()%3 == 0 {
		t.Reroll = &dice.Reroll{On: s.test(), Until: s.next()%2 == 0}
	}
	for range s.next() % 3 {
		t.Success = append(t.Success, dice.Success{On: s.test(), By: s.big()})
	}
	t.Min, t.Max, t.Subtract = s.pointer(), s.pointer(), s.next()%3 == 0
	return t
}

func (s *source) check(depth int) *dice.Check {
	c := &dice.Check{Fact: dice.Fact(s.next() % 11), Symbol: "s", Eq: s.pointer(), Gte: s.pointer(), Gt: s.pointer(), Lte: s.pointer(), Lt: s.pointer()}
	if c.Fact == dice.FactCount {
		on := s.test()
		c.On = &on
	}
	if depth > 0 {
		switch s.next() % 4 {
		case 0:
			c.Any = []*dice.Check{s.check(depth - 1), s.check(depth - 1)}
		case 1:
			c.All = []*dice.Check{s.check(depth - 1)}
		case 2:
			c.Not = s.check(depth - 1)
		}
	}
	return c
}

// Any roll with any faces: it never panics, limits hold, the same faces give the
// same result however they are handed out, and a preview leaves no band out.
func FuzzRoll(f *testing.F) {
	for seed := range int64(60) {
		face, text := dice.Seeded(seed), []byte{}
		for range 80 {
			text = append(text, byte(face(256)-1))
		}
		f.Add(text, seed)
	}
	f.Fuzz(func(t *testing.T, text []byte, seed int64) {
		s := &source{text}
		r := dice.Roll{Terms: []dice.Term{s.term()}}
		if s.next()%2 == 0 {
			r.Terms = append(r.Terms, s.term())
		}
		if s.next()%2 == 0 {
			zero := s.term()
			r.Terms[0].WhenZero = &zero
		}
		var b dice.Bands
		for range s.next()%3 + 1 {
			b.List = append(b.List, dice.Band{ID: "b", Check: s.check(2)})
		}
		b.Shifts = []dice.Shift{{Check: s.check(1), By: s.big()}}
		target := dice.Target{Add: s.big(), Against: s.big(), HasAgainst: s.next()%2 == 0, Min: s.pointer(), Max: s.pointer()}
		possible, none, _ := b.Possible(r, target)
		_ = r.String()
		limits := dice.Limits{Used: s.next()}

		x, problem := r.Begin(limits)
		if problem != nil {
			return
		}
		var faces []int64
		roll := dice.Seeded(seed)
		for len(x.Need()) > 0 {
			wave := []int64{}
			for _, w := range x.Need() {
				wave = append(wave, roll(w.Sides))
			}
			faces = append(faces, wave...)
			if int64(len(faces))+limits.Used > dice.MaxDice {
				t.Fatalf("%d faces, %d used", len(faces), limits.Used)
			}
			if problem := x.Give(wave); problem != nil {
				if problem.Code != "safety-limit-exceeded" {
					t.Fatalf("%+v", *problem)
				}
				return
			}
		}
		result := x.Result()
		const most = 1_000_000_000_000 * dice.MaxDice
		if result.Sum > most || result.Sum < -most {
			t.Fatalf("sum %d", result.Sum)
		}
		// One face at a time.
		y, _ := r.Begin(limits)
		for _, face := range faces {
			if problem := y.Give([]int64{face}); problem != nil {
				t.Fatalf("%+v", *problem)
			}
		}
		second := y.Result()
		if !slices.Equal(result.Dice, second.Dice) || result.Sum != second.Sum || result.Successes != second.Successes {
			t.Fatalf("%+v and %+v", result.Dice, second.Dice)
		}
		_, last, ok := b.Decide(result, target)
		if ok && !possible[last] || !ok && !none {
			t.Fatalf("%+v %+v %+v: band %d, %v; possible %v, none %v", r, b, target, last, ok, possible, none)
		}
		// The same again, with some dice rolled anew.
		which := func(i int) bool { return (seed>>(i%60))&1 == 1 }
		possible, none, _ = b.PossibleAgain(r, result, which, target)
		z, problem := r.BeginAgain(result, which, limits)
		for problem == nil && len(z.Need()) > 0 {
			problem = z.Give([]int64{roll(z.Need()[0].Sides)})
		}
		if problem != nil {
			return
		}
		_, last, ok = b.Decide(z.Result(), target)
		if ok && !possible[last] || !ok && !none {
			t.Fatalf("again: band %d, %v; possible %v, none %v", last, ok, possible, none)
		}
	})
}
