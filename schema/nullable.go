package schema

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// nullable reports whether null was mentioned as a value, which makes a
// property optional (behaviours, item 157).
func (c *converter) nullable(parts []part) (bool, error) {
	for _, p := range parts {
		known := len(c.notNull)
		if mentionsNull(c.root, p.v, c.notNull) {
			// What was seen on the way may have been left undecided.
			clear(c.notNull)
			return true, nil
		}
		if err := c.spend(len(c.notNull)-known, p.at); err != nil {
			return false, err
		}
	}
	return false, nil
}

// mentionsNull looks for null in type, const, enum and the branches of unions,
// through references and allOf. It serves the validator too, which has values
// but no pointers.
func mentionsNull(root, v ojson.Value, seen map[ojson.Value]bool) bool {
	if v.Kind() != ojson.KindObject || seen[v] || len(seen) > maxWork {
		return false
	}
	if v.Len() == 0 {
		return false
	}
	isNull := func(v ojson.Value) bool { return v.IsNull() }
	isNullType := func(v ojson.Value) bool { s, _ := v.AsString(); return s == "null" }
	for _, m := range v.Members() {
		switch m.Key {
		case "type":
			if isNullType(m.Value) || slices.ContainsFunc(m.Value.Items(), isNullType) {
				return true
			}
		case "const":
			if m.Value.IsNull() {
				return true
			}
		case "enum":
			if slices.ContainsFunc(m.Value.Items(), isNull) {
				return true
			}
		case "$ref":
			seen[v] = true
			ref, _ := m.Value.AsString()
			if target, _, ok := resolve(root, ref); ok && mentionsNull(root, target, seen) {
				return true
			}
		case "allOf", "anyOf", "oneOf":
			seen[v] = true
			for _, b := range m.Value.Items() {
				if mentionsNull(root, b, seen) {
					return true
				}
			}
		}
	}
	return false
}
