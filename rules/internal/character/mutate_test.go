package character_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/character"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// run applies f to a file and returns what comes out.
func run(t *testing.T, file string, f func(c *character.Character)) string {
	t.Helper()
	c := decode(t, ojson.MustParse(file))
	f(c)
	return c.JSON().String()
}

// ok fails the test on an error.
func ok(t *testing.T, err *fault.Error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

func TestMutators(t *testing.T) {
	type C = *character.Character
	for _, test := range []struct {
		name, before string
		do           func(c C)
		after        string
	}{
		{"a new field goes last, the object behind packs",
			`{"specVersion":"1.0","id":"h","packs":{},"x":1,"nextId":2}`,
			func(c C) { c.SetField("d20:b", formula.Int(2)); c.SetField("d20:a", formula.String("x")) },
			`{"specVersion":"1.0","id":"h","packs":{},"fields":{"d20:b":2,"d20:a":"x"},"x":1,"nextId":2}`},
		{"a stored field keeps its place, its neighbours their bytes",
			`{"nextId":1,"fields":{"z":{"odd":1},"b":1,"a":3},"id":"h","specVersion":"1.0"}`,
			func(c C) { c.SetField("b", formula.Int(2)); c.RemoveField("a"); c.RemoveField("none") },
			`{"nextId":1,"fields":{"z":{"odd":1},"b":2},"id":"h","specVersion":"1.0"}`},
		{"a copy", `{"specVersion":"1.0","id":"h","nextId":4}`,
			func(c C) {
				id, err := c.NewEntryID()
				ok(t, err)
				ok(t, c.AddCopy(character.Copy{ID: id, Place: character.Features, Item: "d20:x", Quantity: 2, State: []character.Stored{{ID: "b", Value: formula.Int(1)}, {ID: "a", Value: formula.Int(2)}}}))
				ok(t, c.AddCopy(character.Copy{ID: "a", Place: character.Features, Item: "d20:y", Quantity: 1, Equipped: true}))
			},
			`{"specVersion":"1.0","id":"h","features":{"e4":{"item":"d20:x","quantity":2,"state":{"b":1,"a":2}},"a":{"item":"d20:y","equipped":true}},"nextId":5}`},
		{"changes to a copy keep what is unknown in it",
			`{"specVersion":"1.0","id":"h","inventory":{"b":{"odd":1,"item":"i","z":2},"a":{"equipped":true,"item":"i","state":{"q":{},"n":1}}}}`,
			func(c C) {
				c.SetQuantity("b", 3)
				c.SetEquipped("b", false)
				c.SetEquipped("a", false)
				c.SetState("a", "n", formula.Int(2))
				c.SetState("a", "m", formula.Boolean(true))
				c.SetState("b", "n", formula.Value{})
			},
			`{"specVersion":"1.0","id":"h","inventory":{"b":{"odd":1,"item":"i","quantity":3,"z":2},"a":{"equipped":false,"item":"i","state":{"q":{},"n":2,"m":true}}}}`},
		{"an emptied state goes", `{"specVersion":"1.0","id":"h","inventory":{"b":{"state":{"n":1},"item":"i"}},"effects":[{"id":"x","effect":"y","state":{"n":1}}]}`,
			func(c C) { c.SetState("b", "n", formula.Value{}); c.SetState("x", "n", formula.Value{}) },
			`{"specVersion":"1.0","id":"h","inventory":{"b":{"item":"i"}},"effects":[{"id":"x","effect":"y"}]}`},
		{"removing an entry removes the picks below it and nothing else",
			`{"specVersion":"1.0","id":"h","inventory":{"e1":{"item":"i"},"e10":{"item":"i"}},"choices":{"e10/a":["x"],"e1/a":["x"],"e1/a/x/b":["y"],"e1/a/x~i/c":["y"],"e1~i/c":["z"],"e2/a":["x"]}}`,
			func(c C) { c.RemoveCopies([]string{"e1"}); c.RemoveCopies([]string{"none"}) },
			`{"specVersion":"1.0","id":"h","inventory":{"e10":{"item":"i"}},"choices":{"e10/a":["x"],"e2/a":["x"]},"nextId":2}`},
		{"templates", `{"specVersion":"1.0","id":"h","templates":[{"id":"b","template":"x","odd":[]}],"choices":{"b/q":["1"]}}`,
			func(c C) { ok(t, c.AddTemplate("a", "y")); c.RemoveTemplate("none") },
			`{"specVersion":"1.0","id":"h","templates":[{"id":"b","template":"x","odd":[]},{"id":"a","template":"y"}],"choices":{"b/q":["1"]}}`},
		{"a template goes with its picks", `{"specVersion":"1.0","id":"h","templates":[{"id":"b","template":"x"}],"choices":{"b/q":["1"]}}`,
			func(c C) { c.RemoveTemplate("b") },
			`{"specVersion":"1.0","id":"h","templates":[],"choices":{}}`},
		{"effects", `{"specVersion":"1.0","id":"h","effects":[{"odd":1,"effect":"x","id":"b"}]}`,
			func(c C) {
				ok(t, c.AddEffect(character.Applied{ID: "a", Effect: "y", On: false, State: []character.Stored{{ID: "v", Value: formula.Int(1)}}}))
				ok(t, c.AddEffect(character.Applied{ID: "c", Effect: "y", On: true}))
				c.SetState("b", "v", formula.Int(2))
				c.SwitchEffects([]string{"b"}, func(bool) bool { return true })
				c.SwitchEffects([]string{"c"}, func(bool) bool { return false })
				c.SwitchEffects([]string{"c"}, func(bool) bool { return true })
			},
			`{"specVersion":"1.0","id":"h","effects":[{"odd":1,"effect":"x","state":{"v":2},"id":"b"},{"id":"a","effect":"y","state":{"v":1},"on":false},{"id":"c","effect":"y","on":true}]}`},
		{"an effect goes with its picks", `{"specVersion":"1.0","id":"h","effects":[{"effect":"x","id":"b"},{"effect":"x","id":"c"}],"choices":{"b/q":["1"],"c/q":["1"]}}`,
			func(c C) { c.RemoveEffects([]string{"b"}) },
			`{"specVersion":"1.0","id":"h","effects":[{"effect":"x","id":"c"}],"choices":{"c/q":["1"]}}`},
		{"picks", `{"specVersion":"1.0","id":"h","choices":{"b":["1"],"a":["2","3"],"c":[]}}`,
			func(c C) {
				ok(t, c.SetPicks("a", []string{"4", "2"}))
				ok(t, c.SetPicks("b", nil))
				ok(t, c.SetPicks("0", []string{"9"}))
				ok(t, c.SetPicks("none", nil))
			},
			`{"specVersion":"1.0","id":"h","choices":{"a":["4","2"],"c":[],"0":["9"]}}`},
		{"follow-ups", `{"specVersion":"1.0","id":"h"}`,
			func(c C) {
				for range 2 {
					_, err := c.AddFollowUp([]ojson.Member{ojson.Field("followUp", ojson.String("x"))})
					ok(t, err)
				}
				if !c.RemoveFollowUp("f1") || c.RemoveFollowUp("f1") {
					t.Error("a follow-up is removed once")
				}
			},
			`{"specVersion":"1.0","id":"h","followUps":[{"id":"f2","followUp":"x"}],"nextId":3}`},
		{"extensions", `{"specVersion":"1.0","id":"h","extensions":{"b":{"q":[1]},"a":1}}`,
			func(c C) {
				ok(t, c.SetExtension("c", ojson.Bool(true)))
				ok(t, c.SetExtension("a", ojson.Value{}))
				ok(t, c.SetExtension("none", ojson.Value{}))
			},
			`{"specVersion":"1.0","id":"h","extensions":{"b":{"q":[1]},"c":true}}`},
		{"homebrew comes", `{"specVersion":"1.0","id":"h","extensions":{}}`,
			func(c C) { ok(t, c.SetHomebrew(ojson.MustParse(`{"id":"x"}`))) },
			`{"specVersion":"1.0","id":"h","homebrew":{"id":"x"},"extensions":{}}`},
		{"homebrew goes, creation ends", `{"specVersion":"1.0","homebrew":{},"id":"h","creating":true}`,
			func(c C) { ok(t, c.SetHomebrew(ojson.Value{})); c.FinishCreation() },
			`{"specVersion":"1.0","id":"h"}`},
		{"what is not there is not removed", `{"specVersion":"1.0","id":"h"}`,
			func(c C) {
				ok(t, c.SetHomebrew(ojson.Value{}))
				ok(t, c.SetExtension("x", ojson.Value{}))
				ok(t, c.SetPicks("x", nil))
				c.FinishCreation()
				c.RemoveField("x")
				c.RemovePicksBelow("x")
				c.SwitchEffects([]string{"x"}, func(bool) bool { return true })
				c.SetQuantity("x", 1)
				c.SetState("x", "y", formula.Int(1))
				c.RemoveCopies([]string{"x", "y"})
				c.RemoveEffects([]string{"x", "y"})
				if c.RemoveTemplate("x") || c.RemoveFollowUp("x") {
					t.Error("removed nothing and says so")
				}
			},
			`{"specVersion":"1.0","id":"h"}`},
	} {
		if diff := cmp.Diff(test.after, run(t, test.before, test.do)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestNoIDIsGivenTwice(t *testing.T) {
	for file, want := range map[string]string{
		`"nextId":7`: "e7",
		`"inventory":{"e1":{"item":"i"},"e12":{"item":"i"},"e012":{"item":"i"},"e99x":{"item":"i"}}`: "e13",
		`"templates":[{"id":"e3","template":"t"}],"effects":[{"id":"f9","effect":"t"}]`:              "e10",
		`"inventory":{"e9007199254740991":{"item":"i"}}`:                                             "e1",
	} {
		c := decode(t, ojson.MustParse(`{"specVersion":"1.0","id":"h",`+file+`}`))
		if id, err := c.NewEntryID(); id != want || err != nil {
			t.Errorf("%s: got %s %v, want %s", file, id, err, want)
		}
	}
	c := decode(t, ojson.MustParse(`{"specVersion":"1.0","id":"h","inventory":{"e5":{"item":"i"}}}`))
	if id, err := c.AddFollowUp(decodeFollowUp().Members()[1:]); id != "f6" || err != nil {
		t.Errorf("the first follow-up is %s, %v", id, err)
	}
	if id, err := c.NewEntryID(); id != "e7" || err != nil {
		t.Errorf("got %s, %v beside e5 and f6", id, err)
	}
	c.RemoveCopies([]string{"e5"})
	c = decode(t, c.JSON())
	if id, _ := c.NewEntryID(); id != "e7" {
		t.Errorf("got %s after e5 was removed", id)
	}
	c = decode(t, ojson.MustParse(`{"specVersion":"1.0","id":"h","nextId":9007199254740991}`))
	if id, err := c.NewEntryID(); err == nil {
		t.Errorf("got %s from a counter that is used up", id)
	}
}

// mutate makes one change of a character.
func mutate(t *rapid.T, c *character.Character) { drawn(t)(c) }

// must fails on an error of a change that no limit stops.
func must(err *fault.Error) {
	if err != nil {
		panic(err)
	}
}

// drawn draws one change of a character.
func drawn(t *rapid.T) func(*character.Character) {
	id := rapid.SampledFrom([]string{"e1", "e10", "e3", "class", "t1", "a1", "e8", "new"}).Draw(t, "id")
	path := rapid.SampledFrom([]string{"e1/feat", "e10/feat", "new/x", "rules/d20:class"}).Draw(t, "path")
	field := rapid.SampledFrom([]string{"d20:hp", "d20:xp", "d20:new"}).Draw(t, "field")
	options := rapid.SampledFrom([][]string{nil, {"a"}, {"b", "a"}}).Draw(t, "options")
	n := rapid.Int64Range(0, 3).Draw(t, "number")
	on := rapid.Bool().Draw(t, "on")
	extension := anyValue(t, 2)
	release := ojson.MustParse(rapid.SampledFrom([]string{"null", "null", `{"id":"x"}`}).Draw(t, "homebrew"))
	what := rapid.IntRange(0, 14).Draw(t, "change")
	value := formula.Int(n)
	return func(c *character.Character) {
		switch what {
		case 0:
			c.SetField(field, value)
		case 1:
			c.RemoveField(field)
		case 2, 3:
			if !c.Holds(id) {
				e := character.Copy{ID: id, Item: "d20:q", Place: character.Inventory, Quantity: n}
				if on {
					e.State = []character.Stored{{ID: "level", Value: value}}
				}
				must(c.AddCopy(e))
			}
		case 4:
			c.RemoveCopies([]string{id})
		case 5:
			c.SetQuantity(id, n)
		case 6:
			c.SetEquipped(id, on)
		case 7:
			c.SetState(id, "charges", value)
		case 8:
			c.SetState(id, "level", formula.Value{})
			c.SetState(id, "charges", formula.Value{})
		case 9:
			must(c.SetPicks(path, options))
		case 10:
			if !c.Holds(id) {
				must(c.AddEffect(character.Applied{ID: id, Effect: "d20:z", On: on}))
			}
		case 11:
			c.RemoveEffects([]string{id})
			c.RemoveTemplate(id)
		case 12:
			c.SwitchEffects([]string{id}, func(bool) bool { return on })
		case 13:
			_, err := c.AddFollowUp(decodeFollowUp().Members()[1:])
			must(err)
		case 14:
			must(c.SetExtension(id, extension))
			must(c.SetHomebrew(release))
			if on {
				c.FinishCreation()
			}
		}
	}
}

func decodeFollowUp() ojson.Value {
	return ojson.MustParse(`{"id":"","followUp":"x","source":"s","to":"self","required":true,"cause":{}}`)
}

// view is what a character says, without how it is written.
func view(c *character.Character) []string {
	var list []string
	add := func(parts ...string) { list = append(list, parts...) }
	state := func(values []character.Stored) {
		for _, s := range values {
			add(" "+s.ID, s.Raw.String(), s.Value.JSON().String())
		}
	}
	state(c.Fields)
	for _, e := range c.Copies {
		add(e.ID, e.Place, e.Item, ojson.Int(e.Quantity).String(), ojson.Bool(e.Equipped).String())
		state(e.State)
	}
	for _, e := range c.Templates {
		add(e.ID, e.Template)
	}
	for _, e := range c.Effects {
		add(e.ID, e.Effect, ojson.Bool(e.On).String())
		state(e.State)
	}
	for _, p := range c.Picks {
		add(p.Path, ojson.Strings(p.Options).String())
	}
	for _, f := range c.FollowUps {
		add(f.ID, f.Object.String())
	}
	return append(list, c.Extensions.String(), ojson.Int(c.NextID).String())
}

func TestWhatIsWrittenIsWhatIsThere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := file(t)
		c := decode(t, v)
		for range rapid.IntRange(1, 12).Draw(t, "changes") {
			mutate(t, c)
		}
		again := decode(t, c.JSON())
		if diff := cmp.Diff(view(c), view(again)); diff != "" {
			t.Fatalf("read again (-had +got):\n%s", diff)
		}
		for _, m := range v.Members() {
			if m.Key[0] == 'x' {
				if got, ok := c.JSON().Get(m.Key); !ok || got.String() != m.Value.String() {
					t.Fatalf("unknown member %s: %s", m.Key, got)
				}
			}
		}
	})
}

func TestOneBatchAndManyGiveTheSameBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := decode(t, file(t))
		for range rapid.IntRange(1, 12).Draw(t, "changes") {
			again := decode(t, c.JSON())
			change := drawn(t)
			change(c)
			change(again)
			if diff := cmp.Diff(c.JSON().String(), again.JSON().String()); diff != "" {
				t.Fatalf("-in one batch +read between:\n%s", diff)
			}
		}
	})
}

func TestClonesChangeAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := decode(t, file(t))
		for range rapid.IntRange(0, 3).Draw(t, "before") {
			mutate(t, c)
		}
		before, seen := c.JSON().String(), view(c)
		clone := c.Clone()
		for range rapid.IntRange(1, 8).Draw(t, "changes") {
			mutate(t, clone)
		}
		if c.JSON().String() != before || !cmp.Equal(view(c), seen) {
			t.Fatal("changing a clone changed its original")
		}
		after, seen := clone.JSON().String(), view(clone)
		for range rapid.IntRange(1, 8).Draw(t, "more") {
			mutate(t, c)
		}
		if clone.JSON().String() != after || !cmp.Equal(view(clone), seen) {
			t.Fatal("changing the original changed its clone")
		}
	})
}
