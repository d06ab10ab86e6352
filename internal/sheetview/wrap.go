package sheetview

import "strings"

// word is a part of a line that is kept together: pieces without a space
// between them.
type word struct {
	line
	width int
}

// words splits a line at its spaces.
func (l line) words() (out []word) {
	open := false // whether the last word may go on
	for _, p := range l {
		for i, part := range strings.Split(p.text, " ") {
			if i > 0 {
				open = false
			}
			if part == "" {
				continue
			}
			if !open {
				out = append(out, word{})
				open = true
			}
			w := &out[len(out)-1]
			w.line = append(w.line, piece{part, p.look})
			w.width += widthOf(part)
		}
	}
	return out
}

// lead is the number of spaces that a line begins with.
func (l line) lead() (n int) {
	for _, p := range l {
		rest := strings.TrimLeft(p.text, " ")
		n += len(p.text) - len(rest)
		if rest != "" {
			break
		}
	}
	return n
}

// wrap breaks a line into lines of at most n columns at its spaces; all but the
// first are indented. Words that are longer than a line are broken too.
func (l line) wrap(n, indent int) (out []line) {
	if l.width() <= n {
		return []line{l}
	}
	indent = min(indent, n/2)
	lead := min(l.lead(), n/2)
	now, used := say(strings.Repeat(" ", lead)), lead
	next := func() {
		out = append(out, now)
		now, used = say(strings.Repeat(" ", indent)), indent
	}
	for _, w := range l.words() {
		start := lead
		if len(out) > 0 {
			start = indent
		}
		if used > start && used+1+w.width > n {
			next()
			start = indent
		}
		if used > start {
			now, used = append(now, piece{" ", plain}), used+1
		}
		for _, p := range w.line {
			left := widthOf(p.text)
			for left > n-used {
				head := cutText(p.text, n-used)
				if head == "" && used == start {
					break // not even one character fits: cut later
				}
				now = append(now, piece{head, p.look})
				p.text, left = p.text[len(head):], left-widthOf(head)
				next()
				start = indent
			}
			now, used = append(now, p), used+left
		}
	}
	return append(out, now)
}
