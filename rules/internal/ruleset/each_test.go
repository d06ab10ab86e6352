package ruleset_test

import (
	"strings"
	"testing"

	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// skills is a game of abilities and skills, each skill with its ability.
const skills = `"contentTypes":{
		"ability":{"data":{"short":{"type":"text"},"order":{"default":9},"physical":{"type":"boolean","default":false}}},
		"skill":{"data":{"ability":{"type":"ref","of":"ability"},"rank":{"type":"number"}}}},
	"content":{
		"str":{"type":"ability","data":{"short":"S","order":1,"physical":true}},
		"dex":{"type":"ability","data":{"short":"D","physical":true}},
		"wis":{"type":"ability","data":{"order":2}},
		"any":{"type":"ability","abstract":true},
		"sleight-of-hand":{"type":"skill","data":{"ability":"dex","rank":1.5}},
		"insight":{"type":"skill","data":{"ability":"g:wis","rank":2}},
		"luck":{"type":"skill"}}`

func fieldIDs(r *ruleset.Ruleset) string {
	ids := make([]string, len(r.Fields))
	for i, f := range r.Fields {
		ids[i] = f.ID
	}
	return strings.Join(ids, " ")
}

func TestEach(t *testing.T) {
	for name, test := range map[string]struct{ id, body, ids, pointer, want string }{
		"one name": {"ab.{a}", `"each":{"a":{"type":"ability"}}`, "g:ab.dex g:ab.str g:ab.wis", "/fields/g:ab.str", `{}`},
		"in texts": {"ab.{a}.mod", `"each":{"a":{"type":"ability"}},"formula":"(1 + {a}) // 2","display":{"of":["{a}","{a.id}",{"n":"x{a}y"}],"{a}":"{b}{}{a.}{"}`,
			"g:ab.dex.mod g:ab.str.mod g:ab.wis.mod", "/fields/g:ab.str.mod",
			`{"display":{"of":["str","g:str",{"n":"xstry"}],"{a}":"{b}{}{a.}{"},"formula":"(1 + str) // 2"}`},
		"members": {"{s}", `"each":{"s":{"type":"skill","where":"it.id != 'g:luck'"}},"formula":"{s.rank} + 1","display":"{s.ability}"`, "g:insight g:sleightOfHand", "/fields/g:sleightOfHand",
			`{"display":"dex","formula":"1.5 + 1"}`},
		"default":    {"{a}", `"each":{"a":{"type":"ability","where":"it.order > 5"}},"formula":"{a.order}","display":"{a.physical} {a.short}"`, "g:dex", "/fields/g:dex", `{"display":"true D","formula":"9"}`},
		"two names":  {"{a}.{s}", `"each":{"s":{"type":"skill","where":"it.id != 'g:luck'"},"a":{"type":"ability","where":"it.physical"}},"formula":"{a.order}"`, "g:dex.insight g:dex.sleightOfHand g:str.insight g:str.sleightOfHand", "/fields/g:str.insight/formula", `"1"`},
		"by a ref":   {"{s}", `"each":{"s":{"type":"skill","where":"it.id != 'g:luck' && it.ability == 'g:wis'"}}`, "g:insight", "/fields/g:insight", `{}`},
		"nothing":    {"{s}", `"each":{"s":{"type":"skill","where":"false"}}`, "", "/fields", `{}`},
		"and not":    {"{a}.{s}", `"each":{"s":{"type":"skill","where":"false"},"a":{"type":"ability"}}`, "", "/fields", `{}`},
		"other keys": {"{a}", `"each":{"a":{"type":"g:ability"}},"tags":["{a}",{"tag":"of-{a}","when":"{a} > 1"}]`, "g:dex g:str g:wis", "/fields/g:wis/tags", `["wis",{"tag":"of-wis","when":"wis > 1"}]`},
	} {
		t.Run(name, func(t *testing.T) {
			r := load(t, game(skills+`,"fields":{"`+test.id+`":{`+test.body+`}}`))
			equal(t, "ids", fieldIDs(r), test.ids)
			equal(t, "field", at(r.JSON(), test.pointer), test.want)
		})
	}
}

// Content of other packs makes fields of the pack that defines them.
func TestEachOverPacks(t *testing.T) {
	r := load(t, game(skills+`,"fields":{"ab.{a}":{"each":{"a":{"type":"ability"}},"display":"{a.id}"}}`),
		content("c", `"content":{"san-ity":{"type":"ability"}},"fields":{"x.{a}":{"each":{"a":{"type":"ability"}},"formula":"ab.{a}"}}`))
	equal(t, "ids", fieldIDs(r), "c:x.dex c:x.sanIty c:x.str c:x.wis g:ab.dex g:ab.sanIty g:ab.str g:ab.wis")
	f, _ := r.Field("g:ab.sanIty")
	equal(t, "pack", r.Packs[f.Pack].ID, "g")
	equal(t, "place", f.At.Pointer(), "/releases/0/fields/ab.{a}")
	equal(t, "display", f.Display.String(), `"c:san-ity"`)
}

func TestEachAndOverrides(t *testing.T) {
	fields := `"fields":{"ab.{a}":{"each":{"a":{"type":"ability"}},"min":1,"max":20,"display":"{a}"}}`
	r := load(t, game(skills+","+fields), content("c", `"overrides":{"fields":{"ab.{a}":{"max":30},"ab.str":{"min":3}}}`),
		content("d", `"overrides":{"fields":{"g:ab.str":{"min":4},"ab.dex":{"max":null}}}`))
	equal(t, "str", at(r.JSON(), "/fields/g:ab.str"), `{"display":"str","max":30,"min":4}`)
	equal(t, "dex", at(r.JSON(), "/fields/g:ab.dex"), `{"display":"dex","min":1}`)
	equal(t, "wis", at(r.JSON(), "/fields/g:ab.wis"), `{"display":"wis","max":30,"min":1}`)
	equal(t, "conflicts", at(r.JSON(), "/conflicts"), `[{"kind":"field","id":"g:ab.str","member":"/min","packs":["c","d"],"winner":"d"}]`)
	got := failing(t, game(skills+","+fields), content("c", `"overrides":{"fields":{"ab.int":{"max":30},"ab.str":{"each":{}}}}`))
	equal(t, "errors", got, "unknown-reference /releases/1/overrides/fields/ab.int\nunknown-member /releases/1/overrides/fields/ab.str/each")
}

func TestEachErrors(t *testing.T) {
	const place = " /releases/0/fields/{a}"
	for name, test := range map[string]struct{ each, rest, want string }{
		"no object":      {`["a"]`, "", "wrong-type" + place + "/each"},
		"no names":       {`{}`, "", "invalid-value" + place + "/each"},
		"name":           {`{"a-b":{"type":"ability"}}`, "", "invalid-id" + place + "/each/a-b"},
		"no type":        {`{"a":{}}`, "", "missing-member" + place + "/each/a"},
		"unknown type":   {`{"a":{"type":"skil"}}`, "", "unknown-reference" + place + "/each/a/type"},
		"more members":   {`{"a":{"type":"skill","from":"held"}}`, "", "unknown-member" + place + "/each/a/from"},
		"where":          {`{"a":{"type":"skill","where":true}}`, "", "wrong-type" + place + "/each/a/where"},
		"syntax":         {`{"a":{"type":"skill","where":"it.rank >"}}`, "", "formula-syntax" + place + "/each/a/where"},
		"type of where":  {`{"a":{"type":"skill","where":"it.rank"}}`, "", "formula-type" + place + "/each/a/where"},
		"unknown name":   {`{"a":{"type":"skill","where":"it.rang > 1"}}`, "", "unknown-name" + place + "/each/a/where"},
		"a field":        {`{"a":{"type":"skill","where":"it.rank > level"}}`, "", "content-only" + place + "/each/a/where"},
		"a query":        {`{"a":{"type":"skill","where":"any(copies('skill'))"}}`, "", "content-only" + place + "/each/a/where"},
		"a function":     {`{"a":{"type":"skill","where":"has('luck')"}}`, "", "content-only" + place + "/each/a/where"},
		"no such call":   {`{"a":{"type":"skill","where":"hass('luck')"}}`, "", "unknown-function" + place + "/each/a/where"},
		"no such id":     {`{"a":{"type":"skill","where":"it.id == 'skil'"}}`, "", "unknown-reference" + place + "/each/a/where"},
		"a failure":      {`{"a":{"type":"skill","where":"1 / it.rank > 1"}}`, "", "constant-error" + place + "/each/a/where"},
		"no such member": {`{"a":{"type":"ability"}}`, `,"display":["{a.rank}"]`, "unknown-reference" + place + "/display/0"},
		"member missing": {`{"a":{"type":"skill"}}`, `,"display":["{a.rank}"]`, "missing-member" + place},
		// One definition makes three fields: their mistake has one place.
		"one mistake": {`{"a":{"type":"ability"}}`, `,"formula":1`, "wrong-type" + place + "/formula"},
	} {
		got := failing(t, game(skills+`,"fields":{"{a}":{"each":`+test.each+test.rest+`},"level":{}}`))
		equal(t, name, got, test.want)
	}
}

func TestEachClashes(t *testing.T) {
	each := `"each":{"a":{"type":"ability"}}`
	for name, test := range map[string]struct{ content, fields, want string }{
		"forms":      {`"a-b":{"type":"ability"},"aB":{"type":"ability"}`, `"{a}":{` + each + `}`, "id-clash /releases/0/fields/{a}/each/a"},
		"not forms":  {`"a-b":{"type":"ability"},"aB":{"type":"ability","abstract":true}`, `"{a}":{` + each + `}`, ""},
		"written":    {`"str":{"type":"ability"}`, `"ab.str":{},"ab.{a}":{` + each + `}`, "id-clash /releases/0/fields/ab.{a}"},
		"the same":   {`"str":{"type":"ability"}`, `"{a}.x":{` + each + `},"{b}.x":{"each":{"b":{"type":"ability"}}}`, "id-clash /releases/0/fields/{b}.x"},
		"not in id":  {`"str":{"type":"ability"},"dex":{"type":"ability"}`, `"x":{` + each + `}`, "id-clash /releases/0/fields/x"},
		"no each":    {`"str":{"type":"ability"}`, `"ab.{a}":{}`, "invalid-id /releases/0/fields/ab.{a}"},
		"qualified":  {`"str":{"type":"ability"}`, `"{a.id}":{` + each + `}`, "invalid-id /releases/0/fields/{a.id}"},
		"reserved":   {`"item":{"type":"ability"}`, `"{a}.x":{` + each + `}`, "reserved-name /releases/0/fields/{a}.x"},
		"other name": {`"str":{"type":"ability"}`, `"{b}":{` + each + `}`, "invalid-id /releases/0/fields/{b}"},
	} {
		got := failing(t, game(`"contentTypes":{"ability":{}},"content":{`+test.content+`},"fields":{`+test.fields+`}`))
		equal(t, name, got, test.want)
	}
}
