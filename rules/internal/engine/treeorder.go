package engine

import (
	"cmp"
	"slices"
)

// number puts the nodes into instance order: the roots by kind and id, below
// each what it reaches, once content where it is reached first.
func (b *builder) number(rules int32) {
	t := b.t
	b.sortInstances()
	t.order = t.order[:0]
	b.visit(rules)
	for i := range t.nodes {
		if t.nodes[i].via == viaTemplate {
			b.visit(int32(i))
		}
	}
	for i := range t.copies {
		b.visit(t.instances[i].node)
	}
	// Applied effects by id, whatever the order of application.
	applied := slices.Clone(t.applied)
	slices.SortFunc(applied, func(x, y int32) int { return cmp.Compare(t.nodes[x].id, t.nodes[y].id) })
	for _, n := range applied {
		b.visit(n)
	}
	for i := range t.instances {
		b.visit(t.instances[i].node) // those without an owner
	}
	// From here on the nodes of one content are linked in instance order.
	clear(t.first)
	for _, n := range slices.Backward(t.order) {
		x := &t.nodes[n]
		if x.once {
			b.sortWays(n)
		}
		if x.content >= 0 {
			x.sibling = t.first[x.content] - 1
			t.first[x.content] = n + 1
		}
	}
}

// sortWays puts the ways of once content into instance order: the first that is
// on lends it its scope and counter.
func (b *builder) sortWays(n int32) {
	t := b.t
	var list []way
	var at []int32
	for w := t.nodes[n].ways; w >= 0; w = t.ways[w].next {
		list, at = append(list, t.ways[w]), append(at, w)
	}
	slices.SortStableFunc(list, func(x, y way) int {
		return cmp.Compare(t.nodes[x.parent].place, t.nodes[y.parent].place)
	})
	for i, w := range at {
		next := t.ways[w].next
		t.ways[w] = list[i]
		t.ways[w].next = next
	}
}

// visit numbers a node and what it reaches. Depth is limited by add, except
// through once content, whose chain is as long as the ruleset's at most: it goes
// on a list instead of the stack.
func (b *builder) visit(n int32) {
	t := b.t
	stack := []int32{n}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if t.nodes[n].place >= 0 {
			continue
		}
		t.nodes[n].place = int32(len(t.order))
		t.order = append(t.order, n)
		start := len(stack)
		for e := t.nodes[n].edges; e >= 0; e = t.edges[e].next {
			stack = append(stack, t.edges[e].child)
		}
		slices.Reverse(stack[start:])
	}
}

// sortInstances puts copies and standard copies first, by the bytes of their ids.
func (b *builder) sortInstances() {
	t := b.t
	kind := func(i *instance) int {
		switch t.nodes[i.node].via {
		case viaCopy, viaStandard:
			return 0
		case viaTemplate:
			return 1
		}
		return 2
	}
	less := func(x, y instance) int {
		return cmp.Or(cmp.Compare(kind(&x), kind(&y)), cmp.Compare(x.id, y.id))
	}
	if !slices.IsSortedFunc(t.instances, less) {
		slices.SortStableFunc(t.instances, less)
	}
	t.copies = 0
	for i := range t.instances {
		t.nodes[t.instances[i].node].instance = int32(i)
		if kind(&t.instances[i]) == 0 {
			t.copies++
		}
	}
}

// slots gives every computed value of a copy its slot, and every entry room for
// its state.
func (b *builder) slots() {
	t := b.t
	next := int32(len(b.p.fields))
	for i := range t.instances {
		in := &t.instances[i]
		in.slots, in.state = next, int32(len(t.state))
		x := b.p.typ(in.item)
		if x == nil {
			continue
		}
		if int(next)+len(t.state)+len(x.computed)+len(x.def.State) > maxValues {
			b.over = "values"
			return
		}
		if i < t.copies {
			next += int32(len(x.computed))
			for range x.computed {
				t.computedOf = append(t.computedOf, int32(i))
			}
		}
		for _, m := range x.def.State {
			v := m.Default
			if v.Kind() == 0 {
				v = zeroOf(&m.Shape)
			}
			if s, ok := findState(in.stored, m.Name); ok && fits(b.p, &m.Shape, s.Value) {
				v = s.Value
			}
			t.state = append(t.state, v)
		}
	}
	t.slots = next
}

// circles finds once contents that can reach each other: they are decided
// together. An edge leads from once content to the once content above one of its
// ways.
func (b *builder) circles() {
	t := b.t
	if len(t.ways) == 0 {
		return
	}
	c := &circleFinder{t: t, index: make([]int32, len(t.nodes)), low: make([]int32, len(t.nodes)), on: make([]bool, len(t.nodes))}
	for _, n := range t.order {
		if t.nodes[n].once && c.index[n] == 0 {
			c.visit(n)
		}
	}
}

// above finds the once content at the top of a node's chain, or -1.
func (t *tree) above(n int32) int32 {
	for n >= 0 {
		if t.nodes[n].once {
			return n
		}
		n = t.nodes[n].parent
	}
	return -1
}

// circleFinder is Tarjan's algorithm, with its own stack: a chain of once
// content may be as long as the ruleset.
type circleFinder struct {
	t          *tree
	index, low []int32
	on         []bool
	next       int32
	stack      []int32
}

func (c *circleFinder) visit(root int32) {
	type frame struct{ node, way int32 }
	enter := func(n int32) frame {
		c.next++
		c.index[n], c.low[n] = c.next, c.next
		c.on[n] = true
		c.stack = append(c.stack, n)
		return frame{n, c.t.nodes[n].ways}
	}
	work := []frame{enter(root)}
	for len(work) > 0 {
		f := &work[len(work)-1]
		if f.way >= 0 {
			w := c.t.ways[f.way]
			f.way = w.next
			up := c.t.above(w.parent)
			if up < 0 {
				continue
			}
			if c.index[up] == 0 {
				work = append(work, enter(up))
			} else if c.on[up] {
				c.low[f.node] = min(c.low[f.node], c.index[up])
			}
			if up == f.node {
				c.t.nodes[up].group = -2 // its own circle
			}
			continue
		}
		n := f.node
		work = work[:len(work)-1]
		if len(work) > 0 {
			p := work[len(work)-1].node
			c.low[p] = min(c.low[p], c.low[n])
		}
		if c.low[n] != c.index[n] {
			continue
		}
		size := 0
		for i := len(c.stack) - 1; ; i-- {
			size++
			if c.stack[i] == n {
				break
			}
		}
		members := c.stack[len(c.stack)-size:]
		c.stack = c.stack[:len(c.stack)-size]
		circle := size > 1 || c.t.nodes[n].group == -2
		for _, m := range members {
			c.on[m] = false
			c.t.nodes[m].group = -1
			if circle {
				c.t.nodes[m].group = c.t.groups
			}
		}
		if circle {
			c.t.groups++
		}
	}
}
