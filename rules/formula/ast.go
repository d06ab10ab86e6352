package formula

// node is a part of a parsed formula: a literal, a name, a call, a list, an
// operator with its operands, or a condition.
type node struct {
	span
	kind nodeKind
	text string // the name, the function, or the operator
	val  Value  // of a literal
	kids []*node
	size int // nodes in it, itself included: the steps that it costs
}

type nodeKind uint8

const (
	literalNode nodeKind = iota
	nameNode
	callNode
	listNode
	unaryNode
	binaryNode
	conditionNode
)

// conjuncts appends the parts of n that && joins, from left to right. Brackets
// around some of them make no difference.
func (n *node) conjuncts(parts []*node) []*node {
	if n.kind == binaryNode && n.text == "&&" {
		return n.kids[1].conjuncts(n.kids[0].conjuncts(parts))
	}
	return append(parts, n)
}
