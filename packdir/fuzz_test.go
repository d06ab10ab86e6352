package packdir_test

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	suite "github.com/goccy/go-yaml/testdata/yaml-test-suite"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packdir"
)

// FuzzRead: whatever stands in the files, reading ends, what is told has a
// place, and what was read is JSON that reads the same again.
func FuzzRead(f *testing.F) {
	f.Add("id: x\nfields: {a: {formula: 1 + 2}}\n", `{"content": {"b": {"data": [1, true, null]}}}`)
	f.Add("rules:\n  effects:\n  - {id: a}\n", `{"rules": {"effects": [{"id": "\ud83d\udc09"}]}}`)
	f.Add("a: |\n  b\n\n  c\nd: >-\n  e\n  f\n", `{"a": 1}`)
	f.Add("a: \"b\\\n  c\"\r\nd: 'e''\n\n  f'\r\n", ``)
	f.Add("? a\n: &b [*c, !d]\n<<: e", `{"a": 1, "a": 2}`)
	f.Add("migrations: [0x10, 1_0, .5, ~, 1e999]", `{"migrations": [-0.0e-1]}`)
	if cases, err := suite.TestSuites(); err == nil {
		for _, c := range cases {
			f.Add(string(c.InYAML), "{}")
		}
	}
	f.Fuzz(func(t *testing.T, yaml, json string) {
		b, problems := packdir.Read(folder(map[string]string{"a.yaml": yaml, "b.json": json, "i18n/c.yml": yaml}))
		for _, p := range problems {
			if p.Code == "" || p.Place.Line < 1 || p.Place.Column < 1 || p.Place.End <= p.Place.Column ||
				p.Place.End > max(utf8.RuneCountInString(p.Place.Text)+1, p.Place.Column+1) {
				t.Fatalf("%+v", p)
			}
			if err := packdir.Caret(&strings.Builder{}, p.Place, p.Code); err != nil {
				t.Fatal(err)
			}
		}
		if len(yaml)+len(json) < 1000 { // it takes the square of that
			checkPlaces(t, b, "", b.Release)
		}
		if len(problems) > 0 {
			return
		}
		again, problems := packdir.ReadFile("c.json", b.Release.Append(nil))
		if len(problems) > 0 {
			// Only the member that holds a language makes it deeper.
			if problems[0].Code != "too-deep" {
				t.Fatalf("%s: %v", b.Release, summaries(problems))
			}
			return
		}
		if again.Release.String() != b.Release.String() {
			t.Fatalf("%s\nbecomes %s", b.Release, again.Release)
		}
	})
}

// checkPlaces: all of a release has a place, and what is written plainly stands
// at it.
func checkPlaces(t *testing.T, b *packdir.Bundle, pointer string, v ojson.Value) {
	t.Helper()
	if _, ok := b.Locate(pointer); !ok {
		t.Fatalf("%q has no place", pointer)
	}
	for _, m := range v.Members() {
		checkPlaces(t, b, pointer+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(m.Key), m.Value)
	}
	for i, item := range v.Items() {
		checkPlaces(t, b, pointer+"/"+strconv.Itoa(i), item)
	}
	text, ok := v.AsString()
	if !ok || len(text) > 100 {
		return
	}
	last := b.LocateIn(pointer, 0)
	for i, r := range text {
		p := b.LocateIn(pointer, i)
		if p.Line < last.Line || p.Line == last.Line && p.Column < last.Column {
			t.Fatalf("%q goes back at byte %d", pointer, i)
		}
		last = p
		// What stands there is the character, the start of an escape, or a line
		// end that is joined.
		line := []rune(p.Text)
		switch {
		case p.Column > len(line), strings.ContainsRune(" \n", r):
		case line[p.Column-1] != r && line[p.Column-1] != '\\':
			t.Fatalf("%q: byte %d is %q, its place has %q", pointer, i, r, line[p.Column-1])
		}
	}
}
