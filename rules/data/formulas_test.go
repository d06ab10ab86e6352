package data_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/data"
)

// TestFormulaCodes holds the two tables of docs/rules/formulas.md to the list: what
// is found at load has codes of loading, with their data, and what fails when a
// formula runs has those of running. safety-limit-exceeded is in both.
func TestFormulaCodes(t *testing.T) {
	page, err := os.ReadFile("../../docs/rules/formulas.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(page), "\n## Errors\n")
	part, _, _ = strings.Cut(part, "\n## ")
	load, run, ok := strings.Cut(part, "When a formula runs")
	if !ok {
		t.Fatal("the page no longer has two tables of codes")
	}
	row := regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| (?:`(\\{[^`]*\\})`)?")
	for kind, table := range map[string]string{"load": load, "runtime": run} {
		rows := row.FindAllStringSubmatch(table, -1)
		if len(rows) < 8 {
			t.Errorf("%d codes of kind %s", len(rows), kind)
		}
		for _, r := range rows {
			code, written := r[1], r[2]
			if got := data.Kind(code); got != kind && code != "safety-limit-exceeded" {
				t.Errorf("%s is of kind %q, not %q", code, got, kind)
			}
			if kind == "load" && code != "safety-limit-exceeded" {
				if want := formulaData(code); members(written) != want {
					t.Errorf("%s has the data %q, not %q", code, members(written), want)
				}
			}
		}
	}
	for _, code := range []string{"formula-type", "constant-error"} {
		if !strings.Contains(load, "`"+code+"`") {
			t.Errorf("the page does not say %s", code)
		}
	}
}

// members are the names in the data of a row: {error: {code, data?}} has error.
func members(written string) string {
	written = strings.Trim(written, "{}")
	if name, _, nested := strings.Cut(written, ":"); nested {
		return name
	}
	return written
}

// formulaData is the data of a code without the place and what only other users of
// the code have.
func formulaData(code string) string {
	entry, _ := data.ErrorCodes().Get(code)
	list, _ := entry.Get("data")
	var names []string
	for _, m := range list.Members() {
		if place := []string{"formula?", "offset?", "line?", "column?", "content?"}; m.Value.Kind() == ojson.KindString && !slices.Contains(place, m.Key) {
			names = append(names, m.Key)
		}
	}
	return strings.Join(names, ", ")
}
