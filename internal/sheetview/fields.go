package sheetview

import "strings"

// cell is a field that is drawn: its mark, name and value.
type cell struct {
	marks, label, value, with line
}

// cells are the fields of a section that are drawn now.
func (h *Hero) cells(s *section, apart bool) (out []cell) {
	for i := range s.hints {
		t := s.hints[i]
		if !h.drawn(&t) {
			continue
		}
		c := cell{label: say(h.book.Label(t.id))}
		for _, id := range t.marks {
			if v, ok := h.value(id); ok {
				c.marks = append(c.marks, mark(v))
			}
		}
		if apart {
			c.with = h.companions(&t)
			t.with = nil
		}
		c.value = h.shownValue(&t)
		out = append(out, c)
	}
	return out
}

// drawSections draws groups of fields below each other; two small ones in a row
// stand side by side.
func (h *Hero) drawSections(sections []section, width int) (out []line) {
	var waiting *panel
	flush := func() {
		if waiting != nil {
			out = append(out, waiting.draw(width, 0)...)
			waiting = nil
		}
	}
	for i := range sections {
		p := h.panel(&sections[i])
		if len(p.cells) == 0 {
			continue
		}
		left := width / 2
		switch {
		case !p.small(left):
			flush()
			out = append(out, p.draw(width, 0)...)
		case waiting == nil:
			waiting = p
		default:
			rows := max(len(waiting.body(left-4)), len(p.body(width-left-4)))
			out = append(out, beside(waiting.draw(left, rows), p.draw(width-left, rows))...)
			waiting = nil
		}
	}
	flush()
	return out
}

// panel is a group of fields that is about to be drawn.
type panel struct {
	heading line
	layout  string
	cells   []cell
}

func (h *Hero) panel(s *section) *panel {
	p := &panel{heading: say(h.book.Group(s.group), title), layout: s.layoutOf()}
	p.cells = h.cells(s, p.layout == "boxes")
	return p
}

// small reports whether a panel may share its lines with another.
func (p *panel) small(width int) bool {
	if p.layout == "boxes" || len(p.cells) > 6 {
		return false
	}
	for _, c := range p.cells {
		if join(c.marks, c.label).width()+c.value.width()+2 > width-4 {
			return false
		}
	}
	return true
}

func (p *panel) body(width int) []line {
	if p.layout == "columns" {
		return markedColumns(p.cells, width)
	}
	return labelled(p.cells, width)
}

// draw draws the panel with at least so many rows.
func (p *panel) draw(width, rows int) []line {
	if p.layout == "boxes" {
		list := make([]box, len(p.cells))
		for i, c := range p.cells {
			list[i] = box{c.label.as(strong), join(c.marks, c.value)}
			if len(c.with) > 0 {
				list[i] = append(list[i], trimmed(c.with))
			}
		}
		heading := p.heading.cut(width - 4)
		return append([]line{join(edge("── "), heading, edge(" "), rule(width-4-heading.width()))}, boxes(list, width)...)
	}
	body := p.body(width - 4)
	for len(body) < rows {
		body = append(body, nil)
	}
	return frame(p.heading, body, width)
}

// trimmed is a line of companions without what leads to the first of them.
func trimmed(l line) line {
	if len(l) == 0 {
		return nil
	}
	first := piece{strings.TrimLeft(l[0].text, " /"), l[0].look}
	return append(line{first}, l[1:]...)
}

// markedColumns draws cells in columns: mark, name, value at the right.
func markedColumns(cells []cell, width int) []line {
	label, value := 0, 0
	for _, c := range cells {
		label = max(label, join(c.marks, c.label).width()+1)
		value = max(value, c.value.width())
	}
	label = min(label, max(width-value-1, 8))
	items := make([]line, len(cells))
	for i, c := range cells {
		head := c.label
		if len(c.marks) > 0 {
			head = join(c.marks, say(" "), c.label)
		}
		items[i] = join(head.fill(label), say(" "), c.value.right(value))
	}
	return grid(items, 0, width, 3)
}

// labelled draws cells as names and values: in two columns where they fit, the
// longer ones below in lines of their own, all names aligned.
func labelled(cells []cell, width int) (out []line) {
	half, label := (width-3)/2, 0
	for i := range cells {
		c := &cells[i]
		if len(c.marks) > 0 {
			c.label = join(c.marks, say(" "), c.label)
		}
		label = max(label, c.label.width())
	}
	if width < 50 || len(cells) <= 3 || label > half*2/3 {
		half = width // one column
	}
	label = min(label, half*2/3)
	var short, long []line
	for _, c := range cells {
		name := c.label.as(faint)
		if name.width() > label {
			long = append(long, join(name, say(" "), c.value).wrap(width, 2)...)
			continue
		}
		l := join(name.fill(label), say(" "), c.value)
		if l.width() <= half {
			short = append(short, l)
		} else {
			long = append(long, hanging(name.fill(label), c.value, width)...)
		}
	}
	if len(short) > 0 {
		out = grid(short, half, width, 3)
	}
	return append(out, long...)
}

// hanging draws a name and a value that may need several lines: they all begin
// behind the name.
func hanging(name, value line, width int) (out []line) {
	n := name.width() + 1
	for i, l := range value.wrap(max(width-n, 8), 0) {
		if i == 0 {
			out = append(out, join(name, say(" "), l))
		} else {
			out = append(out, join(say(strings.Repeat(" ", n)), l))
		}
	}
	return out
}
