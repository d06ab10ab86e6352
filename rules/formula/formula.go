package formula

import "math"

// Formula is a compiled formula. It is immutable and may run in several frames
// at the same time.
type Formula struct {
	text     string
	run      Load
	typ      Type
	size     int
	content  bool
	constant bool
}

// Compile parses and checks a formula and makes a program of it. The names in
// it mean what scope says. The result is of type want; where that cannot be
// known yet, Eval tests it. A formula with a constant part that can only fail,
// such as 1/0, is refused with the code of that fault.
func Compile(text string, scope Scope, want Type) (*Formula, *Problem) {
	root, bad := parse(text)
	if bad != nil {
		return nil, bad
	}
	c := compiler{text: text}
	op, bad := c.want(root, scope, want)
	if bad != nil {
		return nil, bad
	}
	x := &Formula{text: text, run: op.Load, typ: op.Type, size: root.size, content: op.Content, constant: op.Const}
	if want != AnyType {
		x.typ = want
		if !op.Const {
			x.run = typed(op.Load, want)
		} else if v := op.Load(nil); !want.matches(v) {
			return nil, typeProblem(want.String(), v.kind.String()).at(text, root.span)
		}
	}
	return x, nil
}

// typed has a value tested for the type that the caller of Compile wants.
func typed(load Load, want Type) Load {
	return func(f *Frame) Value {
		v := load(f)
		if v.kind != Failed && !want.matches(v) {
			return mismatch(want.String(), v.kind)
		}
		return v
	}
}

// Eval charges [Formula.Size] steps and runs the formula. Each candidate of a
// query or list charges 1 and the sizes of the predicate and of what is asked of
// it. The result is of the type that was wanted, or failed.
func (x *Formula) Eval(f *Frame) Value {
	f.Steps -= int64(x.size)
	if f.Steps < 0 {
		return outOfSteps()
	}
	return x.run(f)
}

// Size is the number of nodes of the formula.
func (x *Formula) Size() int { return x.size }

// Type returns the type of the result.
func (x *Formula) Type() Type { return x.typ }

// Content reports whether the formula reads content data only.
func (x *Formula) Content() bool { return x.content }

// Constant returns the value of a formula that always has the same.
func (x *Formula) Constant() (v Value, ok bool) {
	if !x.constant {
		return Value{}, false
	}
	return x.run(nil), true
}

// Text returns the formula as it was written.
func (x *Formula) Text() string { return x.text }

// Reads tells the names that the formula mentions, in order, each once, as they
// are written; and the engine's functions and queries with their constant
// arguments, such as copies('class').
func (x *Formula) Reads(tell func(name string)) { reads(x.text, tell) }

// folding is a frame for constants, which need no state and few steps.
func folding() *Frame { return &Frame{Steps: math.MaxInt64} }
