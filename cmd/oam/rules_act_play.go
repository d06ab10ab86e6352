package main

import (
	"fmt"
	"strings"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// play runs one action of the character to its end and applies what it proposes.
func (g *game) play(id rules.ActionID) error {
	o, err := g.options(id)
	if err != nil {
		return err
	}
	g.say(g.hero.Action(id.ID, id.Entry))
	run, err := g.run(g.t.character, g.hero, id, o)
	if err != nil {
		return err
	}
	if len(run.Proposed) == 0 {
		g.say("Nothing changes.")
		return nil
	}
	g.say("Proposed:")
	fmt.Fprint(g.s.out, g.hero.Proposals(run.Proposed, g.style))
	if yes, err := g.asks.yes("Apply?"); err != nil || !yes {
		return err
	}
	return g.apply(run)
}

func (g *game) say(text string) { fmt.Fprintln(g.s.out, sheetview.Printable(text)) }

// run plays an action of anybody, question by question.
func (g *game) run(ch *rules.Character, hero *sheetview.Hero, id rules.ActionID, o rules.ActionOptions) (*rules.Run, error) {
	o.Policy.PauseDice = true
	run, errs := ch.StartAction(id, o)
	shown := 0
	for {
		if errs != nil {
			return nil, refuse(g.s, false, fromDocument(nil, "", errs))
		}
		fmt.Fprint(g.s.out, hero.LogEntries(run.Log[shown:], g.style))
		shown = len(run.Log)
		if run.Finished {
			return run, nil
		}
		answer, err := g.answer(run.Needs, hero)
		if err != nil {
			return nil, err
		}
		next, failed := g.t.ruleset.ContinueAction(run.JSON(), answer, rules.ContinueOptions{Policy: o.Policy})
		if failed != nil && failed[0].Code == "answer-mismatch" && g.asks.on {
			g.say("That is no answer to this.")
			continue
		}
		run, errs = next, failed
	}
}

// answer gives what a paused run needs: the player's answer, or without one to
// ask, dice, what is recommended, and the least.
func (g *game) answer(needs ojson.Value, hero *sheetview.Hero) (ojson.Value, error) {
	switch kind, _ := member(needs, "kind").AsString(); kind {
	case "dice":
		fmt.Fprint(g.s.out, hero.Preview(needs, g.style))
		return g.faces(needs)
	case "choose":
		return g.choose(needs, hero)
	case "allocate":
		return g.allocate(needs, hero)
	default:
		return g.handoff(needs)
	}
}

// faces rolls, or takes the faces that the player rolled.
func (g *game) faces(needs ojson.Value) (ojson.Value, error) {
	line, err := g.asks.line("Roll (Enter), or type your own faces:")
	if err != nil {
		return ojson.Value{}, err
	}
	var faces []ojson.Value
	for _, word := range strings.Fields(strings.ReplaceAll(line, ",", " ")) {
		v, err := ojson.Parse([]byte(word))
		if err != nil {
			v = ojson.Int(0) // no face: refused
		}
		faces = append(faces, v)
	}
	if len(faces) == 0 || line == "r" {
		faces = nil
		for _, d := range member(needs, "dice").Items() {
			sides, _ := member(d, "sides").AsInt()
			count, _ := member(d, "count").AsInt()
			for range count {
				faces = append(faces, ojson.Int(g.dice(sides)))
			}
		}
	}
	return ojson.Object(ojson.Field("faces", ojson.Array(faces...))), nil
}

func (g *game) choose(needs ojson.Value, hero *sheetview.Hero) (ojson.Value, error) {
	var ids, labels []string
	least, _ := member(needs, "min").AsInt()
	most, _ := member(needs, "max").AsInt()
	var picked []string
	for _, o := range member(needs, "options").Items() {
		id, _ := member(o, "id").AsString()
		label := hero.StepOption(needs, id)
		if yes, _ := member(o, "recommended").AsBool(); yes {
			label += " (recommended)"
			picked = append(picked, id)
		}
		ids, labels = append(ids, id), append(labels, label)
	}
	picked = picked[:min(len(picked), int(most))]
	for _, id := range ids {
		if int64(len(picked)) < least && !contains(picked, id) {
			picked = append(picked, id)
		}
	}
	chosen, err := g.asks.several(hero.StepName(needs), labels, int(least), int(most))
	if err != nil {
		return ojson.Value{}, err
	}
	if chosen != nil {
		picked = nil
		for _, i := range chosen {
			picked = append(picked, ids[i])
		}
	}
	return ojson.Object(ojson.Field("options", ojson.Strings(picked))), nil
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func (g *game) allocate(needs ojson.Value, hero *sheetview.Hero) (ojson.Value, error) {
	a := member(needs, "allocate")
	values := member(a, "values").Items()
	switch {
	case len(values) > 0:
		var shown []string
		for _, v := range values {
			shown = append(shown, v.String())
		}
		g.say(hero.StepName(needs) + ": give out " + strings.Join(shown, ", "))
	default:
		g.say(hero.StepName(needs) + ": spend " + member(a, "budget").String())
		for _, c := range member(a, "cost").Members() {
			g.say("  " + c.Key + " costs " + c.Value.String())
		}
	}
	var amounts []ojson.Member
	for i, f := range member(a, "fields").Items() {
		id, _ := member(f, "field").AsString()
		suggested := member(f, "min")
		if i < len(values) {
			suggested = values[i]
		}
		line, err := g.asks.line(fmt.Sprintf("  %s [%s]:", hero.Name(id), suggested))
		if err != nil {
			return ojson.Value{}, err
		}
		if v, err := ojson.Parse([]byte(strings.TrimSpace(line))); err == nil {
			suggested = v
		}
		if !suggested.IsNull() {
			amounts = append(amounts, ojson.Field(id, suggested))
		}
	}
	return ojson.Object(ojson.Field("amounts", ojson.Object(amounts...))), nil
}

// handoff runs the participant's action on its own sheet, and keeps what that
// proposes for it.
func (g *game) handoff(needs ojson.Value) (ojson.Value, error) {
	who, _ := member(member(needs, "participant"), "id").AsString()
	action, _ := member(member(needs, "run"), "action").AsString()
	o := g.find(who)
	if o == nil {
		return ojson.Value{}, usageError{fmt.Errorf("%s has to act, and its file is not here: name it with --target", who)}
	}
	sheet, errs := g.t.sheet(o.character)
	if errs != nil {
		return ojson.Value{}, refuse(g.s, false, fromDocument(nil, "", errs))
	}
	hero := sheetview.NewHero(g.t.bookFor(o.character.JSON()), o.character.JSON(), sheet)
	g.say(who + ": " + hero.Action(action, ""))
	run, err := g.run(o.character, hero, rules.ActionID{ID: action}, rules.ActionOptions{Params: member(member(needs, "run"), "params")})
	if err != nil {
		return ojson.Value{}, err
	}
	if changes := run.ForSelf(); len(changes) > 0 {
		done, errs := o.character.ApplyChanges(changes, rules.ApplyOptions{Dice: g.dice})
		if errs != nil {
			return ojson.Value{}, refuse(g.s, false, fromDocument(nil, "", errs))
		}
		o.character = done.Character
	}
	var m []ojson.Member
	if run.Result != "" {
		m = append(m, ojson.Field("result", ojson.String(run.Result)))
	}
	if !run.Data.IsNull() {
		m = append(m, ojson.Field("data", run.Data))
	}
	return ojson.Object(m...), nil
}

// apply hands what was proposed to each character, and shows what it did.
func (g *game) apply(run *rules.Run) error {
	byOther := map[string][]ojson.Value{}
	var order []string
	for _, p := range run.Proposed {
		if id, ok := member(p, "character").AsString(); ok {
			if byOther[id] == nil {
				order = append(order, id)
			}
			byOther[id] = append(byOther[id], member(p, "change"))
		}
	}
	if changes := run.ForSelf(); len(changes) > 0 {
		ch, err := g.changed(g.t.character, changes)
		if err != nil {
			return err
		}
		g.t.character = ch
	}
	for _, id := range order {
		o := g.find(id)
		if o == nil {
			continue // a link's: whoever has its file applies it
		}
		g.say(id + ":")
		ch, err := g.changed(o.character, byOther[id])
		if err != nil {
			return err
		}
		o.character = ch
	}
	var err error
	g.hero, g.sheet, err = g.t.hero(g.s, false)
	return err
}

func (g *game) changed(ch *rules.Character, changes []ojson.Value) (*rules.Character, error) {
	sheet, errs := g.t.sheet(ch)
	if errs != nil {
		return nil, refuse(g.s, false, fromDocument(nil, "", errs))
	}
	before := sheetview.NewHero(g.t.bookFor(ch.JSON()), ch.JSON(), sheet)
	done, errs := ch.ApplyChanges(changes, rules.ApplyOptions{Dice: g.dice, Links: g.t.options.Links})
	if errs != nil {
		return nil, refuse(g.s, false, fromDocument(nil, "", errs))
	}
	if sheet, errs = g.t.sheet(done.Character); errs != nil {
		return nil, refuse(g.s, false, fromDocument(nil, "", errs))
	}
	after := sheetview.NewHero(g.t.bookFor(done.Character.JSON()), done.Character.JSON(), sheet)
	fmt.Fprint(g.s.out, sheetview.Changed(before, after, done.JSON(), g.style))
	return done.Character, nil
}

// next offers what the rules offer now, and takes one up.
func (g *game) next() (rules.ActionID, error) {
	var ids []rules.ActionID
	var labels []string
	for _, o := range member(g.sheet, "offers").Items() {
		a := member(o, "action")
		id, ok := member(a, "id").AsString()
		if !ok {
			continue
		}
		entry, _ := member(a, "entry").AsString()
		followUp, _ := member(a, "followUp").AsString()
		ids = append(ids, rules.ActionID{ID: id, Entry: entry, FollowUp: followUp})
		labels = append(labels, g.hero.OfferText(o, sheetview.Style{Width: g.style.Width}))
	}
	if len(ids) == 0 || !g.asks.on {
		return rules.ActionID{}, nil
	}
	chosen, err := g.asks.several("Take one up?", labels, 0, 1)
	if err != nil || len(chosen) == 0 {
		return rules.ActionID{}, err
	}
	g.command.Param = nil
	return ids[chosen[0]], nil
}
