package rules_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packs"
	"github.com/open-actor-models/oam/rules"
)

// edit changes one thing of a paused state at random: as somebody would who wants
// another run than the one that was played.
func edit(t *rapid.T, v ojson.Value, depth int) ojson.Value {
	switch v.Kind() {
	case ojson.KindObject:
		members := v.Members()
		if len(members) > 0 && rapid.IntRange(0, 9).Draw(t, "go on") > 0 {
			m := rapid.SampledFrom(members).Draw(t, "member")
			if rapid.IntRange(0, 9).Draw(t, "drop") == 0 {
				return v.Without(m.Key)
			}
			return v.With(m.Key, edit(t, m.Value, depth+1))
		}
		return v.With(rapid.SampledFrom([]string{"auto", "step", "id", "x", "faces", "option"}).Draw(t, "new"), ojson.Bool(true))
	case ojson.KindArray:
		items := append([]ojson.Value{}, v.Items()...)
		if len(items) > 0 && rapid.IntRange(0, 3).Draw(t, "inside") > 0 {
			i := rapid.IntRange(0, len(items)-1).Draw(t, "item")
			switch rapid.IntRange(0, 4).Draw(t, "do") {
			case 0:
				items = append(items[:i], items[i+1:]...)
			case 1:
				items = append(items, items[i])
			default:
				items[i] = edit(t, items[i], depth+1)
			}
			return ojson.Array(items...)
		}
		return ojson.Array(append(items, ojson.Int(1))...)
	case ojson.KindNumber:
		n, _ := v.AsInt()
		return ojson.Int(n + rapid.Int64Range(-3, 3).Draw(t, "number"))
	case ojson.KindBool:
		b, _ := v.AsBool()
		return ojson.Bool(!b)
	case ojson.KindString:
		s, _ := v.AsString()
		return ojson.String(s + rapid.SampledFrom([]string{"", "x", "@2"}).Draw(t, "text"))
	}
	return ojson.Int(0)
}

// replayed is the run that the inputs of a paused state describe: started with
// them, and with its faces and answers in the order of the trace.
func replayed(p *player, state, answer ojson.Value) (*rules.Run, []*rules.Error) {
	get := func(name string) ojson.Value {
		v, _ := state.Get(name)
		return v
	}
	c, errs := p.rs.Character(get("character"))
	if errs != nil {
		return nil, errs
	}
	id := get("action")
	o := rules.ActionOptions{Params: get("params"), Links: get("links"), Participants: get("participants"), Policy: rules.Policy{PauseDice: true}}
	for _, s := range get("situational").Items() {
		text, _ := s.AsString()
		o.Situational = append(o.Situational, text)
	}
	for _, entry := range get("trace").Items() {
		o.Answers = append(o.Answers, entry.Without("step").Without("auto"))
	}
	o.Answers = append(o.Answers, answer)
	return c.StartAction(rules.ActionID{ID: member(id, "id"), Entry: member(id, "entry"), FollowUp: member(id, "followUp")}, o)
}

// A paused state that was changed is refused, or gives exactly the run that its
// inputs describe.
func TestEditedPauses(t *testing.T) {
	all := players(t)
	refused, same := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := all["testgame"]
		id := rapid.SampledFrom(p.actions).Draw(t, "action")
		_, pauses, answers := p.play(t, id, p.options(t, id), rapid.SampledFrom([]int64{0, 7}).Draw(t, "seed"))
		if len(pauses) == 0 {
			return
		}
		n := rapid.IntRange(0, len(pauses)-1).Draw(t, "pause")
		state := pauses[n].JSON()
		for range rapid.IntRange(1, 3).Draw(t, "edits") {
			state = edit(t, state, 0)
		}
		got, errs := p.rs.ContinueAction(again(t, state), answers[n], rules.ContinueOptions{Policy: rules.Policy{PauseDice: true}})
		if errs != nil {
			refused++
			return
		}
		want, errs := replayed(p, state, answers[n])
		for _, e := range errs {
			t.Fatalf("%s went on, but its inputs alone give %v", state, e)
		}
		same++
		// Only who was asked may differ: what was rolled before stays marked.
		if a, b := outcomeOf(got), outcomeOf(want); a != b {
			t.Fatalf("%s went on to\n%s\nits inputs give\n%s", state, a, b)
		}
	})
	t.Logf("%d refused, %d the same run", refused, same)
}

// outcomeOf is a run without what tells rolled faces from given ones.
func outcomeOf(r *rules.Run) string {
	var b strings.Builder
	for _, entry := range r.Log {
		b.WriteString(entry.Without("auto").String())
	}
	return b.String() + r.Result + r.Data.String() + r.Needs.String() + ojson.Array(r.Proposed...).String()
}

// FuzzContinue gives any paused state and any answer to continueAction: it never
// panics, and what goes on does so again from the same bytes.
func FuzzContinue(f *testing.F) {
	p := players(f)["testgame"]
	for _, id := range p.actions {
		run, errs := p.character.StartAction(id, rules.ActionOptions{
			Params:       ojson.MustParse(`{"need": 12}`),
			Participants: ojson.MustParse(`{}`), Policy: rules.Policy{PauseDice: true},
		})
		if errs == nil && !run.Finished {
			f.Add(run.JSON().String(), `{"faces":[3]}`)
			f.Add(run.JSON().String(), `{"option":"x"}`)
		}
	}
	f.Fuzz(func(t *testing.T, state, answer string) {
		s, err := ojson.Parse([]byte(state))
		if err != nil {
			return
		}
		a, err := ojson.Parse([]byte(answer))
		if err != nil {
			return
		}
		one, errs := p.rs.ContinueAction(s, a, rules.ContinueOptions{Dice: rules.SeededDice(1)})
		two, again := p.rs.ContinueAction(s, a, rules.ContinueOptions{Dice: rules.SeededDice(1)})
		if (errs == nil) != (again == nil) || errs == nil && one.JSON().String() != two.JSON().String() {
			t.Fatalf("not the same twice: %v %v", errs, again)
		}
	})
}

// FuzzAnswers gives any list of answers to startAction.
func FuzzAnswers(f *testing.F) {
	p := players(f)["testgame"]
	f.Add("testgame:pool", `{"rating":2}`, `[{"faces":[6,6]}]`)
	f.Add("testgame:scores", `{}`, `[{"amounts":{"testgame:vim":15}}]`)
	f.Add("testgame:push", `{}`, `[{"faces":[2,1,6]},{"option":"push"},{"faces":[3]}]`)
	f.Add("testgame:shove", `{}`, `[{"result":"fell"}]`)
	f.Fuzz(func(t *testing.T, id, params, answers string) {
		given, err := ojson.Parse([]byte(params))
		if err != nil {
			return
		}
		list, err := ojson.Parse([]byte(answers))
		if err != nil || list.Kind() != ojson.KindArray {
			return
		}
		o := rules.ActionOptions{Params: given, Answers: list.Items(), Participants: ojson.Object()}
		if id == "testgame:shove" || id == "testgame:wound" || id == "testgame:flurry" {
			o.Participants = ojson.MustParse(`{"foe":[{"id":"a"}]}`)
		}
		run, errs := p.character.StartAction(rules.ActionID{ID: id}, o)
		if errs != nil || run.Finished {
			return
		}
		// Nothing answers only a handoff: the action of the other came to nothing.
		back, errs := p.rs.ContinueAction(run.JSON(), ojson.Object(), rules.ContinueOptions{})
		if errs == nil && member(run.Needs, "kind") != "handoff" {
			t.Fatalf("{} answers %s: %s", run.Needs, back.JSON())
		}
	})
}

// A handoff between two characters, with a third on a link: each has a sheet of
// its own, and each gets its own changes.
func TestHandoff(t *testing.T) {
	release, err := packs.Release("testgame")
	if err != nil {
		t.Fatal(err)
	}
	rs, errs := rules.LoadRuleset([]ojson.Value{release})
	for _, e := range errs {
		t.Fatal(e)
	}
	character := func(file string) *rules.Character {
		c, errs := rs.Character(ojson.MustParse(file))
		for _, e := range errs {
			t.Fatal(e)
		}
		return c
	}
	view := func(c *rules.Character) ojson.Value {
		values, _ := sheetOf(t, c).Get("values")
		return ojson.Object(ojson.Field("id", ojson.String(c.ID())), ojson.Field("values", values))
	}
	attacker := character(`{"specVersion":"1.0","id":"attacker","fields":{"testgame:might":15},"links":{"testgame:friend":"companion"}}`)
	defender := character(`{"specVersion":"1.0","id":"defender"}`)
	companion := character(`{"specVersion":"1.0","id":"companion"}`)

	links := ojson.Object(ojson.Field("testgame:friend", view(companion)))
	run, errs := attacker.StartAction(rules.ActionID{ID: "testgame:shove"}, rules.ActionOptions{
		Links: links, Participants: ojson.Object(ojson.Field("foe", ojson.Array(view(defender)))),
	})
	for _, e := range errs {
		t.Fatal(e)
	}
	// 8 and a fifth of 15.
	if got, want := run.Needs.String(), `{"kind":"handoff","step":"brace","action":"testgame:shove","participant":{"role":"foe","id":"defender"},"run":{"action":"testgame:brace","params":{"need":11}}}`; got != want {
		t.Fatalf("needs %s, want %s", got, want)
	}
	// The defender braces with its own dice: 10 and nothing are below 11.
	asked, _ := run.Needs.Get("run")
	params, _ := asked.Get("params")
	faces, err2 := rules.ParseDice(ojson.MustParse(`{"faces":[10]}`))
	if err2 != nil {
		t.Fatal(err2)
	}
	braced, errs := defender.StartAction(rules.ActionID{ID: member(asked, "action")}, rules.ActionOptions{Params: params, Dice: faces})
	for _, e := range errs {
		t.Fatal(e)
	}
	if braced.Result != "fell" {
		t.Fatalf("10 against 11: %s", braced.JSON())
	}
	run, errs = rs.ContinueAction(again(t, run.JSON()), ojson.Object(ojson.Field("result", ojson.String(braced.Result)), ojson.Field("data", braced.Data)), rules.ContinueOptions{})
	for _, e := range errs {
		t.Fatal(e)
	}
	if !run.Finished || run.Result != "pushed" {
		t.Fatalf("the defender fell: %s", run.JSON())
	}
	all := map[string]*rules.Character{"attacker": attacker, "defender": defender, "companion": companion}
	for _, p := range run.Proposed {
		who := member(p, "character")
		if who == "" {
			who = "attacker"
		}
		change, _ := p.Get("change")
		done, errs := all[who].ApplyChanges([]ojson.Value{change}, rules.ApplyOptions{})
		for _, e := range errs {
			t.Fatal(e)
		}
		all[who] = done.Character
	}
	for who, want := range map[string]string{"attacker": "steady 10, fallen 0", "defender": "steady 10, fallen 1", "companion": "steady 11, fallen 0"} {
		sheet := sheetOf(t, all[who])
		values, _ := sheet.Get("values")
		steady, _ := values.Get("testgame:steady")
		value, _ := steady.Get("value")
		fallen := strings.Count(sheet.String(), `"content":"testgame:fallen"`)
		if got := "steady " + value.String() + ", fallen " + string(rune('0'+min(fallen, 9))); got != want {
			t.Errorf("%s: %s, want %s", who, got, want)
		}
	}
}
