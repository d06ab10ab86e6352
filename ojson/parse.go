package ojson

import (
	"bytes"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxDepth is the number of nested arrays and objects that [Parse] accepts.
const MaxDepth = 100

// SyntaxError says why and where a text is not JSON.
type SyntaxError struct {
	// Offset is the number of bytes before the place of the error, byte-order
	// mark included.
	Offset int
	// Reason is a phrase in English, without the place.
	Reason string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s at byte %d", e.Reason, e.Offset)
}

// Parse reads one JSON value. A byte-order mark before it and white space
// around it are accepted. The error is a [*SyntaxError]. The value does not
// refer to data.
func Parse(data []byte) (Value, error) {
	var p Parser
	return p.Parse(data)
}

// MustParse is Parse for texts that a program contains; it panics on an error.
func MustParse(text string) Value {
	v, err := Parse([]byte(text))
	if err != nil {
		panic(fmt.Sprintf("ojson.MustParse(%q): %v", text, err))
	}
	return v
}

// Parser reads JSON values. It keeps scratch space and short strings between
// calls, which makes it faster than [Parse] for many small messages. The zero
// Parser is ready; it must not be used concurrently.
type Parser struct {
	data  []byte
	pos   int
	depth int
	// values and members are stacks of the containers that are still open;
	// each container copies its part when it closes, at its exact size.
	values  []Value
	members []Member
	buf     []byte
	// size and count are the length of the latest text and the number of values
	// in it.
	size, count int
	// interned holds recent short strings, so that the keys of a protocol are
	// allocated once.
	interned [64]string
}

var byteOrderMark = []byte("\uFEFF")

// maxScratch bounds the scratch space that a Parser keeps between calls.
const maxScratch = 4096

// Parse reads one JSON value; see the function [Parse].
func (p *Parser) Parse(data []byte) (Value, error) {
	p.data, p.pos, p.depth = data, 0, 0
	p.size, p.count = len(data), 0
	if bytes.HasPrefix(data, byteOrderMark) {
		p.pos = len(byteOrderMark)
	}
	p.skipSpace()
	v, err := p.value()
	if err == nil {
		p.skipSpace()
		if p.pos < len(p.data) {
			err = p.fail("unexpected text after the value")
		}
	}
	p.data = nil
	if err != nil || cap(p.values)+cap(p.members)+cap(p.buf) > maxScratch {
		// Scratch space of a large or a broken message is not worth keeping.
		p.values, p.members, p.buf = nil, nil, nil
	}
	if err != nil {
		return Value{}, err
	}
	return v, nil
}

// Weight estimates the memory in bytes that the latest value takes. A text of
// small numbers takes many times its length.
func (p *Parser) Weight() int {
	const perValue = 48
	return p.size + perValue*p.count
}

func (p *Parser) fail(reason string) error {
	return &SyntaxError{Offset: p.pos, Reason: reason}
}

func (p *Parser) skipSpace() {
	for p.pos < len(p.data) {
		switch p.data[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

func (p *Parser) value() (Value, error) {
	p.count++
	if p.pos >= len(p.data) {
		return Value{}, p.fail("unexpected end of the text")
	}
	switch c := p.data[p.pos]; {
	case c == '{':
		return p.object()
	case c == '[':
		return p.array()
	case c == '"':
		s, err := p.str()
		return Value{kind: KindString, text: s}, err
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	case c == 't':
		return Bool(true), p.literal("true")
	case c == 'f':
		return Bool(false), p.literal("false")
	case c == 'n':
		return Value{}, p.literal("null")
	default:
		return Value{}, p.fail("unexpected character")
	}
}

func (p *Parser) literal(word string) error {
	if !bytes.HasPrefix(p.data[p.pos:], []byte(word)) {
		return p.fail("unexpected character")
	}
	p.pos += len(word)
	return nil
}

// open enters an array or object.
func (p *Parser) open() error {
	if p.depth == MaxDepth {
		return p.fail(fmt.Sprintf("nested deeper than %d levels", MaxDepth))
	}
	p.depth++
	p.pos++
	p.skipSpace()
	return nil
}

// next reads what may stand after a member of a container: a comma, after
// which another member must follow, or the closing character.
func (p *Parser) next(closing byte) (more bool, err error) {
	p.skipSpace()
	if p.pos >= len(p.data) {
		return false, p.fail("unexpected end of the text")
	}
	switch p.data[p.pos] {
	case ',':
		p.pos++
		p.skipSpace()
		return true, nil
	case closing:
		p.pos++
		p.depth--
		return false, nil
	default:
		return false, p.fail(fmt.Sprintf("expected ',' or '%c'", closing))
	}
}

func (p *Parser) array() (Value, error) {
	if err := p.open(); err != nil {
		return Value{}, err
	}
	if p.pos < len(p.data) && p.data[p.pos] == ']' {
		p.pos++
		p.depth--
		return Array(), nil
	}
	base := len(p.values)
	for more := true; more; {
		v, err := p.value()
		if err != nil {
			return Value{}, err
		}
		p.values = append(p.values, v)
		if more, err = p.next(']'); err != nil {
			return Value{}, err
		}
	}
	items := make([]Value, len(p.values)-base)
	copy(items, p.values[base:])
	clear(p.values[base:]) // scratch space must not keep a message alive
	p.values = p.values[:base]
	return Array(items...), nil
}

func (p *Parser) object() (Value, error) {
	if err := p.open(); err != nil {
		return Value{}, err
	}
	if p.pos < len(p.data) && p.data[p.pos] == '}' {
		p.pos++
		p.depth--
		return Object(), nil
	}
	base := len(p.members)
	for more := true; more; {
		if p.pos >= len(p.data) || p.data[p.pos] != '"' {
			return Value{}, p.fail("expected a key in double quotes")
		}
		key, err := p.str()
		if err != nil {
			return Value{}, err
		}
		p.skipSpace()
		if p.pos >= len(p.data) || p.data[p.pos] != ':' {
			return Value{}, p.fail("expected ':' after the key")
		}
		p.pos++
		p.skipSpace()
		v, err := p.value()
		if err != nil {
			return Value{}, err
		}
		p.members = append(p.members, Member{key, v})
		if more, err = p.next('}'); err != nil {
			return Value{}, err
		}
	}
	members := make([]Member, len(p.members)-base)
	copy(members, p.members[base:])
	clear(p.members[base:])
	p.members = p.members[:base]
	return Object(members...), nil
}

func (p *Parser) number() (Value, error) {
	start := p.pos
	if p.data[p.pos] == '-' {
		p.pos++
	}
	switch {
	case p.pos < len(p.data) && p.data[p.pos] == '0':
		p.pos++
		if p.digits() > 0 {
			return Value{}, p.fail("a number must not have leading zeros")
		}
	case p.digits() == 0:
		return Value{}, p.fail("expected a digit")
	}
	if p.pos < len(p.data) && p.data[p.pos] == '.' {
		p.pos++
		if p.digits() == 0 {
			return Value{}, p.fail("expected a digit after the decimal point")
		}
	}
	if p.pos < len(p.data) && (p.data[p.pos] == 'e' || p.data[p.pos] == 'E') {
		p.pos++
		if p.pos < len(p.data) && (p.data[p.pos] == '+' || p.data[p.pos] == '-') {
			p.pos++
		}
		if p.digits() == 0 {
			return Value{}, p.fail("expected a digit in the exponent")
		}
	}
	return number(p.intern(p.data[start:p.pos])), nil
}

func (p *Parser) digits() (n int) {
	for p.pos < len(p.data) && p.data[p.pos] >= '0' && p.data[p.pos] <= '9' {
		p.pos++
		n++
	}
	return n
}

// str reads a string at its opening quote.
func (p *Parser) str() (string, error) {
	p.pos++
	start := p.pos
	ascii := true
	for p.pos < len(p.data) {
		switch c := p.data[p.pos]; {
		case c == '"':
			text := p.data[start:p.pos]
			if !ascii {
				if bad := invalidUTF8(text); bad >= 0 {
					p.pos = start + bad
					return "", p.fail("invalid UTF-8")
				}
			}
			p.pos++
			return p.intern(text), nil
		case c == '\\':
			return p.escaped(start)
		case c < 0x20:
			return "", p.fail("control character in a string")
		case c >= utf8.RuneSelf:
			ascii = false
			p.pos++
		default:
			p.pos++
		}
	}
	return "", p.fail("string without an end")
}

// escaped reads on at the first backslash of a string that began at start.
func (p *Parser) escaped(start int) (string, error) {
	p.buf = append(p.buf[:0], p.data[start:p.pos]...)
	for p.pos < len(p.data) {
		switch c := p.data[p.pos]; {
		case c == '"':
			if bad := invalidUTF8(p.buf); bad >= 0 {
				return "", p.fail("invalid UTF-8 in the string before this place")
			}
			p.pos++
			return p.intern(p.buf), nil
		case c == '\\':
			if err := p.escape(); err != nil {
				return "", err
			}
		case c < 0x20:
			return "", p.fail("control character in a string")
		default:
			p.buf = append(p.buf, c)
			p.pos++
		}
	}
	return "", p.fail("string without an end")
}

// escape reads one escape sequence and appends what it stands for to buf.
func (p *Parser) escape() error {
	if p.pos+1 >= len(p.data) {
		return p.fail("string without an end")
	}
	switch c := p.data[p.pos+1]; c {
	case '"', '\\', '/':
		p.buf = append(p.buf, c)
	case 'b':
		p.buf = append(p.buf, '\b')
	case 'f':
		p.buf = append(p.buf, '\f')
	case 'n':
		p.buf = append(p.buf, '\n')
	case 'r':
		p.buf = append(p.buf, '\r')
	case 't':
		p.buf = append(p.buf, '\t')
	case 'u':
		return p.unicodeEscape()
	default:
		return p.fail("unknown escape sequence")
	}
	p.pos += 2
	return nil
}

func (p *Parser) unicodeEscape() error {
	r, ok := hex4(p.data[p.pos:])
	if !ok {
		return p.fail(`expected four hexadecimal digits after \u`)
	}
	size := 6
	if utf16.IsSurrogate(r) {
		low, ok := hex4(p.data[p.pos+size:])
		pair := utf16.DecodeRune(r, low)
		if !ok || pair == utf8.RuneError {
			return p.fail("unpaired surrogate")
		}
		r, size = pair, 12
	}
	p.buf = utf8.AppendRune(p.buf, r)
	p.pos += size
	return nil
}

// hex4 reads \uXXXX at the start of data.
func hex4(data []byte) (r rune, ok bool) {
	if len(data) < 6 || data[0] != '\\' || data[1] != 'u' {
		return 0, false
	}
	for _, c := range data[2:6] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// invalidUTF8 returns the offset of the first invalid byte, -1 for none.
func invalidUTF8(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// intern returns text as a string, shared with an earlier equal one if that is
// still remembered.
func (p *Parser) intern(text []byte) string {
	if len(text) == 0 {
		return ""
	}
	if len(text) > 24 {
		return string(text)
	}
	h := uint32(len(text))*31 + uint32(text[0])*7 + uint32(text[len(text)-1])*131 + uint32(text[len(text)/2])*17
	slot := &p.interned[h%uint32(len(p.interned))]
	if *slot == string(text) { // compiled without an allocation
		return *slot
	}
	*slot = string(text)
	return *slot
}
