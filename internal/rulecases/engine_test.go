package rulecases_test

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// engine is a tiny engine of its own: a character has numbers, a change adds to
// one or rolls a die on it. Each flag is a promise that it breaks.
type engine struct {
	rollsAgain, keepsOrder, failsByOrder, forgetsChanges, returnsText bool
}

func (e engine) call(name string, input ojson.Value) ojson.Value {
	if e.returnsText {
		return ojson.String("sheet")
	}
	releases, _ := input.Get("releases")
	character, _ := input.Get("character")
	fields, _ := character.Get("fields")
	switch name {
	case "loadRuleset":
		if releases.Len() == 0 {
			return failed("wrong-kind", "/releases")
		}
		first := releases.Items()[0]
		if id := first.Members()[0].Key; e.failsByOrder && id != "id" {
			return failed("missing-member", "/releases/0")
		}
		return ojson.Object(ojson.Field("ok", ojson.Bool(true)), ojson.Field("ruleset", ojson.Object(ojson.Field("packs", releases))))
	case "computeSheet":
		values := slices.Clone(fields.Members())
		if !e.keepsOrder {
			slices.SortFunc(values, func(a, b ojson.Member) int {
				if a.Key < b.Key {
					return -1
				}
				return 1
			})
		}
		return ojson.Object(ojson.Field("values", ojson.Object(values...)), ojson.Field("issues", ojson.Array()))
	case "applyChanges":
		return e.apply(input, character, fields)
	}
	return failed("invalid-value", "")
}

// apply knows {field, by} and {field, die, face?}.
func (e engine) apply(input, character, fields ojson.Value) ojson.Value {
	changes, _ := input.Get("changes")
	dice, _ := input.Get("dice")
	faces, _ := dice.Get("faces")
	rolls := faces.Items()
	var done []ojson.Value
	for _, c := range changes.Items() {
		name, _ := c.Get("field")
		field, _ := name.AsString()
		had, known := fields.Get(field)
		if !known {
			return failed("unknown-field", "/changes/0/field")
		}
		by, adds := c.Get("by")
		if !adds {
			face, rolled := c.Get("face")
			if !rolled {
				if len(rolls) == 0 {
					return failed("faces-required", "/changes/0")
				}
				face, rolls = rolls[0], rolls[1:]
				if !e.rollsAgain {
					c = c.With("face", face)
				}
			}
			by = face
		}
		a, _ := had.AsInt()
		b, _ := by.AsInt()
		fields = fields.With(field, ojson.Int(a+b))
		done = append(done, c)
	}
	if len(done) > 0 {
		character = character.With("fields", fields)
	}
	if e.forgetsChanges {
		done = nil
	}
	return ojson.Object(ojson.Field("ok", ojson.Bool(true)), ojson.Field("character", character), ojson.Field("changes", ojson.Array(done...)))
}

func failed(code, path string) ojson.Value {
	return ojson.Object(ojson.Field("ok", ojson.Bool(false)), ojson.Field("errors",
		ojson.Array(ojson.Object(ojson.Field("code", ojson.String(code)), ojson.Field("path", ojson.String(path))))))
}
