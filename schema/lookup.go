package schema

import (
	"slices"
	"sync"

	"github.com/open-actor-models/oam/ojson"
)

// lookup makes large nodes quick to search. It is filled in when a value is first
// held against the node and then serves all that follow: streams order a value
// again for each of its stages.
type lookup struct {
	once sync.Once
	set  valueSet
	// edges has the places of the properties; required counts those that are.
	edges    map[string]int
	required int
	// long is set when looking a property up in a value costs more than it
	// should: all of its name is read.
	long bool
}

// largeNode is the number of literals or properties from which a node has a
// lookup.
const largeNode = 16

// longKey is the length of a name from which it is long.
const longKey = 256

// prepare gives the large nodes that can be reached from n their lookups.
func (n *node) prepare() {
	seen := map[*node]bool{n: true}
	for queue := []*node{n}; len(queue) > 0; {
		n := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		long := slices.ContainsFunc(n.edges, func(e edge) bool { return len(e.key) >= longKey })
		if long || len(n.literals) > largeNode || n.kind == objectKind && len(n.edges) > largeNode {
			n.lookup = &lookup{long: long}
		}
		for _, e := range n.edges {
			if e.to != nil && !seen[e.to] {
				seen[e.to] = true
				queue = append(queue, e.to)
			}
		}
	}
}

// find returns the lookup of a node, filled in; nil for small nodes.
func (n *node) find() *lookup {
	l := n.lookup
	if l == nil {
		return nil
	}
	l.once.Do(func() {
		if len(n.literals) > largeNode {
			l.set = newValueSet(n.literals)
		}
		if n.kind != objectKind {
			return
		}
		l.edges = make(map[string]int, len(n.edges))
		for i, e := range n.edges {
			l.edges[e.key] = i
			if e.required {
				l.required++
			}
		}
	})
	return l
}

// holds reports whether v is among the literals.
func (n *node) holds(v ojson.Value) bool {
	if l := n.find(); l != nil && l.set != nil {
		return l.set.has(v)
	}
	for _, w := range n.literals {
		if ojson.Equal(w, v) {
			return true
		}
	}
	return false
}
