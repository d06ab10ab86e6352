package world

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/open-actor-models/oam/ojson"
)

// The limits of a summary (behaviours, item 205).
const (
	summaryLevels = 4
	summaryText   = 200
	summaryLines  = 30
)

// Summary describes what is at some paths for a prompt: a line "path: value"
// for each leaf, objects taken apart four levels deep, lists and what is deeper
// as JSON. Paths that lead nowhere are left out. Long values are cut, and of
// more than 30 lines the last one says how many are left out. It is "" when
// there is nothing to tell.
func (s *State) Summary(paths []string) string {
	root := s.Snapshot().view()
	var lines summary
	for _, place := range root.scope(paths) {
		if place.exists() {
			lines.add(place.path, place.at, summaryLevels)
		}
	}
	if more := lines.all - len(lines.shown); more > 0 {
		lines.shown = append(lines.shown, fmt.Sprintf("(%d more not shown)", more))
	}
	return strings.Join(lines.shown, "\n")
}

type summary struct {
	shown []string
	all   int
}

// add adds the lines of what is at a path.
func (s *summary) add(at Path, v view, levels int) {
	if v.kind() == ojson.KindObject && levels > 0 && v.len() > 0 {
		for key, child := range v.children() {
			s.add(at.below(key), child, levels-1)
		}
		return
	}
	if len(at) == 0 {
		return // an empty world
	}
	if s.all++; s.all > summaryLines {
		return
	}
	value := v.value()
	text, ok := value.AsString()
	if !ok {
		text = value.String()
	}
	s.shown = append(s.shown, oneLine(at.String())+": "+cut(oneLine(text), summaryText))
}

// oneLine keeps a text from looking like several lines of the prompt.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
}
