package schema

import "github.com/open-actor-models/oam/ojson"

// Order returns v with the keys of its objects in schema order, recursively,
// unknown keys last in the order in which they came. For a union the branch
// that fits best decides (behaviours, item 112). Nothing else changes, whether
// or not v fits the schema.
func (s *Schema) Order(v ojson.Value) ojson.Value {
	o := orderer{fits: map[pairing]int{}}
	return o.order(s.root, v)
}

// pairing is a node with a value to hold against it.
type pairing struct {
	n *node
	v ojson.Value
}

// orderer remembers how well branches fit, since nested unions ask again and
// again.
type orderer struct {
	fits map[pairing]int
}

// order returns v in the order of a node.
func (o *orderer) order(n *node, v ojson.Value) ojson.Value {
	if v.Len() == 0 {
		return v
	}
	if n != nil && n.kind == unionKind {
		n = o.best(n, v)
	}
	if n == nil {
		return v
	}
	switch {
	case n.kind == arrayKind && v.Kind() == ojson.KindArray:
		items := make([]ojson.Value, v.Len())
		for i, item := range v.Items() {
			items[i] = o.order(n.edges[0].to, item)
		}
		return ojson.Array(items...)
	case n.kind == objectKind && v.Kind() == ojson.KindObject:
		members := make([]ojson.Member, 0, v.Len())
		known := make(map[string]bool, len(n.edges))
		for _, e := range n.edges {
			known[e.key] = true
			if m, ok := v.Get(e.key); ok {
				members = append(members, ojson.Field(e.key, o.order(e.to, m)))
			}
		}
		for _, m := range v.Members() {
			if !known[m.Key] {
				members = append(members, m)
			}
		}
		return ojson.Object(members...)
	}
	return v
}

// best returns the branch that fits v best, the first of several; nil when none
// has the kind of v.
func (o *orderer) best(n *node, v ojson.Value) *node {
	var best *node
	most := misfit
	for _, e := range n.edges {
		if fit := o.fit(e.to, v); fit > most {
			best, most = e.to, fit
		}
	}
	if best != nil && best.kind == unionKind {
		return o.best(best, v)
	}
	return best
}

// Fit is counted, not decided: Order also serves values in the making, which fit
// no branch yet, and answers of scripts, which may never. A value of the wrong
// type fits worse than any other.

// misfit is the fit of a value of another kind, or not among the literals.
const misfit = -1 << 30

// fit says how well a value fits a node: misfit, or the number of things that
// agree less the number of those that do not.
func (o *orderer) fit(n *node, v ojson.Value) int {
	if n == nil {
		return misfit
	}
	p := pairing{n, v}
	if fit, ok := o.fits[p]; ok {
		return fit
	}
	o.fits[p] = misfit // ends the recursion of a union through itself
	fit := o.measure(n, v)
	o.fits[p] = fit
	return fit
}

// measure computes what fit remembers.
func (o *orderer) measure(n *node, v ojson.Value) int {
	if n.kind == unionKind {
		most := misfit
		for _, e := range n.edges {
			most = max(most, o.fit(e.to, v))
		}
		return most
	}
	if !isType(v, n.kind.String()) {
		return misfit
	}
	// A value that is not among the literals is as wrong as one of another type:
	// literals are how branches are told apart.
	if n.literals != nil && !newValueSet(n.literals).has(v) {
		return misfit
	}
	switch n.kind {
	case arrayKind:
		sum := 1
		for _, item := range v.Items() {
			sum += share(o.fit(n.edges[0].to, item))
		}
		return sum
	case objectKind:
		return o.measureObject(n, v)
	default:
		// Out of bounds is still the right type.
		if n.limits != nil && n.kind != stringKind && !n.limits.contain(v) {
			return 1
		}
		return 2
	}
}

// measureObject weighs the members of v. A literal that differs, which is how
// authors tell branches apart, outweighs several members that agree.
func (o *orderer) measureObject(n *node, v ojson.Value) int {
	sum, known := 1, 0
	for _, e := range n.edges {
		m, ok := v.Get(e.key)
		if !ok {
			if e.required {
				sum -= 2
			}
			continue
		}
		known++
		fit := o.fit(e.to, m)
		if fit == misfit && e.to != nil && e.to.literals != nil {
			sum -= 8
			continue
		}
		sum += share(fit)
	}
	return sum - (v.Len() - known)
}

// share is what a member or item adds to the fit of the whole.
func share(fit int) int { return max(-2, min(fit, 2)) }
