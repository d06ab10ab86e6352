package ruleset_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// library is three releases with a little of everything.
func library() []string {
	return []string{
		game(skills[:len(skills)-1] + `,"fighter":{"type":"class","data":{"die":10},"grants":[{"content":"insight","at":2}],
			"choices":{"style":{"options":[{"id":"duel","tags":["melee"]},{"id":"archery"}],"max":null}},
			"actions":{"strike":{"steps":[{"id":"hit","roll":{"dice":"1d20"}}]}},"prerequisites":[{"id":"p","test":"ab.str >= 13","data":{"b":1,"a":2}}]}},
			"fields":{"ab.{a}":{"each":{"a":{"type":"ability"}},"min":1,"max":20,"tags":["score"],"display":{"z":1,"a":[{"y":1,"b":2}]}},"sum":{"formula":"ab.str + ab.dex"}},
			"rules":{"effects":[{"id":"e","target":"sum","op":"add","value":1}],"tables":{"xp":{"steps":[[0,1],[300,2]]}},"links":{"pet":{"reads":{"sum":"integer","ab.str":"integer"}}},"tags":["fire","cold"],"counter":"1"},
			"i18n":{"en":{"b":"B","a":"A"}},"title":"G"`),
		content("c", `"contentTypes":{"class":{}},"content":{"monk":{"inherit":"g:fighter","data":{"die":8},"grants":null}},"rules":{"effects":[{"id":"e","target":"sum","op":"add","value":2}],"tables":{"xp":{"values":{"b":1,"a":2}}}}`),
		homebrew(`"overrides":{"content":{"fighter":{"data":{"die":12}}},"fields":{"ab.{a}":{"max":30},"ab.str":{"min":2}}}`),
	}
}

func loadLibrary(t *testing.T) (*ruleset.Ruleset, []ojson.Value) {
	t.Helper()
	texts := library()
	texts[0] = strings.Replace(texts[0], `"contentTypes":{`, `"contentTypes":{"class":{"data":{"die":{"type":"integer"}},"copies":"features","state":{"level":{"default":1}},"counter":"copy.state.level"},`, 1)
	releases := values(t, texts)
	r, errs := ruleset.Load(releases)
	if errs != nil {
		t.Fatal(lines(errs))
	}
	return r, releases
}

func TestJSON(t *testing.T) {
	r, _ := loadLibrary(t)
	v := r.JSON()
	var keys []string
	for _, m := range v.Members() {
		keys = append(keys, m.Key)
	}
	equal(t, "members", strings.Join(keys, " "), "specVersion packs fields contentTypes content rules conflicts")
	equal(t, "specVersion", at(v, "/specVersion"), `"1.0"`)
	packs, _ := v.Get("packs")
	for i, want := range []string{`["g","1.2.0","game"]`, `["c","1.0.0","content"]`, `["h","1.0.0","homebrew"]`} {
		p := packs.Items()[i]
		equal(t, "pack", "["+at(p, "/id")+","+at(p, "/version")+","+at(p, "/kind")+"]", want)
		if len(p.Members()) != 4 {
			t.Errorf("pack %d: %s", i, p)
		}
	}
	// Resolved: each, inheritance, overrides; ids of entries qualified, members in order.
	equal(t, "field", at(v, "/fields/g:ab.str"), `{"display":{"a":[{"b":2,"y":1}],"z":1},"max":30,"min":2,"tags":["score"]}`)
	equal(t, "content", at(v, "/content/c:monk/data"), `{"die":8}`)
	equal(t, "type", at(v, "/content/c:monk/type"), `"g:class"`)
	equal(t, "parent", at(v, "/content/c:monk/inherit"), "")
	equal(t, "gone", at(v, "/content/c:monk/grants"), "")
	equal(t, "effects", at(v, "/rules/effects"), `[{"id":"g:e","op":"add","target":"sum","value":1},{"id":"c:e","op":"add","target":"sum","value":2}]`)
	equal(t, "tables", at(v, "/rules/tables/c:xp"), `{"values":{"a":2,"b":1}}`)
	equal(t, "i18n", at(packs.Items()[0], "/release/i18n"), `{"en":{"a":"A","b":"B"}}`)
}

func TestJSONLoadsAgain(t *testing.T) {
	r, _ := loadLibrary(t)
	v, err := ojson.Parse(r.JSON().Append(nil))
	if err != nil {
		t.Fatal(err)
	}
	packs, _ := v.Get("packs")
	var releases []ojson.Value
	for _, p := range packs.Items() {
		release, _ := p.Get("release")
		releases = append(releases, release)
	}
	again, errs := ruleset.Load(releases)
	if errs != nil {
		t.Fatal(lines(errs))
	}
	equal(t, "JSON", again.JSON().String(), r.JSON().String())
}

func TestOrderOfMembersDoesNotMatter(t *testing.T) {
	r, releases := loadLibrary(t)
	want := r.JSON().String()
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		shuffled := make([]ojson.Value, len(releases))
		for i, v := range releases {
			shuffled[i] = shuffle(v, random)
		}
		again, errs := ruleset.Load(shuffled)
		if errs != nil {
			t.Fatal(lines(errs))
		}
		equal(t, "JSON", again.JSON().String(), want)
		for i, c := range r.Contents {
			if again.Contents[i].ID != c.ID {
				t.Fatalf("content %d is %s, was %s", i, again.Contents[i].ID, c.ID)
			}
		}
	}
}

// shuffle returns v with the members of all objects in another order.
func shuffle(v ojson.Value, random *rand.Rand) ojson.Value {
	switch v.Kind() {
	case ojson.KindArray:
		items := make([]ojson.Value, 0, v.Len())
		for _, item := range v.Items() {
			items = append(items, shuffle(item, random))
		}
		return ojson.Array(items...)
	case ojson.KindObject:
		members := make([]ojson.Member, 0, v.Len())
		for _, m := range v.Members() {
			members = append(members, ojson.Field(m.Key, shuffle(m.Value, random)))
		}
		random.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		return ojson.Object(members...)
	}
	return v
}

// The releases are kept as they came: a ruleset changes none of them.
func TestReleasesAreNotChanged(t *testing.T) {
	_, releases := loadLibrary(t)
	before := make([]string, len(releases))
	for i, v := range releases {
		before[i] = v.String()
	}
	r, errs := ruleset.Load(releases)
	if errs != nil {
		t.Fatal(lines(errs))
	}
	r.JSON()
	for i, v := range releases {
		equal(t, "release", v.String(), before[i])
	}
}
