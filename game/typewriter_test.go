package game_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/game"
)

// cutUp cuts a text into pieces at any characters.
func cutUp(rt *rapid.T, text string) []string {
	var pieces []string
	runes := []rune(text)
	for len(runes) > 0 {
		n := rapid.IntRange(1, min(len(runes), 12)).Draw(rt, "piece")
		pieces = append(pieces, string(runes[:n]))
		runes = runes[n:]
	}
	return pieces
}

// decorated draws a reply with all that models put around a spoken line.
// plain is the line that it should come to.
func decorated(rt *rapid.T, structured bool) (raw, plain string) {
	words := rapid.SliceOfN(rapid.SampledFrom(strings.Fields("Aye no sword Gorm says well, [maybe] 45 gold. it's * ** «x» über 🗡️ Go \"")), 1, 8).Draw(rt, "words")
	plain = strings.Join(words, " ")
	raw = plain
	if !structured && rapid.Bool().Draw(rt, "tagged inside") {
		raw = "[happy] " + raw
	}
	if rapid.Bool().Draw(rt, "quoted") {
		q := rapid.SampledFrom([]string{`""`, "“”", "''", "‘’", "«»"}).Draw(rt, "quotes")
		r := []rune(q)
		raw = string(r[0]) + raw + string(r[1])
	}
	if rapid.Bool().Draw(rt, "staged") {
		raw = rapid.SampledFrom([]string{"*sighs* ", "*looks up, then away*\n"}).Draw(rt, "direction") + raw
	}
	if rapid.Bool().Draw(rt, "labelled") {
		raw = rapid.SampledFrom([]string{"Gorm: ", "GORM says: ", "**Gorm**: ", "**Gorm:** ", "*Gorm*:", "Gorm:\n"}).Draw(rt, "label") + raw
	}
	if !structured && rapid.Bool().Draw(rt, "tagged") {
		raw = rapid.SampledFrom([]string{"[happy] ", "[sighs]", "[ ANGRY! ]\n"}).Draw(rt, "tag") + raw
	}
	return rapid.SampledFrom([]string{"", " ", "\n"}).Draw(rt, "front") + raw + rapid.SampledFrom([]string{"", "  ", "\n"}).Draw(rt, "back"), plain
}

func checkDisplay(fail func(string, ...any), displays []string, events []game.Event, line string) {
	last := ""
	if len(displays) > 0 {
		last = displays[len(displays)-1]
	}
	if last != line {
		fail("deltas and resets add up to %q, the line is %q", last, line)
	}
	for i, e := range events {
		if d, ok := e.(game.LineDeltaEvent); ok && d.Delta == "" {
			fail("event %d is an empty delta", i)
		}
	}
}

func TestTypewriterAddsUp(t *testing.T) { // items 221 to 223
	rapid.Check(t, func(rt *rapid.T) {
		structured := rapid.Bool().Draw(rt, "structured")
		raw := rapid.StringOf(rapid.SampledFrom([]rune("Gorm says:*[]\"'“” \n.hé🗡`{}"))).Draw(rt, "raw")
		if rapid.Bool().Draw(rt, "likely") {
			raw, _ = decorated(rt, structured)
		}
		displays, events, line := game.Typewriter("Gorm", structured, cutUp(rt, raw))
		checkDisplay(rt.Fatalf, displays, events, line)
	})
}

func TestNothingFlashesUp(t *testing.T) { // items 219, 222 and the issue
	rapid.Check(t, func(rt *rapid.T) {
		structured := rapid.Bool().Draw(rt, "structured")
		raw, _ := decorated(rt, structured)
		displays, _, line := game.Typewriter("Gorm", structured, cutUp(rt, raw))
		for _, d := range displays {
			for _, mark := range []string{"\"", "“", "'", "‘", "«", "[", "Gorm:", "gorm says:", "GORM says", "*Gorm", "*sighs", "*looks"} {
				// A quote of the line may be withheld in front of what it quotes.
				at := strings.Index(line, mark)
				if strings.HasPrefix(d, mark) && (at < 0 || at > len("“ ")) {
					rt.Fatalf("%q flashes up in %q, the line is %q, the reply %q", mark, d, line, raw)
				}
			}
		}
	})
}

// Every prefix of these replies, one character at a time.
func TestTypewriterLetterByLetter(t *testing.T) { // item 222
	for _, c := range []struct {
		raw        string
		structured bool
		displays   string
	}{
		{"Gorm: Aye", true, "A|Ay|Aye"},
		{"Go on", true, "Go o|Go on"},
		{"Gor", true, "Gor"},
		{"**Gorm:** Aye", true, "A|Ay|Aye"},
		{"[happy] Aye", false, "A|Ay|Aye"},
		{"[happy] Gorm: \"Aye\"", false, "A|Ay|Aye"},
		{"[x", false, "[x"},
		{"\"[happy] Aye\"", false, "A|Ay|Aye"},
		{"\"Aye.\"", true, "A|Ay|Aye|Aye."},
		{"\"Aye\" and \"no\"", true, "A|Ay|Aye|\"Aye\" a|\"Aye\" an|\"Aye\" and|\"Aye\" and \"|\"Aye\" and \"n|\"Aye\" and \"no|\"Aye\" and \"no\""},
		{"\"Aye", true, "A|Ay|Aye|\"Aye"},
		{"*nods* Aye", true, "A|Ay|Aye"},
		{"A *b* c", true, "A|A *|A *b|A *b*|A *b* c"},
		{"Aye  ", true, "A|Ay|Aye"},
		{"Ünder", true, "Ü|Ün|Ünd|Ünde|Ünder"},
	} {
		displays, events, line := game.Typewriter("Gorm", c.structured, strings.Split(c.raw, ""))
		checkDisplay(t.Errorf, displays, events, line)
		diff(t, fmt.Sprintf("%q", c.raw), c.displays, strings.Join(displays, "|"))
	}
}

func TestStreamedTalk(t *testing.T) { // items 221, 224, 225
	a := play(t, `{"toolCalls":[{"name":"look","arguments":{}}]}`,
		step("text", `{"emotion":"proud","line":"Gorm: \"Aye, iron swords.\"","player_options":["A","B","C"],"ends_conversation":false}`))
	h := answering(`{"stock":3}`)
	n := gorm(t, a, tools("look"))
	reply, err := n.Talk(t.Context(), game.Talk{Line: "Swords?"}, h)
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "display", reply.Line, h.line)
	diff(t, "begin", []string{"started look client=true", `completed look {"stock":3}`, "emotion proud"}, h.events[:3])
	for _, e := range h.events[3:] {
		if !strings.HasPrefix(e, "delta ") {
			t.Errorf("unexpected event %q", e)
		}
	}
}

func TestEmotionIsToldOnce(t *testing.T) { // item 221
	for _, c := range []struct {
		name   string
		step   string
		change with
		want   []string
	}{
		{"structured", said("Aye."), nil, []string{"emotion happy", "delta Aye."}},
		{"text", step("text", "[sad] Aye."), options(plainText), []string{"emotion sad", "delta Ay", "delta e."}},
		{"no tag", step("text", "Aye."), options(plainText), []string{"emotion neutral", "delta Ay", "delta e."}},
		{"late emotion", `{"json":{"line":"Aye.","emotion":"sad"}}`, nil, []string{"emotion sad", "delta Aye."}},
		{"none", `{"json":{"line":"Aye."}}`, nil, []string{"emotion neutral", "delta Aye."}},
	} {
		h := &listener{}
		changes := []with{}
		if c.change != nil {
			changes = append(changes, c.change)
		}
		if _, err := gorm(t, play(t, c.step), changes...).Talk(t.Context(), game.Talk{Line: "Hi"}, h); err != nil {
			t.Fatal(err)
		}
		diff(t, c.name, c.want, h.events)
	}
}
