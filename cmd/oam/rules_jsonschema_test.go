package main

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packs"
	"github.com/open-actor-models/oam/rules"
)

// schemasOf compiles the schema of the built-in pack: that of characters, and
// that of changes.
func schemasOf(t *testing.T) (rs *rules.Ruleset, character, change *jsonschema.Schema) {
	t.Helper()
	release, err := packs.Release(examplePack)
	if err != nil {
		t.Fatal(err)
	}
	rs, errs := rules.LoadRuleset([]ojson.Value{release})
	if errs != nil {
		t.Fatal(errs)
	}
	text := indented(jsonSchema(readVocabulary(rs.JSON())))
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", parsed(t, text)); err != nil {
		t.Fatal(err)
	}
	if character, err = c.Compile("schema.json"); err != nil {
		t.Fatal(err)
	}
	if change, err = c.Compile("schema.json#/$defs/change"); err != nil {
		t.Fatal(err)
	}
	return rs, character, change
}

func parsed(t *testing.T, text string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// harmless finds nothing, always: the engine takes it, the schema knows better.
const harmless = `{"type":"equip","copies":{"type":"d20:ability"}}`

// TestJSONSchemaChanges holds the schema to the engine: it refuses only what the
// engine refuses, and what is harmless.
func TestJSONSchemaChanges(t *testing.T) {
	rs, _, schema := schemasOf(t)
	example, err := packs.Example(examplePack)
	if err != nil {
		t.Fatal(err)
	}
	hero, errs := rs.Character(example)
	if errs != nil {
		t.Fatal(errs)
	}
	for text, want := range map[string]bool{
		`{"type":"set","field":"d20:abilities.str.score","value":12}`:                    true,
		`{"type":"set","field":"d20:abilities.str.score","value":31}`:                    false,
		`{"type":"set","field":"d20:abilities.str.score","value":1.5}`:                   false,
		`{"type":"set","field":"d20:name","value":null}`:                                 true,
		`{"type":"set","field":"d20:name","value":3}`:                                    false,
		`{"type":"set","field":"d20:ac","value":3}`:                                      false,
		`{"type":"set","field":"d20:none","value":3}`:                                    false,
		`{"type":"set","field":"d20:alignment","value":"neutral-good"}`:                  true,
		`{"type":"set","field":"d20:alignment","value":"good"}`:                          false,
		`{"type":"adjust","field":"d20:hp.current","by":-1,"tags":["fire"]}`:             true,
		`{"type":"adjust","field":"d20:hp.current","by":-1,"tags":["frie"]}`:             false,
		`{"type":"adjust","field":"d20:hp.current","parts":[{"by":-1,"tags":["fire"]}]}`: true,
		`{"type":"adjust","field":"d20:hp.current","parts":[{"by":-1,"tags":["frie"]}]}`: false,
		`{"type":"adjust","field":"d20:name","by":1}`:                                    false,
		`{"type":"addItem","item":"d20:fighter","state":{"level":2}}`:                    true,
		`{"type":"addItem","item":"d20:fighter","state":{"level":"two"}}`:                false,
		`{"type":"addItem","item":"d20:longsword","state":{"level":2}}`:                  false,
		`{"type":"addItem","item":"d20:poisoned"}`:                                       false,
		`{"type":"applyEffect","effect":"d20:poisoned"}`:                                 true,
		`{"type":"applyEffect","effect":"d20:longsword"}`:                                false,
		`{"type":"equip","copies":{"type":"d20:armor"},"equipped":false}`:                true,
		harmless:           false,
		`{"type":"equip"}`: false,
		`{"type":"setState","entry":"e5","state":"level","value":2}`: true,
		`{"type":"setState","entry":"e5","state":"lvel","value":2}`:  false,
		`{"type":"choose","path":"e5/feat@4","option":"x"}`:          true,
		`{"type":"choose","path":"rules/d20:species","option":"x"}`:  true,
		`{"type":"choose","path":"e5/fate@4","option":"x"}`:          false,
		`{"type":"unchoose","path":"e5/old"}`:                        true,
		`{"type":"finishCreation"}`:                                  true,
		`{"type":"explode"}`:                                         false,
		`{"type":"finishCreation","now":true}`:                       false,
	} {
		if err := schema.Validate(parsed(t, text)); (err == nil) != want {
			t.Errorf("%s: valid should be %v: %v", text, want, err)
		}
		if _, errs := hero.ApplyChanges([]ojson.Value{ojson.MustParse(text)}, rules.ApplyOptions{}); errs == nil && !want && text != harmless {
			t.Errorf("%s: the engine applies what the schema refuses", text)
		}
	}
}

func TestJSONSchemaCharacters(t *testing.T) {
	_, schema, _ := schemasOf(t)
	example, err := packs.Example(examplePack)
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(parsed(t, example.String())); err != nil {
		t.Errorf("the built-in character is not valid: %v", err)
	}
	for text, want := range map[string]bool{
		`{"specVersion":"1.0","id":"x","own":1,"inventory":{"e1":{"item":"d20:longsword","own":1}}}`:           true,
		`{"specVersion":"1.0","id":"x","inventory":{"e1":{"item":"d20:poisoned"}}}`:                            false,
		`{"specVersion":"1.0","id":"x","inventory":{"e1":{"item":"d20:fighter"}}}`:                             false,
		`{"specVersion":"1.0","id":"x","features":{"e1":{"item":"d20:fighter","state":{"level":1}}}}`:          true,
		`{"specVersion":"1.0","id":"x","features":{"e1":{"item":"d20:fighter","state":{"lvl":1}}}}`:            false,
		`{"specVersion":"1.0","id":"x","fields":{"d20:ac":1}}`:                                                 false,
		`{"specVersion":"1.0","id":"x","fields":{"d20:xp":-1}}`:                                                false,
		`{"specVersion":"1.0","id":"x","effects":[{"id":"e1","effect":"d20:exhaustion","state":{"level":7}}]}`: false,
		`{"specVersion":"1.0","id":"x","effects":[{"id":"e1","effect":"d20:exhaustion","state":{"level":6}}]}`: true,
		`{"specVersion":"1.0","id":"x","choices":{"e1/fate":["a"]}}`:                                           false,
		`{"id":"x"}`: false,
	} {
		if err := schema.Validate(parsed(t, text)); (err == nil) != want {
			t.Errorf("%s: valid should be %v: %v", text, want, err)
		}
	}
}
