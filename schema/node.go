package schema

import "github.com/open-actor-models/oam/ojson"

// kind is the kind of a node.
type kind uint8

const (
	stringKind kind = iota
	integerKind
	numberKind
	booleanKind
	arrayKind
	objectKind
	unionKind
)

// String returns the name of the kind, which for all but unions is the type of JSON
// Schema.
func (k kind) String() string {
	return [...]string{"string", "integer", "number", "boolean", "array", "object", "union"}[k]
}

// article returns the kind with its article, for descriptions.
func (k kind) article() string {
	switch k {
	case integerKind, arrayKind, objectKind:
		return "an " + k.String()
	case unionKind:
		return "one of several"
	default:
		return "a " + k.String()
	}
}

// node is the converted form of one schema position. Nodes form a graph:
// recursive types point back to themselves. After the conversion they do not
// change. A session keeps the nodes of its tools, so the struct is small and
// its slices are shared between kinds.
type node struct {
	kind kind
	// isConst makes a string literal print as const instead of enum.
	isConst bool
	// name is the name of a type, "" for other nodes.
	name string
	// text is the description of an object type.
	text string
	// edges are the properties of an object in order, the one item of an array
	// or the branches of a union.
	edges []edge
	// literals are the values that are allowed when not all of the kind are.
	// Generation schemas can express only strings among them.
	literals []ojson.Value
	// limits bound numbers, the length of arrays and of strings.
	limits *limits
	lookup *lookup
}

// edge leads to the node of a property, an item or a branch.
type edge struct {
	key string
	// text is the description at this place.
	text     string
	required bool
	// to is nil for a property that can only be null, which is never
	// generated but has its place in the order of keys.
	to *node
}

// limits are inclusive bounds; null stands for none. The grammar alone also
// looks at open: the bounds that were exclusive before they were shown to the
// model as inclusive.
type limits struct {
	min, max         ojson.Value
	openMin, openMax bool
}

// isType reports whether a node has a name and is hoisted to $defs.
func (n *node) isType() bool { return n.kind == objectKind || n.kind == unionKind }
