package schema

// maxRounds bounds the search for endless types. Children are made after their
// parents, so a search from the end needs few rounds; what is left undecided
// gets no warning.
const maxRounds = 100

// warnEndless warns about types that no finite value has, because what they
// require leads back to them. The schema is legal, but a model that is held to
// it would write for ever.
func (c *converter) warnEndless() {
	finite := map[*node]bool{}
	changed := true
	for round := 0; changed; round++ {
		if round == maxRounds {
			return
		}
		changed = false
		for i := len(c.types) - 1; i >= 0; i-- {
			if n := c.types[i].n; !finite[n] && n.ends(finite) {
				finite[n], changed = true, true
			}
		}
	}
	for _, t := range c.types {
		if !finite[t.n] {
			c.warn(t.at, "every value is endless: what is required leads back to the same type")
		}
	}
}

// ends reports whether a type has a finite value, given the types that are
// known to have one.
func (n *node) ends(finite map[*node]bool) bool {
	if n.kind == unionKind {
		for _, e := range n.edges {
			if e.to.endsWithin(finite) {
				return true
			}
		}
		return false
	}
	for _, e := range n.edges {
		if e.required && !e.to.endsWithin(finite) {
			return false
		}
	}
	return true
}

// endsWithin is ends for a node of any kind, where it is used.
func (n *node) endsWithin(finite map[*node]bool) bool {
	switch {
	case n.isType():
		return finite[n]
	case n.kind == arrayKind && n.limits != nil && !n.limits.min.IsNull():
		return n.edges[0].to.endsWithin(finite)
	default:
		return true
	}
}
