package dice_test

import (
	"slices"
	"testing"

	"github.com/open-actor-models/oam/rules/dice"
)

func num(n int64) *int64 { return &n }

// fate is a die with faces of its own.
func fate() []dice.Face {
	return []dice.Face{{ID: "minus", Value: -1}, {ID: "blank"}, {ID: "plus", Value: 1}}
}

func named(name string) ([]dice.Face, bool) { return fate(), name == "fate" }

// parse reads a notation that is right.
func parse(t testing.TB, text string) dice.Roll {
	t.Helper()
	r, problem := dice.Parse(text, named)
	if problem != nil {
		t.Fatalf("%s: %+v", text, *problem)
	}
	return r
}

// play gives faces to a roll, wave by wave, and wants all of them to be used.
func play(t testing.TB, r dice.Roll, faces ...int64) *dice.Result {
	t.Helper()
	x, problem := r.Begin(dice.Limits{})
	if problem != nil {
		t.Fatalf("%v: %+v", r, *problem)
	}
	return feed(t, x, faces...)
}

func feed(t testing.TB, x *dice.Rolling, faces ...int64) *dice.Result {
	t.Helper()
	for {
		need := x.Need()
		if len(need) == 0 {
			break
		}
		if len(need) > len(faces) {
			t.Fatalf("wants %d dice, %v are left", len(need), faces)
		}
		if problem := x.Give(faces[:len(need)]); problem != nil {
			t.Fatalf("%+v", *problem)
		}
		faces = faces[len(need):]
	}
	if len(faces) > 0 {
		t.Fatalf("%v are left", faces)
	}
	return x.Result()
}

// kept are the faces that are kept, in order.
func kept(r *dice.Result) (faces []int64) {
	for _, d := range r.Dice {
		if d.Kept {
			faces = append(faces, d.Face)
		}
	}
	return faces
}

// sides are the dice of a wave.
func sides(need []dice.Want) (out []int64) {
	for _, w := range need {
		out = append(out, w.Sides)
	}
	return out
}

func same[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func equal[T comparable](t testing.TB, what string, got []T, want ...T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s are %v, want %v", what, got, want)
	}
}

// band gives the band of a result, "" for none.
func band(b *dice.Bands, r *dice.Result, target dice.Target) string {
	_, last, ok := b.Decide(r, target)
	if !ok {
		return ""
	}
	return b.List[last].ID
}

// natural is "face" or "none".
func natural(r *dice.Result) int64 {
	if face, ok := r.Natural(); ok {
		return face
	}
	return 0
}
