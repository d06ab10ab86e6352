package packdir_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/open-actor-models/oam/packdir"
)

// marked reads a text in which ‹…› encloses the place that is asked for, and
// returns the text without the marks, and that place as line:column-end.
func marked(t *testing.T, text string) (plain, place string) {
	t.Helper()
	start, end := strings.Index(text, "‹"), strings.Index(text, "›")
	if start < 0 || end < start {
		t.Fatalf("no marks in %q", text)
	}
	before := text[:start]
	inside := text[start+len("‹") : end]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	column := utf8.RuneCountInString(line) + 1
	first, _, _ := strings.Cut(inside, "\n")
	width := max(utf8.RuneCountInString(strings.TrimSuffix(first, "\r")), 1)
	return before + inside + text[end+len("›"):], at(strings.Count(before, "\n")+1, column, column+width)
}

func at(line, column, end int) string { return fmt.Sprintf("%d:%d-%d", line, column, end) }

func placed(p packdir.Place) string { return at(p.Line, p.Column, p.End) }

// TestLocate: Locate gives the key or item, LocateValue the value.
func TestLocate(t *testing.T) {
	for _, c := range []struct{ pointer, key, value string }{
		{"/a", "‹a›: b", "a: ‹b›"},
		{"/a", "‹\"a\"› : b", "\"a\" : ‹b›"},
		{"/ä/ö", "ä: {'ß': 1, ‹ö›: 2}", "ä: {'ß': 1, ö: ‹2›}"},
		{"/a", "‹a›: b c # d", "a: ‹b c› # d"},
		{"/a", "‹a›: 'b'\n", "a: ‹'b'›\n"},
		{"/a", "‹a›: \"b\\n\"\n", "a: ‹\"b\\n\"›\n"},
		{"/a", "‹a›: b\n  c\n", "a: ‹b\n  c›\n"},
		{"/a", "‹a›: \"b\n  c\"\n", "a: ‹\"b\n  c\"›\n"},
		{"/a", "‹a›: |-\n  b\n  c\n", "a: ‹|-\n  b\n  c›\n"},
		{"/a", "‹a›:\n  >\n  b\n", "a:\n  ‹>\n  b›\n"},
		{"/a", "‹a›:   \nb: c\n", "a:‹›   \nb: c\n"},
		{"/a", "‹a›: [b,\n c]\n", "a: ‹[b,\n c]›\n"},
		{"/a", "{b: c, ‹a›: , d: e}\n", "{b: c, a: ‹›, d: e}\n"},
		{"/a", "‹a›:\n  b: c\n", "a:\n  ‹b›: c\n"},
		{"/a/b", "a:\n  ‹b›: c\n", "a:\n  b: ‹c›\n"},
		{"/a/1", "a: [b, ‹c›]\n", "a: [b, ‹c›]\n"},
		{"/a/1", "a:\n- b\n- ‹c›: d\n", "a:\n- b\n- ‹c›: d\n"},
		{"/a/1", "a:\n- b\n‹-›\n- c\n", "a:\n- b\n‹-›\n- c\n"},
		{"/a/0/b/1", "a:\n- b:\n  - c\n  - ‹'d'›\n", "a:\n- b:\n  - c\n  - ‹'d'›\n"},
		{"/a/0/0", "a:\n- - ‹b›\n", "a:\n- - ‹b›\n"},
		{"/a~1b/c~0d", "a/b:\n  ‹c~d›: e", "a/b:\n  c~d: ‹e›"},
		{"/a", "\r\n‹a›: b\r\n", "\r\na: ‹b›\r\n"},
		{"/a", "\uFEFF‹a›: b", "\uFEFFa: ‹b›"},
		{"/", "‹''›: b", "'': ‹b›"},
	} {
		for i, text := range []string{c.key, c.value} {
			text, want := marked(t, text)
			want2 := want
			if strings.HasPrefix(text, "\uFEFF") { // which is no column
				var line, column, end int
				fmt.Sscanf(want, "%d:%d-%d", &line, &column, &end)
				want2 = at(line, column-1, end-1)
			}
			b, problems := packdir.ReadFile("f.yaml", []byte(text))
			if len(problems) > 0 {
				t.Fatalf("%q: %v", text, summaries(problems))
			}
			p, ok := b.Locate(c.pointer)
			if i == 1 {
				p, ok = b.LocateValue(c.pointer)
			}
			if got := placed(p); got != want2 || !ok || p.File != "f.yaml" {
				t.Errorf("%s in %q: got %s %t, want %s", c.pointer, text, got, ok, want2)
			}
			line := strings.Split(strings.TrimPrefix(text, "\uFEFF"), "\n")[p.Line-1]
			if p.Text != strings.TrimSuffix(line, "\r") {
				t.Errorf("%s in %q: line %q", c.pointer, text, p.Text)
			}
		}
	}
}

// TestLocateAround: what is not there has the place of what is around it.
func TestLocateAround(t *testing.T) {
	b, _ := packdir.Read(folder(map[string]string{
		"a.yaml":    "content:\n  x: {effects: [{id: y}]}\n",
		"b.yaml":    "content:\n  z: {}\n",
		"pack.yaml": "# head\nid: p\n",
	}))
	for _, c := range []struct {
		pointer, want string
		ok            bool
	}{
		{"", "pack.yaml:1:1-2", true},
		{"/", "pack.yaml:1:1-2", false},
		{"/fields", "pack.yaml:1:1-2", false},
		{"content", "pack.yaml:1:1-2", false},
		{"/id", "pack.yaml:2:1-3", true},
		{"/id/x", "pack.yaml:2:1-3", false},
		{"/content", "a.yaml:1:1-8", true},
		{"/content/z", "b.yaml:2:3-4", true},
		{"/content/z/type", "b.yaml:2:3-4", false},
		{"/content/x/effects/0/id", "a.yaml:2:18-20", true},
		{"/content/x/effects/0/op/x/y", "a.yaml:2:17-24", false},
		{"/content/x/effects/1", "a.yaml:2:7-14", false},
		{"/content/x/effects/00", "a.yaml:2:7-14", false},
		{"/content/x/effects/-", "a.yaml:2:7-14", false},
	} {
		for _, locate := range []func(string) (packdir.Place, bool){b.Locate, b.LocateValue} {
			p, ok := locate(c.pointer)
			if got := p.File + ":" + placed(p); ok != c.ok || !ok && got != c.want {
				t.Errorf("%q: got %s %t, want %s %t", c.pointer, got, ok, c.want, c.ok)
			}
		}
		if p, _ := b.Locate(c.pointer); p.File+":"+placed(p) != c.want {
			t.Errorf("%q: got %s:%s, want %s", c.pointer, p.File, placed(p), c.want)
		}
	}

	empty, problems := packdir.Read(folder(nil))
	if p, ok := empty.Locate("/x"); len(problems) > 0 || ok || p != (packdir.Place{File: "pack.yaml"}) {
		t.Errorf("%v %+v %t", problems, p, ok)
	}
}

// TestLocateIn: the byte at an offset of the text, in every style.
func TestLocateIn(t *testing.T) {
	for _, c := range []struct {
		offset int
		text   string
	}{
		{0, "a: ‹f›oo + bar"},
		{6, "a: foo + ‹b›ar"},
		{9, "a: foo + bar‹›\n"},
		{99, "a: foo + bar‹›  # c\n"},
		{-1, "a: ‹f›oo + bar"},
		{1, "a: 1‹2›3\n"},
		{1, "a: t‹r›ue\n"},
		{3, "a: äb‹c›\n"},
		{0, "a: '‹f›oo'"},
		{3, "a: 'it''‹s›'"},
		{2, "a: 'it‹'›'s'"},
		{4, "a: 'it''s‹'›"},
		{2, `a: "\u00e4‹b›"`},
		{0, `a: "‹\›u00e4b"`},
		{1, `a: "‹\›u00e4b"`},
		{1, `a: "\n‹b›\t"`},
		{3, `a: "b\n\t‹c›"`},
		{0, "a: '‹'›"},
		// Joined lines.
		{4, "a: foo\n  ‹b›ar\n"},
		{3, "a: foo‹›\n  bar\n"},
		{3, "a: foo‹›\n\n\n  bar\n"},
		{5, "a: foo\n\n\n  ‹b›ar\n"},
		{4, "a: \"foo\n\n  ‹b›ar\"\n"},
		{3, "a: \"foo\\\n  ‹b›ar\"\n"},
		{4, "a: 'foo  \r\n  ‹b›ar'\r\n"},
		// Block texts.
		{0, "a: |\n  ‹f›oo\n  bar\n"},
		{3, "a: |\n  foo‹›\n  bar\n"},
		{4, "a: |\n  foo\n  ‹b›ar\n"},
		{7, "a: |\n  foo\n  bar‹›\n"},
		{8, "a: |\n  foo\n  bar‹›\n"},
		{5, "a: |\n  foo\n   ‹b›ar\n"},
		{4, "a: >\n  foo\n  ‹b›ar\n"},
		{5, "a: >\n  foo\n\n\n  ‹b›ar\n"},
		{5, "a: >-\n  foo\n   ‹b›ar\n"},
		{2, "b:\n  - a: |2\n       x‹y›\n"},
		{4, "a: >\r\n  foo\r\n  ‹b›ar\r\n"},
		{0, "a: |-‹›\n\n  foo\n"},
		{1, "a: |\n\n  ‹f›oo\n"},
		{0, "a: |‹›\nb: c\n"},
	} {
		text, want := marked(t, c.text)
		b, problems := packdir.ReadFile("f.yaml", []byte(text))
		if len(problems) > 0 {
			t.Fatalf("%q: %v", text, summaries(problems))
		}
		pointer := "/a"
		if strings.HasPrefix(text, "b:") {
			pointer = "/b/0/a"
		}
		if got := placed(b.LocateIn(pointer, c.offset)); got != want {
			t.Errorf("%q, byte %d: got %s, want %s", text, c.offset, got, want)
		}
	}
}

// TestLocateInNothing: what is no text has one place.
func TestLocateInNothing(t *testing.T) {
	b, _ := packdir.ReadFile("f.yaml", []byte("a: {b: [c]}\nd:\n"))
	for pointer, want := range map[string]string{"/a": "1:4-12", "/a/b": "1:8-11", "/a/x": "1:1-2", "/d": "2:3-4", "": "1:1-2"} {
		if got := placed(b.LocateIn(pointer, 3)); got != want {
			t.Errorf("%q: got %s, want %s", pointer, got, want)
		}
	}
}
