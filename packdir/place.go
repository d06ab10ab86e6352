package packdir

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Place is a piece of one line of a file.
type Place struct {
	// File is the path in the folder, with slashes.
	File string
	// Line and Column count from 1, columns in code points. Both are 0 when the
	// file could not be read, so that there are no lines.
	Line, Column int
	// Text is that whole line, without its end.
	Text string
	// End is the column behind the piece. It is at least Column+1, also where
	// the piece is empty; of a piece that goes on below, only the first line
	// counts.
	End int
}

// source is one file with an index of its lines. Offsets count bytes and leave
// out a byte-order mark.
type source struct {
	name string
	text string
	// lines holds the offset at which each line starts.
	lines []int32
}

func newSource(name, text string) source {
	s := source{name: name, text: strings.TrimPrefix(text, "\uFEFF")}
	s.lines = append(s.lines, 0)
	for i := 0; i < len(s.text); i++ {
		if s.text[i] == '\n' {
			s.lines = append(s.lines, int32(i+1))
		}
	}
	return s
}

// place returns the place of the bytes from start to end.
func (s *source) place(start, end int) Place {
	start = max(0, min(start, len(s.text)))
	n := sort.Search(len(s.lines), func(i int) bool { return int(s.lines[i]) > start })
	from, to := int(s.lines[n-1]), len(s.text)
	if n < len(s.lines) {
		to = int(s.lines[n]) - 1
	}
	if to > from && s.text[to-1] == '\r' {
		to--
	}
	start = min(start, to) // the line's own end counts as the column behind it
	end = min(max(end, start), to)
	p := Place{File: s.name, Line: n, Text: s.text[from:to]}
	p.Column = utf8.RuneCountInString(s.text[from:start]) + 1
	p.End = max(p.Column+utf8.RuneCountInString(s.text[start:end]), p.Column+1)
	return p
}

// spot is where one value of the release comes from. The offsets are those of
// its file; a release has millions of spots at most, so they are kept small.
type spot struct {
	file  uint16
	style style
	// key and keyEnd enclose the key of a member; they are equal for a list
	// item and for what no key introduces.
	key, keyEnd int32
	// start and end enclose the value, with quotes or block header.
	start, end int32
	// indent is the indentation that a block text must exceed.
	indent int32
	// kids are the spots of items or members, in their order.
	kids []spot
}

// style is how a value is written.
type style uint8

const (
	collection style = iota // an object, a list, or nothing at all
	plain
	quoted
	block
)
