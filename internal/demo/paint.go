package demo

import "strings"

// paintJSON colours the text of a message. It does not check it: the engine
// wrote it, or took it.
func paintJSON(text string) string {
	var b strings.Builder
	color := func(c, part string) { b.WriteString(c + part + plain) }
	for len(text) > 0 {
		n := 1
		switch c := text[0]; {
		case c == '"':
			n = stringLength(text)
			if strings.HasPrefix(text[n:], ":") {
				color(forKey, text[:n])
			} else {
				color(forText, text[:n])
			}
		case strings.IndexByte("{}[],:", c) >= 0:
			for n < len(text) && strings.IndexByte("{}[],:", text[n]) >= 0 {
				n++
			}
			color(faint, text[:n])
		default: // a number, true, false or null
			if n = strings.IndexAny(text, `{}[],:"`); n <= 0 {
				n = len(text)
			}
			color(forValue, text[:n])
		}
		text = text[n:]
	}
	return b.String()
}

// stringLength is the length of the JSON string at the beginning of text.
func stringLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}
