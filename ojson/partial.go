package ojson

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// ParsePartial returns the value that the beginning of a JSON text holds, as
// streamed structured answers need it (bridge protocol, section 7, event
// partial). For a whole text it is the value that [Parse] returns.
//
// Arrays and objects that are still open are closed. A string that is cut off
// is kept up to its last whole character. What is not certain yet is left out:
// a number that more digits could follow, a literal or a key that is cut off,
// a member whose value has not begun. Only a number that is itself a whole
// text is kept, although more digits could follow.
//
// ok is false when no value has begun yet that could be kept, and when data is
// not the beginning of any JSON text within the limits of Parse.
func ParsePartial(data []byte) (v Value, ok bool) {
	p := partialParser{Parser{data: data}}
	if bytes.HasPrefix(data, byteOrderMark) {
		p.pos = len(byteOrderMark)
	}
	p.skipSpace()
	v, got := p.value()
	p.skipSpace()
	ok = got == begun || got == whole && p.atEnd()
	if !ok {
		return Value{}, false
	}
	return v, true
}

// partialParser reads a text that may end anywhere. Tokens are read by the
// Parser in it; of containers it needs its own reader, which knows what to keep.
type partialParser struct{ Parser }

// progress says how far the text goes into a value.
type progress uint8

const (
	broken  progress = iota // the text cannot be continued to JSON
	nothing                 // the text ends before anything that could be kept
	begun                   // the text ends inside the value; its beginning can be kept
	whole                   // the value ends before or with the text
)

func (p *partialParser) atEnd() bool { return p.pos >= len(p.data) }

// stopped tells an error by the end of the text from other errors.
func (p *partialParser) stopped() progress {
	if p.atEnd() {
		return begun
	}
	return broken
}

func (p *partialParser) value() (Value, progress) {
	if p.atEnd() {
		return Value{}, nothing
	}
	switch c := p.data[p.pos]; {
	case c == '{':
		return p.object()
	case c == '[':
		return p.array()
	case c == '"':
		s, got := p.str()
		return String(s), got
	case c == '-' || isDigit(c):
		return p.number()
	}
	for _, word := range []string{"true", "false", "null"} {
		if rest := p.data[p.pos:]; len(rest) < len(word) && word[:len(rest)] == string(rest) {
			return Value{}, nothing
		}
	}
	v, err := p.Parser.value()
	if err != nil {
		return Value{}, broken
	}
	return v, whole
}

func (p *partialParser) array() (Value, progress) {
	if p.open() != nil {
		return Value{}, broken
	}
	var items []Value
	for more := p.skipEmpty(']'); more; {
		v, got := p.value()
		if got == broken {
			return Value{}, broken
		}
		if got != nothing {
			items = append(items, v)
		}
		if got != whole {
			return Array(items...), begun
		}
		var err error
		if more, err = p.next(']'); err != nil {
			return Array(items...), p.stopped()
		}
	}
	return Array(items...), whole
}

func (p *partialParser) object() (Value, progress) {
	if p.open() != nil {
		return Value{}, broken
	}
	var members []Member
	for more := p.skipEmpty('}'); more; {
		m, got := p.member()
		if got == broken {
			return Value{}, broken
		}
		if got != nothing {
			members = append(members, m)
		}
		if got != whole {
			return Object(members...), begun
		}
		var err error
		if more, err = p.next('}'); err != nil {
			return Object(members...), p.stopped()
		}
	}
	return Object(members...), whole
}

// skipEmpty leaves a container that ends right after it was opened, and
// reports whether it does not end there.
func (p *partialParser) skipEmpty(closing byte) (more bool) {
	if p.atEnd() || p.data[p.pos] != closing {
		return true
	}
	p.pos++
	p.depth--
	return false
}

// member reads a key and its value. It is nothing until the value has begun.
func (p *partialParser) member() (Member, progress) {
	if p.atEnd() {
		return Member{}, nothing
	}
	if p.data[p.pos] != '"' {
		return Member{}, broken
	}
	key, got := p.str()
	if got == broken {
		return Member{}, broken
	}
	p.skipSpace()
	if p.atEnd() {
		return Member{}, nothing
	}
	if p.data[p.pos] != ':' {
		return Member{}, broken
	}
	p.pos++
	p.skipSpace()
	v, got := p.value()
	return Member{key, v}, got
}

// number reads a number. One that ends with the text may go on and is kept
// only if it is the whole text.
func (p *partialParser) number() (Value, progress) {
	v, err := p.Parser.number()
	switch {
	case err == nil && (!p.atEnd() || p.depth == 0):
		return v, whole
	case p.atEnd() && (err == nil || !isDigit(p.data[p.pos-1])):
		// Either more digits or, after a sign, a point or an e, the first one
		// may follow. A wrong number whose last byte is a digit, such as 01,
		// stays wrong.
		return Value{}, nothing
	default:
		return Value{}, broken
	}
}

// str reads a string, or what there is of it.
func (p *partialParser) str() (string, progress) {
	start := p.pos
	s, err := p.Parser.str()
	if err == nil {
		return s, whole
	}
	inside := p.data[start+1:]
	kept, ok := wholeCharacters(inside)
	if !ok {
		return "", broken
	}
	// The kept part must be a string when a quote is put after it. If the error
	// was not that the text ended, it is found again.
	closed := append([]byte{'"'}, inside[:kept]...)
	var q Parser
	q.data = append(closed, '"')
	if s, err = q.str(); err != nil {
		return "", broken
	}
	p.pos = len(p.data)
	return s, begun
}

// wholeCharacters returns the length of the inside of a cut-off string without
// half a character at its end; ok is false when that half cannot be completed.
func wholeCharacters(inside []byte) (n int, ok bool) {
	for n < len(inside) {
		if inside[n] != '\\' {
			n++
			continue
		}
		size := escapeSize(inside[n:])
		if n+size > len(inside) {
			return n, completable(inside[n:])
		}
		n += size
	}
	for k := 1; k < utf8.UTFMax && k <= n; k++ {
		if tail := inside[n-k:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				n -= k
			}
			break
		}
	}
	return n, true
}

// escapeSize returns the number of bytes that the escape sequence at the start
// of text takes, surrogate pairs being one, as far as the text shows it.
func escapeSize(text []byte) int {
	if len(text) < 2 || text[1] != 'u' {
		return 2
	}
	if r, ok := hex4(text); ok && utf16.IsSurrogate(r) {
		return 12
	}
	return 6
}

// completable reports whether an escape sequence that the text cuts off can
// still become right.
func completable(half []byte) bool {
	if len(half) < 2 {
		return true
	}
	// Zeros complete the first half to any hexadecimal number that begins
	// like it; \udc00 is the first of the low surrogates, and shares its
	// beginning with all of them.
	if len(half) < 6 {
		r, ok := hex4(append(half[:len(half):len(half)], `\u0000`[len(half):]...))
		return ok && !isLowSurrogate(r)
	}
	high, _ := hex4(half)
	second := half[6:]
	low, ok := hex4(append(second[:len(second):len(second)], `\udc00`[len(second):]...))
	return ok && !isLowSurrogate(high) && isLowSurrogate(low)
}

func isLowSurrogate(r rune) bool { return r >= 0xDC00 && r <= 0xDFFF }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
