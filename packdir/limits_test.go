package packdir_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/open-actor-models/oam/packdir"
)

// TestLimits: one below the limit is read, one beyond is told with its place.
func TestLimits(t *testing.T) {
	nested := func(n int) string { return "a: " + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) }
	dashes := func(n int) string { return "a:\n" + strings.Repeat("- ", n-1) + "b" }
	keys := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%sa:\n", strings.Repeat(" ", i))
		}
		return b.String()
	}
	values := func(n int) string { return "a:\n" + strings.Repeat("-\n", n-2) }
	for _, c := range []struct {
		name    string
		text    func(int) string
		most    int
		problem string
	}{
		{"brackets", nested, packdir.MaxDepth, "f.yaml:1:67-68 too-deep depth 64"},
		{"dashes", dashes, packdir.MaxDepth, "f.yaml:2:127-128 too-deep depth 64"},
		{"keys", keys, packdir.MaxDepth, "f.yaml:65:65-66 too-deep depth 64"},
		{"values", values, packdir.MaxValues, "f.yaml:1048576:2-3 too-large values 1048576"},
		{"bytes", func(n int) string { return "a: " + strings.Repeat("b", n-3) }, packdir.MaxBytes, "f.yaml:0:0-0 too-large bytes 16777216"},
	} {
		if _, problems := packdir.ReadFile("f.yaml", []byte(c.text(c.most))); len(problems) > 0 {
			t.Errorf("%s: %v", c.name, summaries(problems))
		}
		_, problems := packdir.ReadFile("f.yaml", []byte(c.text(c.most+1)))
		if got := summaries(problems); !cmp.Equal(got, []string{c.problem}) {
			t.Errorf("%s: got %v, want %s", c.name, got, c.problem)
		}
	}
}

// TestFolderLimits: the files of a folder share their limits.
func TestFolderLimits(t *testing.T) {
	half := "a%d: " + strings.Repeat("b", packdir.MaxBytes/2-4)
	list := "a%d:\n" + strings.Repeat("-\n", packdir.MaxValues/2-1)
	many := map[string]string{}
	for i := range packdir.MaxFiles + 1 {
		many[fmt.Sprintf("%05d.yaml", i)] = fmt.Sprintf("a%d: b", i)
	}
	crowd := map[string]string{"a.yaml": "a: b"}
	for i := range packdir.MaxEntries {
		crowd[fmt.Sprintf("%05d", i)] = ""
	}
	deep := strings.Repeat("d/", packdir.MaxDepth)
	for _, c := range []struct {
		name    string
		files   map[string]string
		members int
		problem string
	}{
		{"bytes", map[string]string{"1.yaml": fmt.Sprintf(half, 1), "2.yaml": fmt.Sprintf(half, 2), "3.yaml": ""}, 2, ""},
		{"one byte more", map[string]string{"1.yaml": fmt.Sprintf(half, 1), "2.yaml": fmt.Sprintf(half, 2) + "b", "3.yaml": "c: d"}, 1,
			"2.yaml:0:0-0 too-large bytes 16777216"},
		{"values", map[string]string{"1.yaml": fmt.Sprintf(list, 1), "2.yaml": fmt.Sprintf(list, 2)}, 1,
			"2.yaml:524287:2-3 too-large values 1048576"},
		{"files", many, packdir.MaxFiles, "04096.yaml:0:0-0 too-large files 4096"},
		{"entries", crowd, 0, "65535:0:0-0 too-large entries 65536"},
		{"folders", map[string]string{deep + "a.yaml": "a: b", deep + "d/b.yaml": "b: c"}, 1,
			deep + "d:0:0-0 too-deep depth 64"},
	} {
		b, problems := packdir.Read(folder(c.files))
		if got := strings.Join(summaries(problems), "\n"); got != c.problem {
			t.Errorf("%s: got %q, want %q", c.name, got, c.problem)
		}
		if b.Release.Len() != c.members {
			t.Errorf("%s: %d members, want %d", c.name, b.Release.Len(), c.members)
		}
	}
}

// TestHostile: a megabyte of anything ends soon. Most take some milliseconds;
// what grows with the square of the input would take minutes.
func TestHostile(t *testing.T) {
	const size = 1 << 20
	lines := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	indents := func(format string) string { // ever deeper
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			b.WriteString(strings.Repeat(" ", i) + format)
		}
		return b.String()
	}
	texts := map[string]string{
		"keys":              lines("k%d: v\n"),
		"keys of nothing":   lines("k%d:\n"),
		"brackets with all": "a: {" + lines("k%d: ,") + "}",
		"deeper keys":       indents("k:\n"),
		"deeper text":       "a: |\n" + indents("x\n"),
		"deeper plain":      "a:\n" + indents("x\n"),
		"folded, stepping":  "a: >\n" + strings.Repeat("  x\n    y\n\n", size/11),
		"keys, same":        strings.Repeat("k: v\n", size/5),
		"words":             "a: " + strings.Repeat("b ", size/2),
		"spaces at the end": "a: b" + strings.Repeat(" ", size) + "\nc: d",
		"tabs in quotes":    "a: \"" + strings.Repeat("\t", size) + "\"",
		"lines in quotes":   "a: '" + strings.Repeat("\n x", size/3) + "'",
		"blank in quotes":   "a: \"" + strings.Repeat("\n", size) + " \"",
		"escaped lines":     "a: \"" + strings.Repeat("\\\n ", size/3) + "\"",
		"escapes":           "a: \"" + strings.Repeat("\\u0041", size/6) + "\"",
		"blank after text":  "a: |\n  x\n" + strings.Repeat("\n", size),
		"blank, kept":       "a: |+\n  x\n" + strings.Repeat("\n", size) + "b: c",
		"blank everywhere":  strings.Repeat("a: b\n\n\n\n", size/8),
		"spaced lines":      "a: >\n" + strings.Repeat("   \n", size/4),
		"digits":            "a: " + strings.Repeat("1", size),
		"a fraction":        "a: 0." + strings.Repeat("0", size) + "1",
		"an exponent":       "a: 1e-" + strings.Repeat("9", size),
		"colons":            "a: " + strings.Repeat("b:c", size/3),
		"values and lists":  strings.Repeat("a: - b\n", size/7),
		"flow pairs":        "a: [" + strings.Repeat("{b: c},", size/7) + "]",
		"flow lines":        "a: [" + strings.Repeat("b\n", size/2) + "]",
		"flow, never ended": "a: [" + strings.Repeat("{},", size/3),
		"long key":          strings.Repeat("k", size) + ": v\n" + strings.Repeat("k", size) + ": w",
		"quoted key":        "\"" + strings.Repeat("\\\"", size/2) + "\": v",
	}
	for _, mark := range []string{
		"[", "{", "- ", "? ", ": ", "# \n", "#", "@", "---\n", "...\n", "&a ", "*a ", "! ", " ", "\t", "\n", "\r\n", "%a\n",
		"<", "<<: ", "'", "\"", "\\", "|\n", ">\n", "|", "-", ",", "]", "}", "a", "é", "\xff", "\x00", "\uFEFF", "[{", "{a: ", "- [", "\"a\": ",
	} {
		texts["many "+mark] = strings.Repeat(mark, size/len(mark))
		texts["a value of many "+mark] = "a: " + strings.Repeat(mark, size/len(mark))
		texts["a flow value of many "+mark] = "a: [" + strings.Repeat(mark, size/len(mark))
	}
	for name, text := range texts {
		for _, file := range []string{"f.yaml", "f.json"} {
			start := time.Now()
			b, problems := packdir.ReadFile(file, []byte(text))
			for _, p := range problems {
				if p.Place.Line < 1 || p.Place.Column < 1 || p.Place.End <= p.Place.Column {
					t.Errorf("%s: %+v", name, p)
				}
			}
			b.LocateIn("/a", 1<<19)
			if took := time.Since(start); took > 30*time.Second { // one that is not linear takes minutes
				t.Errorf("%s, %q: %v", file, name, took)
			} else if took > 100*time.Millisecond {
				t.Logf("%s, %q: %v", file, name, took)
			}
		}
	}
}
