package change_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/change"
	"github.com/open-actor-models/oam/rules/internal/character"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// game is a small game that has one of everything that changes are about.
const game = `{"id":"g","version":"1.0.0","specVersion":"1.0","kind":"game",
"fields":{
 "hp":{"default":20,"min":0,"max":"hpMax","absorbedBy":["temp"],"overflow":{"below":"wounds","above":"temp"},"stages":["flat","half","double"]},
 "hpMax":{"formula":"20 + level * 10 - drain"},
 "drain":{},
 "temp":{"default":0,"min":0,"max":30},
 "wounds":{"default":5,"min":0},
 "level":{"formula":"sum(copies('class'), it.state.level)"},
 "mana":{"default":0,"min":0,"max":"level * 2","onMaxDrop":"keep"},
 "speed":{"type":"number","default":30,"round":"floor","min":0},
 "ratio":{"type":"number","default":1},
 "name":{"type":"text"},
 "size":{"type":"option","options":["small","large"]},
 "style":{"type":"option","options":{"type":"feat"}},
 "langs":{"type":"list"},
 "brave":{"type":"boolean"},
 "broken":{"formula":"1 / (level - level)"},
 "odd":{"max":"broken","min":0}
},
"contentTypes":{
 "class":{"copies":"features","perItem":1,"state":{"level":{"default":1,"min":1,"max":20}},"counter":"copy.state.level"},
 "gear":{"copies":"inventory","active":"copy.equipped","state":{"charges":{"default":3,"min":0,"max":"item.most"},"label":{"type":"text"},"mode":{"type":"option","options":["a","b"]}},"data":{"most":{"default":5}}},
 "race":{"template":true},
 "condition":{"applied":true,"state":{"value":{"default":1,"min":0,"max":4}}},
 "feat":{},
 "knack":{"repeat":"once"}
},
"content":{
 "fighter":{"type":"class","choices":{"feat":{"from":{"type":"feat"},"max":2,"at":2}}},
 "rogue":{"type":"class"},
 "sword":{"type":"gear"},
 "wand":{"type":"gear","data":{"most":9}},
 "fist":{"type":"gear"},
 "old":{"type":"gear","abstract":true},
 "elf":{"type":"race","choices":{"gift":{"from":{"type":"feat"}}}},
 "human":{"type":"race","grants":[{"content":"adept"}]},
 "adept":{"type":"knack","choices":{"art":{"from":{"type":"feat"}}}},
 "fireproof":{"type":"condition","effects":[{"id":"f","target":{"incoming":"hp","tags":["fire"]},"stage":"half","op":"multiply","value":"1/2","round":"floor","stack":{"key":"resist","keep":"lowest"}}]},
 "immune":{"type":"condition","effects":[{"id":"i","target":{"incoming":"hp","tags":["fire"]},"stage":"half","op":"multiply","value":0,"stack":{"key":"resist","keep":"lowest"}}]},
 "brittle":{"type":"condition","effects":[{"id":"b","target":{"incoming":"hp","tags":["fire","cold"],"direction":"down"},"stage":"double","op":"multiply","value":2}]},
 "armored":{"type":"condition","effects":[{"id":"a","target":{"incoming":"hp","direction":"down"},"stage":"flat","op":"subtract","value":"3 * effect.state.value"}]},
 "thick":{"type":"condition","effects":[{"id":"t","target":{"incoming":"hp","direction":"down"},"stage":"flat","op":"subtract","value":2,"per":"part"}]},
 "warded":{"type":"condition","effects":[{"id":"d","target":{"incoming":"hp","direction":"down"},"stage":"flat","op":"subtract","value":{"dice":{"count":"effect.state.value","sides":6}}}]},
 "focused":{"type":"condition","followUps":[{"id":"check","on":{"dealt":"hp","direction":"down"},"action":"save","params":{"dc":"clamp(event.dealt // 2, 10, 30)"},"required":true}]},
 "lucky":{"type":"feat","choices":{"sub":{"from":{"type":"feat"}}}},
 "alert":{"type":"feat","prerequisites":[{"id":"lv","test":"level >= 5"}]},
 "tough":{"type":"feat"}
},
"rules":{"tags":["fire","cold","slash"],
 "standardCopies":["fist"],
 "choices":{"start":{"from":{"type":"class","from":"held"},"activate":false}},
 "constraints":[{"id":"drained","test":"drain < 100"}],
 "actions":{"save":{"params":{"dc":{}}}},
 "followUps":[
  {"id":"crit","on":{"overflow":"wounds"},"when":"event.overflow >= 2","action":"save","params":{"dc":"wounds"}},
  {"id":"over","on":{"excess":"hp","direction":"up"},"changes":[{"type":"set","field":"temp","value":"event.excess"}]},
  {"id":"dead","becomes":"wounds == 0","changes":[{"type":"finishCreation"}]},
  {"id":"bad","becomes":"drain == 7","action":"save","params":{"dc":"broken"}}
 ],
 "links":{"pet":{"reads":{"hp":"integer"}}}
}}`

const homebrew = `{"id":"mine","version":"1.0.0","specVersion":"1.0","kind":"homebrew","requires":{"g":"^1.0"},"content":{"axe":{"type":"gear"}},"fields":{"pride":{"default":0,"max":3}}}`

// table is a ruleset for tests.
type table struct {
	rs      *ruleset.Ruleset
	program *engine.Program
}

func newTable(t testing.TB, releases ...string) *table {
	t.Helper()
	var list []ojson.Value
	for _, r := range releases {
		list = append(list, ojson.MustParse(r))
	}
	rs, errs := ruleset.Load(list)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	p, errs := engine.Compile(rs)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return &table{rs, p}
}

func (g *table) load(homebrew ojson.Value) (*engine.Program, []*fault.Error) {
	if homebrew.IsNull() {
		return g.program, nil
	}
	rs, errs := g.rs.With(homebrew)
	if errs != nil {
		return nil, errs
	}
	return engine.Compile(rs)
}

// hero returns a character with the members.
func hero(t testing.TB, members string) *character.Character {
	t.Helper()
	text := `{"specVersion":"1.0","id":"h"}`
	if members != "" {
		text = `{"specVersion":"1.0","id":"h",` + members + `}`
	}
	c, errs := character.Decode(ojson.MustParse(text))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return c
}

// rest is a file without specVersion and id.
func rest(c *character.Character) string {
	text := strings.TrimPrefix(c.JSON().String(), `{"specVersion":"1.0","id":"h"`)
	return strings.TrimPrefix(strings.TrimSuffix(text, "}"), ",")
}

// apply applies changes that it takes as JSON.
func (g *table) apply(t testing.TB, c *character.Character, changes string, o change.Options) (*change.Result, []*fault.Error) {
	t.Helper()
	p, errs := g.load(c.Homebrew)
	if errs != nil {
		t.Fatal(errs)
	}
	before := c.JSON().String()
	r, errs := change.Apply(p, g.load, c, ojson.MustParse(changes).Items(), o)
	if (r == nil) != (len(errs) > 0) {
		t.Fatalf("%s: result %v with errors %v", changes, r, errs)
	}
	if c.JSON().String() != before {
		t.Fatalf("%s changed the character that it was given", changes)
	}
	return r, errs
}

// must applies changes that work, and checks that replaying what was applied
// gives the same bytes without dice.
func (g *table) must(t testing.TB, c *character.Character, changes string, o change.Options) *change.Result {
	t.Helper()
	r, errs := g.apply(t, c, changes, o)
	if errs != nil {
		t.Fatalf("%s: %v", changes, errs)
	}
	again, errs := g.apply(t, c, r.Changes.String(), change.Options{Links: o.Links})
	if errs != nil {
		t.Fatalf("replay of %s: %v", r.Changes, errs)
	}
	if diff := cmp.Diff(r.Character.JSON().String(), again.Character.JSON().String()); diff != "" {
		t.Fatalf("replay of %s differs:\n%s", r.Changes, diff)
	}
	if r.Changes.String() != again.Changes.String() {
		t.Fatalf("replay of %s writes %s", r.Changes, again.Changes)
	}
	if _, errs := character.Decode(r.Character.JSON()); errs != nil {
		t.Fatalf("%s cannot be read again: %v", r.Character.JSON(), errs)
	}
	return r
}

// faces are dice that show the given faces.
func faces(list ...int64) func(int64) int64 {
	return func(int64) int64 {
		if len(list) == 0 {
			return 0
		}
		f := list[0]
		list = list[1:]
		return f
	}
}
