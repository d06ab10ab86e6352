package main

import (
	"errors"
	"fmt"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// apply hands what was proposed to everybody at the table, and shows what it did:
// to all of them, or, where one of them refuses, to nobody.
func (g *game) apply(list []proposal) error {
	type batch struct {
		who     *player
		changes []ojson.Value
		done    *rules.Applied
	}
	var batches []*batch
	var absent []string
	for _, p := range list {
		if p.who == nil || p.who.character == nil {
			absent = append(absent, p.name)
			continue
		}
		var b *batch
		for _, x := range batches {
			if x.who == p.who {
				b = x
			}
		}
		if b == nil {
			b = &batch{who: p.who}
			batches = append(batches, b)
		}
		b.changes = append(b.changes, p.change)
	}
	for _, b := range batches {
		o := rules.ApplyOptions{Dice: g.dice}
		if b.who == g.me {
			o.Links = g.t.options.Links
		}
		var errs []*rules.Error
		if b.done, errs = b.who.character.ApplyChanges(b.changes, o); errs != nil {
			return g.refuse(errs)
		}
	}
	for _, b := range batches {
		before := b.who.hero
		b.who.character, b.who.changed = b.done.Character, true
		if err := g.compute(b.who); err != nil {
			return err
		}
		if len(batches) > 1 || b.who != g.me {
			g.print(g.style.Heading(b.who.id))
		}
		g.print(sheetview.Changed(before, b.who.hero, b.done.JSON(), g.style))
	}
	for i, id := range absent {
		if !containsBefore(absent, i) {
			g.print(g.style.Note(fmt.Sprintf("There is no file of %s: what is proposed for it is yours to apply.", id)))
		}
	}
	return nil
}

// containsBefore reports whether a text of a list stands in it before.
func containsBefore(list []string, i int) bool {
	for _, s := range list[:i] {
		if s == list[i] {
			return true
		}
	}
	return false
}

// write writes everybody who was changed: with -o, with -w, or where somebody says
// so. All is asked before the first file is written.
func (g *game) write() error {
	type target struct {
		who  *player
		file string
	}
	var files []target
	if g.command.Output != "" {
		files = append(files, target{g.me, g.command.Output})
	}
	for _, p := range g.players {
		if !p.changed || p.file == "" || p == g.me && g.command.Output != "" {
			continue
		}
		yes := g.command.Write
		if !yes && g.asks.on {
			var err error
			if yes, err = g.asks.yes("Write " + shownName(p.file) + "?"); err != nil {
				return err
			}
		}
		if yes {
			files = append(files, target{p, p.file})
		} else if !g.asks.on {
			g.print(g.style.Note(shownName(p.file) + " is not written: -w writes it."))
		}
	}
	var failed []error
	for _, f := range files {
		text := append(f.who.character.JSON().Append(nil), '\n')
		if err := output(g.s, f.file, text); err != nil {
			failed = append(failed, err)
		} else if f.file != "-" {
			g.print(g.style.Note("wrote " + shownName(f.file)))
		}
	}
	return errors.Join(failed...)
}
