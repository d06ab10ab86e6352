package formula_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/rules/formula"
)

func seeds(f *testing.F) {
	for _, text := range []string{
		"", "1", "0.1 + 0.2 == 0.3", "a + b * (c.d - 1) // 2 % 3", "!yes && no || a < b", "yes ? 'x' : \"y\"",
		"count(people('guard', it.level > 2 && it.boss), it.level == 1)", "sum(numbers, it * 2) + highest(numbers)",
		"word in ['red', 'blue']", "clamp(any.number, -1, 1/3)", "[1, [2]]", "((((", "a ? b : c ? d : e", "broken", "1e5", "a..b", "it",
		"9007199254740991 * 9007199254740991 * 9007199254740991", "1 / (a - 3)", "'\n'", "é", "\xff", "has(word)", "people()",
	} {
		f.Add(text)
	}
}

// FuzzParse: a text compiles or has a problem at a place within it, marked in
// the text's own lines and columns.
func FuzzParse(f *testing.F) {
	seeds(f)
	f.Add(strings.Repeat("\x88", formula.MaxLength-1) + "é") // the limit cuts a character
	scope, _ := toy()
	f.Fuzz(func(t *testing.T, text string) {
		x, bad := formula.Compile(text, scope, formula.AnyType)
		if bad == nil {
			if x.Size() < 1 || x.Size() > formula.MaxNodes || len(text) > formula.MaxLength {
				t.Fatalf("%d bytes, %d nodes", len(text), x.Size())
			}
			x.Reads(func(name string) {
				if head, _, _ := strings.Cut(name, "("); !strings.Contains(text, head) {
					t.Fatalf("%q is not in %q", name, text)
				}
			})
			return
		}
		p, q := bad.Pos, bad.End
		if bad.Code == "" || p.Line < 1 || p.Column < 1 || p.Offset > q.Offset || q.Offset > len(text) {
			t.Fatalf("%s at %v to %v of %d bytes", bad.Code, p, q, len(text))
		}
		if p.Line != 1+strings.Count(text[:p.Offset], "\n") {
			t.Fatalf("line %d at offset %d of %q", p.Line, p.Offset, text)
		}
		if column := len([]rune(text[strings.LastIndex(text[:p.Offset], "\n")+1 : p.Offset])); p.Column != column+1 {
			t.Fatalf("column %d at offset %d of %q", p.Column, p.Offset, text)
		}
	})
}

// FuzzEval: whatever compiles ends within its steps, gives the same value twice,
// of the type that it promised, and leaves the frame as it was.
func FuzzEval(f *testing.F) {
	seeds(f)
	scope, _ := toy()
	f.Fuzz(func(t *testing.T, text string) {
		for _, want := range []formula.Type{formula.AnyType, formula.NumberType, formula.BoolType} {
			x, bad := formula.Compile(text, scope, want)
			if bad != nil {
				continue
			}
			run := func(steps int64) (formula.Value, int64) {
				_, st := toy()
				frame := &formula.Frame{Host: st, Steps: steps, Iter: formula.Iter{Next: 3, Cand: 2}}
				v := x.Eval(frame)
				if frame.Iter.Next != 3 || frame.Iter.Cand != 2 || frame.Iter.Elem.Kind() != formula.None {
					t.Fatalf("Iter is left at %v", frame.Iter)
				}
				return v, steps - frame.Steps
			}
			v, used := run(20_000)
			again, _ := run(20_000)
			if !formula.Equal(v, again) {
				t.Fatalf("%v, then %v", v, again)
			}
			if used < int64(x.Size()) {
				t.Fatalf("%d steps for %d nodes", used, x.Size())
			}
			if less, _ := run(used - 1); !less.Failed() {
				t.Fatalf("%v with %d steps, though it takes %d", less, used-1, used)
			}
			if got := formula.TypeOf(v); !v.Failed() && want != formula.AnyType && got != want {
				t.Fatalf("%v is no %v", v, want)
			}
			if known, ok := x.Constant(); ok && used == int64(x.Size()) && !formula.Equal(known, v) {
				t.Fatalf("the constant %v evaluates to %v", known, v)
			}
		}
	})
}

// FuzzNumber compares with the standard library's reader of rationals.
func FuzzNumber(f *testing.F) {
	for _, text := range []string{"0", "-0", "1.50", "1e18", "1e-18", "1E+2", "0.1", "9007199254740991", "9007199254740992", "01", "1e19", ".5", "0.000001"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, bad := formula.ParseNumber(text)
		if bad != nil {
			if bad.Code != "number-syntax" && bad.Code != "number-too-large" || v.Fault() != bad {
				t.Fatalf("%q: %v", text, v)
			}
			return
		}
		if len(text) > 2000 {
			return
		}
		want, ok := new(big.Rat).SetString(text)
		if !ok || rat(v).Cmp(want) != 0 {
			t.Fatalf("%q is read as %v", text, v)
		}
		if !formula.InRange(v) {
			t.Fatalf("%q is out of range", text)
		}
	})
}
