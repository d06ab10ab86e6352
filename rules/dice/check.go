package dice

import (
	"cmp"
	"slices"
)

// maxValue is the greatest number that one die may come to, so that a thousand
// of them stay within the numbers of JSON.
const maxValue = 1_000_000_000_000

// problem says why a term that rolls something cannot be rolled.
func (t *Term) problem() *Problem {
	if t.dice() == 0 {
		return nil
	}
	if t.Sides > MaxSides {
		return limit("sides")
	}
	if t.tooLarge() {
		return &Problem{Code: "number-too-large"}
	}
	if t.Read != Sum {
		switch {
		case t.Explode != nil || len(t.Success) > 0 || !t.readable():
			return &Problem{Code: "invalid-dice"}
		case t.Read == Digits && t.dice() > maxDigits:
			return &Problem{Code: "number-too-large"}
		}
	}
	if t.endless() {
		return limit("explosions")
	}
	return nil
}

// tooLarge reports a number that could make sums overflow.
func (t *Term) tooLarge() bool {
	large := func(n int64) bool { return n > maxValue || n < -maxValue }
	for i := range t.Faces {
		if large(t.Faces[i].Value) || slices.ContainsFunc(t.Faces[i].Symbols, func(s Symbol) bool { return large(s.Count) }) {
			return true
		}
	}
	return t.Min != nil && large(*t.Min) || t.Max != nil && large(*t.Max) ||
		slices.ContainsFunc(t.Success, func(s Success) bool { return large(s.By) })
}

// readable reports dice that can be read otherwise than by their sum: percentile
// dice have ten sides, digits are values from 0 to 9, or 10 of a ten-sided die.
func (t *Term) readable() bool {
	if t.Read == Percentile {
		return t.Sides == 10 && t.Faces == nil && t.Min == nil && t.Max == nil
	}
	if t.Sides > 10 {
		return false
	}
	for face := int64(1); face <= t.Sides; face++ {
		if v, _ := t.value(face); v < 0 || v > 9 && (t.Sides != 10 || v != 10) {
			return false
		}
	}
	return true
}

// endless reports dice that lead to dice whatever they show.
func (t *Term) endless() bool {
	until := t.Reroll != nil && t.Reroll.Until
	explode := t.Explode != nil && (t.Explode.Times == 0 || t.Explode.Times > MaxExplosions)
	if !until && !explode {
		return false
	}
	if t.Faces != nil {
		for face := int64(1); face <= t.Sides; face++ {
			if !(until && t.meets(&t.Reroll.On, face)) && !(explode && t.explodes(face)) {
				return false
			}
		}
		return true
	}
	var spans []span
	if until {
		spans = t.Reroll.On.spans(spans, t.Sides)
	}
	switch {
	case !explode:
	case t.Explode.On.Empty():
		spans = append(spans, span{t.Sides, t.Sides})
	default:
		spans = t.Explode.On.spans(spans, t.Sides)
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	next := int64(1) // the lowest face that is not yet seen to lead on
	for _, s := range spans {
		if s.from > next {
			return false
		}
		next = max(next, s.to+1)
	}
	return next > t.Sides
}

// span are faces from one to another.
type span struct{ from, to int64 }

// spans adds the faces of a numbered die that meet a test. There may be a million
// faces and thousands of numbers, so that faces are not tried one by one.
func (t *Test) spans(out []span, sides int64) []span {
	if len(t.Values)+len(t.Names) > 0 {
		for _, v := range t.Values {
			if v >= 1 && v <= sides && t.Meets(v, "") {
				out = append(out, span{v, v})
			}
		}
		return out
	}
	// Clamped before they are counted on, so that no bound overflows.
	from, to := int64(1), sides
	if t.Gte != nil {
		from = max(from, min(*t.Gte, sides+1))
	}
	if t.Gt != nil {
		from = max(from, min(*t.Gt, sides)+1)
	}
	if t.Lte != nil {
		to = min(to, *t.Lte)
	}
	if t.Lt != nil {
		to = min(to, max(*t.Lt, 1)-1)
	}
	if t.Eq != nil {
		from, to = max(from, *t.Eq), min(to, *t.Eq)
	}
	if from > to {
		return out
	}
	return append(out, span{from, to})
}
