package formula_test

import (
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

// The toy engine of these tests: a few names, and a query over people.

// person is a candidate: kind is content, level is state, on is the gate.
type person struct {
	kind  string
	level int64
	on    bool
}

// toyState is what Frame.Host is; asked lists the loads that ran, in order.
type toyState struct {
	values map[string]formula.Value
	people []person
	asked  []string
}

func state(f *formula.Frame) *toyState { return f.Host.(*toyState) }

// toyScope resolves the names of toyState.values with the given types; `it.*` is
// known inside of a query only.
type toyScope struct {
	types  map[string]formula.Type
	inside bool
}

func unknown(name string) *formula.Problem {
	return &formula.Problem{Code: "unknown-name", Data: ojson.Object(ojson.Field("name", ojson.String(name)))}
}

func (s toyScope) Name(path string) (formula.Operand, *formula.Problem) {
	if member, found := strings.CutPrefix(path, "it."); found && s.inside {
		return candidate(member)
	}
	if path == "seven" {
		op := formula.Constant(formula.Int(7))
		op.Load = func(f *formula.Frame) formula.Value { return formula.Int(7) }
		return op, nil
	}
	t, ok := s.types[path]
	if !ok {
		return formula.Operand{}, unknown(path)
	}
	return formula.Operand{
		Type:    t,
		Content: strings.HasPrefix(path, "item."),
		Load: func(f *formula.Frame) formula.Value {
			st := state(f)
			st.asked = append(st.asked, path)
			return st.values[path]
		},
	}, nil
}

func candidate(member string) (formula.Operand, *formula.Problem) {
	log := func(f *formula.Frame) *person {
		st := state(f)
		p := &st.people[f.Iter.Cand]
		st.asked = append(st.asked, p.kind+"."+member)
		return p
	}
	switch member {
	case "kind":
		return formula.Operand{Type: formula.TextType, Content: true, Load: func(f *formula.Frame) formula.Value {
			return formula.String(log(f).kind)
		}}, nil
	case "level":
		return formula.Operand{Type: formula.NumberType, Load: func(f *formula.Frame) formula.Value {
			return formula.Int(log(f).level)
		}}, nil
	case "boss":
		return formula.Operand{Type: formula.BoolType, Content: true, Load: func(f *formula.Frame) formula.Value {
			return formula.Boolean(log(f).kind == "boss")
		}}, nil
	}
	return formula.Operand{}, unknown("it." + member)
}

// Call knows has(text), name(any) and bad(…), which names its second argument.
func (s toyScope) Call(name string, args []formula.Operand) (op formula.Operand, bad *formula.Problem, known bool) {
	if len(args) == 0 {
		return op, &formula.Problem{Code: "wrong-argument-count"}, true
	}
	switch name {
	case "has":
		id, ok := args[0].ConstText()
		if !ok {
			return op, &formula.Problem{Code: "constant-expected", Arg: 1}, true
		}
		return formula.Operand{Type: formula.BoolType, Load: func(f *formula.Frame) formula.Value {
			return formula.Boolean(state(f).values[id].Kind() != formula.None)
		}}, nil, true
	case "name":
		return formula.Constant(formula.String(args[0].Path)), nil, true
	case "bad":
		return op, &formula.Problem{Code: "unknown-reference", Arg: 2}, true
	}
	return op, nil, false
}

func (s toyScope) Query(name string, args []formula.Operand) (src formula.Source, inner formula.Scope, bad *formula.Problem, known bool) {
	if name != "people" && name != "everyone" {
		return src, nil, nil, false
	}
	kind := ""
	if len(args) > 0 {
		kind, _ = args[0].ConstText()
		if kind == "nobody" {
			return src, nil, &formula.Problem{Code: "unknown-reference", Arg: 1}, true
		}
	}
	src = formula.Source{
		Content: name == "everyone",
		Start:   func(f *formula.Frame) { f.Iter = formula.Iter{} },
		Next: func(f *formula.Frame) bool {
			for people := state(f).people; f.Iter.Next < len(people); {
				f.Iter.Cand = int32(f.Iter.Next)
				f.Iter.Next++
				if kind == "" || people[f.Iter.Cand].kind == kind {
					return true
				}
			}
			return false
		},
	}
	if name == "people" {
		src.Gate = func(f *formula.Frame) formula.Value {
			st := state(f)
			p := st.people[f.Iter.Cand]
			st.asked = append(st.asked, p.kind+".gate")
			return formula.Boolean(p.on)
		}
	}
	s.inside = true
	return src, s, nil, true
}

// toy is a scope with a state to run in.
func toy() (toyScope, *toyState) {
	names := map[string]formula.Value{
		"a": formula.Int(3), "b": formula.Int(4), "c.d": formula.Ratio(1, 2), "zero": formula.Int(0),
		"yes": formula.Boolean(true), "no": formula.Boolean(false), "word": formula.String("red"),
		"item.base": formula.Int(12), "any.number": formula.Int(5), "any.text": formula.String("red"),
		"any.nothing": {}, "nothing": {},
		"broken":  formula.Fail(&formula.Fault{Code: "loop", Data: ojson.Object()}),
		"broken2": formula.Fail(&formula.Fault{Code: "unknown-field", Data: ojson.Object()}),
		"numbers": formula.ListOf([]formula.Value{formula.Int(2), formula.Int(9), formula.Int(4)}),
		"words":   formula.ListOf([]formula.Value{formula.String("red"), formula.String("blue")}),
		"mixed":   formula.ListOf([]formula.Value{formula.Int(2), formula.String("red")}),
		"empty":   formula.ListOf(nil),
		"huge":    formula.Mul(formula.Int(1<<62), formula.Int(1<<62)),
		"wide":    formula.Ratio(1, 1<<40),
	}
	types := map[string]formula.Type{
		"broken": formula.AnyType, "broken2": formula.NumberType, "nothing": formula.NumberType,
		"numbers": formula.NumberList, "words": formula.TextList, "mixed": formula.AnyList, "empty": formula.NumberList,
	}
	for name, v := range names {
		if _, set := types[name]; !set {
			types[name] = formula.TypeOf(v)
		}
		if strings.HasPrefix(name, "any.") {
			types[name] = formula.AnyType
		}
	}
	people := []person{{"guard", 1, true}, {"boss", 9, true}, {"guard", 3, false}, {"cook", 2, true}}
	return toyScope{types: types}, &toyState{values: names, people: people}
}

const plenty = 1_000_000

// compile must succeed.
func compile(t testing.TB, text string, want formula.Type) *formula.Formula {
	t.Helper()
	scope, _ := toy()
	x, bad := formula.Compile(text, scope, want)
	if bad != nil {
		t.Fatalf("%s: %s at %v %s", text, bad.Code, bad.Pos, bad.Data)
	}
	return x
}

// eval compiles and runs a formula and returns what was asked on the way.
func eval(t testing.TB, text string) (formula.Value, []string) {
	t.Helper()
	_, st := toy()
	f := &formula.Frame{Host: st, Steps: plenty}
	before := f.Iter
	v := compile(t, text, formula.AnyType).Eval(f)
	if f.Iter.Cand != before.Cand || f.Iter.Next != before.Next || f.Iter.Elem.Kind() != before.Elem.Kind() {
		t.Errorf("%s: left Iter at %v", text, f.Iter)
	}
	return v, st.asked
}

// refusal compiles a formula that must be refused.
func refusal(t testing.TB, text string, want formula.Type) *formula.Problem {
	t.Helper()
	scope, _ := toy()
	_, bad := formula.Compile(text, scope, want)
	if bad == nil {
		t.Fatalf("%s: was accepted", text)
	}
	return bad
}
