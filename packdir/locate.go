package packdir

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/open-actor-models/oam/ojson"
)

// Locate returns where the value at a JSON Pointer into the release is written:
// the key of a member, the item of a list. What several files share, such as
// /content, is where the first of them has it. When the release has nothing at
// the pointer, ok is false and the place is that of the nearest thing around it.
func (b *Bundle) Locate(pointer string) (p Place, ok bool) {
	_, s, ok := b.find(pointer)
	if s == nil {
		return b.whole(), ok
	}
	return b.sources[s.file].member(s), ok
}

// LocateValue is Locate for the value itself, without its key.
func (b *Bundle) LocateValue(pointer string) (p Place, ok bool) {
	_, s, ok := b.find(pointer)
	if s == nil {
		return b.whole(), ok
	}
	if !ok {
		return b.sources[s.file].member(s), false
	}
	return b.sources[s.file].place(int(s.start), int(s.end)), true
}

// LocateIn returns the place of one byte of the text at a JSON Pointer, such as
// an offset in a formula. It finds the byte in every style of text, also behind
// escapes and in joined lines. An offset at or beyond the end is the place
// behind the last character. What is no text and no number has no bytes: then
// the place is that of LocateValue.
func (b *Bundle) LocateIn(pointer string, offset int) Place {
	_, s, ok := b.find(pointer)
	if s == nil || !ok || s.style == collection {
		p, _ := b.LocateValue(pointer)
		return p
	}
	src := &b.sources[s.file]
	t := newText()
	t.want = max(offset, 0)
	r := reader{src: src.text, pos: int(s.start), line: int(s.start)}
	// What was read once without a fault is read so again.
	switch s.style {
	case plain:
		t.plain(src.text, int(s.start), int(s.end))
	case quoted:
		r.quoted(t, -1, true)
	case block:
		r.block(t, int(s.indent))
	}
	at := t.at
	if at < 0 {
		at = t.end
	}
	_, n := utf8.DecodeRuneInString(src.text[at:])
	return src.place(at, at+n)
}

// find follows a JSON Pointer. s is nil for the release as a whole; of a
// pointer that leads nowhere, it is the last spot on the way.
func (b *Bundle) find(pointer string) (v ojson.Value, s *spot, ok bool) {
	v, at := b.Release, &b.root
	for rest := pointer; rest != ""; {
		if rest[0] != '/' {
			return v, s, false
		}
		token := rest[1:]
		if i := strings.IndexByte(token, '/'); i >= 0 {
			token = token[:i]
		}
		rest = rest[1+len(token):]
		i := step(v, unescape(token))
		if i < 0 {
			return v, s, false
		}
		if v.Kind() == ojson.KindObject {
			v = v.Members()[i].Value
		} else {
			v = v.Items()[i]
		}
		at = &at.kids[i]
		s = at
	}
	return v, s, true
}

// step returns the index of a member or item, -1 when v has no such one.
func step(v ojson.Value, token string) int {
	switch v.Kind() {
	case ojson.KindObject:
		if _, ok := v.Get(token); ok {
			for i, m := range v.Members() {
				if m.Key == token {
					return i
				}
			}
		}
	case ojson.KindArray:
		i, err := strconv.Atoi(token)
		if err == nil && i >= 0 && i < v.Len() && strconv.Itoa(i) == token {
			return i
		}
	}
	return -1
}

// unescape is the reverse of escape.
func unescape(token string) string {
	if !strings.Contains(token, "~") {
		return token
	}
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
}

// member returns the place of a member's key or an item.
func (s *source) member(at *spot) Place {
	if at.key < at.keyEnd {
		return s.place(int(at.key), int(at.keyEnd))
	}
	return s.place(int(at.start), int(at.end))
}

// whole is the place of the release: the start of the file pack, else of the
// first file.
func (b *Bundle) whole() Place {
	if b.head < 0 {
		return Place{File: "pack.yaml"}
	}
	return b.sources[b.head].place(0, 0)
}
