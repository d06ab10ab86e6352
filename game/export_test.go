package game

import (
	"time"

	"github.com/open-actor-models/oam/ojson"
)

// Clean is the cleanup of a spoken line.
func Clean(name, text string) string { return reading{name: name, whole: true}.clean(text) }

// Attitude is the word for a relationship.
func Attitude(relationship int) string { return attitude(relationship) }

// Typewriter shows a raw text that comes in pieces, and returns what the
// display showed after each event, the events themselves, and the line.
func Typewriter(name string, structured bool, pieces []string) (displays []string, events []Event, line string) {
	display := ""
	w := typewriter{read: reading{name: name}, standard: Neutral, allowed: Emotions(), emit: func(e Event) {
		switch e := e.(type) {
		case LineDeltaEvent:
			display += e.Delta
		case LineResetEvent:
			display = e.Line
		default:
			return
		}
		events = append(events, e)
		displays = append(displays, display)
	}}
	raw := ""
	for _, p := range pieces {
		raw += p
		if structured {
			w.partial(ojson.Object(ojson.Field("emotion", ojson.String("sad")), ojson.Field("line", ojson.String(raw))))
		} else {
			w.text(raw)
		}
	}
	p, o := Persona{Name: name, DefaultEmotion: Neutral}, DefaultOptions()
	var s said
	if structured {
		s = readStructured(ojson.Object(ojson.Field("line", ojson.String(raw))), &p, &o)
	} else {
		s = readText(raw, &p, &o)
	}
	w.finish(s.line, s.emotion)
	return displays, events, s.line
}

// Timeouts are the limits of the tools in the next turn.
func (n *NPC) Timeouts() []time.Duration {
	var all []time.Duration
	for _, tool := range n.newTurn(Talk{}, deaf{}).tools {
		all = append(all, tool.Timeout)
	}
	return all
}
