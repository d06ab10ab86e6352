package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// The pack before, and what becomes of each of its parts after.
const (
	oldPack = `{"id":"g","version":"1.4.0","specVersion":"1.0","kind":"game",
	"fields":{"toughness":{"default":3},"luck":{"default":1},"mood":{"type":"option","options":["calm","wild"],"default":"calm"},"body":{"default":7},
		"points":{"default":0},"patron":{"type":"option","options":{"type":"feat"}},"score":{"default":10,"max":30}},
	"contentTypes":{"feat":{},"training":{"copies":"features"},"blade":{"copies":"inventory","state":{"dull":{"default":0},"nick":{"type":"text"}}}},
	"content":{"swift":{"type":"feat"},"reckless":{"type":"feat"},"lucky":{"type":"feat","choices":{"more":{"from":{"type":"feat"},"min":0}}},"careful":{"type":"feat"},
		"training":{"type":"training","choices":{"style":{"options":[{"id":"hard"},{"id":"odd"},{"id":"soft"}]},"feats":{"from":{"type":"feat"},"min":0,"max":3}}},
		"knife":{"type":"blade"}},
	"rules":{"links":{"pet":{"reads":{"points":"integer"}}},"actions":{"rest":{"results":["rested"]}}}}`
	newPack = `{"id":"g","version":"%s","specVersion":"1.0","kind":"game",
	"fields":{"endurance":{"default":3},"temper":{"type":"option","options":["even","hot"],"default":"even"},"strong":{"default":0},"tough":{"default":0},
		"points":{"default":0},"patron":{"type":"option","options":{"type":"feat"}},"score":{"default":10,"max":20}},
	"contentTypes":{"feat":{},"training":{"copies":"features"},"blade":{"copies":"inventory","state":{"edge":{"default":0}}}},
	"content":{"fleet":{"type":"feat"},"careful":{"type":"feat"},
		"training":{"type":"training","choices":{"way":{"options":[{"id":"firm"},{"id":"soft"}]},"feats":{"from":{"type":"feat"},"min":0,"max":3}}},
		"knife":{"type":"blade"}},
	"rules":{"links":{"companion":{"reads":{"points":"integer"}}},"actions":{"rest":{"params":{"hours":{}}}}}%s}`
	moves = `,"migrations":[{"to":"%s",
		"fields":{"toughness":"endurance","luck":null,"mood":{"to":"temper","values":{"calm":"even","wild":"hot"}},"body":{"split":{"strong":"old // 2","tough":"old - old // 2"}}},
		"content":{"swift":"fleet","reckless":{"replacement":"careful"},"lucky":null},
		"choices":{"training#style":"way"},"options":{"training#style":{"hard":"firm","odd":null}},
		"states":{"blade":{"dull":{"to":"edge","values":{"0":5}},"nick":null}},
		"links":{"pet":"companion"},
		"changes":[{"type":"adjust","field":"points","by":1}]}]`
)

// fatal is what tests, fuzz targets and properties have in common.
type fatal interface {
	Helper()
	Fatal(args ...any)
}

func loadedText(t fatal, text string) *rules.Ruleset {
	t.Helper()
	rs, errs := rules.LoadRuleset([]ojson.Value{ojson.MustParse(text)})
	for _, e := range errs {
		t.Fatal(e)
	}
	return rs
}

// Each kind of move of docs/rules/upgrades.md, on a character that has all.
func TestUpgrade(t *testing.T) {
	from, to := loadedText(t, oldPack), loadedText(t, fmt.Sprintf(newPack, "2.0.0", fmt.Sprintf(moves, "2.0.0")))
	file := ojson.MustParse(`{"specVersion":"1.0","id":"hero","packs":{"g":"1.4.0"},"own":[1],
		"fields":{"g:toughness":5,"g:luck":2,"g:mood":"wild","g:body":7,"g:patron":"g:swift","g:score":25,"g:unheard":1},
		"inventory":{"e2":{"item":"g:knife","state":{"dull":0,"nick":"Biter"}}},
		"features":{"e1":{"item":"g:training"}},
		"choices":{"e1/style":["hard"],"e1/feats":["g:swift","g:reckless","g:lucky"],"e1/feats/g:lucky/more":["g:swift"]},
		"links":{"g:pet":"wolf"},"nextId":3}`)
	u, errs := rules.Upgrade(from, to, file)
	for _, e := range errs {
		t.Fatal(e)
	}
	want := `{"specVersion":"1.0","id":"hero","packs":{"g":"2.0.0"},"own":[1],` +
		`"fields":{"g:endurance":5,"g:temper":"hot","g:patron":"g:fleet","g:score":25,"g:unheard":1,"g:strong":3,"g:tough":4,"g:points":1},` +
		`"inventory":{"e2":{"item":"g:knife","state":{"edge":5}}},"features":{"e1":{"item":"g:training"}},` +
		`"choices":{"e1/way":["firm"],"e1/feats":["g:fleet","g:careful"]},"links":{"g:companion":"wolf"},"nextId":3}`
	if got := u.Character.JSON(); !ojson.Equal(got, ojson.MustParse(want)) {
		t.Errorf("the character is\n%s, want\n%s", got, want)
	}
	var lines []string
	for _, l := range u.Report {
		lines = append(lines, strings.Join([]string{member(l, "kind"), member(l, "path"), member(l, "to"), member(l, "why")}, " "))
	}
	for _, want := range []string{
		"field /fields/g:toughness /fields/g:endurance renamed", "field /fields/g:luck  dropped", "field /fields/g:mood /fields/g:temper mapped",
		"field /fields/g:body /fields/g:strong split", "field /fields/g:body /fields/g:tough split", "field /fields/g:patron  renamed",
		"pick /choices/e1~1feats/0  renamed", "pick /choices/e1~1feats/1  replaced", "pick /choices/e1~1feats/2  dropped", "choice /choices/e1~1feats~1g:lucky~1more  dropped",
		"choice /choices/e1~1style /choices/e1~1way renamed", "pick /choices/e1~1style/0  renamed",
		"state /inventory/e2/state/dull /inventory/e2/state/edge mapped", "state /inventory/e2/state/nick  dropped",
		"link /links/g:pet /links/g:companion renamed", "pack /packs/g  version", "change /fields/g:points  changed", "issue g:score  issue",
	} {
		if !strings.Contains(strings.Join(lines, "\n")+"\n", want+"\n") {
			t.Errorf("the report lacks %q:\n%s", want, strings.Join(lines, "\n"))
		}
	}
	// An upgrade that is done has nothing left to do.
	again, errs := rules.Upgrade(to, to, u.Character.JSON())
	for _, e := range errs {
		t.Fatal(e)
	}
	if len(again.Report) != 0 || again.Character.JSON().String() != u.Character.JSON().String() {
		t.Errorf("again: %v", again.Report)
	}
}

// A pick that is gone without a word is open again, and said.
func TestUpgradeWithoutMigrations(t *testing.T) {
	from, to := loadedText(t, oldPack), loadedText(t, fmt.Sprintf(newPack, "2.0.0", ""))
	u, errs := rules.Upgrade(from, to, ojson.MustParse(`{"specVersion":"1.0","id":"hero","features":{"e1":{"item":"g:training"}},
		"choices":{"e1/feats":["g:swift","g:careful"]},"fields":{"g:luck":4},"nextId":2}`))
	for _, e := range errs {
		t.Fatal(e)
	}
	text := ojson.Array(u.Report...).String()
	for _, want := range []string{
		`{"kind":"pick","path":"/choices/e1~1feats/0","before":"g:swift","why":"gone"}`,
		`{"kind":"issue","path":"g:luck","after":{"code":"unknown-field","source":"g:luck"},"why":"issue"}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %s: %s", want, text)
		}
	}
	if got, _ := u.Character.JSON().Get("choices"); got.String() != `{"e1/feats":["g:careful"]}` {
		t.Errorf("choices %s", got)
	}
	if len(u.Pending) != 1 || member(u.Pending[0], "path") != "e1/way" {
		t.Errorf("pending %v", u.Pending)
	}
}

// The same edits as 1.5.0 are too little, and each thing that would strand a
// character is named (example 16 of the design).
func TestCheckRelease(t *testing.T) {
	c, err := rules.CheckRelease("g", loadedText(t, oldPack), loadedText(t, fmt.Sprintf(newPack, "1.5.0", "")))
	if err != nil {
		t.Fatal(err)
	}
	if c.Level != "major" || c.Declared != "minor" || c.Sufficient {
		t.Errorf("level %s, declared %s", c.Level, c.Declared)
	}
	missing := map[string]bool{}
	for _, m := range c.MissingMigrations {
		missing[member(m, "member")+" "+member(m, "id")] = true
	}
	for _, want := range []string{"fields g:toughness", "fields g:luck", "fields g:mood", "fields g:body", "content g:swift", "content g:reckless", "content g:lucky",
		"choices g:training#style", "states g:blade#dull", "states g:blade#nick", "links g:pet"} {
		if !missing[want] {
			t.Errorf("%s is not missing in %v", want, missing)
		}
	}
	all := ojson.Array(c.Findings...).String()
	for _, want := range []string{`"id":"g:score","what":"narrower range"`, `"id":"g:rest","what":"parameter hours without a default"`, `"id":"g:rest","what":"result rested removed"`, `"level":"minor","kind":"field","id":"g:endurance","what":"added"`} {
		if !strings.Contains(all, want) {
			t.Errorf("no finding %s in %s", want, all)
		}
	}
	c, _ = rules.CheckRelease("g", loadedText(t, oldPack), loadedText(t, fmt.Sprintf(newPack, "2.0.0", fmt.Sprintf(moves, "2.0.0"))))
	if !c.Sufficient || len(c.MissingMigrations) != 0 {
		t.Errorf("with migrations: %s", c.JSON())
	}
	c, _ = rules.CheckRelease("g", loadedText(t, oldPack), loadedText(t, oldPack))
	if c.Level != "none" || len(c.Findings) != 0 {
		t.Errorf("the same twice: %s", c.JSON())
	}
}

// FuzzMigrations loads any migrations: errors have a place, and what loads
// upgrades a character without a panic.
func FuzzMigrations(f *testing.F) {
	f.Add(fmt.Sprintf(moves, "2.0.0")[len(`,"migrations":`):])
	f.Add(`[{"to":"1.5.0","fields":{"x":{"split":{"strong":"old + 1"}}}}]`)
	f.Add(`[{"to":"2.0.0","content":{"swift":{"replacement":"nobody"}}}]`)
	from := loadedText(f, oldPack)
	base := ojson.MustParse(fmt.Sprintf(newPack, "2.0.0", ""))
	file := ojson.MustParse(`{"specVersion":"1.0","id":"hero","fields":{"g:toughness":5,"g:body":7},"inventory":{"e2":{"item":"g:knife","state":{"dull":0}}},
		"features":{"e1":{"item":"g:training"}},"choices":{"e1/style":["hard"],"e1/feats":["g:swift"]},"nextId":3}`)
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ojson.Parse([]byte(text))
		if err != nil {
			return
		}
		to, errs := rules.LoadRuleset([]ojson.Value{base.With("migrations", v)})
		for _, e := range errs {
			if e.Path == "" && e.Code != "too-many-errors" {
				t.Fatalf("%v has no place", e)
			}
		}
		if errs == nil {
			if u, errs := rules.Upgrade(from, to, file); errs == nil {
				u.JSON()
			}
		}
	})
}
