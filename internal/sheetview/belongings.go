package sheetview

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	words "github.com/open-actor-models/oam/rules/text"
)

// held lists the entries of a place in the order of their types, then as the
// character file has them; standard copies stand first.
func (h *Hero) held(place string) (types []string, byType map[string][]entry) {
	byType = map[string][]entry{}
	put := func(e entry) {
		if e.place == place {
			t := h.book.TypeOf(e.content)
			byType[t] = append(byType[t], e)
		}
	}
	for _, v := range member(h.sheet, "standardCopies").Items() {
		if saved, _ := member(v, "saved").AsBool(); !saved {
			put(h.entries[text(member(v, "entry"))])
		}
	}
	for _, m := range member(h.character, place).Members() {
		put(h.entries[m.Key])
	}
	for _, t := range h.book.TypeIDs {
		if len(byType[t]) > 0 {
			types = append(types, t)
		}
	}
	if len(byType[""]) > 0 { // content that the ruleset does not have
		types = append(types, "")
	}
	return types, byType
}

// inventory draws what the character carries.
func (h *Hero) inventory(width int) []line {
	types, byType := h.held(inventory)
	var body []line
	worn := false
	for _, t := range types {
		name := h.book.Type(t)
		if t == "" {
			name = "Unknown"
		}
		body = append(body, say(name, strong))
		for _, e := range byType[t] {
			equipped, _ := member(e.value, "equipped").AsBool()
			// Where a type has no use for it, a mark would only ask a question.
			mark := say("  ")
			if equipped {
				mark, worn = say("● ", good), true
			} else if strings.Contains(text(member(h.book.TypeDefs[t], "active")), "equipped") {
				mark = say("○ ", faint)
			}
			body = append(body, join(say(" "), mark, h.item(e)).wrap(width-4, 5)...)
		}
	}
	if len(body) == 0 {
		return nil
	}
	heading := say("Inventory", title)
	if worn {
		heading = join(heading, say(" ● equipped", faint))
	}
	return frame(heading, body, width)
}

// item is an entry with its quantity, state and computed values.
func (h *Hero) item(e entry) line {
	out := say(h.Entry(e.id))
	if own := h.book.Content(e.content); own != h.Entry(e.id) {
		out = join(out, say(" ("+own+")", faint))
	}
	if q := member(e.value, "quantity"); !q.IsNull() && q.String() != "1" {
		out = join(out, say(" ×"+q.String()))
	}
	out = join(out, h.stateOf(e.id, false))
	for _, m := range member(member(h.sheet, "copies"), e.id).Members() {
		if v := h.computed(e, m.Key, m.Value); v != nil {
			out = join(out, say(" · ", faint), v)
		}
	}
	return out
}

// computed is a computed value of a copy: false and empty ones say nothing. When
// a type's values have names at all, those without one are for the rules only.
func (h *Hero) computed(e entry, name string, v ojson.Value) line {
	typeID := h.book.TypeOf(e.content)
	if !h.book.ComputedShown(typeID, name) {
		return nil
	}
	label := h.book.Computed(typeID, name)
	if failed, broken := v.Get("error"); broken {
		return join(say(label+" ", faint), say("("+text(member(failed, "code"))+")", bad))
	}
	_, local := words.SplitID(typeID)
	return h.said(label, "type."+local+".computed."+name, v)
}

// said is a named value in a row of others: a truth is its name alone, what is
// false or empty nothing.
func (h *Hero) said(label, key string, v ojson.Value) line {
	switch v.Kind() {
	case ojson.KindBool:
		if !isSet(v) {
			return nil
		}
		return say(label, faint)
	case ojson.KindString, ojson.KindArray:
		if !isSet(v) {
			return nil
		}
	}
	return join(say(label+" ", faint), say(h.plainValue(key, v)))
}

// stateOf is the state of an entry where it says something: what is stored, and
// the defaults of numbers that are not 0 when all is set.
func (h *Hero) stateOf(id string, all bool) line {
	e := h.entries[id]
	typeID := h.book.TypeOf(e.content)
	_, local := words.SplitID(typeID)
	definition := h.book.TypeDefs[typeID]
	stored := member(e.value, "state")
	var parts []line
	for _, m := range member(definition, "state").Members() {
		v, has := stored.Get(m.Key)
		if !has && all {
			v, has = m.Value.Get("default")
			has = has && v.Kind() == ojson.KindNumber
		}
		if !has || m.Key == text(member(definition, "nameFrom")) {
			continue
		}
		if p := h.said(h.book.State(typeID, m.Key), "type."+local+".state."+m.Key, v); p != nil {
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return join(say(" ("), list(parts, ", "), say(")"))
}

// features draws what picks and grants have given, by type.
func (h *Hero) features(width int) []line {
	names := map[string][]string{}
	seen := map[[2]string]bool{}
	for _, a := range member(h.sheet, "activations").Items() {
		via, content := text(member(a, "via")), text(member(a, "content"))
		if via != "grant" && via != "pick" || content == "" {
			continue
		}
		t := h.book.TypeOf(content)
		name := h.book.Content(content)
		if key := [2]string{t, name}; !seen[key] {
			seen[key] = true
			names[t] = append(names[t], name)
		}
	}
	var body []line
	for _, t := range append(slices.Clone(h.book.TypeIDs), "") {
		if len(names[t]) == 0 {
			continue
		}
		label := "Options"
		if t != "" {
			label = h.book.Type(t)
		}
		body = append(body, join(say(label+": ", faint), say(strings.Join(names[t], ", "))).wrap(width-4, 2)...)
	}
	if len(body) == 0 {
		return nil
	}
	return frame(say("Features", title), body, width)
}

// conditions draws the applied effects.
func (h *Hero) conditions(width int) []line {
	var items []line
	for _, v := range member(h.character, applied).Items() {
		id := text(member(v, "id"))
		l := join(say(h.Entry(id), bad), h.stateOf(id, true))
		if on, ok := member(v, "on").AsBool(); ok && !on {
			l = join(say(h.Entry(id), faint), say(" (off)", faint))
		}
		items = append(items, l)
	}
	if len(items) == 0 {
		return nil
	}
	return frame(say("Conditions", title), list(items, " · ").wrap(width-4, 0), width)
}
