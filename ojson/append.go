package ojson

import "unicode/utf8"

const hexDigits = "0123456789abcdef"

// Append appends the compact JSON text of v to dst.
func (v Value) Append(dst []byte) []byte {
	switch v.kind {
	case KindBool:
		if v.flag {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case KindNumber:
		if v.flag {
			return append(dst, "null"...)
		}
		return append(dst, v.text...)
	case KindString:
		return AppendString(dst, v.text)
	case KindArray:
		dst = append(dst, '[')
		for i := range v.node.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = v.node.items[i].Append(dst)
		}
		return append(dst, ']')
	case KindObject:
		dst = append(dst, '{')
		for i := range v.node.members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendString(dst, v.node.members[i].Key)
			dst = append(dst, ':')
			dst = v.node.members[i].Value.Append(dst)
		}
		return append(dst, '}')
	default:
		return append(dst, "null"...)
	}
}

// String returns the compact JSON text of v. To get at the text of a string
// value use [Value.AsString].
func (v Value) String() string { return string(v.Append(nil)) }

// AppendString appends s as a JSON string. It escapes quotes, backslashes,
// control characters and U+2028/U+2029, and leaves slashes and all other text
// as it is (behaviours, item 7). Invalid UTF-8 becomes U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x20 && c < utf8.RuneSelf && c != '"' && c != '\\' {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			dst = append(dst, s[start:i]...)
			dst = appendEscape(dst, c)
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			dst = append(dst, s[start:i]...)
			dst = append(dst, "\uFFFD"...)
			start = i + size
		case r == '\u2028' || r == '\u2029':
			dst = append(dst, s[start:i]...)
			dst = append(dst, `\u202`...)
			dst = append(dst, hexDigits[r&0xF])
			start = i + size
		}
		i += size
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	default:
		return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xF])
	}
}
