package game

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// The labels of a turn's prompt (behaviours, item 203).
const (
	stateLabel     = "Game state:"
	situationLabel = "Situation: "
	playerLabel    = "Player: "
	silentPlayer   = "(The player says nothing.)"
)

// prompt is what a turn tells the model, absent parts left out: the state of
// the game, what is happening, and what the player says.
func prompt(worldLines []string, situation, line string) string {
	var b strings.Builder
	if len(worldLines) > 0 {
		b.WriteString(stateLabel)
		for _, l := range worldLines {
			b.WriteByte('\n')
			b.WriteString(l)
		}
		b.WriteByte('\n')
	}
	if situation != "" {
		b.WriteString(situationLabel + situation + "\n")
	}
	if line == "" {
		line = silentPlayer
	}
	b.WriteString(playerLabel + line)
	return b.String()
}

// shown is a context as the prompt shows it: text trimmed, other values as
// compact JSON, nothing for null (behaviours, item 204).
func shown(context ojson.Value) string {
	if context.IsNull() {
		return ""
	}
	if text, ok := context.AsString(); ok {
		return strings.TrimSpace(text)
	}
	return context.String()
}

// summaryLines are the lines of a world's summary.
func summaryLines(w World, paths []string) []string {
	if w == nil || len(paths) == 0 {
		return nil
	}
	text := strings.TrimSpace(w.Summary(paths))
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
