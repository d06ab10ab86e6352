package rules_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// vocabulary is what random changes of a ruleset are made of. It is read from the
// ruleset's own JSON, so that it fits any pack.
type vocabulary struct {
	rs        *rules.Ruleset
	numbers   []string // stored number fields
	fields    []string // all stored fields
	items     []string // content held as copies
	effects   []string
	templates []string
	states    map[string][]string // by content
	tags      []string
}

func newVocabulary(rs *rules.Ruleset) *vocabulary {
	v := &vocabulary{rs: rs, states: map[string][]string{}}
	all := rs.JSON()
	fields, _ := all.Get("fields")
	for _, f := range fields.Members() {
		if _, derived := f.Value.Get("formula"); derived {
			continue
		}
		v.fields = append(v.fields, f.Key)
		if t := member(f.Value, "type"); t == "" || t == "integer" || t == "number" {
			v.numbers = append(v.numbers, f.Key)
		}
	}
	types, _ := all.Get("contentTypes")
	content, _ := all.Get("content")
	for _, c := range content.Members() {
		if abstract, _ := c.Value.Get("abstract"); abstract.Kind() == ojson.KindBool {
			if on, _ := abstract.AsBool(); on {
				continue
			}
		}
		t, ok := types.Get(qualify(c.Key, member(c.Value, "type")))
		if !ok {
			continue
		}
		if member(t, "copies") != "" {
			v.items = append(v.items, c.Key)
		}
		if on, _ := t.Get("applied"); on.String() == "true" {
			v.effects = append(v.effects, c.Key)
		}
		if on, _ := t.Get("template"); on.String() == "true" {
			v.templates = append(v.templates, c.Key)
		}
		state, _ := t.Get("state")
		for _, m := range state.Members() {
			v.states[c.Key] = append(v.states[c.Key], m.Key)
		}
	}
	r, _ := all.Get("rules")
	tags, _ := r.Get("tags")
	for _, t := range tags.Items() {
		v.tags = append(v.tags, text(t))
	}
	return v
}

// qualify gives a type the pack of its content where it has none.
func qualify(content, id string) string {
	for i := range id {
		if id[i] == ':' {
			return id
		}
	}
	for i := range content {
		if content[i] == ':' {
			return content[:i+1] + id
		}
	}
	return id
}

func pick[T any](t *rapid.T, label string, list []T) T {
	return list[rapid.IntRange(0, len(list)-1).Draw(t, label)]
}

// change draws one change for a character whose sheet is known; most fit.
func (v *vocabulary) change(t *rapid.T, file, sheet ojson.Value) ojson.Value {
	small := rapid.IntRange(-4, 25)
	object := func(typ string, members ...ojson.Member) ojson.Value {
		return ojson.Object(append([]ojson.Member{ojson.Field("type", ojson.String(typ))}, members...)...)
	}
	entries := keysOf(file, "inventory", "features")
	applied, _ := file.Get("effects")
	choices, _ := sheet.Get("choices")
	for {
		switch rapid.IntRange(0, 12).Draw(t, "kind") {
		case 0:
			if len(v.fields) > 0 {
				return object("set", ojson.Field("field", ojson.String(pick(t, "field", v.fields))), ojson.Field("value", ojson.Int(int64(small.Draw(t, "value")))))
			}
		case 1, 2:
			if len(v.numbers) > 0 {
				m := []ojson.Member{ojson.Field("field", ojson.String(pick(t, "field", v.numbers))), ojson.Field("by", ojson.Int(int64(rapid.IntRange(-12, 12).Draw(t, "by"))))}
				if len(v.tags) > 0 && rapid.Bool().Draw(t, "tagged") {
					m = append(m, ojson.Field("tags", ojson.Strings([]string{pick(t, "tag", v.tags)})))
				}
				return object("adjust", m...)
			}
		case 3, 4:
			if len(v.items) > 0 {
				return object("addItem", ojson.Field("item", ojson.String(pick(t, "item", v.items))), ojson.Field("equipped", ojson.Bool(rapid.Bool().Draw(t, "equipped"))))
			}
		case 5:
			if len(entries) > 0 {
				return object("removeItem", ojson.Field("entry", ojson.String(pick(t, "entry", entries))))
			}
		case 6:
			if len(entries) > 0 {
				return object("equip", ojson.Field("entry", ojson.String(pick(t, "entry", entries))), ojson.Field("equipped", ojson.Bool(rapid.Bool().Draw(t, "on"))))
			}
		case 7:
			if len(v.effects) > 0 {
				return object("applyEffect", ojson.Field("effect", ojson.String(pick(t, "effect", v.effects))))
			}
		case 8:
			if applied.Len() > 0 {
				id, _ := pick(t, "applied", applied.Items()).Get("id")
				return object(pick(t, "how", []string{"removeEffect", "toggleEffect"}), ojson.Field("id", id))
			}
		case 9:
			if len(v.templates) > 0 {
				return object("applyTemplate", ojson.Field("template", ojson.String(pick(t, "template", v.templates))))
			}
		case 10, 11:
			if choices.Len() > 0 {
				return v.choose(t, file, pick(t, "choice", choices.Items()))
			}
		case 12:
			if len(entries) > 0 {
				entry := pick(t, "entry", entries)
				if names := v.states[itemOf(file, entry)]; len(names) > 0 {
					return object("adjustState", ojson.Field("entry", ojson.String(entry)), ojson.Field("state", ojson.String(pick(t, "state", names))), ojson.Field("by", ojson.Int(int64(rapid.IntRange(-3, 5).Draw(t, "by")))))
				}
			}
		}
	}
}

// choose picks an option of a choice, or takes one back.
func (v *vocabulary) choose(t *rapid.T, file, choice ojson.Value) ojson.Value {
	path, _ := choice.Get("path")
	picks, _ := choice.Get("picks")
	if picks.Len() > 0 && rapid.Bool().Draw(t, "take back") {
		return ojson.Object(ojson.Field("type", ojson.String("unchoose")), ojson.Field("path", path), ojson.Field("option", pick(t, "pick", picks.Items())))
	}
	option := ojson.String("none")
	if c, errs := v.rs.Character(file); errs == nil {
		out, _ := c.ListOptions(text(path), ojson.Value{})
		if options, _ := out.Get("options"); options.Len() > 0 {
			option, _ = pick(t, "option", options.Items()).Get("id")
		}
	}
	return ojson.Object(ojson.Field("type", ojson.String("choose")), ojson.Field("path", path), ojson.Field("option", option))
}

func keysOf(file ojson.Value, names ...string) (keys []string) {
	for _, name := range names {
		list, _ := file.Get(name)
		for _, m := range list.Members() {
			keys = append(keys, m.Key)
		}
	}
	return keys
}

func itemOf(file ojson.Value, entry string) string {
	for _, name := range []string{"inventory", "features"} {
		list, _ := file.Get(name)
		if e, ok := list.Get(entry); ok {
			return member(e, "item")
		}
	}
	return ""
}

func sheetOf(t testing.TB, c *rules.Character) ojson.Value {
	s, errs := c.ComputeSheet(rules.SheetOptions{})
	if errs != nil {
		t.Fatal(errs[0])
	}
	defer s.Release()
	out, errs := s.JSON()
	if errs != nil {
		t.Fatal(errs[0])
	}
	return out
}

// shuffled puts the members of objects into another order, on every level.
func shuffled(t *rapid.T, v ojson.Value) ojson.Value {
	switch v.Kind() {
	case ojson.KindObject:
		members := slices.Clone(v.Members())
		for i := len(members) - 1; i > 0; i-- {
			j := rapid.IntRange(0, i).Draw(t, "place")
			members[i], members[j] = members[j], members[i]
		}
		for i := range members {
			members[i].Value = shuffled(t, members[i].Value)
		}
		return ojson.Object(members...)
	case ojson.KindArray:
		items := make([]ojson.Value, v.Len())
		for i, x := range v.Items() {
			items[i] = shuffled(t, x)
		}
		return ojson.Array(items...)
	}
	return v
}

// step is a batch of a random history.
type step struct {
	before  *rules.Character
	applied *rules.Applied
}

// history applies random batches to an empty character, and checks after each
// what must always hold.
func (v *vocabulary) history(t *rapid.T, tb testing.TB) (steps []step) {
	c, errs := v.rs.Character(ojson.MustParse(`{"specVersion":"1.0","id":"hero","nextId":1,"mine":[1,{"b":2,"a":1}]}`))
	if errs != nil {
		tb.Fatal(errs[0])
	}
	for range rapid.IntRange(1, 8).Draw(t, "batches") {
		file, sheet := c.JSON(), sheetOf(tb, c)
		before := file.String()
		var batch []ojson.Value
		for range rapid.IntRange(1, 4).Draw(t, "changes") {
			batch = append(batch, v.change(t, file, sheet))
		}
		seed := rapid.Int64Range(0, 1000).Draw(t, "seed")
		a, errs := c.ApplyChanges(batch, rules.ApplyOptions{Dice: rules.SeededDice(seed)})
		if after := c.JSON().String(); after != before {
			tb.Fatalf("the character that came in has changed:\n%s\n%s", before, after)
		}
		if errs != nil {
			for _, e := range errs {
				if len(e.Path) < len("/changes/0") {
					tb.Fatalf("the error does not name its change: %v of %v", e, batch)
				}
			}
			continue
		}
		replayed, errs := c.ApplyChanges(a.Changes, rules.ApplyOptions{})
		if errs != nil {
			tb.Fatalf("replay of %v fails: %v", a.Changes, errs[0])
		}
		if x, y := a.JSON().String(), replayed.JSON().String(); x != y {
			tb.Fatalf("replay differs:\n%s\n%s", x, y)
		}
		steps = append(steps, step{c, a})
		c = a.Character
		if mine, _ := c.JSON().Get("mine"); mine.String() != `[1,{"b":2,"a":1}]` {
			tb.Fatalf("an unknown member is lost: %s", c.JSON())
		}
	}
	return steps
}

func describe(steps []step) string {
	out := ""
	for _, s := range steps {
		out += fmt.Sprintln(s.applied.Changes)
	}
	return out
}
