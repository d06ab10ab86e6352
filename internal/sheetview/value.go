package sheetview

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	words "github.com/open-actor-models/oam/rules/text"
)

// isSet reports whether a value is something else than 0, false, "", [] or
// nothing.
func isSet(v ojson.Value) bool {
	switch v.Kind() {
	case ojson.KindNumber:
		f, _ := v.AsFloat()
		return f != 0
	case ojson.KindBool:
		b, _ := v.AsBool()
		return b
	case ojson.KindString:
		return text(v) != ""
	case ojson.KindArray, ojson.KindObject:
		return v.Len() > 0
	}
	return false
}

// signed is a number with its sign: +3, -1, +0.
func signed(v ojson.Value) string {
	s := v.String()
	if v.Kind() == ojson.KindNumber && !strings.HasPrefix(s, "-") {
		return "+" + s
	}
	return s
}

// mark is the mark of a rank: none, one, two and more.
func mark(v ojson.Value) piece {
	f, _ := v.AsFloat()
	if b, ok := v.AsBool(); ok && b {
		f = 1
	}
	switch {
	case f <= 0:
		return piece{"○", faint}
	case f < 1:
		return piece{"◐", good}
	case f < 2:
		return piece{"●", good}
	}
	return piece{"◆", good}
}

// drawn reports whether a field is worth drawing now.
func (h *Hero) drawn(t *hint) bool {
	if t.showWhen != "" {
		if v, ok := h.value(t.showWhen); ok && !isSet(v) {
			return false
		}
	}
	v, ok := h.value(t.id)
	if !ok {
		return true // its error is worth seeing
	}
	switch t.show {
	case "set", "nonzero":
		return isSet(v)
	case "max":
		most, ok := h.most(t.id)
		return !ok || isSet(most)
	}
	return true
}

// most is the maximum of a field where its definition is a number or names a
// field.
func (h *Hero) most(field string) (ojson.Value, bool) {
	owner, _ := words.SplitID(field)
	m, ok := h.book.FieldDefs[field].Get("max")
	if !ok {
		return m, false
	}
	if m.Kind() == ojson.KindNumber {
		return m, true
	}
	if id := h.book.Resolve(h.book.FieldDefs, owner, text(m)); id != "" {
		return h.value(id)
	}
	return m, false
}

// shownValue is the value of a field as its hint wants it.
func (h *Hero) shownValue(t *hint) line {
	v, ok := h.value(t.id)
	if !ok {
		code := text(member(member(h.values[t.id], "error"), "code"))
		if code == "" {
			code = "?"
		}
		return say("("+code+")", bad)
	}
	_, local := words.SplitID(t.id)
	var out line
	switch t.as {
	case "bonus":
		out = say(signed(v), strong)
	case "mark":
		out = line{mark(v)}
	case "check":
		out = line{mark(ojson.Bool(isSet(v)))}
	case "pool":
		out = say(v.String(), strong)
		if most, ok := h.most(t.id); ok {
			out = join(out, say(" / "+words.Shown(most)))
		}
	default:
		out = say(h.plainValue("field."+local, v), strong)
	}
	if t.unit != "" {
		unit, ok := h.book.Find("", "unit."+t.unit+".name")
		if !ok {
			unit = t.unit
		}
		out = join(out, say(" "+unit))
	}
	return join(out, h.companions(t))
}

// companions are the values that stand behind a field's own.
func (h *Hero) companions(t *hint) (out line) {
	for _, id := range t.with {
		w := h.book.hintOf(id)
		w.with = nil
		value := h.shownValue(&w).as(plain)
		for i := range value {
			value[i].look = plain
		}
		if w.as == "bonus" {
			out = join(out, say(" ("), value, say(")"))
		} else {
			out = join(out, say(" / "), value)
		}
	}
	return out
}

// plainValue is a value in words; key is where the texts of its options are.
func (h *Hero) plainValue(key string, v ojson.Value) string {
	switch v.Kind() {
	case ojson.KindBool:
		if b, _ := v.AsBool(); b {
			return "yes"
		}
		return "no"
	case ojson.KindString:
		if s := text(v); s != "" {
			return h.book.valueText(key, s)
		}
		return "-"
	case ojson.KindArray:
		if v.Len() == 0 {
			return "-"
		}
		parts := make([]string, v.Len())
		for i, item := range v.Items() {
			parts[i] = h.plainValue(key, item)
		}
		return strings.Join(parts, ", ")
	}
	return v.String()
}

// valueText is a text value: the name of what it names, the text that a pack has
// for the option, else the text as it is.
func (b *Book) valueText(key, s string) string {
	if _, ok := b.ContentDefs[s]; ok {
		return b.Content(s)
	}
	if _, ok := b.FieldDefs[s]; ok {
		return b.Field(s)
	}
	if t, ok := b.Find("", key+".option."+s+".name"); ok {
		return t
	}
	return s
}
