package main

import (
	"fmt"
	"strings"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// pick finds the action that is meant, asks for it, or lists those that there are:
// then it is nil.
func (g *game) pick() (*turn, error) {
	c := g.command
	if c.FollowUp != "" {
		return g.takeUp(c.FollowUp)
	}
	open, closed := g.me.hero.Actions()
	if c.Action != "" {
		return g.named(open, closed)
	}
	wanted := -1
	for i, a := range open {
		if (rules.ActionID{ID: a.ID, Entry: a.Entry}) == g.example.id() {
			wanted = i
		}
	}
	if !g.asks.on {
		if wanted >= 0 {
			return g.turn(open[wanted]), nil
		}
		return nil, g.list(open, closed)
	}
	if len(open) == 0 {
		return nil, g.list(open, closed)
	}
	n, err := g.asks.one("Which action?", actionItems(open, closed), wanted)
	if err != nil {
		return nil, err
	}
	return g.turn(open[n]), nil
}

func (g *game) turn(a sheetview.Action) *turn {
	return &turn{who: g.me, id: rules.ActionID{ID: a.ID, Entry: a.Entry}, given: true}
}

// named finds the action that the command line names.
func (g *game) named(open, closed []sheetview.Action) (*turn, error) {
	fits := func(list []sheetview.Action) (found []sheetview.Action) {
		for _, a := range list {
			if called(g.me.hero, a, g.command.Action) && (g.command.Entry == "" || a.Entry == g.command.Entry) {
				found = append(found, a)
			}
		}
		return found
	}
	found := fits(open)
	switch {
	case len(found) == 1, len(found) > 1 && !g.asks.on:
		// Of several the one that the example plays, else the first.
		for _, a := range found {
			if (rules.ActionID{ID: a.ID, Entry: a.Entry}) == g.example.id() {
				return g.turn(a), nil
			}
		}
		return g.turn(found[0]), nil
	case len(found) > 1:
		n, err := g.asks.one("Which one?", actionItems(found, nil), -1)
		if err != nil {
			return nil, err
		}
		return g.turn(found[n]), nil
	}
	if shut := fits(closed); len(shut) > 0 {
		p := problem{code: "action-unavailable", message: fmt.Sprintf("%s cannot be done now: %s.", shut[0].Name, shut[0].Why)}
		return nil, refuse(g.s, g.command.JSON, []problem{p})
	}
	return nil, usageError{fmt.Errorf("there is no action %q; 'oam rules act' without one lists them", g.command.Action)}
}

// called reports whether an action is called so: by its id, what follows the last
// # or : in it, or by its name.
func called(h *sheetview.Hero, a sheetview.Action, name string) bool {
	last := a.ID[strings.LastIndexAny(a.ID, "#:")+1:]
	return a.ID == name || last == name || strings.EqualFold(a.Name, name) || strings.EqualFold(h.Action(a.ID, ""), name)
}

func actionItems(open, closed []sheetview.Action) (items []sheetview.Item) {
	for _, a := range open {
		items = append(items, sheetview.Item{Text: a.Name, Note: strings.TrimSpace(a.ID + " " + a.Entry)})
	}
	for _, a := range closed {
		items = append(items, sheetview.Item{Text: a.Name, Note: a.Why, Off: true})
	}
	return items
}

// list writes the actions that there are, and those that are not open with why.
func (g *game) list(open, closed []sheetview.Action) error {
	if !g.command.JSON {
		g.print(g.style.Numbered(actionItems(open, closed)))
		return nil
	}
	var out []ojson.Value
	for i, a := range append(open[:len(open):len(open)], closed...) {
		m := []ojson.Member{ojson.Field("id", ojson.String(a.ID))}
		if a.Entry != "" {
			m = append(m, ojson.Field("entry", ojson.String(a.Entry)))
		}
		m = append(m, ojson.Field("name", ojson.String(a.Name)), ojson.Field("available", ojson.Bool(i < len(open))))
		if a.Why != "" {
			m = append(m, ojson.Field("why", ojson.String(a.Why)))
		}
		out = append(out, ojson.Object(m...))
	}
	return printJSON(g.s, ojson.Object(ojson.Field("actions", ojson.Array(out...))))
}

// offer is something that follows for somebody at the table.
type offer struct {
	who   *player // whose sheet lists it
	value ojson.Value
}

// offers are those that can be taken up here: with an action or with changes, of
// everybody whose file is at the table.
func (g *game) offers() (list []offer) {
	for _, p := range g.players {
		for _, o := range member(p.sheet, "offers").Items() {
			if member(o, "action").IsNull() && member(o, "changes").IsNull() {
				continue
			}
			if taker := g.taker(p, o); taker != nil && taker.character != nil {
				list = append(list, offer{p, o})
			}
		}
	}
	return list
}

// taker is who acts when an offer is taken up: its owner, or who fills the link
// that it is for.
func (g *game) taker(owner *player, o ojson.Value) *player {
	if to, _ := member(o, "to").AsString(); to == "self" {
		return owner
	}
	id, _ := member(o, "character").AsString()
	return g.find(id)
}

// takeUp is the turn of an offer of the character that was named.
func (g *game) takeUp(id string) (*turn, error) {
	for _, o := range g.offers() {
		given, _ := member(o.value, "id").AsString()
		if given != id || o.who != g.me {
			continue
		}
		t := g.follow(o)
		t.given = true
		name := g.command.Action
		if name != "" && t.id.ID != name && t.id.ID[strings.LastIndexAny(t.id.ID, "#:")+1:] != name {
			return nil, usageError{fmt.Errorf("the offer %q is for %s, not for %s", id, t.id.ID, name)}
		}
		return t, nil
	}
	return nil, usageError{fmt.Errorf("there is no offer %q now", id)}
}

// follow is the turn that takes an offer up.
func (g *game) follow(o offer) *turn {
	t := &turn{who: g.taker(o.who, o.value), offer: o.value}
	a := member(o.value, "action")
	t.id.ID, _ = member(a, "id").AsString()
	t.id.Entry, _ = member(a, "entry").AsString()
	if t.who == o.who {
		t.id.FollowUp, _ = member(a, "followUp").AsString()
	} else {
		t.owner = o.who
	}
	return t
}

// next shows what follows, and takes one of it up where somebody says so.
func (g *game) next() (*turn, error) {
	list := g.offers()
	if len(list) == 0 {
		return nil, nil
	}
	var items []sheetview.Item
	for _, o := range list {
		text := o.who.hero.OfferText(o.value)
		if o.who != g.me {
			text = o.who.id + ": " + text
		}
		id, _ := member(o.value, "id").AsString()
		items = append(items, sheetview.Item{Text: text, Note: id})
	}
	g.print(g.style.Heading("What follows"))
	if !g.asks.on {
		g.print(g.style.Numbered(items))
		return nil, nil
	}
	chosen, err := g.asks.several("Take one up? (none with Enter)", items, 0, 1)
	if err != nil || len(chosen) == 0 {
		return nil, err
	}
	return g.follow(list[chosen[0]]), nil
}
