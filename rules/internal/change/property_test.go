package change_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/change"
	"github.com/open-actor-models/oam/rules/internal/character"
)

// anyChange draws a change of the test game that often works.
func anyChange(t *rapid.T) string {
	pick := func(label string, list ...string) string { return rapid.SampledFrom(list).Draw(t, label) }
	entry := pick("entry", "e1", "e2", "e3", "e4", "c", "rules~g:fist")
	path := pick("path", "c/feat", "c/feat/g:lucky/sub", "rules/g:start", "g:adept/art", "e1/gift", "e2/gift")
	option := pick("option", "g:lucky", "g:tough", "g:alert", "g:fighter")
	n := rapid.IntRange(-12, 12).Draw(t, "n")
	tags := pick("tags", ``, `,"tags":["fire"]`, `,"tags":["cold","slash"]`, `,"tags":[]`)
	return pick("change",
		fmt.Sprintf(`{"type":"set","field":"g:drain","value":%d}`, n),
		`{"type":"set","field":"g:hp","value":null}`,
		fmt.Sprintf(`{"type":"adjust","field":"g:hp","by":%d%s}`, n, tags),
		fmt.Sprintf(`{"type":"adjust","field":"g:hp","by":%d%s}`, -20, tags),
		fmt.Sprintf(`{"type":"adjust","field":"g:hp","parts":[{"by":-4,"tags":["fire"]},{"by":-3%s}]}`, tags),
		fmt.Sprintf(`{"type":"adjust","field":"g:temp","by":%d}`, n),
		fmt.Sprintf(`{"type":"adjust","field":"g:ratio","by":%d.3}`, n),
		`{"type":"addItem","item":"g:sword","state":{"charges":2}}`,
		`{"type":"addItem","item":"g:fighter","entry":"c","state":{"level":2}}`,
		fmt.Sprintf(`{"type":"removeItem","entry":%q}`, entry),
		fmt.Sprintf(`{"type":"equip","entry":%q}`, entry),
		`{"type":"equip","copies":{"type":"g:gear","where":"it.quantity > 0"},"equipped":false}`,
		fmt.Sprintf(`{"type":"adjustState","entry":%q,"state":"charges","by":%d}`, entry, n),
		fmt.Sprintf(`{"type":"adjustState","applied":{"limit":1},"state":"value","by":%d}`, n),
		`{"type":"setState","copies":{"type":"g:gear"},"state":"charges","value":null}`,
		fmt.Sprintf(`{"type":"adjustQuantity","entry":%q,"by":%d}`, entry, n),
		`{"type":"applyTemplate","template":"g:elf"}`,
		`{"type":"applyTemplate","template":"g:human"}`,
		fmt.Sprintf(`{"type":"removeTemplate","id":%q}`, entry),
		fmt.Sprintf(`{"type":"applyEffect","effect":"g:%s"}`, pick("effect", "fireproof", "immune", "brittle", "armored", "thick", "warded")),
		`{"type":"applyEffect","effect":"g:focused","on":false}`,
		fmt.Sprintf(`{"type":"removeEffect","id":%q}`, entry),
		`{"type":"toggleEffect","applied":{}}`,
		fmt.Sprintf(`{"type":"choose","path":%q,"option":%q}`, path, option),
		fmt.Sprintf(`{"type":"choose","path":%q,"option":%q}`, path, option),
		fmt.Sprintf(`{"type":"unchoose","path":%q,"option":%q}`, path, option),
		fmt.Sprintf(`{"type":"unchoose","path":%q}`, path),
		fmt.Sprintf(`{"type":"setExtension","key":"x","value":%d}`, n),
		`{"type":"setHomebrew","homebrew":`+homebrew+`}`,
		`{"type":"setHomebrew","homebrew":null}`,
		fmt.Sprintf(`{"type":"dismissFollowUp","id":"f%d"}`, n+12),
	)
}

// replay applies batches without dice.
func (g *table) replay(t *rapid.T, c *character.Character, batches []ojson.Value) *character.Character {
	for _, b := range batches {
		p, errs := g.load(c.Homebrew)
		if errs != nil {
			t.Fatal(errs)
		}
		r, errs := change.Apply(p, g.load, c, b.Items(), change.Options{})
		if errs != nil {
			t.Fatalf("replay of %s: %v", b, errs)
		}
		// Reading the file between batches makes no difference.
		if c, errs = character.Decode(r.Character.JSON()); errs != nil {
			t.Fatal(errs)
		}
	}
	return c
}

func TestHistory(t *testing.T) {
	g := newTable(t, game)
	start := `{"id":"h","x":[1],"specVersion":"1.0","features":{"c":{"state":{"level":3},"item":"g:fighter"}},"effects":[{"id":"w","effect":"g:warded","odd":true}]}`
	read := func() *character.Character {
		c, errs := character.Decode(ojson.MustParse(start))
		if errs != nil {
			t.Fatal(errs)
		}
		return c
	}
	rapid.Check(t, func(t *rapid.T) {
		c := read()
		var history []ojson.Value
		var states []string
		for range rapid.IntRange(1, 8).Draw(t, "batches") {
			var list []string
			for range rapid.IntRange(1, 4).Draw(t, "changes") {
				list = append(list, anyChange(t))
			}
			batch := ojson.MustParse("[" + strings.Join(list, ",") + "]")
			p, errs := g.load(c.Homebrew)
			if errs != nil {
				t.Fatal(errs)
			}
			dice := func(sides int64) int64 { return rapid.Int64Range(1, sides).Draw(t, "face") }
			before := c.JSON().String()
			r, errs := change.Apply(p, g.load, c, batch.Items(), change.Options{Dice: dice})
			if c.JSON().String() != before {
				t.Fatalf("%s changed its input", batch)
			}
			if errs != nil {
				continue
			}
			adds(t, r)
			c = r.Character
			history, states = append(history, r.Changes), append(states, c.JSON().String())
		}
		// The whole history again gives the same bytes; without the last batch, the
		// state before it.
		for cut := 0; cut <= 1 && cut < len(states); cut++ {
			kept := len(states) - cut
			if got := g.replay(t, read(), history[:kept]).JSON().String(); got != states[kept-1] {
				t.Fatalf("replay gives\n%s, was\n%s", got, states[kept-1])
			}
		}
	})
}

// adds checks the sums of adjustments: what was dealt was absorbed, moved the
// field, or is excess.
func adds(t *rapid.T, r *change.Result) {
	number := func(v ojson.Value, name string) int64 {
		m, _ := v.Get(name)
		f, _ := m.AsFloat()
		return int64(f*1000 + 0.5*sign(f))
	}
	for _, a := range r.Adjustments.Items() {
		if number(a, "from")+number(a, "by") != number(a, "to") {
			t.Fatalf("%s: from and by do not give to", a)
		}
		if _, ok := a.Get("dealt"); ok && number(a, "dealt") != number(a, "absorbed")+number(a, "by")+number(a, "excess") {
			t.Fatalf("%s: the sum of its parts is not what was dealt", a)
		}
	}
}

func sign(f float64) float64 {
	if f < 0 {
		return -1
	}
	return 1
}
