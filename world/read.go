package world

import (
	"errors"
	"fmt"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// ReadLimit is the number of characters from which a value is shortened for a
// model.
const ReadLimit = 1500

// Read reads for a model (behaviours, items 285 and 286). Keys match without
// regard to case when none is spelled like that. Only what is inside the
// readable paths is shown: of a place above them, only those. What cannot be
// read or is not there gives a problem, which names paths that the model can
// use instead; it is "" otherwise. Paths in readable that make no sense count
// as absent.
func (s *State) Read(path string, readable []string) (v ojson.Value, problem string) {
	root := s.Snapshot().view()
	allowed := root.scope(readable)
	p, err := ParsePath(path)
	if err != nil {
		return v, fmt.Sprintf("%s Readable paths: %s.", reason(err), allowed.list())
	}
	r := root.resolve(p)
	if _, ok := allowed.covers(r); ok {
		if !r.exists() {
			return v, allowed.missing(r)
		}
		return Shorten(r.at.value(), ReadLimit), ""
	}
	parts := allowed.inside(r)
	switch {
	case len(parts) == 0:
		return v, fmt.Sprintf("'%s' cannot be read. Readable paths: %s.", cut(r.path.String(), 80), allowed.list())
	case !r.exists():
		return v, allowed.missing(r)
	}
	if v = parts.only(len(r.path)); v.Len() == 0 {
		return v, fmt.Sprintf("There is nothing at '%s' that can be read yet. Readable paths: %s.", r.path, parts.list())
	}
	return Shorten(v, ReadLimit), ""
}

// reason returns the words of an error about a path.
func reason(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Message
	}
	return err.Error()
}

// only returns an object of the places, each below the same path of n segments.
// Items of a list stand under their index.
func (s scope) only(n int) ojson.Value {
	root := newCell(ojson.Object())
	for _, place := range s {
		if !place.exists() {
			continue
		}
		// What the world holds can stand here too.
		if more, _, err := set(root, place.path[n:], place.at.value()); err == nil {
			root = more
		}
	}
	return root.value()
}

// missing says that a path leads nowhere, and what there is where it ends.
func (s scope) missing(r resolved) string {
	what := fmt.Sprintf("There is nothing at '%s'.", cut(r.path.String(), 80))
	if hint := s.nearest(r); hint != "" {
		return what + " " + hint
	}
	return fmt.Sprintf("%s Readable paths: %s.", what, s.list())
}

// nearest describes the last place on a path that exists, "" when nothing of it
// is in the scope: the keys of an object, the length of a list, or the kind of
// anything else.
func (s scope) nearest(r resolved) string {
	place := resolved{path: r.path[:r.known], known: r.known, at: r.at}
	name := fmt.Sprintf("'%s'", place.path)
	if r.known == 0 {
		name = "The world"
	}
	_, whole := s.covers(place)
	switch kind := r.at.kind(); {
	case kind == ojson.KindObject:
		keys := s.keys(place, whole)
		switch {
		case len(keys) > 0:
			return fmt.Sprintf("%s has the keys %s.", name, enumerate(keys))
		case whole:
			return fmt.Sprintf("%s is an empty object.", name)
		}
		return ""
	case !whole:
		return ""
	case kind == ojson.KindArray && r.at.len() == 0:
		return fmt.Sprintf("%s is an empty list.", name)
	case kind == ojson.KindArray:
		return fmt.Sprintf("%s is a list of %d items, 0 to %d.", name, r.at.len(), r.at.len()-1)
	default:
		return fmt.Sprintf("%s is %s, with nothing inside.", name, kind)
	}
}

// keys returns the keys of an object that lead to something in the scope.
func (s scope) keys(object resolved, whole bool) []string {
	var keys []string
	for key, child := range object.at.children() {
		r := resolved{path: object.path.below(key), known: object.known + 1, at: child}
		if _, covered := s.covers(r); whole || covered || len(s.inside(r)) > 0 {
			keys = append(keys, key)
		}
	}
	return keys
}

// enumerate lists keys for a message, the first 30 of them.
func enumerate(keys []string) string {
	const limit = 30
	more := ""
	if n := len(keys) - limit; n > 0 {
		keys, more = keys[:limit], fmt.Sprintf(" and %d more", n)
	}
	short := make([]string, len(keys))
	for i, key := range keys {
		short[i] = "'" + cut(key, 80) + "'"
	}
	return strings.Join(short, ", ") + more
}
