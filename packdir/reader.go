package packdir

import (
	"unicode/utf8"

	"github.com/open-actor-models/oam/ojson"
)

// reader reads one file. It goes over the text once, from front to back; what
// it looks at ahead of that is at most the rest of a line or the blank lines
// before the next one, so its cost is linear whatever the text is.
type reader struct {
	src  string
	file uint16
	// pos is the offset of the next byte, line that of the first byte of its
	// line.
	pos, line int
	// first is the offset of the first character of this line that is neither
	// blank nor comment, -1 before it is known.
	first int
	// tab is set when a tab was skipped on this line.
	tab bool
	// left is how many values may still be made, in this and other files.
	left *int
	// twice lists the repeated members.
	twice []repeated
}

// repeated is a member that stands twice in one object.
type repeated struct {
	again, first spot
	// path is the JSON Pointer of the member, filled in on the way out.
	path string
}

// checkText refuses what must not stand anywhere in a file: broken UTF-8 and
// control characters other than tabs and line ends.
func checkText(src string) *fault {
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(src[i:])
			if r == utf8.RuneError && n == 1 {
				return syntax("not-utf8", i, i+1)
			}
			i += n - 1
		case c >= ' ' || c == '\t' || c == '\n' || c == '\r' && i+1 < len(src) && src[i+1] == '\n':
		default:
			return syntax("control-character", i, i+1)
		}
	}
	return nil
}

// document reads a whole YAML file. A file without any value, comments perhaps,
// has ok false.
func (r *reader) document() (v ojson.Value, s spot, ok bool, f *fault) {
	r.skip()
	if r.pos < len(r.src) && r.pos == r.line && r.src[r.pos] == '%' {
		return v, s, false, unsupported("directive", r.pos, r.lineEnd(r.pos))
	}
	var lead byte
	if r.marker("---") {
		r.pos += 3
		lead = ':' // behind it, too, no list or object starts on its line
		r.skip()
	}
	if ok = !r.atEnd(); ok {
		if v, s, f = r.value(-1, lead, 1); f != nil {
			return v, s, false, f
		}
	}
	if r.pos < len(r.src) && r.marker("...") {
		r.pos += 3
		if f := r.nextLine(); f != nil {
			return v, s, false, f
		}
		if r.pos < len(r.src) {
			return v, s, false, unsupported("documents", r.pos, r.lineEnd(r.pos))
		}
	}
	switch {
	case r.pos == len(r.src):
		return v, s, ok, nil
	case r.marker("---"):
		return v, s, false, unsupported("documents", r.pos, r.pos+3)
	}
	return v, s, false, syntax("bad-indent", r.pos, r.pos+1)
}

// json reads the value of a JSON file, which is a flow value; that it holds
// JSON and nothing more is for ojson to say.
func (r *reader) json() (v ojson.Value, s spot, f *fault) {
	r.skip()
	if r.pos == len(r.src) {
		return v, s, syntax("unexpected-character", r.pos, r.pos)
	}
	if v, s, f = r.flowValue(1); f != nil {
		return v, s, f
	}
	if r.skip(); r.pos < len(r.src) {
		return v, s, syntax("unexpected-character", r.pos, r.pos+1)
	}
	return v, s, nil
}

// skip goes to the next character that is neither blank, comment nor line end.
func (r *reader) skip() {
	for {
		start := r.pos == r.line
		for r.pos < len(r.src) && isBlank(r.src[r.pos]) {
			r.tab = r.tab || r.src[r.pos] == '\t'
			r.pos++
		}
		if r.pos < len(r.src) && r.src[r.pos] == '#' && (r.pos == r.line || isBlank(r.src[r.pos-1])) {
			r.pos = r.lineEnd(r.pos)
		}
		if r.pos == len(r.src) || !isBreak(r.src[r.pos]) {
			if start {
				r.first = r.pos
			}
			return
		}
		r.newLine(r.pos)
	}
}

// newLine goes behind the line end at the given offset.
func (r *reader) newLine(at int) {
	if r.src[at] == '\r' {
		at++ // checkText has seen the line feed behind it
	}
	r.pos, r.line, r.first, r.tab = at+1, at+1, -1, false
}

// nextLine ends a value of the block style: nothing but a comment may stand
// behind it on its line, and the next line must not be indented with tabs.
func (r *reader) nextLine() *fault {
	r.skip()
	switch {
	case r.pos == len(r.src):
	case !r.fresh():
		if r.src[r.pos] == ':' && r.blankAt(r.pos+1) {
			return syntax("colon-in-text", r.pos, r.pos+1)
		}
		return syntax("unexpected-character", r.pos, r.pos+r.width())
	case r.tab:
		return syntax("tab-indent", r.line, r.pos)
	}
	return nil
}

// fresh reports whether the next character is the first of its line.
func (r *reader) fresh() bool { return r.pos == r.first }

// column is the number of bytes before the next one on its line. It is compared
// only where these bytes are spaces and dashes.
func (r *reader) column() int { return r.pos - r.line }

// marker reports whether a line with the given document marker starts here.
func (r *reader) marker(m string) bool {
	return r.pos == r.line && len(r.src)-r.pos >= 3 && r.src[r.pos:r.pos+3] == m && r.blankAt(r.pos+3)
}

// anyMarker reports whether a document ends or starts here.
func (r *reader) anyMarker() bool { return r.marker("---") || r.marker("...") }

// atEnd reports whether the document has nothing more.
func (r *reader) atEnd() bool { return r.pos == len(r.src) || r.anyMarker() }

// blankAt reports whether a blank, a line end or the end of the text is at i.
func (r *reader) blankAt(i int) bool {
	return i >= len(r.src) || isBlank(r.src[i]) || isBreak(r.src[i])
}

// lineEnd returns the offset of the end of the line that i is in.
func (r *reader) lineEnd(i int) int {
	for i < len(r.src) && !isBreak(r.src[i]) {
		i++
	}
	return i
}

// width is the length in bytes of the next character.
func (r *reader) width() int {
	_, n := utf8.DecodeRuneInString(r.src[r.pos:])
	return n
}

// count charges one value, which stands at the given offset, to the budget.
func (r *reader) count(at int) *fault {
	if *r.left--; *r.left < 0 {
		return &fault{codeTooLarge, at, at + 1, limitData("values", MaxValues)}
	}
	return nil
}

// enter checks the depth of the list or object that starts here.
func (r *reader) enter(depth int) *fault {
	if depth > MaxDepth {
		return &fault{codeTooDeep, r.pos, r.pos + 1, limitData("depth", MaxDepth)}
	}
	return nil
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isBreak(c byte) bool { return c == '\n' || c == '\r' }

func isFlowMark(c byte) bool { return c == ',' || c == '[' || c == ']' || c == '{' || c == '}' }
