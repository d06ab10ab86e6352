package schema

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// choiceKey is the enum or const of a schema.
type choiceKey struct {
	schema  ojson.Value
	keyword string
}

// choice is what has been found out about an enum or const. A large enum is
// searched once; what comes again is worth a set.
type choice struct {
	searched bool
	set      valueSet
	// texts are the strings that were offered to the model for other values,
	// once asked is true.
	texts map[string]bool
	asked bool
}

// fewValues is the length of a list that is searched faster than a set.
const fewValues = 8

// checkLiterals checks enum and const.
func (c *validator) checkLiterals(schema, v ojson.Value, p *place) *complaint {
	if list, ok := schema.Get("enum"); ok && list.Kind() == ojson.KindArray && !c.offered(schema, "enum", list.Items(), v) {
		return misfitAt(p, "must be one of %s, not %s", cutList(list.Items()), cut{v})
	}
	if want, ok := schema.Get("const"); ok && !c.offered(schema, "const", []ojson.Value{want}, v) {
		return misfitAt(p, "must be %s, not %s", cut{want}, cut{v})
	}
	return nil
}

// offered reports whether v is among the values, or a string that was offered to the
// model for one of them (see fitValues).
func (c *validator) offered(schema ojson.Value, keyword string, list []ojson.Value, v ojson.Value) bool {
	var known *choice
	if len(list) > fewValues {
		known = c.choice(schema, keyword)
	}
	switch {
	case known != nil && known.set != nil:
		// What identifies a value is about as long as the value.
		c.budget -= size(v)
		if known.set.has(v) {
			return true
		}
	case known != nil && known.searched:
		known.set = newValueSet(list)
		c.budget -= size(v)
		if known.set.has(v) {
			return true
		}
	default:
		if known != nil {
			known.searched = true
		}
		if slices.ContainsFunc(list, func(w ojson.Value) bool { return c.equal(w, v) }) {
			return true
		}
	}
	text, ok := v.AsString()
	if !ok {
		return false
	}
	if known == nil {
		known = c.choice(schema, keyword)
	}
	if !known.asked {
		known.asked, known.texts = true, offeredTexts(schema, list)
	}
	return known.texts[text]
}

// choice returns what is known about an enum or const.
func (c *validator) choice(schema ojson.Value, keyword string) *choice {
	key := choiceKey{schema, keyword}
	known := c.picks[key]
	if known == nil {
		if c.picks == nil {
			c.picks = map[choiceKey]*choice{}
		}
		known = &choice{}
		c.picks[key] = known
	}
	return known
}

// equal compares a value of the schema with one that is checked.
func (c *validator) equal(w, v ojson.Value) bool {
	if w.Kind() != v.Kind() || w.Len() != v.Len() {
		return false
	}
	if v.Len() > 0 {
		c.budget -= size(v)
	} else if v.Kind() == ojson.KindNumber {
		c.budget -= (textSize(v) + textSize(w)) / bytesPerStep
	} else if s := textSize(v); s == textSize(w) {
		c.budget -= s / bytesPerStep
	}
	return ojson.Equal(w, v)
}

// offeredTexts returns the strings that the model was offered for the values of
// an enum or const that are no strings.
func offeredTexts(schema ojson.Value, list []ojson.Value) map[string]bool {
	types, err := declaredTypes([]part{{v: schema}})
	if err != nil || !types.has("string") {
		return nil
	}
	real := withoutNulls(list)
	if k, ok := commonKind(real); ok && types.has(k.String()) {
		return nil
	}
	texts := map[string]bool{}
	for _, w := range real {
		if w.Kind() != ojson.KindString {
			texts[w.String()] = true
		}
	}
	return texts
}
