package agent

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// maxCandidates bounds the work on a text that is full of braces.
const maxCandidates = 64

// extract finds the JSON object in an answer that wraps it in prose or in a
// fenced block, as servers do that cannot be held to a schema. Of several it
// takes the last one that is accepted.
func extract(text string, accept func(ojson.Value) error) (found ojson.Value, ok bool) {
	for range maxCandidates {
		start := strings.IndexByte(text, '{')
		if start < 0 {
			break
		}
		text = text[start:]
		end := balanced(text)
		if end == 0 {
			// Never closed: what looks like the beginning may be prose.
			text = text[1:]
			continue
		}
		v, err := ojson.Parse([]byte(text[:end]))
		if err != nil {
			text = text[1:]
			continue
		}
		if accept(v) == nil {
			found, ok = v, true
		}
		text = text[end:]
	}
	return found, ok
}

// balanced returns the length of the object that a text begins with, 0 when it
// does not end.
func balanced(text string) int {
	depth, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}
