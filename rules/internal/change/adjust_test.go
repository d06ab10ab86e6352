package change_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/open-actor-models/oam/rules/internal/change"
)

// effects writes applied effects of the test game, with ids a, b, c … in order.
func effects(names ...string) string {
	text := `"effects":[`
	for i, n := range names {
		if i > 0 {
			text += ","
		}
		text += `{"id":"` + string(rune('a'+i)) + `","effect":"g:` + n + `"}`
	}
	return text + "]"
}

func TestAdjust(t *testing.T) {
	g := newTable(t, game)
	for _, test := range []struct{ name, before, changes, fields, adjustments string }{
		{"down", ``, `[{"type":"adjust","field":"g:hp","by":-7}]`, `{"g:hp":13}`,
			`[{"change":0,"field":"g:hp","cause":"adjust","requested":-7,"dealt":-7,"from":20,"to":13,"by":-7}]`},
		{"up beyond the maximum goes on", `"fields":{"g:hp":18}`, `[{"type":"adjust","field":"g:hp","by":5}]`, `{"g:hp":20,"g:temp":3}`,
			`[{"change":0,"field":"g:hp","cause":"adjust","requested":5,"dealt":5,"from":18,"to":20,"by":2,"excess":3},
			  {"change":0,"field":"g:temp","cause":"overflow","dealt":3,"from":0,"to":3,"by":3}]`},
		{"absorbed in part", `"fields":{"g:temp":5}`, `[{"type":"adjust","field":"g:hp","by":-7}]`, `{"g:temp":0,"g:hp":18}`,
			`[{"change":0,"field":"g:hp","cause":"adjust","requested":-7,"dealt":-7,"absorbed":-5,"from":20,"to":18,"by":-2},
			  {"change":0,"field":"g:temp","cause":"absorb","from":5,"to":0,"by":-5}]`},
		{"absorbed whole", `"fields":{"g:temp":9}`, `[{"type":"adjust","field":"g:hp","by":-7}]`, `{"g:temp":2}`,
			`[{"change":0,"field":"g:hp","cause":"adjust","requested":-7,"dealt":-7,"absorbed":-7,"from":20,"to":20,"by":0},
			  {"change":0,"field":"g:temp","cause":"absorb","from":9,"to":2,"by":-7}]`},
		{"nothing absorbs what goes up", `"fields":{"g:temp":9,"g:hp":1}`, `[{"type":"adjust","field":"g:hp","by":2}]`, `{"g:temp":9,"g:hp":3}`,
			`[{"change":0,"field":"g:hp","cause":"adjust","requested":2,"dealt":2,"from":1,"to":3,"by":2}]`},
		{"overflow", `"fields":{"g:hp":3,"g:temp":1}`, `[{"type":"set","field":"g:name","value":"x"},{"type":"adjust","field":"g:hp","by":-6}]`, `{"g:hp":0,"g:temp":0,"g:name":"x","g:wounds":3}`,
			`[{"change":1,"field":"g:hp","cause":"adjust","requested":-6,"dealt":-6,"absorbed":-1,"from":3,"to":0,"by":-3,"excess":-2},
			  {"change":1,"field":"g:temp","cause":"absorb","from":1,"to":0,"by":-1},
			  {"change":1,"field":"g:wounds","cause":"overflow","dealt":-2,"from":5,"to":3,"by":-2}]`},
		{"0", ``, `[{"type":"adjust","field":"g:hp","by":0,"tags":["fire"]}]`, ``,
			`[{"change":0,"field":"g:hp","cause":"adjust","requested":0,"dealt":0,"from":20,"to":20,"by":0}]`},
		{"rounded by the field", ``, `[{"type":"adjust","field":"g:speed","by":-2.5}]`, `{"g:speed":27}`,
			`[{"change":0,"field":"g:speed","cause":"adjust","requested":-2.5,"dealt":-2.5,"from":30,"to":27,"by":-3}]`},
		{"exact", `"fields":{"g:ratio":0.1}`, `[{"type":"adjust","field":"g:ratio","by":0.2}]`, `{"g:ratio":0.3}`,
			`[{"change":0,"field":"g:ratio","cause":"adjust","requested":0.2,"dealt":0.2,"from":0.1,"to":0.3,"by":0.2}]`},
		{"a kept number above its cap moves by what the value moved", `"features":{"c":{"item":"g:fighter"}},"fields":{"g:mana":9}`, `[{"type":"adjust","field":"g:mana","by":-1}]`, `{"g:mana":8}`,
			`[{"change":0,"field":"g:mana","cause":"adjust","requested":-1,"dealt":-1,"from":2,"to":1,"by":-1}]`},
		{"untagged passes by", effects("immune"), `[{"type":"adjust","field":"g:hp","by":-7}]`, `{"g:hp":13}`, ``},
		{"another tag passes by", effects("immune"), `[{"type":"adjust","field":"g:hp","by":-7,"tags":["cold"]}]`, ``,
			`[{"change":0,"field":"g:hp","cause":"adjust","requested":-7,"dealt":-7,"from":20,"to":13,"by":-7}]`},
		{"stages, each rounded", effects("brittle", "fireproof", "armored"), `[{"type":"adjust","field":"g:hp","by":-10,"tags":["fire"]}]`, ``,
			`[{"change":0,"field":"g:hp","cause":"adjust","requested":-10,"steps":[
			  {"stage":"flat","op":"subtract","source":"c#a","value":3,"status":"applied","before":10,"after":7},
			  {"stage":"half","op":"multiply","source":"b#f","value":0.5,"status":"applied","before":7,"after":3},
			  {"stage":"double","op":"multiply","source":"a#b","value":2,"status":"applied","before":3,"after":6}],
			  "dealt":-6,"from":20,"to":14,"by":-6}]`},
		{"two of one key do not both apply", effects("fireproof", "fireproof", "immune"), `[{"type":"adjust","field":"g:hp","by":-10,"tags":["fire"]}]`, ``,
			`[{"change":0,"field":"g:hp","cause":"adjust","requested":-10,"steps":[
			  {"stage":"half","op":"multiply","source":"a#f","value":0.5,"status":"suppressed","by":"c#i","before":10,"after":10},
			  {"stage":"half","op":"multiply","source":"b#f","value":0.5,"status":"suppressed","by":"c#i","before":10,"after":10},
			  {"stage":"half","op":"multiply","source":"c#i","value":0,"status":"applied","before":10,"after":0}],
			  "dealt":0,"from":20,"to":20,"by":0}]`},
		{"equals: the first in instance order", effects("fireproof", "fireproof"), `[{"type":"adjust","field":"g:hp","by":-10,"tags":["fire"]}]`, ``,
			`[{"change":0,"field":"g:hp","cause":"adjust","requested":-10,"steps":[
			  {"stage":"half","op":"multiply","source":"a#f","value":0.5,"status":"applied","before":10,"after":5},
			  {"stage":"half","op":"multiply","source":"b#f","value":0.5,"status":"suppressed","by":"a#f","before":5,"after":5}],
			  "dealt":-5,"from":20,"to":15,"by":-5}]`},
		{"healing is no damage", effects("armored", "fireproof") + `,"fields":{"g:hp":2}`, `[{"type":"adjust","field":"g:hp","by":5,"tags":["fire"]}]`, ``,
			`[{"change":0,"field":"g:hp","cause":"adjust","requested":5,"steps":[
			  {"stage":"half","op":"multiply","source":"b#f","value":0.5,"status":"applied","before":5,"after":2}],
			  "dealt":2,"from":2,"to":4,"by":2}]`},
		{"never below 0", effects("armored"), `[{"type":"adjust","field":"g:hp","by":-2,"tags":["slash"]}]`, `null`, ``},
		{"parts pass through their own effects", effects("fireproof"), `[{"type":"adjust","field":"g:hp","parts":[{"by":-10,"tags":["fire"]},{"by":-9,"tags":["slash"]},{"by":-1}]}]`, ``,
			`[{"change":0,"field":"g:hp","cause":"adjust","requested":-20,"steps":[
			  {"stage":"half","op":"multiply","source":"a#f","value":0.5,"part":0,"status":"applied","before":10,"after":5}],
			  "dealt":-15,"from":20,"to":5,"by":-15}]`},
		{"a flat reduction is spent once across the parts", effects("armored"), `[{"type":"adjust","field":"g:hp","parts":[{"by":-2,"tags":["fire"]},{"by":-5},{"by":-9,"tags":["slash"]}]}]`, ``,
			`[{"change":0,"field":"g:hp","cause":"adjust","requested":-16,"steps":[
			  {"stage":"flat","op":"subtract","source":"a#a","value":3,"part":0,"status":"applied","before":2,"after":0},
			  {"stage":"flat","op":"subtract","source":"a#a","value":3,"part":2,"status":"applied","before":9,"after":8}],
			  "dealt":-13,"from":20,"to":7,"by":-13}]`},
		{"or for each part", effects("thick"), `[{"type":"adjust","field":"g:hp","parts":[{"by":-3,"tags":["fire"]},{"by":-5},{"by":-9,"tags":["slash"]}]}]`, ``,
			`[{"change":0,"field":"g:hp","cause":"adjust","requested":-17,"steps":[
			  {"stage":"flat","op":"subtract","source":"a#t","value":2,"part":0,"status":"applied","before":3,"after":1},
			  {"stage":"flat","op":"subtract","source":"a#t","value":2,"part":2,"status":"applied","before":9,"after":7}],
			  "dealt":-13,"from":20,"to":7,"by":-13}]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := g.must(t, hero(t, test.before), test.changes, change.Options{})
			if test.adjustments != "" {
				if diff := cmp.Diff(compact(test.adjustments), r.Adjustments.String()); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
			}
			if stored, _ := r.Character.JSON().Get("fields"); test.fields != "" && stored.String() != test.fields {
				t.Errorf("fields %s, want %s", stored, test.fields)
			}
		})
	}
}

func TestDice(t *testing.T) {
	g := newTable(t, game)
	two := `"effects":[{"id":"a","effect":"g:warded","state":{"value":2}}]`
	hit := `{"type":"adjust","field":"g:hp","by":-9,"tags":["fire"]}`
	with := func(faces string) string {
		return `{"type":"adjust","field":"g:hp","by":-9,"tags":["fire"],"faces":` + faces + `}`
	}

	r := g.must(t, hero(t, two), "["+hit+"]", change.Options{Dice: faces(3, 4)})
	if got, want := r.Changes.String(), "["+with("[3,4]")+"]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	want := `[{"change":0,"field":"g:hp","cause":"adjust","requested":-9,"steps":[{"stage":"flat","op":"subtract","source":"a#d","value":7,"faces":[3,4],"status":"applied","before":9,"after":2}],"dealt":-2,"from":20,"to":18,"by":-2}]`
	if diff := cmp.Diff(want, r.Adjustments.String()); diff != "" {
		t.Error(diff)
	}
	// More than the damage is no healing.
	r = g.must(t, hero(t, two), "["+with("[6,6]")+"]", change.Options{Dice: func(int64) int64 { t.Error("rolled"); return 1 }})
	if got := rest(r.Character); got != two {
		t.Error(got)
	}
	// Zero dice roll nothing.
	none := `"effects":[{"id":"a","effect":"g:warded","state":{"value":0}}]`
	r = g.must(t, hero(t, none), "["+hit+"]", change.Options{})
	if got := rest(r.Character); got != none+`,"fields":{"g:hp":11}` && got != `"fields":{"g:hp":11},`+none {
		t.Error(got)
	}

	// Without faces the batch lists all its dice, and nothing happens.
	batch := "[" + hit + `,{"type":"adjustState","entry":"a","state":"value","by":-1},` + hit + "]"
	for name, o := range map[string]change.Options{"no dice": {}, "one face": {Dice: faces(4)}} {
		_, errs := g.apply(t, hero(t, two), batch, o)
		if texts(errs) != "faces-required /changes/0" {
			t.Fatalf("%s: %v", name, errs)
		}
		want := `{"dice":[{"change":0,"effect":"a#d","sides":6},{"change":0,"effect":"a#d","sides":6},{"change":2,"effect":"a#d","sides":6}]}`
		if name == "one face" {
			want = `{"dice":[{"change":0,"effect":"a#d","sides":6},{"change":2,"effect":"a#d","sides":6}]}`
		}
		if got := errs[0].Data.String(); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	_, errs := g.apply(t, hero(t, two), "["+hit+`,{"type":"equip","entry":"none"}]`, change.Options{})
	if texts(errs) != "faces-required /changes/0" {
		t.Error(errs)
	}

	for faces, want := range map[string]string{
		"[1]":     "invalid-faces /changes/0/faces",
		"[1,7]":   "invalid-faces /changes/0/faces/1",
		"[1,2,3]": "invalid-faces /changes/0/faces",
	} {
		_, errs := g.apply(t, hero(t, two), "["+with(faces)+"]", change.Options{})
		if got := texts(errs); got != want {
			t.Errorf("%s: got %s, want %s", faces, got, want)
		}
	}
	if _, errs := g.apply(t, hero(t, two), "["+hit+"]", change.Options{Dice: faces(7)}); texts(errs) != "invalid-faces /changes/0" {
		t.Error(errs)
	}
}

func TestAFallingMaximum(t *testing.T) {
	g := newTable(t, game)
	for _, test := range []struct{ name, before, changes, after, adjustments string }{
		{"lowers what is stored", `"fields":{"g:hp":20}`, `[{"type":"set","field":"g:drain","value":5}]`, `"fields":{"g:hp":15,"g:drain":5}`,
			`[{"field":"g:hp","cause":"max-drop","from":20,"to":15,"by":-5}]`},
		{"not what is below", `"fields":{"g:hp":12}`, `[{"type":"set","field":"g:drain","value":5}]`, `"fields":{"g:hp":12,"g:drain":5}`, `[]`},
		{"not what was above before", `"fields":{"g:hp":25}`, `[{"type":"set","field":"g:drain","value":5}]`, `"fields":{"g:hp":25,"g:drain":5}`, `[]`},
		{"stays when the maximum comes back", `"fields":{"g:hp":15,"g:drain":5}`, `[{"type":"set","field":"g:drain","value":0}]`, `"fields":{"g:hp":15,"g:drain":0}`, `[]`},
		{"only what is so at the end of the batch", `"fields":{"g:hp":20}`, `[{"type":"set","field":"g:drain","value":5},{"type":"set","field":"g:drain","value":0}]`, `"fields":{"g:hp":20,"g:drain":0}`, `[]`},
		{"kept", `"features":{"c":{"item":"g:fighter"}},"fields":{"g:mana":2}`, `[{"type":"removeItem","entry":"c"}]`, `"features":{},"fields":{"g:mana":2}`, `[]`},
		{"set and fallen in one batch", `"features":{"c":{"item":"g:fighter"}}`, `[{"type":"set","field":"g:hp","value":30},{"type":"removeItem","entry":"c"}]`, `"fields":{"g:hp":20},"features":{}`,
			`[{"field":"g:hp","cause":"max-drop","from":30,"to":20,"by":-10}]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := g.must(t, hero(t, test.before), test.changes, change.Options{})
			if got := rest(r.Character); got != test.after {
				t.Errorf("got %s, want %s", got, test.after)
			}
			if got := r.Adjustments.String(); got != test.adjustments {
				t.Errorf("got %s, want %s", got, test.adjustments)
			}
		})
	}
}
