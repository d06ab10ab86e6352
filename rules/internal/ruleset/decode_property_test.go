package ruleset

import (
	"strconv"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"pgregory.net/rapid"
)

// rich is a release that uses every part of the format.
const rich = `{` + gameHead + `,
"fields": {
  "num": {"default": 3, "min": 0, "max": "pool", "tags": ["numbers", {"tag": "vital", "when": "yes"}], "stages": ["flat"], "absorbedBy": ["pool"],
          "overflow": {"below": "pool"}, "onMaxDrop": "keep", "display": {"a": 1}},
  "pool": {}, "yes": {"type": "boolean"}, "kind": {"type": "option", "options": {"type": "plain", "where": "true"}, "default": "one"},
  "mod": {"formula": "num // 2", "round": "floor", "group": "mods", "when": "yes", "prefer": "lowest", "tags": ["numbers"]}
},
"contentTypes": {
  "plain": {"data": {"size": {"default": 2}, "of": {"type": "ref", "of": "plain"}, "d": {"type": "dice"}}},
  "held": {"copies": "inventory", "state": {"charges": {"max": 5}, "name": {"type": "text"}}, "nameFrom": "name", "max": 3, "perItem": "1",
           "computed": {"attack": {"formula": "1"}}, "active": "copy.equipped", "counter": "copy.state.charges"},
  "cond": {"applied": true, "repeat": "once"}
},
"content": {
  "one": {"type": "plain", "tags": ["fire"], "data": {"size": 1, "of": "one", "d": "1d6"}},
  "child": {"inherit": "one", "effects": [{"id": "a", "target": "num", "op": "add", "value": 1, "cap": 4, "stack": {"key": "k", "keep": "sum"}},
            {"id": "b", "target": {"tag": "numbers", "except": ["mod"]}, "op": "set", "value": 4, "group": "mods", "situational": true},
            {"id": "c", "target": {"computed": "attack", "of": {"type": "held", "where": "true"}}, "op": "raise", "value": "num"},
            {"id": "d", "target": {"incoming": "num", "tags": ["fire"], "direction": "down"}, "op": "subtract", "stage": "flat", "round": "ceil", "per": "part",
             "value": {"dice": {"count": 1, "sides": "num"}}},
            {"id": "e", "target": {"roll": {"tags": ["fire"]}}, "op": "flag", "value": "good"}],
            "grants": [{"content": "poison", "at": 2, "when": "yes", "counter": "num"}], "standardCopies": [{"item": "sword", "when": "yes"}],
            "prerequisites": [{"id": "p", "test": "yes", "data": {"least": 1}}], "constraints": [{"id": "c", "test": "yes"}],
            "groups": {"friends": {"type": "held", "from": "own"}}},
  "sword": {"type": "held"}, "poison": {"type": "cond"}
},
"rules": {
  "tags": ["slashing"], "counter": "num", "links": {"pet": {"reads": {"num": {"type": "integer", "default": 1}}}},
  "tables": {"t": {"values": {"a": [1, 2]}, "default": 0}, "s": {"steps": [[1, 2], [3, 4]], "below": 0}},
  "actions": {"rest": {"when": "yes", "tags": ["fire"], "flags": {"good": {}}, "steps": []}},
  "choices": {"skill": {"from": {"fields": {"tag": "numbers"}}, "slotsAt": [1, 4], "recommended": ["num"], "unique": true,
                        "effects": [{"id": "a", "target": {"pick": true}, "op": "add", "value": 1}]},
              "style": {"options": [{"id": "two", "choices": {"deep": {"options": [{"id": "x"}], "activate": false}}}], "min": 1, "max": null},
              "feat": {"from": {"type": "plain", "where": "true"}, "at": 3, "slots": "num", "counter": "num", "when": "yes"}},
  "followUps": [{"id": "a", "on": {"dealt": "num", "direction": "down", "tags": ["fire"]}, "action": "rest", "params": {"dc": "num"}, "to": {"link": "pet"}},
                {"id": "b", "becomes": "num == 0", "changes": [{"type": "adjust", "field": "num", "parts": [{"by": "1", "tags": ["fire"]}]},
                 {"type": "addItem", "item": "sword", "state": {"charges": 1}}, {"type": "equip", "copies": {"type": "held", "limit": 1}}]}],
  "offers": [{"id": "a", "when": "yes", "create": {"link": "pet", "creation": "rest"}, "required": true}]
}}`

// places lists the pointers to everything below v.
func places(list []string, v ojson.Value, at string) []string {
	for _, m := range v.Members() {
		list = places(append(list, fault.Key(at, m.Key)), m.Value, fault.Key(at, m.Key))
	}
	for i, item := range v.Items() {
		list = places(append(list, fault.Index(at, i)), item, fault.Index(at, i))
	}
	return list
}

// replaceAt returns v with the part at a pointer replaced.
func replaceAt(v ojson.Value, pointer string, by ojson.Value) ojson.Value {
	if pointer == "" {
		return by
	}
	part, rest, more := strings.Cut(pointer[1:], "/")
	if more {
		rest = "/" + rest
	}
	if v.Kind() == ojson.KindArray {
		items := append([]ojson.Value(nil), v.Items()...)
		i, _ := strconv.Atoi(part)
		items[i] = replaceAt(items[i], rest, by)
		return ojson.Array(items...)
	}
	part = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
	member, _ := v.Get(part)
	return v.With(part, replaceAt(member, rest, by))
}

// resolves reports whether a JSON Pointer leads somewhere in v.
func resolves(v ojson.Value, pointer string) bool {
	for pointer != "" {
		part, rest, _ := strings.Cut(pointer[1:], "/")
		if rest != "" || strings.HasSuffix(pointer[1:], "/") {
			rest = "/" + rest
		}
		part = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
		if v.Kind() == ojson.KindArray {
			i, err := strconv.Atoi(part)
			if err != nil || i >= v.Len() {
				return false
			}
			v = v.Items()[i]
		} else {
			member, ok := v.Get(part)
			if !ok {
				return false
			}
			v = member
		}
		pointer = rest
	}
	return true
}

func TestRichReleaseLoads(t *testing.T) { mustLoad(t, parse(t, rich)) }

// Whatever stands in the place of a part of a release, loading ends with a
// ruleset or with errors, and each error names a place that is there.
func TestErrorsNamePlaces(t *testing.T) {
	whole := parse(t, rich)
	parts := []string{`null`, `true`, `-1`, `1.5`, `"x"`, `"num"`, `""`, `"g:one"`, `[]`, `{}`, `[{}]`, `[null]`, `{"id": 1}`, `{"a/b~": {}}`,
		`{"type": "text"}`, `{"type": "option"}`, `{"append": [{"id": "z"}]}`, `[["a"], {"tag": 1}]`, `1e18`, `{"options": [{"id": "x"}]}`}
	rapid.Check(t, func(t *rapid.T) {
		v := whole
		for range rapid.IntRange(1, 3).Draw(t, "mistakes") {
			by, err := ojson.Parse([]byte(rapid.SampledFrom(parts).Draw(t, "by")))
			if err != nil {
				t.Fatal(err)
			}
			var inside []string
			for _, p := range places(nil, v, "") {
				if !strings.HasPrefix(p, "/id") && !strings.HasPrefix(p, "/version") && !strings.HasPrefix(p, "/specVersion") && p != "/kind" {
					inside = append(inside, p)
				}
			}
			v = replaceAt(v, rapid.SampledFrom(inside).Draw(t, "at"), by)
		}
		rs, errs := Load([]ojson.Value{v})
		if (rs == nil) == (len(errs) == 0) {
			t.Fatalf("a ruleset and errors, or neither: %v", errs)
		}
		input := ojson.Object(ojson.Field("releases", ojson.Array(v)))
		for _, e := range errs {
			if !resolves(input, e.Path) {
				t.Errorf("no such place: %v\n%s", e, v)
			}
		}
	})
}
