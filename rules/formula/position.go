package formula

import "unicode/utf8"

// Position is a place in the text of a formula. Offset counts bytes from 0,
// Line and Column count from 1, Column in code points. A line ends after \n.
type Position struct{ Offset, Line, Column int }

// positionAt returns the position of a byte offset of text.
func positionAt(text string, offset int) Position {
	offset = min(offset, len(text))
	p := Position{Offset: offset, Line: 1, Column: 1}
	for i := 0; i < offset; {
		if text[i] == '\n' {
			p.Line++
			p.Column = 1
			i++
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:offset])
		i += size
		p.Column++
	}
	return p
}

// span is a part of a text, in bytes.
type span struct{ start, end int }
