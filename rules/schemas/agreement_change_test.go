package schemas_test

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
	"github.com/open-actor-models/oam/rules/data"
)

// changeForms are changes, and whether their form is right: what they name need
// not be there.
func changeForms() map[string]bool {
	return map[string]bool{
		`{"type": "set", "field": "testgame:might", "value": 12}`:             true,
		`{"type": "set", "field": "testgame:might", "value": null}`:           true,
		`{"type": "set", "field": "testgame:might"}`:                          false,
		`{"type": "set", "field": 1, "value": 1}`:                             false,
		`{"type": "set", "field": "testgame:might", "value": {"a": 1}}`:       false,
		`{"type": "set", "field": "testgame:might", "value": [1, [2]]}`:       false,
		`{"type": "set", "field": "testgame:might", "value": 1, "note": "x"}`: false,
		`{"type": "grow"}`:                        false,
		`{"field": "testgame:might", "value": 1}`: false,
		`[]`: false,
		`{"type": "adjust", "field": "testgame:vigor", "by": -3}`:                             true,
		`{"type": "adjust", "field": "testgame:vigor", "by": "-3"}`:                           false,
		`{"type": "adjust", "field": "testgame:vigor"}`:                                       false,
		`{"type": "adjust", "field": "testgame:vigor", "by": -3, "parts": [{"by": -3}]}`:      false,
		`{"type": "adjust", "field": "testgame:vigor", "parts": []}`:                          false,
		`{"type": "adjust", "field": "testgame:vigor", "parts": [{"by": -3, "tags": ["x"]}]}`: true,
		`{"type": "adjust", "field": "testgame:vigor", "parts": [{"tags": ["x"]}]}`:           false,
		`{"type": "adjust", "field": "testgame:vigor", "parts": [{"by": -3}], "tags": ["x"]}`: false,
		`{"type": "adjust", "field": "testgame:vigor", "by": -3, "tags": "x"}`:                false,
		`{"type": "adjust", "field": "testgame:vigor", "by": -3, "faces": [0]}`:               false,
		`{"type": "adjust", "field": "testgame:vigor", "by": -3, "faces": [1.5]}`:             false,
		`{"type": "addItem", "item": "testgame:hide"}`:                                        true,
		`{"type": "addItem"}`: false,
		`{"type": "addItem", "item": "testgame:hide", "entry": "rules"}`:                                 false,
		`{"type": "addItem", "item": "testgame:hide", "entry": "a/b"}`:                                   false,
		`{"type": "addItem", "item": "testgame:hide", "quantity": -1}`:                                   false,
		`{"type": "addItem", "item": "testgame:hide", "quantity": 0.5}`:                                  false,
		`{"type": "addItem", "item": "testgame:hide", "equipped": 1}`:                                    false,
		`{"type": "addItem", "item": "testgame:hide", "state": []}`:                                      false,
		`{"type": "addItem", "item": "testgame:hide", "state": {"a": {}}}`:                               false,
		`{"type": "removeItem", "entry": "e2"}`:                                                          true,
		`{"type": "removeItem"}`:                                                                         false,
		`{"type": "removeItem", "entry": "e2", "copies": {"type": "mail"}}`:                              false,
		`{"type": "removeItem", "copies": {"type": "mail", "where": "true"}}`:                            true,
		`{"type": "removeItem", "copies": {}}`:                                                           false,
		`{"type": "removeItem", "copies": {"type": "mail", "limit": 0}}`:                                 false,
		`{"type": "removeItem", "copies": {"type": "mail", "limit": -1}}`:                                false,
		`{"type": "removeItem", "copies": {"type": "mail", "from": "own"}}`:                              false,
		`{"type": "equip", "entry": "e2", "equipped": "yes"}`:                                            false,
		`{"type": "setState", "entry": "e3", "state": "dull", "value": null}`:                            true,
		`{"type": "setState", "entry": "e3", "value": 1}`:                                                false,
		`{"type": "setState", "applied": {"where": "true"}, "entry": "e3", "state": "dull", "value": 1}`: false,
		`{"type": "adjustState", "entry": "e3", "state": "dull", "by": null}`:                            false,
		`{"type": "setQuantity", "entry": "e2", "quantity": -1}`:                                         false,
		`{"type": "adjustQuantity", "entry": "e2", "by": 0.5}`:                                           false,
		`{"type": "applyEffect", "effect": "testgame:hymn", "on": null}`:                                 false,
		`{"type": "removeEffect"}`:                                                                       false,
		`{"type": "removeEffect", "applied": {}}`:                                                        true,
		`{"type": "toggleEffect", "id": "e8"}`:                                                           true,
		`{"type": "choose", "path": "e1/stance"}`:                                                        false,
		`{"type": "unchoose", "path": "e1/stance"}`:                                                      true,
		`{"type": "setExtension", "key": "a", "value": {"b": [null]}}`:                                   true,
		`{"type": "setExtension", "key": "a"}`:                                                           false,
		`{"type": "finishCreation", "force": true}`:                                                      false,
		`{"type": "setHomebrew", "homebrew": "none"}`:                                                    false,
		`{"type": "setHomebrew", "homebrew": null}`:                                                      true,
		`{"type": "dismissFollowUp", "id": 1}`:                                                           false,
	}
}

// TestChangesAgree: a change has a shape error where its schema refuses it, and
// only there.
func TestChangesAgree(t *testing.T) {
	rs, file := testgame(t)
	hero, errs := rs.Character(file)
	for _, e := range errs {
		t.Fatal(e)
	}
	schema := compile(t, compiler(t), "change.schema.json")
	for text, takes := range changeForms() {
		_, errs := hero.ApplyChanges([]ojson.Value{ojson.MustParse(text)}, rules.ApplyOptions{})
		if got := !hasShape(errs); got != takes {
			t.Errorf("%s\nthe engine takes it: %t %v", text, got, errs)
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); (err == nil) != takes {
			t.Errorf("%s\nthe schema takes it: %t %v", text, err == nil, err)
		}
	}
}

func hasShape(errs []*rules.Error) bool {
	for _, e := range errs {
		if data.Kind(e.Code) == "shape" {
			return true
		}
	}
	return false
}
