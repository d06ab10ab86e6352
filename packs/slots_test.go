package packs_test

import (
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packs"
	"github.com/open-actor-models/oam/rules"
)

// The cases of the Cairn SRD, worked out by hand from its text (sections Armor,
// Critical Damage, Scars, Inventory, Deprivation).
func TestSlots(t *testing.T) {
	const head = `{"specVersion":"1.0","id":"x","fields":{"slots:hp.max":10,"slots:hp.current":`
	const shield = `"inventory":{"e1":{"item":"slots:shield","equipped":true}},"nextId":9}`
	for name, c := range map[string]struct {
		file, change string
		hp, str      int64
		followUps    []string
	}{
		"damage beyond HP comes off STR":  {head + `3},` + shield, damage(-6), 0, 8, []string{"slots:critical"}},
		"exactly 0 is a scar and no save": {head + `4},` + shield, damage(-5), 0, 10, []string{"slots:scar"}},
		"STR 0 is death":                  {head + `0,"slots:str.current":4},` + shield, damage(-7), 0, 0, []string{"slots:dead"}},
		"armor takes all":                 {head + `4},"inventory":{"e1":{"item":"slots:plate","equipped":true}},"nextId":9}`, damage(-2), 4, 10, nil},
		"armor is 3 at most":              {head + `9},"inventory":{"e1":{"item":"slots:plate","equipped":true},"e2":{"item":"slots:shield","equipped":true}},"nextId":9}`, damage(-5), 7, 10, nil},
		"the tenth slot takes all HP":     {head + `5},"inventory":{"e1":{"item":"slots:rope","quantity":9}},"nextId":9}`, `[{"type":"addItem","item":"slots:torch"}]`, 0, 10, nil},
		"the deprived do not recover":     {head + `2},"effects":[{"id":"e1","effect":"slots:deprived"}],"nextId":9}`, `[{"type":"adjust","field":"slots:hp.current","by":5,"tags":["rest"]}]`, 2, 10, nil},
		"others do":                       {head + `2},"nextId":9}`, `[{"type":"adjust","field":"slots:hp.current","by":5,"tags":["rest"]}]`, 7, 10, nil},
	} {
		t.Run(name, func(t *testing.T) {
			release, err := packs.Release("slots")
			if err != nil {
				t.Fatal(err)
			}
			rs, errs := rules.LoadRuleset([]ojson.Value{release})
			for _, e := range errs {
				t.Fatal(e)
			}
			hero, errs := rs.Character(ojson.MustParse(c.file))
			for _, e := range errs {
				t.Fatal(e)
			}
			done, errs := hero.ApplyChanges(ojson.MustParse(c.change).Items(), rules.ApplyOptions{})
			for _, e := range errs {
				t.Fatal(e)
			}
			s, errs := done.Character.ComputeSheet(rules.SheetOptions{})
			for _, e := range errs {
				t.Fatal(e)
			}
			hp, _ := s.Value("slots:hp.current")
			str, _ := s.Value("slots:str.current")
			if x, _ := hp.AsInt(); x != c.hp {
				t.Errorf("HP %s, want %d", hp, c.hp)
			}
			if x, _ := str.AsInt(); x != c.str {
				t.Errorf("STR %s, want %d", str, c.str)
			}
			var fired []string
			for _, f := range done.FollowUps.Items() {
				id, _ := f.Get("followUp")
				text, _ := id.AsString()
				fired = append(fired, text)
			}
			if len(fired) != len(c.followUps) || len(fired) > 0 && fired[0] != c.followUps[0] {
				t.Errorf("follow-ups %v, want %v", fired, c.followUps)
			}
		})
	}
}

func damage(by int64) string {
	return ojson.Array(ojson.Object(
		ojson.Field("type", ojson.String("adjust")), ojson.Field("field", ojson.String("slots:hp.current")),
		ojson.Field("by", ojson.Int(by)), ojson.Field("tags", ojson.Strings([]string{"damage"})))).String()
}
