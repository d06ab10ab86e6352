package sheetview

import "strings"

func rule(n int) line {
	if n <= 0 {
		return nil
	}
	return line{{strings.Repeat("─", n), frameLook}}
}

func edge(text string) line { return line{{text, frameLook}} }

// frame draws lines in a frame of a width, with a heading in its upper edge.
func frame(heading line, body []line, width int) []line {
	inner := width - 4
	top := join(edge("╭"), rule(width-2), edge("╮"))
	if heading.width() > 0 {
		heading = heading.cut(inner - 2)
		top = join(edge("╭─ "), heading, edge(" "), rule(width-5-heading.width()), edge("╮"))
	}
	out := []line{top}
	for _, l := range body {
		out = append(out, join(edge("│ "), l.fill(inner), edge(" │")))
	}
	return append(out, join(edge("╰"), rule(width-2), edge("╯")))
}

// box is a small frame with centred lines.
type box []line

// boxes draws small frames of one size beside each other, as many as fit.
func boxes(list []box, width int) (out []line) {
	inner, rows := 6, 0
	for _, b := range list {
		rows = max(rows, len(b))
		for _, l := range b {
			inner = max(inner, l.width())
		}
	}
	inner = min(inner, width-4)
	perRow := max(1, width/(inner+4))
	// As many in each row as can be, but rows of one length: 6 are 3 and 3, not 5 and 1.
	if n := (len(list) + perRow - 1) / perRow; n > 0 {
		perRow = (len(list) + n - 1) / n
	}
	for len(list) > 0 {
		now := list[:min(perRow, len(list))]
		list = list[len(now):]
		var top, bottom line
		middle := make([]line, rows)
		for _, b := range now {
			top = join(top, edge("╭"), rule(inner+2), edge("╮"))
			bottom = join(bottom, edge("╰"), rule(inner+2), edge("╯"))
			for i := range middle {
				var l line
				if i < len(b) {
					l = b[i]
				}
				middle[i] = join(middle[i], edge("│ "), l.center(inner), edge(" │"))
			}
		}
		out = append(append(append(out, top), middle...), bottom)
	}
	return out
}

// grid puts short lines into as many columns as fit, to be read downwards. A
// column has at least the width least.
func grid(items []line, least, width, gap int) (out []line) {
	widest := max(least, 1)
	for _, l := range items {
		widest = max(widest, l.width())
	}
	widest = min(widest, width)
	n := max(1, (width+gap)/(widest+gap))
	rows := (len(items) + n - 1) / n
	for r := range rows {
		var l line
		for i := r; i < len(items); i += rows {
			if i > r {
				l = join(l, say(strings.Repeat(" ", gap)))
			}
			l = join(l, items[i].fill(widest))
		}
		out = append(out, l)
	}
	return out
}

// beside puts two drawings of one height next to each other.
func beside(a, b []line) []line {
	out := make([]line, len(a))
	for i := range a {
		out[i] = join(a[i], b[i])
	}
	return out
}
