package doccheck_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/open-actor-models/oam/internal/doccheck"
)

// linkPage holds links that lead somewhere in its first half and links that do
// not in its second, each of those on a line of its own.
const linkPage = `# Start here

[up](../README.md) [itself](#start-here) [code](#the-oamnew-call-v2) [again](#again-1) [tag](#by-hand)
[other](b.md#größe--maß) [web](https://example.com/none.md#x) [mail](mailto:a@example.com)
[line](../src/a.go#L2) [lines](/src/a.go#L1-L3) [folder](../src) [titled](b.md "B") [angled](<b.md>)
![picture](../src/a.go) <img src="b.md"> [reference][r], and a link whose text
goes [over
lines](b.md). In code ` + "`[x](gone.md)`" + ` it is none. <!-- [x](gone.md) -->

## The ` + "`oam.New()`" + ` call, v2!
## Again
## Again ##
<a id="by-hand"></a>

[r]: b.md

` + "```text\n[x](gone.md)\n# Not a heading\n```" + `

[a](gone.md)
[b](#not-a-heading)
[c](b.md#small)
[d](../../outside.md)
[e](../src/a.go#L4)
[f](../src/a.go#main)
[g](../src#x)
<a href="gone.html">g</a>
[h](B.md)

[i]: gone.md
`

func TestLinksReports(t *testing.T) {
	repo := fstest.MapFS{
		"README.md":   {Data: []byte("hello\n")},
		"docs/b.md":   {Data: []byte("Größe & Maß\n===\n\n### Größe & Maß\n")},
		"docs/old.md": {Data: []byte("")},
		"src/a.go":    {Data: []byte("1\n2\n3\n")},
	}
	// A page links to itself only if it is there.
	repo["docs/a.md"] = &fstest.MapFile{Data: []byte(linkPage)}

	got := doccheck.Links(repo, doccheck.ReadPage("docs/a.md", linkPage))
	want := []string{
		"docs/a.md:22: link gone.md: no such file",
		"docs/a.md:23: link #not-a-heading: no such heading",
		"docs/a.md:24: link b.md#small: no such heading",
		"docs/a.md:25: link ../../outside.md: outside the repository",
		"docs/a.md:26: link ../src/a.go#L4: no such line",
		"docs/a.md:27: link ../src/a.go#main: no such place",
		"docs/a.md:28: link ../src#x: a folder has no headings",
		"docs/a.md:29: link gone.html: no such file",
		"docs/a.md:30: link B.md: no such file",
		"docs/a.md:32: link gone.md: no such file",
	}
	if !slices.Equal(got, want) {
		t.Errorf("findings:\n\t%s\nwant:\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}
