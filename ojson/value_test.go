package ojson_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-actor-models/oam/ojson"
)

// keys returns the keys of an object in order.
func keys(v ojson.Value) (keys []string) {
	for _, m := range v.Members() {
		keys = append(keys, m.Key)
	}
	return keys
}

// sizes are numbers of members below, at and above the one from which objects
// have an index.
var sizes = [...]int{1, 2, 10, 11, 12, 13, 14, 100, 2000}

// numbered returns the text of an object with members k0, k1, … of values 0, 1, ….
func numbered(n int) string {
	var members []string
	for i := range n {
		members = append(members, fmt.Sprintf(`"k%d":%d`, i, i))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// TestRepeatedKeys is item 5 for small and large objects.
func TestRepeatedKeys(t *testing.T) {
	for _, n := range sizes {
		plain := numbered(n)
		// Every key comes again, backwards, with a value that must win.
		var again []string
		for i := n - 1; i >= 0; i-- {
			again = append(again, fmt.Sprintf(`"k%d":"new %d"`, i, i))
		}
		v := parse(t, plain[:len(plain)-1]+","+strings.Join(again, ",")+"}")
		if diff := cmp.Diff(keys(parse(t, plain)), keys(v)); diff != "" {
			t.Errorf("%d keys (-want +got):\n%s", n, diff)
		}
		if v.Len() != n {
			t.Errorf("%d members, want %d", v.Len(), n)
		}
		for i := range n {
			m, ok := v.Get(fmt.Sprintf("k%d", i))
			if s, _ := m.AsString(); !ok || s != fmt.Sprintf("new %d", i) {
				t.Errorf("k%d of %d is %v, %v", i, n, m, ok)
			}
		}
	}
}

func TestGet(t *testing.T) {
	for _, n := range sizes {
		v := parse(t, numbered(n))
		for i := range n {
			m, ok := v.Get(fmt.Sprintf("k%d", i))
			if got, _ := m.AsInt(); !ok || got != int64(i) {
				t.Errorf("k%d of %d is %v, %v", i, n, m, ok)
			}
		}
		if m, ok := v.Get("other"); ok || !m.IsNull() {
			t.Errorf("an absent key of %d is %v, %v", n, m, ok)
		}
	}
	if _, ok := parse(t, `[1]`).Get("0"); ok {
		t.Error("an array has a member")
	}
	if m, ok := parse(t, `{"a":null}`).Get("a"); !ok || !m.IsNull() {
		t.Error("a null member is absent")
	}
}

func TestWith(t *testing.T) {
	for _, n := range sizes {
		old := numbered(n)
		v := parse(t, old)
		changed := v.With("k0", ojson.Bool(true))
		if m, _ := changed.Get("k0"); !ojson.Equal(m, ojson.Bool(true)) {
			t.Errorf("k0 of %d is %v", n, m)
		}
		if diff := cmp.Diff(keys(v), keys(changed)); diff != "" {
			t.Errorf("With changed the keys (-want +got):\n%s", diff)
		}
		more := v.With("new", ojson.Int(1)).With("newer", ojson.Int(2))
		if diff := cmp.Diff(append(keys(v), "new", "newer"), keys(more)); diff != "" {
			t.Errorf("With put the key elsewhere (-want +got):\n%s", diff)
		}
		less := more.Without("k0").Without("other")
		if diff := cmp.Diff(append(keys(v)[1:], "new", "newer"), keys(less)); diff != "" {
			t.Errorf("Without (-want +got):\n%s", diff)
		}
		if _, ok := less.Get("k0"); ok {
			t.Errorf("k0 of %d is still there", n)
		}
		if m, _ := less.Get("newer"); !ojson.Equal(m, ojson.Int(2)) {
			t.Errorf("newer of %d is %v", n, m)
		}
		if v.String() != old {
			t.Errorf("an object changed: %v", v)
		}
	}
	if got := ojson.Int(1).With("a", ojson.Int(2)).String(); got != `{"a":2}` {
		t.Errorf("With on a number gives %s", got)
	}
	if got := ojson.Int(1).Without("a").String(); got != `1` {
		t.Errorf("Without on a number gives %s", got)
	}
}

func TestEqual(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{`null`, `null`, true},
		{`null`, `false`, false},
		{`true`, `true`, true},
		{`true`, `false`, false},
		{`0`, `false`, false},
		{`"a"`, `"\u0061"`, true},
		{`"a"`, `"A"`, false},
		{`"1"`, `1`, false},
		{`1`, `1.0`, true},
		{`-0`, `0`, true},
		{`0.5`, `5e-1`, true},
		{`0.50`, `-0.5`, false},
		{`9007199254740992`, `9007199254740993`, false},
		{`0.1`, `0.10000000000000001`, false},
		{`1e999`, `1e998`, true},
		{`1e999`, `-1e999`, false},
		{`1e999`, `1`, false},
		{`[1,2]`, `[1.0,2]`, true},
		{`[1,2]`, `[2,1]`, false},
		{`[1]`, `[1,1]`, false},
		{`[]`, `{}`, false},
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`, true},
		{`{"a":1}`, `{"a":2}`, false},
		{`{"a":1}`, `{"b":1}`, false},
		{`{"a":1}`, `{"a":1,"b":2}`, false},
		{`{"a":null}`, `{}`, false},
		{`{"a":[{"b":[1]}]}`, `{"a":[{"b":[1]}]}`, true},
		{`{"a":[{"b":[1]}]}`, `{"a":[{"b":[0]}]}`, false},
	} {
		a, b := parse(t, test.a), parse(t, test.b)
		if ojson.Equal(a, b) != test.want || ojson.Equal(b, a) != test.want {
			t.Errorf("Equal(%s, %s) is not %v", test.a, test.b, test.want)
		}
	}
}

// TestKinds checks each accessor against values of every kind.
func TestKinds(t *testing.T) {
	tests := []struct {
		value ojson.Value
		kind  ojson.Kind
		name  string
		len   int
	}{
		{ojson.Value{}, ojson.KindNull, "null", 0},
		{ojson.Bool(true), ojson.KindBool, "a boolean", 0},
		{ojson.Int(1), ojson.KindNumber, "a number", 0},
		{ojson.String("s"), ojson.KindString, "a string", 0},
		{ojson.Strings([]string{"a", "b"}), ojson.KindArray, "an array", 2},
		{ojson.Object(ojson.Field("a", ojson.Int(1))), ojson.KindObject, "an object", 1},
	}
	for _, test := range tests {
		v := test.value
		if v.Kind() != test.kind || v.Kind().String() != test.name || v.Len() != test.len {
			t.Errorf("%v: %v, %d", v, v.Kind(), v.Len())
		}
		if v.IsNull() != (test.kind == ojson.KindNull) {
			t.Errorf("%v: IsNull", v)
		}
		if b, ok := v.AsBool(); ok != (test.kind == ojson.KindBool) || b != ok {
			t.Errorf("%v: AsBool = %v, %v", v, b, ok)
		}
		if s, ok := v.AsString(); ok != (test.kind == ojson.KindString) || ok && s != "s" || !ok && s != "" {
			t.Errorf("%v: AsString = %q, %v", v, s, ok)
		}
		if got := len(v.Items()); got != 0 && test.kind != ojson.KindArray {
			t.Errorf("%v: %d items", v, got)
		}
		if got := len(v.Members()); got != 0 && test.kind != ojson.KindObject {
			t.Errorf("%v: %d members", v, got)
		}
	}
	if b, ok := ojson.Bool(false).AsBool(); b || !ok {
		t.Error("false is not false")
	}
}

func TestSyntaxErrorText(t *testing.T) {
	_, err := ojson.Parse([]byte(`[1 2]`))
	if got, want := fmt.Sprint(err), "expected ',' or ']' at byte 3"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
