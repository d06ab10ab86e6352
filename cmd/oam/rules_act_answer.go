package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// answer gives what a paused run needs: what the player says; or, where nobody is
// asked, dice, what is recommended, and the least. The proposals are those of
// somebody else who had to act.
func (g *game) answer(t *turn, needs ojson.Value) (ojson.Value, []proposal, error) {
	switch kind, _ := member(needs, "kind").AsString(); kind {
	case "dice":
		g.print(t.who.hero.Preview(needs, g.style))
		v, err := g.faces(needs)
		return v, nil, err
	case "choose":
		v, err := g.choose(t, needs)
		return v, nil, err
	case "allocate":
		v, err := g.allocate(t, needs)
		return v, nil, err
	default:
		return g.handoff(t, needs)
	}
}

// faces rolls, or takes the faces that the player rolled.
func (g *game) faces(needs ojson.Value) (ojson.Value, error) {
	roll := g.command.Policy["dice"] == "roll"
	for {
		line := ""
		if !roll {
			var err error
			if line, err = g.asks.line("Roll with Enter, or type your faces"); err != nil {
				return ojson.Value{}, err
			}
		}
		if line == "" || line == "r" {
			return facesAnswer(g.rolled(needs)), nil
		}
		var faces []ojson.Value
		for _, word := range wordsOf(line) {
			if v, err := ojson.Parse([]byte(word)); err == nil {
				faces = append(faces, v)
			} else {
				faces = nil
				break
			}
		}
		if len(faces) > 0 {
			return facesAnswer(faces), nil
		}
		g.asks.wrong("Numbers, or r to roll.")
	}
}

// rolled rolls the dice of a wave.
func (g *game) rolled(needs ojson.Value) (faces []ojson.Value) {
	for _, d := range member(needs, "dice").Items() {
		sides, _ := member(d, "sides").AsInt()
		count, _ := member(d, "count").AsInt()
		for range count {
			faces = append(faces, ojson.Int(g.dice(sides)))
		}
	}
	return faces
}

func facesAnswer(faces []ojson.Value) ojson.Value {
	return ojson.Object(ojson.Field("faces", ojson.Array(faces...)))
}

// choose asks for options. With Enter, and where nobody is asked, it is what is
// recommended; where that is too little, somebody who is asked has to say.
func (g *game) choose(t *turn, needs ojson.Value) (ojson.Value, error) {
	least, _ := member(needs, "min").AsInt()
	most, _ := member(needs, "max").AsInt()
	var ids, fallback []string
	var items []sheetview.Item
	for _, o := range member(needs, "options").Items() {
		id, _ := member(o, "id").AsString()
		item := sheetview.Item{Text: t.who.hero.StepOption(needs, id)}
		if yes, _ := member(o, "recommended").AsBool(); yes {
			item.Note = "recommended"
			fallback = append(fallback, id)
		}
		ids, items = append(ids, id), append(items, item)
	}
	fallback = fallback[:min(len(fallback), int(most))]
	if !g.asks.on {
		for _, id := range ids {
			if int64(len(fallback)) < least && !slices.Contains(fallback, id) {
				fallback = append(fallback, id)
			}
		}
		return optionsAnswer(fallback), nil
	}
	g.print(g.style.Numbered(items))
	question := fmt.Sprintf("%s: %s", t.who.hero.StepName(needs), howManyOf(least, most))
	if least == 0 {
		question += ", 0 for none"
	}
	if int64(len(fallback)) >= least {
		question += " [" + numbersOf(ids, fallback) + "]"
	}
	for {
		line, err := g.asks.line(question)
		switch {
		case err != nil:
			return ojson.Value{}, err
		case line == "0" && least == 0:
			return optionsAnswer(nil), nil
		case line == "" && int64(len(fallback)) >= least:
			return optionsAnswer(fallback), nil
		}
		if chosen, ok := picked(line, len(ids)); ok && int64(len(chosen)) >= max(least, 1) && int64(len(chosen)) <= most {
			var out []string
			for _, i := range chosen {
				out = append(out, ids[i])
			}
			return optionsAnswer(out), nil
		}
		g.asks.wrong("%s", howMany(items, int(least), int(most)))
	}
}

// numbersOf are the numbers of the chosen ones in a list, 0 for none.
func numbersOf(ids, chosen []string) string {
	var out []string
	for i, id := range ids {
		if slices.Contains(chosen, id) {
			out = append(out, strconv.Itoa(i+1))
		}
	}
	if len(out) == 0 {
		return "0"
	}
	return strings.Join(out, " ")
}

func howManyOf(least, most int64) string {
	switch {
	case least == most:
		return fmt.Sprintf("choose %d", least)
	case least == 0:
		return fmt.Sprintf("choose up to %d", most)
	}
	return fmt.Sprintf("choose %d to %d", least, most)
}

func optionsAnswer(ids []string) ojson.Value {
	if ids == nil {
		ids = []string{}
	}
	return ojson.Object(ojson.Field("options", ojson.Strings(ids)))
}

// handoff has the participant run its action on its own sheet; of somebody of
// whom only values are known, the player says how it went.
func (g *game) handoff(t *turn, needs ojson.Value) (ojson.Value, []proposal, error) {
	id, _ := member(member(needs, "participant"), "id").AsString()
	action, _ := member(member(needs, "run"), "action").AsString()
	p := g.find(id)
	if p == nil || p.character == nil {
		if !g.asks.on {
			return ojson.Value{}, nil, usageError{fmt.Errorf("%s has to act, and there is no file of it: name one with --target", id)}
		}
		v, err := g.askOutcome(t, id, action, member(needs, "run"))
		return v, nil, err
	}
	theirs := &turn{who: p, id: rules.ActionID{ID: action}, offer: ojson.Object(ojson.Field("params", member(member(needs, "run"), "params")))}
	g.print(g.style.Heading(g.heading(theirs)))
	run, others, err := g.start(theirs)
	if err != nil {
		return ojson.Value{}, nil, err
	}
	var m []ojson.Member
	if run.Result != "" {
		m = append(m, ojson.Field("result", ojson.String(run.Result)))
	}
	if !run.Data.IsNull() {
		m = append(m, ojson.Field("data", run.Data))
	}
	return ojson.Object(m...), append(others, g.proposals(p, run)...), nil
}

// askOutcome asks for what an action of somebody else came to.
func (g *game) askOutcome(t *turn, id, action string, run ojson.Value) (ojson.Value, error) {
	h := t.who.hero
	about := id + ": " + h.Action(action, "")
	for _, p := range member(run, "params").Members() {
		about += ", " + h.ParamName(action, p.Key) + " " + shownParam(h, p.Value)
	}
	g.print(g.style.Heading(about))
	var m []ojson.Member
	var results []string
	var items []sheetview.Item
	for _, r := range member(h.ActionDefinition(action), "results").Items() {
		name, _ := r.AsString()
		results, items = append(results, name), append(items, sheetview.Item{Text: h.ResultName(action, name)})
	}
	if len(results) > 0 {
		n, err := g.asks.one("How did it go?", items, -1)
		if err != nil {
			return ojson.Value{}, err
		}
		m = append(m, ojson.Field("result", ojson.String(results[n])))
	} else if line, err := g.asks.line("How did it go? A result, or none with Enter"); err != nil {
		return ojson.Value{}, err
	} else if line != "" {
		m = append(m, ojson.Field("result", ojson.String(line)))
	}
	data, err := g.askData()
	if err == nil && data.Len() > 0 {
		m = append(m, ojson.Field("data", data))
	}
	return ojson.Object(m...), err
}

// askData asks for the data of an outcome.
func (g *game) askData() (ojson.Value, error) {
	for {
		line, err := g.asks.line("More about it: name=value …, or nothing with Enter")
		if err != nil {
			return ojson.Value{}, err
		}
		data, bad := ojson.Object(), error(nil)
		for _, word := range strings.Fields(line) {
			name, text, ok := strings.Cut(word, "=")
			if !ok || name == "" {
				bad = errors.New("name=value, with blanks between them")
				break
			}
			v, err := ojson.Parse([]byte(text))
			if err != nil {
				v = ojson.String(text)
			}
			data = data.With(name, v)
		}
		if bad == nil {
			return data, nil
		}
		g.asks.wrong("%s", bad)
	}
}
