package doccheck_test

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/open-actor-models/oam/internal/doccheck"
)

// tick stands for the three backquotes of a fence, which Go's raw strings
// cannot hold.
const tick = "'''"

// check checks a page in a small repository and returns the findings without
// the output that follows their first line.
func check(t *testing.T, page string, more map[string]string) (doccheck.Result, []string) {
	t.Helper()
	files := map[string]string{
		"go.mod":        "module example.com/tiny\n\ngo 1.26\n",
		"tiny.go":       "// Package tiny is small.\npackage tiny\n\n// Two is 2.\nfunc Two() int {\n\treturn 2\n}\n",
		"internal/x.go": "// Package internal is hidden.\npackage internal\n",
		".ci/run":       "tests() {\n\tGOFLAGS=\"$GOFLAGS -count=1\" go test ./... | tee log\n}\n",
	}
	maps.Copy(files, more)
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := doccheck.Checker{Root: dir, Scratch: t.TempDir(), Timeout: 20 * time.Second}
	result, err := c.Check(t.Context(), doccheck.ReadPage("page.md", strings.ReplaceAll(page, tick, "```")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "made")); err == nil {
		t.Error("the check wrote into the repository")
	}
	var short []string
	for _, f := range result.Findings {
		first, _, _ := strings.Cut(f, "\n")
		short = append(short, first)
	}
	return result, short
}

func TestCheckerAccepts(t *testing.T) {
	t.Parallel()
	result, findings := check(t, `
'''sh
go test ./...
echo kept >made
'''

Further down the file is there:

'''sh
cat made; echo noise >&2
echo "took 12 ms"
'''

<!-- output -->
'''text
kept
took … ms
'''

1. In a list:

   <!-- from: tiny.go -->
   '''go
   func Two() int {
       return 2
   }
   '''

'''go
package main

import (
	"fmt"

	"example.com/tiny"
)

func main() { fmt.Println(tiny.Two()) }
'''

<!-- output -->

'''text
2
'''

'''json
{"a": [1, 2]}
'''

'''jsonl
{"a": 1}

{"a": 2}
'''

<!-- not run: needs a game -->
'''csharp
'''

~~~~text
'''sh
false
'''
~~~~
`, nil)
	if len(findings) > 0 {
		t.Errorf("findings:\n%s", strings.Join(findings, "\n"))
	}
	if result.Checked != 8 || result.NotRun != 1 {
		t.Errorf("checked %d, not run %d; want 8 and 1", result.Checked, result.NotRun)
	}
}

func TestCheckerReports(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		page, want string
		files      map[string]string
	}{
		"command fails":       {page: "'''sh\ntrue\nfalse\ntrue\n'''", want: "page.md:2: exit status 1"},
		"command in a pipe":   {page: "'''sh\nfalse | true\n'''", want: "page.md:2: exit status 1"},
		"unset variable":      {page: "'''sh\necho $nothing_of_this_name\n'''", want: "page.md:2: exit status 1"},
		"command reads input": {page: "'''sh\nread -r line\n'''", want: "page.md:2: exit status 1"},
		"suite not in CI": {
			page: "'''sh\ngo test ./...\n'''", want: "page.md:2: .ci/run does not run go test ./...",
			files: map[string]string{".ci/run": "# go test ./...\nstep 'go test ./...' x\ngo test ./a\ngo test ./...x\n"},
		},
		"other output":       {page: "'''sh\necho a\n'''\n<!-- output -->\n'''text\nb\n'''", want: "page.md:6: the output is not what was printed, which is:"},
		"output of nothing":  {page: "'''json\n1\n'''\n<!-- output -->\n'''text\nb\n'''", want: "page.md:6: no command or program that was run stands before this output"},
		"output of failure":  {page: "'''sh\nexit 3\n'''\n<!-- output -->\n'''text\n'''", want: "page.md:2: exit status 3|page.md:6: no command or program that was run stands before this output"},
		"program fails":      {page: "'''go\npackage main\n\nfunc main() { panic(1) }\n'''", want: "page.md:2: exit status 2"},
		"program is wrong":   {page: "'''go\npackage main\n\nfunc main() { Two() }\n'''", want: "page.md:2: exit status 1"},
		"program looks in":   {page: "'''go\npackage main\n\nimport _ \"example.com/tiny/internal\"\n\nfunc main() {}\n'''", want: "page.md:2: exit status 1"},
		"excerpt of nothing": {page: "'''go\nTwo()\n'''", want: "page.md:2: name the file of this excerpt: <!-- from: path/to/file.go -->"},
		"excerpt differs":    {page: "<!-- from: tiny.go -->\n'''go\nfunc Two() int {\n\treturn 3\n'''", want: "page.md:3: these lines do not stand in tiny.go"},
		"excerpt of parts":   {page: "<!-- from: tiny.go -->\n'''go\nfunc Two() int {\n}\n'''", want: "page.md:3: these lines do not stand in tiny.go"},
		"excerpt of a half":  {page: "<!-- from: tiny.go -->\n'''go\nfunc Two()\n'''", want: "page.md:3: these lines do not stand in tiny.go"},
		"excerpt is empty":   {page: "<!-- from: tiny.go -->\n'''go\n'''", want: "page.md:3: the excerpt is empty"},
		"excerpt is away":    {page: "<!-- from: gone.go -->\n'''go\na\n'''", want: "page.md:3: gone.go cannot be read"},
		"excerpt is outside": {page: "<!-- from: ../x.go -->\n'''go\na\n'''", want: "page.md:3: ../x.go is outside the repository"},
		"bad JSON":           {page: "'''json\n{\"a\": …}\n'''", want: "page.md:2: this is not JSON"},
		"bad JSON line":      {page: "'''jsonl\n{}\n{\n'''", want: "page.md:3: this line is not JSON"},
		"no language":        {page: "'''\na\n'''", want: "page.md:2: the fence names no language; use text if there is none"},
		"no check":           {page: "'''python\na\n'''", want: "page.md:2: nothing checks the language python: add <!-- from: path --> or <!-- not run: reason -->"},
		"no reason":          {page: "<!-- not run -->\n'''sh\ntrue\n'''", want: "page.md:1: the mark is not one of <!-- not run: reason -->, <!-- from: path -->, <!-- output -->"},
		"no block":           {page: "<!-- output -->\n\nwords\n'''text\n'''", want: "page.md:1: no block follows the mark"},
		"no block at all":    {page: "<!-- not run: late -->", want: "page.md:1: no block follows the mark"},
		"two marks":          {page: "<!-- output -->\n<!-- not run: late -->\n'''text\n'''", want: "page.md:1: a block has one mark only"},
		"never closed":       {page: "'''text\na", want: "page.md:1: the fence is never closed"},
		"quoted":             {page: "> '''sh\n> false\n> '''", want: "page.md:1: a block in a quotation cannot be checked|page.md:3: a block in a quotation cannot be checked"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, findings := check(t, c.page, c.files)
			if got := strings.Join(findings, "|"); got != c.want {
				t.Errorf("findings:\n\t%s\nwant:\n\t%s", got, c.want)
			}
		})
	}
}

// A block that never ends, or that leaves something running behind it, must
// not hold up the rest.
func TestCheckerEndsCommands(t *testing.T) {
	t.Parallel()
	c := doccheck.Checker{Root: t.TempDir(), Scratch: t.TempDir(), Timeout: 200 * time.Millisecond}
	page := strings.ReplaceAll("'''sh\nsleep 3600 &\n'''\n\n'''sh\nsleep 3600\n'''\n", tick, "```")
	start := time.Now()
	result, err := c.Check(t.Context(), doccheck.ReadPage("page.md", page))
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Findings) != 1 || !strings.HasPrefix(result.Findings[0], "page.md:6: did not end within 200ms") {
		t.Errorf("findings: %q", result.Findings)
	}
	if took := time.Since(start); took > time.Minute {
		t.Errorf("took %v", took)
	}
}
