package world

import (
	"cmp"
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// MaxDepth is how deep the objects and lists of a world may nest, the root
// included: what can be parsed, less the two levels in which a message wraps a
// snapshot.
const MaxDepth = ojson.MaxDepth - 2

// MaxSize is the number of bytes that a world's JSON text may take: less than
// the 16 MiB of a line, so that a snapshot can be sent back. Texts are counted
// with every escape at its longest.
const MaxSize = 15 << 20

// sizeOf returns the number of bytes of a value's JSON text, at most.
func sizeOf(v ojson.Value) int {
	switch v.Kind() {
	case ojson.KindString:
		s, _ := v.AsString()
		return textSize(s)
	case ojson.KindNumber:
		return len(v.Literal())
	case ojson.KindArray:
		n := 2
		for _, item := range v.Items() {
			n += sizeOf(item) + 1
		}
		return n
	case ojson.KindObject:
		n := 2
		for _, m := range v.Members() {
			n += textSize(m.Key) + 2 + sizeOf(m.Value)
		}
		return n
	default:
		return len("false")
	}
}

// textSize returns the number of bytes of a JSON string, at most.
func textSize(s string) int {
	n := len(s) + 2
	for i := range len(s) {
		switch c := s[i]; {
		case c < 0x20:
			n += 5
		case c == '"', c == '\\':
			n++
		case c == 0xE2: // U+2028 and U+2029, among others
			n += 3
		}
	}
	return n
}

// check reports why a value cannot stand below a place that is depth levels
// deep, "" when it can.
func check(v ojson.Value, depth int) (problem string) {
	switch v.Kind() {
	case ojson.KindNumber:
		if !v.IsFinite() {
			return "a number is beyond the range of a double"
		}
		return ""
	case ojson.KindArray, ojson.KindObject:
		if depth == MaxDepth {
			return "the world would nest more than " + ojson.Int(MaxDepth).String() + " levels deep"
		}
	}
	for _, item := range v.Items() {
		if problem = check(item, depth+1); problem != "" {
			return problem
		}
	}
	for _, m := range v.Members() {
		if problem = check(m.Value, depth+1); problem != "" {
			return problem
		}
	}
	return ""
}

// sortedByKey sorts in place.
func sortedByKey(places []keyPlace) []keyPlace {
	slices.SortFunc(places, func(a, b keyPlace) int { return cmp.Compare(a.key, b.key) })
	return places
}
