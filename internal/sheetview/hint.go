package sheetview

import (
	"cmp"
	"slices"

	"github.com/open-actor-models/oam/ojson"
	words "github.com/open-actor-models/oam/rules/text"
)

// hint is what a field's `display` says, see docs/rules/display.md.
type hint struct {
	id       string
	group    string
	order    float64
	as       string
	unit     string
	show     string
	showWhen string
	layout   string
	marks    []string
	with     []string
}

// otherGroup is where fields are drawn whose pack says nothing about them.
const otherGroup = "other"

// hintOf reads the display hint of a field. What it does not understand it
// leaves out: hints are for many apps.
func (b *Book) hintOf(id string) hint {
	owner, _ := words.SplitID(id)
	d, given := b.FieldDefs[id].Get("display")
	h := hint{
		id: id, group: text(member(d, "group")), as: text(member(d, "as")), unit: text(member(d, "unit")),
		show: text(member(d, "show")), layout: text(member(d, "layout")),
	}
	h.order, _ = member(d, "order").AsFloat()
	if !given {
		h.group = otherGroup
	}
	h.showWhen = b.Resolve(b.FieldDefs, owner, text(member(d, "showWhen")))
	h.marks = b.fieldList(owner, member(d, "mark"))
	h.with = b.fieldList(owner, member(d, "with"))
	return h
}

// fieldList reads one field id or a list of them, as a pack writes them.
func (b *Book) fieldList(owner string, v ojson.Value) (out []string) {
	items := v.Items()
	if v.Kind() == ojson.KindString {
		items = []ojson.Value{v}
	}
	for _, item := range items {
		if id := b.Resolve(b.FieldDefs, owner, text(item)); id != "" {
			out = append(out, id)
		}
	}
	return out
}

// section is a group of fields that are drawn together.
type section struct {
	group string
	hints []hint
}

// sections are the groups of fields in the order in which they are drawn: by the
// least order in them; fields that no pack says anything about come last.
func (b *Book) sections() (out []section) {
	at := map[string]int{}
	for _, id := range b.FieldIDs {
		h := b.hintOf(id)
		if h.group == "" {
			continue
		}
		i, ok := at[h.group]
		if !ok {
			i = len(out)
			at[h.group] = i
			out = append(out, section{group: h.group})
		}
		out[i].hints = append(out[i].hints, h)
	}
	for _, s := range out {
		slices.SortStableFunc(s.hints, func(a, b hint) int { return cmp.Compare(a.order, b.order) })
	}
	slices.SortStableFunc(out, func(a, b section) int {
		if (a.group == otherGroup) != (b.group == otherGroup) {
			if a.group == otherGroup {
				return 1
			}
			return -1
		}
		return cmp.Compare(a.hints[0].order, b.hints[0].order)
	})
	return out
}

// layoutOf is how a section is drawn: what a field of it says, else what suits
// it best.
func (s *section) layoutOf() string {
	boxes, marks := true, false
	for i := range s.hints {
		h := &s.hints[i]
		if h.layout != "" {
			return h.layout
		}
		boxes = boxes && len(h.with) > 0
		marks = marks || len(h.marks) > 0
	}
	switch {
	case boxes:
		return "boxes"
	case marks:
		return "columns"
	}
	return "lines"
}
