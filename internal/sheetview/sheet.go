package sheetview

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Sheet draws the whole character sheet.
func (h *Hero) Sheet(s Style) string {
	width := s.width()
	sections := h.book.sections()
	name := h.title(sections)
	out := h.header(name, width)
	last := len(sections)
	if last > 0 && sections[last-1].group == otherGroup {
		last--
	}
	out = append(out, h.drawSections(sections[:last], width)...)
	out = append(out, h.inventory(width)...)
	out = append(out, h.features(width)...)
	out = append(out, h.conditions(width)...)
	out = append(out, h.drawSections(sections[last:], width)...)
	out = append(out, h.abilitiesToAct(width)...)
	out = append(out, h.tasks(width)...)
	return s.draw(out)
}

// title takes the field that names the character out of the sections: the first
// that is drawn, when it is a text. Without a text in it the character's id is
// the title.
func (h *Hero) title(sections []section) string {
	if len(sections) > 0 {
		first := &sections[0]
		id := first.hints[0].id
		if text(member(h.book.FieldDefs[id], "type")) == "text" && first.group != otherGroup {
			first.hints = first.hints[1:]
			if v, ok := h.value(id); ok && text(v) != "" {
				return text(v)
			}
		}
	}
	return text(member(h.character, "id"))
}

// header names the character, what it is, and the packs that say so.
func (h *Hero) header(name string, width int) []line {
	inner := width - 4
	var packs []string
	for _, p := range h.book.Packs() {
		label := p.Title
		if label == "" {
			label = p.ID
		}
		packs = append(packs, label+" "+p.Version)
	}
	right := say(strings.Join(packs, ", "), faint).cut(inner / 2)
	left := say(name, title).cut(inner - right.width() - 2)
	body := []line{join(left.fill(inner-right.width()), right)}
	if is := h.identity(); len(is) > 0 {
		body = append(body, list(is, " · ").wrap(inner, 0)...)
	}
	if c := member(h.character, "creating"); isSet(c) {
		body = append(body, say("Being created", bad))
	}
	return frame(nil, body, width)
}

// identity says what the character is: its features, and the picks of the
// choices that everybody has.
func (h *Hero) identity() (out []line) {
	for _, m := range member(h.character, features).Members() {
		out = append(out, join(say(h.Entry(m.Key)), h.stateOf(m.Key, true)))
	}
	for _, t := range member(h.character, templates).Items() {
		out = append(out, say(h.Entry(text(member(t, "id")))))
	}
	for _, c := range member(h.sheet, "choices").Items() {
		path := text(member(c, "path"))
		if !strings.HasPrefix(path, "rules/") || strings.Count(path, "/") > 1 || member(c, "picks").Len() == 0 {
			continue
		}
		if member(member(member(h.book.Rules, "choices"), text(member(c, "id"))), "activate").Kind() == ojson.KindBool {
			continue // only recorded: nothing that the character is
		}
		out = append(out, join(say(h.Choice(path)+": ", faint), say(h.options(member(c, "picks")))))
	}
	return out
}

// options names a list of options.
func (h *Hero) options(v ojson.Value) string {
	parts := make([]string, v.Len())
	for i, o := range v.Items() {
		parts[i] = h.book.Option("", text(o))
	}
	return strings.Join(parts, ", ")
}
