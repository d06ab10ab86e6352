package packdir

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// flow reads the list or object in brackets that starts here. Line ends and
// indentation mean nothing inside.
func (r *reader) flow(depth int) (v ojson.Value, s spot, f *fault) {
	if f := r.enter(depth); f != nil {
		return v, s, f
	}
	if r.src[r.pos] == '[' {
		return r.flowList(depth)
	}
	return r.flowObject(depth)
}

// flowValue reads a value inside of brackets.
func (r *reader) flowValue(depth int) (v ojson.Value, s spot, f *fault) {
	if f := r.count(r.pos); f != nil {
		return v, s, f
	}
	switch c := r.src[r.pos]; c {
	case '[', '{':
		return r.flow(depth)
	case '"', '\'':
		start, t := r.pos, newText()
		if f := r.quoted(t, -1, true); f != nil {
			return v, s, f
		}
		return ojson.String(t.String()), r.spot(quoted, start), nil
	}
	return r.plain(-1, true)
}

// flowNext goes to the next character inside the brackets that were opened.
func (r *reader) flowNext(open int) *fault {
	r.skip()
	switch {
	case r.pos == len(r.src):
		return syntax("unclosed-bracket", open, open+1)
	case r.anyMarker():
		return syntax("document-marker", r.pos, r.pos+3)
	}
	return nil
}

func (r *reader) flowList(depth int) (v ojson.Value, s spot, f *fault) {
	open := r.pos
	r.pos++
	var items []ojson.Value
	for {
		if f := r.flowNext(open); f != nil {
			return v, s, f
		}
		if r.src[r.pos] == ']' {
			break
		}
		since := len(r.twice)
		item, kid, f := r.flowValue(depth + 1)
		if f != nil {
			return v, s, f
		}
		r.underItem(len(items), since)
		items, s.kids = append(items, item), append(s.kids, kid)
		if f := r.flowNext(open); f != nil {
			return v, s, f
		}
		switch r.src[r.pos] {
		case ',':
			r.pos++
		case ']':
		case ':':
			return v, s, unsupported("pair-in-list", r.pos, r.pos+1)
		default:
			return v, s, syntax("unexpected-character", r.pos, r.pos+r.width())
		}
	}
	r.pos++
	kids := s.kids
	s = r.spot(collection, open)
	s.kids = kids
	return ojson.Array(items...), s, nil
}

func (r *reader) flowObject(depth int) (v ojson.Value, s spot, f *fault) {
	open := r.pos
	r.pos++
	var m members
	for {
		if f := r.flowNext(open); f != nil {
			return v, s, f
		}
		if r.src[r.pos] == '}' {
			break
		}
		start, since := r.pos, len(r.twice)
		key, end, f := r.flowKey(open)
		if f != nil {
			return v, s, f
		}
		if f := r.flowNext(open); f != nil {
			return v, s, f
		}
		member, kid := ojson.Value{}, spot{file: r.file, start: int32(r.pos), end: int32(r.pos)}
		if c := r.src[r.pos]; c == ',' || c == '}' {
			f = r.count(r.pos)
		} else {
			member, kid, f = r.flowValue(depth + 1)
		}
		if f != nil {
			return v, s, f
		}
		kid.key, kid.keyEnd = int32(start), int32(end)
		r.add(&m, key, member, kid, since)
		if f := r.flowNext(open); f != nil {
			return v, s, f
		}
		switch r.src[r.pos] {
		case ',':
			r.pos++
		case '}':
		default:
			return v, s, syntax("unexpected-character", r.pos, r.pos+r.width())
		}
	}
	r.pos++
	v, s = m.object(r.spot(collection, open))
	return v, s, nil
}

// flowKey reads a key inside of brackets and the colon behind it. A key without
// a colon would be a member that is null in YAML. People who write it have put
// a comma into a text without quotes, so it is refused.
func (r *reader) flowKey(open int) (key string, end int, f *fault) {
	start := r.pos
	switch c := r.src[r.pos]; c {
	case '[', '{':
		return "", 0, unsupported("complex-key", r.pos, r.pos+1)
	case '"', '\'':
		t := newText()
		if f := r.quoted(t, -1, true); f != nil {
			return "", 0, f
		}
		key, end = t.String(), r.pos
	default:
		if f := r.checkStart(true); f != nil {
			return "", 0, f
		}
		if end, f = r.plainEnd(-1, true); f != nil {
			return "", 0, f
		}
		key = r.src[start:end]
		if f := r.checkPlainKey(key, start); f != nil {
			return "", 0, f
		}
	}
	if f := r.flowNext(open); f != nil {
		return "", 0, f
	}
	switch c := r.src[r.pos]; {
	case c == ',' || c == '}':
		return "", 0, unsupported("member-without-colon", start, end)
	case c != ':':
		return "", 0, syntax("missing-colon", r.pos, r.pos+r.width())
	}
	if r.src[start] != '"' && r.src[start] != '\'' && strings.Contains(key, "\n") {
		return "", 0, unsupported("complex-key", start, end) // two lines without quotes
	}
	r.pos++
	return key, end, nil
}
