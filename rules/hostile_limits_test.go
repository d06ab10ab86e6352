package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// counted joins n items that a format makes of their numbers.
func counted(n int, format string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i))
	}
	return strings.Join(list, ",")
}

// Each row hides its work in one thing that is cheap to write, and ends by the
// limit that counts it. Without the limit each takes seconds or gigabytes.
func TestEachLimitEndsItsWork(t *testing.T) {
	kind := `"contentTypes":{"f":{"copies":"features"}}`
	sum := strings.Repeat("1+", 500) + "1"
	for limit, test := range map[string]struct{ members, file, changes string }{
		"formula-bytes": {`"fields":{` + counted(2000, `"a#":{"formula":"`+sum+`"}`) + `}`, ``, ``},
		"load-steps": {kind + `,"content":{` + counted(5000, `"c#":{"type":"f"}`) + `},"fields":{` +
			counted(2000, `"o#":{"type":"option","options":{"type":"f","where":"it.id != ''"}}`) + `}`, ``, ``},
		"requires": {`"requires":{` + counted(1001, `"p#":"^1.0"`) + `}`, ``, ``},
		"values": {`"contentTypes":{"f":{"copies":"features","computed":{` + counted(200, `"z#":{"formula":"1"}`) + `}}},"content":{"c0":{"type":"f"}}`,
			`"features":{` + counted(1001, `"e#":{"item":"t:c0"}`) + `}`, ``},
		"steps: removed items": {kind + `,"fields":{"s":{"type":"list"}},"content":{"c0":{"type":"f","effects":[` +
			counted(2000, `{"id":"e#","target":"s","op":"remove","value":"['a#','b#','c#']"}`) + `]}}`,
			`"features":{"e1":{"item":"t:c0"}},"fields":{"t:s":[` + counted(20000, `"x#"`) + `]}`, ``},
		"steps: failing constraints": {kind + `,"content":{"c0":{"type":"f","constraints":[` + counted(3000, `{"id":"p#","test":"1 > 2"}`) + `]}}`,
			`"features":{` + counted(600, `"e#":{"item":"t:c0"}`) + `}`, ``},
		"steps: extensions": {kind, `"extensions":{` + counted(20000, `"k#":1`) + `}`, counted(1000, `{"type":"setExtension","key":"z#","value":1}`)},
		"steps: absorbing": {`"fields":{"a":{"absorbedBy":[` + counted(5000, `"x#"`) + `]},` + counted(5000, `"x#":{"min":0}`) + `}`, ``,
			counted(1000, `{"type":"adjust","field":"t:a","by":-1}`)},
		"follow-ups": {`"fields":{"a":{}},"rules":{"followUps":[` + counted(3000, `{"id":"f#","on":{"dealt":"a"},"changes":[{"type":"adjust","field":"a","by":"event.dealt"}]}`) + `]}`, ``,
			counted(100, `{"type":"adjust","field":"t:a","by":-1}`)},
	} {
		t.Run(limit, func(t *testing.T) {
			file := []string{`"specVersion":"1.0"`, `"id":"x"`}
			if test.file != "" {
				file = append(file, test.file)
			}
			errs := played(game(test.members), object(file...), "["+test.changes+"]")
			want, _, _ := strings.Cut(limit, ":")
			if len(errs) == 0 || errs[0].Code != "safety-limit-exceeded" {
				t.Fatalf("%d errors, %v", len(errs), errs[:min(1, len(errs))])
			}
			if name, _ := errs[0].Data.Get("limit"); text(name) != want {
				t.Errorf("limit %s, want %s", name, want)
			}
		})
	}
}

// played loads a pack, computes a sheet and applies changes, up to the first
// errors.
func played(pack ojson.Value, file, changes string) []*rules.Error {
	rs, errs := rules.LoadRuleset([]ojson.Value{pack})
	if errs != nil {
		return errs
	}
	c, errs := rs.Character(ojson.MustParse(file))
	if errs != nil {
		return errs
	}
	if _, errs = c.ComputeSheet(rules.SheetOptions{}); errs != nil {
		return errs
	}
	_, errs = c.ApplyChanges(ojson.MustParse(changes).Items(), rules.ApplyOptions{})
	return errs
}

// A type may have more state members than a small number holds, and types with
// names of their own do not cost each other anything.
func TestManyStates(t *testing.T) {
	pack := game(`"contentTypes":{"f":{"copies":"features","state":{`+counted(40000, `"s#":{}`)+`}},`+counted(5000, `"g#":{"copies":"features","state":{"n#":{}}}`)+`}`,
		`"content":{"c0":{"type":"f"}}`, `"fields":{"a":{"formula":"sum(copies('f'), it.state.s39999)"}}`)
	rs, errs := rules.LoadRuleset([]ojson.Value{pack})
	if errs != nil {
		t.Fatal(errs[0])
	}
	c, errs := rs.Character(ojson.MustParse(object(`"specVersion":"1.0"`, `"id":"x"`, `"features":{"e1":{"item":"t:c0","state":{"s39999":7}}}`)))
	if errs != nil {
		t.Fatal(errs[0])
	}
	s, errs := c.ComputeSheet(rules.SheetOptions{})
	if errs != nil {
		t.Fatal(errs[0])
	}
	if v, _ := s.Value("t:a"); v.String() != "7" {
		t.Errorf("the last state is %s", v)
	}
}
