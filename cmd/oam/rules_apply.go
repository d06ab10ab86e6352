package main

import (
	"errors"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// rulesApplyCommand applies a batch of changes.
type rulesApplyCommand struct {
	heroFlags     `embed:""`
	characterFlag `embed:""`
	Changes       string `arg:"" help:"A file with a list of changes; - for standard input."`
	Output        string `short:"o" placeholder:"FILE" help:"Write the changed character here; - for standard output, in place of the summary."`
	Strict        bool   `help:"Refuse a batch that breaks a rule of the game."`
	Seed          *int64 `help:"Roll the dice that the changes need, always the same for one seed."`
}

// Run applies the changes, shows what they did and writes the character.
func (c *rulesApplyCommand) Run(s streams) error {
	if c.Changes == "-" && c.Character == "-" {
		return usageError{errors.New("changes and character cannot both come from standard input")}
	}
	t, err := c.open(s, c.Character)
	if err != nil {
		return err
	}
	changes, err := readDocument(c.Changes, s.in)
	if err != nil {
		return err
	}
	list, prefix := changes.value, "/changes"
	if inner, ok := list.Get("changes"); ok {
		list, prefix = inner, ""
	}
	if list.Kind() != ojson.KindArray {
		e := []*rules.Error{{Code: "wrong-type", Path: prefix, Data: ojson.Object(ojson.Field("expected", ojson.String("list")))}}
		return refuse(s, c.JSON, fromDocument(changes, prefix, e))
	}
	options := rules.ApplyOptions{Strict: c.Strict, Links: t.options.Links}
	if c.Seed != nil {
		options.Dice = rules.SeededDice(*c.Seed)
	}
	before, _, err := t.hero(s, c.JSON)
	if err != nil {
		return err
	}
	done, errs := t.character.ApplyChanges(list.Items(), options)
	if errs != nil {
		return c.refused(s, before, fromDocument(changes, prefix, errs))
	}
	file := append(done.Character.JSON().Append(nil), '\n')
	if c.Output != "" {
		if err := output(s, c.Output, file); err != nil || c.Output == "-" {
			return err
		}
	}
	if c.JSON {
		return printJSON(s, done.JSON())
	}
	sheet, errs := t.sheet(done.Character)
	if errs != nil {
		return refuse(s, c.JSON, fromDocument(nil, "", errs))
	}
	after := sheetview.NewHero(t.bookFor(done.Character.JSON()), done.Character.JSON(), sheet)
	return printText(s, sheetview.Changed(before, after, done.JSON(), c.style(s)))
}

// refused tells why a batch was refused: also the issues or the dice behind it.
func (c *rulesApplyCommand) refused(s streams, before *sheetview.Hero, list []problem) error {
	for i := range list {
		p := &list[i]
		switch p.code {
		case "faces-required":
			p.message += " Roll them with --seed, or write them as faces."
		case "rules-issue", "creation-incomplete":
			for _, text := range before.IssueTexts(member(p.data, "issues")) {
				p.message += " " + text
			}
		}
	}
	return refuse(s, c.JSON, list)
}
