package character_test

import (
	"strconv"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/ojson"
)

// anyValue generates JSON of a few levels.
func anyValue(t *rapid.T, depth int) ojson.Value {
	most := 6
	if depth == 0 {
		most = 4
	}
	switch rapid.IntRange(0, most).Draw(t, "kind") {
	case 0:
		return ojson.Value{}
	case 1:
		return ojson.Bool(rapid.Bool().Draw(t, "bool"))
	case 2:
		return ojson.Int(rapid.Int64Range(-1000, 1000).Draw(t, "number"))
	case 3:
		return ojson.MustParse(rapid.SampledFrom([]string{"0.25", "-1.5", "123456789012345678901234567890", "1e30"}).Draw(t, "literal"))
	case 4:
		return ojson.String(rapid.StringN(0, 4, 20).Draw(t, "text"))
	case 5:
		items := make([]ojson.Value, rapid.IntRange(0, 3).Draw(t, "items"))
		for i := range items {
			items[i] = anyValue(t, depth-1)
		}
		return ojson.Array(items...)
	}
	members := make([]ojson.Member, rapid.IntRange(0, 3).Draw(t, "members"))
	for i := range members {
		members[i] = ojson.Field(rapid.StringN(0, 3, 12).Draw(t, "key"), anyValue(t, depth-1))
	}
	return ojson.Object(members...)
}

// mixed returns an object of the given members, some left out where that is
// allowed, unknown ones added, in any order.
func mixed(t *rapid.T, needed, optional []ojson.Member) ojson.Value {
	members := append([]ojson.Member{}, needed...)
	for _, m := range optional {
		if rapid.Bool().Draw(t, "has "+m.Key) {
			members = append(members, m)
		}
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "unknown") {
		members = append(members, ojson.Field("x-"+strconv.Itoa(i), anyValue(t, 2)))
	}
	return ojson.Object(rapid.Permutation(members).Draw(t, "order")...)
}

// values generates the values of fields or of a state.
func values(t *rapid.T, names []string) ojson.Value {
	var members []ojson.Member
	for _, name := range names {
		if rapid.Bool().Draw(t, name) {
			members = append(members, ojson.Field(name, anyValue(t, 2)))
		}
	}
	return ojson.Object(rapid.Permutation(members).Draw(t, "order")...)
}

func text(s string) ojson.Value { return ojson.String(s) }

func copiesOf(t *rapid.T, ids []string) ojson.Value {
	var members []ojson.Member
	for _, id := range ids {
		if !rapid.Bool().Draw(t, id) {
			continue
		}
		members = append(members, ojson.Field(id, mixed(t,
			[]ojson.Member{ojson.Field("item", text("d20:"+id[:1]))},
			[]ojson.Member{
				ojson.Field("quantity", ojson.Int(rapid.Int64Range(0, 3).Draw(t, "quantity"))),
				ojson.Field("equipped", ojson.Bool(rapid.Bool().Draw(t, "equipped"))),
				ojson.Field("state", values(t, []string{"charges", "level", "name"})),
			})))
	}
	return ojson.Object(rapid.Permutation(members).Draw(t, "order")...)
}

func listOf(t *rapid.T, ids []string, member string) ojson.Value {
	var items []ojson.Value
	for _, id := range rapid.Permutation(ids).Draw(t, "ids") {
		if rapid.Bool().Draw(t, id) {
			items = append(items, mixed(t,
				[]ojson.Member{ojson.Field("id", text(id)), ojson.Field(member, text("d20:"+id))},
				[]ojson.Member{
					ojson.Field("on", ojson.Bool(rapid.Bool().Draw(t, "on"))),
					ojson.Field("state", values(t, []string{"value", "level"})),
				}))
		}
	}
	return ojson.Array(items...)
}

func picksOf(t *rapid.T) ojson.Value {
	var members []ojson.Member
	for _, path := range []string{"e1/feat", "e1/feat/d20:a/skill", "e10/feat", "rules/d20:class", "t1/x", "e3/y"} {
		if rapid.Bool().Draw(t, path) {
			options := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"d20:a", "d20:b", "d20:c"}), 0, 3, rapid.ID[string]).Draw(t, "options")
			members = append(members, ojson.Field(path, ojson.Strings(options)))
		}
	}
	return ojson.Object(rapid.Permutation(members).Draw(t, "order")...)
}

func followUpsOf(t *rapid.T) ojson.Value {
	var items []ojson.Value
	for i := range rapid.IntRange(0, 3).Draw(t, "followUps") {
		items = append(items, mixed(t, []ojson.Member{
			ojson.Field("id", text("f"+strconv.Itoa(i+20))),
			ojson.Field("followUp", text("d20:check")),
			ojson.Field("source", text("rules")),
			ojson.Field("to", text("self")),
			ojson.Field("required", ojson.Bool(true)),
			ojson.Field("cause", ojson.MustParse(`{"change":0}`)),
		}, []ojson.Member{
			ojson.Field("action", ojson.Object(ojson.Field("id", text("d20:save")))),
			ojson.Field("params", ojson.MustParse(`{"dc":10}`)),
			ojson.Field("changes", ojson.MustParse(`[{"type":"set"}]`)),
		}))
	}
	return ojson.Array(items...)
}

// file generates a valid character file with unknown members on every level.
func file(t *rapid.T) ojson.Value {
	return mixed(t,
		[]ojson.Member{ojson.Field("specVersion", text("1.0")), ojson.Field("id", text("hero"))},
		[]ojson.Member{
			ojson.Field("packs", ojson.MustParse(`{"d20":"1.2.3","a":"0.1.0"}`)),
			ojson.Field("fields", values(t, []string{"d20:hp", "d20:xp", "d20:abilities.str", "gone:x"})),
			ojson.Field("inventory", copiesOf(t, []string{"e1", "e10", "e2", "rules~d20:fist"})),
			ojson.Field("features", copiesOf(t, []string{"e3", "class", "b-2"})),
			ojson.Field("templates", listOf(t, []string{"t1", "t2", "e7"}, "template")),
			ojson.Field("effects", listOf(t, []string{"a1", "e8", "a0"}, "effect")),
			ojson.Field("choices", picksOf(t)),
			ojson.Field("links", ojson.MustParse(`{"d20:companion":"wolf"}`)),
			ojson.Field("followUps", followUpsOf(t)),
			ojson.Field("homebrew", ojson.MustParse(`{"id":"mine","fields":{"b":{},"a":{}}}`)),
			ojson.Field("extensions", ojson.MustParse(`{"app":{"z":1,"a":[]}}`)),
			ojson.Field("creating", rapid.SampledFrom([]ojson.Value{ojson.Bool(true), text("d20:create")}).Draw(t, "creating")),
			ojson.Field("nextId", ojson.Int(rapid.Int64Range(1, 30).Draw(t, "nextId"))),
		})
}
