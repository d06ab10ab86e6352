package text

import (
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/open-actor-models/oam/ojson"
)

// The limits of a message: past them it is none, and is shown as it is written.
const (
	maxMessage = 10_000
	maxDepth   = 8
)

// Problem is why a text is no message.
type Problem struct {
	Offset   int    // in bytes
	Expected string // what belongs there
}

// Message is a text with placeholders (docs/rules/text.md, Messages). It is
// immutable.
type Message struct{ parts []part }

// part is a literal, a placeholder or a number sign, or a choice among messages.
type part struct {
	literal string
	name    string // of a placeholder or what is chosen by
	number  bool   // the # of a plural
	plural  bool
	cases   []messageCase // of plural and select
}

type messageCase struct {
	key  string // one, other, =0, or a value
	text *Message
}

// Parse reads a message.
func Parse(text string) (*Message, *Problem) {
	if len(text) > maxMessage {
		return nil, &Problem{maxMessage, "end"}
	}
	p := messageParser{text: text}
	m := p.message(0, false)
	if p.problem == nil && p.at < len(text) {
		p.fail("end")
	}
	if p.problem != nil {
		return nil, p.problem
	}
	return m, nil
}

type messageParser struct {
	text    string
	at      int
	problem *Problem
}

func (p *messageParser) fail(expected string) {
	if p.problem == nil {
		p.problem = &Problem{p.at, expected}
	}
}

// message reads up to the end, or to the brace that closes it.
func (p *messageParser) message(depth int, inPlural bool) *Message {
	m := &Message{}
	if depth > maxDepth {
		p.fail("less depth")
		return m
	}
	var literal strings.Builder
	flush := func() {
		if literal.Len() > 0 {
			m.parts = append(m.parts, part{literal: literal.String()})
			literal.Reset()
		}
	}
	for p.at < len(p.text) && p.problem == nil {
		c := p.text[p.at]
		switch {
		case strings.HasPrefix(p.text[p.at:], "{{"), depth == 0 && strings.HasPrefix(p.text[p.at:], "}}"):
			literal.WriteByte(c)
			p.at += 2
		case c == '}' && depth > 0:
			flush()
			return m
		case c == '}':
			p.fail("{")
		case c == '{':
			flush()
			p.at++
			m.parts = append(m.parts, p.placeholder(depth, inPlural))
		case c == '#' && inPlural:
			flush()
			p.at++
			m.parts = append(m.parts, part{number: true})
		default:
			literal.WriteByte(c)
			p.at++
		}
	}
	flush()
	if depth > 0 {
		p.fail("}")
	}
	return m
}

func (p *messageParser) blanks() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\n' || p.text[p.at] == '\t') {
		p.at++
	}
}

// word takes letters, digits and what ids are made of.
func (p *messageParser) word() string {
	from := p.at
	for p.at < len(p.text) && !strings.ContainsRune(" \n\t{},", rune(p.text[p.at])) {
		p.at++
	}
	if p.at == from {
		p.fail("name")
	}
	return p.text[from:p.at]
}

func (p *messageParser) take(c byte) bool {
	p.blanks()
	if p.at < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

// placeholder reads what stands behind an open brace, the closing one included.
func (p *messageParser) placeholder(depth int, inPlural bool) part {
	p.blanks()
	x := part{name: p.word()}
	if p.take('}') {
		return x
	}
	if !p.take(',') {
		p.fail("} or ,")
		return x
	}
	p.blanks()
	switch kind := p.word(); kind {
	case "plural":
		x.plural = true
	case "select":
	default:
		p.fail("plural or select")
		return x
	}
	if !p.take(',') {
		p.fail(",")
		return x
	}
	other := false
	for p.problem == nil && !p.take('}') {
		p.blanks()
		key := p.word()
		if !p.take('{') {
			p.fail("{")
			return x
		}
		x.cases = append(x.cases, messageCase{key, p.message(depth+1, inPlural || x.plural)})
		if !p.take('}') {
			p.fail("}")
		}
		other = other || key == "other"
	}
	if !other {
		p.fail("other")
	}
	return x
}

// Names lists the placeholders of a message, those inside of others too.
func (m *Message) Names() (names []string) {
	for _, x := range m.parts {
		if x.name != "" {
			names = append(names, x.name)
		}
		for _, c := range x.cases {
			names = append(names, c.text.Names()...)
		}
	}
	return names
}

// Format fills the placeholders with the members of data; name, which may be nil,
// gives the name of an id. A member that is not there is shown as "?".
func (m *Message) Format(lang string, data ojson.Value, name func(id string) string) string {
	var out strings.Builder
	m.format(&out, language.Make(lang), data, name, "")
	return out.String()
}

func (m *Message) format(out *strings.Builder, tag language.Tag, data ojson.Value, name func(string) string, number string) {
	for _, x := range m.parts {
		if x.number {
			out.WriteString(number)
			continue
		}
		if x.name == "" {
			out.WriteString(x.literal)
			continue
		}
		v, ok := data.Get(x.name)
		if x.cases == nil {
			switch {
			case !ok:
				out.WriteString("?")
			case v.Kind() == ojson.KindString && name != nil:
				out.WriteString(name(text(v)))
			default:
				out.WriteString(Shown(v))
			}
			continue
		}
		key := Shown(v)
		inner := number
		if x.plural {
			inner = key
			key = pluralOf(tag, v)
		}
		x.choose(key, "="+Shown(v)).format(out, tag, data, name, inner)
	}
}

// choose is the case for a key: an exact number first.
func (x *part) choose(key, exact string) *Message {
	var found *Message
	for _, c := range x.cases {
		switch {
		case x.plural && c.key == exact:
			return c.text
		case c.key == key, c.key == "other" && found == nil:
			found = c.text
		}
	}
	return found
}

// pluralOf is the plural form of a number in a language: zero, one, two, few,
// many or other.
func pluralOf(tag language.Tag, v ojson.Value) string {
	digits := strings.TrimPrefix(v.Literal(), "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	number := func(s string) int {
		n := 0
		for _, c := range s {
			if c < '0' || c > '9' || n > 1_000_000_000 {
				return 1_000_000 // no small number: the same form as a great one
			}
			n = n*10 + int(c-'0')
		}
		return n
	}
	trimmed := strings.TrimRight(fraction, "0")
	form := plural.Cardinal.MatchPlural(tag, number(whole), len(fraction), len(trimmed), number(fraction), number(trimmed))
	return [...]string{"other", "zero", "one", "two", "few", "many"}[form]
}

// languages are a language with its parents, then English: de-CH, de, en.
func languages(lang string) []string {
	var out []string
	if lang != "" {
		out = append(out, lang)
		if tag, err := language.Parse(lang); err == nil {
			for tag = tag.Parent(); !tag.IsRoot(); tag = tag.Parent() {
				out = append(out, tag.String())
			}
		}
	}
	for _, l := range out {
		if l == "en" {
			return out
		}
	}
	return append(out, "en")
}

// Texts makes the table of sentences that [Sentence] takes of
// {"errors.<code>": text, …}.
func Texts(v ojson.Value) map[string]string { return texts(v) }

// Sentence is the sentence for a code of a kind (errors, issues, warnings): its
// placeholders are filled by the members of data, a name for an id where name
// gives one. Without a sentence it is the code and the data.
func Sentence(sentences map[string]string, lang, kind, code string, data ojson.Value, name func(id string) string) string {
	sentence, ok := sentences[kind+"."+code]
	if !ok {
		return strings.TrimSpace(code + " " + Listed(data))
	}
	// The place of an error stands apart.
	sentence = strings.TrimPrefix(sentence, "{path}: ")
	m, problem := Parse(sentence)
	if problem != nil {
		return sentence
	}
	return m.Format(lang, data, name)
}

// Listed writes the members of data as "name: value, …".
func Listed(data ojson.Value) string {
	parts := make([]string, 0, data.Len())
	for _, m := range data.Members() {
		parts = append(parts, m.Key+": "+Shown(m.Value))
	}
	return strings.Join(parts, ", ")
}

// Shown writes a value without quotes where it is a text or a list of them.
func Shown(v ojson.Value) string {
	switch v.Kind() {
	case ojson.KindString:
		return text(v)
	case ojson.KindArray:
		parts := make([]string, v.Len())
		for i, item := range v.Items() {
			parts[i] = Shown(item)
		}
		return strings.Join(parts, ", ")
	}
	return v.String()
}
