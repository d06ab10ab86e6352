package schema

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// The checks of this file look at one schema and one value, without what they
// contain.

// checkType checks the keyword type.
func checkType(schema, v ojson.Value, p *place) *ValidationError {
	t, ok := schema.Get("type")
	if !ok {
		return nil
	}
	list := []ojson.Value{t}
	if t.Kind() == ojson.KindArray {
		list = t.Items()
	}
	for _, item := range list {
		if name, _ := item.AsString(); isType(v, name) {
			return nil
		}
	}
	expected := t.String()
	if name, ok := t.AsString(); ok {
		expected = name
	}
	return misfitAt(p, "must be of type %s, not %s", expected, clip(v, warningSize))
}

// checkLiterals checks enum and const.
func checkLiterals(schema, v ojson.Value, p *place) *ValidationError {
	if list, ok := schema.Get("enum"); ok && list.Kind() == ojson.KindArray && !offered(schema, list.Items(), v) {
		return misfitAt(p, "must be one of %s, not %s", clipList(list.Items(), noteSize), clip(v, warningSize))
	}
	if want, ok := schema.Get("const"); ok && !offered(schema, []ojson.Value{want}, v) {
		return misfitAt(p, "must be %s, not %s", clip(want, warningSize), clip(v, warningSize))
	}
	return nil
}

// offered reports whether v is among the values, or a string that was offered to the
// model for one of them (see fitValues).
func offered(schema ojson.Value, list []ojson.Value, v ojson.Value) bool {
	if slices.ContainsFunc(list, func(w ojson.Value) bool { return ojson.Equal(w, v) }) {
		return true
	}
	text, ok := v.AsString()
	if !ok {
		return false
	}
	types, err := declaredTypes([]part{{v: schema}})
	if err != nil || !types.has("string") {
		return false
	}
	real := slices.DeleteFunc(slices.Clone(list), ojson.Value.IsNull)
	if k, ok := commonKind(real); ok && types.has(k.String()) {
		return false
	}
	return slices.ContainsFunc(real, func(w ojson.Value) bool { return w.Kind() != ojson.KindString && w.String() == text })
}

// checkBounds checks minimum, maximum and their exclusive forms.
func checkBounds(schema, v ojson.Value, p *place) *ValidationError {
	var l limits
	for _, m := range schema.Members() {
		if !m.Value.IsFinite() {
			continue
		}
		switch m.Key {
		case "minimum":
			l.raise(m.Value, flagged(schema, "minimum"))
		case "exclusiveMinimum":
			l.raise(m.Value, true)
		case "maximum":
			l.lower(m.Value, flagged(schema, "maximum"))
		case "exclusiveMaximum":
			l.lower(m.Value, true)
		}
	}
	// The conversion has dropped bounds that exclude everything, with a warning
	// (behaviours, item 162); the model was not held to them.
	if l.empty() || !v.IsFinite() || l.contain(v) {
		return nil
	}
	if lower := (&limits{min: l.min, openMin: l.openMin}); !lower.contain(v) {
		return misfitAt(p, "must be %s %s, not %s", pick(l.openMin, "more than", "at least"), l.min, clip(v, warningSize))
	}
	return misfitAt(p, "must be %s %s, not %s", pick(l.openMax, "less than", "at most"), l.max, clip(v, warningSize))
}

// pick words a bound.
func pick(open bool, exclusive, inclusive string) string {
	if open {
		return exclusive
	}
	return inclusive
}
