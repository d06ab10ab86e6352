package sheetview

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	words "github.com/open-actor-models/oam/rules/text"
)

// why is the explanation of a field's value.
type why struct {
	field string
	value ojson.Value // the entry of the sheet's values
	steps []step
	// low and high are the bounds as the definition has them, null for none.
	low, high ojson.Value
	// above says that the field is explained further up.
	above bool
}

// step is one line of a breakdown, with the formula behind it and what that
// reads.
type step struct {
	line    ojson.Value
	formula string
	reads   []*why
}

// why explains a field, and what it reads down to a depth. Each field is
// explained once.
func (h *Hero) why(field string, depth int, told map[string]bool) *why {
	w := &why{field: field, value: h.values[field]}
	if told[field] {
		w.above = true
		return w
	}
	told[field] = true
	definition := h.book.FieldDefs[field]
	w.low, w.high = member(definition, "min"), member(definition, "max")
	for _, l := range member(w.value, "breakdown").Items() {
		s := step{line: l}
		var owner string
		s.formula, owner = h.formulaOf(field, l)
		w.steps = append(w.steps, s)
		h.follow(&w.steps[len(w.steps)-1], owner, depth, told)
	}
	if len(w.steps) == 0 { // a field that failed has no breakdown
		if f := text(member(definition, "formula")); f != "" {
			owner, _ := words.SplitID(field)
			w.steps = []step{{formula: f}}
			h.follow(&w.steps[0], owner, depth, told)
		}
	}
	return w
}

// follow explains the fields that a step's formula reads.
func (h *Hero) follow(s *step, owner string, depth int, told map[string]bool) {
	if depth <= 0 || s.formula == "" || text(member(s.line, "status")) == "inactive" {
		return
	}
	for _, id := range h.book.reads(owner, s.formula) {
		s.reads = append(s.reads, h.why(id, depth-1, told))
	}
}

// formulaOf is the formula behind a line of a breakdown, "" for a plain value,
// and the pack that wrote it.
func (h *Hero) formulaOf(field string, l ojson.Value) (formula, owner string) {
	owner, _ = words.SplitID(field)
	if text(member(l, "op")) == "base" {
		switch text(member(l, "kind")) {
		case "formula":
			return text(member(h.book.FieldDefs[field], "formula")), owner
		case "default":
			return text(member(h.book.FieldDefs[field], "default")), owner
		}
		return "", owner
	}
	effect, owner := h.effectOf(text(member(l, "source")))
	return text(member(effect, "value")), owner
}

// effectOf is the definition of an effect by its id <activation>#<effect>, and
// the pack that declares it.
func (h *Hero) effectOf(source string) (effect ojson.Value, owner string) {
	activation, name, ok := cutLast(source, "#")
	if !ok {
		return effect, ""
	}
	if activation == "rules" {
		owner, _ = words.SplitID(name)
		return byID(member(h.book.Rules, "effects"), name), owner
	}
	if content := h.contentOf(activation); content != "" {
		if e := byID(member(h.book.Definition(content), "effects"), name); !e.IsNull() {
			owner, _ = words.SplitID(content)
			return e, owner
		}
	}
	// What every pick of a choice carries stands in the choice.
	path, _, ok := cutLast(activation, "/")
	if !ok {
		return effect, ""
	}
	holder, choice, _ := cutLast(path, "/")
	choice, _, _ = strings.Cut(choice, "@")
	if holder == "rules" {
		owner, _ = words.SplitID(choice)
		return byID(member(member(member(h.book.Rules, "choices"), choice), "effects"), name), owner
	}
	content := h.contentOf(holder)
	owner, _ = words.SplitID(content)
	return byID(member(member(member(h.book.Definition(content), "choices"), choice), "effects"), name), owner
}

// byID is the item of a list with an id.
func byID(list ojson.Value, id string) ojson.Value {
	for _, v := range list.Items() {
		if text(member(v, "id")) == id {
			return v
		}
	}
	return ojson.Value{}
}

// ExplainJSON is the explanation as data: {field, value or error, base?, min?,
// max?, breakdown: [{…, formula?, reads?: [explanations]}]}. A field that was
// explained before has only its value. ok is false for an unknown field.
func (h *Hero) ExplainJSON(field string, depth int) (v ojson.Value, ok bool) {
	if _, ok := h.values[field]; !ok {
		return v, false
	}
	return h.why(field, depth, map[string]bool{}).json(), true
}

func (w *why) json() ojson.Value {
	m := []ojson.Member{ojson.Field("field", ojson.String(w.field))}
	for _, key := range []string{"value", "error", "base"} {
		if v, ok := w.value.Get(key); ok && (key != "base" || !w.above) {
			m = append(m, ojson.Field(key, v))
		}
	}
	if w.above {
		return ojson.Object(m...)
	}
	for _, bound := range []ojson.Member{{Key: "min", Value: w.low}, {Key: "max", Value: w.high}} {
		if !bound.Value.IsNull() {
			m = append(m, bound)
		}
	}
	steps := make([]ojson.Value, len(w.steps))
	for i, s := range w.steps {
		line := ojson.Object(s.line.Members()...)
		if s.formula != "" {
			line = line.With("formula", ojson.String(s.formula))
		}
		if len(s.reads) > 0 {
			reads := make([]ojson.Value, len(s.reads))
			for j, r := range s.reads {
				reads[j] = r.json()
			}
			line = line.With("reads", ojson.Array(reads...))
		}
		steps[i] = line
	}
	return ojson.Object(append(m, ojson.Field("breakdown", ojson.Array(steps...)))...)
}
