package character

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// The limits of a character file (docs/rules/limits.md).
const (
	MaxDepth         = 64
	MaxBytes         = 16 << 20
	MaxEntries       = 10_000
	MaxPicks         = 10_000
	MaxFollowUps     = 1_000
	MaxHomebrewBytes = 1 << 20
	// maxNumber is the greatest integer that every JSON reader keeps.
	maxNumber = 1<<53 - 1
)

// limitError is the failure of a whole call.
func limitError(limit string, most int64) *fault.Error {
	return fault.New("safety-limit-exceeded", "",
		ojson.Field("limit", ojson.String(limit)), ojson.Field("max", ojson.Int(most)))
}

// Deeper reports whether v nests arrays and objects in more than most levels.
func Deeper(v ojson.Value, most int) bool {
	switch v.Kind() {
	case ojson.KindArray:
		if most == 0 {
			return true
		}
		for _, item := range v.Items() {
			if Deeper(item, most-1) {
				return true
			}
		}
	case ojson.KindObject:
		if most == 0 {
			return true
		}
		for _, m := range v.Members() {
			if Deeper(m.Value, most-1) {
				return true
			}
		}
	}
	return false
}

// Longer reports whether the JSON text of v has more than most bytes. It is an
// estimate from below: escapes are not counted.
func Longer(v ojson.Value, most int) bool { return remaining(v, most) < 0 }

// remaining is what is left of budget after the text of v, negative when it is
// too little.
func remaining(v ojson.Value, budget int) int {
	switch v.Kind() {
	case ojson.KindNull, ojson.KindBool:
		return budget - 4
	case ojson.KindNumber:
		return budget - len(v.Literal())
	case ojson.KindString:
		s, _ := v.AsString()
		return budget - len(s) - 2
	case ojson.KindArray:
		budget -= 1 + max(1, v.Len())
		for _, item := range v.Items() {
			if budget < 0 {
				return budget
			}
			budget = remaining(item, budget)
		}
	case ojson.KindObject:
		budget -= 1 + max(1, v.Len())
		for _, m := range v.Members() {
			if budget < 0 {
				return budget
			}
			budget = remaining(m.Value, budget-len(m.Key)-3)
		}
	}
	return budget
}
