package sheetview

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Action is an action that a character has.
type Action struct {
	ID, Entry, Name string
	// Why says why it cannot be done now, "" for one that can.
	Why string
}

// Actions are the actions that are open now, as the sheet lists them, and those
// that the rules, and what the character has, hold beside these.
func (h *Hero) Actions() (open, closed []Action) {
	type key struct{ id, entry string }
	is := map[key]bool{}
	for _, a := range member(h.sheet, "actions").Items() {
		id, entry := text(member(a, "id")), text(member(a, "entry"))
		is[key{id, entry}] = true
		open = append(open, Action{ID: id, Entry: entry, Name: h.Action(id, entry)})
	}
	shut := func(id, entry, why string) {
		if !is[key{id, entry}] {
			is[key{id, entry}] = true
			closed = append(closed, Action{ID: id, Entry: entry, Name: h.Action(id, entry), Why: why})
		}
	}
	for _, m := range member(h.book.Rules, "actions").Members() {
		shut(m.Key, "", whenNot(m.Value))
	}
	for _, a := range member(h.sheet, "activations").Items() {
		content := text(member(a, "content"))
		for _, m := range h.actionsOf(content) {
			shut(content+"#"+m.Key, text(member(a, "id")), whenNot(m.Value))
		}
	}
	for _, place := range []string{inventory, features} {
		for _, entry := range member(h.character, place).Members() {
			if _, on := h.activations[entry.Key]; on {
				continue
			}
			content := h.entries[entry.Key].content
			for _, m := range h.actionsOf(content) {
				shut(content+"#"+m.Key, entry.Key, "it is not in use")
			}
		}
	}
	return open, closed
}

// whenNot is why an action with such a condition is not open.
func whenNot(action ojson.Value) string {
	when := member(action, "when")
	if f, ok := when.AsString(); ok {
		return "only when " + f
	}
	if when.IsNull() {
		return "what carries it is off"
	}
	return "never"
}

func (h *Hero) actionsOf(content string) []ojson.Member {
	return member(h.book.Definition(content), "actions").Members()
}

// ActionDefinition is an action as its pack wrote it, null for an unknown one.
func (h *Hero) ActionDefinition(id string) ojson.Value {
	if content, name, inline := cutLast(id, "#"); inline {
		return member(member(h.book.Definition(content), "actions"), name)
	}
	return member(member(h.book.Rules, "actions"), id)
}

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
func (h *Hero) Name(id string) string { return h.field(h.book.NameOf(id)) }

// ParamName and RoleName are the names of parts of an action.
func (h *Hero) ParamName(action, name string) string { return h.book.Param(action, name) }

// RoleName is the name of a role of an action.
func (h *Hero) RoleName(action, name string) string { return h.book.Role(action, name) }

// ResultName is the name of a result of an action.
func (h *Hero) ResultName(action, name string) string { return h.book.Result(action, name) }

// OptionName is the name of an option of a parameter: of a content, a field, or
// of a word.
func (h *Hero) OptionName(id string) string {
	if strings.Contains(id, ":") {
		return h.book.NameOf(id)
	}
	return strings.ToLower(h.book.Option("", id))
}

// ContentsOf are the contents of a type, in the order of their qualified ids; the
// type may lack its pack.
func (h *Hero) ContentsOf(typ string) (ids []string) {
	full := h.book.Resolve(h.book.TypeDefs, "", typ)
	for id, c := range h.book.ContentDefs {
		abstract, _ := member(c, "abstract").AsBool()
		if !abstract && full != "" && text(member(c, "type")) == full {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// SituationalText is a situational effect in words.
func (h *Hero) SituationalText(e ojson.Value) string {
	return h.Source(text(member(e, "id"))) + ": " + plainText(h.effect(e))
}

// OfferText is an offer in words.
func (h *Hero) OfferText(o ojson.Value) string {
	return strings.TrimSuffix(plainText(h.offer(o)), "  "+text(member(o, "id")))
}

// plainText is a line without its looks.
func plainText(l line) string {
	var b strings.Builder
	for _, p := range l {
		b.WriteString(p.text)
	}
	return b.String()
}
