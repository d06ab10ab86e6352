package sheetview

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Changed draws what a batch did to a character: its changes as applied, each
// value before and after, what came and went, and what is left to do. applied is
// the output of applyChanges.
func Changed(before, after *Hero, applied ojson.Value, s Style) string {
	width := s.width()
	d := difference{before, after}
	var out []line
	add := func(heading string, look look, items []line) {
		if len(items) == 0 {
			return
		}
		var body []line
		for _, l := range items {
			body = append(body, l.wrap(width-4, 4)...)
		}
		out = append(out, frame(say(heading, look), body, width)...)
	}
	var changes []line
	for _, c := range member(applied, "changes").Items() {
		changes = append(changes, join(say("- ", faint), after.changeWordsOr(before, c)))
	}
	add("Changes", title, changes)
	add("What arrived", title, after.adjustments(member(applied, "adjustments")))
	add("Before → after", title, d.fields(width-4))
	add("Came and went", title, d.activations())
	var followUps []line
	for _, o := range member(applied, "followUps").Items() {
		followUps = append(followUps, join(say("- ", faint), after.offer(o)))
	}
	add("Follow-ups", title, followUps)
	add("Issues", bad, d.issues())
	if len(out) == 0 {
		out = append(out, say("Nothing changed."))
	}
	return s.draw(out)
}

// changeWordsOr is changeWords with the names of entries that the batch removed.
func (h *Hero) changeWordsOr(before *Hero, c ojson.Value) line {
	for _, key := range []string{"entry", "id"} {
		if id := text(member(c, key)); id != "" {
			if _, still := h.entries[id]; !still {
				return before.changeWords(c)
			}
		}
	}
	return h.changeWords(c)
}

// adjustments draws what each adjust did on its way.
func (h *Hero) adjustments(all ojson.Value) (out []line) {
	for _, a := range all.Items() {
		l := say(h.book.Field(text(member(a, "field"))), strong)
		cause := text(member(a, "cause"))
		if cause != "adjust" {
			l = join(l, say(" ("+strings.ReplaceAll(cause, "-", " ")+")", faint))
		}
		var parts []line
		if r := member(a, "requested"); !r.IsNull() {
			parts = append(parts, say(signed(r)))
		}
		for _, step := range member(a, "steps").Items() {
			words := h.doing(text(member(step, "op")), member(step, "value"))
			if source := text(member(step, "source")); source != "" {
				words += " " + h.Source(source)
			}
			if status := text(member(step, "status")); status != "" && status != "applied" {
				parts = append(parts, say(words+" ("+status+")", faint))
				continue
			}
			parts = append(parts, say(words+" "+member(step, "before").String()+" → "+member(step, "after").String()))
		}
		for _, m := range []struct{ key, word string }{{"dealt", "dealt"}, {"absorbed", "absorbed"}, {"excess", "too much"}} {
			if v := member(a, m.key); isSet(v) && !(m.key == "dealt" && ojson.Equal(v, member(a, "requested"))) {
				parts = append(parts, say(signed(v)+" "+m.word))
			}
		}
		parts = append(parts, join(say(member(a, "from").String()+" → "), say(member(a, "to").String(), strong)))
		l = join(l, say(": "), list(parts, ", "))
		out = append(out, l)
	}
	return out
}

// difference compares a character before and after.
type difference struct{ before, after *Hero }

// fields are the values that changed, in the order of the sheet, then the others.
func (d difference) fields(width int) (out []line) {
	done := map[string]bool{}
	type row struct{ label, change line }
	var rows []row
	label := 0
	add := func(t hint) {
		old, now := d.before.values[t.id], d.after.values[t.id]
		if done[t.id] || sameValue(old, now) {
			return
		}
		done[t.id] = true
		t.with = nil
		r := row{
			label:  say(d.after.book.Field(t.id)),
			change: join(d.before.shownValue(&t).as(faint), say(" → "), d.after.shownValue(&t)),
		}
		label = max(label, r.label.width())
		rows = append(rows, r)
	}
	for _, s := range d.after.book.sections() {
		for _, t := range s.hints {
			add(t)
		}
	}
	for _, id := range d.after.book.FieldIDs {
		add(d.after.book.hintOf(id))
	}
	label = min(label, width/2)
	for _, r := range rows {
		out = append(out, join(r.label.fill(label), say("  "), r.change))
	}
	return out
}

func sameValue(a, b ojson.Value) bool {
	x, okX := a.Get("value")
	y, okY := b.Get("value")
	if okX && okY {
		return ojson.Equal(x, y)
	}
	return okX == okY && ojson.Equal(member(a, "error"), member(b, "error"))
}

// activations are what is on now and was not, or the other way round, and the
// entries that were added or removed.
func (d difference) activations() (out []line) {
	came := func(a, b *Hero, sign string, look look) {
		var names []string
		seen := map[string]bool{}
		add := func(name string) {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
		for _, v := range member(a.sheet, "activations").Items() {
			id := text(member(v, "id"))
			if _, also := b.activations[id]; also {
				continue
			}
			add(a.Activation(id))
		}
		for _, place := range []string{inventory, features} {
			for _, m := range member(a.character, place).Members() {
				if _, also := b.entries[m.Key]; !also {
					add(a.Entry(m.Key))
				}
			}
		}
		for _, name := range names {
			out = append(out, join(say(sign+" ", look), say(name)))
		}
	}
	came(d.after, d.before, "+", good)
	came(d.before, d.after, "-", bad)
	return out
}

// issues are the issues that are there now, new ones first said to be new, and
// those that are gone.
func (d difference) issues() (out []line) {
	old, now := member(d.before.sheet, "issues").Items(), member(d.after.sheet, "issues").Items()
	has := func(list []ojson.Value, i ojson.Value) bool {
		return slices.ContainsFunc(list, func(o ojson.Value) bool { return ojson.Equal(o, i) })
	}
	for _, i := range now {
		if has(old, i) {
			out = append(out, join(say("- ", faint), d.after.issue(i)))
		} else {
			out = append(out, join(say("new ", bad), d.after.issue(i)))
		}
	}
	for _, i := range old {
		if !has(now, i) {
			out = append(out, join(say("gone ", good), d.before.issue(i)))
		}
	}
	return out
}
