package schema

import "github.com/open-actor-models/oam/ojson"

// The checks of this file look at one schema and one value, without what they
// contain.

// checkType checks the keyword type.
func (c *validator) checkType(schema, v ojson.Value, p *place) *complaint {
	t, ok := schema.Get("type")
	if !ok {
		return nil
	}
	list := []ojson.Value{t}
	if t.Kind() == ojson.KindArray {
		list = t.Items()
	}
	c.budget -= len(list) / looksPerStep
	for _, item := range list {
		if name, _ := item.AsString(); isType(v, name) {
			return nil
		}
	}
	var expected any = cut{t}
	if name, ok := t.AsString(); ok {
		expected = cutText(name, warningSize)
	}
	return misfitAt(p, "must be of type %s, not %s", expected, cut{v})
}

// checkBounds checks minimum, maximum and their exclusive forms.
func (c *validator) checkBounds(schema, v ojson.Value, p *place) *complaint {
	var l limits
	for _, key := range [...]string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"} {
		bound, _ := schema.Get(key)
		c.budget -= (textSize(bound) + textSize(v)) / bytesPerStep
		if !bound.IsFinite() {
			continue
		}
		switch key {
		case "minimum":
			l.raise(bound, flagged(schema, key))
		case "exclusiveMinimum":
			l.raise(bound, true)
		case "maximum":
			l.lower(bound, flagged(schema, key))
		case "exclusiveMaximum":
			l.lower(bound, true)
		}
	}
	// The conversion has dropped bounds that exclude everything, with a warning
	// (behaviours, item 162); the model was not held to them.
	if l.empty() || !v.IsFinite() || l.contain(v) {
		return nil
	}
	if lower := (&limits{min: l.min, openMin: l.openMin}); !lower.contain(v) {
		return misfitAt(p, "must be %s %s, not %s", pick(l.openMin, "more than", "at least"), l.min, cut{v})
	}
	return misfitAt(p, "must be %s %s, not %s", pick(l.openMax, "less than", "at most"), l.max, cut{v})
}

// pick words a bound.
func pick(open bool, exclusive, inclusive string) string {
	if open {
		return exclusive
	}
	return inclusive
}
