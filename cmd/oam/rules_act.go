package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// exampleAction is the action that --example shows.
const exampleAction = "attack"

// rulesActCommand plays an action.
type rulesActCommand struct {
	heroFlags     `embed:""`
	characterFlag `embed:""`
	Action        string            `arg:"" optional:"" help:"The action: its id, or the last part of it. Without one, those that there are."`
	Entry         string            `short:"e" placeholder:"ID" help:"The activation that carries it, where there are several."`
	Param         map[string]string `placeholder:"NAME=VALUE" help:"A parameter; the others are asked for or have their defaults."`
	Situational   []string          `sep:"none" placeholder:"ID" help:"A situational effect that is on."`
	Target        []string          `sep:"none" placeholder:"[ROLE=]FILE" help:"A character that takes part, in the first role of the action or the one that is named. Without one, a dummy stands in."`
	FollowUp      string            `placeholder:"ID" help:"The offer that this takes up."`
	Seed          *int64            `help:"Roll the same dice each time."`
	Answers       string            `placeholder:"FILE" help:"With --json: a list of answers, one for each pause; - for standard input."`
	Ask           bool              `help:"Ask, also when the input is no terminal."`
	Output        string            `short:"o" placeholder:"FILE" help:"Write the character with what the action did to it."`
}

// Run plays the action: in a terminal it asks, elsewhere it takes what is there
// and rolls.
func (c *rulesActCommand) Run(s streams) error {
	t, err := c.open(s, c.Character)
	if err != nil {
		return err
	}
	hero, sheet, err := t.hero(s, c.JSON)
	if err != nil {
		return err
	}
	g := &game{command: c, s: s, t: t, hero: hero, sheet: sheet, style: c.style(s), asks: newAsker(s, c.Ask || isTerminal(s.in) && !c.JSON)}
	if err := g.participate(); err != nil {
		return err
	}
	if c.JSON {
		return g.once()
	}
	g.dice, g.seed = diceOf(c.Seed)
	id, err := g.which()
	if err != nil || id.ID == "" {
		return err
	}
	if c.Seed == nil {
		fmt.Fprintf(s.out, "seed %d\n", g.seed)
	}
	for id.ID != "" {
		if err := g.play(id); err != nil {
			return err
		}
		if id, err = g.next(); err != nil {
			return err
		}
	}
	if c.Output != "" {
		return output(s, c.Output, append(g.t.character.JSON().Append(nil), '\n'))
	}
	return nil
}

// game is a character at the table.
type game struct {
	command *rulesActCommand
	s       streams
	t       *table
	hero    *sheetview.Hero
	sheet   ojson.Value
	style   sheetview.Style
	asks    *asker
	dice    rules.Dice
	seed    int64
	others  map[string][]*other // by role, "" for any
}

// other is a character that takes part.
type other struct {
	character *rules.Character
	view      ojson.Value
}

// participate reads the characters that take part.
func (g *game) participate() error {
	g.others = map[string][]*other{}
	for _, target := range g.command.Target {
		role, name, ok := strings.Cut(target, "=")
		if !ok {
			role, name = "", target
		}
		d, err := readDocument(name, g.s.in)
		if err != nil {
			return err
		}
		ch, errs := g.t.ruleset.Character(d.value)
		if errs != nil {
			return refuse(g.s, g.command.JSON, fromDocument(d, "", errs))
		}
		o, err := g.other(ch)
		if err != nil {
			return err
		}
		g.others[role] = append(g.others[role], o)
	}
	return nil
}

func (g *game) other(ch *rules.Character) (*other, error) {
	sheet, errs := g.t.sheet(ch)
	if errs != nil {
		return nil, refuse(g.s, g.command.JSON, fromDocument(nil, "", errs))
	}
	return &other{ch, ojson.Object(ojson.Field("id", ojson.String(ch.ID())), ojson.Field("values", member(sheet, "values")))}, nil
}

// which finds the action that is meant, asks, or lists those that there are.
func (g *game) which() (rules.ActionID, error) {
	var all []rules.ActionID
	for _, a := range member(g.sheet, "actions").Items() {
		id, _ := member(a, "id").AsString()
		entry, _ := member(a, "entry").AsString()
		all = append(all, rules.ActionID{ID: id, Entry: entry, FollowUp: g.command.FollowUp})
	}
	name := g.command.Action
	if name == "" && g.command.Example && !g.asks.on {
		name = exampleAction
	}
	if name == "" {
		labels := make([]string, len(all))
		for i, a := range all {
			labels[i] = g.hero.Action(a.ID, a.Entry)
		}
		if !g.asks.on {
			for i, a := range all {
				fmt.Fprintf(g.s.out, "%s  %s\n", labels[i], strings.TrimSpace(a.ID+" "+a.Entry))
			}
			return rules.ActionID{}, nil
		}
		n, err := g.asks.one("Which action?", labels, -1)
		if err != nil {
			return rules.ActionID{}, err
		}
		return all[n], nil
	}
	var found []rules.ActionID
	for _, a := range all {
		if called(a.ID, name) && (g.command.Entry == "" || a.Entry == g.command.Entry) {
			found = append(found, a)
		}
	}
	if len(found) == 0 {
		return rules.ActionID{}, usageError{fmt.Errorf("there is no action %q now; 'oam rules act' without one lists them", name)}
	}
	return found[0], nil
}

// called reports whether an action is called so: by its id, or what follows the
// last # or : in it.
func called(id, name string) bool {
	last := id[strings.LastIndexAny(id, "#:")+1:]
	return id == name || last == name
}

// definition is an action as its pack wrote it.
func (g *game) definition(id string) ojson.Value {
	v := g.t.ruleset.JSON()
	if owner, name, inline := strings.Cut(id, "#"); inline {
		return member(member(member(member(v, "content"), owner), "actions"), name)
	}
	return member(member(member(v, "rules"), "actions"), id)
}

// once runs the action with --json: no questions; what is not given pauses.
func (g *game) once() error {
	id, err := g.which()
	if err != nil || id.ID == "" {
		return err
	}
	o, err := g.options(id)
	if err != nil {
		return err
	}
	if g.command.Answers != "" {
		d, err := readDocument(g.command.Answers, g.s.in)
		if err != nil {
			return err
		}
		o.Answers = d.value.Items()
	}
	if g.command.Seed != nil {
		o.Dice = rules.SeededDice(*g.command.Seed)
	}
	run, errs := g.t.character.StartAction(id, o)
	if errs != nil {
		return refuse(g.s, true, fromDocument(nil, "", errs))
	}
	return printJSON(g.s, run.JSON())
}

// options are parameters, participants and what is switched on.
func (g *game) options(id rules.ActionID) (rules.ActionOptions, error) {
	o := rules.ActionOptions{Links: g.t.options.Links, Situational: g.command.Situational}
	def := g.definition(id.ID)
	var params []ojson.Member
	for _, p := range member(def, "params").Members() {
		if v, ok := g.command.Param[p.Key]; ok {
			params = append(params, ojson.Field(p.Key, paramValue(p.Value, v)))
			continue
		}
		if !g.asks.on || id.FollowUp != "" {
			continue
		}
		v, given, err := g.askParam(id, p)
		if err != nil {
			return o, err
		}
		if given {
			params = append(params, ojson.Field(p.Key, v))
		}
	}
	for name := range g.command.Param {
		if member(member(def, "params"), name).IsNull() {
			params = append(params, ojson.Field(name, ojson.String(g.command.Param[name]))) // refused, with its name
		}
	}
	o.Params = ojson.Object(params...)
	var roles []ojson.Member
	for i, r := range member(def, "roles").Members() {
		list := slices.Clone(g.others[r.Key])
		if len(list) == 0 && i == 0 {
			list = g.others[""] // who is named without a role has the first
		}
		if low := member(r.Value, "min"); len(list) == 0 && low.String() != "0" {
			dummy, err := g.dummy()
			if err != nil {
				return o, err
			}
			list = []*other{dummy}
		}
		var views []ojson.Value
		for _, x := range list {
			views = append(views, x.view)
		}
		roles = append(roles, ojson.Field(r.Key, ojson.Array(views...)))
	}
	o.Participants = ojson.Object(roles...)
	if len(o.Situational) == 0 && g.asks.on {
		ids, err := g.askSituational()
		if err != nil {
			return o, err
		}
		o.Situational = ids
	}
	return o, nil
}

// dummy stands in for those who have nobody to hit: a copy of the character, of
// which nothing is known, so that what an action reads has its declared defaults.
func (g *game) dummy() (*other, error) {
	file := g.t.character.JSON().With("id", ojson.String("dummy"))
	ch, errs := g.t.ruleset.Character(file)
	if errs != nil {
		return nil, refuse(g.s, g.command.JSON, fromDocument(nil, "", errs))
	}
	o := &other{character: ch, view: ojson.Object(ojson.Field("id", ojson.String("dummy")))}
	g.others[""] = append(g.others[""], o)
	return o, nil
}

// find is the participant with an id.
func (g *game) find(id string) *other {
	for _, list := range g.others {
		for _, o := range list {
			if o.character.ID() == id {
				return o
			}
		}
	}
	return nil
}

// paramValue reads a parameter as its type has it: a text stays one.
func paramValue(def ojson.Value, text string) ojson.Value {
	typ, _ := member(def, "type").AsString()
	if typ == "text" || typ == "option" {
		return ojson.String(text)
	}
	if v, err := ojson.Parse([]byte(text)); err == nil {
		return v
	}
	return ojson.String(text)
}

// errStopped says that the input ended in the middle of a question.
var errStopped = errors.New("the input ended; nothing was applied")
