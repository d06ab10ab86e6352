package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// values are the values that enum and const leave at a position. null is
// missing among them: it makes the position nullable.
type values struct {
	list []ojson.Value
	// isConst tells const from an enum of one.
	isConst bool
	// notes describe single values.
	notes []string
}

// allowedValues returns the values that all parts allow, nil when no part has
// enum or const.
func allowedValues(parts []part) (*values, error) {
	var all *values
	for i := range parts {
		p := &parts[i]
		if v, ok := p.get("enum"); ok {
			if v.Kind() != ojson.KindArray || v.Len() == 0 {
				return nil, fail(p.at, "enum must be an array of at least one value")
			}
			all = all.meet(&values{list: distinct(v.Items())})
		}
		if v, ok := p.get("const"); ok {
			all = all.meet(&values{list: []ojson.Value{v}, isConst: true})
		}
		if all != nil && len(all.list) == 0 {
			return nil, fail(p.at, "no value fits all of the merged enums")
		}
	}
	// Only at the end: null in one list must not be what another excludes.
	if all != nil {
		all.list = slices.DeleteFunc(all.list, ojson.Value.IsNull)
	}
	return all, nil
}

// meet returns the values in both; a nil receiver allows everything.
func (a *values) meet(b *values) *values {
	if a == nil {
		return b
	}
	in := newValueSet(b.list)
	return &values{
		list:    slices.DeleteFunc(slices.Clone(a.list), func(v ojson.Value) bool { return !in.has(v) }),
		isConst: a.isConst || b.isConst,
	}
}

// distinct returns the values without repetitions, each at its first place.
func distinct(list []ojson.Value) []ojson.Value {
	seen := newValueSet(nil)
	out := make([]ojson.Value, 0, len(list))
	for _, v := range list {
		if seen.add(v) {
			out = append(out, v)
		}
	}
	return out
}

// valueSet is a set of JSON values.
type valueSet map[string]bool

// newValueSet returns the set of some values.
func newValueSet(list []ojson.Value) valueSet {
	s := valueSet{}
	for _, v := range list {
		s.add(v)
	}
	return s
}

// add reports whether v is new.
func (s valueSet) add(v ojson.Value) bool {
	key := string(appendIdentity(nil, v))
	if s[key] {
		return false
	}
	s[key] = true
	return true
}

// has reports whether a value is in the set.
func (s valueSet) has(v ojson.Value) bool { return s[string(appendIdentity(nil, v))] }

// appendIdentity appends a text that equal values, in the sense of
// [ojson.Equal], have in common.
func appendIdentity(dst []byte, v ojson.Value) []byte {
	switch v.Kind() {
	case ojson.KindNumber:
		if !v.IsFinite() {
			return append(dst, v.Literal()[:1]+"inf"...)
		}
		// 1, 1.0 and 10e-1 are one number and have one identity.
		d := decimalOf(v)
		return append(dst, fmt.Sprintf("%d.%se%d", d.sign(), d.digits, d.point)...)
	case ojson.KindArray:
		dst = append(dst, '[')
		for _, item := range v.Items() {
			dst = append(appendIdentity(dst, item), ',')
		}
		return append(dst, ']')
	case ojson.KindObject:
		members := slices.Clone(v.Members())
		slices.SortFunc(members, func(a, b ojson.Member) int { return strings.Compare(a.Key, b.Key) })
		dst = append(dst, '{')
		for _, m := range members {
			dst = append(ojson.AppendString(dst, m.Key), ':')
			dst = append(appendIdentity(dst, m.Value), ',')
		}
		return append(dst, '}')
	default:
		return v.Append(dst)
	}
}
