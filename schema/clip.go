package schema

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// clip returns the JSON text of v, cut after size bytes at a whole character.
// It prints no more than it keeps, since large values are clipped again and
// again.
func clip(v ojson.Value, size int) string { return cutText(string(appendUpTo(nil, v, size)), size) }

// appendUpTo appends the JSON text of v, or a beginning of it that brings dst to
// more than size bytes.
func appendUpTo(dst []byte, v ojson.Value, size int) []byte {
	if len(dst) > size {
		return dst
	}
	switch v.Kind() {
	case ojson.KindString:
		s, _ := v.AsString()
		return appendStringUpTo(dst, s, size)
	case ojson.KindArray:
		dst = append(dst, '[')
		for i, item := range v.Items() {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst = appendUpTo(dst, item, size); len(dst) > size {
				return dst
			}
		}
		return append(dst, ']')
	case ojson.KindObject:
		dst = append(dst, '{')
		for i, m := range v.Members() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendStringUpTo(dst, m.Key, size), ':')
			if dst = appendUpTo(dst, m.Value, size); len(dst) > size {
				return dst
			}
		}
		return append(dst, '}')
	case ojson.KindNumber:
		if v.IsFinite() {
			return append(dst, before(v.Literal(), size+1)...)
		}
	}
	return v.Append(dst)
}

// appendStringUpTo is appendUpTo for a string. A byte becomes at least one.
func appendStringUpTo(dst []byte, s string, size int) []byte {
	return ojson.AppendString(dst, before(s, size+4))
}

// cutText cuts a text after size bytes, at a whole character.
func cutText(s string, size int) string {
	if len(s) <= size {
		return s
	}
	return strings.ToValidUTF8(s[:size], "") + "…"
}

// clipList joins the JSON texts of values, cut as a whole.
func clipList(list []ojson.Value, size int) string {
	var b strings.Builder
	for i, v := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		if b.Len() > size {
			b.WriteString("…")
			break
		}
		b.WriteString(clip(v, size))
	}
	return b.String()
}
