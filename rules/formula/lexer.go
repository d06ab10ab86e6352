package formula

import (
	"strings"
	"unicode/utf8"
)

// token is what a piece of text is. Operators, brackets and the words true,
// false and in are tokens of their own, named by their text.
type token struct {
	span
	kind tokenKind
	text string // as written; of a text without its quotes
}

type tokenKind uint8

const (
	endToken tokenKind = iota
	numberToken
	textToken
	nameToken   // dotted
	symbolToken // an operator, bracket or word
)

// lexer cuts a formula into tokens, one at a time.
type lexer struct {
	text string
	at   int
}

// next returns the token that begins after the white space.
func (l *lexer) next() (token, *Problem) {
	for l.at < len(l.text) && strings.IndexByte(" \t\r\n", l.text[l.at]) >= 0 {
		l.at++
	}
	if l.at == len(l.text) {
		return token{span: span{l.at, l.at}}, nil
	}
	switch c := l.text[l.at]; {
	case isDigit(c):
		return l.number()
	case isLetter(c):
		return l.name()
	case c == '\'' || c == '"':
		return l.quoted(c)
	}
	return l.symbol()
}

// take returns the token of the next n bytes.
func (l *lexer) take(kind tokenKind, n int) token {
	t := token{span{l.at, l.at + n}, kind, l.text[l.at : l.at+n]}
	l.at += n
	return t
}

// number reads digits with an optional fraction. What follows a number directly
// must not look like more of it, so that 1e3, 1_000 and 0x10 are not misread.
func (l *lexer) number() (token, *Problem) {
	rest := l.text[l.at:]
	whole, after := takeDigits(rest)
	n := len(whole)
	ok := len(whole) == 1 || whole[0] != '0'
	if fraction, found := strings.CutPrefix(after, "."); found {
		digits, _ := takeDigits(fraction)
		ok = ok && digits != ""
		n += 1 + len(digits)
	}
	for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n]) || rest[n] == '.') {
		n++
		ok = false
	}
	t := l.take(numberToken, n)
	if !ok {
		return t, syntax("number", excerpt(t.text)).at(l.text, t.span)
	}
	return t, nil
}

// name reads identifiers joined by dots, without spaces between.
func (l *lexer) name() (token, *Problem) {
	rest := l.text[l.at:]
	n := identifier(rest)
	words := 1
	for n+1 < len(rest) && rest[n] == '.' && isLetter(rest[n+1]) {
		n += 1 + identifier(rest[n+1:])
		words++
	}
	t := l.take(nameToken, n)
	first, _, _ := strings.Cut(t.text, ".")
	if first == "true" || first == "false" || first == "in" {
		if words > 1 {
			return t, syntax("name", excerpt(t.text)).at(l.text, t.span)
		}
		t.kind = symbolToken
	}
	return t, nil
}

// identifier returns the length of the identifier that rest begins with.
func identifier(rest string) int {
	n := 0
	for n < len(rest) && (isLetter(rest[n]) || n > 0 && isDigit(rest[n])) {
		n++
	}
	return n
}

// quoted reads a text up to the same quote on the same line. Nothing is escaped.
func (l *lexer) quoted(quote byte) (token, *Problem) {
	rest := l.text[l.at+1:]
	n := strings.IndexByte(rest, quote)
	if line := strings.IndexAny(rest, "\r\n"); n < 0 || line >= 0 && line < n {
		found := "end"
		if line >= 0 {
			found = "line break"
		}
		return token{}, syntax("closing quote", found).at(l.text, span{l.at, l.at + 1})
	}
	t := l.take(textToken, n+2)
	t.text = rest[:n]
	if !utf8.ValidString(t.text) {
		return t, syntax("valid UTF-8", excerpt(t.text)).at(l.text, t.span)
	}
	return t, nil
}

func (l *lexer) symbol() (token, *Problem) {
	rest := l.text[l.at:]
	for _, double := range [...]string{"//", "<=", ">=", "==", "!=", "&&", "||"} {
		if strings.HasPrefix(rest, double) {
			return l.take(symbolToken, 2), nil
		}
	}
	if strings.IndexByte("+-*/%<>!?:,()[]", rest[0]) >= 0 {
		return l.take(symbolToken, 1), nil
	}
	_, size := utf8.DecodeRuneInString(rest)
	return token{}, syntax("operator or value", excerpt(rest[:size])).at(l.text, span{l.at, l.at + size})
}

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
}
