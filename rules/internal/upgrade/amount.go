package upgrade

import (
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// differ reports whether two bounds are written otherwise.
func differ(a, b *ruleset.Amount) bool {
	if a == nil || b == nil {
		return a != b
	}
	if (a.Formula == nil) != (b.Formula == nil) {
		return true
	}
	if a.Formula != nil {
		return a.Formula.Text != b.Formula.Text
	}
	return !formula.Equal(a.Literal, b.Literal)
}

// narrower reports whether a bound now keeps out what it let in: sign 1 for a
// least value, -1 for a greatest. What a formula lets in nobody knows before it
// runs.
func narrower(before, now *ruleset.Amount, sign int) bool {
	if now == nil || now.Formula != nil {
		return false
	}
	if before == nil {
		return true
	}
	return before.Formula == nil && formula.Compare(now.Literal, before.Literal)*sign > 0
}
