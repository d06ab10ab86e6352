package sheetview

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Hero is a character with its computed sheet, ready to be drawn. It is
// immutable.
type Hero struct {
	book        *Book
	character   ojson.Value
	sheet       ojson.Value
	values      map[string]ojson.Value
	activations map[string]ojson.Value
	entries     map[string]entry
	copyNames   map[string]ojson.Value
}

// entry is a thing that the character has: a copy, template or applied effect.
type entry struct {
	id, content, place string
	value              ojson.Value // as the character file has it; null for an unsaved standard copy
}

// maxID is the length from which an id in a character file is no id that an
// engine made, and is not taken apart.
const maxID = 4096

// The places of entries.
const (
	inventory = "inventory"
	features  = "features"
	templates = "templates"
	applied   = "effects"
)

// NewHero makes a hero of a character file and the output of computeSheet.
func NewHero(b *Book, character, sheet ojson.Value) *Hero {
	h := &Hero{book: b, character: character, sheet: sheet, entries: map[string]entry{}, activations: map[string]ojson.Value{}}
	h.values, _ = index(member(sheet, "values"))
	h.copyNames, _ = index(member(sheet, "copyNames"))
	for _, a := range member(sheet, "activations").Items() {
		h.activations[text(member(a, "id"))] = a
	}
	for _, place := range []string{inventory, features} {
		for _, m := range member(character, place).Members() {
			h.entries[m.Key] = entry{m.Key, text(member(m.Value, "item")), place, m.Value}
		}
	}
	for _, v := range member(character, templates).Items() {
		h.entries[text(member(v, "id"))] = entry{text(member(v, "id")), text(member(v, "template")), templates, v}
	}
	for _, v := range member(character, applied).Items() {
		h.entries[text(member(v, "id"))] = entry{text(member(v, "id")), text(member(v, "effect")), applied, v}
	}
	for _, v := range member(sheet, "standardCopies").Items() {
		id, item := text(member(v, "entry")), text(member(v, "item"))
		if _, saved := h.entries[id]; !saved {
			h.entries[id] = entry{id: id, content: item, place: h.placeOf(item)}
		}
	}
	return h
}

// placeOf is where copies of a content are kept.
func (h *Hero) placeOf(content string) string {
	return text(member(h.book.TypeDefs[h.book.TypeOf(content)], "copies"))
}

// value is the value of a field; ok is false for one that has none.
func (h *Hero) value(field string) (v ojson.Value, ok bool) {
	return h.values[field].Get("value")
}

// Entry is the name of an entry: what its owner calls it, else its content's.
func (h *Hero) Entry(id string) string {
	e, ok := h.entries[id]
	if !ok {
		return id
	}
	name := h.book.Content(e.content)
	if own := text(h.copyNames[id]); own != "" {
		name = own
	}
	return name
}

// Activation says in words what an activation is: "Defense (Fighting style)".
func (h *Hero) Activation(id string) string {
	a, on := h.activations[id]
	switch {
	case id == "rules":
		return "Rules"
	case on:
		return h.activation(a)
	}
	if e, ok := h.entries[id]; ok {
		return h.Entry(e.id)
	}
	// One that is off is not in the sheet; its id says as much as is needed.
	if head, content, ok := cutLast(id, "/+"); ok && head != "" {
		return h.book.Content(content)
	}
	if _, option, ok := cutLast(id, "/"); ok {
		return h.book.Option("", option)
	}
	return h.book.NameOf(id)
}

func (h *Hero) activation(a ojson.Value) string {
	id, via := text(member(a, "id")), text(member(a, "via"))
	switch via {
	case "copy", "standard", "template", "applied":
		return h.Entry(id)
	case "pick":
		name := h.book.Content(text(member(a, "content")))
		if member(a, "content").IsNull() { // a field
			_, option, _ := cutLast(id, "/")
			name = h.book.Option("", option)
		}
		if of := h.Choice(text(member(a, "path"))); of != "" && of != name {
			name += " (" + of + ")"
		}
		return name
	case "grant":
		name := h.book.Content(text(member(a, "content")))
		if parent := text(member(a, "parent")); parent != "" && parent != "rules" {
			if p, ok := h.activations[parent]; ok {
				if of := h.short(p); of != "" && of != name {
					name += " (" + of + ")"
				}
			}
		}
		return name
	}
	return h.book.NameOf(id)
}

// short is the name of an activation without where it is from.
func (h *Hero) short(a ojson.Value) string {
	id := text(member(a, "id"))
	if _, ok := h.entries[id]; ok {
		return h.Entry(id)
	}
	if content := text(member(a, "content")); content != "" {
		return h.book.Content(content)
	}
	return ""
}

// Choice is the name of the choice at a path: <activation>/<name>[@slot].
func (h *Hero) Choice(path string) string {
	activation, name, ok := cutLast(path, "/")
	if !ok {
		return path
	}
	name, slot, slotted := strings.Cut(name, "@")
	var content string
	if activation != "rules" {
		content = h.contentOf(activation)
	}
	out := h.book.Choice(content, name)
	if slotted {
		out += " " + slot
	}
	return out
}

// contentOf is the content of an activation, also of one that is off.
func (h *Hero) contentOf(activation string) string {
	if len(activation) > maxID {
		return activation
	}
	if a, ok := h.activations[activation]; ok {
		return text(member(a, "content"))
	}
	if e, ok := h.entries[activation]; ok {
		return e.content
	}
	if _, content, ok := cutLast(activation, "/+"); ok {
		return content
	}
	if path, option, ok := cutLast(activation, "/"); ok {
		if _, is := h.book.ContentDefs[option]; is {
			return option
		}
		holder, choice, _ := cutLast(path, "/")
		choice, _, _ = strings.Cut(choice, "@")
		if holder == "rules" {
			return choice + "/" + option
		}
		return h.contentOf(holder) + "#" + choice + "/" + option
	}
	return activation
}

// Source says in words what a source of the sheet is: <activation>#<effect>, or
// <field>#base.
func (h *Hero) Source(id string) string {
	if field, ok := strings.CutSuffix(id, "#base"); ok {
		if _, is := h.book.FieldDefs[field]; is {
			return h.book.Field(field)
		}
	}
	activation, effect, ok := cutLast(id, "#")
	if !ok {
		return h.Activation(id)
	}
	if activation == "rules" {
		return "Rules: " + h.book.Part("effect", effect)
	}
	return h.Activation(activation)
}
