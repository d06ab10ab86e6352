package ruleset

import (
	"testing"

	"github.com/open-actor-models/oam/ojson"
)

func TestFieldMistakes(t *testing.T) {
	checkMistakes(t, "fields", []mistake{
		{`{}`, ""},
		{`7`, "wrong-type"},
		{`{"typ": "text"}`, "unknown-member /typ"},
		{`{"type": "colour"}`, "invalid-value /type"},
		{`{"type": 3}`, "wrong-type /type"},
		{`{"default": 1.5}`, "wrong-type /default"},
		{`{"default": 1e19}`, "number-too-large /default"},
		{`{"default": "num"}`, ""},
		{`{"type": "number", "default": 1.5}`, ""},
		{`{"type": "boolean", "default": 1}`, "wrong-type /default"},
		{`{"type": "text", "default": false}`, "wrong-type /default"},
		{`{"type": "list", "default": ["a", 1]}`, "wrong-type /default/1"},
		{`{"type": "list", "items": "number", "default": [1, "a"]}`, "wrong-type /default/1"},
		{`{"type": "list", "items": "boolean"}`, "invalid-value /items"},
		{`{"items": "text"}`, "conflicting-members /items"},
		{`{"default": 1, "formula": "2"}`, "conflicting-members"},
		{`{"formula": 2}`, "wrong-type /formula"},
		{`{"min": true}`, "wrong-type /min"},
		{`{"min": "num", "max": -3}`, ""},
		{`{"type": "text", "min": 1, "max": 2, "round": "floor"}`, "conflicting-members /max; conflicting-members /min; conflicting-members /round"},
		{`{"round": "down"}`, "invalid-value /round"},
		{`{"type": "option"}`, "missing-member"},
		{`{"type": "option", "options": ["a", "b", "a", ""]}`, "duplicate-id /options/2; invalid-value /options/3"},
		{`{"type": "option", "options": ["a"], "default": "b"}`, "invalid-value /default"},
		{`{"type": "option", "options": ["a"], "default": ""}`, ""},
		{`{"type": "option", "options": {"type": "held"}, "default": "one"}`, "wrong-content-type /default"},
		{`{"type": "option", "options": {"type": "nothing"}}`, "unknown-reference /options/type"},
		{`{"type": "option", "options": {"where": "true", "from": "held"}}`, "missing-member /options; unknown-member /options/from"},
		{`{"options": ["a"]}`, "conflicting-members /options"},
		{`{"tags": "fire"}`, "wrong-type /tags"},
		{`{"tags": ["new", {"tag": "other", "when": "true"}, "new", "no name", {"tag": "third"}]}`,
			"duplicate-id /tags/2; invalid-id /tags/3; missing-member /tags/4"},
		{`{"when": "true"}`, "missing-member"},
		{`{"group": "g", "when": "true", "prefer": "first"}`, ""},
		{`{"type": "text", "prefer": "highest"}`, "conflicting-members /prefer"},
		{`{"prefer": "best"}`, "invalid-value /prefer"},
		{`{"absorbedBy": ["pool", "pool", "mod", "x", "nothing", "words"]}`,
			"duplicate-id /absorbedBy/1; invalid-value /absorbedBy/2; invalid-value /absorbedBy/3; " +
				"invalid-value /absorbedBy/5; unknown-reference /absorbedBy/4"},
		{`{"overflow": {"below": "pool", "above": "mod", "beside": "pool"}}`, "invalid-value /overflow/above; unknown-member /overflow/beside"},
		{`{"onMaxDrop": "fall"}`, "invalid-value /onMaxDrop"},
		{`{"stages": ["a", "b", "a"]}`, "duplicate-id /stages/2"},
		{`{"formula": "1", "absorbedBy": [], "overflow": {}, "onMaxDrop": "keep", "stages": []}`,
			"conflicting-members /absorbedBy; conflicting-members /onMaxDrop; conflicting-members /overflow; conflicting-members /stages"},
		{`{"type": "text", "stages": []}`, "conflicting-members /stages"},
		{`{"display": {"anything": [1, null]}}`, ""},
	})
}

func TestIDs(t *testing.T) {
	for id, want := range map[string]string{
		"a": "", "a.b2.C": "", "reading.item": "",
		"a-b": "invalid-id", "2a": "invalid-id", "a..b": "invalid-id", "a.2": "invalid-id", "a_b": "invalid-id", "é": "invalid-id",
		"item": "reserved-name", "copy.size": "reserved-name", "true": "reserved-name", "creating": "reserved-name", "in.out": "reserved-name",
	} {
		checkMistakesAt(t, "fields", id, []mistake{{`{}`, want}})
	}
	for id, want := range map[string]string{
		"a-b": "", "item": "", "a.b-c": "", "A1": "", "-a": "invalid-id", "a#b": "invalid-id", "a@2": "invalid-id", "a b": "invalid-id",
	} {
		checkMistakesAt(t, "content", id, []mistake{{`{"type": "plain"}`, want}})
		checkMistakesAt(t, "contentTypes", id, []mistake{{`{}`, want}})
	}
}

func TestTypeMistakes(t *testing.T) {
	checkMistakes(t, "contentTypes", []mistake{
		{`{}`, ""},
		{`[]`, "wrong-type"},
		{`{"display": {}}`, "unknown-member /display"},
		{`{"data": {"id": {}, "computed": {}, "base": {}, "no-name": {}}}`,
			"invalid-id /data/no-name; reserved-name /data/computed; reserved-name /data/id"},
		{`{"data": {"a": {"type": "ref"}, "b": {"type": "ref", "of": "nothing"}, "c": {"of": "plain"}}}`,
			"conflicting-members /data/c/of; unknown-reference /data/b/of"},
		{`{"data": {"a": {"type": "ref", "of": "held", "default": "one"}, "b": {"type": "ref", "default": "one"}}}`,
			"wrong-content-type /data/a/default"},
		{`{"data": {"a": {"type": "dice", "default": "1d6"}, "b": {"type": "dice", "default": 6}}}`, "wrong-type /data/b/default"},
		{`{"data": {"a": {"default": 1, "required": true}, "b": {"min": 1}, "c": {"required": "yes"}}}`,
			"conflicting-members /data/a; unknown-member /data/b/min; wrong-type /data/c/required"},
		{`{"copies": "bag"}`, "invalid-value /copies"},
		{`{"copies": "features", "state": {"a": {"type": "ref"}, "b": {"min": "a"}, "c": {"default": "x"}, "d": {"required": true}}}`,
			"invalid-value /state/a/type; unknown-member /state/d/required; wrong-type /state/c/default"},
		{`{"state": {"a": {}}}`, "conflicting-members /state"},
		{`{"applied": true, "state": {"a": {}}}`, ""},
		{`{"applied": true, "computed": {"a": {"formula": "1"}}}`, "conflicting-members /computed"},
		{`{"max": 1, "perItem": 1}`, "conflicting-members /max; conflicting-members /perItem"},
		{`{"copies": "features", "max": -1, "perItem": 1.5}`, "invalid-value /max; invalid-value /perItem"},
		{`{"copies": "features", "computed": {"a": {}, "b": {"formula": "1", "default": 2}, "c": {"formula": "1", "absorbedBy": []}}}`,
			"missing-member /computed/a; unknown-member /computed/b/default; unknown-member /computed/c/absorbedBy"},
		{`{"copies": "features", "state": {"a": {}, "b": {"type": "text"}}, "nameFrom": "a"}`, "invalid-value /nameFrom"},
		{`{"copies": "features", "state": {"a": {}, "b": {"type": "text"}}, "nameFrom": "c"}`, "unknown-reference /nameFrom"},
		{`{"copies": "features", "repeat": "once"}`, "once-held /repeat"},
		{`{"repeat": "twice"}`, "invalid-value /repeat"},
		{`{"applied": 1, "template": "no"}`, "wrong-type /applied; wrong-type /template"},
		{`{"active": true, "counter": 4}`, "wrong-type /active; wrong-type /counter"},
	})
}

func TestContentMistakes(t *testing.T) {
	checkMistakes(t, "content", []mistake{
		{`{}`, "missing-member"},
		{`"one"`, "wrong-type"},
		{`{"type": "nothing", "data": {"whatever": 1}}`, "unknown-reference /type"},
		{`{"type": "plain", "efects": []}`, "unknown-member /efects"},
		{`{"type": "plain", "data": {"size": "big", "of": "sword", "weight": 3}}`,
			"unknown-member /data/weight; wrong-content-type /data/of; wrong-type /data/size"},
		{`{"type": "plain", "data": 3}`, "wrong-type /data"},
		{`{"type": "plain", "data": {"size": null}}`, "wrong-type /data/size"},
		{`{"type": "plain", "tags": ["a", "a", 1, "b c"]}`, "duplicate-id /tags/1; invalid-id /tags/3; wrong-type /tags/2"},
		{`{"type": "plain", "when": true}`, "wrong-type /when"},
		{`{"type": "plain", "prerequisites": [{"id": "a", "test": "true"}, {"id": "a", "test": "true"}, {"test": "true"}, {"id": "b", "data": 3}]}`,
			"duplicate-id /prerequisites/1/id; missing-member /prerequisites/2; missing-member /prerequisites/3; wrong-type /prerequisites/3/data"},
		{`{"type": "plain", "constraints": {"id": "a"}}`, "wrong-type /constraints"},
		{`{"type": "plain", "grants": [{"content": "one"}, {"content": "one", "at": 4}, {"content": "parent"}, {"at": 1.5, "content": "sword"}, {}]}`,
			"duplicate-id /grants/1/content; invalid-value /grants/2/content; missing-member /grants/4; wrong-type /grants/3/at"},
		{`{"type": "plain", "grants": [{"content": "single", "at": 1}, {"content": "single", "at": 2}]}`, ""},
		{`{"type": "plain", "grants": ["one"]}`, "wrong-type /grants/0"},
		{`{"type": "plain", "standardCopies": ["sword", {"item": "sword"}, "one", {"item": "sward", "when": 1}, {}]}`,
			"duplicate-id /standardCopies/1/item; missing-member /standardCopies/4; unknown-reference /standardCopies/3/item; " +
				"wrong-content-type /standardCopies/2; wrong-type /standardCopies/3/when"},
		{`{"type": "plain", "actions": {"hit": {"when": "true", "tags": ["fire", "ice"], "steps": {}, "params": [], "step": []}, "a.b": {}}}`,
			"invalid-id /actions/a.b; unknown-member /actions/hit/step; unknown-reference /actions/hit/tags/1; " +
				"wrong-type /actions/hit/params; wrong-type /actions/hit/steps"},
		{`{"type": "plain", "groups": {"a": {"type": "plain", "from": "content"}, "b": {"type": "plain"}, "c": {"from": "all"}, "d": {"type": "plain", "from": "held"}}}`,
			"invalid-value /groups/a/from; missing-member /groups/b; missing-member /groups/c; wrong-content-type /groups/d/from"},
	})
}

func TestRulesMistakes(t *testing.T) {
	checkMistakesAt(t, "rules", "prerequisites", []mistake{{`[]`, "unknown-member"}})
	checkMistakesAt(t, "rules", "counter", []mistake{{`1`, "wrong-type"}})
	checkMistakesAt(t, "rules", "tags", []mistake{{`["slashing", "slashing", 1]`, "duplicate-id /1; wrong-type /2"}})
	checkMistakesAt(t, "rules", "tables", []mistake{
		{`{"a b": {}}`, "invalid-id /a b"},
		{`{"a": {}}`, "missing-member /a"},
		{`{"a": {"values": {"x": 1, "y": {}}, "below": 2}}`, "conflicting-members /a/below; wrong-type /a/values/y"},
		{`{"a": {"values": {}, "steps": []}}`, "conflicting-members /a"},
		{`{"a": {"steps": [[1, 2], [1, 3], [2], ["x", 1], 4]}}`,
			"duplicate-id /a/steps/1/0; invalid-value /a/steps/2; wrong-type /a/steps/3/0; wrong-type /a/steps/4"},
		{`{"a": {"steps": [], "default": 1}}`, "conflicting-members /a/default"},
		{`{"a": {"values": {"x": [1, "b"]}, "default": null}}`, "wrong-type /a/default; wrong-type /a/values/x/1"},
	})
	checkMistakesAt(t, "rules", "links", []mistake{
		{`{"a": {"reads": {"nothing": "integer", "other:field.x": "integer", "other:no-field": "integer"}}}`,
			"unknown-reference /a/reads/nothing; unknown-reference /a/reads/other:no-field"},
		{`{"a": {"reads": {"num": "int", "pool": {"default": 3}, "mod": {"type": "integer", "default": "x"}}}}`,
			"invalid-value /a/reads/num; missing-member /a/reads/pool; wrong-type /a/reads/mod/default"},
		{`{"a": {"reads": {"num": "integer", "g:num": "integer"}}}`, "duplicate-id /a/reads/g:num"},
		{`{"a": {"writes": {}}}`, "unknown-member /a/writes"},
	})
}

// The data of an error say what a translator needs for a sentence.
func TestErrorData(t *testing.T) {
	for entry, want := range map[string]string{
		`{"type": "plain", "x": 1}`:                            `{"member":"x"}`,
		`{}`:                                                   `{"member":"type"}`,
		`{"type": 1}`:                                          `{"expected":"text"}`,
		`{"type": "gone"}`:                                     `{"kind":"type","id":"gone"}`,
		`{"type": "plain", "tags": ["a", "a"]}`:                `{"id":"a"}`,
		`{"type": "plain", "tags": ["a b"]}`:                   `{"id":"a b"}`,
		`{"type": "plain", "data": {"of": "sword"}}`:           `{"content":"g:sword","type":"g:plain"}`,
		`{"type": "plain", "choices": {"a": {}}}`:              `{"member":"from","or":["options"]}`,
		`{"type": "plain", "grants": [{"content": "parent"}]}`: `{"abstract":"g:parent"}`,
		`{"type": "plain", "groups": {"a": {"type": "plain", "from": "here"}}}`:                        `{"allowed":["own","held","all"]}`,
		`{"type": "plain", "choices": {"a": {"from": {"type": "plain"}, "slots": 1, "slotsAt": [1]}}}`: `{"members":["slots","slotsAt"]}`,
	} {
		_, errs := Load([]ojson.Value{with(t, "content", "x", entry)})
		if len(errs) != 1 || errs[0].Data.String() != want {
			t.Errorf("%s: got %v, want the data %s", entry, errs, want)
		}
	}
}
