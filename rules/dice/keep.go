package dice

import (
	"cmp"
	"slices"
)

// keepUnits marks which dice of a term count, and says how many do.
func keepUnits(t *Term, list []unit) int {
	n := int(t.kept(int64(len(list))))
	if n == len(list) {
		for i := range list {
			list[i].kept = true
		}
		return n
	}
	order := make([]*unit, len(list))
	for i := range list {
		order[i] = &list[i]
	}
	slices.SortStableFunc(order, func(a, b *unit) int {
		if t.highest() {
			return cmp.Compare(b.value, a.value)
		}
		return cmp.Compare(a.value, b.value)
	})
	for _, u := range order[:n] {
		u.kept = true
	}
	return n
}

// digits reads values, at least one, as the digits of a number.
func digits(t *Term, values []int64) int64 {
	n, top, zero := int64(0), int64(1), true
	for _, d := range values {
		if t.Sides == 10 {
			d %= 10
		}
		zero = zero && d == 0
		n, top = n*10+d, top*10
	}
	if zero {
		return top
	}
	return n
}

// hundred is the number of a pair of percentile dice.
func hundred(units, tens int64) int64 {
	if v := (tens%10)*10 + units%10; v > 0 {
		return v
	}
	return 100
}

// percentile reads units and tens; of several tens one is kept.
func (r *Result) percentile(t *Term, term int, list []unit) {
	best, at := int64(0), 0
	for i := range list[1:] {
		v := hundred(list[0].value, list[1+i].value)
		better := i == 0
		switch {
		case t.Keep.Mode == KeepAll:
		case t.highest():
			better = better || v > best
		default:
			better = better || v < best
		}
		if better {
			best, at = v, i+1
		}
	}
	list[0].kept, list[at].kept = true, true
	r.Matches = max(r.Matches, matches(t, list, 2))
	r.Sum += signed(t, best)
	r.see(term, best, best)
}

// fewSides is up to where faces are counted without sorting them.
const fewSides = 100

// matches is how many of the kept dice at most show one face.
func matches(t *Term, list []unit, kept int) int64 {
	if kept == 1 {
		return 1
	}
	most := 0
	if t.Sides <= fewSides {
		var shown [fewSides + 1]int
		for i := range list {
			if u := &list[i]; u.kept {
				shown[u.face]++
				most = max(most, shown[u.face])
			}
		}
		return int64(most)
	}
	faces := make([]int32, 0, kept)
	for i := range list {
		if list[i].kept {
			faces = append(faces, list[i].face)
		}
	}
	slices.Sort(faces)
	from := 0
	for i := range faces {
		if faces[i] != faces[from] {
			from = i
		}
		most = max(most, i-from+1)
	}
	return int64(most)
}
