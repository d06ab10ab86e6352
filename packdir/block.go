package packdir

import "github.com/open-actor-models/oam/ojson"

// value reads the value behind "key:" or "-", or the document itself (lead 0),
// in the block style. It must stand deeper than the indentation n; only a list
// may stand right below the key that it belongs to. Nothing there is null. The
// reader is then at the next line that holds something.
func (r *reader) value(n int, lead byte, depth int) (v ojson.Value, s spot, f *fault) {
	at := r.pos
	r.skip()
	inline := !r.fresh()
	if !r.atEnd() && !inline && r.tab {
		return v, s, syntax("tab-indent", r.line, r.pos)
	}
	if r.atEnd() || !inline && r.column() <= n && !(lead == ':' && r.column() == n && r.dash()) {
		return v, spot{file: r.file, start: int32(at), end: int32(at)}, r.count(at)
	}
	return r.node(n, inline && lead == ':', depth)
}

// spot returns a spot from start to here.
func (r *reader) spot(st style, start int) spot {
	return spot{file: r.file, style: st, start: int32(start), end: int32(max(start, r.pos))}
}

// dash reports whether an item of a list starts here.
func (r *reader) dash() bool { return r.src[r.pos] == '-' && r.blankAt(r.pos+1) }

// node reads the value that starts here. Behind a key on its line (inline)
// neither a list nor an object can start.
func (r *reader) node(n int, inline bool, depth int) (v ojson.Value, s spot, f *fault) {
	if f := r.count(r.pos); f != nil {
		return v, s, f
	}
	switch c := r.src[r.pos]; {
	case r.dash():
		if inline {
			return v, s, syntax("list-in-line", r.pos, r.pos+1)
		}
		return r.list(depth)
	case c == '?' && r.blankAt(r.pos+1):
		return v, s, unsupported("complex-key", r.pos, r.pos+1)
	case !inline && r.isKey():
		return r.object(depth)
	case c == '[' || c == '{':
		if v, s, f = r.flow(depth); f == nil {
			f = r.afterFlow()
		}
		return v, s, f
	case c == '"' || c == '\'':
		start, b := r.pos, newText()
		if f := r.quoted(b, n, false); f != nil {
			return v, s, f
		}
		return ojson.String(b.String()), r.spot(quoted, start), r.nextLine()
	case c == '|' || c == '>':
		start, b := r.pos, newText()
		if f := r.block(b, n); f != nil {
			return v, s, f
		}
		s = r.spot(block, start)
		s.end, s.indent = int32(b.end), int32(n)
		return ojson.String(b.String()), s, r.nextLine()
	}
	if v, s, f = r.plain(n, false); f == nil {
		f = r.nextLine()
	}
	return v, s, f
}

// afterFlow ends the line of a flow value. A colon would make it a key.
func (r *reader) afterFlow() *fault {
	r.skip()
	if r.pos < len(r.src) && !r.fresh() && r.src[r.pos] == ':' {
		return unsupported("complex-key", r.pos, r.pos+1)
	}
	return r.nextLine()
}

// list reads the items that stand in the column of this dash.
func (r *reader) list(depth int) (v ojson.Value, s spot, f *fault) {
	if f := r.enter(depth); f != nil {
		return v, s, f
	}
	if r.tab {
		return v, s, syntax("tab-indent", r.line, r.pos)
	}
	s = spot{file: r.file, start: int32(r.pos), end: int32(r.pos + 1)}
	var items []ojson.Value
	for indent := r.column(); ; {
		dash, since := r.pos, len(r.twice)
		r.pos++
		item, kid, f := r.value(indent, '-', depth+1)
		if f != nil {
			return v, s, f
		}
		if kid.start == kid.end { // nothing there: the dash stands for it
			kid.start, kid.end = int32(dash), int32(dash+1)
		}
		r.underItem(len(items), since)
		items, s.kids = append(items, item), append(s.kids, kid)
		switch {
		case r.atEnd() || r.column() < indent || r.column() == indent && !r.dash():
			return ojson.Array(items...), s, nil
		case r.column() > indent:
			return v, s, syntax("bad-indent", r.pos, r.pos+r.width())
		}
	}
}

// object reads the members whose keys stand in the column of this one.
func (r *reader) object(depth int) (v ojson.Value, s spot, f *fault) {
	if f := r.enter(depth); f != nil {
		return v, s, f
	}
	if r.tab {
		return v, s, syntax("tab-indent", r.line, r.pos)
	}
	s = spot{file: r.file, start: int32(r.pos)}
	var m members
	for indent := r.column(); ; {
		if f := r.checkKey(); f != nil {
			return v, s, f
		}
		start, since := r.pos, len(r.twice)
		key, end, f := r.key()
		if f != nil {
			return v, s, f
		}
		member, kid, f := r.value(indent, ':', depth+1)
		if f != nil {
			return v, s, f
		}
		if len(m.list) == 0 {
			s.end = int32(end) // the first key stands for the object
		}
		kid.key, kid.keyEnd = int32(start), int32(end)
		r.add(&m, key, member, kid, since)
		switch {
		case r.atEnd() || r.column() < indent:
			v, s = m.object(s)
			return v, s, nil
		case r.column() > indent:
			return v, s, syntax("bad-indent", r.pos, r.pos+r.width())
		}
	}
}

// isKey reports whether a member's key starts here: a quoted text or a plain
// one, both on one line, with a colon and a blank behind it.
func (r *reader) isKey() bool { return r.colon() >= 0 }

// colon returns the offset of the colon behind the key that starts here, -1 if
// there is no such key.
func (r *reader) colon() int {
	i := r.pos
	switch c := r.src[i]; {
	case c == '"' || c == '\'':
		if i = r.quoteEnd(i); i < 0 {
			return -1
		}
		for i < len(r.src) && isBlank(r.src[i]) {
			i++
		}
		if i < len(r.src) && r.src[i] == ':' && r.blankAt(i+1) {
			return i
		}
		return -1
	case (c == '-' || c == '?') && r.blankAt(i+1), isStartMark(c):
		return -1
	}
	for ; i < len(r.src) && !isBreak(r.src[i]); i++ {
		switch c := r.src[i]; {
		case c == ':' && r.blankAt(i+1):
			return i
		case c == '#' && i > r.line && isBlank(r.src[i-1]):
			return -1
		}
	}
	return -1
}

// quoteEnd returns the offset behind the quoted text that starts at i, -1 when
// it does not end on its line.
func (r *reader) quoteEnd(i int) int {
	q := r.src[i]
	for i++; i < len(r.src) && !isBreak(r.src[i]); i++ {
		switch c := r.src[i]; {
		case c == '\\' && q == '"':
			if i++; i == len(r.src) || isBreak(r.src[i]) {
				return -1
			}
		case c == q && q == '\'' && i+1 < len(r.src) && r.src[i+1] == q:
			i++
		case c == q:
			return i + 1
		}
	}
	return -1
}

// checkKey refuses what is no key although one must start here.
func (r *reader) checkKey() *fault {
	if r.isKey() {
		return nil
	}
	switch c := r.src[r.pos]; {
	case r.dash():
		return syntax("item-among-members", r.pos, r.pos+1)
	case c == '?' && r.blankAt(r.pos+1):
		return unsupported("complex-key", r.pos, r.pos+1)
	case c == '"' || c == '\'' || c == '[' || c == '{':
	default:
		if f := r.checkStart(false); f != nil {
			return f
		}
	}
	return syntax("missing-colon", r.pos, r.lineEnd(r.pos))
}

// key reads a key and the colon behind it. isKey has said that they are there.
func (r *reader) key() (key string, end int, f *fault) {
	colon := r.colon()
	if c := r.src[r.pos]; c == '"' || c == '\'' {
		b := newText()
		if f := r.quoted(b, -1, true); f != nil {
			return "", 0, f
		}
		key, end = b.String(), r.pos
	} else {
		for end = colon; end > r.pos && isBlank(r.src[end-1]); {
			end--
		}
		if key = r.src[r.pos:end]; key == "" {
			return "", 0, unsupported("empty-key", colon, colon+1)
		}
		if f := r.checkPlainKey(key, r.pos); f != nil {
			return "", 0, f
		}
	}
	r.pos = colon + 1
	return key, end, nil
}

// checkPlainKey refuses the merge key. Any other plain key is its own text,
// numbers and the word null included.
func (r *reader) checkPlainKey(key string, at int) *fault {
	if key == "<<" {
		return unsupported("merge-key", at, at+2)
	}
	return nil
}
