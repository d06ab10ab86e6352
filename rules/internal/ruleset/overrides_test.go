package ruleset_test

import (
	"strings"
	"testing"
)

const base = things + `,"fields":{"x":{"max":5},"y":{}},"content":{
	"p":{"type":"thing","data":{"n":1,"l":["a","b"]}},
	"c":{"inherit":"p","data":{"l":{"append":["c"]}}}}`

func TestOverrides(t *testing.T) {
	for name, test := range map[string]struct{ override, pointer, want string }{
		"field":          {`"fields":{"x":{"max":7,"min":1}}`, "/fields/g:x", `{"max":7,"min":1}`},
		"qualified":      {`"fields":{"g:x":{"max":null}}`, "/fields/g:x", `{}`},
		"type":           {`"contentTypes":{"thing":{"repeat":"once"}}`, "/contentTypes/g:thing/repeat", `"once"`},
		"content":        {`"content":{"p":{"data":{"m":2}}}`, "/content/g:p/data", `{"l":["a","b"],"m":2,"n":1}`},
		"its children":   {`"content":{"p":{"data":{"l":{"remove":["a"]}}}}`, "/content/g:c/data/l", `["b","c"]`},
		"a child":        {`"content":{"c":{"data":{"l":{"remove":["a","c"]}}}}`, "/content/g:c/data/l", `["b"]`},
		"another parent": {`"content":{"c":{"inherit":"c:q"}}`, "/content/g:c/data", `{"l":["q","c"]}`},
		"no parent":      {`"content":{"c":{"inherit":null,"type":"thing","data":{"l":["z"]}}}`, "/content/g:c/data", `{"l":["z"]}`},
	} {
		r := load(t, game(base), content("c", `"content":{"q":{"type":"thing","data":{"l":["q"]}}},"overrides":{`+test.override+`}`))
		equal(t, name, at(r.JSON(), test.pointer), test.want)
	}
}

// An id in an override means what it means in the pack that wrote it.
func TestOverrideKeepsItsPack(t *testing.T) {
	r := load(t, game(`"contentTypes":{"feat":{}},"content":{"tough":{"type":"feat","grants":[{"content":"own"}]},"own":{"type":"feat"}}`),
		content("c", `"content":{"own":{"type":"feat"}},"overrides":{"content":{"g:tough":{"grants":{"append":[{"content":"own"}]}}}}`))
	tough, _ := r.Content("g:tough")
	var ids []string
	for _, g := range tough.Grants {
		ids = append(ids, r.Contents[g.Content].ID)
	}
	equal(t, "grants", strings.Join(ids, " "), "g:own c:own")
	equal(t, "place", tough.Grants[1].At.Pointer(), "/releases/1/overrides/content/g:tough/grants/append/0")
	equal(t, "entry", tough.At.Pointer(), "/releases/0/content/tough")
}

func TestOverrideErrors(t *testing.T) {
	for name, test := range map[string]struct{ override, want string }{
		"unknown field":   {`"fields":{"z":{}}`, "unknown-reference /releases/1/overrides/fields/z"},
		"unknown content": {`"content":{"z":{}}`, "unknown-reference /releases/1/overrides/content/z"},
		"unknown type":    {`"contentTypes":{"z":{}}`, "unknown-reference /releases/1/overrides/contentTypes/z"},
		"unknown pack":    {`"rules":{"choices":{"x:k":{}}}`, "unknown-reference /releases/1/overrides/rules/choices/x:k"},
		"no patch":        {`"content":{"p":null}`, "wrong-type /releases/1/overrides/content/p"},
		"no section":      {`"content":[]`, "wrong-type /releases/1/overrides/content"},
		"rules":           {`"rules":[]`, "wrong-type /releases/1/overrides/rules"},
		// The child inherits the mistake, at the same place: it is one error.
		"unknown member": {`"content":{"p":{"date":{}}}`, "unknown-member /releases/1/overrides/content/p/date"},
		"wrong value":    {`"fields":{"x":{"round":"up"}}`, "invalid-value /releases/1/overrides/fields/x/round"},
		"null what?":     {`"fields":{"x":{"min":null}}`, "unknown-member /releases/1/overrides/fields/x/min"},
		"item":           {`"content":{"c":{"data":{"l":{"remove":["q"]}}}}`, "unknown-reference /releases/1/overrides/content/c/data/l/remove/0"},
	} {
		got := failing(t, game(base), content("c", `"overrides":{`+test.override+`}`))
		equal(t, name, got, test.want)
	}
}

func TestTwoOverrides(t *testing.T) {
	one := content("a", `"overrides":{"content":{"p":{"data":{"n":2,"l":{"remove":["a"]}}}},"fields":{"x":{"max":8,"min":0}}}`)
	two := content("b", `"overrides":{"content":{"g:p":{"data":{"n":3,"m":4,"l":{"remove":["a","b"]}}}},"fields":{"x":{"max":9},"y":{"min":1}}}`)
	r := load(t, game(base), one, two)
	// What the first has removed is no mistake of the second.
	equal(t, "p", at(r.JSON(), "/content/g:p/data"), `{"l":[],"m":4,"n":3}`)
	equal(t, "x", at(r.JSON(), "/fields/g:x"), `{"max":9,"min":0}`)
	equal(t, "conflicts", at(r.JSON(), "/conflicts"), `[`+
		`{"kind":"field","id":"g:x","member":"/max","packs":["a","b"],"winner":"b"},`+
		`{"kind":"content","id":"g:p","member":"/data/l/a","packs":["a","b"],"winner":"b"},`+
		`{"kind":"content","id":"g:p","member":"/data/n","packs":["a","b"],"winner":"b"}]`)

	r = load(t, game(base), one, content("b", `"overrides":{"content":{"p":{"data":null}}}`))
	equal(t, "whole", at(r.JSON(), "/conflicts"), `[{"kind":"content","id":"g:p","member":"/data","packs":["a","b"],"winner":"b"}]`)
	r = load(t, game(base), one, content("b", `"overrides":{"content":{"p":{"display":{"icon":"x"}}}}`))
	equal(t, "different members", at(r.JSON(), "/conflicts"), `[]`)
}

// What an override takes from a parent is no mistake of a child that takes it
// too, nor of an override of the child.
func TestOverriddenParentOfStrictChild(t *testing.T) {
	g := game(things + `,"content":{"p":{"type":"thing","data":{"n":1,"l":["a","b"]}},
		"c":{"inherit":"p","data":{"n":null,"l":{"remove":["a"]}}},"d":{"inherit":"c"}}`)
	r := load(t, g, content("a", `"overrides":{"content":{"p":{"data":{"n":null,"l":{"remove":["a"]}}}}}`),
		content("b", `"overrides":{"content":{"d":{"data":{"l":{"remove":["a"]}}}}}`))
	equal(t, "c", at(r.JSON(), "/content/g:c/data"), `{"l":["b"]}`)
	equal(t, "d", at(r.JSON(), "/content/g:d/data"), `{"l":["b"]}`)
}

// Items that name content are the same with and without their pack.
func TestOverrideOfContentItems(t *testing.T) {
	r := load(t, game(`"contentTypes":{"item":{"copies":"inventory"}},"content":{"sword":{"type":"item"},"shield":{"type":"item"},
		"kit":{"type":"item","standardCopies":["sword",{"item":"g:shield","when":"true"}]}}`),
		content("c", `"content":{"sword":{"type":"item"}},"overrides":{"content":{"kit":{"standardCopies":{"remove":["g:sword"],"patch":{"shield":{"when":"false"}},"append":["sword"]}}}}`))
	equal(t, "kit", at(r.JSON(), "/content/g:kit/standardCopies"), `[{"item":"g:shield","when":"false"},"sword"]`)
	kit, _ := r.Content("g:kit")
	equal(t, "sword", r.Contents[kit.StandardCopies[1].Item].ID, "c:sword")
	got := failing(t, game(`"contentTypes":{"item":{"copies":"inventory"}},"content":{"sword":{"type":"item"},"kit":{"type":"item","standardCopies":["sword"]}}`),
		content("c", `"content":{"sword":{"type":"item"}},"overrides":{"content":{"kit":{"standardCopies":{"remove":["c:sword"]}}}}`))
	equal(t, "another sword", got, "unknown-reference /releases/1/overrides/content/kit/standardCopies/remove/0")
}

func TestOverrideRules(t *testing.T) {
	rules := `"rules":{"effects":[{"id":"a","target":"x","op":"add","value":1},{"id":"b","target":"y","op":"add","value":1}],
		"choices":{"k":{"from":{"type":"thing"},"max":2}},"tables":{"t":{"values":{"a":1,"b":2}}},"tags":["fire"]}`
	other := content("a", `"rules":{"effects":[{"id":"a","target":"g:x","op":"add","value":1}],"tables":{"t":{"values":{"a":5}}}}`)
	for name, test := range map[string]struct{ override, pointer, want string }{
		"the game's":      {`"choices":{"k":{"max":3}}`, "/rules/choices/g:k/max", "3"},
		"no limit":        {`"choices":{"k":{"max":null}}`, "/rules/choices/g:k/max", "null"},
		"qualified":       {`"tables":{"a:t":{"values":{"a":6}}}`, "/rules/tables", `{"a:t":{"values":{"a":6}},"g:t":{"values":{"a":1,"b":2}}}`},
		"removed":         {`"tables":{"t":null}`, "/rules/tables", `{"a:t":{"values":{"a":5}}}`},
		"effect":          {`"effects":{"patch":{"b":{"value":2}},"remove":["a"]}`, "/rules/effects", `[{"id":"g:b","op":"add","target":"y","value":2},{"id":"a:a","op":"add","target":"g:x","value":1}]`},
		"of another pack": {`"effects":{"remove":["a:a","g:b"]}`, "/rules/effects", `[{"id":"g:a","op":"add","target":"x","value":1}]`},
		"tags":            {`"tags":{"append":["cold"]}`, "/rules/tags", `["fire","cold"]`},
		"a whole list":    {`"tags":["cold"]`, "/rules/tags", `["cold"]`},
		"counter":         {`"counter":"1"`, "/rules/counter", `"1"`},
	} {
		r := load(t, game(base+","+rules), other, release(`"id":"c","version":"1.0.0","specVersion":"1.0","kind":"content"`,
			`"requires":{"g":"*","a":"*"},"overrides":{"rules":{`+test.override+`}}`))
		equal(t, name, at(r.JSON(), test.pointer), test.want)
	}
	got := failing(t, game(base+","+rules), content("c", `"overrides":{"rules":{"effects":{"remove":["z"]},"tables":{"t":{"values":{"z":null}}}}}`))
	equal(t, "unknown", got, "unknown-reference /releases/1/overrides/rules/effects/remove/0\nunknown-member /releases/1/overrides/rules/tables/t/values/z")
	// A pack may change rules where the game has none.
	r := load(t, game(base), content("c", `"overrides":{"rules":{"tags":["cold"]}}`))
	if !r.KnownTag("cold") {
		t.Error("the tag of the override is unknown")
	}
}

func TestWith(t *testing.T) {
	g := game(base)
	h := homebrew(`"fields":{"luck":{}},"content":{"q":{"type":"thing","data":{"n":7}}},"overrides":{"content":{"p":{"data":{"n":9}}}}`)
	list := values(t, []string{g, h})
	all := load(t, g, h)
	with, errs := load(t, g).With(list[1])
	if errs != nil {
		t.Fatal(lines(errs))
	}
	equal(t, "JSON", with.JSON().String(), all.JSON().String())
	equal(t, "child", at(with.JSON(), "/content/g:c/data/n"), "9")
	if f, _ := with.Field("h:luck"); f.At.Pointer() != "/homebrew/fields/luck" {
		t.Errorf("place %s", f.At.Pointer())
	}
}

func TestWithErrors(t *testing.T) {
	for name, test := range map[string]struct{ homebrew, want string }{
		"kind":     {content("h", ""), "wrong-kind /homebrew/kind"},
		"game":     {release(`"id":"h","version":"1.0.0","specVersion":"1.0","kind":"game"`), "wrong-kind /homebrew/kind"},
		"no needs": {release(`"id":"h","version":"1.0.0","specVersion":"1.0","kind":"homebrew"`), "missing-dependency /homebrew"},
		"shape":    {homebrew(`"fields":{"f":{"typ":"text"}}`), "unknown-member /homebrew/fields/f/typ"},
		"nothing":  {`null`, "wrong-type /homebrew"},
		"same id":  {release(`"id":"g","version":"1.0.0","specVersion":"1.0","kind":"homebrew","requires":{"g":"*"}`), "duplicate-pack /homebrew/id"},
		// A dangling reference of the game, brought out by the homebrew.
		"the game's": {homebrew(`"overrides":{"fields":{"hp":{"type":"text","default":null}}}`), "conflicting-members /releases/0/fields/hp/max"},
	} {
		r, errs := load(t, game(`"fields":{"hp":{"default":1,"max":5}}`)).With(values(t, []string{test.homebrew})[0])
		if r != nil {
			t.Errorf("%s: loaded", name)
		}
		equal(t, name, places(errs), test.want)
	}
}
