package rulecases

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Difference is a place where an output is not what a case says.
type Difference struct {
	// Pointer leads into the output; "" is the output itself.
	Pointer string
	// Expected and Got are values as JSON, or words such as "nothing".
	Expected, Got string
}

// Match compares an output with a pattern and returns where they differ:
//
//   - an object matches one that has all its members, matching each
//   - an array matches one of the same length, item by item
//   - {"$any": true} matches anything that is there
//   - {"$has": [patterns]} matches an array with an item for each pattern
//   - {"$count": n} matches an array or object of n items or members
//   - all else matches an equal value; numbers by their exact value
func Match(pattern, got ojson.Value) []Difference {
	var m matcher
	m.match("", pattern, got)
	return m.found
}

type matcher struct{ found []Difference }

func (m *matcher) differ(pointer, expected, got string) {
	m.found = append(m.found, Difference{pointer, expected, got})
}

func (m *matcher) match(at string, pattern, got ojson.Value) {
	if isDirective(pattern) {
		for _, d := range pattern.Members() {
			m.directive(at, d, got)
		}
		return
	}
	if pattern.Kind() != got.Kind() {
		m.differ(at, pattern.String(), got.String())
		return
	}
	switch pattern.Kind() {
	case ojson.KindObject:
		for _, p := range pattern.Members() {
			inner, ok := got.Get(p.Key)
			if !ok {
				m.differ(key(at, p.Key), p.Value.String(), "nothing")
				continue
			}
			m.match(key(at, p.Key), p.Value, inner)
		}
	case ojson.KindArray:
		if pattern.Len() != got.Len() {
			m.differ(at, fmt.Sprintf("%d items: %s", pattern.Len(), pattern), fmt.Sprintf("%d items: %s", got.Len(), got))
			return
		}
		for i, p := range pattern.Items() {
			m.match(at+"/"+strconv.Itoa(i), p, got.Items()[i])
		}
	default:
		if !ojson.Equal(pattern, got) {
			m.differ(at, pattern.String(), got.String())
		}
	}
}

func (m *matcher) directive(at string, d ojson.Member, got ojson.Value) {
	switch d.Key {
	case "$count":
		n, _ := d.Value.AsInt()
		if kind := got.Kind(); kind != ojson.KindArray && kind != ojson.KindObject || int64(got.Len()) != n {
			m.differ(at, fmt.Sprintf("%d items or members", n), got.String())
		}
	case "$has":
		if got.Kind() != ojson.KindArray {
			m.differ(at, "an array", got.String())
			return
		}
		for _, p := range d.Value.Items() {
			if !hasItem(got, p) {
				m.differ(at, "an item like "+p.String(), got.String())
			}
		}
	}
}

func hasItem(list, pattern ojson.Value) bool {
	for _, item := range list.Items() {
		if Match(pattern, item) == nil {
			return true
		}
	}
	return false
}

// isDirective tells an object with a member $… from a plain one.
func isDirective(pattern ojson.Value) bool {
	members := pattern.Members()
	return len(members) > 0 && strings.HasPrefix(members[0].Key, "$")
}

// checkPattern refuses directives that Match does not know.
func checkPattern(pattern ojson.Value) error {
	directive := isDirective(pattern)
	for _, m := range pattern.Members() {
		switch {
		case strings.HasPrefix(m.Key, "$") != directive:
			return fmt.Errorf("%s mixes members and directives", pattern)
		case !directive:
		case m.Key == "$any" && pattern.Len() == 1 && m.Value.String() == "true":
		case m.Key == "$has" && m.Value.Kind() == ojson.KindArray:
		case m.Key == "$count" && m.Value.IsInteger():
		default:
			return fmt.Errorf("unknown directive %s", pattern)
		}
		if err := checkPattern(m.Value); err != nil {
			return err
		}
	}
	for _, item := range pattern.Items() {
		if err := checkPattern(item); err != nil {
			return err
		}
	}
	return nil
}

// key appends a member name to a JSON Pointer.
func key(pointer, name string) string {
	return pointer + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// lookup follows a JSON Pointer.
func lookup(v ojson.Value, pointer string) (ojson.Value, bool) {
	for _, part := range strings.Split(pointer, "/")[1:] {
		part = strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		var ok bool
		if v.Kind() == ojson.KindArray {
			i, err := strconv.Atoi(part)
			if ok = err == nil && i >= 0 && i < v.Len(); ok {
				v = v.Items()[i]
			}
		} else {
			v, ok = v.Get(part)
		}
		if !ok {
			return ojson.Value{}, false
		}
	}
	return v, true
}
