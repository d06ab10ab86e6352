package main

import (
	"errors"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// once runs the action with --json: no questions; what is not given pauses.
func (g *game) once() error {
	t, err := g.pick()
	if err != nil || t == nil {
		return err
	}
	if t.id.ID == "" {
		return usageError{errors.New("this offer has changes, no action: 'oam rules apply' applies them")}
	}
	o, err := g.options(t)
	if err != nil {
		return err
	}
	if o.Answers, err = g.answers(); err != nil {
		return err
	}
	o.Policy = rules.Policy{PauseDice: g.command.Policy["dice"] == "pause", Recommended: g.command.Policy["choose"] == "recommended"}
	switch {
	case g.command.Seed != nil:
		o.Dice = rules.SeededDice(*g.command.Seed)
	case g.command.Policy["dice"] == "roll":
		o.Dice, _ = diceOf(nil)
	}
	run, errs := t.who.character.StartAction(t.id, o)
	if errs != nil {
		return g.refuse(errs)
	}
	return printJSON(g.s, run.JSON())
}

// answers reads --answers: a list itself, or the name of a file with one.
func (g *game) answers() ([]ojson.Value, error) {
	given := g.command.Answers
	var d *document
	var err error
	switch {
	case given == "":
		return nil, nil
	case strings.ContainsAny(given[:1], "[{"):
		d, err = parseDocument("--answers", []byte(given))
	default:
		d, err = readDocument(given, g.s.in)
	}
	if err != nil {
		return nil, err
	}
	if d.value.Kind() != ojson.KindArray {
		return nil, usageError{errors.New("--answers is a list: one answer for each pause")}
	}
	return d.value.Items(), nil
}
