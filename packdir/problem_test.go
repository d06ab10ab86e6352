package packdir_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packdir"
)

// folder makes a file system of names and texts.
func folder(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// summary writes a problem in one line: where it is, to which column, and why.
func summary(p packdir.Problem) string {
	s := fmt.Sprintf("%s:%d:%d-%d %s", p.Place.File, p.Place.Line, p.Place.Column, p.Place.End, p.Code)
	for _, m := range p.Data.Members() {
		text, ok := m.Value.AsString()
		if !ok {
			text = m.Value.String()
		}
		s += " " + text
	}
	if p.First.Line > 0 {
		s += fmt.Sprintf(" first %s:%d:%d-%d", p.First.File, p.First.Line, p.First.Column, p.First.End)
	}
	return s
}

func summaries(problems []packdir.Problem) (lines []string) {
	for _, p := range problems {
		lines = append(lines, summary(p))
	}
	return lines
}

// TestProblems: one text each, with the first problem that it has.
func TestProblems(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// What packs may not use.
		{"a: &x b", "1:4-6 unsupported-yaml anchor"},
		{"a:\n  &x\n  b: c", "2:3-5 unsupported-yaml anchor"},
		{"a: *x", "1:4-6 unsupported-yaml alias"},
		{"a: [b, *x]", "1:8-10 unsupported-yaml alias"},
		{"a: !!str b", "1:4-9 unsupported-yaml tag"},
		{"a: !any(copies('armor'))", "1:4-25 unsupported-yaml tag"},
		{"!x a: b", "1:1-3 unsupported-yaml tag"},
		{"a: b\n&x c: d", "2:1-3 unsupported-yaml anchor"},
		{"a:\n  <<: b", "2:3-5 unsupported-yaml merge-key"},
		{"a: {<<: b}", "1:5-7 unsupported-yaml merge-key"},
		{"? a\n: b", "1:1-2 unsupported-yaml complex-key"},
		{"a: b\n? c", "2:1-2 unsupported-yaml complex-key"},
		{"{a: b}: c", "1:7-8 unsupported-yaml complex-key"},
		{"a: {[b]: c}", "1:5-6 unsupported-yaml complex-key"},
		{"a: {b\n  c: d}", "1:5-6 unsupported-yaml complex-key"},
		{": a", "1:1-2 unsupported-yaml empty-key"},
		{"a: {: b}", "1:5-6 unsupported-yaml empty-key"},
		{"%YAML 1.2\n---\na: b", "1:1-10 unsupported-yaml directive"},
		{"a: b\n---\nc: d", "2:1-4 unsupported-yaml documents"},
		{"a: b\n...\nc: d", "3:1-5 unsupported-yaml documents"},
		{"a: {min(b, c)}", "1:5-10 unsupported-yaml member-without-colon"},
		{"a: {b: min(x, y), c: 1}", "1:15-17 unsupported-yaml member-without-colon"},
		{"a: {b:c}", "1:5-8 unsupported-yaml member-without-colon"},
		{"a: [x ? b : c]", "1:11-12 unsupported-yaml pair-in-list"},
		{"a: 0x10", "1:4-8 unsupported-yaml number"},
		{"a: -0X1f", "1:4-9 unsupported-yaml number"},
		{"a: 0o17", "1:4-8 unsupported-yaml number"},
		{"a: 0b11", "1:4-8 unsupported-yaml number"},
		{"a: 017", "1:4-7 unsupported-yaml number"},
		{"a: 00", "1:4-6 unsupported-yaml number"},
		{"a: -01.5", "1:4-9 unsupported-yaml number"},
		{"a: 1_000", "1:4-9 unsupported-yaml number"},
		{"a: 0x_ff", "1:4-9 unsupported-yaml number"},
		{"a: .inf", "1:4-8 unsupported-yaml number"},
		{"a: -.INF", "1:4-9 unsupported-yaml number"},
		{"a: .NaN", "1:4-8 unsupported-yaml number"},
		{"a: 1e999", "1:4-9 unsupported-yaml number-range"},
		{"a: True", "1:4-8 unsupported-yaml spelling"},
		{"a: ~", "1:4-5 unsupported-yaml spelling"},
		{"a: [NULL]", "1:5-9 unsupported-yaml spelling"},

		// What is no YAML.
		{"a: b: c", "1:5-6 yaml-syntax colon-in-text"},
		{"a: \"b\": c", "1:7-8 yaml-syntax colon-in-text"},
		{"a: b\n  c: d", "2:4-5 yaml-syntax colon-in-text"},
		{"a: x ? b : c", "1:10-11 yaml-syntax colon-in-text"},
		{"a: - b", "1:4-5 yaml-syntax list-in-line"},
		{"a:\n    b: c\n  d: e", "3:3-4 yaml-syntax bad-indent"},
		{"  a: b\nc: d", "2:1-2 yaml-syntax bad-indent"},
		{"a:\n- b\n - [c]", "0"},
		{"a:\n  - [b]\n   - c", "3:4-5 yaml-syntax bad-indent"},
		{"a: 'b\nc'", "2:1-2 yaml-syntax bad-indent"},
		{"a: |\n    \n  b", "2:1-5 yaml-syntax bad-indent"},
		{"a: b\n- c", "2:1-2 yaml-syntax item-among-members"},
		{"a: b\nc", "2:1-2 yaml-syntax missing-colon"},
		{"a: [b]\n\"c\" d", "2:1-6 yaml-syntax missing-colon"},
		{"a: {b c\nd", "1:4-5 yaml-syntax unclosed-bracket"},
		{"a: {\"b\" c}", "1:9-10 yaml-syntax missing-colon"},
		{"a:\n\tb: c", "2:1-2 yaml-syntax tab-indent"},
		{"a:\n  b: c\n\td: e", "3:1-2 yaml-syntax tab-indent"},
		{"-\ta: b", "1:1-3 yaml-syntax tab-indent"},
		{"a: \"b", "1:4-5 yaml-syntax unclosed-quote"},
		{"a: 'b''\n", "1:4-5 yaml-syntax unclosed-quote"},
		{"a: \"b\\", "1:6-7 yaml-syntax unknown-escape"},
		{"a: \"\\q\"", "1:5-7 yaml-syntax unknown-escape"},
		{"a: \"\\u12g4\"", "1:5-9 yaml-syntax unknown-escape"},
		{"a: \"\\ud83d\"", "1:5-11 yaml-syntax unknown-escape"},
		{"a: \"\\ud83d\\u0041\"", "1:5-17 yaml-syntax unknown-escape"},
		{"a: \"\\U00110000\"", "1:5-15 yaml-syntax unknown-escape"},
		{"a: \"\\ö\"", "1:5-7 yaml-syntax unknown-escape"},
		{"a: [b", "1:4-5 yaml-syntax unclosed-bracket"},
		{"a: [b]]", "1:7-8 yaml-syntax unexpected-character"},
		{"a: [b}", "1:6-7 yaml-syntax unexpected-character"},
		{"a: [,b]", "1:5-6 yaml-syntax unexpected-character"},
		{"a: [b, - c]", "1:8-9 yaml-syntax unexpected-character"},
		{"a: [|]", "1:5-6 yaml-syntax unexpected-character"},
		{"a: {b: c} ö", "1:11-12 yaml-syntax unexpected-character"},
		{"a: ]", "1:4-5 yaml-syntax unexpected-character"},
		{"a: , b", "1:4-5 yaml-syntax unexpected-character"},
		{"a: \"b\"#c", "1:7-8 yaml-syntax unexpected-character"},
		{"a: @b", "1:4-5 yaml-syntax reserved-character"},
		{"a: `b`", "1:4-5 yaml-syntax reserved-character"},
		{"a: %b", "1:4-5 yaml-syntax reserved-character"},
		{"a: |x\n  b", "1:4-6 yaml-syntax block-header"},
		{"a: >0\n  b", "1:4-6 yaml-syntax block-header"},
		{"a: |#\n  b", "1:4-6 yaml-syntax block-header"},
		{"a: [b,\n--- c]", "2:1-4 yaml-syntax document-marker"},
		{"a: {\"b\n...\n\"}", "2:1-4 yaml-syntax document-marker"},
		{"ä: \xff", "1:4-5 yaml-syntax not-utf8"},
		{"a: b\rc", "1:5-6 yaml-syntax control-character"},
		{"# \x1b", "1:3-4 yaml-syntax control-character"},

		// What is no release.
		{"- a", "1:1-2 not-an-object"},
		{"a", "1:1-2 not-an-object"},
		{"null", "1:1-5 not-an-object"},
		{"[a,\n b]", "1:1-4 not-an-object"},

		// What stands twice.
		{"a: 1\nb: 2\na: 3", "3:1-2 duplicate-member /a first f.yaml:1:1-2"},
		{"a:\n- b/c: 1\n  \"b/c\": 2", "3:3-8 duplicate-member /a/0/b~1c first f.yaml:2:3-6"},
		{"a: {b: {c: 1, d: 2, c: 3}}", "1:21-22 duplicate-member /a/b/c first f.yaml:1:9-10"},
		{"1: a\n'1': b", "2:1-4 duplicate-member /1 first f.yaml:1:1-2"},
	} {
		_, problems := packdir.ReadFile("f.yaml", []byte(c.text))
		got := "0"
		if len(problems) > 0 {
			got = strings.TrimPrefix(summary(problems[0]), "f.yaml:")
		}
		if got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestJSONProblems: a .json file must be JSON, whatever YAML thinks of it.
func TestJSONProblems(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"a": 1, "a": 2}`, "1:10-13 duplicate-member /a first f.json:1:2-5"},
		{`{"a": 1e999}`, "1:7-12 unsupported-yaml number-range"},
		{`[1]`, "1:1-4 not-an-object"},
		{"\n 1", "2:2-3 not-an-object"},
		{strings.Repeat("[", 65) + strings.Repeat("]", 65), "1:65-66 too-deep depth 64"},
	} {
		_, problems := packdir.ReadFile("f.json", []byte(c.text))
		if got := summaries(problems); !cmp.Equal(got, []string{"f.json:" + c.want}) {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
	}
	for _, c := range []struct {
		text         string
		line, column int
	}{
		{``, 1, 1},
		{"{\"a\": 1,\n}", 2, 1},
		{`{a: 1}`, 1, 2},
		{"{\"a\":\n  'b'}", 2, 3},
		{`{"a": 1} # c`, 1, 10},
		{`a: b`, 1, 1},
		{`{"a": .5}`, 1, 7},
		{"\uFEFF{\"a\" 1}", 1, 6},
	} {
		_, problems := packdir.ReadFile("f.json", []byte(c.text))
		if len(problems) != 1 || problems[0].Code != "json-syntax" ||
			problems[0].Place.Line != c.line || problems[0].Place.Column != c.column {
			t.Errorf("%q: %v, want json-syntax at %d:%d", c.text, summaries(problems), c.line, c.column)
			continue
		}
		if reason, _ := problems[0].Data.Get("reason"); reason.Kind() != ojson.KindString || reason.String() == `""` {
			t.Errorf("%q: no reason: %s", c.text, problems[0].Data)
		}
	}
}

// TestManyProblems: every repeated member is told of, in order, up to a limit.
func TestManyProblems(t *testing.T) {
	_, problems := packdir.Read(folder(map[string]string{
		"a.yaml": "x: {b: 1, b: 2}\nx: 3\nx: {c: 1, c: 2}\n",
		"b.yaml": "y: [\n",
		"c.yaml": "x: 4\nz: 5\n",
	}))
	want := []string{
		"a.yaml:1:11-12 duplicate-member /x/b first a.yaml:1:5-6",
		"a.yaml:2:1-2 duplicate-member /x first a.yaml:1:1-2",
		"a.yaml:3:1-2 duplicate-member /x first a.yaml:1:1-2",
		"a.yaml:3:11-12 duplicate-member /x/c first a.yaml:3:5-6",
		"b.yaml:1:4-5 yaml-syntax unclosed-bracket",
		"c.yaml:1:1-2 duplicate-member /x first a.yaml:1:1-2",
	}
	if diff := cmp.Diff(want, summaries(problems)); diff != "" {
		t.Error(diff)
	}

	_, problems = packdir.ReadFile("f.yaml", []byte(strings.Repeat("a: 1\n", 10_000)))
	if len(problems) != packdir.MaxProblems {
		t.Errorf("%d problems", len(problems))
	}
}
