package schema

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// The steps of this file keep a generation schema settled: what they merge would
// be merged when the generation schema itself is converted, because the
// difference (lengths, constants, exclusive bounds) does not show in it.

// looks has the branches of a union: the nodes that came, and the places of leaves
// by their look.
type looks struct {
	nodes  map[*node]bool
	byLook map[string]int
}

// addBranch adds a branch to a union. Leaves that look the same in the generation
// schema become one that allows what each of them does.
func (c *converter) addBranch(n, b *node, l looks) {
	if l.nodes[b] {
		return
	}
	l.nodes[b] = true
	if b.kind <= booleanKind {
		look := b.look()
		c.note(len(look) / textUnit)
		if i, ok := l.byLook[look]; ok {
			if len(b.literals) > 0 && b.kind != stringKind {
				c.note(len(b.literals) + len(n.edges[i].to.literals))
			}
			n.edges[i].to = n.edges[i].to.widened(b)
			return
		}
		l.byLook[look] = len(n.edges)
	}
	n.edges = append(n.edges, edge{to: b})
}

// look returns a text that leaves have in common when they have the same form in
// the generation schema, which shows literals only of strings and bounds only of
// numbers.
func (n *node) look() string {
	text := []byte{byte('0' + n.kind), ' '}
	if n.isConst {
		text[1] = 'c'
	}
	switch n.kind {
	case stringKind:
		for _, v := range n.literals {
			text = v.Append(text)
		}
	case integerKind, numberKind:
		l := n.limits.orNone()
		text = appendIdentity(text, l.min)
		text = append(text, ' ')
		text = appendIdentity(text, l.max)
	}
	return string(text)
}

// widened returns a leaf that looks like n and b and allows what either does.
func (n *node) widened(b *node) *node {
	w := *n
	// One that has no list of values allows all.
	if n.kind != stringKind {
		w.literals = nil
		if n.literals != nil && b.literals != nil {
			w.literals = distinct(slices.Concat(n.literals, b.literals))
		}
	}
	if n.limits != nil && b.limits != nil {
		l := *n.limits
		l.openMin, l.openMax = l.openMin && b.limits.openMin, l.openMax && b.limits.openMax
		w.limits = &l
	}
	// The lengths of strings are shown in descriptions, and both of those are.
	if n.kind == stringKind && !sameLimits(n.limits, b.limits) {
		w.limits = nil
	}
	return &w
}

// orNone returns the bounds themselves, none for nil.
func (l *limits) orNone() limits {
	if l == nil {
		return limits{}
	}
	return *l
}

// sameLimits compares bounds as the generation schema shows them.
func sameLimits(a, b *limits) bool {
	l, m := a.orNone(), b.orNone()
	return ojson.Equal(l.min, m.min) && ojson.Equal(l.max, m.max)
}

// choices returns the strings of all branches when each is an enum or const.
func choices(branches []edge) (list []ojson.Value, ok bool) {
	for _, e := range branches {
		if e.to.kind != stringKind || e.to.literals == nil {
			return nil, false
		}
		list = append(list, e.to.literals...)
	}
	return distinct(list), true
}

// contract takes unions of one type out of the graph. They cannot be taken out
// when they are made: their branch may refer to them.
func (c *converter) contract(root **node) {
	if !c.single {
		return
	}
	seen := map[*node]bool{}
	queue := []**node{root}
	for len(queue) > 0 {
		at := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for *at != nil && (*at).kind == unionKind && len((*at).edges) == 1 {
			*at = (*at).edges[0].to
		}
		if n := *at; n != nil && !seen[n] {
			seen[n] = true
			for i := range n.edges {
				queue = append(queue, &n.edges[i].to)
			}
		}
	}
}
