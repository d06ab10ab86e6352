package formula

// parse reads a whole formula. Its recursion is bounded by MaxDepth times the
// levels of precedence.
func parse(text string) (*node, *Problem) {
	if len(text) > MaxLength {
		return nil, limitProblem("formula-length", MaxLength).at(text, span{MaxLength, MaxLength})
	}
	p := &parser{lexer: lexer{text: text}}
	if bad := p.advance(); bad != nil {
		return nil, bad
	}
	root, bad := p.expression()
	if bad != nil {
		return nil, bad
	}
	if p.tok.kind != endToken {
		return nil, p.expected("operator or end")
	}
	return root, nil
}

type parser struct {
	lexer
	tok   token
	depth int
	nodes int
	last  int // where the token before tok ended
}

func (p *parser) advance() (bad *Problem) {
	p.last = p.tok.end
	p.tok, bad = p.next()
	return bad
}

// is reports whether the token is the symbol.
func (p *parser) is(symbol string) bool {
	return p.tok.kind == symbolToken && p.tok.text == symbol
}

// expected is the problem that another token stands where something is wanted.
func (p *parser) expected(what string) *Problem {
	found := "end"
	if p.tok.kind != endToken {
		found = excerpt(p.text[p.tok.start:p.tok.end])
	}
	return syntax(what, found).at(p.text, p.tok.span)
}

// take goes past a symbol that must be there.
func (p *parser) take(symbol string) *Problem {
	if !p.is(symbol) {
		return p.expected(symbol)
	}
	return p.advance()
}

// deeper enters a level of nesting at the token; the caller leaves it.
func (p *parser) deeper() *Problem {
	if p.depth++; p.depth > MaxDepth {
		return limitProblem("formula-depth", MaxDepth).at(p.text, p.tok.span)
	}
	return nil
}

// node makes a node that ends before the current token.
func (p *parser) node(kind nodeKind, start int, text string, kids ...*node) (*node, *Problem) {
	n := &node{span: span{start, p.last}, kind: kind, text: text, kids: kids, size: 1}
	for _, kid := range kids {
		n.size += kid.size
	}
	if p.nodes++; p.nodes > MaxNodes {
		return nil, limitProblem("formula-nodes", MaxNodes).at(p.text, n.span)
	}
	return n, nil
}

// expression = binary [ "?" expression ":" expression ].
func (p *parser) expression() (*node, *Problem) {
	start := p.tok.start
	test, bad := p.binary(1)
	if bad != nil || !p.is("?") {
		return test, bad
	}
	if bad := p.deeper(); bad != nil {
		return nil, bad
	}
	if bad := p.advance(); bad != nil {
		return nil, bad
	}
	yes, bad := p.expression()
	if bad != nil {
		return nil, bad
	}
	if bad := p.take(":"); bad != nil {
		return nil, bad
	}
	no, bad := p.expression()
	if bad != nil {
		return nil, bad
	}
	p.depth--
	return p.node(conditionNode, start, "?:", test, yes, no)
}

// precedence returns the level of a binary operator, 0 for anything else.
func (p *parser) precedence() int {
	if p.tok.kind != symbolToken {
		return 0
	}
	switch p.tok.text {
	case "||":
		return 1
	case "&&":
		return 2
	case "==", "!=":
		return equality
	case "<", "<=", ">", ">=", "in":
		return relation
	case "+", "-":
		return 5
	case "*", "/", "//", "%":
		return 6
	}
	return 0
}

// The levels on which operators do not chain.
const (
	equality = 3
	relation = 4
)

// binary reads operators of at least a level. All of them group to the left.
func (p *parser) binary(least int) (*node, *Problem) {
	start := p.tok.start
	left, bad := p.unary()
	if bad != nil {
		return nil, bad
	}
	before := 0
	for {
		level := p.precedence()
		if level < least {
			return left, nil
		}
		if level == before && (level == equality || level == relation) {
			return nil, p.expected("&& or end")
		}
		before = level
		op := p.tok.text
		if bad := p.advance(); bad != nil {
			return nil, bad
		}
		right, bad := p.binary(level + 1)
		if bad != nil {
			return nil, bad
		}
		if left, bad = p.node(binaryNode, start, op, left, right); bad != nil {
			return nil, bad
		}
	}
}

// unary = ( "-" | "!" ) unary | primary.
func (p *parser) unary() (*node, *Problem) {
	if !p.is("-") && !p.is("!") {
		return p.primary()
	}
	start, op := p.tok.start, p.tok.text
	if bad := p.deeper(); bad != nil {
		return nil, bad
	}
	if bad := p.advance(); bad != nil {
		return nil, bad
	}
	operand, bad := p.unary()
	if bad != nil {
		return nil, bad
	}
	p.depth--
	return p.node(unaryNode, start, op, operand)
}

// primary = number | text | "true" | "false" | name | call | list | "(" expression ")".
func (p *parser) primary() (*node, *Problem) {
	switch tok := p.tok; {
	case tok.kind == numberToken:
		v, bad := ParseNumber(tok.text)
		if bad != nil {
			return nil, (&Problem{Code: bad.Code, Data: bad.Data}).at(p.text, tok.span)
		}
		return p.literal(v)
	case tok.kind == textToken:
		return p.literal(String(tok.text))
	case p.is("true"), p.is("false"):
		return p.literal(Boolean(tok.text == "true"))
	case tok.kind == nameToken:
		if bad := p.advance(); bad != nil {
			return nil, bad
		}
		if !p.is("(") {
			return p.node(nameNode, tok.start, tok.text)
		}
		args, bad := p.items("(", ")")
		if bad != nil {
			return nil, bad
		}
		return p.node(callNode, tok.start, tok.text, args...)
	case p.is("["):
		items, bad := p.items("[", "]")
		if bad != nil {
			return nil, bad
		}
		return p.node(listNode, tok.start, "[]", items...)
	case p.is("("):
		return p.bracketed()
	}
	return nil, p.expected("value")
}

func (p *parser) literal(v Value) (*node, *Problem) {
	start := p.tok.start
	if bad := p.advance(); bad != nil {
		return nil, bad
	}
	n, bad := p.node(literalNode, start, "")
	if bad == nil {
		n.val = v
	}
	return n, bad
}

func (p *parser) bracketed() (*node, *Problem) {
	start := p.tok.start
	if bad := p.deeper(); bad != nil {
		return nil, bad
	}
	if bad := p.advance(); bad != nil {
		return nil, bad
	}
	inner, bad := p.expression()
	if bad != nil {
		return nil, bad
	}
	if bad := p.take(")"); bad != nil {
		return nil, bad
	}
	p.depth--
	inner.span = span{start, p.last}
	return inner, nil
}

// items reads expressions between brackets, separated by commas.
func (p *parser) items(open, shut string) (items []*node, bad *Problem) {
	if bad := p.deeper(); bad != nil {
		return nil, bad
	}
	if bad := p.take(open); bad != nil {
		return nil, bad
	}
	for !p.is(shut) {
		if len(items) > 0 {
			if !p.is(",") {
				return nil, p.expected(", or " + shut)
			}
			if bad := p.advance(); bad != nil {
				return nil, bad
			}
		}
		item, bad := p.expression()
		if bad != nil {
			return nil, bad
		}
		items = append(items, item)
	}
	p.depth--
	return items, p.take(shut)
}
