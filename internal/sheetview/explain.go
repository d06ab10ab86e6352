package sheetview

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	words "github.com/open-actor-models/oam/rules/text"
)

// branch is a line of a tree with what hangs below it.
type branch struct {
	line line
	kids []branch
}

// tree draws branches below each other; lines that are too long are wrapped
// under their beginning.
func tree(b branch, width int) []line {
	out := b.line.wrap(width, 2)
	return append(out, twigs(b.kids, nil, width)...)
}

// maxIndent is the column from which a deep tree is drawn no deeper.
const maxIndent = 40

func twigs(kids []branch, before line, width int) (out []line) {
	for i, k := range kids {
		first, then := "├─ ", "│  "
		if i == len(kids)-1 {
			first, then = "└─ ", "   "
		}
		under := join(before, edge(then))
		if under.width() > maxIndent {
			under = before
		}
		for j, l := range k.line.wrap(width-before.width()-3, 2) {
			lead := join(before, edge(first))
			if j > 0 {
				lead = join(before, edge(then))
			}
			out = append(out, join(lead, l))
		}
		out = append(out, twigs(k.kids, under, width)...)
	}
	return out
}

// Explain draws why a field has its value: the base, each effect with its
// source, what does not count and why, the bounds, and to a depth the fields that
// the formulas read. ok is false for an unknown field.
func (h *Hero) Explain(field string, depth int, s Style) (drawing string, ok bool) {
	if _, ok := h.values[field]; !ok {
		return "", false
	}
	return s.draw(tree(h.whyTree(h.why(field, depth, map[string]bool{})), s.width())), true
}

func (h *Hero) whyTree(w *why) branch {
	out := branch{line: h.heading(w)}
	if w.above {
		return out
	}
	for i := range w.steps {
		out.kids = append(out.kids, h.stepTree(w, &w.steps[i]))
	}
	if l := h.boundsLine(w); l != nil {
		out.kids = append(out.kids, branch{line: l})
	}
	return out
}

// heading names a field with its value.
func (h *Hero) heading(w *why) line {
	out := say(h.book.Field(w.field), title)
	t := h.book.hintOf(w.field)
	t.with, t.unit = nil, ""
	if t.as == "mark" || t.as == "check" || t.as == "pool" {
		t.as = ""
	}
	if failed := member(w.value, "error"); !failed.IsNull() {
		out = join(out, say(" ("+w.field+")", faint), say(" cannot be computed: "), h.failure(failed))
	} else {
		out = join(out, say(" = "), h.shownValue(&t), say("  "+w.field, faint))
	}
	if w.above {
		out = join(out, say(" (see above)", faint))
	}
	return out
}

// failure says why a value has none.
func (h *Hero) failure(failed ojson.Value) line {
	code, data := text(member(failed, "code")), member(failed, "data")
	var path []string
	for _, p := range member(data, "path").Items() {
		path = append(path, text(p))
	}
	if len(path) > 0 {
		return join(say(code, bad), say(": "+strings.Join(path, " → ")))
	}
	out := join(say(h.book.Message("errors", code, data), bad))
	return join(out, say("  "+code, faint))
}

func (h *Hero) stepTree(w *why, s *step) branch {
	out := branch{line: h.stepLine(s.line, s.formula)}
	for _, r := range s.reads {
		out.kids = append(out.kids, h.whyTree(r))
	}
	return out
}

// stepLine says in words what a line of a breakdown did.
func (h *Hero) stepLine(l ojson.Value, formula string) line {
	op, value := text(member(l, "op")), member(l, "value")
	var out line
	switch op {
	case "":
		return say(formula, faint)
	case "base":
		out = join(say("base "), say(h.plainValue("", value), strong))
		switch kind := text(member(l, "kind")); {
		case formula != "" && formula != words.Shown(value):
			out = join(out, say(": "+formula))
		case formula != "":
			out = join(out, say(": always"))
		case kind != "":
			out = join(out, say(": "+kind))
		}
	case "round":
		return join(say("rounded "), say(value.String(), strong), say(" ("+text(member(l, "mode"))+")"))
	case "min":
		return join(say("not below "), say(value.String(), strong))
	case "max":
		return join(say("not above "), say(value.String(), strong))
	case "precision":
		return join(say("to 12 digits "), say(value.String(), strong))
	default:
		doing := op
		if !value.IsNull() {
			doing = h.doing(op, value)
		}
		out = join(say(doing, strong))
		if limit := member(l, "cap"); !limit.IsNull() {
			out = join(out, say(" up to "+words.Shown(limit)))
		}
		out = join(out, say(": "+h.Source(text(member(l, "source")))))
		if formula != "" && formula != words.Shown(value) {
			out = join(out, say("  "+formula, faint))
		}
	}
	if why := h.notCounted(l); why != "" {
		return join(dimmed(out), say(" — "+why, faint))
	}
	return out
}

// dimmed is a line that does not count.
func dimmed(l line) line {
	out := make(line, len(l))
	for i, p := range l {
		out[i] = piece{p.text, faint}
	}
	return out
}

// notCounted says why a line of a breakdown does not count, "" when it does.
func (h *Hero) notCounted(l ojson.Value) string {
	switch text(member(l, "status")) {
	case "suppressed":
		by := text(member(l, "by"))
		name := h.Source(by)
		if strings.HasSuffix(by, "#base") {
			name = "the base"
		}
		return "suppressed by " + name
	case "inactive":
		switch reason := text(member(l, "reason")); reason {
		case "when":
			return "inactive: its condition does not hold"
		case "tag":
			return "inactive: the tag does not apply"
		case "where":
			return "inactive: not for this one"
		case "situational":
			return "inactive: situational"
		default:
			return "inactive: " + reason
		}
	}
	return ""
}

// boundsLine are the bounds of a field as its definition has them.
func (h *Hero) boundsLine(w *why) line {
	owner, _ := words.SplitID(w.field)
	bound := func(word string, v ojson.Value) line {
		out := say(word+" "+words.Shown(v), faint)
		if id := h.book.Resolve(h.book.FieldDefs, owner, text(v)); id != "" {
			if now, ok := h.value(id); ok {
				out = say(word+" "+h.book.Field(id)+" ("+now.String()+")", faint)
			}
		}
		return out
	}
	var parts []line
	if !w.low.IsNull() {
		parts = append(parts, bound("at least", w.low))
	}
	if !w.high.IsNull() {
		parts = append(parts, bound("at most", w.high))
	}
	if len(parts) == 0 {
		return nil
	}
	return join(say("bounds: ", faint), list(parts, ", "))
}
