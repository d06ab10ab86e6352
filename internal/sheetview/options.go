package sheetview

import "github.com/open-actor-models/oam/ojson"

// Options draws the options of the choice at a path; options is the output of
// listOptions.
func (h *Hero) Options(path string, options ojson.Value, s Style) string {
	width := s.width()
	heading := say(h.Choice(path), title)
	if activation, _, ok := cutLast(path, "/"); ok && activation != "rules" {
		heading = join(heading, say(" ("+h.Activation(activation)+")", faint))
	}
	var body []line
	for _, c := range member(h.sheet, "choices").Items() {
		if text(member(c, "path")) == path {
			body = append(body, say(limits(c), faint))
		}
	}
	for _, o := range member(options, "options").Items() {
		id := text(member(o, "id"))
		picked, _ := member(o, "picked").AsBool()
		eligible, _ := member(o, "eligible").AsBool()
		recommended, _ := member(o, "recommended").AsBool()
		l := say("○ ", faint)
		if picked {
			l = say("● ", good)
		}
		name := say(h.book.Option("", id))
		if !eligible {
			name = name.as(faint)
		}
		l = join(l, name)
		if recommended {
			l = join(l, say(" (recommended)", good))
		}
		l = join(l, say("  "+id, faint))
		body = append(body, l.wrap(width-4, 2)...)
		for _, r := range member(o, "reasons").Items() {
			body = append(body, join(say("    "), h.issue(r)).wrap(width-4, 6)...)
		}
	}
	return s.draw(frame(heading, body, width))
}

// limits says how many picks a choice wants and has.
func limits(c ojson.Value) string {
	picked := ojson.Int(int64(member(c, "picks").Len())).String()
	least, most := member(c, "min"), member(c, "max")
	switch {
	case most.IsNull():
		return picked + " picked, at least " + least.String()
	case ojson.Equal(least, most):
		return picked + " of " + most.String() + " picked"
	}
	return picked + " picked, " + least.String() + " to " + most.String()
}

// Choices draws all choices that apply, with their paths and picks.
func (h *Hero) Choices(s Style) string {
	width := s.width()
	var body []line
	for _, c := range member(h.sheet, "choices").Items() {
		path := text(member(c, "path"))
		l := say(h.Choice(path), strong)
		if activation, _, ok := cutLast(path, "/"); ok && activation != "rules" {
			l = join(l, say(" ("+h.Activation(activation)+")"))
		}
		if open, _ := member(c, "open").AsBool(); open {
			l = join(l, say(" open", bad))
		}
		l = join(l, say("  "+path, faint))
		body = append(body, l.wrap(width-4, 2)...)
		picks := limits(c)
		if p := member(c, "picks"); p.Len() > 0 {
			picks += ": " + h.options(p)
		}
		body = append(body, join(say("  "), say(picks, faint)).wrap(width-4, 4)...)
	}
	if len(body) == 0 {
		body = []line{say("There are none.")}
	}
	return s.draw(frame(say("Choices", title), body, width))
}
