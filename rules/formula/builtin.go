package formula

// builtin is a function of numbers that gives a number.
type builtin struct {
	least, most int // arguments; no upper bound when most is 0
	load        func(args []Load) Load
}

// builtinNamed returns the function of a name. Scopes cannot hide these.
func builtinNamed(name string) (b builtin, ok bool) {
	switch name {
	case "floor":
		return ofOne(Floor), true
	case "ceil":
		return ofOne(Ceil), true
	case "trunc":
		return ofOne(Trunc), true
	case "round":
		return ofOne(Round), true
	case "roundHalfUp":
		return ofOne(RoundHalfUp), true
	case "abs":
		return ofOne(Abs), true
	case "min":
		return builtin{2, 0, chain(Min)}, true
	case "max":
		return builtin{2, 0, chain(Max)}, true
	case "clamp":
		return builtin{3, 3, clampLoad}, true
	}
	return builtin{}, false
}

func (c *compiler) builtin(n *node, sc Scope, b builtin) (Operand, *Problem) {
	if len(n.kids) < b.least || b.most > 0 && len(n.kids) > b.most {
		return Operand{}, argumentCount(n.text, b.least, b.most, len(n.kids)).at(c.text, n.span)
	}
	args := make([]Operand, len(n.kids))
	loads := make([]Load, len(n.kids))
	for i, kid := range n.kids {
		arg, bad := c.want(kid, sc, NumberType)
		if bad != nil {
			return arg, bad
		}
		args[i], loads[i] = arg, arg.Load
	}
	return c.made(n, NumberType, b.load(loads), args...)
}

func ofOne(apply func(Value) Value) builtin {
	return builtin{1, 1, func(args []Load) Load { return numberLoad(args[0], apply) }}
}

// chain applies a function of two numbers from left to right.
func chain(apply func(a, b Value) Value) func(args []Load) Load {
	return func(args []Load) Load {
		first, rest := args[0], args[1:]
		return func(f *Frame) Value {
			v := first(f)
			for _, arg := range rest {
				if v.kind != Number {
					return wants(Number, v)
				}
				x := arg(f)
				v = f.weigh(v, x, apply(v, x))
			}
			return v
		}
	}
}

// clampLoad is min(max(x, low), high): with low above high, high wins.
func clampLoad(args []Load) Load {
	return chain(Min)([]Load{chain(Max)(args[:2]), args[2]})
}
