package ruleset_test

import (
	"testing"

	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// abilities is a type whose contents fields repeat over.
const abilities = `"contentTypes":{"ability":{}},"content":{"str":{"type":"ability"},"dex":{"type":"ability"}}`

func TestNamesMeanOwnThenGameThenDependencies(t *testing.T) {
	field := func(names ...string) string {
		text := `"fields":{`
		for i, n := range names {
			if i > 0 {
				text += ","
			}
			text += `"` + n + `":{}`
		}
		return text + "}"
	}
	r := load(t,
		game(field("all", "game", "gameAndOther")),
		content("a", field("all", "gameAndOther", "one", "both")),
		content("b", field("all", "both")),
		release(`"id":"c","version":"1.0.0","specVersion":"1.0","kind":"content"`,
			`"requires":{"b":"*","a":"*","g":"*"}`, field("all", "own")),
	)
	const c = 3
	for id, want := range map[string]string{
		"all": "c:all", "own": "c:own", "game": "g:game", "gameAndOther": "g:gameAndOther", "one": "a:one",
		"a:both": "a:both", "b:all": "b:all", "g:all": "g:all",
		"both": "ambiguous-reference", "none": "unknown-reference", "a:none": "unknown-reference", "x:all": "unknown-reference",
		"": "unknown-reference", ":": "unknown-reference", "c:": "unknown-reference",
	} {
		got := ""
		if i, code := r.FieldIndex(c, id); code != "" {
			if i != ruleset.None {
				t.Errorf("%q: index %d with %s", id, i, code)
			}
			got = code
		} else {
			got = r.Fields[i].ID
		}
		equal(t, id, got, want)
	}
	// The game sees its own alone.
	if _, code := r.FieldIndex(0, "one"); code != "unknown-reference" {
		t.Errorf("one in the game: %q", code)
	}
}

func TestLookups(t *testing.T) {
	r := load(t, game(`"contentTypes":{"feat":{}},"fields":{"level":{"tags":["core"]}},"content":{
		"tough":{"type":"feat","tags":["hardy"],"actions":{"brace":{}},
			"choices":{"way":{"options":[{"id":"slow","tags":["lazy"],"actions":{"rest":{}}}]}}}},
		"rules":{"actions":{"rest":{}},"tags":["fire"],"tables":{"cost":{"values":{"1":2}}},"links":{"friend":{"reads":{"level":"integer"}}}}`),
		content("c", `"rules":{"actions":{"rest":{}},"tables":{"cost":{"values":{"1":3}},"age":{"values":{}}}}`))
	if f, ok := r.Field("g:level"); !ok || f.ID != "g:level" {
		t.Error("field")
	}
	if c, ok := r.Content("g:tough"); !ok || c.ID != "g:tough" {
		t.Error("content")
	}
	if c, ok := r.Content("g:tough#way/slow"); !ok || c.ID != "g:tough#way/slow" || c.Index < r.Named {
		t.Error("inline option")
	}
	if i, code := r.ContentIndex(1, "tough#way/slow"); code != "" || r.Contents[i].ID != "g:tough#way/slow" {
		t.Error("inline option by index")
	}
	if x, ok := r.Type("g:feat"); !ok || x.ID != "g:feat" {
		t.Error("type")
	}
	if x, ok := r.Link("g:friend"); !ok || x.ID != "g:friend" {
		t.Error("link")
	}
	for _, id := range []string{"g:cost", "c:cost", "c:age"} {
		if x, ok := r.Table(id); !ok || x.ID != id {
			t.Errorf("table %s: %v", id, x)
		}
	}
	for id, owner := range map[string]string{
		"g:rest": "rules", "c:rest": "rules", "g:tough#brace": "g:tough", "g:tough#way/slow#rest": "g:tough#way/slow",
	} {
		a, c, ok := r.Action(id)
		if !ok || a.ID != id || c.ID != owner {
			t.Errorf("action %s: %v of %v", id, a, c)
		}
	}
	for _, id := range []string{"", "rest", "g:", "x:rest", "g:brace"} {
		if _, _, ok := r.Action(id); ok {
			t.Errorf("action %q exists", id)
		}
	}
	if i, code := r.ActionIndex(1, "tough#brace"); code != "" || i != 2 { // after c:rest and g:rest
		t.Errorf("action index %d %q", i, code)
	}
	for tag, want := range map[string]bool{"core": true, "hardy": true, "lazy": true, "fire": true, "ice": false, "": false} {
		if r.KnownTag(tag) != want {
			t.Errorf("tag %q", tag)
		}
	}
	if _, ok := r.Field("level"); ok {
		t.Error("a field without its pack is no qualified id")
	}
}

func TestLower(t *testing.T) {
	for id, want := range map[string]string{
		"sleight-of-hand": "sleightOfHand", "d20:str": "str", "d20:animal-handling": "animalHandling", "Fire": "fire",
		"g:fighter#style/two-weapons": "twoWeapons", "plus-1": "plus1", "a--b": "aB", "-a": "a", "": "", "g:": "",
		"already": "already", "camelCase": "camelCase", "x.big-one": "x.bigOne",
	} {
		equal(t, id, ruleset.Lower(id), want)
	}
}

func TestListsAreByID(t *testing.T) {
	r := load(t, game(`"fields":{"b":{},"a":{},"a.b":{},"aB":{}},`+abilities), content("c", `"fields":{"z":{}}`))
	want := []string{"c:z", "g:a", "g:a.b", "g:aB", "g:b"}
	for i, f := range r.Fields {
		if f.ID != want[i] || f.Index != i {
			t.Errorf("field %d is %s at %d", i, f.ID, f.Index)
		}
	}
	if r.Contents[0].ID != "g:dex" || r.Contents[1].ID != "g:str" || r.Named != 2 {
		t.Error("contents are not by id")
	}
}
