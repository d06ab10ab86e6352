package bridge_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the column of the case files in COVERAGE.md")

const coverageFile = "COVERAGE.md"

// behaviours are the numbers of all items that COVERAGE.md must have.
func behaviours() []string {
	var all []string
	for i := 1; i <= 297; i++ {
		if i == 188 {
			all = append(all, "188a")
		}
		all = append(all, strconv.Itoa(i))
	}
	return all
}

// row is a line of the table: | item | behaviour | files | Go tests |.
type row struct {
	item, about    string
	files, goTests []string
}

func (r row) String() string {
	return fmt.Sprintf("| %s | %s | %s | %s |", r.item, r.about, cell(r.files), cell(r.goTests))
}

func cell(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "`" + strings.Join(names, "` `") + "`"
}

// parseRow reads a line; ok is false for lines that are no rows of the table.
func parseRow(text string) (r row, ok bool) {
	cells := strings.Split(strings.Trim(text, "|"), "|")
	if len(cells) != 4 || !strings.HasPrefix(text, "| ") {
		return r, false
	}
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	if _, err := strconv.Atoi(strings.TrimSuffix(cells[0], "a")); err != nil {
		return r, false
	}
	names := func(cell string) []string { return strings.Fields(strings.ReplaceAll(cell, "`", " ")) }
	return row{item: cells[0], about: cells[1], files: names(cells[2]), goTests: names(cells[3])}, true
}

// TestCoverage compares COVERAGE.md with the case files and the Go tests, both
// ways: every behaviour is shown by something that exists, and what a file says
// that it shows is in the table.
func TestCoverage(t *testing.T) {
	shown := map[string][]string{} // item → files
	for _, c := range readCases(t) {
		for _, item := range c.items {
			shown[item] = append(shown[item], c.name)
		}
	}
	text, err := os.ReadFile(coverageFile)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	var items []string
	for i, line := range lines {
		r, ok := parseRow(line)
		if !ok {
			continue
		}
		items = append(items, r.item)
		files := slices.Sorted(slices.Values(shown[r.item]))
		if *update {
			r.files = files
			lines[i] = r.String()
		}
		if !slices.Equal(r.files, files) {
			t.Errorf("%s:%d: item %s has other files than their headers say; go test ./conformance/bridge -update", coverageFile, i+1, r.item)
		}
		if len(files)+len(r.goTests) == 0 {
			t.Errorf("%s:%d: nothing shows item %s", coverageFile, i+1, r.item)
		}
		for _, name := range r.goTests {
			if err := findTest(name); err != nil {
				t.Errorf("%s:%d: %v", coverageFile, i+1, err)
			}
		}
	}
	for item, files := range shown {
		if !slices.Contains(items, item) {
			t.Errorf("%s has no item %s, which %v show", coverageFile, item, files)
		}
	}
	if want := behaviours(); !slices.Equal(items, want) {
		t.Errorf("%s: the items are not those of behaviours in order: %v", coverageFile, items)
	}
	if *update {
		if err := os.WriteFile(coverageFile, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// findTest looks for a test by the path of its package and its name, such as
// model/scripted.TestDelay.
func findTest(name string) error {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return fmt.Errorf("%s is not package.Test", name)
	}
	files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(name[:dot]), "*_test.go"))
	if err != nil {
		return err
	}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == name[dot+1:] {
				return nil
			}
		}
	}
	return fmt.Errorf("there is no test %s", name)
}
