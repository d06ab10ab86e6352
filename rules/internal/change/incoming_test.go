package change_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/change"
	"github.com/open-actor-models/oam/rules/internal/engine"
)

// smith returns a game with one field and the given incoming effects, each the
// effect of a condition of its own: c0, c1 …, applied in this order.
func smith(list ...string) (game, applied string) {
	var contents, entries []string
	for i, e := range list {
		contents = append(contents, fmt.Sprintf(`"c%d":{"type":"condition","effects":[{"id":"x","target":{"incoming":"hp"},%s}]}`, i, e))
		entries = append(entries, fmt.Sprintf(`{"id":"%c","effect":"g:c%d"}`, 'a'+i, i))
	}
	return `{"id":"g","version":"1.0.0","specVersion":"1.0","kind":"game","fields":{"hp":{"type":"number","default":100}},
	"contentTypes":{"condition":{"applied":true}},"content":{` + strings.Join(contents, ",") + `},"rules":{"tags":["t","u"]}}`,
		`"effects":[` + strings.Join(entries, ",") + `]`
}

// steps writes the steps of the first adjustment: source, status, before, after.
func steps(r *change.Result) string {
	list, _ := r.Adjustments.Items()[0].Get("steps")
	var out []string
	for _, s := range list.Items() {
		get := func(name string) string {
			v, _ := s.Get(name)
			return strings.Trim(v.String(), `"`)
		}
		text := get("source")[:1] + " " + get("status")
		if by := get("by"); by != "null" {
			text += " by " + by[:1]
		}
		out = append(out, text+" "+get("before")+"→"+get("after"))
	}
	return strings.Join(out, "; ")
}

func TestIncoming(t *testing.T) {
	whole := `"by":-10,"tags":["t"]`
	parts := `"parts":[{"by":-10,"tags":["t"]},{"by":-20,"tags":["u"]}]`
	for _, test := range []struct {
		name    string
		effects []string
		adjust  string
		faces   []int64
		want    string
	}{
		{"every operation", []string{`"op":"add","value":2`, `"op":"subtract","value":1`, `"op":"multiply","value":3`, `"op":"lower","value":20`, `"op":"raise","value":25`}, whole, nil,
			"a applied 10→12; b applied 12→11; c applied 11→33; d applied 33→20; e applied 20→25"},
		{"the magnitude so far", []string{`"op":"multiply","value":0.5`, `"op":"subtract","value":"event.amount - 1"`}, whole, nil, "a applied 10→5; b applied 5→1"},
		{"a condition that is false", []string{`"op":"add","value":2,"when":"event.amount > 50"`}, whole, nil, "a inactive 10→10"},
		{"a condition on the direction", []string{`"op":"add","value":2,"when":"event.direction == 'down'"`}, whole, nil, "a applied 10→12"},
		{"rounding in between", []string{`"op":"multiply","value":0.25,"round":"ceil"`, `"op":"multiply","value":0.5,"round":"floor"`}, whole, nil, "a applied 10→3; b applied 3→1"},
		{"add counts once, into the first part", []string{`"op":"add","value":5`}, parts, nil, "a applied 10→15"},
		{"add for each part", []string{`"op":"add","value":5,"per":"part"`}, parts, nil, "a applied 10→15; a applied 20→25"},
		{"subtract is spent across parts", []string{`"op":"subtract","value":15`}, parts, nil, "a applied 10→0; a applied 20→15"},
		{"a negative reduction adds once", []string{`"op":"subtract","value":-5`}, parts, nil, "a applied 10→15"},
		{"a negative addition is spent", []string{`"op":"add","value":-15`}, parts, nil, "a applied 10→0; a applied 20→15"},
		{"multiply meets every part", []string{`"op":"multiply","value":2`}, parts, nil, "a applied 10→20; a applied 20→40"},
		{"dice once for all parts", []string{`"op":"subtract","value":{"dice":{"count":2,"sides":6}}`}, parts, []int64{6, 6}, "a applied 10→0; a applied 20→18"},
		{"dice for each part", []string{`"op":"subtract","value":{"dice":{"count":1,"sides":6}},"per":"part"`}, parts, []int64{1, 6}, "a applied 10→9; a applied 20→14"},
		{"highest", []string{`"op":"subtract","value":2,"stack":"k"`, `"op":"subtract","value":5,"stack":"k"`, `"op":"subtract","value":5,"stack":"k"`}, whole, nil,
			"a suppressed by b 10→10; b applied 10→5; c suppressed by b 5→5"},
		{"lowest", []string{`"op":"subtract","value":5,"stack":{"key":"k","keep":"lowest"}`, `"op":"subtract","value":2,"stack":{"key":"k","keep":"lowest"}`}, whole, nil,
			"a suppressed by b 10→10; b applied 10→8"},
		{"sum", []string{`"op":"subtract","value":5,"stack":{"key":"k","keep":"sum"}`, `"op":"subtract","value":2,"stack":{"key":"k","keep":"sum"}`}, whole, nil,
			"a applied 10→5; b applied 5→3"},
		{"what is inactive suppresses nothing", []string{`"op":"subtract","value":5,"stack":"k","when":"false"`, `"op":"subtract","value":2,"stack":"k"`}, whole, nil,
			"a inactive 10→10; b applied 10→8"},
		{"of dice the first", []string{`"op":"subtract","value":{"dice":{"count":1,"sides":4}},"stack":"k"`, `"op":"subtract","value":{"dice":{"count":1,"sides":8}},"stack":"k"`}, whole, []int64{4},
			"a applied 10→6; b suppressed by a 6→6"},
	} {
		t.Run(test.name, func(t *testing.T) {
			game, applied := smith(test.effects...)
			g := newTable(t, game)
			r := g.must(t, hero(t, applied), `[{"type":"adjust","field":"g:hp",`+test.adjust+`}]`, change.Options{Dice: faces(test.faces...)})
			if got := steps(r); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestOnePerSource(t *testing.T) {
	game, _ := smith(`"op":"subtract","value":1,"stack":{"key":"k","keep":"one-per-source"}`, `"op":"subtract","value":1,"stack":{"key":"k","keep":"one-per-source"}`)
	g := newTable(t, game)
	r := g.must(t, hero(t, `"effects":[{"id":"a","effect":"g:c0"},{"id":"b","effect":"g:c0"},{"id":"d","effect":"g:c1"}]`),
		`[{"type":"adjust","field":"g:hp","by":-10,"tags":["t"]}]`, change.Options{})
	if got, want := steps(r), "a applied 10→9; b suppressed by a 9→9; d applied 9→8"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestLimitsOfAdjusts(t *testing.T) {
	for name, test := range map[string]struct{ effect, want string }{
		"dice":  {`"op":"subtract","value":{"dice":{"count":1001,"sides":6}}`, `safety-limit-exceeded {"limit":"dice","max":1000}`},
		"sides": {`"op":"subtract","value":{"dice":{"count":1,"sides":1000001}}`, `safety-limit-exceeded {"limit":"sides","max":1000000}`},
	} {
		game, applied := smith(test.effect)
		g := newTable(t, game)
		_, errs := g.apply(t, hero(t, applied), `[{"type":"adjust","field":"g:hp","by":-1,"tags":["t"]}]`, change.Options{Dice: faces(1)})
		if len(errs) != 1 || errs[0].Error() != test.want {
			t.Errorf("%s: %v", name, errs)
		}
	}
	// Two fields that overflow into each other end too.
	g := newTable(t, `{"id":"g","version":"1.0.0","specVersion":"1.0","kind":"game","fields":{
		"a":{"min":0,"overflow":{"below":"b"}},"b":{"min":0,"overflow":{"below":"a"}}}}`)
	_, errs := g.apply(t, hero(t, ""), `[{"type":"adjust","field":"g:a","by":-1}]`, change.Options{})
	if len(errs) != 1 || errs[0].Error() != `safety-limit-exceeded {"limit":"overflow-depth","max":16}` {
		t.Error(errs)
	}
}

// TestLinksKeepTheirSlots gives a character homebrew with a link slot that stands
// before the game's: the view stays with its slot.
func TestLinksKeepTheirSlots(t *testing.T) {
	g := newTable(t, `{"id":"g","version":"1.0.0","specVersion":"1.0","kind":"game",
		"fields":{"hp":{},"x":{"default":0,"max":"link('pet', 'hp')"},"y":{"default":0,"max":100}},
		"rules":{"links":{"pet":{"reads":{"hp":"integer"}}}}}`)
	own := `{"id":"a","version":"1.0.0","specVersion":"1.0","kind":"homebrew","requires":{"g":"^1.0"},"rules":{"links":{"owl":{"reads":{"hp":"integer"}}}}}`
	links := engine.Links{{Present: true, ID: "wolf", Values: []formula.Value{formula.Int(7)}}}
	set := `{"type":"set","field":"g:x","value":7}`
	for _, changes := range []string{set, `{"type":"setHomebrew","homebrew":` + own + `},` + set} {
		r, errs := g.apply(t, hero(t, ""), "["+changes+"]", change.Options{Links: links})
		if errs != nil {
			t.Fatal(errs)
		}
		fields, _ := r.Character.JSON().Get("fields")
		if diff := cmp.Diff(`{"g:x":7}`, fields.String()); diff != "" {
			t.Error(diff)
		}
	}
	if _, errs := g.apply(t, hero(t, ""), `[{"type":"set","field":"g:x","value":8}]`, change.Options{Links: links}); texts(errs) != "out-of-range /changes/0/value" {
		t.Error(errs)
	}
}

// TestAFileDoesNotOutgrowItsLimit fills the extensions of a character.
func TestAFileDoesNotOutgrowItsLimit(t *testing.T) {
	g := newTable(t, game)
	value := ojson.String(strings.Repeat("x", 1<<20)).String()
	var list []string
	for i := range 16 {
		list = append(list, fmt.Sprintf(`{"type":"setExtension","key":"k%d","value":%s}`, i, value))
	}
	_, errs := g.apply(t, hero(t, ""), "["+strings.Join(list, ",")+"]", change.Options{})
	if len(errs) != 1 || errs[0].Error() != `safety-limit-exceeded {"limit":"document-bytes","max":16777216}` {
		t.Errorf("%.200s", fmt.Sprint(errs))
	}
	g.must(t, hero(t, ""), "["+strings.Join(list[:15], ",")+"]", change.Options{})
}
