package agent

import (
	"fmt"
	"unicode/utf8"

	"github.com/open-actor-models/oam/ojson"
)

// A tool may give back a whole inventory. What the model sees of it is bounded
// before the history is trimmed for it; records keep the output whole.

// turnShare is how many times the bound of one output all outputs of a turn
// together may have.
const turnShare = 4

// smallestOutput is what an output may always have, so that the model at least
// learns what kind of thing it was.
const smallestOutput = 200

// outputText is the output as the model sees it.
func (t *turn) outputText(c *roundCall) string {
	limit := t.options.MaxOutputCharacters
	if limit <= 0 {
		limit = DefaultMaxOutputCharacters
	}
	total := turnShare * limit
	if t.about.ContextSize > 0 {
		room := max(0, t.about.ContextSize-t.options.ReservedResponseTokens) * charactersPerToken
		limit, total = min(limit, room/2), min(total, room*3/4)
	}
	limit = max(smallestOutput, min(limit, total-t.outputCharacters))

	text := c.output.ModelText()
	size := utf8.RuneCountInString(text)
	if size > limit {
		if _, isText := c.output.Value.AsString(); isText {
			text = cutText(text, limit)
		} else {
			text = shorten(c.output.Value, limit).String()
		}
		t.response.Warnings = append(t.response.Warnings, fmt.Sprintf(
			"%s: the output of %d characters was shortened to %d for the model", c.Name, size, utf8.RuneCountInString(text)))
		size = limit
	}
	t.outputCharacters += size
	return text
}

// cutText cuts a text to about limit characters and says how many are missing.
func cutText(text string, limit int) string {
	size := utf8.RuneCountInString(text)
	if size <= limit {
		return text
	}
	kept := max(0, limit-noteSize)
	end := 0
	for i := range text {
		if kept == 0 {
			end = i
			break
		}
		kept--
	}
	return text[:end] + fmt.Sprintf("… [%d more characters]", size-max(0, limit-noteSize))
}

// noteSize is the room that a note about what is missing takes.
const noteSize = 32

// shorten returns a value of the same kind whose JSON text has at most about
// limit characters. What is left out is named where it was: at the end of a
// list, in a member "…" of an object, at the end of a string.
func shorten(v ojson.Value, limit int) ojson.Value {
	if size(v, limit) <= limit {
		return v
	}
	switch v.Kind() {
	case ojson.KindString:
		s, _ := v.AsString()
		return shortenString(s, limit)
	case ojson.KindArray:
		items := v.Items()
		kept := make([]ojson.Value, 0, 16)
		room := limit - noteSize - 2
		for i, item := range items {
			item = shorten(item, share(room, len(items)-i)-1)
			if room -= size(item, room) + 1; room < 0 {
				break
			}
			kept = append(kept, item)
		}
		if missing := len(items) - len(kept); missing > 0 {
			kept = append(kept, ojson.String(fmt.Sprintf("… [%d more items]", missing)))
		}
		return ojson.Array(kept...)
	case ojson.KindObject:
		members := v.Members()
		kept := make([]ojson.Member, 0, 16)
		room := limit - noteSize - 8
		for i, m := range members {
			key := utf8.RuneCountInString(m.Key) + 4
			value := shorten(m.Value, share(room, len(members)-i)-key)
			if room -= key + size(value, room); room < 0 {
				break
			}
			kept = append(kept, ojson.Field(m.Key, value))
		}
		if missing := len(members) - len(kept); missing > 0 {
			kept = append(kept, ojson.Field("…", ojson.String(fmt.Sprintf("[%d more members]", missing))))
		}
		return ojson.Object(kept...)
	default:
		return v
	}
}

// shortenString cuts a string so that its JSON text fits, where line ends and
// quotes take two characters and control characters six.
func shortenString(s string, limit int) ojson.Value {
	for keep := limit - 2; keep > noteSize; {
		v := ojson.String(cutText(s, keep))
		n := size(v, limit)
		if n <= limit {
			return v
		}
		keep = keep*limit/n - 1
	}
	return ojson.String(cutText(s, 0))
}

// share is the room of one of n parts: an equal share, but enough to be worth
// keeping, so that a long list shows some parts whole instead of all as stubs.
func share(room, n int) int {
	const worthKeeping = 240
	return max(room/n, min(room, worthKeeping))
}

// size counts the characters of the JSON text of v, and stops soon after limit.
func size(v ojson.Value, limit int) int {
	switch v.Kind() {
	case ojson.KindString:
		s, _ := v.AsString()
		if len(s) > 4*max(limit, 0)+8 {
			return limit + 1
		}
		return utf8.RuneCountInString(v.String())
	case ojson.KindArray:
		n := 1
		for _, item := range v.Items() {
			if n += size(item, limit-n) + 1; n > limit {
				break
			}
		}
		return max(n, 2)
	case ojson.KindObject:
		n := 1
		for _, m := range v.Members() {
			if n += utf8.RuneCountInString(m.Key) + 4 + size(m.Value, limit-n); n > limit {
				break
			}
		}
		return max(n, 2)
	default:
		return len(v.String())
	}
}
