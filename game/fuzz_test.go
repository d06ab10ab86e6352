package game_test

import (
	"strings"
	"testing"

	"github.com/open-actor-models/oam/game"
)

// FuzzTypewriter shows any reply in pieces of any size.
func FuzzTypewriter(f *testing.F) {
	for _, raw := range []string{
		"Gorm: \"Aye.\"", "[happy] **Gorm:** *sighs* “Aye.”", "\"Aye,\" he said, \"no.\"", "```json\n{\"line\":\"Aye.\"}\n```", "*a *b* c**", "[", "'",
	} {
		f.Add(raw, uint8(1), true)
		f.Add(raw, uint8(3), false)
	}
	f.Fuzz(func(t *testing.T, raw string, size uint8, structured bool) {
		if len(raw) > 4096 {
			return // put together piece by piece, it would take long
		}
		var pieces []string
		for rest := []rune(strings.ToValidUTF8(raw, "")); len(rest) > 0; {
			n := min(len(rest), int(size)+1)
			pieces = append(pieces, string(rest[:n]))
			rest = rest[n:]
		}
		displays, events, line := game.Typewriter("Gorm", structured, pieces)
		checkDisplay(t.Errorf, displays, events, line)
		if line != strings.TrimSpace(line) {
			t.Errorf("the line %q is not trimmed", line)
		}
	})
}

// FuzzSave reads any text as a save.
func FuzzSave(f *testing.F) {
	text := lived(f).Snapshot().String()
	f.Add([]byte(text))
	f.Add([]byte(`{"version":1,"persona":{"name":"Gorm"}}`))
	f.Add([]byte(`{"state":{"version":1,"persona":{"name":"G","x":1},"tools":[{"name":"look"}],"world":null}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		intact(t.Errorf, t, data)
	})
}
