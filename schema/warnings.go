package schema

import (
	"cmp"
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// Values from a schema are cut to these sizes where they are shown.
const (
	warningSize = 80
	noteSize    = 300
)

// warning says that the model is not held to something at a place.
type warning struct {
	at   *path
	text string
}

// warn adds a warning unless it is there already: a schema that is referenced
// twice is converted twice when it is no type.
func (c *converter) warn(at *path, text string) {
	w := warning{at, text}
	if c.warned[w] {
		return
	}
	if c.warned == nil {
		c.warned = map[warning]bool{}
	}
	c.warned[w] = true
	c.note(len(text) / textUnit)
	c.warnings = append(c.warnings, w)
}

// placed is a place that has warnings, or leads to one.
type placed struct {
	v        ojson.Value
	exists   bool
	index    int // among the members or items above
	warnings []warning
	below    []*placed
}

// sortedWarnings returns the warnings in the order in which their places come
// in the source. The conversion itself runs in another order: it follows
// references and x-order.
func (c *converter) sortedWarnings() []string {
	if len(c.warnings) == 0 {
		return nil
	}
	s := sorter{
		places:  map[*path]*placed{c.paths.root: {v: c.root, exists: true}},
		indexes: map[ojson.Value]map[string]int{},
	}
	for _, w := range c.warnings {
		// A schema that only the conversion knows, such as that of a required
		// name without one, comes where its parent is.
		p := s.place(w.at)
		for at := w.at; !p.exists; p = s.place(at) {
			at = at.up
		}
		p.warnings = append(p.warnings, w)
	}
	return s.places[c.paths.root].list(make([]string, 0, len(c.warnings)))
}

// sorter puts the places of warnings into a tree, so that sorting takes no more
// time than there are places.
type sorter struct {
	places map[*path]*placed
	// indexes has the places of the members of large objects.
	indexes map[ojson.Value]map[string]int
}

// place returns the entry of a path; it and all above it join the tree.
func (s *sorter) place(at *path) *placed {
	if p := s.places[at]; p != nil {
		return p
	}
	up := s.place(at.up)
	p := &placed{}
	if up.exists {
		p.v, p.index, p.exists = s.find(up.v, at.key)
	}
	if p.exists {
		up.below = append(up.below, p)
	}
	s.places[at] = p
	return p
}

// find returns a member or item and its index.
func (s *sorter) find(v ojson.Value, key string) (ojson.Value, int, bool) {
	found, ok := at(v, key)
	if !ok {
		return ojson.Value{}, 0, false
	}
	if v.Kind() == ojson.KindArray {
		i := 0
		for _, d := range key {
			i = i*10 + int(d-'0')
		}
		return found, i, true
	}
	if v.Len() < 16 {
		return found, slices.IndexFunc(v.Members(), func(m ojson.Member) bool { return m.Key == key }), true
	}
	index := s.indexes[v]
	if index == nil {
		index = make(map[string]int, v.Len())
		for i, m := range v.Members() {
			index[m.Key] = i
		}
		s.indexes[v] = index
	}
	return found, index[key], true
}

// list appends the warnings of a place and of all below.
func (p *placed) list(out []string) []string {
	for _, w := range p.warnings {
		out = append(out, w.at.short()+": "+w.text)
	}
	slices.SortStableFunc(p.below, func(a, b *placed) int { return cmp.Compare(a.index, b.index) })
	for _, q := range p.below {
		out = q.list(out)
	}
	return out
}
