package rules_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/internal/rulecases"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/data"
)

// TestErrorCodesCovered: a case expects every error code.
func TestErrorCodesCovered(t *testing.T) {
	checkCodes(t, data.ErrorCodes(), expectedCodes(readCases(t)).errors)
}

// TestIssueCodesCovered: a case expects every issue code. Some have the name of
// an error code and are found by where they stand.
func TestIssueCodesCovered(t *testing.T) {
	checkCodes(t, data.IssueCodes(), expectedCodes(readCases(t)).issues)
}

func checkCodes(t *testing.T, list ojson.Value, shown map[string]bool) {
	t.Helper()
	if list.Len() == 0 {
		t.Error("the list is empty")
	}
	for _, code := range list.Members() {
		if !shown[code.Key] {
			t.Errorf("no case expects %s", code.Key)
		}
	}
}

// codes are those that patterns name.
type codes struct{ errors, issues map[string]bool }

func expectedCodes(cases []*rulecases.Case) codes {
	c := codes{map[string]bool{}, map[string]bool{}}
	for _, one := range cases {
		for _, s := range one.Steps {
			c.collect(s.Expect, nil)
			c.collect(s.Errors, c.errors)
		}
	}
	return c
}

// collect walks a pattern; into is where a code belongs that stands here, by the
// nearest member around it that is named for errors or issues.
func (c codes) collect(v ojson.Value, into map[string]bool) {
	if code, ok := v.Get("code"); ok && into != nil {
		text, _ := code.AsString()
		into[text] = true
	}
	for _, m := range v.Members() {
		switch m.Key {
		case "error", "errors":
			c.collect(m.Value, c.errors)
		case "issues":
			c.collect(m.Value, c.issues)
		default:
			c.collect(m.Value, into)
		}
	}
	for _, item := range v.Items() {
		c.collect(item, into)
	}
}

// TestChangesCovered: each change type of docs/rules/changes.md succeeds in a
// case, and fails in another with a runtime error, where it has any.
func TestChangesCovered(t *testing.T) {
	applied, refused := map[string]bool{}, map[string]bool{}
	kinds := errorKinds()
	for _, c := range readCases(t) {
		for _, s := range c.Steps {
			if s.Call != "applyChanges" {
				continue
			}
			changes, _ := s.Input.Get("changes")
			if s.Errors.IsNull() {
				for _, change := range changes.Items() {
					applied[changeType(change)] = true
				}
				continue
			}
			// The first error ends a batch: a batch of one shows whose it is.
			if changes.Len() == 1 && expectsKind(s.Errors, kinds, "runtime") {
				refused[changeType(changes.Items()[0])] = true
			}
		}
	}
	table := rows(t, "changes.md", "The change types")
	if len(table) != 21 {
		t.Errorf("docs/rules/changes.md has %d change types, not 21", len(table))
	}
	for _, r := range table {
		name, mayFail := strings.Trim(r[0], "`"), r[2] != ""
		if !applied[name] {
			t.Errorf("no case applies %s", name)
		}
		if mayFail && !refused[name] {
			t.Errorf("no case has a runtime error of %s, alone in its batch", name)
		}
	}
}

func changeType(change ojson.Value) string {
	name, _ := change.Get("type")
	text, _ := name.AsString()
	return text
}

func expectsKind(errs ojson.Value, kinds map[string]string, kind string) bool {
	for _, e := range errs.Items() {
		code, _ := e.Get("code")
		text, _ := code.AsString()
		if kinds[text] == kind {
			return true
		}
	}
	return false
}

// TestSheetCovered: each member of a sheet is expected with something in it.
func TestSheetCovered(t *testing.T) {
	shown := map[string]bool{}
	for _, c := range readCases(t) {
		for _, s := range c.Steps {
			if s.Call != "computeSheet" {
				continue
			}
			for _, m := range s.Expect.Members() {
				count, counted := m.Value.Get("$count")
				if m.Value.Len() > 0 && !(counted && count.String() == "0") {
					shown[m.Key] = true
				}
			}
		}
	}
	table := rows(t, "sheet.md", "computeSheet")
	if len(table) == 0 {
		t.Error("docs/rules/sheet.md has no table of the sheet")
	}
	for _, r := range table {
		if name := strings.Trim(r[0], "`"); !shown[name] {
			t.Errorf("no case expects %s with something in it", name)
		}
	}
}

var cell = regexp.MustCompile("`[a-zA-Z]+`")

// rows returns the cells of the first table of a section of a page whose rows
// begin with a name.
func rows(t *testing.T, page, section string) [][]string {
	t.Helper()
	text, err := os.ReadFile("../../docs/rules/" + page)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "\n## "+section+"\n")
	if !found {
		t.Fatalf("docs/rules/%s has no section %s", page, section)
	}
	var table [][]string
	for line := range strings.Lines(rest) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			if table != nil || strings.HasPrefix(line, "#") {
				break
			}
			continue
		}
		var cells []string
		for c := range strings.SplitSeq(strings.Trim(line, "|"), " |") {
			cells = append(cells, strings.TrimSpace(c))
		}
		for len(cells) < 3 {
			cells = append(cells, "")
		}
		if cell.FindString(cells[0]) == cells[0] && cells[0] != "" {
			table = append(table, cells)
		}
	}
	return table
}

// TestActionsCovered: each kind of step stands in an action of a case that runs
// one, each kind of pause is expected in a case and answered behind it, and each
// kind of a log's entries is expected.
func TestActionsCovered(t *testing.T) {
	steps, paused, answered, logged := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, c := range readCases(t) {
		runs := false
		last := ""
		for _, s := range c.Steps {
			if s.Call != "startAction" && s.Call != "continueAction" || !s.Errors.IsNull() {
				continue
			}
			runs = true
			if s.Call == "continueAction" && last != "" {
				answered[last] = true
			}
			needs, _ := s.Expect.Get("needs")
			kind, _ := needs.Get("kind")
			if last, _ = kind.AsString(); last != "" {
				paused[last] = true
			}
			logKinds(s.Expect, logged)
		}
		if runs {
			for _, r := range c.Releases {
				stepKinds(r, steps)
			}
		}
	}
	for _, kind := range []string{"roll", "choose", "allocate", "use", "handoff", "changes", "let", "branch", "repeat", "outcome"} {
		if !steps[kind] {
			t.Errorf("no case runs an action with a %s step", kind)
		}
	}
	for _, kind := range []string{"dice", "choose", "allocate", "handoff"} {
		if !paused[kind] || !answered[kind] {
			t.Errorf("no case expects a pause for %s and answers it", kind)
		}
	}
	for _, kind := range []string{"roll", "choose", "allocate", "use", "let", "changes", "outcome"} {
		if !logged[kind] {
			t.Errorf("no case expects a log entry of the kind %s", kind)
		}
	}
}

// stepKinds collects the kinds of the steps of all actions in a release.
func stepKinds(v ojson.Value, kinds map[string]bool) {
	if list, ok := v.Get("steps"); ok && list.Kind() == ojson.KindArray {
		for _, step := range list.Items() {
			for _, m := range step.Members() {
				kinds[m.Key] = true
			}
		}
	}
	for _, m := range v.Members() {
		stepKinds(m.Value, kinds)
	}
	for _, item := range v.Items() {
		stepKinds(item, kinds)
	}
}

// logKinds collects the kinds of the log entries that a pattern expects.
func logKinds(expect ojson.Value, kinds map[string]bool) {
	log, _ := expect.Get("log")
	list := log
	if has, ok := log.Get("$has"); ok {
		list = has
	}
	for _, e := range list.Items() {
		kind, _ := e.Get("kind")
		text, _ := kind.AsString()
		kinds[text] = true
	}
}
