package sheetview

import (
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Preview draws what a roll is before its dice fall: the dice, what is added and
// why, what is switched on, and what each outcome needs. needs is that of a
// paused run. Of the later waves of a roll only the dice that follow are drawn.
func (h *Hero) Preview(needs ojson.Value, s Style) string {
	summary, action := member(needs, "summary"), text(member(needs, "action"))
	path := text(member(needs, "step"))
	if member(needs, "given").Len() > 0 {
		return s.draw(wrapped([]line{join(say("  then "), say(waveWords(needs), strong))}, s.width()))
	}
	out := []line{join(say(h.book.Step(action, path), title), say(": "), say(rollWords(summary), strong))}
	for _, t := range member(summary, "dice").Items() {
		if source := text(member(t, "source")); source != "" {
			out = append(out, say("  +"+termWords(t)+"  "+h.Source(source)))
		}
	}
	for _, m := range member(summary, "modifiers").Items() {
		if own := member(m, "source").IsNull(); !own || isSet(member(m, "value")) {
			out = append(out, h.modifier(m))
		}
	}
	for _, f := range member(summary, "flags").Items() {
		out = append(out, h.flag(f, action))
	}
	out = append(out, h.bandLines(summary, action, path)...)
	return s.draw(wrapped(out, s.width()))
}

func wrapped(lines []line, width int) (out []line) {
	for _, l := range lines {
		out = append(out, l.wrap(width, 4)...)
	}
	return out
}

// rollWords is the roll in short: 2d20kh1 +6 against 15.
func rollWords(summary ojson.Value) string {
	out := localDice(text(member(summary, "notation")))
	if out == "" {
		for _, t := range member(summary, "dice").Items() {
			sign := "+"
			if off, _ := member(t, "subtract").AsBool(); off {
				sign = "-"
			}
			if out != "" || sign == "-" {
				out += sign
			}
			out += termWords(t)
		}
	}
	for _, t := range member(summary, "dice").Items() {
		// Dice that are none now are not worth a word, where others are.
		if n, _ := member(t, "count").AsInt(); n == 0 {
			out = strings.Replace(out, "+0d"+member(t, "sides").String(), "", 1)
		}
	}
	if again := member(summary, "again"); !again.IsNull() {
		out = strconv.Itoa(member(again, "dice").Len()) + " of the dice again"
	}
	if n := member(summary, "add"); isSet(n) {
		out += " " + signed(n)
	}
	if a := member(summary, "against"); !a.IsNull() {
		out += " against " + a.String()
	}
	if n := member(summary, "min"); !n.IsNull() {
		out += ", at least " + n.String()
	}
	if n := member(summary, "max"); !n.IsNull() {
		out += ", at most " + n.String()
	}
	return out
}

// localDice is a notation in which dice of the rules stand without their pack.
func localDice(notation string) string {
	var out strings.Builder
	for {
		before, after, ok := strings.Cut(notation, "d[")
		if !ok {
			return out.String() + notation
		}
		name, rest, _ := strings.Cut(after, "]")
		out.WriteString(before + dieWords(ojson.Object(ojson.Field("die", ojson.String(name)))))
		notation = rest
	}
}

// termWords is a term of a roll that no notation can say, in short.
func termWords(t ojson.Value) string {
	out := member(t, "count").String() + dieWords(t)
	for _, how := range []string{"keep", "drop"} {
		for _, m := range member(t, how).Members() {
			out += " " + how + " " + m.Key + " " + m.Value.String()
		}
	}
	if read := text(member(t, "read")); read != "" {
		out += " as " + read
	}
	return out
}

// dieWords is a die: d6, d[fate].
func dieWords(d ojson.Value) string {
	if name := text(member(d, "die")); name != "" {
		_, local, ok := cutLast(name, ":")
		if !ok {
			local = name
		}
		return "d[" + local + "]"
	}
	return "d" + member(d, "sides").String()
}

// waveWords says which dice follow those that fell.
func waveWords(needs ojson.Value) string {
	var parts []string
	for _, d := range member(needs, "dice").Items() {
		part := member(d, "count").String() + dieWords(d)
		switch text(member(d, "why")) {
		case "reroll":
			part += " once more"
		case "explode":
			part += " on top"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// modifier is a line of what is added, or would be.
func (h *Hero) modifier(m ojson.Value) line {
	name := "of the roll itself"
	if source := text(member(m, "source")); source == "dice" {
		name = "written with the dice"
	} else if source != "" {
		name = h.Source(source)
	}
	value := "  "
	if v := member(m, "value"); !v.IsNull() {
		value += signed(v) + "  "
	}
	switch status := text(member(m, "status")); status {
	case "applied":
		return say(value + name)
	case "suppressed":
		return say(value+name+" (gives way to "+h.Source(text(member(m, "by")))+")", faint)
	default:
		return say(value+name+" (not now)", faint)
	}
}

// flag is a line of what is switched on for a roll, and by what.
func (h *Hero) flag(f ojson.Value, action string) line {
	l := say("  " + h.book.Flag(action, text(member(f, "flag"))))
	var from []string
	for _, source := range member(f, "sources").Items() {
		if id := text(source); id != action { // what the action says itself needs no name
			from = append(from, h.Source(id))
		}
	}
	if len(from) > 0 {
		l = join(l, say(" from "+strings.Join(from, ", "), faint))
	}
	if on, _ := member(f, "on").AsBool(); !on {
		l = join(l, say(" (cancelled)", faint))
	}
	return l
}

// bandLines say what each outcome needs: on one die the faces that give it, else
// its test in words.
func (h *Hero) bandLines(summary ojson.Value, action, path string) (out []line) {
	faces, plainDie := bandFaces(summary)
	for i, b := range member(summary, "bands").Items() {
		needs := "otherwise"
		if plainDie {
			needs = onTheDie(faces[i], summary)
		} else if t, ok := b.Get("test"); ok {
			needs = testWords(t, summary)
		}
		out = append(out, join(say("  "+h.book.Band(action, path, text(member(b, "id"))), strong), say(": "+needs)))
	}
	for _, sh := range member(summary, "shift").Items() {
		out = append(out, join(say("  then "), say(h.shiftWords(sh, summary, action, path))))
	}
	if exact, is := member(summary, "exact").AsBool(); is && !exact {
		out = append(out, say("  Some of these may be out of reach.", faint))
	}
	return out
}

// shiftWords says what moves a band afterwards.
func (h *Hero) shiftWords(sh, summary ojson.Value, action, path string) string {
	band := func(v ojson.Value) string { return h.book.Band(action, path, text(v)) }
	var out string
	if to := member(sh, "to"); !to.IsNull() {
		out = band(to)
	} else {
		n, _ := member(sh, "by").AsInt()
		word := "better"
		if n < 0 {
			n, word = -n, "worse"
		}
		out = strconv.FormatInt(n, 10) + " " + word
	}
	if from := member(sh, "from").Items(); len(from) > 0 {
		var names []string
		for _, f := range from {
			names = append(names, band(f))
		}
		out += " from " + strings.Join(names, " or ")
	}
	if t, ok := sh.Get("test"); ok {
		out += " with " + testWords(t, summary)
	}
	return out
}
