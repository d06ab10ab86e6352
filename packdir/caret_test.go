package packdir_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/packdir"
)

// TestCaret compares what a person sees. The line of dashes ends each case.
func TestCaret(t *testing.T) {
	var out strings.Builder
	show := func(name, text string, note string) {
		b, problems := packdir.ReadFile(name, []byte(text))
		p, _ := b.LocateValue("/a")
		if len(problems) > 0 {
			p, note = problems[0].Place, problems[0].Code
		}
		if err := packdir.Caret(&out, p, note); err != nil {
			t.Fatal(err)
		}
		out.WriteString("----\n")
	}
	show("a.yaml", "a: itm.base + 2", "unknown-name")
	show("a.yaml", "x: 1\na:   'b'   # c", "")
	show("a.yaml", "b: c\na:", "missing-value")
	show("a.yaml", "a: b: c", "")
	show("a.yaml", "a:\t\tb", "after tabs")
	show("a.yaml", "竜: [é, x́, 🐉, !x]", "")
	show("a.yaml", "'"+strings.Repeat("x", 100)+"': 1\na: "+strings.Repeat("y", 200)+"\n", "long")
	show("a.yaml", strings.Repeat("x", 200)+": [!tag "+strings.Repeat("y", 200)+"\n", "")
	show("a\x1b[2J.yaml", "a: \x1b[31mred", "")
	show("a.yaml", "a: \"\u202eevil\"", "no\ntwo lines")

	want := `a.yaml:1:4: unknown-name
    a: itm.base + 2
       ^^^^^^^^^^^^
----
a.yaml:2:6
    a:   'b'   # c
         ^^^
----
a.yaml:2:3: missing-value
    a:
      ^
----
a.yaml:1:5: yaml-syntax
    a: b: c
        ^
----
a.yaml:1:5: after tabs
    a:		b
      		^
----
a.yaml:1:15: unsupported-yaml
    竜: [é, x́, 🐉, !x]
                   ^^
----
a.yaml:2:4: long
    a: ` + strings.Repeat("y", 117) + `…
       ` + strings.Repeat("^", 117) + `
----
a.yaml:1:204: unsupported-yaml
    …` + strings.Repeat("x", 57) + `: [!tag ` + strings.Repeat("y", 55) + `…
     ` + strings.Repeat(" ", 60) + `^^^^
----
a�[2J.yaml:1:4: yaml-syntax
    a: �[31mred
       ^
----
a.yaml:1:4: no�two lines
    a: "�evil"
       ^^^^^^^
----
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestCaretOfNoLine: a file that could not be read has no line to show.
func TestCaretOfNoLine(t *testing.T) {
	var out strings.Builder
	if err := packdir.Caret(&out, packdir.Place{File: "x.yaml"}, "unreadable-file"); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "x.yaml: unreadable-file\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestCaretOfAnyPlace: a place that someone else made up does no harm.
func TestCaretOfAnyPlace(t *testing.T) {
	for _, p := range []packdir.Place{
		{Line: 1, Column: 9, Text: "ab", End: 3},
		{Line: 1, Column: -9, Text: "ab", End: -3},
		{Line: 1, Column: 2, Text: "", End: 1 << 40},
		{Line: 1, Column: 1 << 40, Text: strings.Repeat("x", 500), End: 1 << 41},
	} {
		var out strings.Builder
		if err := packdir.Caret(&out, p, ""); err != nil || strings.Count(out.String(), "\n") != 3 || !strings.HasSuffix(out.String(), "^\n") {
			t.Errorf("%+v: %q", p, out.String())
		}
	}
	if err := packdir.Caret(broken{}, packdir.Place{}, ""); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }
