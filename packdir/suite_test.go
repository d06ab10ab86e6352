package packdir_test

import (
	"encoding/json"
	"testing"

	suite "github.com/goccy/go-yaml/testdata/yaml-test-suite"
	"github.com/google/go-cmp/cmp"

	"github.com/open-actor-models/oam/packdir"
)

// stricter and looser list the cases of the YAML test suite in which we differ
// on purpose, with the reason.
func stricter() map[string]string {
	return map[string]string{
		"tab-at-beginning-of-line-followed-by-a-flow-mapping": "no tab before the first value",
		"tab-indented-top-flow":                               "no tab before the first value",
		"tabs-that-look-like-indentation/00":                  "no tab behind the spaces of an indentation",
	}
}

func looser() map[string]string {
	return map[string]string{
		"flow-collections-over-many-lines/00": "indentation means nothing in brackets",
		"wrong-indented-flow-sequence":        "indentation means nothing in brackets",
		"tabs-in-various-contexts/003":        "indentation means nothing in brackets",
		"tabs-in-various-contexts/000":        "a line with a tab alone is a blank line",
	}
}

// TestSuite runs the test suite of the YAML project, which comes with go-yaml.
// What we read must be what it says, what it calls wrong we must refuse, and we
// refuse nothing else but what packs may not use.
func TestSuite(t *testing.T) {
	cases, err := suite.TestSuites()
	if err != nil {
		t.Skip("the suite is read from the module cache: ", err)
	}
	same, refused, differs := 0, 0, 0
	for _, c := range cases {
		v, code, what := packdir.ReadText(string(c.InYAML))
		_, strict := stricter()[c.Name]
		_, loose := looser()[c.Name]
		if strict && code != "yaml-syntax" || loose && code != "" {
			t.Errorf("%s: the list says that we differ; we say %q", c.Name, code)
		}
		switch {
		case strict || loose:
			differs++
		case c.Error && code == "":
			t.Errorf("%s: must be refused; read as %s\n%s", c.Name, v, c.InYAML)
		case c.Error || code == "unsupported-yaml":
			refused++
		case code != "":
			t.Errorf("%s: refused: %s %s\n%s", c.Name, code, what, c.InYAML)
		case len(c.InJSON) > 0:
			var got any
			if err := json.Unmarshal([]byte(v.String()), &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.InJSON[0], got); diff != "" {
				t.Errorf("%s: (-want +got)\n%s%s", c.Name, c.InYAML, diff)
			}
			same++
		}
	}
	if same < 150 || refused < 200 || differs != len(stricter())+len(looser()) {
		t.Errorf("the suite is not the one we know: %d read, %d refused, %d differ", same, refused, differs)
	}
}
