package sheetview

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Book is what views know of a ruleset: its definitions and its texts. It is
// immutable; goroutines may share it.
type Book struct {
	packs    []pack
	fields   map[string]ojson.Value
	types    map[string]ojson.Value
	content  map[string]ojson.Value
	rules    ojson.Value
	fieldIDs []string
	typeIDs  []string
	contents []string
	// byCamel is content by its type, a dot and its id as fields have it.
	byCamel map[string]string
	// lang is the language that is wanted; standard are the English texts of
	// codes.
	lang     string
	standard map[string]string
}

// pack is one pack of the ruleset.
type pack struct {
	id, kind, version, title string
	requires                 []string
	// texts are those of the language that is wanted, then English.
	texts    []map[string]string
	patterns []pattern
}

// NewBook makes a book of a ruleset as JSON (docs/rules/sheet.md). standard are
// the texts of codes, {"errors.<code>": text, "issues.<code>": text}; lang is the
// language that packs are asked for first, then English.
func NewBook(ruleset, standard ojson.Value, lang string) *Book {
	b := &Book{lang: lang, standard: texts(standard)}
	packs, _ := ruleset.Get("packs")
	for _, v := range packs.Items() {
		release := member(v, "release")
		p := pack{
			id: text(member(v, "id")), kind: text(member(v, "kind")),
			version: text(member(v, "version")), title: text(member(release, "title")),
		}
		for _, m := range member(release, "requires").Members() {
			p.requires = append(p.requires, m.Key)
		}
		i18n := member(release, "i18n")
		for _, l := range []string{lang, "en"} {
			if l != "" {
				p.texts = append(p.texts, texts(member(i18n, l)))
			}
		}
		b.packs = append(b.packs, p)
	}
	b.fields, b.fieldIDs = index(member(ruleset, "fields"))
	b.types, b.typeIDs = index(member(ruleset, "contentTypes"))
	b.content, b.contents = index(member(ruleset, "content"))
	b.rules = member(ruleset, "rules")
	b.byCamel = make(map[string]string, len(b.contents))
	for _, id := range b.contents {
		_, local := splitID(id)
		b.byCamel[b.typeOf(id)+"."+lowerCamel(local)] = id
	}
	for i, v := range packs.Items() {
		b.packs[i].patterns = b.patternsOf(b.packs[i].id, member(v, "release"))
	}
	return b
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

func texts(v ojson.Value) map[string]string {
	out := make(map[string]string, v.Len())
	for _, m := range v.Members() {
		if s, ok := m.Value.AsString(); ok {
			out[m.Key] = s
		}
	}
	return out
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

// splitID is the pack and the local part of a qualified id.
func splitID(id string) (pack, local string) {
	pack, local, ok := strings.Cut(id, ":")
	if !ok {
		return "", id
	}
	return pack, local
}

func (b *Book) pack(id string) *pack {
	for i := range b.packs {
		if b.packs[i].id == id {
			return &b.packs[i]
		}
	}
	return nil
}

// resolve completes an id as the author of a pack writes it: the pack's own,
// then the game's, then that of what it requires. "" when there is none.
func (b *Book) resolve(among map[string]ojson.Value, from, id string) string {
	if _, ok := among[id]; ok {
		return id
	}
	if strings.Contains(id, ":") {
		return ""
	}
	try := []string{from}
	for _, p := range b.packs {
		if p.kind == "game" {
			try = append(try, p.id)
		}
	}
	if p := b.pack(from); p != nil {
		try = append(try, p.requires...)
	}
	for _, p := range try {
		if _, ok := among[p+":"+id]; ok {
			return p + ":" + id
		}
	}
	return ""
}

// FieldID completes the id of a field that a person typed: qualified, or local to
// any pack, the game first.
func (b *Book) FieldID(name string) (id string, ok bool) {
	if id = b.resolve(b.fields, "", name); id != "" {
		return id, true
	}
	for _, p := range b.packs {
		if _, ok := b.fields[p.id+":"+name]; ok {
			return p.id + ":" + name, true
		}
	}
	return "", false
}

// typeOf is the qualified type of a content.
func (b *Book) typeOf(content string) string { return text(member(b.content[content], "type")) }

// definition is the entry of a content id, also of an inline option
// (<content>#<choice>/<option>, or <pack>:<choice>/<option> in rules).
func (b *Book) definition(id string) ojson.Value {
	if v, ok := b.content[id]; ok {
		return v
	}
	owner, option, nested := cutLast(id, "/")
	if !nested || len(id) > maxID {
		return ojson.Value{}
	}
	var choice ojson.Value
	if content, name, ok := cutLast(owner, "#"); ok {
		choice = member(member(b.definition(content), "choices"), name)
	} else {
		choice = member(member(b.rules, "choices"), owner)
	}
	for _, o := range member(choice, "options").Items() {
		if text(member(o, "id")) == option {
			return o
		}
	}
	return ojson.Value{}
}

// cutLast cuts a text around the last occurrence of a separator.
func cutLast(s, separator string) (before, after string, ok bool) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(separator):], true
}

// Similar suggests fields for a name that is none, as the end of a sentence:
// those that hold its last part.
func (b *Book) Similar(name string) string {
	_, local := splitID(name)
	_, last, nested := cutLast(local, ".")
	if !nested {
		last = local
	}
	var found []string
	for _, id := range b.fieldIDs {
		if last != "" && strings.Contains(strings.ToLower(id), strings.ToLower(last)) {
			found = append(found, id)
		}
	}
	switch {
	case len(found) == 0:
		return ""
	case len(found) > 5:
		return " Perhaps " + strings.Join(found[:5], ", ") + " …"
	}
	return " Perhaps " + strings.Join(found, ", ") + "?"
}
