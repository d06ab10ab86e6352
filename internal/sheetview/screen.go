package sheetview

import "strconv"

// What a conversation on a screen is made of, beside the drawings: each is one
// text of the [Style], wrapped where it is longer than a line.

// Heading is a line that begins something.
func (s Style) Heading(text string) string { return s.lines(say(text, title), 2) }

// Plain is a line of running text.
func (s Style) Plain(text string) string { return s.lines(say(text), 2) }

// Note is a line for those who want to know more.
func (s Style) Note(text string) string { return s.lines(say(text, faint), 2) }

// Trouble is a line that says what is wrong.
func (s Style) Trouble(text string) string { return s.lines(say(text, bad), 2) }

func (s Style) lines(l line, indent int) string { return s.draw(l.wrap(s.width(), indent)) }

// PromptMark stands between a question and what is typed.
const PromptMark = "› "

// Prompt is a question, without the end of its line: the answer follows.
func (s Style) Prompt(question string) string {
	text := s.draw([]line{join(say(question, strong), say(" "+PromptMark, faint), say("."))})
	return text[:len(text)-len(".\n")]
}

// Item is a thing of a list to pick from. One that is off cannot be picked.
type Item struct {
	Text, Note string
	Off        bool
}

// Numbered draws a list to pick from: the items that are not off have the numbers
// that begin with 1, in their order.
func (s Style) Numbered(items []Item) string {
	var out []line
	n := 0
	for _, i := range items {
		number, look := "-", faint
		if !i.Off {
			n++
			number, look = strconv.Itoa(n), plain
		}
		l := say(i.Text, look)
		if i.Note != "" {
			l = join(l, say("  "+i.Note, faint))
		}
		for row, part := range l.wrap(s.width()-6, 0) {
			head := say("").fill(6)
			if row == 0 {
				head = join(say(number, faint).right(4), say("  "))
			}
			out = append(out, join(head, part))
		}
	}
	return s.draw(out)
}
