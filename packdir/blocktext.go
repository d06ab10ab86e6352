package packdir

// block reads the text in lines (| or >) that starts here, behind a key or dash
// with the indentation n.
func (r *reader) block(t *text, n int) *fault {
	literal := r.src[r.pos] == '|'
	indent, chomp, f := r.blockHeader(n)
	if f != nil {
		return f
	}
	t.end = r.pos // of an empty text
	if r.pos == len(r.src) {
		return nil
	}
	r.newLine(r.pos)
	if indent == 0 {
		if indent, f = r.blockIndent(n); f != nil {
			return f
		}
	}
	// What stands between the last line and this one: line ends that are not in
	// the text yet, first and last of them in the file.
	breaks, last := 0, t.end
	var started, indented bool // the line before exists, and starts with a blank
	for r.pos < len(r.src) {
		spaces := r.spaces(r.line)
		at := r.line + min(spaces, indent)
		if at == len(r.src) { // the end of the file ends its last line too
			breaks++
			r.pos = at
			break
		}
		if isBreak(r.src[at]) {
			breaks++
			r.newLine(at)
			continue
		}
		if spaces < indent || r.anyMarker() {
			break
		}
		deeper := isBlank(r.src[at])
		switch {
		case literal || !started || deeper || indented:
			t.lineEnds(breaks, last)
		default:
			t.folded(breaks, last, at)
		}
		to := r.lineEnd(at)
		t.copied(r.src, at, to)
		started, indented, breaks, last = true, deeper, 1, to
		if r.pos = to; to == len(r.src) {
			break
		}
		r.newLine(to)
	}
	switch {
	case chomp == '+':
		t.lineEnds(breaks, last)
	case chomp == 0 && started:
		t.lineEnds(min(breaks, 1), last)
	}
	if !started {
		t.end = last
	}
	return nil
}

// lineEnds appends line ends.
func (t *text) lineEnds(n, at int) {
	for range n {
		t.made("\n", at, at)
	}
}

// blockHeader reads the marks behind | or >: an indentation, then 0, and what
// happens to line ends at the end of the text: '-', '+' or 0.
func (r *reader) blockHeader(n int) (indent int, chomp byte, f *fault) {
	start := r.pos
	for r.pos++; r.pos < len(r.src); r.pos++ {
		switch c := r.src[r.pos]; {
		case (c == '-' || c == '+') && chomp == 0:
			chomp = c
			continue
		case c >= '1' && c <= '9' && indent == 0:
			indent = max(n, 0) + int(c-'0')
			continue
		}
		break
	}
	end := r.lineEnd(r.pos)
	for i := r.pos; i < end && !(r.src[i] == '#' && i > r.pos); i++ {
		if !isBlank(r.src[i]) {
			return 0, 0, syntax("block-header", start, end)
		}
	}
	r.pos = end
	return indent, chomp, nil
}

// blockIndent finds the indentation of a block text without one in its header:
// that of its first line that holds something, if that is deeper than n. Lines
// of spaces before it must not be longer.
func (r *reader) blockIndent(n int) (int, *fault) {
	widest, at := 0, 0
	for i := r.line; ; {
		spaces := r.spaces(i)
		i += spaces
		blank := i == len(r.src) || isBreak(r.src[i])
		switch {
		case blank && spaces > widest:
			widest, at = spaces, i
		case !blank && spaces > n && widest > spaces:
			return 0, syntax("bad-indent", at-widest, at)
		case !blank && spaces > n:
			return spaces, nil
		}
		if !blank || i == len(r.src) {
			return max(widest, n+1), nil // no line holds anything
		}
		i = r.breakEnd(i)
	}
}

// breakEnd returns the offset behind the line end at i.
func (r *reader) breakEnd(i int) int {
	if r.src[i] == '\r' {
		i++
	}
	return i + 1
}
