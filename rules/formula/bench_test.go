package formula_test

import (
	"testing"

	"github.com/open-actor-models/oam/rules/formula"
)

// flatScope resolves names the way an engine does it: an index into a slice,
// known at load.
type flatScope struct{}

type flat struct {
	fields []formula.Value
	levels []int64
	ids    []int32
}

func (flatScope) Name(path string) (formula.Operand, *formula.Problem) {
	if path == "it.level" {
		return formula.Operand{Type: formula.NumberType, Load: func(f *formula.Frame) formula.Value {
			return formula.Int(f.Host.(*flat).levels[f.Iter.Cand])
		}}, nil
	}
	i := int(path[0] - 'a')
	return formula.Operand{Type: formula.NumberType, Load: func(f *formula.Frame) formula.Value {
		return f.Host.(*flat).fields[i]
	}}, nil
}

func (flatScope) Call(string, []formula.Operand) (op formula.Operand, bad *formula.Problem, known bool) {
	return op, nil, false
}

func (s flatScope) Query(string, []formula.Operand) (formula.Source, formula.Scope, *formula.Problem, bool) {
	return formula.Source{
		Start: func(f *formula.Frame) { f.Iter = formula.Iter{List: f.Host.(*flat).ids} },
		Next: func(f *formula.Frame) bool {
			it := &f.Iter
			if it.Next == len(it.List) {
				return false
			}
			it.Cand = it.List[it.Next]
			it.Next++
			return true
		},
	}, s, nil, true
}

func BenchmarkEval(b *testing.B) {
	host := &flat{fields: []formula.Value{formula.Int(14), formula.Int(3), formula.Ratio(1, 2), formula.Boolean(true)}}
	for i := range 20 {
		host.ids = append(host.ids, int32(i))
		host.levels = append(host.levels, int64(i%5))
	}
	for _, bench := range []struct{ name, text string }{
		{"name", "a"},
		{"modifier", "(a - 10) // 2"},
		{"sum", "a + b + 10"},
		{"armour", "10 + min(a, 2) + b"},
		{"condition", "a >= 13 && b < 5"},
		{"choice", "a > 10 ? a - 10 : 0"},
		{"fraction", "a * c + 1/2"},
		{"proficiency", "2 + (b - 1) // 4"},
		{"levels20", "sum(copies('class'), it.level)"},
		{"count20", "count(copies('class', it.level > 2))"},
		{"any20", "any(copies('class'), it.level == 4)"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			x, bad := formula.Compile(bench.text, flatScope{}, formula.AnyType)
			if bad != nil {
				b.Fatal(bad.Code)
			}
			f := &formula.Frame{Host: host}
			b.ReportAllocs()
			for b.Loop() {
				f.Steps = plenty
				if x.Eval(f).Failed() {
					b.Fatal("failed")
				}
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, bench := range []struct{ name, text string }{
		{"short", "(a - 10) // 2"},
		{"long", "a >= 13 && b < 5 || any(copies('class', it.level > 2)) ? clamp(a + b, 1, 20) : max(a, b, 0.5) * 2"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, bad := formula.Compile(bench.text, flatScope{}, formula.AnyType); bad != nil {
					b.Fatal(bad.Code)
				}
			}
		})
	}
}

func BenchmarkNumbers(b *testing.B) {
	third, big := formula.Ratio(1, 3), formula.Mul(formula.Int(1<<62), formula.Int(1<<62))
	for _, bench := range []struct {
		name string
		do   func() formula.Value
	}{
		{"addFractions", func() formula.Value { return formula.Add(third, formula.Ratio(1, 4)) }},
		{"mulBig", func() formula.Value { return formula.Mul(big, third) }},
		{"roundTo12", func() formula.Value { v, _ := formula.RoundTo12(third); return v }},
		{"parse", func() formula.Value { v, _ := formula.ParseNumber("12.75"); return v }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if bench.do().Failed() {
					b.Fatal("failed")
				}
			}
		})
	}
}
