package schema

import (
	"github.com/open-actor-models/oam/ojson"
)

// The form is that of FoundationModels' own schemas, in which only objects and
// unions are types with names. Types stand in $defs of the root and nowhere else;
// leaves and arrays are written where they are used. What a reader may rely on:
// the properties of an object come in the order in which they are to be
// generated, x-order repeats it for readers that lose the order of keys, and
// required is there even when it is empty.

// Generation returns the generation schema: the closed form that models are
// shown and held to (behaviours, items 169 to 171). Converting it again, under
// the same name, gives the same generation schema and no warnings, other than
// that a type is endless.
func (s *Schema) Generation() ojson.Value {
	g := generator{root: s.root, seen: map[*node]bool{s.root: true}}
	var root []ojson.Member
	if s.root.isType() {
		root = g.definition(s.root)
	} else {
		root = g.leaf(s.root)
	}
	if s.text != "" {
		root = append(root, ojson.Field("description", ojson.String(s.text)))
	}
	// Types found while printing join the queue, so deep schemas need no deep
	// recursion.
	var defs []ojson.Member
	for i := 0; i < len(g.queue); i++ {
		n := g.queue[i]
		defs = append(defs, ojson.Field(n.name, ojson.Object(g.definition(n)...)))
	}
	if defs != nil {
		root = append(root, ojson.Field("$defs", ojson.Object(defs...)))
	}
	return ojson.Object(root...)
}

// generator prints nodes. Types are hoisted to $defs.
type generator struct {
	root  *node
	seen  map[*node]bool
	queue []*node
}

// definition prints a type in full.
func (g *generator) definition(n *node) []ojson.Member {
	if n.kind == unionKind {
		branches := make([]ojson.Value, len(n.edges))
		for i, e := range n.edges {
			branches[i] = g.use(e)
		}
		return []ojson.Member{
			ojson.Field("anyOf", ojson.Array(branches...)),
			ojson.Field("title", ojson.String(n.name)),
		}
	}
	var properties []ojson.Member
	var required, order []ojson.Value
	for _, e := range n.edges {
		if e.to == nil {
			continue
		}
		properties = append(properties, ojson.Field(e.key, g.use(e)))
		order = append(order, ojson.String(e.key))
		if e.required {
			required = append(required, ojson.String(e.key))
		}
	}
	members := make([]ojson.Member, 0, 8)
	members = append(members,
		ojson.Field("type", ojson.String("object")),
		ojson.Field("title", ojson.String(n.name)))
	if n.text != "" {
		members = append(members, ojson.Field("description", ojson.String(n.text)))
	}
	return append(members,
		ojson.Field("properties", ojson.Object(properties...)),
		ojson.Field("required", ojson.Array(required...)),
		ojson.Field("additionalProperties", ojson.Bool(false)),
		ojson.Field("x-order", ojson.Array(order...)))
}

// use prints a node where it is used, with the description of the place.
func (g *generator) use(e edge) ojson.Value {
	var members []ojson.Member
	switch {
	case e.to == g.root && e.to.isType():
		members = []ojson.Member{ojson.Field("$ref", ojson.String("#"))}
	case e.to.isType():
		if !g.seen[e.to] {
			g.seen[e.to] = true
			g.queue = append(g.queue, e.to)
		}
		// Type names need no escaping.
		members = []ojson.Member{ojson.Field("$ref", ojson.String("#/$defs/"+e.to.name))}
	default:
		members = g.leaf(e.to)
	}
	if e.text != "" {
		members = append(members, ojson.Field("description", ojson.String(e.text)))
	}
	return ojson.Object(members...)
}

// leaf prints a node that is no type.
func (g *generator) leaf(n *node) []ojson.Member {
	if n.isConst && n.kind == stringKind {
		return []ojson.Member{ojson.Field("const", n.literals[0])}
	}
	members := []ojson.Member{ojson.Field("type", ojson.String(n.kind.String()))}
	bounds := func(minKey, maxKey string) {
		if n.limits == nil {
			return
		}
		if !n.limits.min.IsNull() {
			members = append(members, ojson.Field(minKey, n.limits.min))
		}
		if !n.limits.max.IsNull() {
			members = append(members, ojson.Field(maxKey, n.limits.max))
		}
	}
	switch n.kind {
	case stringKind:
		if n.literals != nil {
			members = append(members, ojson.Field("enum", ojson.Array(n.literals...)))
		}
	case integerKind, numberKind:
		bounds("minimum", "maximum")
	case arrayKind:
		members = append(members, ojson.Field("items", g.use(n.edges[0])))
		bounds("minItems", "maxItems")
	}
	return members
}
