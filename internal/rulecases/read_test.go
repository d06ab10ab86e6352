package rulecases_test

import (
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	good := `{"case": "X", "rule": "r", "source": "s", "releases": ["releases/core.json", {"id": "more"}], "steps": [{"call": "loadRuleset", "expect": {"ok": true}}]}`
	cases, err := read(t, map[string]string{
		"b/X.json": good, "a/2.json": good, "a/10.json": good,
		"releases/core.json": `{"id": "core"}`,
		"README.md":          "text", "a/notes.md": "text", "loose.json": "no case",
	})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range cases {
		names = append(names, c.Name)
		if got := c.Releases[0].String() + c.Releases[1].String(); got != `{"id":"core"}{"id":"more"}` {
			t.Errorf("%s has the releases %s", c.Name, got)
		}
		if got := c.Character.String(); got != `{"specVersion":"1.0","id":"hero"}` {
			t.Errorf("%s has the character %s", c.Name, got)
		}
	}
	if got := strings.Join(names, " "); got != "a/10 a/2 b/X" {
		t.Errorf("read %s", got)
	}
}

// TestReadRefuses: a misspelt case is an error, never a case that shows less.
func TestReadRefuses(t *testing.T) {
	file := func(step string) string {
		return `{"case": "X", "rule": "r", "source": "s", "releases": [], "steps": [` + step + `]}`
	}
	for _, test := range []struct{ name, text, want string }{
		{"no JSON", `{`, "X.json"},
		{"no object", `[]`, "an array stands where an object belongs"},
		{"no rule", `{"case": "X", "source": "s", "releases": [], "steps": []}`, "rule is missing or no text"},
		{"no releases", `{"case": "X", "rule": "r", "source": "s", "steps": []}`, "releases is missing or no array"},
		{"no steps", file(``), "at least one step"},
		{"unknown member", `{"case": "X", "rule": "r", "source": "s", "releases": [], "steps": [], "expct": 1}`, `unknown member "expct"`},
		{"release that is not there", strings.Replace(file(`{"call": "computeSheet", "expect": {}}`), `[]`, `["releases/no.json"]`, 1), "/releases/0"},
		{"release outside", strings.Replace(file(`{"call": "computeSheet", "expect": {}}`), `[]`, `["../no.json"]`, 1), "not below the folder"},
		{"unknown call", file(`{"call": "sing", "expect": {}}`), `step 1: unknown call "sing"`},
		{"unknown member of a step", file(`{"call": "computeSheet", "expects": {}}`), `step 1: unknown member "expects"`},
		{"input", file(`{"call": "computeSheet", "input": [], "expect": {}}`), "an array stands where an object belongs"},
		{"nothing expected", file(`{"call": "computeSheet"}`), "expects nothing shows nothing"},
		{"no errors", file(`{"call": "computeSheet", "errors": []}`), "a list with errors in it"},
		{"errors without code", file(`{"call": "computeSheet", "errors": [{"path": "/x"}]}`), "code is missing"},
		{"errors by count", file(`{"call": "computeSheet", "errors": {"$count": 1}}`), "a list with errors in it"},
		{"member of an error", file(`{"call": "computeSheet", "errors": [{"code": "loop", "at": "/x"}]}`), `unknown member "at"`},
		{"directive", file(`{"call": "computeSheet", "expect": {"a": [{"$hass": []}]}}`), "unknown directive"},
		{"directive in a directive", file(`{"call": "computeSheet", "expect": {"$has": [{"$no": 1}]}}`), "unknown directive"},
		{"any that is none", file(`{"call": "computeSheet", "expect": {"a": {"$any": false}}}`), "unknown directive"},
		{"count", file(`{"call": "computeSheet", "expect": {"a": {"$count": "2"}}}`), "unknown directive"},
		{"mixed", file(`{"call": "computeSheet", "expect": {"a": 1, "$count": 2}}`), "mixes members and directives"},
		{"absent", file(`{"call": "computeSheet", "absent": ["values"]}`), "absent holds JSON Pointers"},
		{"same", file(`{"call": "computeSheet", "expect": {}, "same": true}`), "belongs to applyChanges"},
	} {
		cases, err := read(t, map[string]string{"a/X.json": test.text, "a/Y.json": file(`{"call": "loadRuleset", "expect": {"ok": true}}`)})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, not one with %q", test.name, err, test.want)
		}
		if len(cases) != 1 || cases[0].Name != "a/Y" {
			t.Errorf("%s: the good case beside it was not read", test.name)
		}
	}
}
