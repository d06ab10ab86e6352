package rules

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/dice"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// maxFaces is the limit dice: faces that one call may be handed.
const maxFaces = dice.MaxDice

// ParseDice reads the dice of a JSON call: {faces: […]} gives these faces, one
// after the other, then none; {seed} rolls with [SeededDice].
func ParseDice(v ojson.Value) (Dice, *Error) {
	if v.Kind() != ojson.KindObject {
		return nil, wrongType("", fault.WantObject)
	}
	for _, m := range v.Members() {
		if m.Key != "faces" && m.Key != "seed" {
			return nil, fault.UnknownMember("", m.Key)
		}
	}
	faces, hasFaces := v.Get("faces")
	seed, hasSeed := v.Get("seed")
	switch {
	case hasFaces && hasSeed:
		return nil, fault.New("conflicting-members", "", ojson.Field("members", ojson.Strings([]string{"faces", "seed"})))
	case hasSeed:
		n, ok := seed.AsInt()
		if !ok {
			return nil, wrongType("/seed", fault.WantInteger)
		}
		return SeededDice(n), nil
	case !hasFaces:
		return nil, fault.New("missing-member", "", ojson.Field("member", ojson.String("faces")))
	}
	if faces.Kind() != ojson.KindArray {
		return nil, wrongType("/faces", fault.WantList)
	}
	if faces.Len() > maxFaces {
		return nil, limitExceeded("dice", maxFaces, "/faces")
	}
	list := make([]int64, 0, faces.Len())
	for i, f := range faces.Items() {
		n, ok := f.AsInt()
		if !ok || n < 1 {
			return nil, fault.New("invalid-faces", fault.Index("/faces", i), ojson.Field("face", f))
		}
		list = append(list, n)
	}
	return func(int64) int64 {
		if len(list) == 0 {
			return 0
		}
		face := list[0]
		list = list[1:]
		return face
	}, nil
}

// SeededDice is the generator of the JSON calls, the same in every port:
// docs/rules/dice.md, Seeds.
func SeededDice(seed int64) Dice { return dice.Seeded(seed) }
