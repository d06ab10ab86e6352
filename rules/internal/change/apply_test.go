package change_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/change"
)

const class1 = `"features":{"c":{"item":"g:fighter"}}`
const class2 = `"features":{"c":{"item":"g:fighter","state":{"level":2}}}`

func TestChanges(t *testing.T) {
	g := newTable(t, game)
	for _, test := range []struct{ name, before, changes, after string }{
		{"set", ``, `[{"type":"set","field":"g:hp","value":7},{"type":"set","field":"g:name","value":"Ann"},{"type":"set","field":"g:langs","value":["a","b"]},{"type":"set","field":"g:brave","value":true}]`,
			`"fields":{"g:hp":7,"g:name":"Ann","g:langs":["a","b"],"g:brave":true}`},
		{"set an option", ``, `[{"type":"set","field":"g:size","value":"large"},{"type":"set","field":"g:style","value":"g:lucky"},{"type":"set","field":"g:size","value":""}]`,
			`"fields":{"g:size":"","g:style":"g:lucky"}`},
		{"set with 12 digits", ``, `[{"type":"set","field":"g:ratio","value":0.3333333333333333}]`, `"fields":{"g:ratio":0.333333333333}`},
		{"set back to the default", `"fields":{"g:hp":3,"g:x":1}`, `[{"type":"set","field":"g:hp","value":null}]`, `"fields":{"g:x":1}`},
		{"set at its maximum of now", class1, `[{"type":"set","field":"g:hp","value":30}]`, `"fields":{"g:hp":30},` + class1},
		{"a bound that fails refuses nothing", ``, `[{"type":"set","field":"g:odd","value":3}]`, `"fields":{"g:odd":3}`},
		{"addItem", `"nextId":4`, `[{"type":"addItem","item":"g:wand","quantity":2,"state":{"label":"x","charges":9}},{"type":"addItem","item":"g:fighter","entry":"me"}]`,
			`"inventory":{"e4":{"item":"g:wand","quantity":2,"state":{"label":"x","charges":9}}},"features":{"me":{"item":"g:fighter"}},"nextId":5`},
		{"removeItem", `"inventory":{"a":{"item":"g:sword"},"b":{"item":"g:gone"}},"choices":{"a/x":["y"]}`, `[{"type":"removeItem","entry":"a"},{"type":"removeItem","entry":"b"}]`, `"inventory":{},"choices":{}`},
		{"removeItem by query", `"inventory":{"a":{"item":"g:sword","equipped":true},"b":{"item":"g:wand"},"d":{"item":"g:wand"}}`,
			`[{"type":"removeItem","copies":{"type":"g:gear","where":"!it.equipped && it.id == 'g:wand'","limit":1}}]`, `"inventory":{"a":{"item":"g:sword","equipped":true},"d":{"item":"g:wand"}}`},
		{"a query that finds nothing changes nothing", ``, `[{"type":"equip","copies":{"type":"g:class"}},{"type":"removeEffect","applied":{}},{"type":"adjustState","applied":{},"state":"none","by":1}]`, ``},
		{"equip", `"inventory":{"a":{"item":"g:sword","x":1}}`, `[{"type":"equip","entry":"a"}]`, `"inventory":{"a":{"item":"g:sword","equipped":true,"x":1}}`},
		{"unequip", `"inventory":{"a":{"item":"g:sword","equipped":true}}`, `[{"type":"equip","entry":"a","equipped":false}]`, `"inventory":{"a":{"item":"g:sword","equipped":false}}`},
		{"a standard copy is saved by a change", ``, `[{"type":"equip","entry":"rules~g:fist"},{"type":"adjustState","entry":"rules~g:fist","state":"charges","by":-1}]`,
			`"inventory":{"rules~g:fist":{"item":"g:fist","equipped":true,"state":{"charges":2}}}`},
		{"a standard copy goes back to what it was", `"inventory":{"rules~g:fist":{"item":"g:fist","equipped":true}}`, `[{"type":"removeItem","entry":"rules~g:fist"}]`, `"inventory":{}`},
		{"setState", class1, `[{"type":"setState","entry":"c","state":"level","value":5}]`, `"features":{"c":{"item":"g:fighter","state":{"level":5}}}`},
		{"setState back", class2, `[{"type":"setState","entry":"c","state":"level","value":null}]`, class1},
		{"setState of all copies", `"inventory":{"a":{"item":"g:sword"},"b":{"item":"g:wand"}}`, `[{"type":"setState","copies":{"type":"g:gear","where":"!it.equipped"},"state":"charges","value":4}]`,
			`"inventory":{"a":{"item":"g:sword","state":{"charges":4}},"b":{"item":"g:wand","state":{"charges":4}},"rules~g:fist":{"item":"g:fist","state":{"charges":4}}}`},
		{"adjustState is clamped", `"inventory":{"a":{"item":"g:sword"},"b":{"item":"g:wand","state":{"charges":2}}}`, `[{"type":"adjustState","copies":{"type":"g:gear","where":"it.id != 'g:fist'"},"state":"charges","by":4},{"type":"adjustState","entry":"b","state":"charges","by":-100}]`,
			`"inventory":{"a":{"item":"g:sword","state":{"charges":5}},"b":{"item":"g:wand","state":{"charges":0}}}`},
		{"adjustState of effects in the order of application", `"effects":[{"id":"z","effect":"g:armored"},{"id":"a","effect":"g:armored"}]`, `[{"type":"adjustState","applied":{"where":"it.id == 'g:armored'","limit":1},"state":"value","by":1},{"type":"setState","entry":"a","state":"value","value":0}]`,
			`"effects":[{"id":"z","effect":"g:armored","state":{"value":2}},{"id":"a","effect":"g:armored","state":{"value":0}}]`},
		{"quantities", `"inventory":{"a":{"item":"g:sword"}}`, `[{"type":"setQuantity","entry":"a","quantity":7},{"type":"adjustQuantity","entry":"a","by":-3}]`, `"inventory":{"a":{"item":"g:sword","quantity":4}}`},
		{"a quantity stays at 0", `"inventory":{"a":{"item":"g:sword"}}`, `[{"type":"adjustQuantity","entry":"a","by":-3}]`, `"inventory":{"a":{"item":"g:sword","quantity":0}}`},
		{"templates", ``, `[{"type":"applyTemplate","template":"g:elf"},{"type":"applyTemplate","template":"g:human","id":"t"}]`, `"templates":[{"id":"e1","template":"g:elf"},{"id":"t","template":"g:human"}],"nextId":2`},
		{"removeTemplate", `"templates":[{"id":"t","template":"g:elf"}],"choices":{"t/gift":["g:lucky"]}`, `[{"type":"removeTemplate","id":"t"}]`, `"templates":[],"choices":{}`},
		{"effects", ``, `[{"type":"applyEffect","effect":"g:armored","state":{"value":2},"on":false},{"type":"applyEffect","effect":"g:thick","id":"k"},{"type":"toggleEffect","id":"e1"},{"type":"toggleEffect","applied":{"where":"it.id == 'g:thick'"}},{"type":"toggleEffect","id":"e1","on":true}]`,
			`"effects":[{"id":"e1","effect":"g:armored","state":{"value":2},"on":true},{"id":"k","effect":"g:thick","on":false}],"nextId":2`},
		{"removeEffect", `"effects":[{"id":"a","effect":"g:thick"},{"id":"b","effect":"g:thick"},{"id":"d","effect":"g:armored"}]`, `[{"type":"removeEffect","id":"b"},{"type":"removeEffect","applied":{"where":"it.id == 'g:armored'"}}]`, `"effects":[{"id":"a","effect":"g:thick"}]`},
		{"choose keeps the order of the ruleset", class2, `[{"type":"choose","path":"c/feat","option":"g:tough"},{"type":"choose","path":"c/feat","option":"g:alert"}]`, class2 + `,"choices":{"c/feat":["g:alert","g:tough"]}`},
		{"choose what is one too many", class2, `[{"type":"choose","path":"c/feat","option":"g:tough"},{"type":"choose","path":"c/feat","option":"g:alert"},{"type":"choose","path":"c/feat","option":"g:lucky"}]`, class2 + `,"choices":{"c/feat":["g:alert","g:lucky","g:tough"]}`},
		{"unchoose one", class2 + `,"choices":{"c/feat":["g:lucky","g:tough"],"c/feat/g:lucky/sub":["g:tough"],"c/feat/g:luckyx/sub":["a"]}`, `[{"type":"unchoose","path":"c/feat","option":"g:lucky"}]`, class2 + `,"choices":{"c/feat":["g:tough"],"c/feat/g:luckyx/sub":["a"]}`},
		{"unchoose all", class2 + `,"choices":{"c/feat":["g:lucky","g:tough"],"c/feat/g:lucky/sub":["g:tough"]}`, `[{"type":"unchoose","path":"c/feat"},{"type":"unchoose","path":"c/feat"}]`, class2 + `,"choices":{}`},
		{"unchoose where the choice is gone", `"choices":{"gone/x":["a","b"]}`, `[{"type":"unchoose","path":"gone/x","option":"a"}]`, `"choices":{"gone/x":["b"]}`},
		{"picks of once content go with its last way", `"templates":[{"id":"t","template":"g:human"},{"id":"u","template":"g:human"}],"choices":{"g:adept/art":["g:tough"]}`, `[{"type":"removeTemplate","id":"t"}]`,
			`"templates":[{"id":"u","template":"g:human"}],"choices":{"g:adept/art":["g:tough"]}`},
		{"picks of once content go with its last way, which is this", `"templates":[{"id":"u","template":"g:human"}],"choices":{"g:adept/art":["g:tough"],"g:gone/art":["g:tough"]}`, `[{"type":"removeTemplate","id":"u"}]`,
			`"templates":[],"choices":{"g:gone/art":["g:tough"]}`},
		{"extensions", `"extensions":{"a":1}`, `[{"type":"setExtension","key":"b","value":{"x":[null]}},{"type":"setExtension","key":"a","value":null},{"type":"setExtension","key":"none","value":null}]`, `"extensions":{"b":{"x":[null]}}`},
		{"homebrew counts from the next change on", ``, `[{"type":"setHomebrew","homebrew":` + homebrew + `},{"type":"addItem","item":"mine:axe"},{"type":"set","field":"mine:pride","value":3}]`,
			`"fields":{"mine:pride":3},"inventory":{"e1":{"item":"mine:axe"}},"homebrew":` + homebrew + `,"nextId":2`},
		{"homebrew goes", `"homebrew":` + homebrew + `,"inventory":{"a":{"item":"mine:axe"}}`, `[{"type":"setHomebrew","homebrew":null}]`, `"inventory":{"a":{"item":"mine:axe"}}`},
		{"follow-ups are taken up once", `"followUps":[{"id":"f1","followUp":"g:x","source":"rules","to":"self","required":true,"cause":{}},{"id":"f2","followUp":"g:x","source":"rules","to":"self","required":true,"cause":{}}],"nextId":3`,
			`[{"type":"dismissFollowUp","id":"f1"},{"type":"clearFollowUp","id":"f2"}]`, `"followUps":[],"nextId":3`},
		{"creation ends", class1 + `,"creating":true,"choices":{"rules/g:start":["g:fighter"]}`, `[{"type":"finishCreation"}]`, class1 + `,"choices":{"rules/g:start":["g:fighter"]}`},
		{"nothing", class1, `[]`, class1},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := g.must(t, hero(t, test.before), test.changes, change.Options{})
			if diff := cmp.Diff(test.after, rest(r.Character)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestRuntimeErrors(t *testing.T) {
	g := newTable(t, game)
	for _, test := range []struct{ before, change, want string }{
		{``, `{"type":"set","field":"g:none","value":1}`, "unknown-field /changes/0/field"},
		{``, `{"type":"set","field":"hp","value":1}`, "unknown-field /changes/0/field"},
		{``, `{"type":"set","field":"g:hpMax","value":1}`, "computed-field /changes/0/field"},
		{``, `{"type":"set","field":"g:hpMax","value":null}`, "computed-field /changes/0/field"},
		{``, `{"type":"set","field":"g:hp","value":"x"}`, "wrong-value /changes/0/value"},
		{``, `{"type":"set","field":"g:hp","value":1.5}`, "wrong-value /changes/0/value"},
		{``, `{"type":"set","field":"g:name","value":1}`, "wrong-value /changes/0/value"},
		{``, `{"type":"set","field":"g:langs","value":[1]}`, "wrong-value /changes/0/value"},
		{``, `{"type":"set","field":"g:size","value":"huge"}`, "not-an-option /changes/0/value"},
		{``, `{"type":"set","field":"g:style","value":"g:sword"}`, "not-an-option /changes/0/value"},
		{``, `{"type":"set","field":"g:hp","value":21}`, "out-of-range /changes/0/value"},
		{``, `{"type":"set","field":"g:hp","value":-1}`, "out-of-range /changes/0/value"},
		{``, `{"type":"set","field":"g:temp","value":31}`, "out-of-range /changes/0/value"},
		{``, `{"type":"adjust","field":"g:none","by":1}`, "unknown-field /changes/0/field"},
		{``, `{"type":"adjust","field":"g:level","by":1}`, "computed-field /changes/0/field"},
		{``, `{"type":"adjust","field":"g:name","by":1}`, "wrong-value /changes/0/field"},
		{``, `{"type":"adjust","field":"g:hp","by":-1,"tags":["fire","fier"]}`, "unknown-tag /changes/0/tags/1"},
		{``, `{"type":"adjust","field":"g:hp","parts":[{"by":-1},{"by":-1,"tags":["fier"]}]}`, "unknown-tag /changes/0/parts/1/tags/0"},
		{``, `{"type":"adjust","field":"g:hp","by":-1.5}`, "not-an-integer /changes/0/field"},
		{``, `{"type":"adjust","field":"g:odd","by":1}`, "division-by-zero /changes/0/field"},
		{``, `{"type":"adjust","field":"g:hp","by":-1,"faces":[1]}`, "invalid-faces /changes/0/faces"},
		{``, `{"type":"addItem","item":"g:none"}`, "unknown-content /changes/0/item"},
		{``, `{"type":"addItem","item":"g:old"}`, "unknown-content /changes/0/item"},
		{``, `{"type":"addItem","item":"g:lucky"}`, "wrong-content-type /changes/0/item"},
		{`"templates":[{"id":"a","template":"g:elf"}]`, `{"type":"addItem","item":"g:sword","entry":"a"}`, "duplicate-entry /changes/0/entry"},
		{``, `{"type":"addItem","item":"g:sword","state":{"none":1}}`, "unknown-state /changes/0/state/none"},
		{``, `{"type":"addItem","item":"g:sword","state":{"charges":"x"}}`, "wrong-value /changes/0/state/charges"},
		{``, `{"type":"addItem","item":"g:sword","state":{"mode":"c"}}`, "not-an-option /changes/0/state/mode"},
		{``, `{"type":"addItem","item":"g:sword","state":{"charges":6}}`, "out-of-range /changes/0/state/charges"},
		{``, `{"type":"addItem","item":"g:fighter","state":{"level":0}}`, "out-of-range /changes/0/state/level"},
		{``, `{"type":"removeItem","entry":"a"}`, "unknown-entry /changes/0/entry"},
		{`"templates":[{"id":"a","template":"g:elf"}]`, `{"type":"removeItem","entry":"a"}`, "unknown-entry /changes/0/entry"},
		{``, `{"type":"equip","entry":"a"}`, "unknown-entry /changes/0/entry"},
		{``, `{"type":"equip","entry":"rules~g:sword"}`, "unknown-entry /changes/0/entry"},
		{``, `{"type":"setQuantity","entry":"a","quantity":1}`, "unknown-entry /changes/0/entry"},
		{``, `{"type":"adjustQuantity","entry":"a","by":1}`, "unknown-entry /changes/0/entry"},
		{``, `{"type":"setState","entry":"a","state":"x","value":1}`, "unknown-entry /changes/0/entry"},
		{`"templates":[{"id":"a","template":"g:elf"}]`, `{"type":"setState","entry":"a","state":"x","value":1}`, "unknown-entry /changes/0/entry"},
		{class1, `{"type":"setState","entry":"c","state":"x","value":1}`, "unknown-state /changes/0/state"},
		{`"inventory":{"a":{"item":"g:gone"}}`, `{"type":"setState","entry":"a","state":"x","value":1}`, "unknown-state /changes/0/state"},
		{class1, `{"type":"setState","entry":"c","state":"level","value":"x"}`, "wrong-value /changes/0/value"},
		{class1, `{"type":"setState","entry":"c","state":"level","value":21}`, "out-of-range /changes/0/value"},
		{`"inventory":{"a":{"item":"g:sword"}}`, `{"type":"setState","entry":"a","state":"mode","value":"c"}`, "not-an-option /changes/0/value"},
		{`"inventory":{"a":{"item":"g:sword"}}`, `{"type":"adjustState","entry":"a","state":"label","by":1}`, "wrong-value /changes/0/state"},
		{`"inventory":{"a":{"item":"g:sword"}}`, `{"type":"adjustState","entry":"a","state":"charges","by":0.5}`, "not-an-integer /changes/0/by"},
		{``, `{"type":"adjustState","entry":"a","state":"x","by":1}`, "unknown-entry /changes/0/entry"},
		{``, `{"type":"equip","copies":{"type":"g:none"}}`, "unknown-content /changes/0/copies/type"},
		{``, `{"type":"equip","copies":{"type":"g:gear","where":"it."}}`, "formula-syntax /changes/0/copies/where"},
		{`"effects":[{"id":"a","effect":"g:thick"}]`, `{"type":"removeEffect","applied":{"where":"broken > 1"}}`, "division-by-zero /changes/0/applied/where"},
		{``, `{"type":"applyTemplate","template":"g:sword"}`, "wrong-content-type /changes/0/template"},
		{``, `{"type":"applyTemplate","template":"g:none"}`, "unknown-content /changes/0/template"},
		{class1, `{"type":"applyTemplate","template":"g:elf","id":"c"}`, "duplicate-entry /changes/0/id"},
		{``, `{"type":"removeTemplate","id":"a"}`, "unknown-entry /changes/0/id"},
		{``, `{"type":"applyEffect","effect":"g:none"}`, "unknown-content /changes/0/effect"},
		{``, `{"type":"applyEffect","effect":"g:sword"}`, "wrong-content-type /changes/0/effect"},
		{class1, `{"type":"applyEffect","effect":"g:thick","id":"c"}`, "duplicate-entry /changes/0/id"},
		{``, `{"type":"applyEffect","effect":"g:thick","state":{"value":5}}`, "out-of-range /changes/0/state/value"},
		{``, `{"type":"applyEffect","effect":"g:thick","state":{"none":5}}`, "unknown-state /changes/0/state/none"},
		{``, `{"type":"removeEffect","id":"a"}`, "unknown-entry /changes/0/id"},
		{``, `{"type":"toggleEffect","id":"a"}`, "unknown-entry /changes/0/id"},
		{``, `{"type":"choose","path":"none/feat","option":"g:lucky"}`, "unknown-choice /changes/0/path"},
		{class1, `{"type":"choose","path":"c/feat","option":"g:lucky"}`, "unknown-choice /changes/0/path"},
		{class2, `{"type":"choose","path":"c/feat","option":"g:sword"}`, "unknown-option /changes/0/option"},
		{class2, `{"type":"choose","path":"c/feat","option":"lucky"}`, "unknown-option /changes/0/option"},
		{class2 + `,"choices":{"c/feat":["g:lucky"]}`, `{"type":"choose","path":"c/feat","option":"g:lucky"}`, "already-picked /changes/0/option"},
		{class2, `{"type":"unchoose","path":"c/feat","option":"g:lucky"}`, "not-picked /changes/0/option"},
		{``, `{"type":"unchoose","path":"none/feat"}`, "unknown-choice /changes/0/path"},
		{``, `{"type":"unchoose","path":"none/feat","option":"a"}`, "unknown-choice /changes/0/path"},
		{``, `{"type":"finishCreation"}`, "not-creating /changes/0"},
		{`"creating":true`, `{"type":"finishCreation"}`, "creation-incomplete /changes/0"},
		{``, `{"type":"setHomebrew","homebrew":{"id":"mine"}}`, "invalid-homebrew /changes/0/homebrew"},
		{``, `{"type":"dismissFollowUp","id":"f1"}`, "unknown-follow-up /changes/0/id"},
		{``, `{"type":"clearFollowUp","id":"f1"}`, "unknown-follow-up /changes/0/id"},
		{``, `{"type":"setExtension","key":"a","value":` + deep(63) + `}`, "safety-limit-exceeded "},
	} {
		_, errs := g.apply(t, hero(t, test.before), `[`+test.change+`]`, change.Options{})
		if got := texts(errs); got != test.want {
			t.Errorf("%s: got %q, want %q", test.change, got, test.want)
		}
	}
}

func deep(levels int) string {
	v := ojson.Int(1)
	for range levels {
		v = ojson.Array(v)
	}
	return v.String()
}

func TestTheFirstErrorRejectsAll(t *testing.T) {
	g := newTable(t, game)
	_, errs := g.apply(t, hero(t, class1), `[{"type":"set","field":"g:hp","value":3},{"type":"addItem","item":"g:sword"},{"type":"set","field":"g:hp","value":99},{"type":"equip","entry":"none"}]`, change.Options{})
	if got := texts(errs); got != "out-of-range /changes/2/value" {
		t.Error(got)
	}
	if got, want := errs[0].Data.String(), `{"value":99,"min":0,"max":30}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// Shape errors are found before anything runs.
	_, errs = g.apply(t, hero(t, ""), `[{"type":"equip","entry":"none"},{"type":"equip"},{"type":"jump"}]`, change.Options{})
	if got := texts(errs); got != "missing-member /changes/1; unknown-change-type /changes/2/type" {
		t.Error(got)
	}
}

func TestFinishCreationSaysWhatIsMissing(t *testing.T) {
	g := newTable(t, game)
	_, errs := g.apply(t, hero(t, class1+`,"creating":"g:make","fields":{"g:drain":200}`), `[{"type":"finishCreation"}]`, change.Options{})
	if len(errs) != 1 {
		t.Fatal(errs)
	}
	want := `{"issues":[{"code":"constraint-not-met","id":"g:drained","source":"rules"},{"code":"too-few-picks","source":"rules/g:start","data":{"min":1,"picks":0}}]}`
	if diff := cmp.Diff(want, errs[0].Data.String()); diff != "" {
		t.Error(diff)
	}
}

func TestStrict(t *testing.T) {
	g := newTable(t, game)
	break_ := `[{"type":"set","field":"g:drain","value":200}]`
	r := g.must(t, hero(t, ""), break_, change.Options{})
	if len(r.Issues) != 1 || r.Issues[0].Code != "constraint-not-met" {
		t.Errorf("issues: %v", r.Issues)
	}
	_, errs := g.apply(t, hero(t, ""), break_, change.Options{Strict: true})
	if texts(errs) != "rules-issue " || errs[0].Data.String() != `{"issues":[{"code":"constraint-not-met","id":"g:drained","source":"rules"}]}` {
		t.Error(errs)
	}
	// What was there before does not refuse an innocent batch.
	r, errs = g.apply(t, r.Character, `[{"type":"set","field":"g:temp","value":1}]`, change.Options{Strict: true})
	if errs != nil || len(r.Issues) != 1 {
		t.Error(r, errs)
	}
}
