package packdir

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// The part of a long line that Caret shows: so many columns in all, so many of
// them in front of the place.
const (
	shownColumns  = 120
	columnsBefore = 60
)

// Caret writes a place for a person who sits at a terminal: file, line and
// column, with a note behind them unless that is empty, the line, and carets
// below the piece that is meant.
//
//	content/armor.yaml:7:12: unknown-name
//	    value: itm.base + 2
//	           ^^^^^^^^
//
// Long lines are cut around the place. What could steer a terminal, in the line,
// the note or the file's name, is written as U+FFFD. A place without a line
// gives its file only.
func Caret(w io.Writer, p Place, note string) error {
	var out strings.Builder
	printable(&out, []rune(p.File))
	if p.Line > 0 {
		fmt.Fprintf(&out, ":%d:%d", p.Line, p.Column)
	}
	if note != "" {
		out.WriteString(": ")
		printable(&out, []rune(note))
	}
	out.WriteByte('\n')
	if p.Line > 0 {
		caretLines(&out, p)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// caretLines writes the line and the carets below it.
func caretLines(out *strings.Builder, p Place) {
	line := []rune(p.Text)
	start := min(max(p.Column-1, 0), len(line))
	end := min(max(p.End-1, start), len(line))
	from, to := 0, len(line)
	if len(line) > shownColumns {
		from = max(0, min(start-columnsBefore, len(line)-shownColumns))
		to = min(len(line), from+shownColumns)
		end = min(end, to)
	}
	cut := func(is bool) string {
		if is {
			return "…"
		}
		return ""
	}
	fmt.Fprintf(out, "    %s", cut(from > 0))
	printable(out, line[from:to])
	fmt.Fprintf(out, "%s\n    %s", cut(to < len(line)), strings.Repeat(" ", len([]rune(cut(from > 0)))))
	for _, r := range line[from:start] {
		if r == '\t' {
			out.WriteByte('\t') // as wide as above, whatever that is
		} else {
			out.WriteString(strings.Repeat(" ", columns(r)))
		}
	}
	carets := 0
	for _, r := range line[start:end] {
		carets += columns(r)
	}
	out.WriteString(strings.Repeat("^", max(carets, 1)))
	out.WriteByte('\n')
}

// printable writes text without what a terminal would obey.
func printable(out *strings.Builder, text []rune) {
	for _, r := range text {
		switch {
		case r != '\t' && unicode.IsControl(r), r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069:
			r = unicode.ReplacementChar
		}
		out.WriteRune(r)
	}
}

// columns is how many columns most terminals give a character: none to marks on
// the one before, two to the scripts of East Asia and to pictures.
func columns(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case r >= 0x1100 && r <= 0x115F, r >= 0x2E80 && r <= 0xA4CF, r >= 0xAC00 && r <= 0xD7A3,
		r >= 0xF900 && r <= 0xFAFF, r >= 0xFE30 && r <= 0xFE6F, r >= 0xFF00 && r <= 0xFF60,
		r >= 0xFFE0 && r <= 0xFFE6, r >= 0x1F300 && r <= 0x1FAFF, r >= 0x20000 && r <= 0x3FFFD:
		return 2
	}
	return 1
}
