package sheetview

import "strings"

// Style is how a text is drawn.
type Style struct {
	// Width is the number of columns of the widest line; 0 means 80. It is kept
	// between 40 and 120.
	Width int
	// Color says that codes for colours and weights are wanted.
	Color bool
}

func (s Style) width() int {
	if s.Width <= 0 {
		return 80
	}
	return min(max(s.Width, 40), 120)
}

// look is what a piece of text is, for those who see colours.
type look uint8

const (
	plain look = iota
	strong
	faint
	title
	good
	bad
	frameLook
)

// code is the sequence that begins a look on a terminal.
func (l look) code() string {
	return [...]string{"", "\x1b[1m", "\x1b[2m", "\x1b[1;36m", "\x1b[32m", "\x1b[31m", "\x1b[34m"}[l]
}

const resetCode = "\x1b[0m"

// piece is text of one look, without line ends and control characters.
type piece struct {
	text string
	look look
}

// line is one line of a drawing.
type line []piece

// say makes a line of a text.
func say(text string, looks ...look) line {
	l := plain
	if len(looks) > 0 {
		l = looks[0]
	}
	return line{{printable(text), l}}
}

// join puts lines behind each other.
func join(parts ...line) (out line) {
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// list puts lines behind each other with a text between them.
func list(items []line, between string) (out line) {
	for i, item := range items {
		if i > 0 {
			out = append(out, piece{between, faint})
		}
		out = append(out, item...)
	}
	return out
}

// as is the line with another look for its plain pieces.
func (l line) as(k look) line {
	out := make(line, len(l))
	for i, p := range l {
		if out[i] = p; p.look == plain {
			out[i].look = k
		}
	}
	return out
}

func (l line) width() (n int) {
	for _, p := range l {
		n += widthOf(p.text)
	}
	return n
}

// cut is the line within n columns; what is cut off ends with "…".
func (l line) cut(n int) line {
	if l.width() <= n {
		return l
	}
	var out line
	left := n - 1
	for _, p := range l {
		w := widthOf(p.text)
		if w <= left {
			out, left = append(out, p), left-w
			continue
		}
		out = append(out, piece{cutText(p.text, left), p.look})
		break
	}
	if n > 0 {
		out = append(out, piece{"…", faint})
	}
	return out
}

// fill is the line with exactly n columns.
func (l line) fill(n int) line {
	l = l.cut(n)
	if gap := n - l.width(); gap > 0 {
		return append(l[:len(l):len(l)], piece{strings.Repeat(" ", gap), plain})
	}
	return l
}

// center is the line in the middle of n columns.
func (l line) center(n int) line {
	l = l.cut(n)
	if gap := n - l.width(); gap > 1 {
		l = join(say(strings.Repeat(" ", gap/2)), l)
	}
	return l.fill(n)
}

// right is the line at the end of n columns.
func (l line) right(n int) line {
	l = l.cut(n)
	if gap := n - l.width(); gap > 0 {
		return join(say(strings.Repeat(" ", gap)), l)
	}
	return l
}

// draw writes lines as text: without spaces at their ends, each with a newline.
func (s Style) draw(lines []line) string {
	var b strings.Builder
	for _, l := range lines {
		end := len(l)
		for end > 0 && strings.TrimRight(l[end-1].text, " ") == "" {
			end--
		}
		look := plain
		for i, p := range l[:end] {
			if i == end-1 {
				p.text = strings.TrimRight(p.text, " ")
			}
			if s.Color && p.look != look && p.text != "" {
				if look != plain {
					b.WriteString(resetCode)
				}
				b.WriteString(p.look.code())
				look = p.look
			}
			b.WriteString(p.text)
		}
		if look != plain {
			b.WriteString(resetCode)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
