package character_test

import (
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/character"
)

// FuzzCharacter reads any JSON: it never panics, an accepted file comes back
// byte for byte, and one that was changed can be read again.
func FuzzCharacter(f *testing.F) {
	f.Add(hero)
	f.Add(`{"specVersion":"1.0","id":"x","inventory":{"rules~a":{"item":"a"}}}`)
	f.Add(`{"inventory":{"":{}},"choices":{"a":["b","b"]},"followUps":[{}],"effects":[1]}`)
	f.Add(`[]`)
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ojson.Parse([]byte(text))
		if err != nil {
			t.Skip()
		}
		c, errs := character.Decode(v)
		if (c == nil) != (len(errs) > 0) {
			t.Fatalf("character %v with errors %v", c, errs)
		}
		if c == nil {
			return
		}
		if got := c.JSON().String(); got != v.String() {
			t.Fatalf("got  %s\nwant %s", got, v)
		}
		for _, e := range append([]character.Copy(nil), c.Copies...) {
			c.SetState(e.ID, "fuzz", formula.Int(1))
			c.SetQuantity(e.ID, e.Quantity/2)
		}
		if id, err := c.NewEntryID(); err == nil {
			if err := c.AddEffect(character.Applied{ID: id, Effect: "x"}); err != nil {
				return
			}
		}
		if _, errs := character.Decode(c.JSON()); len(errs) > 0 {
			t.Fatalf("%s: %v", c.JSON(), errs)
		}
	})
}
