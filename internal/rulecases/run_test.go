package rulecases_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/internal/rulecases"
	"github.com/open-actor-models/oam/ojson"
)

// read writes files into a folder of cases and reads it.
func read(t *testing.T, files map[string]string) ([]*rulecases.Case, error) {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return rulecases.Read(folder)
}

// one reads a case that has the given steps.
func one(t *testing.T, steps string) *rulecases.Case {
	t.Helper()
	cases, err := read(t, map[string]string{"a/A1.json": `{"case": "A1", "rule": "r", "source": "s",
		"releases": [{"id": "t", "version": "1.0.0", "kind": "game"}],
		"character": {"id": "hero", "fields": {"hp": 5, "ac": 10}, "own": true},
		"steps": [` + steps + `]}`})
	if err != nil || len(cases) != 1 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	return cases[0]
}

func reports(r *rulecases.Result) []string {
	var texts []string
	for _, f := range r.Failures {
		texts = append(texts, f.String())
	}
	return texts
}

// goodSteps make every kind of step.
const goodSteps = `
	{"call": "loadRuleset", "expect": {"ok": true, "ruleset": {"packs": {"$count": 1}}}},
	{"call": "computeSheet", "expect": {"values": {"hp": 5, "ac": 10.0}}, "absent": ["/values/mp", "/actions"]},
	{"call": "applyChanges", "input": {"changes": [{"field": "hp", "by": -2}, {"field": "hp", "die": 6}], "dice": {"faces": [4]}},
	 "expect": {"ok": true, "changes": [{"by": -2}, {"face": 4}]}},
	{"call": "computeSheet", "expect": {"values": {"hp": 7}}},
	{"call": "applyChanges", "input": {"changes": [{"field": "mp", "by": 1}]}, "errors": [{"code": "unknown-field", "path": "/changes/0/field"}]},
	{"call": "applyChanges", "input": {"changes": []}, "same": true},
	{"call": "computeSheet", "input": {"character": {"fields": {"hp": 1}}}, "expect": {"values": {"hp": 1}}},
	{"call": "loadRuleset", "input": {"releases": []}, "errors": {"$has": [{"code": "wrong-kind"}]}}`

func TestGoodCase(t *testing.T) {
	r := rulecases.Runner{Call: engine{}.call}.Run(one(t, goodSteps))
	if r.Failures != nil {
		t.Error(reports(r))
	}
	if len(r.Inputs) != 8 || len(r.Outputs) != 8 {
		t.Errorf("%d inputs and %d outputs of 8 steps", len(r.Inputs), len(r.Outputs))
	}
	if got := r.Inputs[3].String(); !strings.Contains(got, `"hp":7`) || !strings.Contains(got, `"packs"`) {
		t.Errorf("step 4 got %s, not the character that step 3 made and a ruleset", got)
	}
}

// TestBrokenPromises runs engines that answer each step rightly, and yet break
// what holds for all cases.
func TestBrokenPromises(t *testing.T) {
	roll := `{"call": "applyChanges", "input": {"changes": [{"field": "hp", "die": 6}], "dice": {"faces": [4]}}, "expect": {"ok": true}}`
	sheet := `{"call": "computeSheet", "expect": {"issues": []}}`
	for _, test := range []struct {
		name   string
		engine engine
		steps  string
		want   []string
	}{
		{"dice that are not written down", engine{rollsAgain: true}, roll, []string{
			"a/A1: step 1 (applyChanges): replaying the output's changes gives something else",
		}},
		{"changes that are left out", engine{forgetsChanges: true}, roll, []string{
			"a/A1: step 1 (applyChanges): replaying the output's changes gives something else",
		}},
		{"a result in the order of the file", engine{keepsOrder: true}, sheet, []string{
			"a/A1: step 1 (computeSheet): another order of members gives another result",
		}},
		{"a ruleset that needs an order", engine{failsByOrder: true}, sheet, []string{
			"a/A1: step 1 (computeSheet): another order of members ends the case",
		}},
		{"no object", engine{returnsText: true}, `{"call": "loadRuleset", "expect": {"$any": true}}`, []string{
			"a/A1: step 1 (loadRuleset)\n  expected an object\n  got      \"sheet\"",
		}},
		{"no ruleset", engine{returnsText: true}, sheet, []string{
			"a/A1: step 0 (loadRuleset)\n  expected an object\n  got      \"sheet\"",
			"a/A1: step 0 (loadRuleset): the releases do not load",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := reports(rulecases.Runner{Call: test.engine.call}.Run(one(t, test.steps)))
			for _, want := range test.want {
				if !slices.ContainsFunc(got, func(g string) bool { return strings.HasPrefix(g, want) }) {
					t.Errorf("no report that begins with %q", want)
				}
			}
			for _, g := range got {
				if !slices.ContainsFunc(test.want, func(want string) bool { return strings.HasPrefix(g, want) }) {
					t.Errorf("also reported:\n%s", g)
				}
			}
		})
	}
}

// TestWrongOutputs holds the text of reports, whole.
func TestWrongOutputs(t *testing.T) {
	for _, test := range []struct{ name, step, want string }{
		{"a value", `{"call": "computeSheet", "expect": {"values": {"hp": 6, "ac": 10}}}`,
			"a/A1: step 1 (computeSheet)\n  at       /values/hp\n  expected 6\n  got      5"},
		{"something that is there", `{"call": "computeSheet", "absent": ["/values/hp"]}`,
			"a/A1: step 1 (computeSheet)\n  at       /values/hp\n  expected nothing\n  got      5"},
		{"success", `{"call": "computeSheet", "errors": [{"code": "loop"}]}`,
			"a/A1: step 1 (computeSheet)\n  at       /ok\n  expected false\n  got      nothing\n" +
				"a/A1: step 1 (computeSheet)\n  at       /errors\n  expected [{\"code\":\"loop\"}]\n  got      nothing"},
		{"an error", `{"call": "applyChanges", "input": {"changes": [{"field": "mp"}]}, "expect": {"ok": true}}`,
			"a/A1: step 1 (applyChanges): the call failed\n  expected success\n" +
				`  got      {"ok":false,"errors":[{"code":"unknown-field","path":"/changes/0/field"}]}`},
		{"another error", `{"call": "applyChanges", "input": {"changes": [{"field": "mp"}]}, "errors": [{"code": "unknown-field", "path": "/changes/1"}]}`,
			"a/A1: step 1 (applyChanges)\n  at       /errors/0/path\n  expected \"/changes/1\"\n  got      \"/changes/0/field\""},
		{"one error more", `{"call": "loadRuleset", "input": {"releases": []}, "errors": [{"code": "wrong-kind"}, {"code": "wrong-kind"}]}`,
			"a/A1: step 1 (loadRuleset)\n  at       /errors\n" +
				"  expected 2 items: [{\"code\":\"wrong-kind\"},{\"code\":\"wrong-kind\"}]\n" +
				"  got      1 items: [{\"code\":\"wrong-kind\",\"path\":\"/releases\"}]"},
		{"a change", `{"call": "applyChanges", "input": {"changes": [{"field": "hp", "by": 1}]}, "same": true}`,
			"a/A1: step 1 (applyChanges): the character changed\n  at       /fields/hp\n  expected 5\n  got      6"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rulecases.Runner{Call: engine{}.call}.Run(one(t, test.step))
			if got := strings.Join(reports(r), "\n"); got != test.want {
				t.Errorf("got\n%s\nnot\n%s", got, test.want)
			}
		})
	}
}

// TestCheck asks which inputs and outputs the check is shown, and that what it
// says is reported.
func TestCheck(t *testing.T) {
	kinds := map[string]string{"unknown-field": "runtime", "wrong-kind": "load"}
	var shown []string
	runner := rulecases.Runner{
		Call: engine{}.call,
		Check: func(call, side string, v ojson.Value) error {
			shown = append(shown, call+" "+side)
			if v.Kind() != ojson.KindObject {
				return errors.New("no object")
			}
			if _, ok := v.Get("values"); ok {
				return errors.New("it has values")
			}
			return nil
		},
		Kind: func(code string) string { return kinds[code] },
	}
	r := runner.Run(one(t, `
		{"call": "applyChanges", "input": {"changes": [{"field": "mp"}]}, "errors": [{"code": "unknown-field"}]},
		{"call": "loadRuleset", "input": {"releases": []}, "errors": [{"code": "wrong-kind"}]},
		{"call": "computeSheet", "expect": {"values": {"hp": 5}}}`))
	want := []string{
		"loadRuleset input", "loadRuleset output", // the runner's own
		"applyChanges input", "applyChanges output",
		"loadRuleset output",
		"computeSheet input", "computeSheet output",
	}
	if !slices.Equal(shown, want) {
		t.Errorf("shown: %q", shown)
	}
	report := "a/A1: step 3 (computeSheet): the output does not match its schema\n  expected a valid output\n  got      it has values"
	if got := reports(r); !slices.Equal(got, []string{report}) {
		t.Errorf("reports: %q", got)
	}
}

func TestLongReport(t *testing.T) {
	f := rulecases.Failure{Case: "a/A1", Step: 1, Call: "computeSheet", Difference: rulecases.Difference{Expected: "x", Got: strings.Repeat("é", 5000)}}
	want := "a/A1: step 1 (computeSheet)\n  expected x\n  got      " + strings.Repeat("é", 600) + " … (10000 bytes)"
	if f.String() != want {
		t.Errorf("%d bytes: %.80s", len(f.String()), f)
	}
}
