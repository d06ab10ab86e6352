package packdir

import (
	"strings"
	"unicode/utf8"
)

// text is the value of a text while it is read. When it is read once more, to
// find the place of one of its bytes, it also notes where that byte came from.
type text struct {
	value []byte
	// want is the byte that is looked for, -1 for none; at is where it stands
	// in the file, -1 until it is found.
	want, at int
	// end is the offset in the file behind the last piece.
	end int
}

func newText() *text { return &text{want: -1, at: -1} }

func (t *text) String() string { return string(t.value) }

// copied appends a piece that stands in the file as it is.
func (t *text) copied(src string, from, to int) {
	if n := t.want - len(t.value); t.want >= 0 && n >= 0 && n < to-from {
		t.at = from + n
	}
	t.value = append(t.value, src[from:to]...)
	t.end = to
}

// made appends what the text between from and to in the file stands for.
func (t *text) made(piece string, from, to int) {
	if n := t.want - len(t.value); t.want >= 0 && n >= 0 && n < len(piece) {
		t.at = from
	}
	t.value = append(t.value, piece...)
	t.end = to
}

// folded appends what so many line ends between two lines of text mean.
func (t *text) folded(breaks, from, to int) {
	switch {
	case breaks == 1:
		t.made(" ", from, to)
	case breaks > 1:
		t.made(strings.Repeat("\n", breaks-1), from, to)
	}
}

// quoted reads the quoted text that starts here. In the block style its further
// lines must be indented deeper than n.
func (r *reader) quoted(t *text, n int, flow bool) *fault {
	open, q := r.pos, r.src[r.pos]
	r.pos++
	from := r.pos // of the piece that has not been copied yet
	for r.pos < len(r.src) {
		switch c := r.src[r.pos]; {
		case c == q:
			t.copied(r.src, from, r.pos)
			r.pos++
			if q == '"' || r.pos == len(r.src) || r.src[r.pos] != q {
				return nil
			}
			t.made("'", r.pos-1, r.pos+1)
			r.pos++
			from = r.pos
		case c == '\\' && q == '"':
			t.copied(r.src, from, r.pos)
			if r.pos++; r.pos < len(r.src) && isBreak(r.src[r.pos]) {
				if f := r.foldQuoted(t, n, flow, true); f != nil {
					return f
				}
			} else if f := r.escapeSequence(t); f != nil {
				return f
			}
			from = r.pos
		case isBreak(c):
			to := r.pos
			for to > from && isBlank(r.src[to-1]) {
				to--
			}
			t.copied(r.src, from, to)
			if f := r.foldQuoted(t, n, flow, false); f != nil {
				return f
			}
			from = r.pos
		default:
			r.pos++
		}
	}
	return syntax("unclosed-quote", open, open+1)
}

// foldQuoted goes from a line end in a quoted text to the next line that holds
// something. A line end behind a backslash (escaped) means nothing.
func (r *reader) foldQuoted(t *text, n int, flow, escaped bool) *fault {
	from, breaks := r.pos, 0
	if escaped {
		breaks = -1
	}
	for r.pos < len(r.src) && isBreak(r.src[r.pos]) {
		r.newLine(r.pos)
		breaks++
		for r.pos < len(r.src) && isBlank(r.src[r.pos]) {
			r.pos++
		}
	}
	if r.pos == len(r.src) {
		return nil // the caller says that the quote is open
	}
	if r.anyMarker() {
		return syntax("document-marker", r.pos, r.pos+3)
	}
	if spaces := r.spaces(r.line); !flow && spaces <= n {
		return syntax("bad-indent", r.pos, r.pos+r.width())
	}
	if escaped {
		t.made(strings.Repeat("\n", breaks), from, from)
	} else {
		t.folded(breaks, from, from)
	}
	return nil
}

// spaces counts the spaces from i on.
func (r *reader) spaces(i int) int {
	n := 0
	for i+n < len(r.src) && r.src[i+n] == ' ' {
		n++
	}
	return n
}

// escapeSequence reads what follows a backslash.
func (r *reader) escapeSequence(t *text) *fault {
	from := r.pos - 1
	bad := func() *fault { return syntax("unknown-escape", from, min(r.pos, len(r.src))) }
	if r.pos == len(r.src) {
		return bad()
	}
	c := r.src[r.pos]
	r.pos += r.width()
	digits := 0
	switch c {
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		piece := simpleEscape(c)
		if piece == "" {
			return bad()
		}
		t.made(piece, from, r.pos)
		return nil
	}
	char, ok := r.hex(digits)
	if ok && digits == 4 && char >= 0xD800 && char < 0xDC00 && strings.HasPrefix(r.src[r.pos:], `\u`) {
		// JSON writes characters beyond U+FFFF as two escapes.
		r.pos += 2
		var low rune
		low, ok = r.hex(4)
		ok = ok && low >= 0xDC00 && low < 0xE000
		char = 0x10000 + (char-0xD800)<<10 + (low - 0xDC00)
	}
	if !ok || !utf8.ValidRune(char) {
		return bad()
	}
	t.made(string(char), from, r.pos)
	return nil
}

// hex reads so many hexadecimal digits.
func (r *reader) hex(digits int) (char rune, ok bool) {
	for range digits {
		if r.pos == len(r.src) {
			return 0, false
		}
		d := strings.IndexByte("0123456789abcdef", r.src[r.pos]|0x20)
		if c := r.src[r.pos]; d < 0 || d < 10 && (c < '0' || c > '9') || char > utf8.MaxRune {
			return 0, false
		}
		char = char<<4 | rune(d)
		r.pos++
	}
	return char, true
}

// simpleEscape returns what a backslash and one character stand for, "" when
// they stand for nothing.
func simpleEscape(c byte) string {
	switch c {
	case ' ', '"', '/', '\\', '\t':
		return string(rune(c))
	case '0':
		return "\x00"
	case 'a':
		return "\a"
	case 'b':
		return "\b"
	case 't':
		return "\t"
	case 'n':
		return "\n"
	case 'v':
		return "\v"
	case 'f':
		return "\f"
	case 'r':
		return "\r"
	case 'e':
		return "\x1b"
	case 'N':
		return "\u0085"
	case '_':
		return "\u00A0"
	case 'L':
		return "\u2028"
	case 'P':
		return "\u2029"
	}
	return ""
}
