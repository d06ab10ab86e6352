package schema

import (
	"fmt"
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// typeSet is what the keyword type says at a position, in the order in which
// the first part says it.
type typeSet struct {
	names []string
	// declared is false when no part has the keyword: all types are allowed.
	declared bool
}

// nonNull returns the types other than null.
func (t typeSet) nonNull() []string {
	if !slices.Contains(t.names, "null") {
		return t.names
	}
	return slices.DeleteFunc(slices.Clone(t.names), func(s string) bool { return s == "null" })
}

// has reports whether values of a type are allowed. A number type allows
// integers.
func (t typeSet) has(name string) bool {
	return !t.declared || slices.Contains(t.names, name) || name == "integer" && slices.Contains(t.names, "number")
}

// within reports whether u allows all types of t but null.
func (t typeSet) within(u typeSet) bool {
	return !slices.ContainsFunc(t.nonNull(), func(name string) bool { return !u.has(name) })
}

var kinds = map[string]kind{
	"string": stringKind, "integer": integerKind, "number": numberKind,
	"boolean": booleanKind, "array": arrayKind, "object": objectKind,
}

// declaredTypes returns the types that all parts allow.
func declaredTypes(parts []part) (typeSet, error) {
	var all typeSet
	for i := range parts {
		v, ok := parts[i].get("type")
		if !ok {
			continue
		}
		names, err := typeNames(v, parts[i].at)
		if err != nil {
			return typeSet{}, err
		}
		t := typeSet{names: names, declared: true}
		if all.declared {
			t = intersect(all, t)
		}
		if len(t.names) == 0 {
			return typeSet{}, fail(parts[i].at, "the types of the merged schemas exclude each other")
		}
		all = t
	}
	return all, nil
}

// intersect returns what both sets allow, in the order of a.
func intersect(a, b typeSet) typeSet {
	both := typeSet{declared: true}
	add := func(name string) {
		if !slices.Contains(both.names, name) {
			both.names = append(both.names, name)
		}
	}
	for _, name := range a.names {
		switch {
		case b.has(name):
			add(name)
		case name == "number" && slices.Contains(b.names, "integer"):
			add("integer")
		}
	}
	return both
}

// typeNames reads a type keyword. Unknown names are errors (behaviours, item 159).
func typeNames(v ojson.Value, at *path) ([]string, error) {
	list := []ojson.Value{v}
	if v.Kind() == ojson.KindArray {
		list = v.Items()
	}
	names := make([]string, 0, len(list))
	for _, item := range list {
		s, ok := item.AsString()
		if !ok {
			return nil, fail(at, "type must be a string or an array of strings, not "+clip(v, warningSize))
		}
		if _, known := kinds[s]; !known && s != "null" {
			return nil, fail(at, fmt.Sprintf("unknown type %s", clip(item, warningSize)))
		}
		if !slices.Contains(names, s) {
			names = append(names, s)
		}
	}
	if len(names) == 0 {
		return nil, fail(at, "type must name at least one type")
	}
	return names, nil
}

// signs are the keywords that give away a missing type (behaviours, item 158),
// the most telling first. Keywords that the item does not name follow the same
// reasoning.
var signs = []struct {
	kind     kind
	keywords []string
}{
	{objectKind, []string{"properties"}},
	{arrayKind, []string{"items"}},
	{stringKind, []string{"pattern", "format"}},
	{numberKind, []string{"minimum", "maximum"}},
	{objectKind, []string{"required", "additionalProperties", "patternProperties", "minProperties",
		"maxProperties", "propertyNames", "dependentRequired", "dependentSchemas", "unevaluatedProperties"}},
	{arrayKind, []string{"prefixItems", "minItems", "maxItems", "uniqueItems", "contains"}},
	{stringKind, []string{"minLength", "maxLength", "contentEncoding", "contentMediaType"}},
	{numberKind, []string{"exclusiveMinimum", "exclusiveMaximum", "multipleOf"}},
}

// chooseKind decides what is generated at a position without enum and const;
// ok is false when only null is allowed.
func (c *converter) chooseKind(parts []part, types typeSet) (k kind, ok bool) {
	// The first type counts (behaviours, item 159).
	if types.declared {
		names := types.nonNull()
		if len(names) == 0 {
			return 0, false
		}
		return kinds[names[0]], true
	}
	for _, sign := range signs {
		for _, keyword := range sign.keywords {
			for i := range parts {
				if _, found := parts[i].get(keyword); found {
					return sign.kind, true
				}
			}
		}
	}
	c.warn(parts[0].at, "no type is given; a string is generated")
	return stringKind, true
}
