package packdir

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// plain reads the text without quotes that starts here and decides what it is:
// a number, true, false, null, or text.
func (r *reader) plain(n int, flow bool) (v ojson.Value, s spot, f *fault) {
	if f := r.checkStart(flow); f != nil {
		return v, s, f
	}
	start := r.pos
	end, f := r.plainEnd(n, flow)
	if f != nil {
		return v, s, f
	}
	s = spot{file: r.file, style: plain, start: int32(start), end: int32(end)}
	value := r.src[start:end]
	if strings.Contains(value, "\n") {
		t := newText()
		t.plain(r.src, start, end)
		return ojson.String(t.String()), s, nil
	}
	v, what := resolve(value)
	if what != "" {
		return v, s, unsupported(what, start, end)
	}
	return v, s, nil
}

// checkStart refuses the characters that start no plain text.
func (r *reader) checkStart(flow bool) *fault {
	at, c := r.pos, r.src[r.pos]
	next := r.blankAt(at+1) || flow && isFlowMark(r.src[at+1])
	switch {
	case c == '&':
		return unsupported("anchor", at, r.wordEnd(at))
	case c == '*':
		return unsupported("alias", at, r.wordEnd(at))
	case c == '!':
		return unsupported("tag", at, r.wordEnd(at))
	case c == '?' && (next || flow): // some readers need no blank in brackets
		return unsupported("complex-key", at, at+1)
	case c == ':' && next && flow:
		return unsupported("empty-key", at, at+1)
	case c == '@' || c == '`' || c == '%':
		return syntax("reserved-character", at, at+1)
	case isStartMark(c), (c == '-' || c == ':') && next:
		return syntax("unexpected-character", at, at+1)
	}
	return nil
}

// isStartMark reports whether a character at the start of a value or key means
// something by itself, so that no plain text starts with it.
func isStartMark(c byte) bool { return strings.IndexByte("&*!|>%@`[]{},#\"'", c) >= 0 }

// wordEnd returns the end of the name of an anchor, alias or tag at i.
func (r *reader) wordEnd(i int) int {
	for i < len(r.src) && !r.blankAt(i) && !isFlowMark(r.src[i]) {
		i++
	}
	return i
}

// plainEnd goes over a plain text and returns its end, without the blanks
// behind it. Further lines belong to it when they are indented deeper than n,
// in the flow style always.
func (r *reader) plainEnd(n int, flow bool) (end int, f *fault) {
	for end = r.pos; ; {
		for ; r.pos < len(r.src) && !isBreak(r.src[r.pos]); r.pos++ {
			switch c := r.src[r.pos]; {
			case c == ':' && r.blankAt(r.pos+1):
				if !flow {
					return end, syntax("colon-in-text", r.pos, r.pos+1)
				}
				return end, nil
			case flow && (isFlowMark(c) || c == ':' && isFlowMark(r.src[r.pos+1])):
				return end, nil
			case c == '#' && r.pos > r.line && isBlank(r.src[r.pos-1]):
				return end, nil
			case !isBlank(c):
				end = r.pos + 1
			}
		}
		if !r.continues(n, flow) {
			return end, nil
		}
	}
}

// continues goes from the end of a line to the next one that holds something,
// if a plain text can go on there.
func (r *reader) continues(n int, flow bool) bool {
	line, i := -1, r.pos
	for i < len(r.src) && isBreak(r.src[i]) {
		if r.src[i] == '\r' {
			i++
		}
		i++
		line = i
		for i < len(r.src) && isBlank(r.src[i]) {
			i++
		}
	}
	if i == len(r.src) || r.src[i] == '#' || !flow && r.spaces(line) <= n {
		return false
	}
	ahead := reader{src: r.src, pos: line, line: line}
	if ahead.anyMarker() {
		return false
	}
	r.pos, r.line, r.first, r.tab = i, line, i, false
	return true
}

// plain appends the lines of a plain text, joined.
func (t *text) plain(src string, start, end int) {
	breaks, last := 0, start
	for i := start; i < end; {
		from, to := i, i
		for to < end && !isBreak(src[to]) {
			to++
		}
		i = to
		for from < to && isBlank(src[from]) {
			from++
		}
		for to > from && isBlank(src[to-1]) {
			to--
		}
		if from < to {
			t.folded(breaks, last, from)
			t.copied(src, from, to)
			breaks, last = 0, to
		}
		if i < end && src[i] == '\r' {
			i++
		}
		i++ // the line feed, or beyond the end
		breaks++
	}
}
