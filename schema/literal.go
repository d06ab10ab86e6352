package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// values are the values that enum and const leave at a position. null is
// missing among them: it makes the position nullable.
type values struct {
	// list may be shared and must not be changed.
	list []ojson.Value
	// isConst tells const from an enum of one.
	isConst bool
	// notes describe single values.
	notes []string
}

// enumSet is an enum that has been read. Enums are read once, since many
// positions may share one.
type enumSet struct {
	list []ojson.Value // without repetitions
	rest []ojson.Value // and without null
	set  valueSet
	size int // in units
}

// enum reads an enum.
func (c *converter) enum(v ojson.Value, place *path) (*enumSet, error) {
	if s := c.enums[v]; s != nil {
		return s, nil
	}
	if v.Kind() != ojson.KindArray || v.Len() == 0 {
		return nil, fail(place, "enum must be an array of at least one value")
	}
	for _, item := range v.Items() {
		if err := checkNumber(item, place); err != nil {
			return nil, err
		}
	}
	s := &enumSet{set: make(valueSet), size: units(v)}
	for _, item := range v.Items() {
		if s.set.add(item) {
			s.list = append(s.list, item)
		}
	}
	s.rest = withoutNulls(s.list)
	c.enums[v] = s
	return s, nil
}

// withoutNulls returns the values other than null.
func withoutNulls(list []ojson.Value) []ojson.Value {
	if !slices.ContainsFunc(list, ojson.Value.IsNull) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), ojson.Value.IsNull)
}

// allowedValues returns the values that all parts allow, nil when no part has
// enum or const.
func (c *converter) allowedValues(parts []part) (*values, error) {
	var all *values
	var only *enumSet // while all are the values of one enum
	for i := range parts {
		p := &parts[i]
		if v, ok := p.get("enum"); ok {
			s, err := c.enum(v, p.at)
			if err != nil {
				return nil, err
			}
			if all == nil {
				all, only = &values{list: s.list}, s
			} else if only != s {
				c.note(s.size)
				all, only = all.meet(s.set), nil
			}
		}
		if v, ok := p.get("const"); ok {
			if err := checkNumber(v, p.at); err != nil {
				return nil, err
			}
			c.note(units(v))
			if all == nil {
				all = &values{list: []ojson.Value{v}}
			} else {
				all = all.meet(newValueSet([]ojson.Value{v}))
			}
			all.isConst, only = true, nil
		}
		if all != nil {
			c.note(len(all.list))
			if len(all.list) == 0 {
				return nil, fail(p.at, "no value fits all of the merged enums")
			}
		}
	}
	// Only at the end: null in one list must not be what another excludes.
	switch {
	case only != nil:
		all.list = only.rest
	case all != nil:
		all.list = withoutNulls(all.list)
	}
	return all, nil
}

// meet returns the values of a that are in a set.
func (a *values) meet(in valueSet) *values {
	return &values{
		list:    slices.DeleteFunc(slices.Clone(a.list), func(v ojson.Value) bool { return !in.has(v) }),
		isConst: a.isConst,
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
	s := make(valueSet, len(list))
	for _, v := range list {
		s.add(v)
	}
	return s
}

// add reports whether v is new.
func (s valueSet) add(v ojson.Value) bool {
	var space [64]byte
	key := appendIdentity(space[:0], v)
	if s[string(key)] {
		return false
	}
	s[string(key)] = true
	return true
}

// has reports whether a value is in the set.
func (s valueSet) has(v ojson.Value) bool {
	var space [64]byte
	return s[string(appendIdentity(space[:0], v))]
}

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
		dst = append(strconv.AppendInt(dst, int64(d.sign()), 10), '.')
		dst = append(append(dst, d.digits...), 'e')
		return strconv.AppendInt(dst, int64(d.point), 10)
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
