package formula_test

import (
	"strings"
	"testing"

	"github.com/open-actor-models/oam/rules/formula"
)

// TestSteps: the steps that an evaluation takes do not depend on folding, nor
// on what is skipped; candidates count as they are walked.
func TestSteps(t *testing.T) {
	long := strings.Repeat("x", 1000)
	tests := []struct {
		text  string
		steps int64
	}{
		{"a", 1}, {"1", 1}, {"1 + 2", 3}, {"(a) + (b)", 3}, {"-a", 2}, {"no && a > b", 5}, {"yes ? a : b", 4}, {"min(a, b, 1)", 4}, {"[1, a]", 3},
		{"a in [1, 2]", 5 + 2}, {"a in numbers", 3 + 3}, {"a in []", 3}, {"numbers == numbers", 3 + 3}, {"word == 'red'", 3},
		{"word == '" + long + "'", 3}, {"'" + long + "' == word", 3 + 3}, {"'" + long + "' in words", 3 + 2*4},
		{"count(everyone())", 2 + 4}, {"count(people())", 2 + 4}, {"count(everyone('guard'))", 3 + 2},
		{"count(everyone(it.level > 2))", 5 + 4*4}, {"count(everyone(it.boss && it.level > 2))", 7 + 4*6}, {"sum(everyone(), it.level * 2)", 5 + 4*4},
		{"any(everyone())", 2 + 1}, {"any(people('boss'), it.level > 1)", 6 + 4}, {"sum(numbers)", 2 + 3}, {"sum(numbers, it * 2)", 5 + 3*4},
		{"any(numbers, it == 2)", 5 + 4}, {"sum(numbers, count(everyone()))", 4 + 3*(1+2+4)},
		// long numbers and wide fractions cost what they take
		{"huge + 1", 3 + 200}, {"huge + a", 3 + 200}, {"huge % 7", 3 + 200}, {"7 - huge", 3 + 200}, {"a * 9007199254740991 * 9007199254740991", 5 + 200},
		{"huge < 1", 3 + 200}, {"1 < huge", 3 + 200}, {"a < huge", 3 + 200}, {"floor(huge)", 2 + 200}, {"-huge", 2 + 200}, {"min(1, huge)", 3 + 200},
		{"huge == 1", 3 + 20}, {"1 == huge", 3}, {"huge in [1, 2]", 5 + 2*21}, {"sum([huge, a])", 4 + 2 + 2*200}, {"highest([huge, a])", 4 + 2 + 200},
		{"wide + a", 3 + 50}, {"c.d * a", 3}, {"abs(wide)", 2 + 50}, {"9007199254740991 - a", 3},
	}
	for _, test := range tests {
		x := compile(t, test.text, formula.AnyType)
		_, st := toy()
		f := &formula.Frame{Host: st, Steps: test.steps}
		if v := x.Eval(f); v.Failed() || f.Steps != 0 {
			t.Errorf("%.60s with %d steps: %v, %d left", test.text, test.steps, v, f.Steps)
		}
		f = &formula.Frame{Host: st, Steps: test.steps - 1}
		if v := x.Eval(f); v.String() != `failed safety-limit-exceeded {"limit":"steps"}` {
			t.Errorf("%.60s with one step less: %v", test.text, v)
		}
		if v := x.Eval(f); !v.Failed() {
			t.Errorf("%.60s: evaluates after the last step", test.text)
		}
	}
}

// TestEndlessSource: steps end a walk that would never end.
func TestEndlessSource(t *testing.T) {
	src := formula.Source{Start: func(*formula.Frame) {}, Next: func(*formula.Frame) bool { return true }}
	q, bad := formula.CompileQuery(src, toyScope{}, "1 > 2")
	if bad != nil {
		t.Fatal(bad)
	}
	f := &formula.Frame{Steps: plenty}
	if v := q.Each(f, func(*formula.Frame) bool { return true }); v.String() != `failed safety-limit-exceeded {"limit":"steps"}` {
		t.Errorf("ends with %v", v)
	}
}

func TestNoAllocations(t *testing.T) {
	for _, text := range []string{
		"a + b * 2 - 7", "(a - 10) // 2", "a < b && yes || no", "yes ? a : b", "word == 'red'", "clamp(a, 1, 2)", "c.d + a", "floor(c.d * a)",
		"sum(numbers)", "any(numbers, it == 9)", "word in words", "c.d < a", "a / 2 + a / 3",
	} {
		x := compile(t, text, formula.AnyType)
		_, st := toy()
		st.asked = make([]string, 0, 64)
		f := &formula.Frame{Host: st}
		got := testing.AllocsPerRun(100, func() {
			st.asked = st.asked[:0]
			f.Steps = plenty
			if x.Eval(f).Failed() {
				t.Error(text)
			}
		})
		if got != 0 {
			t.Errorf("%s: %v allocations", text, got)
		}
	}
}
