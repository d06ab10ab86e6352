package formula

import "strings"

// compiler checks a formula and compiles it on the way. Each method returns an
// operand: the type of a part and the closure that gives its value.
type compiler struct{ text string }

// want compiles a part whose value must be of a type.
func (c *compiler) want(n *node, sc Scope, want Type) (Operand, *Problem) {
	op, bad := c.compile(n, sc)
	if bad == nil && !want.admits(op.Type) {
		bad = typeProblem(want.String(), op.Type.String()).at(c.text, n.span)
	}
	return op, bad
}

func (c *compiler) compile(n *node, sc Scope) (Operand, *Problem) {
	switch n.kind {
	case literalNode:
		return Constant(n.val), nil
	case nameNode:
		op, bad := sc.Name(n.text)
		if bad != nil {
			return op, c.scoped(bad, n)
		}
		return c.fold(n, op)
	case unaryNode:
		return c.unary(n, sc)
	case binaryNode:
		return c.binary(n, sc)
	case conditionNode:
		return c.condition(n, sc)
	case listNode:
		return c.list(n, sc)
	}
	return c.call(n, sc)
}

// fold replaces an operand whose value is known by that value. One that can
// only fail is a problem.
func (c *compiler) fold(n *node, op Operand) (Operand, *Problem) {
	if !op.Const {
		return op, nil
	}
	v := op.Load(folding())
	if v.kind == Failed {
		return op, faultProblem(v).at(c.text, n.span)
	}
	known := Constant(v)
	if op.Type != AnyType && op.Type != AnyList && op.Type.matches(v) {
		known.Type = op.Type // a list of texts stays one when it is empty
	}
	return known, nil
}

// made is an operand that this package computes from others.
func (c *compiler) made(n *node, t Type, load Load, from ...Operand) (Operand, *Problem) {
	op := Operand{Type: t, Load: load, Const: true, Content: true}
	for _, part := range from {
		op.Const = op.Const && part.Const
		op.Content = op.Content && (part.Content || part.Const)
	}
	return c.fold(n, op)
}

// scoped places a problem of a Scope, at the argument that it names.
func (c *compiler) scoped(bad *Problem, n *node) *Problem {
	if bad.Arg > 0 && bad.Arg <= len(n.kids) {
		return bad.at(c.text, n.kids[bad.Arg-1].span)
	}
	return bad.at(c.text, n.span)
}

func (c *compiler) unary(n *node, sc Scope) (Operand, *Problem) {
	if n.text == "!" {
		op, bad := c.want(n.kids[0], sc, BoolType)
		if bad != nil {
			return op, bad
		}
		return c.made(n, BoolType, notLoad(op.Load), op)
	}
	op, bad := c.want(n.kids[0], sc, NumberType)
	if bad != nil {
		return op, bad
	}
	return c.made(n, NumberType, numberLoad(op.Load, Neg), op)
}

func (c *compiler) binary(n *node, sc Scope) (Operand, *Problem) {
	switch n.text {
	case "==", "!=":
		return c.equality(n, sc)
	case "in":
		return c.membership(n, sc)
	}
	wanted, gives := NumberType, NumberType
	switch n.text {
	case "&&", "||":
		wanted, gives = BoolType, BoolType
	case "<", "<=", ">", ">=":
		gives = BoolType
	}
	a, bad := c.want(n.kids[0], sc, wanted)
	if bad != nil {
		return a, bad
	}
	b, bad := c.want(n.kids[1], sc, wanted)
	if bad != nil {
		return b, bad
	}
	return c.made(n, gives, binaryLoad(n.text, a, b), a, b)
}

func (c *compiler) equality(n *node, sc Scope) (Operand, *Problem) {
	a, bad := c.compile(n.kids[0], sc)
	if bad != nil {
		return a, bad
	}
	b, bad := c.compile(n.kids[1], sc)
	if bad != nil {
		return b, bad
	}
	if _, ok := join(a.Type, b.Type); !ok {
		return b, typeProblem(a.Type.String(), b.Type.String()).at(c.text, n.kids[1].span)
	}
	if b, bad = resolved(a, b); bad != nil {
		return b, bad.at(c.text, n.kids[1].span)
	}
	if a, bad = resolved(b, a); bad != nil {
		return a, bad.at(c.text, n.kids[0].span)
	}
	return c.made(n, BoolType, equalLoad(a, b, n.text == "=="), a, b)
}

func (c *compiler) membership(n *node, sc Scope) (Operand, *Problem) {
	x, bad := c.compile(n.kids[0], sc)
	if bad != nil {
		return x, bad
	}
	list, bad := c.want(n.kids[1], sc, AnyList)
	if bad != nil {
		return list, bad
	}
	if x.Type.isList() {
		return x, typeProblem("scalar", x.Type.String()).at(c.text, n.kids[0].span)
	}
	if _, ok := join(x.Type, list.Type.item()); !ok {
		return list, typeProblem(listOfType(x.Type).String(), list.Type.String()).at(c.text, n.kids[1].span)
	}
	if list, bad = resolved(x, list); bad != nil {
		return list, bad.at(c.text, n.kids[1].span)
	}
	return c.made(n, BoolType, inLoad(x.Load, list.Load), x, list)
}

// resolved completes the ids of a constant that is compared with an id.
func resolved(id, o Operand) (Operand, *Problem) {
	if id.Resolve == nil || !o.Const {
		return o, nil
	}
	v := o.Load(nil)
	switch v.kind {
	case Text:
		text, bad := id.Resolve(v.Text())
		if bad != nil {
			return o, bad
		}
		return Constant(String(text)), nil
	case List:
		items := make([]Value, 0, len(v.Items()))
		for _, item := range v.Items() {
			if item.kind == Text {
				text, bad := id.Resolve(item.Text())
				if bad != nil {
					return o, bad
				}
				item = String(text)
			}
			items = append(items, item)
		}
		return Constant(ListOf(items)), nil
	}
	return o, nil
}

func (c *compiler) condition(n *node, sc Scope) (Operand, *Problem) {
	test, bad := c.want(n.kids[0], sc, BoolType)
	if bad != nil {
		return test, bad
	}
	yes, bad := c.compile(n.kids[1], sc)
	if bad != nil {
		return yes, bad
	}
	no, bad := c.compile(n.kids[2], sc)
	if bad != nil {
		return no, bad
	}
	t, ok := join(yes.Type, no.Type)
	if !ok {
		return no, typeProblem(yes.Type.String(), no.Type.String()).at(c.text, n.kids[2].span)
	}
	return c.made(n, t, conditionLoad(test.Load, yes.Load, no.Load), test, yes, no)
}

// list compiles a list whose items have one type, as far as that is known.
func (c *compiler) list(n *node, sc Scope) (Operand, *Problem) {
	items := make([]Operand, 0, len(n.kids))
	common := AnyType
	for i, kid := range n.kids {
		item, bad := c.compile(kid, sc)
		if bad != nil {
			return item, bad
		}
		if item.Type.isList() {
			return item, typeProblem("scalar", item.Type.String()).at(c.text, kid.span)
		}
		if i == 0 {
			common = item.Type
		}
		t, ok := join(common, item.Type)
		if !ok {
			return item, typeProblem(common.String(), item.Type.String()).at(c.text, kid.span)
		}
		common = t
		items = append(items, item)
	}
	return c.made(n, listOfType(common), listLoad(items), items...)
}

// call compiles a function: of this package, else of the engine.
func (c *compiler) call(n *node, sc Scope) (Operand, *Problem) {
	switch {
	case strings.Contains(n.text, "."):
		return Operand{}, named(CodeUnknownFunc, n.text).at(c.text, n.span)
	case isAggregator(n.text):
		return c.aggregate(n, sc)
	}
	if b, ok := builtinNamed(n.text); ok {
		return c.builtin(n, sc, b)
	}

	args := make([]Operand, 0, len(n.kids))
	for _, kid := range n.kids {
		arg, bad := c.compile(kid, sc)
		if bad != nil {
			// What looks wrong may be the predicate of a query in a wrong place.
			if c.isQuery(n, sc) {
				return arg, named(CodeQueryPlace, n.text).at(c.text, n.span)
			}
			return arg, bad
		}
		if kid.kind == nameNode {
			arg.Path = kid.text
		}
		args = append(args, arg)
	}
	op, bad, known := sc.Call(n.text, args)
	switch {
	case !known && c.isQuery(n, sc):
		return op, named(CodeQueryPlace, n.text).at(c.text, n.span)
	case !known:
		return op, named(CodeUnknownFunc, n.text).at(c.text, n.span)
	case bad != nil:
		return op, c.scoped(bad, n)
	}
	return c.fold(n, op)
}
