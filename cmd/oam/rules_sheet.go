package main

import (
	"fmt"

	"github.com/open-actor-models/oam/ojson"
)

// rulesSheetCommand draws a character sheet.
type rulesSheetCommand struct {
	heroFlags `embed:""`
	Character string `arg:"" optional:"" help:"The character file; - for standard input."`
}

// Run draws the sheet, or writes the output of computeSheet.
func (c *rulesSheetCommand) Run(s streams) error {
	t, err := c.open(s, c.Character)
	if err != nil {
		return err
	}
	hero, sheet, err := t.hero(s, c.JSON)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(s, sheet)
	}
	return printText(s, hero.Sheet(c.style(s)))
}

// characterFlag names the character where the argument is something else.
type characterFlag struct {
	Character string `short:"c" placeholder:"FILE" help:"The character file; - for standard input."`
}

// rulesOptionsCommand lists the options of a choice.
type rulesOptionsCommand struct {
	heroFlags     `embed:""`
	characterFlag `embed:""`
	Path          string `arg:"" optional:"" help:"The path of the choice, such as e1/feat@4. Without it the paths of all choices are listed."`
}

// Run lists the options, or the choices that there are.
func (c *rulesOptionsCommand) Run(s streams) error {
	t, err := c.open(s, c.Character)
	if err != nil {
		return err
	}
	hero, sheet, err := t.hero(s, c.JSON)
	if err != nil {
		return err
	}
	if c.Path == "" {
		if c.JSON {
			return printJSON(s, ojson.Object(ojson.Field("choices", member(sheet, "choices"))))
		}
		return printText(s, hero.Choices(c.style(s)))
	}
	options, errs := t.character.ListOptions(c.Path, t.options.Links)
	if errs != nil {
		list := fromDocument(nil, "", errs)
		for i := range list {
			list[i].message += " Without a path, all paths are listed."
			list[i].pointer = c.Path
		}
		return refuse(s, c.JSON, list)
	}
	if c.JSON {
		return printJSON(s, options)
	}
	return printText(s, hero.Options(c.Path, options, c.style(s)))
}

// rulesExplainCommand says why a field has its value.
type rulesExplainCommand struct {
	heroFlags     `embed:""`
	characterFlag `embed:""`
	Field         string `arg:"" help:"The field: its id, with or without its pack."`
	Depth         int    `default:"1" help:"How far to explain the fields that the formulas read; 0 for the field alone."`
}

// Run explains the field.
func (c *rulesExplainCommand) Run(s streams) error {
	t, err := c.open(s, c.Character)
	if err != nil {
		return err
	}
	id, ok := t.book.FieldID(c.Field)
	if !ok {
		list := []problem{{code: "unknown-field", message: fmt.Sprintf("There is no field %s.%s", c.Field, t.book.Similar(c.Field))}}
		return refuse(s, c.JSON, list)
	}
	hero, _, err := t.hero(s, c.JSON)
	if err != nil {
		return err
	}
	if c.JSON {
		v, _ := hero.ExplainJSON(id, c.Depth)
		return printJSON(s, v)
	}
	text, _ := hero.Explain(id, c.Depth, c.style(s))
	return printText(s, text)
}
