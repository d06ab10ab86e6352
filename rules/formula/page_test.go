package formula_test

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/rules/formula"
)

func page(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/rules/formulas.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestPageExamples(t *testing.T) {
	_, examples, _ := strings.Cut(page(t), "## Examples")
	rows := regexp.MustCompile("(?m)^\\| `(.+)` \\| `(.+)` \\|$").FindAllStringSubmatch(examples, -1)
	if len(rows) < 20 {
		t.Fatalf("%d examples were found", len(rows))
	}
	for _, row := range rows {
		if v, _ := eval(t, row[1]); v.String() != row[2] {
			t.Errorf("%s is %v; the page says %s", row[1], v, row[2])
		}
	}
}

// TestPageRounding checks the table of rounding functions, head and all.
func TestPageRounding(t *testing.T) {
	text := page(t)
	head := regexp.MustCompile(`(?m)^\| function \| (.+) \| \|$`).FindStringSubmatch(text)
	rows := regexp.MustCompile("(?m)^\\| `(\\w+)\\(x\\)` \\| ((?:-?\\d \\| ){6})").FindAllStringSubmatch(text, -1)
	if head == nil || len(rows) != 5 {
		t.Fatalf("the table has %d rows", len(rows))
	}
	for _, row := range rows {
		for i, want := range strings.Split(strings.TrimSuffix(row[2], " | "), " | ") {
			text := row[1] + "(" + strings.Split(head[1], " | ")[i] + ")"
			if v, _ := eval(t, text); v.String() != want {
				t.Errorf("%s is %v; the page says %s", text, v, want)
			}
		}
	}
}

func TestPageLimits(t *testing.T) {
	text := strings.ReplaceAll(page(t), ",", "")
	for name, most := range map[string]int{"length": formula.MaxLength, "nodes": formula.MaxNodes, "depth": formula.MaxDepth} {
		if row := "| `formula-" + name + "` | " + strconv.Itoa(most) + " |"; !strings.Contains(text, row) {
			t.Errorf("the page has no row %s", row)
		}
	}
}
