package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// options are parameters, participants and what is switched on for a turn.
func (g *game) options(t *turn) (rules.ActionOptions, error) {
	o := rules.ActionOptions{}
	if t.who == g.me {
		o.Links = g.t.options.Links
	}
	var err error
	if o.Params, err = g.params(t, nil); err != nil {
		return o, err
	}
	if o.Participants, err = g.participants(t); err != nil {
		return o, err
	}
	o.Situational, err = g.situational(t)
	return o, err
}

// preset is what the example gives the action, null for any other.
func (g *game) preset(t *turn, key string) ojson.Value {
	if !t.given || t.id.FollowUp != "" || t.id != g.example.id() {
		return ojson.Value{}
	}
	return member(g.example.Value, key)
}

// params are the parameters: of the offer that is taken up, of the command line,
// of the example, and those that were asked for. fixed are known ones, which are
// not asked for again.
func (g *game) params(t *turn, fixed []ojson.Member) (ojson.Value, error) {
	def := member(t.who.hero.ActionDefinition(t.id.ID), "params")
	out := slices.Clone(fixed)
	has := func(name string) bool {
		return slices.ContainsFunc(out, func(m ojson.Member) bool { return m.Key == name })
	}
	for _, m := range member(t.offer, "params").Members() {
		if !has(m.Key) {
			out = append(out, m)
		}
	}
	for _, p := range def.Members() {
		if has(p.Key) {
			continue
		}
		if text, ok := g.command.Param[p.Key]; ok && t.given {
			out = append(out, ojson.Field(p.Key, paramValue(t.who.hero, p.Value, text)))
			continue
		}
		given := member(g.preset(t, "params"), p.Key)
		if g.asks.on {
			answer, ok, err := g.askParam(t, p, given)
			if err != nil {
				return ojson.Value{}, err
			}
			if ok {
				given = answer
			}
		}
		if !given.IsNull() {
			out = append(out, ojson.Field(p.Key, given))
		}
	}
	if t.given {
		for name, text := range g.command.Param {
			if member(def, name).IsNull() {
				out = append(out, ojson.Field(name, ojson.String(text))) // refused, with its name
			}
		}
	}
	return ojson.Object(out...), nil
}

// askParam asks for a parameter until it may be one; ok is false where Enter
// leaves it at its default.
func (g *game) askParam(t *turn, p ojson.Member, preset ojson.Value) (v ojson.Value, ok bool, err error) {
	h, def := t.who.hero, p.Value
	fallback := preset
	if fallback.IsNull() {
		fallback = member(def, "default")
	}
	question := h.ParamName(t.id.ID, p.Key)
	ids := paramOptions(h, def)
	if kind := paramKind(def); kind != "" && len(ids) == 0 {
		question += " (" + kind + ")"
	}
	if !fallback.IsNull() {
		question += " [" + shownParam(h, fallback) + "]"
	}
	var items []sheetview.Item
	for _, id := range ids {
		item := sheetview.Item{Text: h.OptionName(id)}
		if strings.Contains(id, ":") {
			item.Note = id
		}
		items = append(items, item)
	}
	g.print(g.style.Numbered(items))
	for {
		line, err := g.asks.line(question)
		switch {
		case err != nil:
			return v, false, err
		case line == "" && !fallback.IsNull():
			return v, false, nil
		case line == "":
			g.asks.wrong("This has no default.")
			continue
		}
		if n, isNumber := picked(line, len(ids)); isNumber && len(n) == 1 {
			return ojson.String(ids[n[0]]), true, nil
		}
		v := paramValue(h, def, line)
		if why := badParam(def, ids, v); why != "" {
			g.asks.wrong("%s", why)
			continue
		}
		return v, true, nil
	}
}

// paramOptions are the ids that a parameter can be: those that are written, or the
// contents of a type. A condition of the type is left to the engine.
func paramOptions(h *sheetview.Hero, def ojson.Value) (ids []string) {
	options := member(def, "options")
	if typ, ok := member(options, "type").AsString(); ok {
		return h.ContentsOf(typ)
	}
	for _, o := range options.Items() {
		id, _ := o.AsString()
		ids = append(ids, id)
	}
	return ids
}

// paramKind says of what type a parameter is, and its bounds.
func paramKind(def ojson.Value) string {
	out, _ := member(def, "type").AsString()
	low, up := member(def, "min"), member(def, "max")
	switch {
	case !low.IsNull() && !up.IsNull():
		out += " " + unquoted(low) + " to " + unquoted(up)
	case !low.IsNull():
		out += " from " + unquoted(low)
	case !up.IsNull():
		out += " up to " + unquoted(up)
	}
	return out
}

// unquoted is a value as JSON, a text as it is.
func unquoted(v ojson.Value) string {
	if s, ok := v.AsString(); ok {
		return s
	}
	return v.String()
}

func shownParam(h *sheetview.Hero, v ojson.Value) string {
	if s, ok := v.AsString(); ok {
		return h.Name(s)
	}
	if on, ok := v.AsBool(); ok {
		return map[bool]string{true: "yes", false: "no"}[on]
	}
	return v.String()
}

// badParam says why a value cannot be a parameter, "" where it may be: the engine
// has the last word.
func badParam(def ojson.Value, ids []string, v ojson.Value) string {
	typ, _ := member(def, "type").AsString()
	switch _, isInt := v.AsInt(); {
	case typ == "integer" && !isInt:
		return "A whole number, please."
	case typ == "number" && v.Kind() != ojson.KindNumber:
		return "A number, please."
	case typ == "boolean" && v.Kind() != ojson.KindBool:
		return "y or n."
	}
	if s, ok := v.AsString(); ok && len(ids) > 0 && !slices.Contains(ids, s) {
		return fmt.Sprintf("One number from 1 to %d.", len(ids))
	}
	n, isNumber := v.AsFloat()
	low, hasLow := member(def, "min").AsFloat()
	up, hasUp := member(def, "max").AsFloat()
	if isNumber && (hasLow && n < low || hasUp && n > up) {
		return "It must be " + strings.TrimPrefix(paramKind(def), typ+" ") + "."
	}
	return ""
}

// paramValue reads a parameter as its type has it: a text stays one, an option may
// lack its pack.
func paramValue(h *sheetview.Hero, def ojson.Value, text string) ojson.Value {
	switch typ, _ := member(def, "type").AsString(); typ {
	case "text":
		return ojson.String(text)
	case "option":
		for _, id := range paramOptions(h, def) {
			if _, local, ok := strings.Cut(id, ":"); ok && local == text {
				return ojson.String(id)
			}
		}
		return ojson.String(text)
	case "boolean":
		switch strings.ToLower(text) {
		case "y", "yes":
			return ojson.Bool(true)
		case "n", "no":
			return ojson.Bool(false)
		}
	}
	if v, err := ojson.Parse([]byte(text)); err == nil {
		return v
	}
	return ojson.String(text)
}

// situational are the situational effects that are on.
func (g *game) situational(t *turn) ([]string, error) {
	if t.given && len(g.command.Situational) > 0 {
		return g.command.Situational, nil
	}
	var on []string
	for _, v := range g.preset(t, "situational").Items() {
		id, _ := v.AsString()
		on = append(on, id)
	}
	var ids []string
	var items []sheetview.Item
	for _, x := range member(t.who.sheet, "situational").Items() {
		id, _ := member(x, "id").AsString()
		ids, items = append(ids, id), append(items, sheetview.Item{Text: t.who.hero.SituationalText(x)})
	}
	if len(ids) == 0 || !g.asks.on {
		return on, nil
	}
	chosen, err := g.asks.several("Which of these are so? (none with Enter)", items, 0, len(items))
	for _, i := range chosen {
		on = append(on, ids[i])
	}
	return on, err
}
