package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// The models of the protocol can be held to a choice of strings and to a range of
// numbers, but to no other choice. So the values decide the form:
//
//   - strings only: an enum, which is enforced;
//   - integers or numbers only: their range, and the values in the description;
//   - both booleans: a boolean; one of them: a boolean and a description;
//   - objects or arrays: what the other keywords make of them, and a description;
//   - a mixture: an enum of their texts.
//
// Grammars are better off: they hold to all values of all kinds but mixtures.

// literalNode converts a position that has enum or const, or a union of such
// (behaviours, items 160 and 161). Generation schemas can express only a choice
// of strings; other values are described.
func (c *converter) literalNode(parts []part, v *values, types typeSet, name, key string, r result) (result, error) {
	place := parts[0].at
	if len(v.list) == 0 {
		r.nullable = true
		return r, nil
	}
	k, err := c.fitValues(v, types, place)
	if err != nil {
		return result{}, err
	}
	// The values come first and the bounds only choose among them, so the range
	// that is shown is that of values which are really possible.
	if k == integerKind || k == numberKind {
		if err := c.withinLimits(v, parts, k); err != nil {
			return result{}, err
		}
	}
	n := &node{kind: k, literals: v.list}
	r.notes = append(r.notes, v.notes...)
	r.node = n
	if k <= booleanKind {
		r.notes = append(r.notes, c.describe(parts, k)...)
	}
	switch {
	case k == stringKind:
		n.isConst = v.isConst
	// Both values are all values: nothing is lost.
	case k == booleanKind && len(v.list) == 2:
		n.literals = nil
	// A constant gets no range: item 161 has it described only.
	case v.isConst:
		c.warn(place, "const "+clip(v.list[0], warningSize)+" is described to the model but not enforced")
		r.notes = append(r.notes, "always "+clip(v.list[0], noteSize))
	default:
		text := "enum"
		if k == integerKind || k == numberKind {
			n.limits = rangeOf(v.list)
			text = fmt.Sprintf("enum of %ss is generated as the range %s to %s; the single values are", k, n.limits.min.Literal(), n.limits.max.Literal())
		} else {
			text += " is"
		}
		c.warn(place, text+" described to the model but not enforced")
		r.notes = append(r.notes, "one of "+clipList(v.list, noteSize))
	}
	if k == arrayKind || k == objectKind {
		// The structure comes from the other keywords, if there are any.
		full, err := c.kindNode(k, parts, name, key, r)
		if err == nil {
			full.node.literals = v.list
		}
		return full, err
	}
	c.done[key] = &r
	return r, nil
}

// fitValues decides on the type of the values and drops those that it excludes.
func (c *converter) fitValues(v *values, types typeSet, place *path) (kind, error) {
	if k, ok := commonKind(v.list); ok && types.has(k.String()) {
		return k, nil
	}
	if types.has("string") {
		c.warn(place, "the values of enum or const are of mixed types and are generated as strings")
		for _, item := range v.list {
			c.note(units(item))
		}
		v.list = distinct(textForms(v.list))
		return stringKind, nil
	}
	// A declared type without strings: values of other types could never be
	// valid.
	for _, name := range types.nonNull() {
		kept := slices.DeleteFunc(slices.Clone(v.list), func(v ojson.Value) bool { return !isType(v, name) })
		if len(kept) == 0 {
			continue
		}
		if len(kept) < len(v.list) {
			c.warn(place, "enum values that are not of type "+name+" are left out")
		}
		v.list = kept
		return kinds[name], nil
	}
	return 0, fail(place, "no value fits the type "+strings.Join(types.names, ", "))
}

// commonKind returns the kind that all values share.
func commonKind(list []ojson.Value) (kind, bool) {
	for _, name := range [...]string{"string", "integer", "number", "boolean", "object", "array"} {
		if !slices.ContainsFunc(list, func(v ojson.Value) bool { return !isType(v, name) }) {
			return kinds[name], true
		}
	}
	return 0, false
}

// textForms returns the values as strings: others than strings by their JSON text.
func textForms(list []ojson.Value) []ojson.Value {
	out := make([]ojson.Value, len(list))
	for i, v := range list {
		out[i] = v
		if v.Kind() != ojson.KindString {
			out[i] = ojson.String(v.String())
		}
	}
	return out
}

// isType reports whether v is of a type of JSON Schema. 3.0 is an integer.
func isType(v ojson.Value, name string) bool {
	switch v.Kind() {
	case ojson.KindNull:
		return name == "null"
	case ojson.KindBool:
		return name == "boolean"
	case ojson.KindNumber:
		return name == "number" && v.IsFinite() || name == "integer" && v.IsInteger()
	case ojson.KindString:
		return name == "string"
	case ojson.KindArray:
		return name == "array"
	default:
		return name == "object"
	}
}

// withinLimits drops numbers that the bounds beside the enum exclude.
func (c *converter) withinLimits(v *values, parts []part, k kind) error {
	l, err := c.numberLimits(parts, k)
	if err != nil || l == nil {
		return err
	}
	v.list = slices.DeleteFunc(slices.Clone(v.list), func(v ojson.Value) bool { return !l.contain(v) })
	if len(v.list) == 0 {
		return fail(parts[0].at, "no value lies within the bounds")
	}
	return nil
}

// rangeOf returns the least and greatest of some numbers as bounds.
func rangeOf(list []ojson.Value) *limits {
	return &limits{min: slices.MinFunc(list, compareNumbers), max: slices.MaxFunc(list, compareNumbers)}
}

// literalUnion converts a union all of whose branches are const or enum, which
// is how authors describe the values of an enum one by one (behaviours, item
// 160).
func (c *converter) literalUnion(parts []part, positions [][]part, name, key string) (result, bool, error) {
	var all values
	for _, pos := range positions {
		branch, err := c.flatten(pos)
		if err != nil {
			return result{}, false, err
		}
		if slices.ContainsFunc(branch, hasBranches) {
			return result{}, false, nil
		}
		v, err := c.allowedValues(branch)
		if err != nil || v == nil {
			return result{}, false, err
		}
		types, err := c.declaredTypes(branch)
		if err != nil {
			return result{}, false, err
		}
		if types.declared {
			// The branch's own type may exclude some of its values.
			fits := func(v ojson.Value) bool {
				return slices.ContainsFunc(types.names, func(name string) bool { return isType(v, name) })
			}
			if kept := slices.DeleteFunc(slices.Clone(v.list), func(v ojson.Value) bool { return !fits(v) }); len(kept) > 0 {
				v.list = kept
			}
		}
		if text, _ := c.annotations(branch); text != "" && len(v.list) == 1 {
			all.notes = append(all.notes, clip(v.list[0], noteSize)+": "+text)
		}
		all.list = append(all.list, v.list...)
		c.note(len(v.list))
	}
	nullable, err := c.nullable(parts)
	if err != nil {
		return result{}, false, err
	}
	r := result{nullable: nullable}
	r.text, r.notes = c.annotations(parts)
	for _, v := range all.list {
		c.note(units(v))
	}
	all.list = distinct(all.list)
	own := []part{{v: ojson.Object(), at: parts[0].at}}
	r, err = c.literalNode(own, &all, typeSet{}, name, key, r)
	return r, true, err
}
