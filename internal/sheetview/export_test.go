package sheetview

import words "github.com/open-actor-models/oam/rules/text"

// For the tests of how text is measured, broken and read.

func WidthOf(s string) int { return widthOf(s) }

func Wrap(s string, n, indent int) (lines []string) {
	for _, l := range say(s).wrap(n, indent) {
		var text string
		for _, p := range l {
			text += p.text
		}
		lines = append(lines, text)
	}
	return lines
}

func Cut(s string, n int) (out string) {
	for _, p := range say(s).cut(n) {
		out += p.text
	}
	return out
}

func Readable(id string) string            { return words.Readable(id) }
func FormulaNames(formula string) []string { return formulaNames(formula) }
func LowerCamel(local string) string       { return words.LowerCamel(local) }
