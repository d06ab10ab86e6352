package rules_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// Properties that hold for every pack and every character, here for random
// characters of each ruleset that the repository has.

// forEachRuleset runs a property for the packs of the repository and the big
// release of the benchmarks.
func forEachRuleset(t *testing.T, property func(t *rapid.T, tb testing.TB, v *vocabulary)) {
	for name, releases := range rulesets(t) {
		rs, errs := rules.LoadRuleset(releases)
		if errs != nil {
			t.Fatal(errs[0])
		}
		v := newVocabulary(rs)
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) { property(r, t, v) })
		})
	}
}

// Folding a breakdown gives the value, and every active effect stands in it once.
func TestBreakdownsFold(t *testing.T) {
	forEachRuleset(t, func(r *rapid.T, tb testing.TB, v *vocabulary) {
		for _, s := range v.history(r, tb) {
			checkFolds(tb, sheetOf(tb, s.applied.Character))
		}
	})
}

// Undo is replaying without the last batch; the whole log gives the character.
func TestUndoIsReplay(t *testing.T) {
	forEachRuleset(t, func(r *rapid.T, tb testing.TB, v *vocabulary) {
		steps := v.history(r, tb)
		if len(steps) == 0 {
			return
		}
		c := steps[0].before
		for i, s := range steps {
			if got, want := c.JSON().String(), s.before.JSON().String(); got != want {
				tb.Fatalf("after replaying %d batches:\n%s\nwant\n%s\n%s", i, got, want, describe(steps))
			}
			a, errs := c.ApplyChanges(s.applied.Changes, rules.ApplyOptions{})
			if errs != nil {
				tb.Fatal(errs[0])
			}
			c = a.Character
		}
	})
}

// A sheet depends on what is stored, not on the order of members or of picks,
// nor on what was computed before.
func TestOrderNeverShows(t *testing.T) {
	forEachRuleset(t, func(r *rapid.T, tb testing.TB, v *vocabulary) {
		steps := v.history(r, tb)
		if len(steps) == 0 {
			return
		}
		file := steps[len(steps)-1].applied.Character.JSON()
		if choices, ok := file.Get("choices"); ok {
			var turned []ojson.Member
			for _, m := range choices.Members() {
				items := append([]ojson.Value{}, m.Value.Items()...)
				for i, j := 0, len(items)-1; i < j; i, j = i+1, j-1 {
					items[i], items[j] = items[j], items[i]
				}
				turned = append([]ojson.Member{ojson.Field(m.Key, ojson.Array(items...))}, turned...)
			}
			file = file.With("choices", ojson.Object(turned...))
		}
		c, errs := v.rs.Character(shuffled(r, file))
		if errs != nil {
			tb.Fatal(errs[0])
		}
		want, got := sheetOf(tb, steps[len(steps)-1].applied.Character), sheetOf(tb, c)
		for _, name := range []string{"values", "effects", "copies", "activations", "competing"} {
			a, _ := want.Get(name)
			b, _ := got.Get(name)
			if a.String() != b.String() {
				tb.Fatalf("%s differ:\n%s\n%s", name, a, b)
			}
		}
	})
}

// A reason of listOptions is the issue that picking the option brings.
func TestReasonsAreIssues(t *testing.T) {
	forEachRuleset(t, func(r *rapid.T, tb testing.TB, v *vocabulary) {
		steps := v.history(r, tb)
		if len(steps) == 0 {
			return
		}
		c := steps[len(steps)-1].applied.Character
		sheet := sheetOf(tb, c)
		choices, _ := sheet.Get("choices")
		issues, _ := sheet.Get("issues")
		for _, choice := range choices.Items() {
			path, _ := choice.Get("path")
			out, errs := c.ListOptions(text(path), ojson.Value{})
			if errs != nil {
				tb.Fatal(errs[0])
			}
			options, _ := out.Get("options")
			if options.Len() == 0 {
				continue
			}
			o := pick(r, "option", options.Items())
			reasons, _ := o.Get("reasons")
			now := issues.Items()
			if picked, _ := o.Get("picked"); picked.String() == "false" {
				id, _ := o.Get("id")
				a, errs := c.ApplyChanges([]ojson.Value{ojson.Object(ojson.Field("type", ojson.String("choose")), ojson.Field("path", path), ojson.Field("option", id))}, rules.ApplyOptions{})
				if errs != nil {
					tb.Fatalf("%s %s: %v", path, o, errs[0])
				}
				now = nil
				for _, i := range a.Issues {
					now = append(now, i.JSON())
				}
			}
			for _, reason := range reasons.Items() {
				if !contains(now, reason) {
					tb.Fatalf("reason %s of %s in %s is no issue of %v", reason, o, path, now)
				}
			}
			if reasons.Len() == 0 {
				for _, i := range now {
					source, _ := i.Get("source")
					id, _ := o.Get("id")
					if !contains(issues.Items(), i) && text(source) == text(path)+"/"+text(id) {
						tb.Fatalf("%s brings %s and listOptions gave no reason", o, i)
					}
				}
			}
		}
	})
}

func contains(list []ojson.Value, v ojson.Value) bool {
	for _, x := range list {
		if ojson.Equal(x, v) {
			return true
		}
	}
	return false
}

// A ruleset survives JSON and back, and members in another order.
func TestRulesetsSurvive(t *testing.T) {
	for name, releases := range rulesets(t) {
		t.Run(name, func(t *testing.T) {
			rs, errs := rules.LoadRuleset(releases)
			if errs != nil {
				t.Fatal(errs[0])
			}
			v, err := ojson.Parse(rs.JSON().Append(nil))
			if err != nil {
				t.Fatal(err)
			}
			back, errs := rules.ParseRuleset(v)
			if errs != nil {
				t.Fatal(errs[0])
			}
			if rs.JSON().String() != back.JSON().String() {
				t.Error("the ruleset that came back is another one")
			}
		})
	}
}
