package formula_test

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/rules/formula"
)

// A second implementation, as plain as can be: it walks a tree and computes with
// big.Rat. Trees are written with as few brackets as the grammar allows.

// expr is a tree; level is that of its operator, 9 for what needs no brackets.
type expr struct {
	op    string
	level int
	kids  []expr
	num   *big.Rat // of a number
}

func literals() *rapid.Generator[expr] {
	return rapid.Custom(func(t *rapid.T) expr {
		n := rapid.SampledFrom([]string{"0", "1", "2", "3", "7", "10", "0.5", "2.25", "0.1", "123456789012"}).Draw(t, "number")
		r, _ := new(big.Rat).SetString(n)
		return expr{op: n, level: 9, num: r}
	})
}

func numeric(depth int) *rapid.Generator[expr] {
	if depth == 0 {
		return literals()
	}
	return rapid.Custom(func(t *rapid.T) expr {
		kid := func(g *rapid.Generator[expr]) expr { return g.Draw(t, "kid") }
		less := numeric(depth - 1)
		switch op := rapid.SampledFrom([]string{"1", "+", "-", "*", "/", "//", "%", "neg", "?:", "min", "max", "floor", "round"}).Draw(t, "op"); op {
		case "1":
			return kid(literals())
		case "+", "-":
			return expr{op: op, level: 5, kids: []expr{kid(less), kid(less)}}
		case "neg":
			return expr{op: op, level: 7, kids: []expr{kid(less)}}
		case "?:":
			return expr{op: op, level: 0, kids: []expr{kid(logical(depth - 1)), kid(less), kid(less)}}
		case "min", "max":
			return expr{op: op, level: 9, kids: []expr{kid(less), kid(less)}}
		case "floor", "round":
			return expr{op: op, level: 9, kids: []expr{kid(less)}}
		default:
			return expr{op: op, level: 6, kids: []expr{kid(less), kid(less)}}
		}
	})
}

func logical(depth int) *rapid.Generator[expr] {
	if depth == 0 {
		return rapid.Map(rapid.SampledFrom([]string{"true", "false"}), func(s string) expr { return expr{op: s, level: 9} })
	}
	return rapid.Custom(func(t *rapid.T) expr {
		two := func(g *rapid.Generator[expr]) []expr { return []expr{g.Draw(t, "left"), g.Draw(t, "right")} }
		switch op := rapid.SampledFrom([]string{"&&", "||", "!", "<", "<=", ">", ">=", "==", "!="}).Draw(t, "op"); op {
		case "&&":
			return expr{op: op, level: 2, kids: two(logical(depth - 1))}
		case "||":
			return expr{op: op, level: 1, kids: two(logical(depth - 1))}
		case "!":
			return expr{op: op, level: 7, kids: []expr{logical(depth-1).Draw(t, "kid")}}
		case "==", "!=":
			return expr{op: op, level: 3, kids: two(rapid.SampledFrom([]*rapid.Generator[expr]{numeric(depth - 1), logical(depth - 1)}).Draw(t, "type"))}
		default:
			return expr{op: op, level: 4, kids: two(numeric(depth - 1))}
		}
	})
}

// write appends e, in brackets if it binds less than least.
func (e expr) write(b *strings.Builder, least int) {
	if e.level < least {
		b.WriteString("(")
		e.write(b, 0)
		b.WriteString(")")
		return
	}
	switch {
	case len(e.kids) == 0:
		b.WriteString(e.op)
	case e.op == "neg":
		b.WriteString("-")
		e.kids[0].write(b, 7)
	case e.op == "!":
		b.WriteString("!")
		e.kids[0].write(b, 7)
	case e.op == "?:":
		e.kids[0].write(b, 1)
		b.WriteString("?")
		e.kids[1].write(b, 0)
		b.WriteString(":")
		e.kids[2].write(b, 0)
	case e.level == 9:
		b.WriteString(e.op + "(")
		for i, kid := range e.kids {
			if i > 0 {
				b.WriteString(",")
			}
			kid.write(b, 0)
		}
		b.WriteString(")")
	default:
		left := e.level
		if e.level == 3 || e.level == 4 {
			left++ // comparisons do not chain
		}
		e.kids[0].write(b, left)
		b.WriteString(" " + e.op + " ")
		e.kids[1].write(b, e.level+1)
	}
}

// eval gives a *big.Rat, a bool, or the code of a fault.
func (e expr) eval() any {
	if e.num != nil {
		return e.num
	}
	switch e.op {
	case "true", "false":
		return e.op == "true"
	case "?:":
		return e.branch(1, 2)
	case "&&", "||":
		left := e.kids[0].eval()
		if b, ok := left.(bool); ok && b == (e.op == "&&") {
			return e.kids[1].eval()
		}
		return left
	}
	var args []*big.Rat
	var truths []bool
	for _, kid := range e.kids {
		switch v := kid.eval().(type) {
		case string:
			return v
		case bool:
			truths = append(truths, v)
		case *big.Rat:
			args = append(args, v)
		}
	}
	if len(truths) > 0 {
		switch e.op {
		case "!":
			return !truths[0]
		case "==":
			return truths[0] == truths[1]
		}
		return truths[0] != truths[1]
	}
	return apply(e.op, args)
}

func (e expr) branch(yes, no int) any {
	switch v := e.kids[0].eval().(type) {
	case bool:
		if v {
			return e.kids[yes].eval()
		}
		return e.kids[no].eval()
	default:
		return v
	}
}

func apply(op string, args []*big.Rat) any {
	order := 0
	if len(args) == 2 {
		order = args[0].Cmp(args[1])
	}
	switch op {
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	case ">=":
		return order >= 0
	case "==":
		return order == 0
	case "!=":
		return order != 0
	case "/", "//", "%":
		if args[1].Sign() == 0 {
			return "division-by-zero"
		}
	}
	r := new(big.Rat)
	switch op {
	case "+":
		r.Add(args[0], args[1])
	case "-":
		r.Sub(args[0], args[1])
	case "*":
		r.Mul(args[0], args[1])
	case "/":
		r.Quo(args[0], args[1])
	case "//":
		r = floorOf(r.Quo(args[0], args[1]))
	case "%":
		r.Sub(args[0], r.Mul(args[1], floorOf(new(big.Rat).Quo(args[0], args[1]))))
	case "neg":
		r.Neg(args[0])
	case "floor":
		r = floorOf(args[0])
	case "round":
		r = floorOf(r.Add(r.Abs(args[0]), big.NewRat(1, 2)))
		if args[0].Sign() < 0 {
			r.Neg(r)
		}
	case "min":
		r.Set(args[(order+1)/2])
	case "max":
		r.Set(args[(2-order)/2])
	}
	return r
}

func TestAgreesWithPlainEvaluator(t *testing.T) {
	scope, _ := toy()
	rapid.Check(t, func(t *rapid.T) {
		e := numeric(rapid.IntRange(1, 4).Draw(t, "depth")).Draw(t, "e")
		var b strings.Builder
		e.write(&b, 0)
		want := e.eval()
		x, bad := formula.Compile(b.String(), scope, formula.NumberType)
		if bad != nil {
			// All is constant here, so a part that is skipped is refused too.
			if code, ok := want.(string); ok && code != bad.Code || !ok && bad.Code != "division-by-zero" {
				t.Fatalf("%s: %s %s, want %v", b.String(), bad.Code, bad.Data, want)
			}
			return
		}
		v := x.Eval(&formula.Frame{Steps: plenty})
		r, ok := want.(*big.Rat)
		if !ok || v.Kind() != formula.Number || rat(v).Cmp(r) != 0 {
			t.Fatalf("%s = %v, want %v", b.String(), v, want)
		}
	})
}
