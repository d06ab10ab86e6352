package ruleset

import "testing"

// entries wraps what stands inside a content: the paths of mistakes then begin
// below the given prefix.
func inContent(member string, list []mistake) []mistake {
	out := make([]mistake, len(list))
	for i, m := range list {
		out[i] = mistake{`{"type": "plain", "` + member + `": ` + m.entry + `}`, m.want}
	}
	return out
}

func TestEffectMistakes(t *testing.T) {
	checkMistakes(t, "content", inContent("effects", []mistake{
		{`[{"id": "a", "target": "num", "op": "add", "value": 1}]`, ""},
		{`[{}]`, "missing-member /effects/0; missing-member /effects/0; missing-member /effects/0; missing-member /effects/0"},
		{`[{"id": "a", "target": "num", "op": "add", "value": 1}, {"id": "a", "target": "num", "op": "add", "value": 1}]`, "duplicate-id /effects/1/id"},
		{`[{"id": "a b", "target": "num", "op": "add", "value": 1, "why": 2}]`, "invalid-id /effects/0/id; unknown-member /effects/0/why"},
		{`[{"id": "a", "target": "nothing", "op": "add", "value": 1, "when": 3}]`, "unknown-reference /effects/0/target; wrong-type /effects/0/when"},
		{`[{"id": "a", "target": {}, "op": "add", "value": 1}]`, "missing-member /effects/0/target"},
		{`[{"id": "a", "target": {"field": "num"}, "op": "add", "value": 1}]`, "missing-member /effects/0/target; unknown-member /effects/0/target/field"},
		{`[{"id": "a", "target": 3, "op": "add", "value": 1}]`, "wrong-type /effects/0/target"},
		{`[{"id": "a", "target": {"tag": "numbers", "pick": true}, "op": "add", "value": 1}]`, "unknown-member /effects/0/target/pick"},
		{`[{"id": "a", "target": {"tag": "nowhere", "except": ["num", "gone"]}, "op": "add", "value": 1}]`,
			"unknown-reference /effects/0/target/except/1; unknown-reference /effects/0/target/tag"},
		{`[{"id": "a", "target": {"tag": "slashing"}, "op": "add", "value": 1}]`, ""},
		{`[{"id": "a", "target": {"computed": "attack"}, "op": "add", "value": 1}]`, "missing-member /effects/0/target"},
		{`[{"id": "a", "target": {"computed": "defence", "of": {"type": "held"}}, "op": "add", "value": 1}]`, "unknown-reference /effects/0/target/computed"},
		{`[{"id": "a", "target": {"computed": "attack", "of": {"type": "plain"}}, "op": "add", "value": 1}]`, "unknown-reference /effects/0/target/computed"},
		{`[{"id": "a", "target": {"computed": "attack", "of": {"type": "held", "where": "true"}}, "op": "add", "value": true}]`, "wrong-type /effects/0/value"},
		{`[{"id": "a", "target": {"pick": true}, "op": "add", "value": 1}]`, "invalid-value /effects/0/target"},
		{`[{"id": "a", "target": "num", "op": "subtract", "value": 1}]`, "invalid-value /effects/0/op"},
		{`[{"id": "a", "target": "num", "op": "set", "value": true}]`, "wrong-type /effects/0/value"},
		{`[{"id": "a", "target": "yes", "op": "set", "value": 1}]`, "wrong-type /effects/0/value"},
		{`[{"id": "a", "target": "words", "op": "set", "value": 1}]`, "wrong-type /effects/0/value"},
		{`[{"id": "a", "target": "many", "op": "append", "value": 1}]`, "wrong-type /effects/0/value"},
		{`[{"id": "a", "target": "many", "op": "append", "value": ["x", "y"]}, {"id": "b", "target": "counts", "op": "remove", "value": 1}]`, ""},
		{`[{"id": "a", "target": {"tag": "mixed"}, "op": "set", "value": true}]`, "wrong-type /effects/0/value"},
		{`[{"id": "a", "target": "num", "op": "add", "value": 1, "stack": {"keep": "best"}}]`, "invalid-value /effects/0/stack/keep; missing-member /effects/0/stack"},
		{`[{"id": "a", "target": "num", "op": "raise", "value": 1, "cap": 3, "group": "x"}]`, "conflicting-members /effects/0/cap; conflicting-members /effects/0/group"},
		{`[{"id": "a", "target": "num", "op": "add", "value": 1, "stage": "flat", "round": "floor", "per": "part"}]`,
			"conflicting-members /effects/0/per; conflicting-members /effects/0/round; conflicting-members /effects/0/stage"},
		{`[{"id": "a", "target": "num", "op": "add", "value": {"dice": {"count": 1, "sides": 6}}}]`, "wrong-type /effects/0/value"},
	}))
	checkMistakes(t, "content", inContent("effects", []mistake{
		{`[{"id": "a", "target": {"incoming": "num", "tags": ["fire", "slashing"], "direction": "down"}, "op": "multiply", "value": "1/2", "stage": "half", "round": "floor", "per": "part"}]`, ""},
		{`[{"id": "a", "target": {"incoming": "num"}, "op": "subtract", "value": {"dice": {"count": 1, "sides": "num"}}}]`, ""},
		{`[{"id": "a", "target": {"incoming": "mod"}, "op": "subtract", "value": 1}]`, "invalid-value /effects/0/target/incoming"},
		{`[{"id": "a", "target": {"incoming": "num", "tags": ["ice"], "direction": "left"}, "op": "subtract", "value": 1}]`,
			"invalid-value /effects/0/target/direction; unknown-reference /effects/0/target/tags/0"},
		{`[{"id": "a", "target": {"incoming": "num"}, "op": "set", "value": 1}]`, "invalid-value /effects/0/op"},
		{`[{"id": "a", "target": {"incoming": "num"}, "op": "add", "value": 1, "stage": "third", "round": "up", "per": "hit"}]`,
			"invalid-value /effects/0/per; invalid-value /effects/0/round; unknown-reference /effects/0/stage"},
		{`[{"id": "a", "target": {"incoming": "num"}, "op": "add", "value": {"dice": {"count": 1, "faces": 2}}}]`,
			"missing-member /effects/0/value/dice; unknown-member /effects/0/value/dice/faces"},
		{`[{"id": "a", "target": {"incoming": "num"}, "op": "add", "value": true, "cap": 2}]`, "conflicting-members /effects/0/cap; wrong-type /effects/0/value"},
		{`[{"id": "a", "target": {"roll": {"tags": ["fire"]}}, "op": "add", "value": "num"},
		   {"id": "b", "target": {"roll": {"tags": ["fire"]}}, "op": "flag", "value": "advantage"},
		   {"id": "c", "target": {"roll": {"tags": ["fire"]}}, "op": "dice", "value": {"dice": {"count": 1, "sides": 4}}}]`, ""},
		{`[{"id": "a", "target": {"roll": {}}, "op": "set", "value": 1}]`, "invalid-value /effects/0/op; missing-member /effects/0/target/roll"},
	}))
}

func TestChoiceMistakes(t *testing.T) {
	checkMistakes(t, "content", inContent("choices", []mistake{
		{`{"a": {"from": {"type": "plain"}}}`, ""},
		{`[]`, "wrong-type /choices"},
		{`{"a b": {"from": {"type": "plain"}}}`, "invalid-id /choices/a b"},
		{`{"a": {}}`, "missing-member /choices/a"},
		{`{"a": {"from": {"type": "plain"}, "options": []}}`, "conflicting-members /choices/a"},
		{`{"a": {"from": {}}}`, "missing-member /choices/a/from"},
		{`{"a": {"from": {"type": "gone", "where": 1, "which": 2}}}`,
			"unknown-member /choices/a/from/which; unknown-reference /choices/a/from/type; wrong-type /choices/a/from/where"},
		{`{"a": {"from": {"type": "plain", "from": "held"}}}`, "wrong-content-type /choices/a/from/from"},
		{`{"a": {"from": {"type": "held", "from": "somewhere"}}}`, "invalid-value /choices/a/from/from"},
		{`{"a": {"from": {"fields": ["num", "num", "gone"]}}}`, "duplicate-id /choices/a/from/fields/1; unknown-reference /choices/a/from/fields/2"},
		{`{"a": {"from": {"fields": {"tag": "none", "except": ["num"]}}}}`, "unknown-reference /choices/a/from/fields/tag"},
		{`{"a": {"from": {"fields": ["num"], "where": "true"}}}`, "conflicting-members /choices/a/from/where"},
		{`{"a": {"options": [{"id": "x"}, {"id": "x"}, {}, 3, {"id": "y", "type": "plain"}, {"id": "z", "data": {}, "abstract": true, "effects": [1]}]}}`,
			"duplicate-id /choices/a/options/1/id; missing-member /choices/a/options/2; unknown-member /choices/a/options/4/type; " +
				"unknown-member /choices/a/options/5/abstract; unknown-member /choices/a/options/5/data; " +
				"wrong-type /choices/a/options/3; wrong-type /choices/a/options/5/effects/0"},
		{`{"a": {"from": {"type": "plain"}, "min": -1, "max": 1.5}}`, "invalid-value /choices/a/max; invalid-value /choices/a/min"},
		{`{"a": {"from": {"type": "plain"}, "min": "num", "max": null}}`, ""},
		{`{"a": {"from": {"type": "plain"}, "at": 1, "slotsAt": [1], "slots": 2}}`, "conflicting-members /choices/a; conflicting-members /choices/a"},
		{`{"a": {"from": {"type": "plain"}, "slotsAt": [4, 4, 6, 5, 0, "x"]}}`,
			"invalid-value /choices/a/slotsAt/1; invalid-value /choices/a/slotsAt/3; invalid-value /choices/a/slotsAt/4; wrong-type /choices/a/slotsAt/5"},
		{`{"a": {"from": {"type": "plain"}, "at": "3", "unique": 1, "activate": "no", "when": 1}}`,
			"wrong-type /choices/a/activate; wrong-type /choices/a/at; wrong-type /choices/a/unique; wrong-type /choices/a/when"},
		{`{"a": {"from": {"type": "plain"}, "recommended": ["one", "one", "sword", "gone", "parent"]}}`,
			"duplicate-id /choices/a/recommended/1; invalid-value /choices/a/recommended/4; unknown-reference /choices/a/recommended/3; wrong-content-type /choices/a/recommended/2"},
		{`{"a": {"options": [{"id": "x"}], "recommended": ["x", "y"]}}`, "unknown-reference /choices/a/recommended/1"},
		{`{"a": {"from": {"fields": {"tag": "numbers"}}, "recommended": ["num", "pool"]}}`, "unknown-reference /choices/a/recommended/1"},
		{`{"a": {"from": {"fields": {"tag": "numbers"}}, "effects": [{"id": "e", "target": {"pick": true}, "op": "add", "value": 2}]}}`, ""},
		{`{"a": {"from": {"fields": {"tag": "numbers"}}, "effects": [{"id": "e", "target": {"pick": false}, "op": "add", "value": 2}]}}`,
			"invalid-value /choices/a/effects/0/target/pick"},
		{`{"a": {"from": {"fields": {"tag": "numbers"}}, "effects": [{"id": "e", "target": {"pick": true}, "op": "set", "value": true}]}}`,
			"wrong-type /choices/a/effects/0/value"},
		{`{"a": {"from": {"type": "plain"}, "effects": [{"id": "e", "target": {"pick": true}, "op": "add", "value": 2}]}}`,
			"invalid-value /choices/a/effects/0/target"},
	}))
}

func TestRunMistakes(t *testing.T) {
	checkMistakes(t, "content", inContent("followUps", []mistake{
		{`[{"id": "a", "on": {"dealt": "num"}, "action": "rest", "params": {"dc": 1, "kind": "'x'"}, "required": true, "to": "self"}]`, ""},
		{`[{"id": "a", "becomes": "true", "changes": []}]`, ""},
		{`[{"id": "a"}]`, "missing-member /followUps/0; missing-member /followUps/0"},
		{`[{"id": "a", "on": {"dealt": "num"}, "becomes": "true", "action": "rest", "changes": []}]`,
			"conflicting-members /followUps/0; conflicting-members /followUps/0"},
		{`[{"id": "a", "on": {"dealt": "num", "excess": "num"}, "action": "rest"}]`, "conflicting-members /followUps/0/on"},
		{`[{"id": "a", "on": {"direction": "up"}, "action": "rest"}]`, "missing-member /followUps/0/on"},
		{`[{"id": "a", "on": {"overflow": "mod", "tags": ["ice"], "direction": "in"}, "action": "rest"}]`,
			"invalid-value /followUps/0/on/direction; invalid-value /followUps/0/on/overflow; unknown-reference /followUps/0/on/tags/0"},
		{`[{"id": "a", "on": {"dealt": "num"}, "action": "sleep", "to": "target"}]`, "invalid-value /followUps/0/to; unknown-reference /followUps/0/action"},
		{`[{"id": "a", "on": {"dealt": "num"}, "action": "rest", "to": {"link": "pet"}}, {"id": "b", "on": {"dealt": "num"}, "action": "rest", "to": {"link": "cat"}}]`,
			"unknown-reference /followUps/1/to/link"},
		{`[{"id": "a", "on": {"dealt": "num"}, "changes": [], "params": {}}]`, "conflicting-members /followUps/0/params"},
		{`[{"id": "a", "on": {"dealt": "num"}, "action": "rest", "params": {"a-b": 1, "c": null}}]`, "invalid-id /followUps/0/params/a-b; wrong-type /followUps/0/params/c"},
	}))
	checkMistakes(t, "content", inContent("offers", []mistake{
		{`[{"id": "a", "when": "true", "action": "rest"}]`, ""},
		{`[{"id": "a", "action": "rest"}]`, "missing-member /offers/0"},
		{`[{"id": "a", "when": "true"}]`, "missing-member /offers/0"},
		{`[{"id": "a", "when": "true", "create": {"link": "cat", "creation": 3}}]`, "unknown-reference /offers/0/create/link; wrong-type /offers/0/create/creation"},
		{`[{"id": "a", "when": "true", "create": {}}]`, "missing-member /offers/0/create; missing-member /offers/0/create"},
		{`[{"id": "a", "when": "true", "action": "rest", "to": "self"}]`, "unknown-member /offers/0/to"},
	}))
}

func TestChangeMistakes(t *testing.T) {
	changes := func(list []mistake) []mistake {
		out := make([]mistake, len(list))
		for i, m := range list {
			out[i] = mistake{`[{"id": "a", "when": "true", "changes": [` + m.entry + `]}]`, m.want}
		}
		return inContent("offers", out)
	}
	const at = " /offers/0/changes/0"
	checkMistakes(t, "content", changes([]mistake{
		{`3`, "wrong-type" + at},
		{`{}`, "missing-member" + at},
		{`{"type": "heal"}`, "unknown-change-type" + at + "/type"},
		{`{"type": "setHomebrew", "homebrew": null}`, "forbidden-change" + at + "/type"},
		{`{"type": "set", "field": "num"}`, "missing-member" + at},
		{`{"type": "set", "field": "gone", "value": {}, "by": 1}`, "unknown-member" + at + "/by; unknown-reference" + at + "/field; wrong-type" + at + "/value"},
		{`{"type": "set", "field": "num", "value": null}`, ""},
		{`{"type": "adjust", "field": "num"}`, "missing-member" + at},
		{`{"type": "adjust", "field": "num", "by": true, "tags": ["ice"]}`, "unknown-reference" + at + "/tags/0; wrong-type" + at + "/by"},
		{`{"type": "adjust", "field": "num", "parts": [{"tags": ["fire"]}, {"by": "num"}], "tags": ["fire"]}`,
			"conflicting-members" + at + "; missing-member" + at + "/parts/0"},
		{`{"type": "addItem", "item": "one", "quantity": 1.5}`, "wrong-content-type" + at + "/item; wrong-type" + at + "/quantity"},
		{`{"type": "addItem", "item": "sword", "quantity": "num", "equipped": 1, "state": {"charges": {}}}`,
			"wrong-type" + at + "/equipped; wrong-type" + at + "/state/charges"},
		{`{"type": "removeItem"}`, "missing-member" + at},
		{`{"type": "removeItem", "entry": "e1", "copies": {"type": "held"}}`, "conflicting-members" + at},
		{`{"type": "equip", "copies": {"where": "true", "limit": 0, "from": "all"}}`,
			"invalid-value" + at + "/copies/limit; missing-member" + at + "/copies; unknown-member" + at + "/copies/from"},
		{`{"type": "equip", "copies": {"type": "plain"}}`, "wrong-content-type" + at + "/copies/type"},
		{`{"type": "setState", "applied": {"where": "true", "limit": 1}, "state": "level", "value": "3"}`, ""},
		{`{"type": "applyEffect", "effect": "wolf"}`, "wrong-content-type" + at + "/effect"},
		{`{"type": "applyTemplate", "template": "poison"}`, "wrong-content-type" + at + "/template"},
		{`{"type": "applyEffect", "effect": "poison", "on": false}`, ""},
		{`{"type": "finishCreation", "now": true}`, "unknown-member" + at + "/now"},
		{`{"type": "choose", "path": "rules/g:x"}`, "missing-member" + at},
	}))
}

// Each change type as a pack may write it: nothing is wrong in any.
func TestChangesOfEveryType(t *testing.T) {
	for _, change := range []string{
		`{"type": "set", "field": "many", "value": ["a"]}`,
		`{"type": "adjust", "field": "num", "by": "-pool", "tags": ["fire"], "faces": [3]}`,
		`{"type": "addItem", "item": "sword", "entry": "e1", "quantity": 2, "equipped": true, "state": {"charges": 1, "marks": [1, 2], "gone": null}}`,
		`{"type": "removeItem", "entry": "e1"}`,
		`{"type": "equip", "copies": {"type": "held", "where": "it.equipped", "limit": 2}, "equipped": false}`,
		`{"type": "setState", "entry": "e1", "state": "charges", "value": null}`,
		`{"type": "adjustState", "applied": {"limit": 1}, "state": "charges", "by": 0.5}`,
		`{"type": "setQuantity", "entry": "e1", "quantity": "num"}`,
		`{"type": "adjustQuantity", "copies": {"type": "held"}, "by": -1}`,
		`{"type": "applyTemplate", "template": "wolf", "id": "e2"}`,
		`{"type": "removeTemplate", "id": "e2"}`,
		`{"type": "applyEffect", "effect": "g:poison", "id": "e3", "state": {}, "on": true}`,
		`{"type": "removeEffect", "applied": {"where": "it.id == 'g:poison'"}}`,
		`{"type": "toggleEffect", "id": "e3", "on": false}`,
		`{"type": "choose", "path": "rules/g:a", "option": "g:one"}`,
		`{"type": "unchoose", "path": "rules/g:a"}`,
		`{"type": "setExtension", "key": "notes", "value": {"any": "thing"}}`,
		`{"type": "finishCreation"}`,
		`{"type": "dismissFollowUp", "id": "f1"}`,
		`{"type": "clearFollowUp", "id": "f1"}`,
	} {
		entry := `{"type": "plain", "offers": [{"id": "a", "when": "true", "changes": [` + change + `]}]}`
		checkMistakes(t, "content", []mistake{{entry, ""}})
	}
}

func TestMoreMistakes(t *testing.T) {
	checkMistakes(t, "content", []mistake{
		{`{"type": "plain", "grants": [{"content": 3}, {"content": "gone"}]}`, "unknown-reference /grants/1/content; wrong-type /grants/0/content"},
		{`{"type": "plain", "effects": [{"id": "a", "target": {"computed": "attack", "of": {"type": 3}}, "op": "add", "value": 1},
			{"id": "b", "target": {"pick": 1}, "op": "add", "value": 1}, {"id": "c", "target": "num", "op": "add", "value": 1, "stack": "", "cap": {}},
			{"id": "d", "target": {"incoming": "num"}, "op": "add", "value": {}, "stage": 1}, {"id": "e", "target": "many", "op": "set", "value": []},
			{"id": "f", "target": "many", "op": "set", "value": 4}]}`,
			"invalid-value /effects/2/stack; missing-member /effects/3/value; wrong-type /effects/0/target/of/type; " +
				"wrong-type /effects/1/target/pick; wrong-type /effects/2/cap; wrong-type /effects/3/stage; wrong-type /effects/5/value"},
		{`{"type": "plain", "choices": {"a": {"options": [{"id": 3}]}}}`, "wrong-type /choices/a/options/0/id"},
		{`{"type": "plain", "followUps": [{"id": "a", "becomes": 1, "action": 3}]}`, "wrong-type /followUps/0/action; wrong-type /followUps/0/becomes"},
	})
	checkMistakesAt(t, "rules", "links", []mistake{
		{`{"a": {"reads": {"other:kind": {"type": "option", "default": "any"}, "other:list": {"type": "list", "default": [1, 2]},
			"other:wrong": {"type": "option", "default": 1}}}}`, "wrong-type /a/reads/other:wrong/default"},
	})
	checkMistakes(t, "contentTypes", []mistake{
		{`{"copies": "features", "state": {"a": {"type": "text"}}, "nameFrom": 3}`, "wrong-type /nameFrom"},
	})
	checkMistakes(t, "fields", []mistake{
		{`{"type": "list", "prefer": "last", "default": "a"}`, "wrong-type /default"},
		{`{"tags": ["a", {"when": "true"}]}`, "missing-member /tags/1"},
	})
}
