package formula_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

// The people: guard 1 (on), boss 9 (on), guard 3 (off), cook 2 (on). people()
// asks whether they are on, everyone() does not.

func TestAggregators(t *testing.T) {
	tests := []struct{ text, want string }{
		{"count(people())", "3"}, {"count(everyone())", "4"}, {"count(people('guard'))", "1"}, {"count(everyone('guard'))", "2"},
		{"count(people('guard', it.level > 2))", "0"}, {"count(everyone('guard', it.level > 2))", "1"},
		{"count(people(it.level > 1))", "2"}, {"count(people(), it.level > 1)", "2"}, {"count(everyone(it.level > 1), it.level < 9)", "2"},
		{"sum(people(), it.level)", "12"}, {"sum(everyone(), it.level * 2)", "30"}, {"sum(people('nobody2'), it.level)", "0"},
		{"any(people())", "true"}, {"any(people('pirate'))", "false"}, {"any(people(), it.level == 3)", "false"}, {"any(everyone(), it.level == 3)", "true"},
		{"all(people(), it.level > 0)", "true"}, {"all(people(), it.level > 1)", "false"}, {"all(people('pirate'), false)", "true"},
		{"highest(people(), it.level)", "9"}, {"lowest(everyone(), it.level)", "1"}, {"lowest(everyone(), -it.level)", "-9"},
		{"count(numbers)", "3"}, {"count(numbers, it > 2)", "2"}, {"sum(numbers)", "15"}, {"sum(numbers, it * it)", "101"}, {"sum([])", "0"},
		{"sum(words, it == 'red' ? 1 : 10)", "11"}, {"any(numbers)", "true"}, {"any([])", "false"}, {"any(numbers, it == 9)", "true"},
		{"all(numbers, it > 1)", "true"}, {"all([], false)", "true"}, {"highest(numbers)", "9"}, {"lowest(numbers)", "2"}, {"lowest(numbers, -it)", "-9"},
		{"highest([a, b])", "4"}, {"highest([0.5, 1/3])", "0.5"}, {"highest([-3, -2])", "-2"},
		// nested: an inner `it` hides the outer one
		{"count(everyone(it.level > count(everyone(it.level > 2))))", "2"},
		{"sum(everyone(), sum(numbers, it) + it.level)", "75"},
		{"sum(numbers, count(everyone(it.level > 2)) * it)", "30"},
		{"sum(numbers, sum([1, 2], it) + it)", "24"},
	}
	for _, test := range tests {
		if v, _ := eval(t, test.text); v.String() != test.want {
			t.Errorf("%s = %v, want %s", test.text, v, test.want)
		}
	}
	for _, text := range []string{"highest(people('pirate'), it.level)", "lowest(people('pirate'), it.level)", "highest(empty, it)"} {
		if v, _ := eval(t, text); v.String() != "failed empty-selection {}" {
			t.Errorf("%s = %v", text, v)
		}
	}
}

// TestConjunctOrder lists what is asked: content first, then the gate, then the
// rest, and no more than needed.
func TestConjunctOrder(t *testing.T) {
	tests := []struct{ text, asked string }{
		{"count(people('boss'))", "boss.gate"},
		{"count(people('boss', it.level > 1))", "boss.gate boss.level"},
		{"count(people('boss', it.boss))", "boss.boss boss.gate"},
		{"count(people('boss', it.level > 1 && it.boss))", "boss.boss boss.gate boss.level"},
		{"count(people('boss', (it.level > 1 && it.boss) && it.kind == 'boss'))", "boss.boss boss.kind boss.gate boss.level"},
		{"count(people('cook', it.level > 1 && it.boss))", "cook.boss"},
		{"count(people('cook', it.level > 1 || it.boss))", "cook.gate cook.level"},
		{"count(everyone('cook', it.level > 5 && yes))", "cook.level"},
		{"count(people('guard', it.level > 0))", "guard.gate guard.level guard.gate"},
		{"any(people())", "guard.gate"},
		{"any(people(it.boss))", "guard.boss boss.boss boss.gate"},
		{"all(people(), it.level > 1)", "guard.gate guard.level"},
		{"any(people(), it.level == 9)", "guard.gate guard.level boss.gate boss.level"},
		// what an aggregator asks comes after the query has let the candidate pass
		{"count(people('boss'), it.boss && it.level > 1)", "boss.gate boss.boss boss.level"},
		{"sum(people('boss', it.boss), it.level)", "boss.boss boss.gate boss.level"},
		// nothing of the candidate is content when a state is read beside it
		{"count(everyone('boss', it.boss == yes && item.base == 12))", "item.base boss.boss yes"},
		{"count(people('boss', true && it.level > 1))", "boss.gate boss.level"},
		{"count(people('boss', false && it.level > 1))", ""},
		// faults end the walk
		{"count(people(broken))", "guard.gate broken"},
		{"any(people(), broken)", "guard.gate broken"},
		{"sum(people(), nothing)", "guard.gate nothing"},
	}
	for _, test := range tests {
		if _, asked := eval(t, test.text); strings.Join(asked, " ") != test.asked {
			t.Errorf("%s asked %q, want %q", test.text, asked, test.asked)
		}
	}
}

// TestFailingGate: a gate that fails, or gives no boolean, fails the query.
func TestFailingGate(t *testing.T) {
	for want, gate := range map[string]formula.Value{
		"loop":          formula.Fail(&formula.Fault{Code: "loop", Data: ojson.Object()}),
		"type-mismatch": formula.Int(1),
	} {
		src := formula.Source{
			Start: func(f *formula.Frame) { f.Iter = formula.Iter{} },
			Next:  func(*formula.Frame) bool { return true },
			Gate:  func(*formula.Frame) formula.Value { return gate },
		}
		q, bad := formula.CompileQuery(src, toyScope{}, "")
		if bad != nil {
			t.Fatal(bad)
		}
		f := &formula.Frame{Steps: plenty}
		v := q.Each(f, func(*formula.Frame) bool { t.Error("was let pass"); return false })
		if !v.Failed() || v.Fault().Code != want {
			t.Errorf("a gate of %v gives %v", gate, v)
		}
	}
}

func TestQuery(t *testing.T) {
	scope, st := toy()
	source := func(name string) (formula.Source, formula.Scope) {
		src, inner, _, _ := scope.Query(name, nil)
		return src, inner
	}
	tests := []struct {
		source, where string
		content       bool
		found, tested string
		left          int64
	}{
		{"everyone", "", true, "0 1 2 3", "true", 96},
		{"people", "", false, "0 1 3", "true", 96},
		{"everyone", "it.kind == 'guard'", true, "0 2", "true", 84},
		{"everyone", "it.level > 2", false, "1 2", "false", 84},
		{"people", "it.level > 2 && it.boss", false, "1", "false", 76},
		{"people", "it.level", false, "", "", 0},
		{"people", "broken", false, "failed loop {}", "failed loop {}", 98},
		{"people", "nothing == 1 || any.number", false, `failed type-mismatch {"expected":"boolean","actual":"number"}`, `failed type-mismatch {"expected":"boolean","actual":"number"}`, 94},
	}
	for _, test := range tests {
		src, inner := source(test.source)
		q, bad := formula.CompileQuery(src, inner, test.where)
		if test.tested == "" {
			if bad == nil || bad.Code != "type-mismatch" || bad.Pos.Line != 1 {
				t.Errorf("%s: %v", test.where, bad)
			}
			continue
		}
		if bad != nil {
			t.Fatal(test.where, bad.Code)
		}
		f := &formula.Frame{Host: st, Steps: 100, Iter: formula.Iter{Cand: 77, Next: 5}}
		var found []string
		v := q.Each(f, func(f *formula.Frame) bool { found = append(found, fmt.Sprint(f.Iter.Cand)); return true })
		if v.Failed() {
			found = append(found, v.String())
		} else if v.Kind() != formula.None {
			t.Errorf("%s: Each gives %v", test.where, v)
		}
		if got := strings.Join(found, " "); got != test.found || f.Steps != test.left || q.Content() != test.content {
			t.Errorf("%s over %s: %s, %d left, content %v; want %s, %d, %v", test.where, test.source, got, f.Steps, q.Content(), test.found, test.left, test.content)
		}
		if f.Iter.Cand != 77 || f.Iter.Next != 5 {
			t.Errorf("%s: Iter is left at %v", test.where, f.Iter)
		}
		f = &formula.Frame{Host: st, Steps: 100, Iter: formula.Iter{Cand: 0}}
		if v := q.Test(f); v.String() != test.tested || f.Steps != 100-int64(q.Size()) {
			t.Errorf("%s: Test gives %v, %d steps left", test.where, v, f.Steps)
		}
	}

	src, inner := source("people")
	q, _ := formula.CompileQuery(src, inner, "it.level > 0")
	f := &formula.Frame{Host: st, Steps: 100}
	visits := 0
	if v := q.Each(f, func(*formula.Frame) bool { visits++; return visits < 2 }); v.Failed() || visits != 2 {
		t.Errorf("Each goes on after false: %d visits, %v", visits, v)
	}
	f.Steps = 3
	if v := q.Test(f); v.Failed() || f.Steps != 0 {
		t.Errorf("three nodes cost three steps: %v, %d left", v, f.Steps)
	}
	if v := q.Test(f); v.String() != `failed safety-limit-exceeded {"limit":"steps"}` {
		t.Errorf("Test without steps: %v", v)
	}
	if _, bad := formula.CompileQuery(src, inner, " "); bad == nil || bad.Code != "formula-syntax" {
		t.Error("a blank predicate is not an absent one")
	}
}
