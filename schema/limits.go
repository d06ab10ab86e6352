package schema

import (
	"fmt"
	"math"
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// contain reports whether a number lies within the bounds.
func (l *limits) contain(v ojson.Value) bool {
	if !l.min.IsNull() {
		if c := compareNumbers(v, l.min); c < 0 || c == 0 && l.openMin {
			return false
		}
	}
	if !l.max.IsNull() {
		if c := compareNumbers(v, l.max); c > 0 || c == 0 && l.openMax {
			return false
		}
	}
	return true
}

// raise makes v the lower bound if that is stricter.
func (l *limits) raise(v ojson.Value, open bool) {
	c := 1
	if !l.min.IsNull() {
		c = compareNumbers(v, l.min)
	}
	if c > 0 || c == 0 && open {
		l.min, l.openMin = v, open
	}
}

// lower makes v the upper bound if that is stricter.
func (l *limits) lower(v ojson.Value, open bool) {
	c := -1
	if !l.max.IsNull() {
		c = compareNumbers(v, l.max)
	}
	if c < 0 || c == 0 && open {
		l.max, l.openMax = v, open
	}
}

// empty reports whether no number lies within the bounds.
func (l *limits) empty() bool {
	if l.min.IsNull() || l.max.IsNull() {
		return false
	}
	c := compareNumbers(l.min, l.max)
	return c > 0 || c == 0 && (l.openMin || l.openMax)
}

// Bounds are kept as the JSON numbers that they are. As doubles, 2^53+1 would be
// 2^53; as 64-bit integers, 1e300 would overflow; comparing digits does neither.

// numberLimits returns the bounds of an integer or number, nil for none
// (behaviours, item 162).
func (c *converter) numberLimits(parts []part, k kind) (*limits, error) {
	var l limits
	for i := range parts {
		if err := c.collectBounds(&l, &parts[i], k); err != nil {
			return nil, err
		}
	}
	place := parts[0].at
	// Rounding can empty a range that was not empty before.
	if k == integerKind {
		if l = c.wholeLimits(l, place); l.empty() {
			c.warn(place, "the range from minimum to maximum has no integer and is dropped")
			return nil, nil
		}
	}
	switch {
	case l.empty():
		c.warn(place, "the range from minimum to maximum is empty and is dropped")
		return nil, nil
	case l.min.IsNull() && l.max.IsNull():
		return nil, nil
	}
	if l.openMin {
		c.warn(place, "exclusiveMinimum "+clip(l.min, warningSize)+" is generated as an inclusive minimum")
	}
	if l.openMax {
		c.warn(place, "exclusiveMaximum "+clip(l.max, warningSize)+" is generated as an inclusive maximum")
	}
	return &l, nil
}

// collectBounds merges the bounds of one part into l.
func (c *converter) collectBounds(l *limits, p *part, k kind) error {
	for _, m := range p.v.Members() {
		upper, exclusive := false, false
		switch m.Key {
		case "minimum":
		case "maximum":
			upper = true
		case "exclusiveMinimum":
			exclusive = true
		case "exclusiveMaximum":
			upper, exclusive = true, true
		default:
			continue
		}
		if _, isBool := m.Value.AsBool(); isBool && exclusive {
			continue // the old form, a flag beside minimum or maximum
		}
		if m.Value.Kind() != ojson.KindNumber {
			return fail(p.at, fmt.Sprintf("%s must be a number, not %s", m.Key, m.Value.Kind()))
		}
		if err := checkNumber(m.Value, p.at); err != nil {
			return err
		}
		if !m.Value.IsFinite() {
			c.warn(p.at, m.Key+" is beyond the numbers of a computer and is dropped")
			continue
		}
		// In the old form the flag stands beside the bound that it changes.
		if !exclusive {
			exclusive = flagged(p.v, m.Key)
		}
		if upper {
			l.lower(m.Value, exclusive)
		} else {
			l.raise(m.Value, exclusive)
		}
	}
	return nil
}

// flagged reports whether minimum or maximum is made exclusive by the flag that
// drafts before 6 had.
func flagged(v ojson.Value, bound string) bool {
	key := "exclusiveMinimum"
	if bound == "maximum" {
		key = "exclusiveMaximum"
	}
	flag, _ := v.Get(key)
	b, _ := flag.AsBool()
	return b
}

// wholeLimits rounds bounds inward to integers. Bounds that no 64-bit integer
// reaches are dropped: models and games count in those at most.
func (c *converter) wholeLimits(l limits, place *path) limits {
	var whole limits
	if !l.min.IsNull() {
		i, ok := roundInt(l.min, true)
		// Rounding has moved a bound off a fraction already; only an integer that
		// is excluded itself needs a step.
		if ok && l.openMin && compareNumbers(ojson.Int(i), l.min) == 0 {
			i, ok = i+1, i < math.MaxInt64
		}
		if ok {
			whole.min = ojson.Int(i)
		} else {
			c.warn(place, "minimum "+clip(l.min, warningSize)+" is beyond 64-bit integers and is dropped")
		}
	}
	if !l.max.IsNull() {
		i, ok := roundInt(l.max, false)
		if ok && l.openMax && compareNumbers(ojson.Int(i), l.max) == 0 {
			i, ok = i-1, i > math.MinInt64
		}
		if ok {
			whole.max = ojson.Int(i)
		} else {
			c.warn(place, "maximum "+clip(l.max, warningSize)+" is beyond 64-bit integers and is dropped")
		}
	}
	return whole
}

// itemLimits returns the bounds of an array's length, nil for none.
func (c *converter) itemLimits(parts []part) (*limits, error) {
	l, err := countLimits(parts, "minItems", "maxItems")
	if err != nil || l == nil {
		return nil, err
	}
	if l.empty() {
		c.warn(parts[0].at, "minItems is greater than maxItems; both are dropped")
		return nil, nil
	}
	return l, nil
}

// lengthLimits returns the bounds of a string's length for the grammar. Nothing
// else enforces them, so what makes no sense is ignored.
func lengthLimits(parts []part) (*limits, error) {
	// Errors go nowhere, so they need no places, whose text may be long.
	parts = slices.Clone(parts)
	for i := range parts {
		parts[i].at = nil
	}
	l, err := countLimits(parts, "minLength", "maxLength")
	if err != nil || l == nil || l.empty() {
		return nil, nil
	}
	return l, nil
}

// countLimits merges bounds that are counts. A count of zero as a lower bound
// is none, and so is one that no 64-bit integer reaches.
func countLimits(parts []part, minKey, maxKey string) (*limits, error) {
	var l limits
	for i := range parts {
		for _, key := range [...]string{minKey, maxKey} {
			v, ok := parts[i].get(key)
			if !ok {
				continue
			}
			if err := checkNumber(v, parts[i].at); err != nil {
				return nil, err
			}
			if v.Kind() != ojson.KindNumber || v.IsFinite() && !v.IsInteger() || decimalOf(v).neg {
				return nil, fail(parts[i].at, fmt.Sprintf("%s must be an integer of at least 0, not %s", key, clip(v, warningSize)))
			}
			n, ok := int64(0), false
			if v.IsFinite() {
				n, ok = roundInt(v, true)
			}
			switch {
			case !ok:
			case key == maxKey:
				l.lower(ojson.Int(n), false)
			case n > 0:
				l.raise(ojson.Int(n), false)
			}
		}
	}
	if l.min.IsNull() && l.max.IsNull() {
		return nil, nil
	}
	return &l, nil
}
