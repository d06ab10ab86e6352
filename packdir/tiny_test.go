package packdir_test

import (
	"os"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/packdir"
)

// TestTiny reads the pack of docs/rules/pack-folder.md.
func TestTiny(t *testing.T) {
	b, problems := packdir.Read(os.DirFS("testdata/tiny"))
	if len(problems) > 0 {
		t.Fatal(summaries(problems))
	}
	want := `{"id":"tiny","version":"1.0.0","specVersion":"1.0","kind":"game","license":"CC0-1.0",` +
		`"attribution":"A made-up game with one ability and one spell.",` +
		`"fields":{"abilities.{a}.score":{"each":{"a":{"type":"ability"}},"type":"integer","default":10},` +
		`"abilities.{a}.mod":{"each":{"a":{"type":"ability"}},"formula":"(abilities.{a}.score - 10) // 2"},` +
		`"defense":{"formula":"10 + abilities.dex.mod"}},` +
		`"contentTypes":{"ability":{},"spell":{"applied":true}},` +
		`"content":{"dex":{"type":"ability"},"haste":{"type":"spell","effects":[` +
		`{"id":"dodge","target":"defense","op":"add","value":"min(2, abilities.dex.mod)"}]}},` +
		`"rules":{"effects":[{"id":"cover","target":"defense","op":"add","value":2,"when":"has('haste')"}]},` +
		`"i18n":{"en":{"fields.defense.name":"Defense","content.haste.name":"Haste"}}}`
	if got := b.Release.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	// In the formula over two lines, the name starts at byte 5.
	if p := b.LocateIn("/fields/defense/formula", 5); p.File != "fields.yaml" || placed(p) != at(9, 9, 10) {
		t.Errorf("got %s:%s", p.File, placed(p))
	}
}

// TestTold compares what the page shows for a comma in braces.
func TestTold(t *testing.T) {
	want, err := os.ReadFile("testdata/problem.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, problems := packdir.Read(folder(map[string]string{"content/spells.yaml": "content:\n  haste:\n    type: spell\n    effects:\n" +
		"      - {id: dodge, value: min(2, abilities.dex.mod)}\n"}))
	if len(problems) != 1 {
		t.Fatal(summaries(problems))
	}
	var out strings.Builder
	what, _ := problems[0].Data.Get("what")
	name, _ := what.AsString()
	if err := packdir.Caret(&out, problems[0].Place, problems[0].Code+" "+name); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
