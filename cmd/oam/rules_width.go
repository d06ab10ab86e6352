package main

import "strconv"

// defaultWidth is the width of what no terminal shows.
const defaultWidth = 80

// terminalWidth is how wide a drawing may be: what COLUMNS says, else what the
// terminal says, else 80.
func terminalWidth(s streams) int {
	if n, err := strconv.Atoi(s.getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if isTerminal(s.out) {
		if n := windowColumns(s.out); n > 0 {
			return n
		}
	}
	return defaultWidth
}
