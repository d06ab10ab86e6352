package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/open-actor-models/oam/ojson"
)

// Find returns the first text that there is for one of the keys: in the language
// that is wanted, of the owner's pack, then of the others in load order; then in
// the next language.
func (b *Book) Find(owner string, keys ...string) (string, bool) {
	search := make([]*pack, 0, len(b.packs)+1)
	if p := b.pack(owner); p != nil {
		search = append(search, p)
	}
	for i := range b.packs {
		if b.packs[i].id != owner {
			search = append(search, &b.packs[i])
		}
	}
	for i := range b.langs {
		for _, p := range search {
			for _, key := range keys {
				if s, ok := p.texts[i][key]; ok {
					return s, true
				}
			}
		}
	}
	return "", false
}

// named is the text of a key of an owner's pack, else the id made readable.
func (b *Book) named(owner, fallback string, keys ...string) string {
	if s, ok := b.Find(owner, keys...); ok {
		return s
	}
	return Readable(fallback)
}

// Content is the name of a content.
func (b *Book) Content(id string) string {
	owner, local := SplitID(id)
	_, last, nested := cutLast(local, "/")
	if !nested {
		last = local
	}
	return b.named(owner, last, "content."+local+".name")
}

// Field is the name of a field.
func (b *Book) Field(id string) string {
	owner, local := SplitID(id)
	if s, ok := b.Find(owner, "field."+local+".name"); ok {
		return s
	}
	if s, ok := b.fromPattern(owner, local); ok {
		return s
	}
	if s := b.label(owner, b.labelOf(id)); s != "" {
		// A label is enough among others of its group; elsewhere it is not: the
		// score, the save and the skill may all be called by one content.
		if group := text(member(member(b.FieldDefs[id], "display"), "group")); group != "" {
			s += " (" + b.Group(group) + ")"
		}
		return s
	}
	return Readable(local)
}

// Label is the name of a field where its group says what it is about: what the
// display hint says, else the field's name.
func (b *Book) Label(id string) string {
	owner, _ := SplitID(id)
	if s := b.label(owner, b.labelOf(id)); s != "" {
		return s
	}
	return b.Field(id)
}

func (b *Book) labelOf(field string) ojson.Value {
	return member(member(b.FieldDefs[field], "display"), "label")
}

// label is what a display hint says about the name of a field: a text, or
// {content: id}.
func (b *Book) label(owner string, hint ojson.Value) string {
	if s, ok := hint.AsString(); ok {
		return s
	}
	if c := text(member(hint, "content")); c != "" {
		if id := b.Resolve(b.ContentDefs, owner, c); id != "" {
			return b.Content(id)
		}
		return Readable(c)
	}
	return ""
}

// Type is the name of a content type.
func (b *Book) Type(id string) string {
	owner, local := SplitID(id)
	return b.named(owner, local, "type."+local+".name")
}

// State is the name of a member of a type's state.
func (b *Book) State(typeID, name string) string {
	owner, local := SplitID(typeID)
	return b.named(owner, name, "type."+local+".state."+name+".name")
}

// Computed is the name of a computed value of a type.
func (b *Book) Computed(typeID, name string) string {
	owner, local := SplitID(typeID)
	return b.named(owner, name, "type."+local+".computed."+name+".name")
}

// ComputedShown reports whether a computed value is for players: it has a name,
// or no value of its type has one.
func (b *Book) ComputedShown(typeID, name string) bool {
	owner, local := SplitID(typeID)
	if _, ok := b.Find(owner, "type."+local+".computed."+name+".name"); ok {
		return true
	}
	for _, m := range member(b.TypeDefs[typeID], "computed").Members() {
		if _, ok := b.Find(owner, "type."+local+".computed."+m.Key+".name"); ok {
			return false
		}
	}
	return true
}

// Group is the heading of a group of fields.
func (b *Book) Group(name string) string {
	return b.named("", name, "group."+name+".name")
}

// Option is the text of an option: a content, a field, or a plain text that a
// field or a type's member lists under a key such as field.size.
func (b *Book) Option(key, option string) string {
	if _, ok := b.ContentDefs[option]; ok {
		return b.Content(option)
	}
	if _, ok := b.FieldDefs[option]; ok {
		return b.Field(option)
	}
	return b.named("", option, key+".option."+option+".name")
}

// Part is the name of a part of content or rules by its qualified id, such as
// d20:fighter#multiclass or d20:attunement; kind is action, choice, constraint,
// prerequisite, followUp, offer or effect.
func (b *Book) Part(kind, id string) string {
	owner, local := SplitID(id)
	_, name, inline := cutLast(local, "#")
	if !inline {
		name = local
	}
	return b.named(owner, name, kind+"."+local+".name")
}

// Choice is the name of a choice by the content that declares it, "" for the
// rules, and its name.
func (b *Book) Choice(content, name string) string {
	if content == "" {
		return b.Part("choice", name)
	}
	return b.Part("choice", content+"#"+name)
}

// Message is the sentence for a code: errors.<code>, issues.<code> or
// warnings.<code>, its placeholders filled by the members of data.
func (b *Book) Message(kind, code string, data ojson.Value) string {
	return Sentence(b.standard, b.lang, kind, code, data, b.NameOf)
}

// NameOf is the name of whatever an id names, else the id.
func (b *Book) NameOf(id string) string {
	switch {
	case b.ContentDefs[id].Kind() == ojson.KindObject:
		return b.Content(id)
	case b.FieldDefs[id].Kind() == ojson.KindObject:
		return b.Field(id)
	case b.TypeDefs[id].Kind() == ojson.KindObject:
		return b.Type(id)
	}
	return id
}

// Readable makes words of an id: sleight-of-hand is Sleight of hand,
// abilities.str.mod is Abilities str mod.
func Readable(id string) string {
	_, local := SplitID(id)
	var out strings.Builder
	space := false
	for i, r := range local {
		switch {
		case r == '-' || r == '.' || r == '_' || r == '#' || r == '/' || r == ' ':
			space = out.Len() > 0
			continue
		case unicode.IsUpper(r) && i > 0:
			if before, _ := utf8.DecodeLastRuneInString(local[:i]); unicode.IsLower(before) {
				space, r = true, unicode.ToLower(r)
			}
		}
		if out.Len() == 0 {
			r = unicode.ToUpper(r)
		}
		if space {
			out.WriteByte(' ')
			space = false
		}
		out.WriteRune(r)
	}
	if out.Len() == 0 {
		return id
	}
	return out.String()
}
