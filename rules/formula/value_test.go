package formula_test

import (
	"math"
	"testing"
	"unsafe"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

func TestZeroValue(t *testing.T) {
	var v formula.Value
	if v.Kind() != formula.None || v.Failed() || v.Fault() != nil || v.Truth() || v.Text() != "" || v.Items() != nil || v.IsInteger() || v.IsZero() || v.Sign() != 0 {
		t.Errorf("the zero Value is %v", v)
	}
	if _, ok := v.AsInt(); ok || !v.JSON().IsNull() || formula.TypeOf(v) != formula.AnyType {
		t.Errorf("the zero Value is %v", v)
	}
	if size := unsafe.Sizeof(v); size != 32 {
		t.Errorf("a Value has %d bytes", size)
	}
}

func TestAccessors(t *testing.T) {
	fault := &formula.Fault{Code: "loop"}
	list := formula.ListOf([]formula.Value{formula.Int(1), formula.String("a")})
	if formula.Fail(fault).Fault() != fault || formula.String("a").Text() != "a" || !formula.Boolean(true).Truth() || formula.Boolean(false).Truth() {
		t.Error("a value does not give back what it was made of")
	}
	if items := list.Items(); len(items) != 2 || items[1].Text() != "a" {
		t.Errorf("items: %v", items)
	}
	if formula.Int(1).Truth() || formula.String("true").Truth() || formula.Int(0).Text() != "" || formula.Boolean(false).IsZero() {
		t.Error("a value of one kind passes as another")
	}
	for _, test := range []struct {
		v       formula.Value
		i       int64
		ok      bool
		integer bool
	}{
		{formula.Int(-5), -5, true, true}, {formula.Ratio(4, 2), 2, true, true}, {formula.Ratio(1, 2), 0, false, false},
		{formula.Int(math.MaxInt64), math.MaxInt64, true, true}, {formula.Int(math.MinInt64), 0, false, true},
		{formula.Int(math.MinInt64 + 1), math.MinInt64 + 1, true, true}, {formula.Boolean(true), 0, false, false},
		{formula.Ratio(math.MinInt64, math.MinInt64), 1, true, true}, {formula.Ratio(1, math.MinInt64), 0, false, false},
	} {
		i, ok := test.v.AsInt()
		if ok != test.ok || ok && i != test.i || test.v.IsInteger() != test.integer {
			t.Errorf("AsInt(%v) = %d, %v; IsInteger %v", test.v, i, ok, test.v.IsInteger())
		}
	}
	if v := formula.Ratio(1, 0); !v.Failed() || v.Fault().Code != "division-by-zero" {
		t.Errorf("1/0 is %v", v)
	}
}

func TestListOfRefuses(t *testing.T) {
	broken := formula.Fail(&formula.Fault{Code: "loop"})
	for want, items := range map[string][]formula.Value{
		"loop":          {formula.Int(1), broken, {}},
		"type-mismatch": {formula.ListOf(nil), broken},
	} {
		if v := formula.ListOf(items); !v.Failed() || v.Fault().Code != want {
			t.Errorf("ListOf(%v) = %v, want %s", items, v, want)
		}
	}
}

// TestEqual: each value equals itself, made again, and no other.
func TestEqual(t *testing.T) {
	fail := func(code, data string) formula.Value {
		return formula.Fail(&formula.Fault{Code: code, Data: ojson.MustParse(data)})
	}
	values := func() []formula.Value {
		return []formula.Value{
			{}, formula.Int(0), formula.Int(1), formula.Ratio(1, 2), formula.Ratio(1, 3), formula.Int(math.MinInt64),
			formula.Neg(formula.Int(math.MinInt64)), formula.Boolean(false), formula.Boolean(true), formula.String(""), formula.String("1"),
			formula.ListOf(nil), formula.ListOf([]formula.Value{formula.Int(1)}), formula.ListOf([]formula.Value{formula.String("1")}),
			formula.ListOf([]formula.Value{formula.Int(1), formula.Int(2)}), fail("loop", `{"a":1,"b":2}`), fail("loop", `{"a":1}`), fail("pool", `{"a":1}`),
		}
	}
	for i, a := range values() {
		for j, b := range values() {
			if formula.Equal(a, b) != (i == j) {
				t.Errorf("Equal(%v, %v) = %v", a, b, i != j)
			}
		}
	}
}

func TestTypeOf(t *testing.T) {
	one, text := formula.Int(1), formula.String("a")
	for _, test := range []struct {
		v    formula.Value
		want string
	}{
		{one, "number"}, {text, "text"}, {formula.Boolean(true), "boolean"}, {formula.Fail(&formula.Fault{}), "any"}, {formula.ListOf(nil), "list"},
		{formula.ListOf([]formula.Value{one, one}), "list of numbers"}, {formula.ListOf([]formula.Value{text}), "list of texts"},
		{formula.ListOf([]formula.Value{formula.Boolean(true)}), "list of booleans"}, {formula.ListOf([]formula.Value{one, text}), "list"},
	} {
		if got := formula.TypeOf(test.v).String(); got != test.want {
			t.Errorf("TypeOf(%v) = %s, want %s", test.v, got, test.want)
		}
	}
	for kind, want := range map[formula.Kind]string{
		formula.None: "none", formula.Number: "number", formula.Bool: "boolean", formula.Text: "text", formula.List: "list", formula.Failed: "failed",
	} {
		if kind.String() != want {
			t.Errorf("kind %d is called %s", kind, kind)
		}
	}
}
