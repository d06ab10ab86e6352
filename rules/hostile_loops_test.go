package rules_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// What asks for itself on a way that passes no value and no activation is a loop
// of what was asked, and the sheet is computed.
func TestLoopsThatNoValueTakesPartIn(t *testing.T) {
	kind := `"contentTypes":{"f":{"copies":"features"}}`
	one := kind + `,"content":{"c0":{"type":"f"}}`
	const hero = `"features":{"e1":{"item":"t:c0"}}`
	const pick = `"choices":{"rules/t:c":["t:c0"]}`
	for name, test := range map[string]struct{ members, file, path string }{
		"a choice": {one + `,"rules":{"choices":{"c":{"from":{"type":"f"},"when":"picked('c')"}}}`, pick, `["rules/t:c"]`},
		"two choices": {one + `,"rules":{"choices":{"c":{"from":{"type":"f"},"when":"picked('d')"},"d":{"from":{"type":"f"},"when":"picked('c')"}}}`,
			`"choices":{"rules/t:c":["t:c0"],"rules/t:d":["t:c0"]}`, `["rules/t:c","rules/t:d"]`},
		"the counter of a choice":  {one + `,"rules":{"choices":{"c":{"from":{"type":"f"},"at":1,"counter":"picked('c') ? 1 : 0"}}}`, pick, `["rules/t:c"]`},
		"the counter of a content": {kind + `,"content":{"c0":{"type":"f","counter":"counter + 1","grants":[{"content":"c1","at":1}]},"c1":{"type":"f"}}`, hero, `["e1#counter"]`},
		"the counter of a type":    {`"contentTypes":{"f":{"copies":"features","counter":"counter"}},"content":{"c0":{"type":"f","grants":[{"content":"c1","at":1}]},"c1":{"type":"f"}}`, hero, `["e1#counter"]`},
		"the counter of the rules": {one + `,"rules":{"counter":"counter + 1","grants":[{"content":"c0","at":1}]}`, `"fields":{}`, `["rules#counter"]`},
		"a group": {kind + `,"content":{"c0":{"type":"f","groups":{"g":{"type":"f","from":"all","where":"any(group('g'))"}},"constraints":[{"id":"p","test":"any(group('g'))"}]}}`,
			hero, `["e1#g"]`},
		"two groups": {kind + `,"content":{"c0":{"type":"f","groups":{"g":{"type":"f","from":"all","where":"any(group('h'))"},"h":{"type":"f","from":"held","where":"any(group('g'))"}},"constraints":[{"id":"p","test":"any(group('g'))"}]}}`,
			hero, `["e1#g","e1#h"]`},
		"a group and a choice": {one + `,"rules":{"groups":{"g":{"type":"f","from":"all","where":"picked('c')"}},"choices":{"c":{"from":{"group":"g"},"when":"any(group('g'))"}}}`,
			pick, `["rules#g","rules/t:c"]`},
	} {
		t.Run(name, func(t *testing.T) {
			rs, errs := rules.LoadRuleset([]ojson.Value{game(test.members)})
			if errs != nil {
				t.Fatal(errs[0])
			}
			c, errs := rs.Character(ojson.MustParse(object(`"specVersion":"1.0"`, `"id":"x"`, test.file)))
			if errs != nil {
				t.Fatal(errs[0])
			}
			s, errs := c.ComputeSheet(rules.SheetOptions{})
			if errs != nil {
				t.Fatal(errs[0])
			}
			out, errs := s.JSON()
			if errs != nil {
				t.Fatal(errs[0])
			}
			issues, _ := out.Get("issues")
			want := `"code":"rule-error"`
			loop := `{"error":{"code":"loop","data":{"path":` + test.path + `}}}`
			if text := issues.String(); !strings.Contains(text, want) || !strings.Contains(text, loop) {
				t.Errorf("issues %s, want %s with %s", text, want, loop)
			}
		})
	}
}

// Groups that ask each other twice are compiled once, not twice for each.
func TestGroupsOfGroups(t *testing.T) {
	groups := make([]string, 40)
	for i := range groups {
		where := `"where":"any(group('g#')) || any(group('g#'))"`
		groups[i] = `"g` + strconv.Itoa(i) + `":{"type":"f","from":"held",` + strings.ReplaceAll(where, "#", strconv.Itoa(min(i+1, len(groups)-1))) + `}`
	}
	pack := game(`"contentTypes":{"f":{"copies":"features"}}`, `"content":{"c0":{"type":"f"}}`,
		`"rules":{"groups":{`+strings.Join(groups, ",")+`},"constraints":[{"id":"p","test":"any(group('g0'))"}]}`)
	if codes := outcome(pack, object(`"specVersion":"1.0"`, `"id":"x"`)); codes != nil {
		t.Error(codes)
	}
}

// A chain of choices that each ask the next ends by the depth of a value.
func TestChainOfChoices(t *testing.T) {
	choices, picks := make([]string, 3000), make([]string, 3000)
	for i := range choices {
		choices[i] = `"c` + strconv.Itoa(i) + `":{"from":{"type":"f"},"when":"picked('c` + strconv.Itoa(i+1) + `')"}`
		picks[i] = `"rules/t:c` + strconv.Itoa(i) + `":["t:c0"]`
	}
	choices[len(choices)-1] = `"c2999":{"from":{"type":"f"}}`
	pack := game(`"contentTypes":{"f":{"copies":"features"}}`, `"content":{"c0":{"type":"f"}}`, `"rules":{"choices":{`+strings.Join(choices, ",")+`}}`)
	codes := outcome(pack, object(`"specVersion":"1.0"`, `"id":"x"`, `"choices":{`+strings.Join(picks, ",")+`}`))
	if len(codes) != 1 || codes[0] != "safety-limit-exceeded" {
		t.Error(codes)
	}
}
