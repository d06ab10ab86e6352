package world

import "strings"

// resolved is a path as a world spells it.
type resolved struct {
	// path has the keys of the world as far as they exist, then the segments
	// as they were given.
	path Path
	// known is the number of segments that exist, at what is there.
	known int
	at    view
}

func (r resolved) exists() bool { return r.known == len(r.path) }

// resolve finds a path, each key as it is spelled or else without regard to
// case (behaviours, item 285).
func (v view) resolve(p Path) resolved {
	r := resolved{path: p, at: v}
	for i, segment := range p {
		next, ok := r.at.child(segment)
		if !ok {
			key, other, found := r.at.childFold(segment)
			if !found {
				break
			}
			if key != segment {
				r.path = append(append(append(Path{}, r.path[:i]...), key), r.path[i+1:]...)
			}
			next = other
		}
		r.at, r.known = next, i+1
	}
	return r
}

// childFold returns the first member of an object whose key differs in case
// only.
func (v view) childFold(segment string) (key string, child view, ok bool) {
	for key, child := range v.children() {
		if strings.EqualFold(key, segment) {
			return key, child, true
		}
	}
	return "", view{}, false
}

// scope is a list of places with all that is inside them: what may be read, or
// what may be changed.
type scope []resolved

// scope resolves paths; those that cannot be read are left out (behaviours,
// item 201).
func (v view) scope(paths []string) scope {
	var s scope
	for _, text := range paths {
		if p, err := ParsePath(text); err == nil {
			s = append(s, v.resolve(p))
		}
	}
	return s
}

// covers returns how the scope spells a path that is inside it; ok is false for
// any other path.
func (s scope) covers(r resolved) (p Path, ok bool) {
	for _, place := range s {
		if n := len(place.path); n <= len(r.path) && sameUpTo(n, place, r) {
			return append(append(Path{}, place.path...), r.path[n:]...), true
		}
	}
	return nil, false
}

// inside returns the places of the scope that are inside a path.
func (s scope) inside(r resolved) scope {
	var found scope
	for _, place := range s {
		if n := len(r.path); n < len(place.path) && sameUpTo(n, place, r) {
			found = append(found, place)
		}
	}
	return found
}

// sameUpTo reports whether the first n segments lead to the same place. Case
// counts, except for what exists on neither path.
func sameUpTo(n int, a, b resolved) bool {
	for i := range n {
		unknown := i >= a.known && i >= b.known
		if a.path[i] != b.path[i] && !(unknown && strings.EqualFold(a.path[i], b.path[i])) {
			return false
		}
	}
	return true
}

// list names the places of the scope for a message.
func (s scope) list() string {
	if len(s) == 0 {
		return "none"
	}
	paths := make([]Path, len(s))
	for i, place := range s {
		paths[i] = place.path
	}
	return quoted(paths)
}
