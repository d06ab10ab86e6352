package sheetview

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	words "github.com/open-actor-models/oam/rules/text"
)

// Book is what views know of a ruleset: its definitions and its texts.
type Book struct{ *words.Book }

// NewBook makes a book of a ruleset as JSON; see [words.NewBook].
func NewBook(ruleset, standard ojson.Value, lang string) *Book {
	return &Book{words.NewBook(ruleset, standard, lang)}
}

// member is a member of an object, null when there is none.
func member(v ojson.Value, key string) ojson.Value {
	m, _ := v.Get(key)
	return m
}

// text is the text of a string, "" for anything else.
func text(v ojson.Value) string {
	s, _ := v.AsString()
	return s
}

// cutLast cuts a text around the last occurrence of a separator.
func cutLast(s, separator string) (before, after string, ok bool) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(separator):], true
}

// index makes a map of an object and keeps the order of its members.
func index(v ojson.Value) (map[string]ojson.Value, []string) {
	out, order := make(map[string]ojson.Value, v.Len()), make([]string, 0, v.Len())
	for _, m := range v.Members() {
		out[m.Key] = m.Value
		order = append(order, m.Key)
	}
	return out, order
}
