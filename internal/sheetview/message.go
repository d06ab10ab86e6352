package sheetview

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Texts makes the table of sentences that [Message] takes of
// {"errors.<code>": text, …}.
func Texts(v ojson.Value) map[string]string { return texts(v) }

// Message is the sentence for a code of a kind (errors, issues, warnings): its
// {placeholders} are filled by the members of data, a name for an id where name
// gives one. The place of an error stands apart: a leading "{path}: " is left
// out. Without a sentence it is the code and the data.
func Message(sentences map[string]string, kind, code string, data ojson.Value, name func(id string) string) string {
	sentence, ok := sentences[kind+"."+code]
	if !ok {
		return strings.TrimSpace(code + " " + members(data))
	}
	sentence = strings.TrimPrefix(sentence, "{path}: ")
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(sentence, "{")
		placeholder, after, closed := strings.Cut(rest, "}")
		out.WriteString(before)
		if !found || !closed {
			if found {
				out.WriteString("{" + rest)
			}
			break
		}
		v, ok := data.Get(placeholder)
		switch {
		case !ok:
			out.WriteString("?")
		case v.Kind() == ojson.KindString && name != nil:
			out.WriteString(name(text(v)))
		default:
			out.WriteString(shown(v))
		}
		sentence = after
	}
	return out.String()
}

// members writes the members of data as "name: value, …".
func members(data ojson.Value) string {
	parts := make([]string, 0, data.Len())
	for _, m := range data.Members() {
		parts = append(parts, m.Key+": "+shown(m.Value))
	}
	return strings.Join(parts, ", ")
}

// shown writes a value without quotes where it is a text or a list of them.
func shown(v ojson.Value) string {
	switch v.Kind() {
	case ojson.KindString:
		return text(v)
	case ojson.KindArray:
		parts := make([]string, v.Len())
		for i, item := range v.Items() {
			parts[i] = shown(item)
		}
		return strings.Join(parts, ", ")
	}
	return v.String()
}
