package text

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Book is what views know of a ruleset: its definitions and its texts. It is
// immutable; goroutines may share it.
type Book struct {
	packs []pack
	// FieldDefs, TypeDefs and ContentDefs are the definitions of the ruleset by
	// qualified id, Rules its rules. They must not be changed.
	FieldDefs, TypeDefs, ContentDefs map[string]ojson.Value
	Rules                            ojson.Value
	// FieldIDs and TypeIDs are in the order of the ruleset.
	FieldIDs, TypeIDs []string
	contents          []string
	// byCamel is content by its type, a dot and its id as fields have it.
	byCamel map[string]string
	// lang is the language that is wanted; standard are the English texts of
	// codes.
	lang     string
	langs    []string // with its parents, then English
	standard map[string]string
}

// maxID is the length from which an id is none that an engine made.
const maxID = 4096

// Pack is what a book tells of a pack.
type Pack struct{ ID, Kind, Version, Title string }

// Packs are the packs of the ruleset in load order.
func (b *Book) Packs() []Pack {
	out := make([]Pack, len(b.packs))
	for i, p := range b.packs {
		out[i] = Pack{p.id, p.kind, p.version, p.title}
	}
	return out
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
	b := &Book{lang: lang, langs: languages(lang), standard: texts(standard)}
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
		for _, l := range b.langs {
			p.texts = append(p.texts, texts(member(i18n, l)))
		}
		b.packs = append(b.packs, p)
	}
	b.FieldDefs, b.FieldIDs = index(member(ruleset, "fields"))
	b.TypeDefs, b.TypeIDs = index(member(ruleset, "contentTypes"))
	b.ContentDefs, b.contents = index(member(ruleset, "content"))
	b.Rules = member(ruleset, "rules")
	b.byCamel = make(map[string]string, len(b.contents))
	for _, id := range b.contents {
		_, local := SplitID(id)
		b.byCamel[b.TypeOf(id)+"."+LowerCamel(local)] = id
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

// SplitID is the pack and the local part of a qualified id.
func SplitID(id string) (pack, local string) {
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

// Resolve completes an id as the author of a pack writes it: the pack's own,
// then the game's, then that of what it requires. "" when there is none.
func (b *Book) Resolve(among map[string]ojson.Value, from, id string) string {
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
	if id = b.Resolve(b.FieldDefs, "", name); id != "" {
		return id, true
	}
	for _, p := range b.packs {
		if _, ok := b.FieldDefs[p.id+":"+name]; ok {
			return p.id + ":" + name, true
		}
	}
	return "", false
}

// TypeOf is the qualified type of a content.
func (b *Book) TypeOf(content string) string { return text(member(b.ContentDefs[content], "type")) }

// Definition is the entry of a content id, also of an inline option
// (<content>#<choice>/<option>, or <pack>:<choice>/<option> in rules).
func (b *Book) Definition(id string) ojson.Value {
	if v, ok := b.ContentDefs[id]; ok {
		return v
	}
	owner, option, nested := cutLast(id, "/")
	if !nested || len(id) > maxID {
		return ojson.Value{}
	}
	var choice ojson.Value
	if content, name, ok := cutLast(owner, "#"); ok {
		choice = member(member(b.Definition(content), "choices"), name)
	} else {
		choice = member(member(b.Rules, "choices"), owner)
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
	_, local := SplitID(name)
	_, last, nested := cutLast(local, ".")
	if !nested {
		last = local
	}
	var found []string
	for _, id := range b.FieldIDs {
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
