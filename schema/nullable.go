package schema

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// nullable reports whether null was mentioned as a value, which makes a
// property optional (behaviours, item 157).
func (c *converter) nullable(parts []part) (bool, error) {
	if err := c.spend(0, parts[0].at); err != nil {
		return false, err
	}
	return slices.ContainsFunc(parts, func(p part) bool { return c.nulls.mentioned(p.v) }), nil
}

// nulls finds out which schemas mention null. Each schema is looked at once,
// however often it is asked for, also when schemas refer to each other in
// circles: the search is that for strongly connected components (Tarjan). It
// serves the validator too, which has values but no paths.
type nulls struct {
	root ojson.Value
	// known has what was decided; a schema that is being looked at has its place
	// on the stack plus one, which is more than zero.
	known map[ojson.Value]int
	open  []ojson.Value
}

// What nulls knows about a schema.
const (
	withoutNull = -1
	withNull    = -2
)

// mentioned looks for null in type, const, enum and the branches of unions,
// through references and allOf.
func (s *nulls) mentioned(v ojson.Value) bool {
	if v.Kind() != ojson.KindObject || v.Len() == 0 {
		return false
	}
	if s.known == nil {
		s.known = map[ojson.Value]int{}
	}
	if found, _ := s.visit(v, 0); found {
		// All that is open leads to where null was found.
		for _, w := range s.open {
			s.known[w] = withNull
		}
		s.open = s.open[:0]
		return true
	}
	return false
}

// visit reports whether v mentions null, and the lowest place on the stack that
// it leads to.
func (s *nulls) visit(v ojson.Value, depth int) (found bool, low int) {
	const none = int(^uint(0) >> 1)
	if v.Kind() != ojson.KindObject || v.Len() == 0 || depth > maxWork {
		return false, none
	}
	switch known := s.known[v]; {
	case known == withNull:
		return true, none
	case known == withoutNull:
		return false, none
	case known > 0:
		return false, known
	}
	s.open = append(s.open, v)
	own := len(s.open)
	s.known[v], low = own, own
	for _, next := range s.next(v) {
		if next.IsNull() {
			return true, low
		}
		found, l := s.visit(next, depth+1)
		if found {
			return true, low
		}
		low = min(low, l)
	}
	if low == own {
		// What is open from here on leads only to itself, so none has null.
		for _, w := range s.open[own-1:] {
			s.known[w] = withoutNull
		}
		s.open = s.open[:own-1]
	}
	return false, low
}

// next returns the schemas that hold for the same value as v, or null when v
// says it itself.
func (s *nulls) next(v ojson.Value) (list []ojson.Value) {
	isNullType := func(v ojson.Value) bool { s, _ := v.AsString(); return s == "null" }
	for _, m := range v.Members() {
		null := false
		switch m.Key {
		case "type":
			null = isNullType(m.Value) || slices.ContainsFunc(m.Value.Items(), isNullType)
		case "const":
			null = m.Value.IsNull()
		case "enum":
			null = slices.ContainsFunc(m.Value.Items(), ojson.Value.IsNull)
		case "$ref":
			ref, _ := m.Value.AsString()
			if target, ok := resolve(s.root, ref); ok && !target.IsNull() {
				list = append(list, target)
			}
		case "allOf", "anyOf", "oneOf":
			for _, b := range m.Value.Items() {
				if !b.IsNull() {
					list = append(list, b)
				}
			}
		}
		if null {
			return []ojson.Value{{}}
		}
	}
	return list
}
