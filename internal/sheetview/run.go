package sheetview

import (
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	words "github.com/open-actor-models/oam/rules/text"
)

// Action is the name of an action, with the entry that carries it where there is
// one.
func (h *Hero) Action(id, entry string) string {
	name := h.book.Action(id)
	if entry != "" {
		name += ": " + h.Activation(entry)
	}
	return name
}

// Name is the name of whatever an id names.
func (h *Hero) Name(id string) string { return h.book.NameOf(id) }

// Preview draws what a roll is before its dice fall: the dice, what is added and
// why, and what each outcome needs. needs is that of a paused run.
func (h *Hero) Preview(needs ojson.Value, s Style) string {
	summary, action := member(needs, "summary"), text(member(needs, "action"))
	path := text(member(needs, "step"))
	out := []line{join(say(h.book.Step(action, path), title), say(": "), say(rollWords(summary), strong))}
	for _, m := range member(summary, "modifiers").Items() {
		out = append(out, h.modifier(m))
	}
	for _, f := range member(summary, "flags").Items() {
		l := say("  " + h.book.Flag(action, text(member(f, "flag"))))
		if on, _ := member(f, "on").AsBool(); !on {
			l = join(l, say(" (cancelled)", faint))
		}
		var from []string
		for _, source := range member(f, "sources").Items() {
			if id := text(source); id != action {
				from = append(from, h.Source(id))
			}
		}
		if len(from) > 0 {
			l = join(l, say(" from "+strings.Join(from, ", "), faint))
		}
		out = append(out, l)
	}
	for _, b := range member(summary, "bands").Items() {
		test := "otherwise"
		if t, ok := b.Get("test"); ok {
			test = testWords(t, summary)
		}
		out = append(out, join(say("  "+h.book.Band(action, path, text(member(b, "id"))), strong), say(": "+test)))
	}
	return s.draw(wrapped(out, s.width()))
}

func wrapped(lines []line, width int) (out []line) {
	for _, l := range lines {
		out = append(out, l.wrap(width, 4)...)
	}
	return out
}

// rollWords is the roll in short: 2d20kh1 + 6 against 15.
func rollWords(summary ojson.Value) string {
	out := text(member(summary, "notation"))
	if out == "" {
		var parts []string
		for _, t := range member(summary, "dice").Items() {
			parts = append(parts, member(t, "count").String()+"d"+member(t, "sides").String())
		}
		out = strings.Join(parts, "+")
	}
	if n, _ := member(summary, "add").AsInt(); n > 0 {
		out += " + " + strconv.FormatInt(n, 10)
	} else if n < 0 {
		out += " - " + strconv.FormatInt(-n, 10)
	}
	if a := member(summary, "against"); !a.IsNull() {
		out += " against " + a.String()
	}
	return out
}

// modifier is a line of what is added, or would be.
func (h *Hero) modifier(m ojson.Value) line {
	source := text(member(m, "source"))
	name := "its own"
	if source != "" && source != "dice" {
		name = h.Source(source)
	}
	value := "  "
	if v := member(m, "value"); !v.IsNull() {
		value += signed(v) + " "
	}
	switch status := text(member(m, "status")); status {
	case "applied":
		return say(value + name)
	case "suppressed":
		return say(value+name+" (suppressed by "+h.Source(text(member(m, "by")))+")", faint)
	default:
		return say(value+name+" (off)", faint)
	}
}

// testWords says what a band needs; of one die, on the die.
func testWords(test, summary ojson.Value) string {
	add, _ := member(summary, "add").AsInt()
	against, _ := member(summary, "against").AsInt()
	var parts []string
	for _, m := range test.Members() {
		switch m.Key {
		case "all", "any":
			var inner []string
			for _, t := range m.Value.Items() {
				inner = append(inner, testWords(t, summary))
			}
			parts = append(parts, strings.Join(inner, map[string]string{"all": " and ", "any": " or "}[m.Key]))
		case "not":
			parts = append(parts, "not "+testWords(m.Value, summary))
		case "when":
			if on, _ := m.Value.AsBool(); !on {
				parts = append(parts, "never")
			}
		case "margin":
			parts = append(parts, compared(m.Value, against, "a total of ")+onDie(m.Value, against-add, summary))
		case "total":
			parts = append(parts, compared(m.Value, 0, "a total of ")+onDie(m.Value, -add, summary))
		case "natural":
			parts = append(parts, compared(m.Value, 0, "a natural "))
		case "count":
			parts = append(parts, compared(m.Value, 0, "")+" dice of "+words.Shown(member(m.Value, "on")))
		case "symbol":
			parts = append(parts, compared(m.Value, 0, "")+" "+text(member(m.Value, "name")))
		default:
			parts = append(parts, compared(m.Value, 0, m.Key+" "))
		}
	}
	return strings.Join(parts, " and ")
}

// compared is a comparison in words, moved by a number.
func compared(v ojson.Value, by int64, what string) string {
	var parts []string
	for _, c := range []struct{ key, words string }{{"eq", "%"}, {"gte", "% or more"}, {"gt", "more than %"}, {"lte", "% or less"}, {"lt", "less than %"}} {
		if n, ok := member(v, c.key).AsInt(); ok {
			parts = append(parts, what+strings.ReplaceAll(c.words, "%", strconv.FormatInt(n+by, 10)))
		}
	}
	return strings.Join(parts, ", ")
}

// onDie says what a total means on the one die of a roll, "" for several.
func onDie(v ojson.Value, by int64, summary ojson.Value) string {
	dice := member(summary, "dice").Items()
	if len(dice) != 1 || by == 0 {
		return ""
	}
	count, _ := member(dice[0], "count").AsInt()
	keep := member(dice[0], "keep")
	high, _ := member(keep, "highest").AsInt()
	low, _ := member(keep, "lowest").AsInt()
	if count != 1 && high != 1 && low != 1 {
		return ""
	}
	return " (" + compared(v, by, "") + " on the die)"
}

// LogEntries draws entries of a run's log. Steps that only reckon are left out.
func (h *Hero) LogEntries(log []ojson.Value, s Style) string {
	var out []line
	for _, e := range log {
		action, path := text(member(e, "action")), text(member(e, "step"))
		name := say(h.book.Step(action, path), strong)
		switch text(member(e, "kind")) {
		case "roll":
			out = append(out, join(name, say(": "), h.rollLine(e, action, path)))
		case "choose":
			var chosen []string
			for _, o := range member(e, "options").Items() {
				chosen = append(chosen, h.book.StepOption(action, path, text(o)))
			}
			out = append(out, join(name, say(": "+strings.Join(chosen, ", "))))
		case "allocate":
			var amounts []string
			for _, m := range member(e, "amounts").Members() {
				amounts = append(amounts, h.book.Field(m.Key)+" "+m.Value.String())
			}
			out = append(out, join(name, say(": "+strings.Join(amounts, ", "))))
		case "handoff":
			result := text(member(member(e, "outcome"), "result"))
			out = append(out, join(name, say(": "+text(member(member(e, "participant"), "id"))+" → "+h.book.Result(text(member(member(e, "run"), "action")), result))))
		case "outcome":
			if r := text(member(e, "result")); r != "" {
				out = append(out, join(say("→ ", faint), say(h.book.Result(action, r), title)))
			}
		}
	}
	return s.draw(wrapped(out, s.width()))
}

// rollLine is what fell: every die, those that do not count in brackets, what is
// added, the total and the band.
func (h *Hero) rollLine(e ojson.Value, action, path string) line {
	var out line
	for i, d := range member(e, "dice").Items() {
		if i > 0 {
			out = join(out, say(" "))
		}
		face := member(d, "face").String()
		if n := text(member(d, "name")); n != "" {
			face = n
		}
		if why := text(member(d, "why")); why != "" {
			face = map[string]string{"reroll": "↻", "explode": "!"}[why] + face
		}
		if kept, _ := member(d, "kept").AsBool(); kept {
			out = join(out, say("["+face+"]", strong))
		} else {
			out = join(out, say("("+face+")", faint))
		}
	}
	if member(e, "dice").Len() == 0 {
		out = join(out, say("no dice", faint))
	}
	if n, _ := member(member(e, "summary"), "add").AsInt(); n != 0 {
		out = join(out, say(" "+signed(ojson.Int(n))))
	}
	out = join(out, say(" = "+member(e, "total").String(), strong))
	if n := member(e, "successes"); !n.IsNull() {
		out = join(out, say(", "+n.String()+" successes"))
	}
	for _, m := range member(e, "symbols").Members() {
		out = join(out, say(", "+m.Value.String()+" "+m.Key))
	}
	if b := text(member(e, "band")); b != "" {
		out = join(out, say(" "), say(h.book.Band(action, path, b), title))
		if was := text(member(e, "shifted")); was != "" {
			out = join(out, say(" (from "+h.book.Band(action, path, was)+")", faint))
		}
	}
	return out
}

// Proposals draws what a finished run proposes, and for whom.
func (h *Hero) Proposals(list []ojson.Value, s Style) string {
	var out []line
	for _, p := range list {
		who := "you"
		if id := text(member(p, "character")); id != "" {
			who = id
		}
		out = append(out, join(say("- "+who+": ", faint), h.changeWords(member(p, "change"))))
	}
	return s.draw(wrapped(out, s.width()))
}

// StepOption is the name of an option that a paused run asks for.
func (h *Hero) StepOption(needs ojson.Value, option string) string {
	return h.book.StepOption(text(member(needs, "action")), text(member(needs, "step")), option)
}

// StepName is the title of the step that a paused run waits at.
func (h *Hero) StepName(needs ojson.Value) string {
	return h.book.Step(text(member(needs, "action")), text(member(needs, "step")))
}

// OfferText is an offer in words.
func (h *Hero) OfferText(o ojson.Value, s Style) string {
	return strings.TrimRight(s.draw([]line{h.offer(o)}), "\n")
}

// ParamName is the name of a parameter of an action.
func (h *Hero) ParamName(action, name string) string { return h.book.Param(action, name) }

// SituationalText is a situational effect in words.
func (h *Hero) SituationalText(e ojson.Value) string {
	return h.Source(text(member(e, "id"))) + ": " + plainText(h.effect(e))
}

// plainText is a line without its looks.
func plainText(l line) string {
	var b strings.Builder
	for _, p := range l {
		b.WriteString(p.text)
	}
	return b.String()
}
