package character_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/character"
)

// decode reads a file that has no errors.
func decode(t interface {
	Helper()
	Fatalf(string, ...any)
}, v ojson.Value) *character.Character {
	t.Helper()
	c, errs := character.Decode(v)
	if len(errs) > 0 {
		t.Fatalf("%s: %v", v, errs)
	}
	return c
}

func TestAFileThatNothingChangedComesBackByteForByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := file(t)
		if got, want := decode(t, v).JSON().String(), v.String(); got != want {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
	})
}

const hero = `{"id":"hero","specVersion":"1.0","x":1,
 "packs":{"d20":"1.0.0","b":"2.0.0"},
 "fields":{"d20:hp":7,"d20:b":{"no":1},"d20:a":[1,2]},
 "features":{"e2":{"item":"d20:fighter","state":{"level":3,"a":"x"}}},
 "inventory":{"e10":{"item":"d20:sword","quantity":2,"equipped":true},"e1":{"item":"d20:bow"}},
 "templates":[{"id":"z","template":"d20:elf"},{"id":"a","template":"d20:old"}],
 "effects":[{"id":"s","effect":"d20:bless","state":{"value":2},"on":false},{"id":"p","effect":"d20:prone"}],
 "choices":{"rules/d20:class":["d20:b","d20:a"],"e2/skill":["x"]},
 "links":{"d20:pet":"wolf"},
 "followUps":[{"id":"f4","followUp":"d20:check","source":"rules","to":"self","required":true,"cause":{"change":1}}],
 "homebrew":{"id":"mine"},"extensions":{"app":null},"creating":"d20:create","nextId":11}`

func TestDecode(t *testing.T) {
	c := decode(t, ojson.MustParse(hero))
	var copies, fields, picks []string
	for _, e := range c.Copies {
		copies = append(copies, fmt.Sprint(e.ID, " ", e.Place, " ", e.Item, " ", e.Quantity, " ", e.Equipped, " ", len(e.State)))
	}
	for _, f := range c.Fields {
		fields = append(fields, fmt.Sprint(f.ID, " ", f.Raw, " ", f.Value.Kind() == formula.Failed))
	}
	for _, p := range c.Picks {
		picks = append(picks, fmt.Sprint(p.Path, " ", p.Options))
	}
	same := func(name string, got, want any) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	same("copies", copies, []string{
		"e1 inventory d20:bow 1 false 0", "e10 inventory d20:sword 2 true 0", "e2 features d20:fighter 1 false 2",
	})
	same("fields", fields, []string{"d20:a [1,2] false", `d20:b {"no":1} true`, "d20:hp 7 false"})
	same("picks", picks, []string{"e2/skill [x]", "rules/d20:class [d20:b d20:a]"})
	same("packs", c.Packs, []character.PackVersion{{ID: "b", Version: "2.0.0"}, {ID: "d20", Version: "1.0.0"}})
	same("templates", []string{c.Templates[0].ID, c.Templates[1].Template}, []string{"z", "d20:old"})
	same("effects", []any{c.Effects[0].ID, c.Effects[0].On, c.Effects[1].Effect, c.Effects[1].On}, []any{"s", false, "d20:prone", true})
	same("rest", []any{c.ID, c.SpecVersion, c.Creating, c.NextID, c.Link("d20:pet"), c.Link("no"), c.Homebrew.String(), c.Extensions.String()},
		[]any{"hero", "1.0", "d20:create", int64(11), "wolf", "", `{"id":"mine"}`, `{"app":null}`})
	level, ok := c.Copies[2].StateOf("level")
	if !ok || level.Raw.String() != "3" {
		t.Errorf("level: %v", level)
	}
	for _, id := range []string{"e1", "e2", "e10", "z", "a", "s", "p"} {
		if !c.Holds(id) {
			t.Errorf("%s is not held", id)
		}
	}
	if c.Holds("f4") || c.Holds("e3") {
		t.Error("what is no entry is held")
	}
	same("offer", c.FollowUps[0].Offer().String(),
		`{"id":"f4","kind":"ephemeral","followUp":"d20:check","source":"rules","to":"self","required":true,"cause":{"change":1}}`)
}

func TestWhatAFileMustNotSay(t *testing.T) {
	followUp := `{"id":"f1","followUp":"x","source":"s","to":"self","required":true,"cause":{}}`
	for member, want := range map[string]string{
		`"specVersion":"2.0"`:          "unsupported-spec-version at /specVersion",
		`"specVersion":1`:              "wrong-type at /specVersion",
		`"id":""`:                      "invalid-value at /id",
		`"id":null`:                    "wrong-type at /id",
		`"packs":[]`:                   "wrong-type at /packs",
		`"packs":{"a/b":1}`:            "wrong-type at /packs/a~1b",
		`"fields":null`:                "wrong-type at /fields",
		`"inventory":[]`:               "wrong-type at /inventory",
		`"inventory":{"e1":3}`:         "wrong-type at /inventory/e1",
		`"inventory":{"e1":{}}`:        "missing-member at /inventory/e1",
		`"features":{"e1":{"item":2}}`: "wrong-type at /features/e1/item",
		`"features":{"e1":{"item":"a","quantity":"1"}}`:                  "wrong-type at /features/e1/quantity",
		`"features":{"e1":{"item":"a","quantity":1.5}}`:                  "wrong-type at /features/e1/quantity",
		`"features":{"e1":{"item":"a","quantity":-1}}`:                   "invalid-value at /features/e1/quantity",
		`"features":{"e1":{"item":"a","equipped":1}}`:                    "wrong-type at /features/e1/equipped",
		`"features":{"e1":{"item":"a","state":[]}}`:                      "wrong-type at /features/e1/state",
		`"features":{"":{"item":"a"}}`:                                   "invalid-id at /features/",
		`"features":{"rules":{"item":"a"}}`:                              "invalid-id at /features/rules",
		`"features":{"a/b":{"item":"a"}}`:                                "invalid-id at /features/a~1b",
		`"features":{"~b":{"item":"a"}}`:                                 "invalid-id at /features/~0b",
		`"inventory":{"e1":{"item":"a"}},"features":{"e1":{"item":"a"}}`: "duplicate-entry at /features/e1",
		`"templates":{}`:                                                    "wrong-type at /templates",
		`"templates":[1]`:                                                   "wrong-type at /templates/0",
		`"templates":[{"id":"a"}]`:                                          "missing-member at /templates/0",
		`"templates":[{"template":"a"}]`:                                    "missing-member at /templates/0",
		`"templates":[{"id":"a","template":1}]`:                             "wrong-type at /templates/0/template",
		`"templates":[{"id":1,"template":"a"}]`:                             "wrong-type at /templates/0/id",
		`"templates":[{"id":"rules~a","template":"a"}]`:                     "invalid-id at /templates/0/id",
		`"templates":[{"id":"a","template":"a"},{"id":"a","template":"a"}]`: "duplicate-entry at /templates/1/id",
		`"templates":[{"id":"a","template":"a"}],"effects":[{"id":"b","effect":"a"},{"id":"a","effect":"a"}]`: "duplicate-entry at /effects/1/id",
		`"effects":[{"id":"e1","effect":"a"}],"features":{"e1":{"item":"a"}}`:                                 "duplicate-entry at /effects/0/id",
		`"effects":[[]]`: "wrong-type at /effects/0",
		`"effects":3`:    "wrong-type at /effects",
		`"effects":[{"id":"a","effect":"a","on":1}]`:      "wrong-type at /effects/0/on",
		`"effects":[{"id":"a","effect":"a","state":1}]`:   "wrong-type at /effects/0/state",
		`"effects":[{"id":"a"}]`:                          "missing-member at /effects/0",
		`"choices":[]`:                                    "wrong-type at /choices",
		`"choices":{"a":"b"}`:                             "wrong-type at /choices/a",
		`"choices":{"a":["b",1]}`:                         "wrong-type at /choices/a/1",
		`"choices":{"a":["c","b","c"]}`:                   "invalid-value at /choices/a",
		`"links":1`:                                       "wrong-type at /links",
		`"links":{"a":1}`:                                 "wrong-type at /links/a",
		`"followUps":{}`:                                  "wrong-type at /followUps",
		`"followUps":[1]`:                                 "wrong-type at /followUps/0",
		`"followUps":[` + followUp + `,` + followUp + `]`: "duplicate-entry at /followUps/1/id",
		`"followUps":[` + strings.Replace(followUp, `"to":"self",`, "", 1) + `]`:          "missing-member at /followUps/0",
		`"followUps":[` + strings.Replace(followUp, `true`, "1", 1) + `]`:                 "wrong-type at /followUps/0/required",
		`"followUps":[` + strings.Replace(followUp, `{}`, `{},"changes":[{},2]`, 1) + `]`: "wrong-type at /followUps/0/changes/1",
		`"followUps":[` + strings.Replace(followUp, `"self"`, `{"link":1}`, 1) + `]`:      "wrong-type at /followUps/0/to/link",
		`"followUps":[` + strings.Replace(followUp, `"self"`, `1`, 1) + `]`:               "wrong-type at /followUps/0/to",
		`"homebrew":null`:  "wrong-type at /homebrew",
		`"extensions":[]`:  "wrong-type at /extensions",
		`"creating":false`: "invalid-value at /creating",
		`"creating":""`:    "invalid-value at /creating",
		`"creating":1`:     "wrong-type at /creating",
		`"nextId":0`:       "invalid-value at /nextId",
		`"nextId":"1"`:     "wrong-type at /nextId",
		`"nextId":1.5`:     "wrong-type at /nextId",
		`"nextId":1e300`:   "wrong-type at /nextId",
	} {
		base := `{"specVersion":"1.0","id":"x",` // a repeated member has its last value
		c, errs := character.Decode(ojson.MustParse(base + member + "}"))
		if c != nil || len(errs) != 1 || errs[0].Code+" at "+errs[0].Path != want {
			t.Errorf("%s: got %v, want %s", member, errs, want)
		}
	}
}

func TestDecodeFindsAllErrors(t *testing.T) {
	_, errs := character.Decode(ojson.MustParse(`{"fields":1,"inventory":{"e2":{"item":1,"state":1},"e1":{}}}`))
	var got []string
	for _, e := range errs {
		got = append(got, e.Error())
	}
	want := []string{
		`missing-member {"member":"specVersion"}`, `missing-member {"member":"id"}`,
		`wrong-type at /fields {"expected":"object"}`,
		`missing-member at /inventory/e1 {"member":"item"}`,
		`wrong-type at /inventory/e2/item {"expected":"text"}`, `wrong-type at /inventory/e2/state {"expected":"object"}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, v := range []string{"null", "[]", `"x"`} {
		if _, errs := character.Decode(ojson.MustParse(v)); len(errs) != 1 || errs[0].Code != "wrong-type" || errs[0].Path != "" {
			t.Errorf("%s: %v", v, errs)
		}
	}
}
