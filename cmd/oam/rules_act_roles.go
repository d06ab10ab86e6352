package main

import (
	"fmt"
	"slices"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
)

// participants are those who take part in a turn, by role.
func (g *game) participants(t *turn) (ojson.Value, error) {
	var roles []ojson.Member
	for i, r := range member(t.who.hero.ActionDefinition(t.id.ID), "roles").Members() {
		list := slices.Clone(g.invited[r.Key])
		if len(list) == 0 && i == 0 {
			list = slices.Clone(g.invited[""]) // who is named without a role has the first
		}
		if !t.given {
			list = nil // those were for another action
		}
		var err error
		if list, err = g.fill(t, r, list); err != nil {
			return ojson.Value{}, err
		}
		views := make([]ojson.Value, 0, len(list))
		for _, p := range list {
			views = append(views, p.view())
		}
		roles = append(roles, ojson.Field(r.Key, ojson.Array(views...)))
	}
	return ojson.Object(roles...), nil
}

// fill asks for those who are missing in a role; where nobody is asked, those who
// are at the table and stand-ins take part.
func (g *game) fill(t *turn, role ojson.Member, list []*player) ([]*player, error) {
	least, most := int64(1), int64(1)
	if n, ok := member(role.Value, "min").AsInt(); ok {
		least, most = n, max(n, 1)
	}
	if n, ok := member(role.Value, "max").AsInt(); ok {
		most = n
	}
	ask := g.asks.on && len(list) == 0
	for ask && int64(len(list)) < most {
		p, err := g.askPlayer(t, role, list, int64(len(list)) >= least)
		if err != nil {
			return nil, err
		}
		if p == nil {
			break
		}
		list = append(list, p)
	}
	for int64(len(list)) < least && !ask {
		p := g.idle(t, list)
		if p == nil {
			p = g.standIn(role.Key, ojson.Value{})
		}
		list = append(list, p)
	}
	return list, nil
}

// idle is somebody at the table who could take part in what follows, nil for
// nobody. In the first action only those take part who were named for it.
func (g *game) idle(t *turn, but []*player) *player {
	if t.given {
		return nil
	}
	for _, p := range g.players {
		if p != t.who && !slices.Contains(but, p) {
			return p
		}
	}
	return nil
}

// askPlayer asks who has a role; nil for nobody more.
func (g *game) askPlayer(t *turn, role ojson.Member, but []*player, enough bool) (*player, error) {
	var here []*player
	var items []sheetview.Item
	for _, p := range g.players {
		if p != t.who && !slices.Contains(but, p) {
			here, items = append(here, p), append(items, sheetview.Item{Text: p.id})
		}
	}
	g.print(g.style.Numbered(items))
	question := t.who.hero.RoleName(t.id.ID, role.Key) + ": a file, @example"
	if len(here) > 0 {
		question = t.who.hero.RoleName(t.id.ID, role.Key) + ": a number, a file, @example"
	}
	if enough {
		question += ", values to type them, nobody with Enter"
	} else {
		question += ", or its values with Enter"
	}
	for {
		line, err := g.asks.line(question)
		if err != nil {
			return nil, err
		}
		if n, ok := picked(line, len(here)); ok && len(n) == 1 {
			return here[n[0]], nil
		}
		if line == "" && enough {
			return nil, nil
		}
		if line == "" || line == "values" {
			return g.askValues(t, role)
		}
		p, err := g.bring(line)
		switch {
		case err != nil && err == errReported:
			continue // it has been said what is wrong with the character
		case err != nil:
			g.asks.wrong("%s", err)
		case slices.Contains(but, p):
			g.asks.wrong("%s takes part already.", p.id)
		default:
			return p, nil
		}
	}
}

// askValues asks for what the action reads of a role, and makes a stand-in of it.
func (g *game) askValues(t *turn, role ojson.Member) (*player, error) {
	var values []ojson.Member
	for _, r := range member(role.Value, "reads").Members() {
		def := r.Value
		if def.Kind() == ojson.KindString {
			def = ojson.Object(ojson.Field("type", def))
		}
		typ, _ := member(def, "type").AsString()
		fallback := member(def, "default")
		question := fmt.Sprintf("  %s (%s)", t.who.hero.Name(r.Key), typ)
		if !fallback.IsNull() {
			question += " [" + unquoted(fallback) + "]"
		}
		for {
			line, err := g.asks.line(question)
			if err != nil {
				return nil, err
			}
			if line == "" { // the declared default, or that of the type
				break
			}
			v := paramValue(t.who.hero, def, line)
			if why := badParam(def, nil, v); why != "" {
				g.asks.wrong("%s", why)
				continue
			}
			values = append(values, ojson.Field(r.Key, v))
			break
		}
	}
	return g.standIn(role.Key, ojson.Object(values...)), nil
}
