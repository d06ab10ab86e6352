package data_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/data"
)

// codeForm is how codes are written: words with "-" between them. loop is the
// one code of a single word.
var codeForm = regexp.MustCompile(`^[a-z]+(-[a-z0-9]+)+$|^loop$`)

// otherWords are texts in the sources that look like codes and are none.
func otherWords() []string {
	return []string{
		"max-drop",       // a cause of an adjustment
		"no-event",       // marks formulas that wait for an event; never leaves the engine
		"number-syntax",  // a text that is no number; JSON has no such numbers
		"one-per-source", // a way to keep
	}
}

// TestSources holds the lists to the sources of the engine, in both directions:
// every text that looks like a code is one, and every code is in the sources.
func TestSources(t *testing.T) {
	known := map[string]bool{}
	for _, list := range []ojson.Value{data.ErrorCodes(), data.IssueCodes(), data.WarningCodes()} {
		for _, c := range list.Members() {
			known[c.Key] = true
		}
	}
	limits := pageCodes(t, "limits.md", "")
	found := sourceTexts(t)
	for text, place := range found {
		if !known[text] && !limits[text] && !slices.Contains(otherWords(), text) {
			t.Errorf("%s: %q is no code of rules/data and no limit of limits.md", place, text)
		}
	}
	for code := range known {
		if found[code] == "" {
			t.Errorf("nothing in the sources says %q", code)
		}
	}
	for _, word := range otherWords() {
		if found[word] == "" || known[word] {
			t.Errorf("otherWords: %q is not in the sources, or a code", word)
		}
	}
}

// sourceTexts returns the texts of the engine's sources that look like codes,
// each with a place.
func sourceTexts(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	fset := token.NewFileSet()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if _, isImport := n.(*ast.ImportSpec); isImport {
				return false
			}
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				text, err := strconv.Unquote(lit.Value)
				if err == nil && codeForm.MatchString(text) {
					found[text] = fset.Position(lit.Pos()).String()
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestKinds checks the form of the lists.
func TestKinds(t *testing.T) {
	for _, c := range data.ErrorCodes().Members() {
		if kind := data.Kind(c.Key); !slices.Contains([]string{"shape", "load", "runtime", "action"}, kind) {
			t.Errorf("%s has the kind %q", c.Key, kind)
		}
	}
	for _, c := range data.IssueCodes().Members() {
		if source, _ := c.Value.Get("source"); source.Kind() != ojson.KindString {
			t.Errorf("%s does not say what its source is", c.Key)
		}
	}
	if kind := data.Kind("no-such-code"); kind != "" {
		t.Errorf("no-such-code has the kind %q", kind)
	}
}

// TestPage holds docs/rules/errors.md to the lists: each code in its section,
// with its data.
func TestPage(t *testing.T) {
	sections := map[string]ojson.Value{"Issues": data.IssueCodes(), "Warnings": data.WarningCodes()}
	for _, c := range data.ErrorCodes().Members() {
		kind := data.Kind(c.Key)
		title := strings.ToUpper(kind[:1]) + kind[1:]
		sections[title] = sections[title].With(c.Key, c.Value)
	}
	for title, list := range sections {
		rows := pageRows(t, "errors.md", title)
		for _, c := range list.Members() {
			row, ok := rows[c.Key]
			if !ok {
				t.Errorf("errors.md, %s: no %s", title, c.Key)
				continue
			}
			if want := dataColumn(c.Value); row != want {
				t.Errorf("errors.md, %s: the data is %q, not %q", c.Key, row, want)
			}
			delete(rows, c.Key)
		}
		for code := range rows {
			t.Errorf("errors.md, %s: %s does not belong there", title, code)
		}
	}
}

// dataColumn is the data of a code as the page writes it.
func dataColumn(entry ojson.Value) string {
	members, _ := entry.Get("data")
	var names []string
	place := ""
	for _, m := range members.Members() {
		switch m.Key {
		case "*":
			return "as the pack says"
		case "formula?", "offset?", "line?", "column?":
			place = "ƒ"
		default:
			names = append(names, m.Key)
		}
	}
	if names == nil {
		return place
	}
	return strings.TrimSpace("`{" + strings.Join(names, ", ") + "}` " + place)
}

var pageRow = regexp.MustCompile("^\\| `([a-z0-9-]+)` \\|(?:.*\\|)? (.*?) ?\\|$")

// pageRows returns the last column of the rows of a section by their first, "" for
// the whole page.
func pageRows(t *testing.T, page, section string) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../docs/rules/" + page)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	inside := section == ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && line[0] == '#' {
			inside = section == "" || title == section
		}
		if m := pageRow.FindStringSubmatch(line); m != nil && inside {
			if _, twice := rows[m[1]]; twice {
				t.Errorf("%s: %s is there twice", page, m[1])
			}
			rows[m[1]] = m[2]
		}
	}
	return rows
}

func pageCodes(t *testing.T, page, section string) map[string]bool {
	t.Helper()
	codes := map[string]bool{}
	for code := range pageRows(t, page, section) {
		codes[code] = true
	}
	return codes
}
