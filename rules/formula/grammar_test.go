package formula_test

import (
	"strings"
	"testing"

	"github.com/open-actor-models/oam/rules/formula"
)

// TestValues: the toy's names are a = 3, b = 4, c.d = 1/2.
func TestValues(t *testing.T) {
	tests := []struct{ text, want string }{
		// literals
		{"12", "12"}, {"0.5", "0.5"}, {"0", "0"}, {"007 == 7 ? 1 : 2", "!"}, {"true", "true"}, {"false", "false"},
		{`'a "b" \n'`, `"a \"b\" \\n"`}, {`"it's"`, `"it's"`}, {"''", `""`}, {"'é…'", `"é…"`},
		{"[]", "[]"}, {"[1, 2]", "[1,2]"}, {"['a', word]", `["a","red"]`}, {"[a, b][0]", "!"},
		// white space
		{" a\t+\n b\r\n", "7"}, {"a+b", "7"}, {"min (1, 2)", "1"},
		// precedence and grouping
		{"1 + 2 * 3", "7"}, {"(1 + 2) * 3", "9"}, {"10 - 4 - 3", "3"}, {"100 / 5 / 2", "10"}, {"100 / (5 / 2)", "40"},
		{"7 // 2 * 2", "6"}, {"7 % 4 * 2", "6"}, {"2 + 7 // 2", "5"}, {"-7 // 2", "-4"}, {"-(7 // 2)", "-3"},
		{"- -a", "3"}, {"--a", "3"}, {"!!yes", "true"}, {"-a + b", "1"}, {"a - -b", "7"}, {"2 * -3", "-6"},
		{"1 + 1 == 2", "true"}, {"1 < 2 == true", "true"}, {"1 < 2 == 3 > 2", "true"}, {"1 == 1 && 2 == 2", "true"},
		{"true || false && false", "true"}, {"(true || false) && false", "false"}, {"!no && yes", "true"}, {"!(no || yes)", "false"},
		{"1 + 1 in [2]", "true"}, {"!(1 in [2])", "true"}, {"2 in [2] == true", "true"},
		{"yes ? 1 : 2", "1"}, {"no ? 1 : yes ? 2 : 3", "2"}, {"no ? 1 : no ? 2 : 3", "3"}, {"yes ? no ? 1 : 2 : 3", "2"},
		{"yes || no ? 1 : 2", "1"}, {"(yes ? 1 : 2) + 5", "6"}, {"yes ? 1 : 2 + 5", "1"}, {"a > 2 ? a < 4 ? 'x' : 'y' : 'z'", `"x"`},
		// division
		{"7 / 2", "3.5"}, {"10 / 3 * 3 == 10", "true"}, {"7 // -2", "-4"}, {"-7 // -2", "3"}, {"7 % -4", "-1"}, {"-7 % 4", "1"},
		{"5.5 // 2", "2"}, {"5.5 % 2", "1.5"}, {"-0.5 // 1", "-1"}, {"a // c.d", "6"}, {"1 / 3 + 1 / 3 + 1 / 3", "1"},
		// exactness: X12
		{"0.1 + 0.2 == 0.3", "true"}, {"1.4 * 0.94", "1.316"}, {"1.3 * 1.15", "1.495"},
		// D01: the modifier of 1, 3, 7, 9, 10, 11, 15, 30
		{"[(1 - 10) // 2, (3 - 10) // 2, (7 - 10) // 2, (9 - 10) // 2]", "[-5,-4,-2,-1]"},
		{"[(10 - 10) // 2, (11 - 10) // 2, (15 - 10) // 2, (30 - 10) // 2]", "[0,0,2,10]"},
		// comparison
		{"2 < 2", "false"}, {"2 <= 2", "true"}, {"2 > 2", "false"}, {"2 >= 2", "true"}, {"a < b", "true"}, {"a >= b", "false"},
		{"a > b", "false"}, {"a <= b", "true"}, {"a != b", "true"}, {"1/2 < 2/3", "true"}, {"-1/2 < -2/3", "false"}, {"any.number >= 5", "true"},
		{"'a' == 'a'", "true"}, {"'a' == 'b'", "false"}, {"word != 'red'", "false"}, {"true == true", "true"}, {"yes == no", "false"},
		{"[1, 2] == [1, 2]", "true"}, {"[1, 2] == [2, 1]", "false"}, {"[] == numbers", "false"}, {"'A' == 'a'", "false"},
		{"any.text == 'red'", "true"}, {"any.text != word", "false"}, {"1 in [2, 1]", "true"}, {"word in ['blue']", "false"},
		{"word in words", "true"}, {"'red' in mixed", "true"}, {"2 in mixed", "true"}, {"any.text in words", "true"}, {"1 in []", "false"},
		// nothing equals nothing only
		{"any.nothing == 'x'", "false"}, {"any.nothing != 1", "true"}, {"any.nothing == any.nothing", "true"}, {"nothing == 0", "false"},
		{"nothing in numbers", "false"},
		// functions
		{"floor(-1/2)", "-1"}, {"ceil(-1/2)", "0"}, {"trunc(-3/2)", "-1"}, {"round(-3/2)", "-2"}, {"roundHalfUp(-3/2)", "-1"},
		{"round(5/2)", "3"}, {"abs(-2)", "2"}, {"min(3, 1, 2)", "1"}, {"max(3, 1, 2)", "3"}, {"max(a, b)", "4"},
		{"clamp(5, 1, 3)", "3"}, {"clamp(-5, 1, 3)", "1"}, {"clamp(2, 1, 3)", "2"}, {"clamp(2, 5, 3)", "3"},
		// D53: concentration under the later rules, damage 9, 22, 23, 70
		{"[clamp(9 // 2, 10, 30), clamp(22 // 2, 10, 30), clamp(23 // 2, 10, 30), clamp(70 // 2, 10, 30)]", "[10,11,11,30]"},
		// the scope
		{"item.base + c.d", "12.5"}, {"has('a') && !has('b c')", "true"}, {"name(c.d)", `"c.d"`}, {"name((a))", `"a"`}, {"name(a + 1)", `""`}, {"seven + 1", "8"},
	}
	for _, test := range tests {
		if test.want == "!" {
			refusal(t, test.text, formula.AnyType)
			continue
		}
		if v, _ := eval(t, test.text); v.String() != test.want {
			t.Errorf("%s = %v, want %s", test.text, v, test.want)
		}
	}
}

func TestFaults(t *testing.T) {
	tests := []struct{ text, want string }{
		// X11
		{"a / zero", "division-by-zero {}"}, {"a // zero", "division-by-zero {}"}, {"a % zero", "division-by-zero {}"},
		{"any.text + 1", `type-mismatch {"expected":"number","actual":"text"}`},
		{"1 + any.text", `type-mismatch {"expected":"number","actual":"text"}`},
		{"nothing + 1", `type-mismatch {"expected":"number","actual":"none"}`},
		{"-nothing", `type-mismatch {"expected":"number","actual":"none"}`},
		{"any.text < 1", `type-mismatch {"expected":"number","actual":"text"}`},
		{"1 < any.text", `type-mismatch {"expected":"number","actual":"text"}`},
		{"a < nothing", `type-mismatch {"expected":"number","actual":"none"}`},
		{"any.text == 1", `type-mismatch {"expected":"text","actual":"number"}`},
		{"any.text && yes", `type-mismatch {"expected":"boolean","actual":"text"}`},
		{"yes && any.number", `type-mismatch {"expected":"boolean","actual":"number"}`},
		{"any.number || yes", `type-mismatch {"expected":"boolean","actual":"number"}`},
		{"no || any.number", `type-mismatch {"expected":"boolean","actual":"number"}`},
		{"!any.number", `type-mismatch {"expected":"boolean","actual":"number"}`},
		{"any.number ? 1 : 2", `type-mismatch {"expected":"boolean","actual":"number"}`},
		{"1 in any.text", `type-mismatch {"expected":"list","actual":"text"}`},
		{"any.text in any.number", `type-mismatch {"expected":"list","actual":"number"}`},
		{"[any.nothing]", `type-mismatch {"expected":"scalar","actual":"none"}`},
		{"min(any.text, 1)", `type-mismatch {"expected":"number","actual":"text"}`},
		{"min(1, any.text)", `type-mismatch {"expected":"number","actual":"text"}`},
		{"sum(mixed)", `type-mismatch {"expected":"number","actual":"text"}`},
		{"highest(empty)", "empty-selection {}"}, {"lowest(empty)", "empty-selection {}"},
		// the first error wins, from left to right
		{"broken + broken2", "loop {}"}, {"broken2 + broken", "unknown-field {}"}, {"any.text + broken", `type-mismatch {"expected":"number","actual":"text"}`},
		{"broken == broken2", "loop {}"}, {"a == broken", "loop {}"}, {"broken < a", "loop {}"}, {"a in [broken, broken2]", "loop {}"},
		{"broken in numbers", "loop {}"}, {"broken ? 1 : 2", "loop {}"}, {"[a, broken, broken2]", "loop {}"}, {"-broken", "loop {}"}, {"!broken", "loop {}"},
		{"max(a, broken, broken2)", "loop {}"}, {"clamp(broken, a, b)", "loop {}"}, {"broken && no", "loop {}"}, {"broken || yes", "loop {}"},
		{"sum(numbers, it + broken)", "loop {}"}, {"count(numbers, broken)", "loop {}"}, {"highest(numbers, broken)", "loop {}"},
	}
	for _, test := range tests {
		v, _ := eval(t, test.text)
		if v.String() != "failed "+test.want {
			t.Errorf("%s = %v, want %s", test.text, v, test.want)
		}
	}
}

// TestStopsEarly lists what is asked, in order.
func TestStopsEarly(t *testing.T) {
	tests := []struct{ text, asked string }{
		{"a + b * a", "a b a"}, {"yes || no", "yes"}, {"no || yes", "no yes"}, {"no && yes", "no"}, {"yes && no", "yes no"},
		{"yes ? a : b", "yes a"}, {"no ? a : b", "no b"}, {"no && broken", "no"}, {"yes || broken", "yes"},
		{"broken + a", "broken"}, {"any.text + a", "any.text"}, {"nothing < a", "nothing"}, {"broken == a", "broken"},
		{"max(a, broken, b)", "a broken"}, {"[a, broken, b]", "a broken"}, {"broken in numbers", "broken"}, {"min(nothing, a)", "nothing"},
		{"a * b - a", "a b a"}, {"any(numbers, it == 9 || it == a)", "numbers a"},
	}
	for _, test := range tests {
		if _, asked := eval(t, test.text); strings.Join(asked, " ") != test.asked {
			t.Errorf("%s asked %q, want %q", test.text, asked, test.asked)
		}
	}
}

func TestWantedType(t *testing.T) {
	tests := []struct {
		text string
		want formula.Type
		out  string
	}{
		{"any.number", formula.NumberType, "5"}, {"any.number", formula.AnyType, "5"}, {"nothing", formula.AnyType, "null"},
		{"any.text", formula.NumberType, `failed type-mismatch {"expected":"number","actual":"text"}`},
		{"nothing", formula.NumberType, `failed type-mismatch {"expected":"number","actual":"none"}`},
		{"broken", formula.NumberType, "failed loop {}"},
		{"any.text", formula.TextType, `"red"`}, {"yes", formula.BoolType, "true"}, {"words", formula.TextList, `["red","blue"]`},
		{"[]", formula.TextList, "[]"}, {"empty", formula.AnyList, "[]"}, {"words", formula.AnyList, `["red","blue"]`},
		{"mixed", formula.NumberList, `failed type-mismatch {"expected":"list of numbers","actual":"list"}`},
		{"mixed", formula.AnyList, `[2,"red"]`}, {"yes ? any.text : 1", formula.TextType, `"red"`},
	}
	for _, test := range tests {
		x := compile(t, test.text, test.want)
		_, st := toy()
		if v := x.Eval(&formula.Frame{Host: st, Steps: plenty}); v.String() != test.out {
			t.Errorf("%s as %v = %v, want %s", test.text, test.want, v, test.out)
		}
		if test.want != formula.AnyType && x.Type() != test.want {
			t.Errorf("%s as %v has the type %v", test.text, test.want, x.Type())
		}
	}
}

func TestTypes(t *testing.T) {
	for text, want := range map[string]formula.Type{
		"1": formula.NumberType, "a < b": formula.BoolType, "word": formula.TextType, "[1, a]": formula.NumberList,
		"[word]": formula.TextList, "[yes, no]": formula.BoolList, "[any.text, 'a']": formula.AnyList, "[]": formula.AnyList,
		"yes ? a : any.number": formula.AnyType, "yes ? [] : ['a']": formula.AnyList,
		"count(numbers)": formula.NumberType, "any(words)": formula.BoolType, "any.text": formula.AnyType,
	} {
		if x := compile(t, text, formula.AnyType); x.Type() != want {
			t.Errorf("%s is %v, want %v", text, x.Type(), want)
		}
	}
}

func TestConstantAndContent(t *testing.T) {
	tests := []struct {
		text     string
		constant string // "" for none
		content  bool
	}{
		{"1 + 2 * seven", "15", true}, {"'a' == 'a' ? [1] : []", "[1]", true}, {"sum([1, 2]) + count(['a'])", "4", true},
		{"item.base + 1", "", true}, {"a + item.base", "", false}, {"true || yes", "", false},
		{"count(everyone('guard'))", "", true}, {"count(everyone(it.kind == 'boss'))", "", true},
		{"count(everyone(it.level > 1))", "", false}, {"count(people(it.kind == 'boss'))", "", false},
		{"sum(everyone(), item.base)", "", true}, {"sum(everyone(), a)", "", false}, {"has('x')", "", false},
		{"any([1, 2], it == item.base)", "", true}, {"any(numbers, it == 2)", "", false},
	}
	for _, test := range tests {
		x := compile(t, test.text, formula.AnyType)
		v, ok := x.Constant()
		if ok != (test.constant != "") || ok && v.String() != test.constant {
			t.Errorf("%s is constant: %v, %v", test.text, ok, v)
		}
		if x.Content() != test.content {
			t.Errorf("%s reads content only: %v", test.text, x.Content())
		}
	}
}

func TestReads(t *testing.T) {
	x := compile(t, `a + c.d > floor(a) && count(people("it's", it.level > item.base), it.kind == word) > 1 && has('x') && name(a) == ''`, formula.BoolType)
	var got []string
	x.Reads(func(name string) { got = append(got, name) })
	want := `a|c.d|people("it's")|it.level|item.base|it.kind|word|has('x')|name()`
	if strings.Join(got, "|") != want {
		t.Errorf("reads %q, want %s", got, want)
	}
	if !strings.HasPrefix(x.Text(), "a + c.d") {
		t.Errorf("Text: %s", x.Text())
	}
}
