package sheetview

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	words "github.com/open-actor-models/oam/rules/text"
)

// abilitiesToAct draws the actions that are open now, and the effects that could
// be switched on for one.
func (h *Hero) abilitiesToAct(width int) []line {
	var names []line
	for _, a := range member(h.sheet, "actions").Items() {
		names = append(names, say(h.book.Part("action", text(member(a, "id")))))
	}
	var body []line
	if len(names) > 0 {
		body = list(names, " · ").wrap(width-4, 0)
	}
	for _, e := range member(h.sheet, "situational").Items() {
		l := join(say("If it applies: ", faint), say(h.Source(text(member(e, "id")))), say(": "), h.effect(e))
		body = append(body, l.wrap(width-4, 2)...)
	}
	if len(body) == 0 {
		return nil
	}
	return frame(say("Actions", title), body, width)
}

// effect says what an effect of the sheet does: "+2 to Armor class".
func (h *Hero) effect(e ojson.Value) line {
	return join(say(h.doing(text(member(e, "op")), member(e, "value"))), say(" "), say(h.target(member(e, "target"))))
}

// doing is an operation with its operand: +2, ×2, at least 13.
func (h *Hero) doing(op string, v ojson.Value) string {
	operand := h.plainValue("", v)
	if dice := member(v, "dice"); !dice.IsNull() {
		operand = member(dice, "count").String() + "d" + member(dice, "sides").String()
	}
	switch op {
	case "add":
		if v.Kind() == ojson.KindNumber {
			return signed(v)
		}
		return "+" + operand
	case "subtract":
		return "-" + operand
	case "multiply":
		return "×" + operand
	case "raise":
		return "at least " + operand
	case "lower":
		return "at most " + operand
	case "dice":
		return "+" + operand
	case "flag":
		return words.Readable(text(v))
	case "append":
		return "also " + operand
	case "remove":
		return "without " + operand
	}
	return op + " " + operand
}

// target says what an effect changes.
func (h *Hero) target(t ojson.Value) string {
	if f := text(member(t, "field")); f != "" {
		return h.book.Field(f)
	}
	if c := text(member(t, "computed")); c != "" {
		entry := text(member(t, "entry"))
		return h.book.Computed(h.book.TypeOf(h.entries[entry].content), c) + " of " + h.Entry(entry)
	}
	tags := func(v ojson.Value) string {
		parts := make([]string, v.Len())
		for i, tag := range v.Items() {
			parts[i] = h.book.tag(text(tag))
		}
		return strings.Join(parts, ", ")
	}
	if f := text(member(t, "incoming")); f != "" {
		out := "of what comes at " + h.book.Field(f)
		if list := member(t, "tags"); list.Len() > 0 {
			out += " (" + tags(list) + ")"
		}
		return out
	}
	return "on rolls (" + tags(member(member(t, "roll"), "tags")) + ")"
}

func (b *Book) tag(name string) string {
	if s, ok := b.Find("", "tag."+name+".name"); ok {
		return s
	}
	return strings.ToLower(words.Readable(name))
}

// tasks draws what wants attention: open choices, offers, issues.
func (h *Hero) tasks(width int) (out []line) {
	add := func(heading string, look look, items []line) {
		if len(items) == 0 {
			return
		}
		var body []line
		for _, l := range items {
			body = append(body, join(say("- ", faint), l).wrap(width-4, 2)...)
		}
		out = append(out, frame(say(heading, look), body, width)...)
	}
	var pending, offers []line
	for _, c := range member(h.sheet, "pending").Items() {
		pending = append(pending, h.pending(c))
	}
	for _, o := range member(h.sheet, "offers").Items() {
		offers = append(offers, h.offer(o))
	}
	add("To choose", title, pending)
	add("On offer", title, offers)
	add("Issues", bad, h.issues(member(h.sheet, "issues")))
	return out
}

// pending is a choice that still needs picks.
func (h *Hero) pending(c ojson.Value) line {
	path := text(member(c, "path"))
	out := say(h.Choice(path), strong)
	if activation, _, ok := cutLast(path, "/"); ok && activation != "rules" {
		out = join(out, say(" ("+h.Activation(activation)+")"))
	}
	picked, least := member(c, "picks").Len(), member(c, "min").String()
	out = join(out, say(": "+ojson.Int(int64(picked)).String()+" of "+least+" picked"))
	return join(out, say("  "+path, faint))
}

// offer is a follow-up or a derived offer.
func (h *Hero) offer(o ojson.Value) line {
	kind := "followUp"
	if text(member(o, "kind")) == "derived" {
		kind = "offer"
	}
	out := say(h.book.Part(kind, text(member(o, "followUp"))), strong)
	if required, _ := member(o, "required").AsBool(); required {
		out = join(out, say(" (required)"))
	}
	if cause := member(o, "cause"); !member(cause, "amount").IsNull() {
		out = join(out, say(": "+member(cause, "amount").String()))
		if f := text(member(cause, "field")); f != "" {
			out = join(out, say(" on "+h.book.Field(f)))
		}
	}
	if a := text(member(member(o, "action"), "id")); a != "" {
		out = join(out, say(" → "+h.book.Part("action", a)))
	}
	for _, p := range member(o, "params").Members() {
		out = join(out, say(" "+p.Key+" "+words.Shown(p.Value)))
	}
	for _, c := range member(o, "changes").Items() {
		out = join(out, say(" → "), h.changeWords(c))
	}
	return join(out, say("  "+text(member(o, "id")), faint))
}

// issues are rules issues in words.
func (h *Hero) issues(list ojson.Value) (out []line) {
	for _, i := range list.Items() {
		out = append(out, h.issue(i))
	}
	return out
}

func (h *Hero) issue(i ojson.Value) line {
	code, id, source := text(member(i, "code")), text(member(i, "id")), text(member(i, "source"))
	data := member(i, "data")
	var out line
	if what := h.sourceOfIssue(source); what != "" {
		out = say(what+": ", strong)
	}
	if id != "" {
		kind := "constraint"
		if code == "prerequisite-not-met" {
			kind = "prerequisite"
		}
		out = join(out, say(h.book.Part(kind, id)+". "))
	}
	out = join(out, say(h.book.Message("issues", code, data)))
	if id != "" && data.Len() > 0 {
		out = join(out, say(" ("+words.Listed(data)+")"))
	}
	if failed := member(data, "error"); !failed.IsNull() {
		out = join(out, say(" ("+strings.TrimSpace(text(member(failed, "code"))+" "+words.Listed(member(failed, "data")))+")"))
	}
	return join(out, say("  "+code, faint))
}

// sourceOfIssue says in words what an issue is about.
func (h *Hero) sourceOfIssue(source string) string {
	if source == "" || source == "rules" {
		return ""
	}
	if n := h.book.NameOf(source); n != source {
		return n
	}
	for _, c := range member(h.sheet, "choices").Items() {
		if text(member(c, "path")) == source {
			return h.Choice(source)
		}
	}
	if strings.HasPrefix(source, "rules/") {
		return h.Choice(source)
	}
	return h.Source(source)
}

// IssueTexts are rules issues as sentences.
func (h *Hero) IssueTexts(issues ojson.Value) (out []string) {
	for _, l := range h.issues(issues) {
		var b strings.Builder
		for _, p := range l {
			b.WriteString(p.text)
		}
		out = append(out, b.String())
	}
	return out
}
