package rulecases_test

import (
	"testing"

	"github.com/open-actor-models/oam/internal/rulecases"
	"github.com/open-actor-models/oam/ojson"
	"pgregory.net/rapid"
)

func TestMatch(t *testing.T) {
	for _, test := range []struct{ pattern, got, where string }{ // where: pointers of the differences, each in brackets
		{`1`, `1.0`, ``},
		{`0.1`, `0.10`, ``},
		{`9007199254740993`, `9007199254740992`, `[]`},
		{`1`, `"1"`, `[]`},
		{`null`, `null`, ``},
		{`false`, `null`, `[]`},
		{`{"a": 1}`, `{"b": 2, "a": 1}`, ``},
		{`{"a": 1, "b": 2}`, `{"b": 3}`, `[/a][/b]`},
		{`{}`, `[]`, `[]`},
		{`{}`, `{"a": 1}`, ``},
		{`{"a": {"b/c~": 1}}`, `{"a": {"b/c~": 2}}`, `[/a/b~1c~0]`},
		{`{"a": null}`, `{}`, `[/a]`},
		{`[1, {"a": 2}]`, `[1, {"a": 2, "b": 3}]`, ``},
		{`[1, {"a": 2}]`, `[1, {"a": 3}]`, `[/1/a]`},
		{`[1]`, `[1, 2]`, `[]`},
		{`[]`, `[]`, ``},
		{`{"a": {"$any": true}}`, `{"a": null}`, ``},
		{`{"a": {"$any": true}}`, `{}`, `[/a]`},
		{`{"$count": 2}`, `[1, 2]`, ``},
		{`{"$count": 2}`, `{"a": 1, "b": 2}`, ``},
		{`{"$count": 2}`, `[1]`, `[]`},
		{`{"$count": 0}`, `"x"`, `[]`},
		{`{"$has": [2, {"a": 1}]}`, `[{"a": 1, "b": 2}, 2, 3]`, ``},
		{`{"$has": [2, 4, 5]}`, `[2]`, `[][]`},
		{`{"$has": []}`, `{}`, `[]`},
		{`{"$has": [1], "$count": 2}`, `[1]`, `[]`},
		{`{"$has": [{"a": {"$count": 1}}]}`, `[{"a": []}, {"a": [7]}]`, ``},
	} {
		where := ""
		for _, d := range rulecases.Match(ojson.MustParse(test.pattern), ojson.MustParse(test.got)) {
			where += "[" + d.Pointer + "]"
		}
		if where != test.where {
			t.Errorf("%s against %s: differences at %q, not %q", test.pattern, test.got, where, test.where)
		}
	}
}

// values draws JSON values without names that begin with $.
func values() *rapid.Generator[ojson.Value] {
	return rapid.Custom(func(t *rapid.T) ojson.Value { return drawValue(t, 3) })
}

func drawValue(t *rapid.T, depth int) ojson.Value {
	kinds := 4
	if depth > 0 {
		kinds = 6
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return ojson.Value{}
	case 1:
		return ojson.Bool(rapid.Bool().Draw(t, "bool"))
	case 2:
		return ojson.Int(rapid.Int64Range(-3, 3).Draw(t, "number"))
	case 3:
		return ojson.String(rapid.StringMatching("[a-c]?").Draw(t, "text"))
	case 4:
		var items []ojson.Value
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			items = append(items, drawValue(t, depth-1))
		}
		return ojson.Array(items...)
	}
	var members []ojson.Member
	for _, name := range rapid.SliceOfNDistinct(rapid.StringMatching("[a-d/~]"), 0, 3, rapid.ID).Draw(t, "names") {
		members = append(members, ojson.Field(name, drawValue(t, depth-1)))
	}
	return ojson.Object(members...)
}

// TestMatchProperties: a value matches itself, and something within arrays and
// objects that is not equal never matches both ways.
func TestMatchProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := values().Draw(t, "a"), values().Draw(t, "b")
		if d := rulecases.Match(a, a); d != nil {
			t.Fatalf("%s differs from itself: %v", a, d)
		}
		both := rulecases.Match(a, b) == nil && rulecases.Match(b, a) == nil
		if both != ojson.Equal(a, b) {
			t.Fatalf("%s and %s: match both ways %v, equal %v", a, b, both, !both)
		}
	})
}
