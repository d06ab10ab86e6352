package schema

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// Order returns v with the keys of its objects in schema order, recursively,
// unknown keys last in the order in which they came. For a union the branch
// that fits best decides (behaviours, item 112). Nothing else changes, whether
// or not v fits the schema.
//
// The work is bounded like that of [Schema.Validate]. Where the bound is reached,
// the values of unions are left as they are.
func (s *Schema) Order(v ojson.Value) ojson.Value {
	return newOrderer(v).order(s.root, v)
}

func newOrderer(v ojson.Value) *orderer {
	return &orderer{budget: maxSteps + stepsPerValue*size(v)}
}

// pairing is a node with a value to hold against it.
type pairing struct {
	n *node
	v ojson.Value
}

// orderer remembers how well branches fit, since nested unions ask again and
// again.
type orderer struct {
	fits   map[pairing]int
	budget int
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
		return ojson.Object(o.members(n, v)...)
	}
	return v
}

// members returns the members of v in the order of an object's properties.
func (o *orderer) members(n *node, v ojson.Value) []ojson.Member {
	members := make([]ojson.Member, 0, v.Len())
	known := n.known(v)
	for _, m := range known {
		members = append(members, ojson.Field(m.key, o.order(m.to, m.value)))
	}
	if len(known) == v.Len() {
		return members
	}
	taken := make(map[string]bool, len(known))
	for _, m := range known {
		taken[m.key] = true
	}
	for _, m := range v.Members() {
		if !taken[m.Key] {
			members = append(members, m)
		}
	}
	return members
}

// knownMember is a member of a value with the property that it belongs to.
type knownMember struct {
	edge
	index int
	value ojson.Value
}

// known returns the members of v that are properties of n, in the order of the
// properties. It takes no longer for an object with many properties than the
// value is large.
func (n *node) known(v ojson.Value) (list []knownMember) {
	l := n.find()
	if l == nil || !l.long && len(n.edges) <= v.Len() {
		for i, e := range n.edges {
			if m, ok := v.Get(e.key); ok {
				list = append(list, knownMember{e, i, m})
			}
		}
		return list
	}
	for _, m := range v.Members() {
		if i, ok := l.edges[m.Key]; ok {
			list = append(list, knownMember{n.edges[i], i, m.Value})
		}
	}
	slices.SortFunc(list, func(a, b knownMember) int { return a.index - b.index })
	return list
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
		if o.budget < 0 {
			return nil
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
	if n.kind != unionKind && !isType(v, n.kind.String()) {
		o.budget -= 1 + textSize(v)/bytesPerStep
		return misfit
	}
	if o.budget -= 1 + textSize(v)/bytesPerStep; o.budget < 0 {
		return misfit
	}
	if n.kind != unionKind && v.Len() == 0 {
		return o.measure(n, v) // quicker than remembering
	}
	p := pairing{n, v}
	if fit, ok := o.fits[p]; ok {
		return fit
	}
	if o.fits == nil {
		o.fits = map[pairing]int{}
	}
	// A union cannot lead to itself without consuming some of the value, so the
	// recursion ends.
	fit := o.measure(n, v)
	if len(o.fits) == maxTried {
		clear(o.fits) // what is asked for again was mostly asked for a moment ago
	}
	o.fits[p] = fit
	return fit
}

// measure computes what fit remembers, for a value of the kind of n.
func (o *orderer) measure(n *node, v ojson.Value) int {
	if n.kind == unionKind {
		most := misfit
		for i := 0; i < len(n.edges) && o.budget >= 0; i++ {
			most = max(most, o.fit(n.edges[i].to, v))
		}
		return most
	}
	// A value that is not among the literals is as wrong as one of another type:
	// literals are how branches are told apart.
	if n.literals != nil {
		if v.Len() > 0 {
			o.budget -= size(v)
		}
		if !n.holds(v) {
			return misfit
		}
	}
	switch n.kind {
	case arrayKind:
		sum := 1
		for i := 0; i < v.Len() && o.budget >= 0; i++ {
			sum += share(o.fit(n.edges[0].to, v.Items()[i]))
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
	known := n.known(v)
	missing := n.requiredCount()
	sum := 1
	for _, m := range known {
		o.budget -= len(m.key) / bytesPerStep
		if m.required {
			missing--
		}
		fit := o.fit(m.to, m.value)
		if fit == misfit && m.to != nil && m.to.literals != nil {
			sum -= 8
			continue
		}
		sum += share(fit)
	}
	return sum - 2*missing - (v.Len() - len(known))
}

// requiredCount returns the number of required properties.
func (n *node) requiredCount() (count int) {
	if l := n.find(); l != nil {
		return l.required
	}
	for _, e := range n.edges {
		if e.required {
			count++
		}
	}
	return count
}

// share is what a member or item adds to the fit of the whole.
func share(fit int) int { return max(-2, min(fit, 2)) }
