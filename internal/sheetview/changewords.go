package sheetview

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	words "github.com/open-actor-models/oam/rules/text"
)

// changeWords says in words what a change does (docs/rules/changes.md).
func (h *Hero) changeWords(c ojson.Value) line {
	get := func(key string) string { return text(member(c, key)) }
	who := h.whom(c)
	switch t := get("type"); t {
	case "set":
		if member(c, "value").IsNull() {
			return say(h.field(get("field")) + " back to its default")
		}
		return say(h.field(get("field")) + " becomes " + h.plainValue("", member(c, "value")))
	case "adjust":
		return say(h.field(get("field")) + " " + h.amounts(c))
	case "addItem":
		out := "add " + h.content(get("item"))
		if q := member(c, "quantity"); !q.IsNull() {
			out += " ×" + words.Shown(q)
		}
		return say(out)
	case "removeItem":
		return say("remove " + who)
	case "equip":
		if on, ok := member(c, "equipped").AsBool(); ok && !on {
			return say("put away " + who)
		}
		return say("equip " + who)
	case "setState":
		if member(c, "value").IsNull() {
			return say(get("state") + " of " + who + " back to its default")
		}
		return say(get("state") + " of " + who + " becomes " + h.plainValue("", member(c, "value")))
	case "adjustState":
		return say(get("state") + " of " + who + ": " + signedAny(member(c, "by")))
	case "setQuantity":
		return say("quantity of " + who + " becomes " + words.Shown(member(c, "quantity")))
	case "adjustQuantity":
		return say("quantity of " + who + ": " + signedAny(member(c, "by")))
	case "applyTemplate":
		return say("apply " + h.content(get("template")))
	case "applyEffect":
		return say("apply " + h.content(get("effect")))
	case "removeTemplate", "removeEffect":
		return say("remove " + who)
	case "toggleEffect":
		return say("switch " + who)
	case "choose":
		return say(h.Choice(get("path")) + ": choose " + h.book.Option("", get("option")))
	case "unchoose":
		if o := get("option"); o != "" {
			return say(h.Choice(get("path")) + ": give up " + h.book.Option("", o))
		}
		return say(h.Choice(get("path")) + ": give up all picks")
	case "setExtension":
		return say("extension " + get("key"))
	case "finishCreation":
		return say("finish the creation")
	case "setHomebrew":
		return say("homebrew")
	case "dismissFollowUp", "clearFollowUp":
		return say("done with follow-up " + get("id"))
	default:
		return say(strings.TrimSpace(t + " " + words.Listed(c.Without("type"))))
	}
}

// field names a field that a change names, in a pack or in a batch.
func (h *Hero) field(id string) string {
	if full, ok := h.book.FieldID(id); ok {
		return h.book.Field(full)
	}
	return id
}

func (h *Hero) content(id string) string {
	if full := h.book.Resolve(h.book.ContentDefs, "", id); full != "" {
		return h.book.Content(full)
	}
	return h.book.NameOf(id)
}

// whom says what a change is about: an entry, or copies or applied effects that
// a query finds.
func (h *Hero) whom(c ojson.Value) string {
	for _, key := range []string{"entry", "id"} {
		if id := text(member(c, key)); id != "" {
			return h.Entry(id)
		}
	}
	for _, key := range []string{"copies", "applied"} {
		if q, ok := c.Get(key); ok {
			out := "effects"
			if key == "copies" {
				out = h.content(text(member(q, "type")))
				if t := h.book.Resolve(h.book.TypeDefs, "", text(member(q, "type"))); t != "" {
					out = h.book.Type(t)
				}
			}
			if w := text(member(q, "where")); w != "" {
				out += " where " + w
			}
			return out
		}
	}
	return "?"
}

// amounts are the amounts of an adjust, with their tags.
func (h *Hero) amounts(c ojson.Value) string {
	one := func(v ojson.Value) string {
		out := signedAny(member(v, "by"))
		var tags []string
		for _, t := range member(v, "tags").Items() {
			tags = append(tags, h.book.tag(text(t)))
		}
		if len(tags) > 0 {
			out += " (" + strings.Join(tags, ", ") + ")"
		}
		return out
	}
	parts := member(c, "parts")
	if parts.IsNull() {
		return one(c)
	}
	var out []string
	for _, p := range parts.Items() {
		out = append(out, one(p))
	}
	return strings.Join(out, " ")
}

// signedAny is a number with its sign, or a formula as it stands.
func signedAny(v ojson.Value) string {
	if v.Kind() == ojson.KindNumber {
		return signed(v)
	}
	return "by " + words.Shown(v)
}
