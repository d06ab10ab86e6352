package game

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A reading takes the raw text of a reply apart: in front of the spoken line
// models put a speaker label, quotes or stage directions that nobody says. It
// reads whole texts and ones that are still being written. Of the latter it
// gives only what will not turn out to be something else, so that nothing of
// all that flashes up.
type reading struct {
	name string
	// whole tells that the text is complete.
	whole bool
}

// clean returns the spoken line (behaviours, item 216): the text trimmed,
// without a speaker label in front, without stage directions between asterisks,
// and without quotes around all of it.
func (r reading) clean(text string) string {
	text = strings.TrimSpace(text)
	rest, found := r.label(text)
	switch found {
	case undecided:
		return ""
	case yes:
		text = strings.TrimSpace(rest)
	}
	text = r.unquoted(r.unstaged(text))
	// A direction may stand inside the quotes.
	return strings.TrimSpace(r.unstaged(text))
}

// verdict says whether something stands at the beginning of a text.
type verdict uint8

const (
	no verdict = iota
	yes
	// undecided means that the text is too short to tell.
	undecided
)

// settle decides for a whole text.
func (r reading) settle(v verdict) verdict {
	if v == undecided && r.whole {
		return no
	}
	return v
}

// label looks for a speaker label: "Gorm:", "Gorm says:", "**Gorm**:",
// "**Gorm:**" and the like, in any case. rest is the text behind it.
func (r reading) label(text string) (rest string, v verdict) {
	if text == "" {
		return "", no
	}
	opened := 0
	for opened < 2 && strings.HasPrefix(text, "*") {
		opened, text = opened+1, text[1:]
	}
	stars := "**"[:opened]
	if text, v = skipFold(text, r.name); v != yes {
		return "", r.settle(v)
	}
	closed := opened == 0
	closing := func() verdict { // the asterisks, wherever they may stand
		if closed {
			return yes
		}
		rest, v := skipFold(text, stars)
		if v == yes {
			text, closed = rest, true
		}
		return v
	}
	if closing() == undecided {
		return "", r.settle(undecided)
	}
	text = strings.TrimLeft(text, " ")
	switch rest, v := skipFold(text, "says"); v {
	case undecided:
		return "", r.settle(undecided)
	case yes:
		text = strings.TrimLeft(rest, " ")
		if closing() == undecided {
			return "", r.settle(undecided)
		}
	}
	if text, v = skipFold(text, ":"); v != yes {
		return "", r.settle(v)
	}
	if v := closing(); v != yes {
		return "", r.settle(v)
	}
	return text, yes
}

// skipFold takes a prefix off a text, whatever its case. It is undecided when
// the text ends within the prefix, or before it begins.
func skipFold(text, prefix string) (rest string, v verdict) {
	for _, want := range prefix {
		if text == "" {
			return "", undecided
		}
		got, size := utf8.DecodeRuneInString(text)
		if got != want && unicode.ToLower(got) != unicode.ToLower(want) {
			return text, no
		}
		text = text[size:]
	}
	return text, yes
}

// maxDirection is the length of the longest stage direction in bytes.
const maxDirection = 160

// unstaged drops stage directions such as "*scratches his beard*". They stand
// where a sentence could begin and begin with a small letter, which a spoken
// emphasis there would not.
func (r reading) unstaged(text string) string {
	if !strings.Contains(text, "*") {
		return text
	}
	var b strings.Builder
	for text != "" {
		i := strings.IndexByte(text, '*')
		if i < 0 {
			i = len(text)
		}
		b.WriteString(text[:i])
		if text = text[i:]; text == "" {
			break
		}
		size, v := direction(text)
		if v == undecided && !r.whole && beginsSentence(b.String()) {
			break
		}
		if v == yes && beginsSentence(b.String()) {
			text = text[size:]
			if b.Len() > 0 || r.whole {
				text = strings.TrimLeft(text, " ")
			}
			continue
		}
		n := len(text) - len(strings.TrimLeft(text, "*"))
		b.WriteString(text[:n])
		text = text[n:]
	}
	return strings.TrimSpace(b.String())
}

// direction looks for a stage direction at the beginning of a text and returns
// its length.
func direction(text string) (size int, v verdict) {
	inner := text[1:]
	first, _ := utf8.DecodeRuneInString(inner)
	switch {
	case inner == "":
		return 0, undecided
	case !unicode.IsLower(first):
		return 0, no
	}
	end := strings.IndexAny(inner, "*\n")
	switch {
	case end < 0 && len(inner) <= maxDirection:
		return 0, undecided
	case end < 0 || end > maxDirection || inner[end] == '\n':
		return 0, no
	case strings.HasPrefix(inner[end:], "**"):
		return 0, no // the end of something bold
	}
	return 1 + end + 1, yes
}

// beginsSentence reports whether a sentence could begin behind a text.
func beginsSentence(before string) bool {
	before = strings.TrimRight(before, " \n\"”»“«’'‘")
	last, _ := utf8.DecodeLastRuneInString(before)
	return before == "" || strings.ContainsRune(".!?…:—", last)
}

// closers are the quotes that close what an opening one begins.
func closer(open rune) (rune, bool) {
	switch open {
	case '"', '\'':
		return open, true
	case '“':
		return '”', true
	case '‘':
		return '’', true
	case '«':
		return '»', true
	}
	return 0, false
}

const doubleQuotes = "\"“”"

// unquoted takes off quotes around a whole text, unless double quotes remain
// inside: then the outer ones belong to different parts of it.
func (r reading) unquoted(text string) string {
	open, size := utf8.DecodeRuneInString(text)
	closing, ok := closer(open)
	if !ok {
		return text
	}
	inner := text[size:]
	if r.whole {
		last, width := utf8.DecodeLastRuneInString(inner)
		if inner == "" || last != closing || strings.ContainsAny(inner[:len(inner)-width], doubleQuotes) {
			return text
		}
		return strings.TrimSpace(inner[:len(inner)-width])
	}
	// What ends the text now may be the closing quote, or stand before it.
	sure := strings.TrimRightFunc(inner, func(r rune) bool {
		return unicode.IsSpace(r) || r == closing || strings.ContainsRune(doubleQuotes, r)
	})
	if strings.ContainsAny(sure, doubleQuotes) {
		return text
	}
	return sure
}
