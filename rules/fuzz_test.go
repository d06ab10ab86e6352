package rules_test

import (
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// small is a pack in which most mechanisms stand once, for fuzzing: few bytes,
// so that a mutation hits something.
func small() string {
	return object(`"id":"t"`, `"version":"1.0.0"`, `"specVersion":"1.0"`, `"kind":"game"`,
		`"fields":{"a":{"default":3,"min":0,"max":"b","tags":["x",{"tag":"y","when":"a > 1"}],"absorbedBy":["c"],"overflow":{"below":"c"},"stages":["one","two"]},"b":{"formula":"10 + c","group":"g","round":"floor"},"c":{"default":2,"min":-5},"l":{"type":"list"},"o":{"type":"option","options":["u","v"]},"k.{q}":{"each":{"q":{"type":"q"}},"formula":"count(copies('q', it.state.n > 1)) + sum(active('q'), it.w)"}}`,
		`"contentTypes":{"q":{"copies":"features","active":"copy.equipped","data":{"w":{"default":1}},"state":{"n":{"default":1,"min":0,"max":9}},"computed":{"z":{"formula":"copy.state.n + item.w"}},"counter":"copy.state.n"},"once":{"repeat":"once"},"e":{"applied":true,"template":true}}`,
		`"content":{"q1":{"type":"q","effects":[{"id":"x1","target":"b","op":"set","group":"g","value":"12 - c"},{"id":"x2","target":{"tag":"x"},"op":"add","value":-1,"stack":"s"}],"grants":[{"content":"o1","at":2},{"content":"o2","when":"a > 0"}],"choices":{"p":{"options":[{"id":"m","effects":[{"id":"x1","target":{"computed":"z","of":{"type":"q","where":"it.state.n != 1 || it.w > 0"}},"op":"add","value":2}]}],"slotsAt":[1,3]}}},"q2":{"type":"q","inherit":"q1","data":{"w":2}},"o1":{"type":"once","grants":[{"content":"o2"}],"effects":[{"id":"x1","target":"l","op":"append","value":"'n'"}]},"o2":{"type":"once","grants":[{"content":"o1"}],"prerequisites":[{"id":"r","test":"a > 2"}]},"e1":{"type":"e","effects":[{"id":"x1","target":{"incoming":"a","tags":["fire"]},"stage":"two","op":"multiply","value":"1/2","round":"floor"}]}}`,
		`"rules":{"counter":"b // 4","tags":["fire"],"tables":{"t":{"steps":[[0,1],[5,2]]}},"choices":{"f":{"from":{"fields":{"tag":"x"}},"effects":[{"id":"x1","target":{"pick":true},"op":"add","value":1}]}},"followUps":[{"id":"d","on":{"dealt":"a"},"changes":[{"type":"adjust","field":"c","by":"event.dealt"}]},{"id":"z","becomes":"a == 0","changes":[{"type":"set","field":"c","value":0}]}],"standardCopies":["q2"],"links":{"m":{"reads":{"b":"integer"}}},"constraints":[{"id":"w","test":"a < 9"}]}`)
}

const smallFile = `{"specVersion":"1.0","id":"h","fields":{"t:a":4},"features":{"e1":{"item":"t:q1","equipped":true,"state":{"n":3}},"rules~t:q2":{"item":"t:q2"}},"effects":[{"id":"e2","effect":"t:e1"}],"choices":{"e1/p@1":["m"],"rules/t:f":["t:a"]},"nextId":3}`

func smallRuleset(tb testing.TB) *rules.Ruleset {
	tb.Helper()
	rs, errs := rules.LoadRuleset([]ojson.Value{ojson.MustParse(small())})
	for _, e := range errs {
		tb.Fatal(e)
	}
	return rs
}

// FuzzPack loads whatever comes and computes a sheet with what loads.
func FuzzPack(f *testing.F) {
	f.Add([]byte(small()))
	file := ojson.MustParse(smallFile)
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := ojson.Parse(data)
		if err != nil {
			return
		}
		rs, errs := rules.LoadRuleset([]ojson.Value{v})
		if errs != nil {
			return
		}
		c, errs := rs.Character(file)
		if errs != nil {
			t.Fatal(errs[0])
		}
		if s, errs := c.ComputeSheet(rules.SheetOptions{}); errs == nil {
			out, errs := s.JSON()
			if errs != nil {
				t.Fatal(errs[0])
			}
			checkFolds(t, out)
		}
		if back, errs := rules.ParseRuleset(rs.JSON()); errs != nil || back.JSON().String() != rs.JSON().String() {
			t.Fatal("the ruleset does not come back", errs)
		}
	})
}

// FuzzCharacter computes the sheet of whatever decodes as a character.
func FuzzCharacter(f *testing.F) {
	f.Add([]byte(smallFile))
	rs := smallRuleset(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := ojson.Parse(data)
		if err != nil {
			return
		}
		c, errs := rs.Character(v)
		if errs != nil {
			return
		}
		if got := c.JSON().String(); got != v.String() {
			t.Fatalf("the file does not come back:\n%s\n%s", v, got)
		}
		s, errs := c.ComputeSheet(rules.SheetOptions{})
		if errs != nil {
			return
		}
		out, errs := s.JSON()
		if errs != nil {
			t.Fatal(errs[0])
		}
		checkFolds(t, out)
		choices, _ := out.Get("choices")
		for _, choice := range choices.Items() {
			path, _ := choice.Get("path")
			if _, errs := c.ListOptions(text(path), ojson.Value{}); errs != nil {
				t.Fatal(errs[0])
			}
		}
	})
}

// FuzzChanges applies whatever comes; what is applied can be replayed.
func FuzzChanges(f *testing.F) {
	f.Add([]byte(`[{"type":"adjust","field":"t:a","by":-6,"tags":["fire"]},{"type":"choose","path":"e1/p@3","option":"m"},{"type":"setState","copies":{"type":"q","where":"it.state.n > 0"},"state":"n","value":5}]`))
	f.Add([]byte(`[{"type":"addItem","item":"t:q1","equipped":true},{"type":"removeItem","entry":"e1"},{"type":"toggleEffect","id":"e2"},{"type":"setHomebrew","homebrew":null},{"type":"applyEffect","effect":"t:e1"}]`))
	rs := smallRuleset(f)
	c, errs := rs.Character(ojson.MustParse(smallFile))
	if errs != nil {
		f.Fatal(errs[0])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := ojson.Parse(data)
		if err != nil {
			return
		}
		a, errs := c.ApplyChanges(v.Items(), rules.ApplyOptions{Dice: rules.SeededDice(1)})
		if c.JSON().String() != smallFile {
			t.Fatal("the character that came in has changed")
		}
		if errs != nil {
			return
		}
		again, errs := c.ApplyChanges(a.Changes, rules.ApplyOptions{})
		if errs != nil {
			t.Fatalf("%v does not replay: %v", a.Changes, errs[0])
		}
		if a.JSON().String() != again.JSON().String() {
			t.Fatalf("replay differs:\n%s\n%s", a.JSON(), again.JSON())
		}
	})
}
