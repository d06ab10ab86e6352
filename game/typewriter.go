package game

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// typewriter shows a reply while the model writes it (protocol, section 7,
// npc/event; behaviours, items 221 to 223). Whatever it shows on the way, its
// deltas and resets add up to the line in the end.
type typewriter struct {
	read reading
	// standard is the emotion for replies that name none; allowed are those
	// that a reply may name.
	standard Emotion
	allowed  []Emotion
	emit     func(Event)

	// shown is the line on the display.
	shown string
	// emotion is the latest that was told, "" before the first.
	emotion Emotion
	// seen is the length of the raw text when it was last looked at.
	seen int
}

// partial shows a structured reply so far. The emotion comes before the line, so
// it is complete once the line has begun, or there is none.
func (w *typewriter) partial(v ojson.Value) {
	line, _ := v.Get("line")
	raw, ok := line.AsString()
	if !ok {
		return
	}
	emotion, _ := v.Get("emotion")
	word, _ := emotion.AsString()
	w.feel(chosen(word, w.allowed, w.standard))
	if w.worthReading(raw) {
		w.show(w.read.clean(raw))
	}
}

// text shows a reply in the text format so far.
func (w *typewriter) text(raw string) {
	if !w.worthReading(raw) {
		return
	}
	t := w.read.tagged(raw)
	if !t.ready {
		return
	}
	w.feel(chosen(t.tag, w.allowed, w.standard))
	w.show(t.line)
}

// worthReading reports whether a text has grown by a part of its length: a
// long one is read a few dozen times, not once for each of its letters.
func (w *typewriter) worthReading(raw string) bool {
	if len(raw) >= w.seen && len(raw) < w.seen+w.seen/64 {
		return false
	}
	w.seen = len(raw)
	return true
}

func (w *typewriter) feel(e Emotion) {
	if e != w.emotion {
		w.emotion = e
		w.emit(EmotionEvent{e})
	}
}

func (w *typewriter) show(line string) {
	if line == "" || line == w.shown {
		return
	}
	if delta, ok := strings.CutPrefix(line, w.shown); ok {
		w.emit(LineDeltaEvent{delta})
	} else {
		w.emit(LineResetEvent{line})
	}
	w.shown = line
}

// finish shows the reply as the result has it.
func (w *typewriter) finish(line string, e Emotion) {
	w.feel(e)
	if line == "" && w.shown != "" {
		w.shown = ""
		w.emit(LineResetEvent{""})
		return
	}
	w.show(line)
}

// chosen is the emotion that a reply names, the standard one where it names
// none that is allowed (behaviours, item 218).
func chosen(word string, allowed []Emotion, standard Emotion) Emotion {
	if e, ok := ParseEmotion(word); ok {
		for _, a := range allowed {
			if e == a {
				return e
			}
		}
	}
	return standard
}
