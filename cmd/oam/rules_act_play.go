package main

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// proposal is a change that waits to be applied; who is nil for somebody who is
// not at the table.
type proposal struct {
	who    *player
	name   string
	change ojson.Value
}

// play takes a turn to its end: it runs the action, or has the changes of the
// offer, shows what is proposed, and applies it.
func (g *game) play(t *turn) error {
	var list []proposal
	if t.id.ID == "" {
		for _, c := range member(t.offer, "changes").Items() {
			list = append(list, proposal{t.who, t.who.id, c})
		}
	} else {
		g.print(g.style.Heading(g.heading(t)))
		run, others, err := g.start(t)
		if err != nil {
			return err
		}
		list = append(others, g.proposals(t.who, run)...)
	}
	list = append(list, done(t)...)
	if len(list) == 0 {
		g.print(g.style.Plain("Nothing changes."))
		return nil
	}
	g.print(g.style.Heading("Proposed"))
	for _, p := range list {
		hero := g.me.hero
		if p.who != nil && p.who.hero != nil {
			hero = p.who.hero
		}
		g.print(hero.Proposal(p.name, p.change, g.style))
	}
	if yes, err := g.asks.yes("Apply?"); err != nil || !yes {
		return err
	}
	return g.apply(list)
}

func (g *game) heading(t *turn) string {
	name := t.who.hero.Action(t.id.ID, t.id.Entry)
	if t.who != g.me {
		return t.who.id + ": " + name
	}
	return name
}

// done clears a stored follow-up that the run itself does not clear: one that has
// changes, and one that somebody else took up.
func done(t *turn) []proposal {
	kind, _ := member(t.offer, "kind").AsString()
	owner := t.owner
	if owner == nil && t.id.ID == "" {
		owner = t.who
	}
	if t.offer.IsNull() || kind == "derived" || owner == nil {
		return nil
	}
	clear := ojson.Object(ojson.Field("type", ojson.String("clearFollowUp")), ojson.Field("id", member(t.offer, "id")))
	return []proposal{{owner, owner.id, clear}}
}

// proposals are those of a run, with whose they are.
func (g *game) proposals(who *player, run *rules.Run) (list []proposal) {
	for _, v := range run.Proposed {
		p := proposal{who: who, name: who.id, change: member(v, "change")}
		if to, _ := member(v, "to").AsString(); to != "self" {
			p.name, _ = member(v, "character").AsString()
			p.who = g.find(p.name)
		}
		list = append(list, p)
	}
	return list
}

// start asks for what an action needs and runs it. Parameters that the engine
// refuses are asked for again.
func (g *game) start(t *turn) (*rules.Run, []proposal, error) {
	o, err := g.options(t)
	if err != nil {
		return nil, nil, err
	}
	if text := g.about(t, o); text != "" && !(g.asks.on && t.given) {
		g.print(g.style.Note(text))
	}
	o.Policy = rules.Policy{PauseDice: true, Recommended: g.command.Policy["choose"] == "recommended"}
	for {
		run, errs := t.who.character.StartAction(t.id, o)
		if errs == nil {
			return g.run(t, run, o.Policy)
		}
		name, ok := strings.CutPrefix(errs[0].Path, "/params/")
		if !ok || !g.asks.on || member(member(t.who.hero.ActionDefinition(t.id.ID), "params"), name).IsNull() {
			return nil, nil, g.refuse(errs)
		}
		_, fromCommand := g.command.Param[name]
		if fromCommand && t.given || !member(member(t.offer, "params"), name).IsNull() {
			return nil, nil, g.refuse(errs)
		}
		for _, p := range fromDocument(nil, "", errs[:1]) {
			g.asks.wrong("%s", p.message)
		}
		if o.Params, err = g.params(t, o.Params.Without(name).Members()); err != nil {
			return nil, nil, err
		}
	}
}

// about says with what an action is played: parameters that are no defaults, and
// who takes part.
func (g *game) about(t *turn, o rules.ActionOptions) string {
	var parts []string
	for _, p := range o.Params.Members() {
		parts = append(parts, t.who.hero.ParamName(t.id.ID, p.Key)+": "+shownParam(t.who.hero, p.Value))
	}
	for _, r := range o.Participants.Members() {
		var ids []string
		for _, v := range r.Value.Items() {
			id, _ := member(v, "id").AsString()
			ids = append(ids, id)
		}
		if len(ids) > 0 {
			parts = append(parts, t.who.hero.RoleName(t.id.ID, r.Key)+": "+strings.Join(ids, ", "))
		}
	}
	return strings.Join(parts, " · ")
}

// run plays a run question by question. The proposals are those of others, who
// had to act for it.
func (g *game) run(t *turn, run *rules.Run, policy rules.Policy) (*rules.Run, []proposal, error) {
	var others []proposal
	shown := 0
	for {
		g.print(t.who.hero.LogEntries(run.Log[shown:], g.style))
		shown = len(run.Log)
		if run.Finished {
			return run, others, nil
		}
		answer, more, err := g.answer(t, run.Needs)
		if err != nil {
			return nil, nil, err
		}
		next, errs := g.t.ruleset.ContinueAction(run.JSON(), answer, rules.ContinueOptions{Policy: policy})
		switch {
		case errs != nil && errs[0].Code == "answer-mismatch" && g.asks.on:
			g.asks.wrong("That is no answer to this.")
		case errs != nil:
			return nil, nil, g.refuse(errs)
		default:
			run, others = next, append(others, more...)
		}
	}
}
