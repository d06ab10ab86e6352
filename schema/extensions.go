package schema

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// StripExtensions returns a schema without the keywords whose names begin with
// "x-", at every depth (behaviours, item 70). Properties and definitions may
// have such names and keep them; so do the members of values in enum, const,
// default and examples.
func StripExtensions(v ojson.Value) ojson.Value {
	if v.Kind() != ojson.KindObject {
		return v
	}
	members := make([]ojson.Member, 0, v.Len())
	for _, m := range v.Members() {
		if strings.HasPrefix(m.Key, "x-") {
			continue
		}
		switch m.Key {
		case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
			m.Value = stripEach(m.Value)
		case "allOf", "anyOf", "oneOf", "prefixItems", "items", "additionalItems", "additionalProperties",
			"contains", "not", "if", "then", "else", "propertyNames", "unevaluatedItems",
			"unevaluatedProperties", "contentSchema":
			if m.Value.Kind() == ojson.KindArray {
				m.Value = stripEach(m.Value)
			} else {
				m.Value = StripExtensions(m.Value)
			}
		}
		members = append(members, m)
	}
	return ojson.Object(members...)
}

// stripEach strips the schemas that an object or array holds.
func stripEach(v ojson.Value) ojson.Value {
	switch v.Kind() {
	case ojson.KindObject:
		members := make([]ojson.Member, 0, v.Len())
		for _, m := range v.Members() {
			members = append(members, ojson.Field(m.Key, StripExtensions(m.Value)))
		}
		return ojson.Object(members...)
	case ojson.KindArray:
		items := make([]ojson.Value, 0, v.Len())
		for _, item := range v.Items() {
			items = append(items, StripExtensions(item))
		}
		return ojson.Array(items...)
	default:
		return v
	}
}
