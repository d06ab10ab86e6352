package rules_test

import (
	"fmt"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// BenchmarkAttack is an attack from its start to applied: two rolls, modifiers,
// flags, and the change of the target's file.
func BenchmarkAttack(b *testing.B) {
	rs := bigRuleset(b)
	hero, orc := prepared(b, rs, bigHero()), prepared(b, rs, bigHero())
	o := rules.ActionOptions{Participants: ojson.MustParse(`{"target":[{"id":"orc","values":{"big:ac":12}}]}`)}
	dice := rules.SeededDice(1)
	o.Dice = func(sides int64) int64 { return max(dice(sides), min(sides, 2)) } // never a fumble
	b.ReportAllocs()
	for b.Loop() {
		run, errs := hero.StartAction(rules.ActionID{ID: "big:weapon-3#attack", Entry: "e203"}, o)
		if errs != nil {
			b.Fatal(errs[0])
		}
		for _, p := range run.Proposed {
			change, _ := p.Get("change")
			if _, errs := orc.ApplyChanges([]ojson.Value{change}, rules.ApplyOptions{}); errs != nil {
				b.Fatal(errs[0])
			}
		}
	}
}

// BenchmarkPreviews starts all 50 actions of a sheet with paused dice and reads
// what each roll needs.
func BenchmarkPreviews(b *testing.B) {
	rs := bigRuleset(b)
	hero := prepared(b, rs, bigHero())
	actions, _ := sheetOf(b, hero).Get("actions")
	target := ojson.MustParse(`{"target":[{"id":"orc","values":{"big:ac":12}}]}`)
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for _, a := range actions.Items() {
			o := rules.ActionOptions{Policy: rules.Policy{PauseDice: true}}
			if member(a, "entry") != "" {
				o.Participants = target
			}
			run, errs := hero.StartAction(rules.ActionID{ID: member(a, "id"), Entry: member(a, "entry")}, o)
			if errs != nil {
				b.Fatal(errs[0])
			}
			if summary, ok := run.Needs.Get("summary"); ok && summary.Len() > 0 {
				n++
			}
		}
		if n != 49 {
			b.Fatal(n, "rolls")
		}
	}
}

// BenchmarkExploding rolls pools of 20 exploding dice as an action.
func BenchmarkExploding(b *testing.B) {
	p := players(b)["testgame"]
	o := rules.ActionOptions{Params: ojson.MustParse(`{"count": 20}`), Dice: rules.SeededDice(1)}
	b.ReportAllocs()
	for b.Loop() {
		if _, errs := p.character.StartAction(rules.ActionID{ID: "testgame:burst"}, o); errs != nil {
			b.Fatal(errs[0])
		}
	}
}

// BenchmarkContinue goes on from a paused attack: the state is read, the ruleset
// compared, the run played again.
func BenchmarkContinue(b *testing.B) {
	rs := bigRuleset(b)
	hero := prepared(b, rs, bigHero())
	run, errs := hero.StartAction(rules.ActionID{ID: "big:weapon-3#attack", Entry: "e203"},
		rules.ActionOptions{Participants: ojson.MustParse(`{"target":[{"id":"orc","values":{"big:ac":12}}]}`)})
	if errs != nil {
		b.Fatal(errs[0])
	}
	answer := ojson.MustParse(`{"faces":[12, 3]}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, errs := rs.ContinueAction(run.JSON(), answer, rules.ContinueOptions{}); errs != nil {
			b.Fatal(errs[0])
		}
	}
}

// TestActionCounts pins how many dice, log entries and inputs an attack has, and
// that its answer is as long as it was.
func TestActionCounts(t *testing.T) {
	rs := bigRuleset(t)
	hero := prepared(t, rs, bigHero())
	faces, err := rules.ParseDice(ojson.MustParse(`{"faces":[20,3,4,4,6,6,6,6]}`))
	if err != nil {
		t.Fatal(err)
	}
	run, errs := hero.StartAction(rules.ActionID{ID: "big:weapon-3#attack", Entry: "e203"},
		rules.ActionOptions{Participants: ojson.MustParse(`{"target":[{"id":"orc","values":{"big:ac":12}}]}`), Dice: faces})
	for _, e := range errs {
		t.Fatal(e)
	}
	dice := 0
	for _, entry := range run.Log {
		list, _ := entry.Get("dice")
		dice += list.Len()
	}
	// Two d20; then, doubled, 2d10 and 4d6.
	if got := fmt.Sprint(run.Result, " ", dice, " ", len(run.Log), " ", len(run.Proposed)); got != "critical 8 4 1" {
		t.Errorf("got %s", got)
	}
	if steps := run.Steps(); steps != 91 {
		t.Errorf("%d steps, want 91", steps)
	}
}
