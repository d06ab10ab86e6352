package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/open-actor-models/oam/ojson"
)

// pattern is a field definition with each: one text names all its fields.
type pattern struct {
	id    string   // as written: skills.{a}.bonus
	parts []string // between dots
	types []string // of each part that is {a}: the qualified content type, else ""
	names []string // of each part that is {a}: a
}

// patternsOf are the definitions with each of a release.
func (b *Book) patternsOf(owner string, release ojson.Value) (out []pattern) {
	for _, m := range member(release, "fields").Members() {
		each := member(m.Value, "each")
		if each.IsNull() {
			continue
		}
		p := pattern{id: m.Key, parts: strings.Split(m.Key, ".")}
		for _, part := range p.parts {
			name, ok := strings.CutPrefix(part, "{")
			name, closed := strings.CutSuffix(name, "}")
			typeID := ""
			if ok && closed {
				typeID = b.Resolve(b.TypeDefs, owner, text(member(member(each, name), "type")))
			} else {
				name = ""
			}
			p.types, p.names = append(p.types, typeID), append(p.names, name)
		}
		out = append(out, p)
	}
	return out
}

// match binds the parts of a field's local id, those between its dots, to the content that they are made
// of.
func (b *Book) match(p *pattern, parts []string) (content map[string]string, ok bool) {
	if len(parts) != len(p.parts) {
		return nil, false
	}
	for i, part := range parts {
		if p.names[i] == "" && part != p.parts[i] {
			return nil, false
		}
	}
	content = map[string]string{}
	for i, part := range parts {
		if p.names[i] == "" {
			continue
		}
		id, ok := b.byCamel[p.types[i]+"."+part]
		if !ok {
			return nil, false
		}
		content[p.names[i]] = id
	}
	return content, true
}

// fromPattern is the name of a field that the text of its definition gives:
// "{a} modifier" with the name of the content in it.
func (b *Book) fromPattern(owner, local string) (string, bool) {
	p := b.pack(owner)
	if p == nil {
		return "", false
	}
	parts := strings.Split(local, ".")
	for i := range p.patterns {
		content, ok := b.match(&p.patterns[i], parts)
		if !ok {
			continue
		}
		s, ok := b.Find(owner, "field."+p.patterns[i].id+".name")
		if !ok {
			continue
		}
		for _, name := range p.patterns[i].names {
			if name != "" {
				s = strings.ReplaceAll(s, "{"+name+"}", b.Content(content[name]))
			}
		}
		return s, true
	}
	return "", false
}

// LowerCamel is how a content id stands in the id of a field: sleight-of-hand as
// sleightOfHand.
func LowerCamel(local string) string {
	var out strings.Builder
	for i, part := range strings.Split(local, "-") {
		if i > 0 && part != "" {
			r, n := utf8.DecodeRuneInString(part)
			out.WriteRune(unicode.ToUpper(r))
			part = part[n:]
		}
		out.WriteString(part)
	}
	return out.String()
}
