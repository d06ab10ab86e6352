package engine

import (
	"cmp"
	"slices"

	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/character"
)

// via says how an activation was reached.
type via uint8

const (
	viaRules via = iota
	viaTemplate
	viaCopy
	viaStandard
	viaApplied
	viaGrant
	viaPick
)

func (v via) String() string {
	return [...]string{"rules", "template", "copy", "standard", "applied", "grant", "pick"}[v]
}

// node is one activation of the possible tree: everything that can be on. No
// condition is asked while the tree is built.
type node struct {
	content int32 // index of the content; -1 for the pick of a field
	parent  int32 // who reached it; -1 for a root and for once content
	via     via
	once    bool
	part    int32 // grant, standard copy or choice of the parent's content; template or applied index
	slot    int32
	choice  int32 // index of the choice for picks, else -1
	option  string
	field   int32 // picked field, or -1
	// instance is the entry with state that this node is, or -1.
	instance int32
	root     int32 // the root entry
	ways     int32 // first way of once content, or -1
	lastWay  int32
	edges    int32 // first edge to a child, or -1
	last     int32 // last edge
	sibling  int32 // next node of the same content, or -1
	group    int32 // circle of once content that it belongs to, or -1
	place    int32 // position in instance order
	depth    int32
	id       string // of an entry, or kept while the tree is built
}

// edge leads from a node to one that it reaches, in declaration order.
type edge struct {
	child int32
	next  int32
}

// way is one of the ways in which once content is reached.
type way struct {
	parent int32
	via    via
	part   int32 // grant or choice
	choice int32
	slot   int32
	option string
	next   int32
	// same is the next way that is a pick of the same choice, or -1; again says
	// that there is one before. Both are known once the tree is built.
	same  int32
	again bool
}

// instance is an entry: a copy, standard copy, template or applied effect. It
// holds the state that formulas read.
type instance struct {
	id       string
	item     int32
	node     int32
	copy     int32 // index in the character's copies, or -1
	quantity int64
	equipped bool
	on       bool
	saved    bool
	stored   []character.Stored
	state    int32 // first of its values in tree.state
	slots    int32 // slot of its first computed value
}

// cut is a grant or standard copy that would have been below its own content.
type cut struct {
	node     int32
	part     int32
	content  int32
	standard bool
}

// tree is the possible tree of one character. It is not changed once built, so
// that a masked evaluation can share it.
type tree struct {
	nodes     []node
	edges     []edge
	ways      []way
	cuts      []cut
	instances []instance // copies and standard copies first, by id; then the others
	copies    int        // how many of them are copies
	applied   []int32    // nodes of applied effects, in the order of application
	order     []int32    // nodes in instance order
	first     []int32    // by content: its first node + 1, 0 for none
	picked    []bool     // by the character's picks: the path names a choice
	unknown   []unknown
	groups    int32
	state     []formula.Value
	slots     int32 // number of value slots
	// links are the effects on slots, slot by slot; starts says where each
	// slot's begin, one more at the end. loose are the others.
	links  []link
	starts []int32
	loose  []loose
	// owners of the slots of computed values: slot - fields -> instance.
	computedOf []int32
}

// unknown is an entry whose content the ruleset does not have.
type unknown struct{ source, content string }

// builder builds a tree.
type builder struct {
	p  *Program
	ch *character.Character
	t  *tree
	// matched marks saved standard copies that an owner claims.
	matched map[string]bool
	over    string // the limit that was passed, or ""
}

func (t *tree) reset(p *Program) {
	t.nodes, t.edges, t.ways, t.cuts = t.nodes[:0], t.edges[:0], t.ways[:0], t.cuts[:0]
	t.instances, t.applied, t.order = t.instances[:0], t.applied[:0], t.order[:0]
	t.picked, t.unknown, t.state = t.picked[:0], t.unknown[:0], t.state[:0]
	t.computedOf = t.computedOf[:0]
	t.groups = 0
	if len(t.first) == len(p.contents) {
		clear(t.first)
	} else {
		t.first = make([]int32, len(p.contents))
	}
}

// build makes the possible tree of a character.
func (p *Program) build(t *tree, ch *character.Character) (over string) {
	t.reset(p)
	b := &builder{p: p, ch: ch, t: t}
	for range ch.Picks {
		t.picked = append(t.picked, false)
	}
	rules := b.add(node{content: p.rules, parent: -1, via: viaRules, instance: -1})
	for i := range ch.Templates {
		b.entry(viaTemplate, ch.Templates[i].ID, ch.Templates[i].Template, int32(i), nil, true)
	}
	for i := range ch.Copies {
		c := &ch.Copies[i]
		if !standardID(c.ID) {
			b.copyEntry(c, int32(i), -1, 0)
		}
	}
	for i := range ch.Effects {
		e := &ch.Effects[i]
		b.entry(viaApplied, e.ID, e.Effect, int32(i), e.State, e.On)
	}
	// Standard copies are found on the way and become nodes of their own, so
	// that the list grows while it is walked.
	for n := int32(0); int(n) < len(t.nodes) && b.over == ""; n++ {
		b.expand(n)
	}
	b.orphans()
	if b.over != "" {
		return b.over
	}
	b.number(rules)
	b.circles()
	if b.slots(); b.over != "" {
		return b.over
	}
	b.index()
	return b.over
}

// add appends a node. A root is its own root entry.
func (b *builder) add(n node) int32 {
	t := b.t
	i := int32(len(t.nodes))
	if i >= maxNodes {
		b.over = "nodes"
		return 0
	}
	n.ways, n.lastWay, n.edges, n.last, n.group, n.place = -1, -1, -1, -1, -1, -1
	n.root = i
	if n.via != viaPick {
		n.choice, n.field = -1, -1
	}
	if n.parent >= 0 {
		n.root = t.nodes[n.parent].root
		n.depth = t.nodes[n.parent].depth + 1
		if n.depth > maxNodeDepth {
			b.over = "node-depth"
		}
	}
	if n.via == viaStandard {
		n.root = i
	}
	n.sibling = -1
	if n.content >= 0 {
		n.sibling = t.first[n.content] - 1
		t.first[n.content] = i + 1
	}
	t.nodes = append(t.nodes, n)
	return i
}

// entry adds a template or an applied effect.
func (b *builder) entry(v via, id, content string, index int32, state []character.Stored, on bool) {
	c, ok := b.known(id, content)
	if !ok {
		return
	}
	n := b.add(node{content: c, parent: -1, via: v, part: index, instance: int32(len(b.t.instances)), id: id})
	b.t.instances = append(b.t.instances, instance{id: id, item: c, node: n, copy: -1, quantity: 1, on: on, saved: true, stored: state})
	if v == viaApplied {
		b.t.applied = append(b.t.applied, n)
	}
}

// known finds the content of an entry, and remembers one that is gone.
func (b *builder) known(source, content string) (int32, bool) {
	c, ok := b.p.content(content)
	if !ok || b.p.contents[c].def.Abstract {
		b.t.unknown = append(b.t.unknown, unknown{source, content})
		return 0, false
	}
	return c, true
}

// copyEntry adds a held copy; a standard one has an owner that declares it.
func (b *builder) copyEntry(c *character.Copy, index, owner, part int32) {
	item, ok := b.known(c.ID, c.Item)
	if !ok {
		return
	}
	v := viaCopy
	if owner >= 0 {
		v = viaStandard
	}
	n := b.add(node{content: item, parent: owner, via: v, part: part, instance: int32(len(b.t.instances)), id: c.ID})
	b.t.instances = append(b.t.instances, instance{
		id: c.ID, item: item, node: n, copy: index, quantity: c.Quantity, equipped: c.Equipped, on: true, saved: index >= 0, stored: c.State,
	})
}

// standardID reports whether an entry id is that of a standard copy.
func standardID(id string) bool {
	for i := range len(id) {
		if id[i] == '~' {
			return true
		}
	}
	return false
}

// expand adds what a node's content reaches.
func (b *builder) expand(n int32) {
	t := b.t
	if t.nodes[n].content < 0 {
		return
	}
	x := &b.p.contents[t.nodes[n].content]
	for i := range x.grants {
		b.reach(n, x.grants[i].content, node{via: viaGrant, part: int32(i), choice: -1})
		if b.over != "" {
			return
		}
	}
	for i := range x.standards {
		b.standard(n, int32(i), x.standards[i].item)
	}
	if x.hasChoices && len(b.ch.Picks) > 0 {
		b.picks(n, x)
	}
}

// reach adds a child, or one more way to once content. It never looks at
// conditions.
func (b *builder) reach(parent, content int32, n node) {
	t := b.t
	if content >= 0 && b.p.contents[content].once {
		child := t.first[content] - 1
		if child < 0 {
			child = b.add(node{content: content, parent: -1, via: n.via, once: true, instance: -1})
		}
		w := int32(len(t.ways))
		t.ways = append(t.ways, way{parent: parent, via: n.via, part: n.part, choice: n.choice, slot: n.slot, option: n.option, next: -1})
		if last := t.nodes[child].lastWay; last < 0 {
			t.nodes[child].ways = w
		} else {
			t.ways[last].next = w
		}
		t.nodes[child].lastWay = w
		b.connect(parent, child)
		return
	}
	// Picks are stored, so that their chains end by themselves.
	if n.via == viaGrant && b.ancestor(parent, content) {
		t.cuts = append(t.cuts, cut{parent, n.part, content, false})
		return
	}
	n.content, n.parent, n.instance = content, parent, -1
	if child := b.add(n); b.over == "" {
		b.connect(parent, child)
	}
}

// connect appends an edge.
func (b *builder) connect(parent, child int32) {
	t := b.t
	e := int32(len(t.edges))
	t.edges = append(t.edges, edge{child, -1})
	if t.nodes[parent].last < 0 {
		t.nodes[parent].edges = e
	} else {
		t.edges[t.nodes[parent].last].next = e
	}
	t.nodes[parent].last = e
}

// ancestor reports whether a node or something above it has the content.
func (b *builder) ancestor(n, content int32) bool {
	for n >= 0 {
		if b.t.nodes[n].content == content {
			return true
		}
		n = b.t.nodes[n].parent
	}
	return false
}

// standard adds a standard copy, saved or not.
func (b *builder) standard(owner, part, item int32) {
	if b.ancestor(owner, item) {
		b.t.cuts = append(b.t.cuts, cut{owner, part, item, true})
		return
	}
	id := b.nodeID(owner) + "~" + b.p.contents[item].def.ID
	if b.matched[id] {
		return
	}
	if b.matched == nil {
		b.matched = map[string]bool{}
	}
	b.matched[id] = true
	if c, ok := b.ch.Copy(id); ok && c.Item == b.p.contents[item].def.ID {
		b.copyEntry(c, b.copyIndex(c), owner, part)
		return
	}
	b.copyEntry(&character.Copy{ID: id, Item: b.p.contents[item].def.ID, Quantity: 1}, -1, owner, part)
}

func (b *builder) copyIndex(c *character.Copy) int32 {
	i, _ := slices.BinarySearchFunc(b.ch.Copies, c.ID, func(x character.Copy, id string) int { return cmp.Compare(x.ID, id) })
	return int32(i)
}

// orphans adds saved standard copies that nothing declares any more: they are
// held, and off, as if their owner was. What they reach is off with them; it is
// in the tree so that picks below them are known.
func (b *builder) orphans() {
	for i := range b.ch.Copies {
		c := &b.ch.Copies[i]
		if !standardID(c.ID) || b.matched[c.ID] || b.over != "" {
			continue
		}
		n := len(b.t.nodes)
		b.copyEntry(c, int32(i), -1, -1)
		if n == len(b.t.nodes) {
			continue // its content is gone too
		}
		b.t.nodes[n].via, b.t.nodes[n].part = viaStandard, orphaned
		for ; n < len(b.t.nodes) && b.over == ""; n++ {
			b.expand(int32(n))
		}
	}
}

// orphaned marks the node of a standard copy without an owner.
const orphaned = -2
