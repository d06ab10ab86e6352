package sheetview

import (
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// LogEntries draws entries of a run's log. Steps that only reckon are left out.
func (h *Hero) LogEntries(log []ojson.Value, s Style) string {
	var out []line
	for _, e := range log {
		action, path := text(member(e, "action")), text(member(e, "step"))
		name := join(say(h.book.Step(action, path), strong), say(": "))
		switch text(member(e, "kind")) {
		case "roll":
			out = append(out, join(name, h.rollLine(e, action, path)))
		case "choose":
			chosen := []string{}
			for _, o := range member(e, "options").Items() {
				chosen = append(chosen, h.book.StepOption(action, path, text(o)))
			}
			if len(chosen) == 0 {
				chosen = append(chosen, "nothing")
			}
			l := join(name, say(strings.Join(chosen, ", ")))
			if auto, _ := member(e, "auto").AsBool(); auto {
				l = join(l, say(" (recommended)", faint))
			}
			out = append(out, l)
		case "allocate":
			var amounts []string
			for _, m := range member(e, "amounts").Members() {
				amounts = append(amounts, h.book.Field(m.Key)+" "+m.Value.String())
			}
			l := join(name, say(strings.Join(amounts, ", ")))
			if cost := member(e, "cost"); !cost.IsNull() {
				l = join(l, say(" (for "+cost.String()+")", faint))
			}
			out = append(out, l)
		case "use":
			out = append(out, join(name, say(h.book.Action(text(member(e, "uses"))))))
		case "handoff":
			l := join(name, say(text(member(member(e, "participant"), "id"))))
			if result := text(member(member(e, "outcome"), "result")); result != "" {
				l = join(l, say(" → ", faint), say(h.book.Result(text(member(member(e, "run"), "action")), result)))
			}
			out = append(out, l)
		case "outcome":
			if r := text(member(e, "result")); r != "" {
				out = append(out, join(say("→ ", faint), say(h.book.Result(action, r), title)))
			}
		}
	}
	return s.draw(wrapped(out, s.width()))
}

// rollLine is what fell: every die, those that do not count in parentheses, what
// is added, the total and the band.
func (h *Hero) rollLine(e ojson.Value, action, path string) line {
	summary := member(e, "summary")
	out := diceLine(member(e, "dice").Items(), member(summary, "dice").Items())
	add, _ := member(summary, "add").AsInt()
	if add != 0 {
		out = join(out, say(" "+signed(ojson.Int(add))))
	}
	sum, _ := member(e, "sum").AsInt()
	total, _ := member(e, "total").AsInt()
	if sum+add != total {
		out = join(out, say(" = "+strconv.FormatInt(sum+add, 10)+", bounded to ", faint), say(strconv.FormatInt(total, 10), strong))
	} else {
		out = join(out, say(" = "+strconv.FormatInt(total, 10), strong))
	}
	if n := member(e, "successes"); !n.IsNull() {
		word := " successes"
		if n.String() == "1" {
			word = " success"
		}
		out = join(out, say(", "+n.String()+word))
	}
	for _, m := range member(e, "symbols").Members() {
		out = join(out, say(", "+m.Value.String()+" "+m.Key))
	}
	if m := member(e, "margin"); !m.IsNull() {
		out = join(out, say(" ("+signed(m)+")", faint))
	}
	if b := text(member(e, "band")); b != "" {
		out = join(out, say(" "), say(h.book.Band(action, path, b), title))
		if was := text(member(e, "shifted")); was != "" {
			out = join(out, say(" (moved from "+h.book.Band(action, path, was)+")", faint))
		}
	}
	return out
}

// diceLine is all dice in the order in which they count, the terms apart:
// [5] counts, (2) does not, (1↻) was rolled again, [4!] came on top.
func diceLine(dice, terms []ojson.Value) (out line) {
	if len(dice) == 0 {
		return say("no dice", faint)
	}
	term := int64(-1)
	for _, d := range dice {
		now, _ := member(d, "term").AsInt()
		sign := ""
		if now != term && now >= 0 && int(now) < len(terms) {
			if off, _ := member(terms[now], "subtract").AsBool(); off {
				sign = "- "
			} else if len(out) > 0 {
				sign = "+ "
			}
		}
		term = now
		if len(out) > 0 {
			out = join(out, say(" "))
		}
		out = join(out, say(sign), dieLine(d))
	}
	return out
}

func dieLine(d ojson.Value) line {
	face := member(d, "face").String()
	if name := text(member(d, "name")); name != "" {
		face = name
	} else if value := member(d, "value"); !ojson.Equal(value, member(d, "face")) {
		face += "→" + value.String()
	}
	if text(member(d, "why")) == "explode" {
		face += "!"
	}
	if gone, _ := member(d, "replaced").AsBool(); gone {
		return say("("+face+"↻)", faint)
	}
	if kept, _ := member(d, "kept").AsBool(); !kept {
		return say("("+face+")", faint)
	}
	return say("["+face+"]", strong)
}

// Proposal is a change that a run proposes, in words: whose, and what. The hero
// is the one who is changed.
func (h *Hero) Proposal(who string, change ojson.Value, s Style) string {
	return s.draw(join(say("- "+who+": ", faint), h.changeWords(change)).wrap(s.width(), 4))
}

// StepOption is the name of an option that a paused run asks for.
func (h *Hero) StepOption(needs ojson.Value, option string) string {
	return h.book.StepOption(text(member(needs, "action")), text(member(needs, "step")), option)
}

// StepName is the title of the step that a paused run waits at.
func (h *Hero) StepName(needs ojson.Value) string {
	return h.book.Step(text(member(needs, "action")), text(member(needs, "step")))
}
