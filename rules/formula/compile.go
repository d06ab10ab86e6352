package formula

// The closures of operators. Each stops at the first operand that failed or has
// the wrong kind, the left one first, without asking the other. Operators with
// a constant at the right have closures of their own: most formulas are made of
// those.

// numberLoad applies a function of one number.
func numberLoad(a Load, apply func(Value) Value) Load {
	return func(f *Frame) Value {
		x := a(f)
		if x.den != 1 {
			return f.weigh(x, x, apply(x))
		}
		return apply(x)
	}
}

func notLoad(a Load) Load {
	return func(f *Frame) Value {
		x := a(f)
		if x.kind != Bool {
			return wants(Bool, x)
		}
		return Value{num: 1 - x.num, kind: Bool}
	}
}

func binaryLoad(op string, a, b Operand) Load {
	switch op {
	case "&&":
		return andLoad(a.Load, b.Load)
	case "||":
		return orLoad(a.Load, b.Load)
	case "<", "<=", ">", ">=":
		return orderLoad(op, a, b)
	case "+":
		return addLoad(a, b)
	case "-":
		return subLoad(a, b)
	case "*":
		return arithmeticLoad(a, b, Mul)
	case "/":
		return arithmeticLoad(a, b, Div)
	case "//":
		return arithmeticLoad(a, b, FloorDiv)
	}
	return arithmeticLoad(a, b, Mod)
}

// number returns the value of a constant number.
func (o Operand) number() (v Value, ok bool) {
	if !o.Const {
		return Value{}, false
	}
	v = o.Load(nil)
	return v, v.kind == Number
}

// arithmeticLoad, and the same for the two operators that stand in most formulas.
func arithmeticLoad(a, b Operand, apply func(a, b Value) Value) Load {
	left := a.Load
	if y, ok := b.number(); ok {
		return func(f *Frame) Value {
			x := left(f)
			v := apply(x, y)
			if x.den != 1 || y.den != 1 || v.den != 1 {
				return f.weigh(x, y, v)
			}
			return v
		}
	}
	right := b.Load
	return func(f *Frame) Value {
		x := left(f)
		if x.kind != Number {
			return wants(Number, x)
		}
		y := right(f)
		v := apply(x, y)
		if x.den != 1 || y.den != 1 || v.den != 1 {
			return f.weigh(x, y, v)
		}
		return v
	}
}

func addLoad(a, b Operand) Load {
	left := a.Load
	if y, ok := b.number(); ok {
		return func(f *Frame) Value {
			x := left(f)
			v := Add(x, y)
			if x.den != 1 || y.den != 1 || v.den != 1 {
				return f.weigh(x, y, v)
			}
			return v
		}
	}
	right := b.Load
	return func(f *Frame) Value {
		x := left(f)
		if x.kind != Number {
			return wants(Number, x)
		}
		y := right(f)
		v := Add(x, y)
		if x.den != 1 || y.den != 1 || v.den != 1 {
			return f.weigh(x, y, v)
		}
		return v
	}
}

func subLoad(a, b Operand) Load {
	left := a.Load
	if y, ok := b.number(); ok {
		return func(f *Frame) Value {
			x := left(f)
			v := Sub(x, y)
			if x.den != 1 || y.den != 1 || v.den != 1 {
				return f.weigh(x, y, v)
			}
			return v
		}
	}
	right := b.Load
	return func(f *Frame) Value {
		x := left(f)
		if x.kind != Number {
			return wants(Number, x)
		}
		y := right(f)
		v := Sub(x, y)
		if x.den != 1 || y.den != 1 || v.den != 1 {
			return f.weigh(x, y, v)
		}
		return v
	}
}

// orderLoad compares. The three results that Compare can have pick their answer
// from the bits of a mask: less, equal, greater.
func orderLoad(op string, a, b Operand) Load {
	var mask int64
	switch op {
	case "<":
		mask = 0b001
	case "<=":
		mask = 0b011
	case ">":
		mask = 0b100
	case ">=":
		mask = 0b110
	}
	left := a.Load
	if right, ok := b.number(); ok {
		return func(f *Frame) Value {
			x := left(f)
			if x.kind != Number {
				return wants(Number, x)
			}
			v := Value{num: mask >> (Compare(x, right) + 1) & 1, kind: Bool}
			if x.den == 0 || right.den == 0 {
				return f.weigh(x, right, v)
			}
			return v
		}
	}
	right := b.Load
	return func(f *Frame) Value {
		x := left(f)
		if x.kind != Number {
			return wants(Number, x)
		}
		y := right(f)
		if y.kind != Number {
			return wants(Number, y)
		}
		v := Value{num: mask >> (Compare(x, y) + 1) & 1, kind: Bool}
		if x.den == 0 || y.den == 0 {
			return f.weigh(x, y, v)
		}
		return v
	}
}

func andLoad(a, b Load) Load {
	return func(f *Frame) Value {
		x := a(f)
		if x.kind != Bool {
			return wants(Bool, x)
		}
		if x.num == 0 {
			return x
		}
		if x = b(f); x.kind != Bool {
			return wants(Bool, x)
		}
		return x
	}
}

func orLoad(a, b Load) Load {
	return func(f *Frame) Value {
		x := a(f)
		if x.kind != Bool {
			return wants(Bool, x)
		}
		if x.num != 0 {
			return x
		}
		if x = b(f); x.kind != Bool {
			return wants(Bool, x)
		}
		return x
	}
}

func conditionLoad(test, yes, no Load) Load {
	return func(f *Frame) Value {
		x := test(f)
		if x.kind != Bool {
			return wants(Bool, x)
		}
		if x.num != 0 {
			return yes(f)
		}
		return no(f)
	}
}

func equalLoad(a, b Operand, equal bool) Load {
	left, right := a.Load, b.Load
	return func(f *Frame) Value {
		x := left(f)
		if x.kind == Failed {
			return x
		}
		y := right(f)
		if y.kind == Failed {
			return y
		}
		return same(f, x, y, equal)
	}
}

// same compares values that did not fail. Nothing equals nothing only; other
// values of different kinds cannot be compared.
func same(f *Frame, x, y Value, equal bool) Value {
	switch {
	case x.kind == None || y.kind == None:
		return Boolean((x.kind == y.kind) == equal)
	case x.kind != y.kind:
		return mismatch(x.kind.String(), y.kind)
	case x.den != 1 && !f.charge(length(x)):
		return outOfSteps()
	}
	return Boolean(Equal(x, y) == equal)
}

// inLoad looks for an item that equals x; items of other kinds do not.
func inLoad(x, list Load) Load {
	return func(f *Frame) Value {
		v := x(f)
		switch v.kind {
		case Failed:
			return v
		case List:
			return mismatch("scalar", v.kind)
		}
		l := list(f)
		if l.kind != List {
			return wants(List, l)
		}
		items := l.ref.items
		if !f.charge(len(items) * (1 + length(v))) {
			return outOfSteps()
		}
		for i := range items {
			if Equal(v, items[i]) {
				return Boolean(true)
			}
		}
		return Boolean(false)
	}
}

func listLoad(items []Operand) Load {
	loads := make([]Load, len(items))
	for i := range items {
		loads[i] = items[i].Load
	}
	return func(f *Frame) Value {
		values := make([]Value, len(loads))
		for i, load := range loads {
			v := load(f)
			switch v.kind {
			case Failed:
				return v
			case None, List:
				return mismatch("scalar", v.kind)
			}
			values[i] = v
		}
		return Value{kind: List, ref: &boxed{items: values}}
	}
}
