package formula_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/rules/formula"
)

// TestProblems marks the place of each problem with ⟦ ⟧ in the text.
func TestProblems(t *testing.T) {
	num, truth := formula.NumberType, formula.BoolType
	tests := []struct {
		text string
		want formula.Type
		code string
		data string
	}{
		{"⟦⟧", num, "formula-syntax", `{"expected":"value","found":"end"}`},
		{"  ⟦⟧", num, "formula-syntax", `{"expected":"value","found":"end"}`},
		{"a +⟦⟧", num, "formula-syntax", `{"expected":"value","found":"end"}`},
		{"a ⟦b⟧", num, "formula-syntax", `{"expected":"operator or end","found":"b"}`},
		{"(a⟦⟧", num, "formula-syntax", `{"expected":")","found":"end"}`},
		{"a⟦)⟧", num, "formula-syntax", `{"expected":"operator or end","found":")"}`},
		{"min(1, ⟦)⟧", num, "formula-syntax", `{"expected":"value","found":")"}`},
		{"min(1 ⟦2⟧)", num, "formula-syntax", `{"expected":", or )","found":"2"}`},
		{"[1, 2⟦⟧", num, "formula-syntax", `{"expected":", or ]","found":"end"}`},
		{"[⟦,⟧]", num, "formula-syntax", `{"expected":"value","found":","}`},
		{"a < b ⟦<⟧ 3", truth, "formula-syntax", `{"expected":"\u0026\u0026 or end","found":"\u003c"}`},
		{"a == b ⟦!=⟧ yes", truth, "formula-syntax", `{"expected":"\u0026\u0026 or end","found":"!="}`},
		{"a in numbers ⟦in⟧ numbers", truth, "formula-syntax", `{"expected":"\u0026\u0026 or end","found":"in"}`},
		{"yes ? 1⟦⟧", num, "formula-syntax", `{"expected":":","found":"end"}`},
		{"⟦=⟧ 3", num, "formula-syntax", `{"expected":"operator or value","found":"="}`},
		{"a ⟦=⟧ 3", truth, "formula-syntax", `{"expected":"operator or value","found":"="}`},
		{"a ⟦&⟧ b", truth, "formula-syntax", `{"expected":"operator or value","found":"\u0026"}`},
		{"a⟦.⟧", num, "formula-syntax", `{"expected":"operator or value","found":"."}`},
		{"has('a')⟦.⟧b", num, "formula-syntax", `{"expected":"operator or value","found":"."}`},
		{"a ⟦…⟧ b", num, "formula-syntax", `{"expected":"operator or value","found":"…"}`},
		{"a ⟦\xff⟧", num, "formula-syntax", `{"expected":"operator or value","found":"�"}`},
		{"⟦'a\xff'⟧", num, "formula-syntax", `{"expected":"valid UTF-8","found":"a�"}`},
		{"word == ⟦'⟧red", truth, "formula-syntax", `{"expected":"closing quote","found":"end"}`},
		{"word == ⟦\"⟧red\n\"", truth, "formula-syntax", `{"expected":"closing quote","found":"line break"}`},
		{"⟦01⟧", num, "formula-syntax", `{"expected":"number","found":"01"}`},
		{"⟦1.⟧ + 2", num, "formula-syntax", `{"expected":"number","found":"1."}`},
		{"⟦.⟧5", num, "formula-syntax", `{"expected":"operator or value","found":"."}`},
		{"1 + ⟦1e3⟧", num, "formula-syntax", `{"expected":"number","found":"1e3"}`},
		{"⟦1_000⟧", num, "formula-syntax", `{"expected":"number","found":"1_000"}`},
		{"⟦1.2.3⟧", num, "formula-syntax", `{"expected":"number","found":"1.2.3"}`},
		{"⟦true.x⟧", num, "formula-syntax", `{"expected":"name","found":"true.x"}`},
		{"1 + ⟦in⟧", num, "formula-syntax", `{"expected":"value","found":"in"}`},
		{"⟦in.x⟧ + 1", num, "formula-syntax", `{"expected":"name","found":"in.x"}`},
		{"1 + ⟦9007199254740992⟧", num, "number-too-large", `{"max":9007199254740991}`},

		{"a + ⟦abc.d⟧", num, "unknown-name", `{"name":"abc.d"}`},
		{"⟦it.level⟧ + 1", num, "unknown-name", `{"name":"it.level"}`},
		{"'é' == word && ⟦q⟧", truth, "unknown-name", `{"name":"q"}`},
		{"a +\n  b +\n\t⟦q⟧ * 2", num, "unknown-name", `{"name":"q"}`},
		{"1 + ⟦fly(a, b)⟧", num, "unknown-function", `{"name":"fly"}`},
		{"⟦a.fly(a)⟧", num, "unknown-function", `{"name":"a.fly"}`},
		{"⟦floor()⟧", num, "wrong-argument-count", `{"name":"floor","min":1,"max":1,"actual":0}`},
		{"⟦floor(1, 2)⟧", num, "wrong-argument-count", `{"name":"floor","min":1,"max":1,"actual":2}`},
		{"⟦min(1)⟧", num, "wrong-argument-count", `{"name":"min","min":2,"actual":1}`},
		{"⟦clamp(1, 2)⟧", num, "wrong-argument-count", `{"name":"clamp","min":3,"max":3,"actual":2}`},
		{"⟦count()⟧", num, "wrong-argument-count", `{"name":"count","min":1,"max":2,"actual":0}`},
		{"⟦count(numbers, true, 1)⟧", num, "wrong-argument-count", `{"name":"count","min":1,"max":2,"actual":3}`},
		{"⟦all(numbers)⟧", truth, "wrong-argument-count", `{"name":"all","min":2,"max":2,"actual":1}`},
		{"⟦sum(people())⟧", num, "wrong-argument-count", `{"name":"sum","min":2,"max":2,"actual":1}`},

		{"1 + ⟦word⟧", num, "type-mismatch", `{"expected":"number","actual":"text"}`},
		{"⟦'a'⟧ + 'b'", num, "type-mismatch", `{"expected":"number","actual":"text"}`},
		{"⟦a⟧ && yes", truth, "type-mismatch", `{"expected":"boolean","actual":"number"}`},
		{"yes || ⟦(a + 1)⟧", truth, "type-mismatch", `{"expected":"boolean","actual":"number"}`},
		{"!⟦a⟧", truth, "type-mismatch", `{"expected":"boolean","actual":"number"}`},
		{"-⟦yes⟧", num, "type-mismatch", `{"expected":"number","actual":"boolean"}`},
		{"⟦a⟧ ? 1 : 2", num, "type-mismatch", `{"expected":"boolean","actual":"number"}`},
		{"yes ? 1 : ⟦'a'⟧", num, "type-mismatch", `{"expected":"number","actual":"text"}`},
		{"yes ? [1] : ⟦['a']⟧", formula.AnyType, "type-mismatch", `{"expected":"list of numbers","actual":"list of texts"}`},
		{"a == ⟦'a'⟧", truth, "type-mismatch", `{"expected":"number","actual":"text"}`},
		{"numbers == ⟦words⟧", truth, "type-mismatch", `{"expected":"list of numbers","actual":"list of texts"}`},
		{"a in ⟦words⟧", truth, "type-mismatch", `{"expected":"list of numbers","actual":"list of texts"}`},
		{"a in ⟦b⟧", truth, "type-mismatch", `{"expected":"list","actual":"number"}`},
		{"⟦numbers⟧ in numbers", truth, "type-mismatch", `{"expected":"scalar","actual":"list of numbers"}`},
		{"[1, ⟦'a'⟧]", formula.AnyType, "type-mismatch", `{"expected":"number","actual":"text"}`},
		{"[⟦[1]⟧]", formula.AnyType, "type-mismatch", `{"expected":"scalar","actual":"list of numbers"}`},
		{"floor(⟦word⟧)", num, "type-mismatch", `{"expected":"number","actual":"text"}`},
		{"sum(⟦words⟧)", num, "type-mismatch", `{"expected":"list of numbers","actual":"list of texts"}`},
		{"sum(numbers, ⟦it > 2⟧)", num, "type-mismatch", `{"expected":"number","actual":"boolean"}`},
		{"count(numbers, ⟦it⟧)", num, "type-mismatch", `{"expected":"boolean","actual":"number"}`},
		{"count(⟦a⟧)", num, "type-mismatch", `{"expected":"list","actual":"number"}`},
		{"⟦a + b⟧", truth, "type-mismatch", `{"expected":"boolean","actual":"number"}`},
		{"⟦a < b⟧", num, "type-mismatch", `{"expected":"number","actual":"boolean"}`},

		{"1 + ⟦1 / 0⟧", num, "division-by-zero", `{}`},
		{"yes ? 1 : ⟦5 % (2 - 2)⟧", num, "division-by-zero", `{}`},
		{"⟦highest([])⟧", num, "empty-selection", `{}`},

		{"⟦people('guard')⟧", num, "misplaced-query", `{"name":"people"}`},
		{"1 + ⟦people('guard', it.level > 2)⟧", num, "misplaced-query", `{"name":"people"}`},
		{"count(numbers, any(people(), it.level > 1) && ⟦people('a')⟧)", num, "misplaced-query", `{"name":"people"}`},
		{"count(people(⟦a⟧, true))", num, "constant-expected", `{"name":"people"}`},
		{"count(people('guard', ⟦yes⟧, no))", num, "constant-expected", `{"name":"people"}`},
		{"count(people('guard', ⟦word⟧))", num, "type-mismatch", `{"expected":"boolean","actual":"text"}`},
		{"count(people('guard', yes && ⟦it.level⟧))", num, "type-mismatch", `{"expected":"boolean","actual":"number"}`},
		{"count(people('guard', ⟦it.hat⟧))", num, "unknown-name", `{"name":"it.hat"}`},
		{"count(people(), any(words, ⟦it.level⟧ > 1))", num, "unknown-name", `{"name":"it.level"}`},
		{"count(people(⟦'nobody'⟧))", num, "unknown-reference", `null`},
		{"bad(1, ⟦a⟧) + 1", num, "unknown-reference", `null`},
		{"1 + ⟦bad(1)⟧", num, "unknown-reference", `null`},
		{"has(⟦word⟧)", truth, "constant-expected", `null`},
	}
	for _, test := range tests {
		before, rest, _ := strings.Cut(test.text, "⟦")
		marked, after, _ := strings.Cut(rest, "⟧")
		text := before + marked + after
		bad := refusal(t, text, test.want)
		data := strings.NewReplacer("\\u0026", "&", "\\u003c", "<").Replace(test.data)
		if bad.Code != test.code || bad.Data.String() != data {
			t.Errorf("%q: %s %s, want %s %s", text, bad.Code, bad.Data, test.code, data)
		}
		if got, want := text[bad.Pos.Offset:bad.End.Offset], marked; got != want || bad.Pos != place(before) || bad.End != place(before+marked) {
			t.Errorf("%q: marks %q at %v to %v, want %q at %v to %v", text, got, bad.Pos, bad.End, want, place(before), place(before+marked))
		}
	}
}

// place is the position after a text of valid UTF-8.
func place(before string) formula.Position {
	lines := strings.Split(before, "\n")
	return formula.Position{Offset: len(before), Line: len(lines), Column: len([]rune(lines[len(lines)-1])) + 1}
}

func TestPlaceOfProblem(t *testing.T) {
	bad := refusal(t, "'é' == word &&\n\té", formula.BoolType)
	if got := fmt.Sprint(bad.Pos, bad.End); got != "{17 2 2} {19 2 3}" {
		t.Errorf("the place is %s", got)
	}
}

func TestLimitsOfText(t *testing.T) {
	chain := func(n int) string { return "1" + strings.Repeat("+1", n) }
	nested := func(open, inner, shut string, n int) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(shut, n)
	}
	tests := []struct{ fits, breaks, limit string }{
		{"1" + strings.Repeat(" ", formula.MaxLength-1), "1" + strings.Repeat(" ", formula.MaxLength), `{"limit":"formula-length","max":4096}`},
		{chain(511), chain(512), `{"limit":"formula-nodes","max":1024}`},
		{nested("(", "1", ")", 64), nested("(", "1", ")", 65), `{"limit":"formula-depth","max":64}`},
		{nested("-", "1", "", 64), nested("-", "1", "", 65), `{"limit":"formula-depth","max":64}`},
		{nested("abs(", "1", ")", 64), nested("abs(", "1", ")", 65), `{"limit":"formula-depth","max":64}`},
		{nested("yes?1:", "1", "", 64), nested("yes?1:", "1", "", 65), `{"limit":"formula-depth","max":64}`},
		{nested("count([", "1", "])", 32), nested("count([", "1", "])", 33), `{"limit":"formula-depth","max":64}`},
	}
	for _, test := range tests {
		compile(t, test.fits, formula.NumberType)
		bad := refusal(t, test.breaks, formula.NumberType)
		if bad.Code != "safety-limit-exceeded" || bad.Data.String() != test.limit {
			t.Errorf("%.20s…: %s %s, want %s", test.breaks, bad.Code, bad.Data, test.limit)
		}
	}
	// At once: neither is read to its end.
	refusal(t, strings.Repeat("(", 10<<20), formula.NumberType)
	refusal(t, strings.Repeat("\xff", 10<<20), formula.NumberType)
	refusal(t, strings.Repeat("-", formula.MaxLength), formula.NumberType)
}

// TestDepthOfSiblings: what is closed does not count any more.
func TestDepthOfSiblings(t *testing.T) {
	compile(t, strings.Repeat("(1)+", 200)+"1", formula.NumberType)
	compile(t, strings.Repeat("-1+", 200)+"1", formula.NumberType)
	compile(t, strings.Repeat("min(1,2)+", 150)+"1", formula.NumberType)
	compile(t, "sum(["+strings.Repeat("yes?1:2,", 100)+"1])", formula.NumberType)
}
