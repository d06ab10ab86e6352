package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packs"
	"github.com/open-actor-models/oam/rules"
)

// player is somebody at the table: a character with its sheet, or a stand-in of
// which only values are known.
type player struct {
	id        string
	character *rules.Character // nil for a stand-in
	sheet     ojson.Value
	hero      *sheetview.Hero
	values    ojson.Value // of a stand-in
	// file is where the character was read from, "" for no file; changed says
	// that it differs from what stands there.
	file    string
	changed bool
}

// view is what others see of a player: the plain values of its fields.
func (p *player) view() ojson.Value {
	values := p.values
	if p.character != nil {
		var fields []ojson.Member
		for _, f := range member(p.sheet, "values").Members() {
			if v, ok := f.Value.Get("value"); ok {
				fields = append(fields, ojson.Field(f.Key, v))
			}
		}
		values = ojson.Object(fields...)
	}
	m := []ojson.Member{ojson.Field("id", ojson.String(p.id))}
	if !values.IsNull() {
		m = append(m, ojson.Field("values", values))
	}
	return ojson.Object(m...)
}

// example is what --example plays: {action, entry?, params?, situational?,
// participants?}.
type example struct{ ojson.Value }

func (e example) id() rules.ActionID {
	id, _ := member(e.Value, "action").AsString()
	entry, _ := member(e.Value, "entry").AsString()
	return rules.ActionID{ID: id, Entry: entry}
}

// seat computes the sheet of a character and puts it at the table.
func (g *game) seat(ch *rules.Character, file string) (*player, error) {
	if file == "-" {
		file = ""
	}
	p := &player{id: ch.ID(), character: ch, file: file}
	if err := g.compute(p); err != nil {
		return nil, err
	}
	g.players = append(g.players, p)
	return p, nil
}

// compute brings the sheet of a player up to date. Links and picks of the command
// line are about the character that it names.
func (g *game) compute(p *player) error {
	o := rules.SheetOptions{}
	if len(g.players) == 0 || p == g.me {
		o = g.t.options
	}
	sheet, errs := p.character.ComputeSheet(o)
	if errs == nil {
		p.sheet, errs = sheet.JSON()
		sheet.Release()
	}
	if errs != nil {
		return g.refuse(errs)
	}
	file := p.character.JSON()
	p.hero = sheetview.NewHero(g.t.bookFor(file), file, p.sheet)
	return nil
}

func (g *game) refuse(errs []*rules.Error) error {
	return refuse(g.s, g.command.JSON, fromDocument(nil, "", errs))
}

// invite reads the characters that take part: those of the command line, and
// without any those of the example.
func (g *game) invite() error {
	g.invited = map[string][]*player{}
	if pack := g.command.Example; pack != "" {
		v, err := packs.Act(string(pack))
		if err != nil {
			return err
		}
		g.example = example{v}
	}
	for _, target := range g.command.Target {
		role, name, ok := strings.Cut(target, "=")
		if !ok {
			role, name = "", target
		}
		p, err := g.bring(name)
		if err != nil {
			return err
		}
		g.invited[role] = append(g.invited[role], p)
	}
	if len(g.command.Target) > 0 {
		return nil
	}
	for _, role := range member(g.example.Value, "participants").Members() {
		for _, file := range role.Value.Items() {
			ch, errs := g.t.ruleset.Character(file)
			if errs != nil {
				return g.refuse(errs)
			}
			p, err := g.seat(ch, "")
			if err != nil {
				return err
			}
			g.invited[role.Key] = append(g.invited[role.Key], p)
		}
	}
	return nil
}

// bring is the player of a file, or of @example: somebody who is there, or a new
// one.
func (g *game) bring(name string) (*player, error) {
	var d *document
	file := name
	if name == "@example" {
		v, err := g.exampleCharacter()
		if err != nil {
			return nil, err
		}
		if d, err = parseDocument("example.json", v.Append(nil)); err != nil {
			return nil, err
		}
		file = ""
	} else {
		for _, p := range g.players {
			if p.file != "" && sameFile(p.file, name) {
				return p, nil
			}
		}
		var err error
		if d, err = readDocument(name, nil); err != nil {
			return nil, err
		}
	}
	ch, errs := g.t.ruleset.Character(d.value)
	if errs != nil {
		return nil, refuse(g.s, g.command.JSON, fromDocument(d, "", errs))
	}
	if g.find(ch.ID()) != nil {
		return nil, usageError{fmt.Errorf("%s: somebody else at the table is called %q too", shownName(name), ch.ID())}
	}
	return g.seat(ch, file)
}

// exampleCharacter is the example of the first pack of the ruleset that has one,
// under a name of its own.
func (g *game) exampleCharacter() (ojson.Value, error) {
	for _, p := range g.t.book.Packs() {
		if !slices.Contains(packs.Names(), p.ID) {
			continue
		}
		v, err := packs.Example(p.ID)
		if err != nil {
			return v, err
		}
		id := "example"
		for n := 2; g.find(id) != nil; n++ {
			id = fmt.Sprintf("example-%d", n)
		}
		return v.With("id", ojson.String(id)), nil
	}
	return ojson.Value{}, usageError{fmt.Errorf("@example: none of these packs has an example that is built in")}
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// find is the player with an id, nil for nobody.
func (g *game) find(id string) *player {
	for _, p := range g.players {
		if p.id == id {
			return p
		}
	}
	return nil
}

// standIn is somebody of whom only some values are known. Nobody else has its id.
func (g *game) standIn(role string, values ojson.Value) *player {
	id := role
	for n := 2; g.find(id) != nil; n++ {
		id = fmt.Sprintf("%s-%d", role, n)
	}
	p := &player{id: id, values: values}
	g.players = append(g.players, p)
	return p
}
