package world

import (
	"fmt"
	"unicode/utf8"

	"github.com/open-actor-models/oam/ojson"
)

// noteKey is the member in which a shortened value says so.
const noteKey = "_note"

// shownDepth is how deep a value may nest that is shown whole: results and
// transcripts wrap it several times.
const shownDepth = 64

// Shorten returns a value of at most about limit characters of JSON text in
// place of a longer one (behaviours, item 286): a text is cut, an object shows
// what kind of containers it has instead of them, and a list its first items.
func Shorten(v ojson.Value, limit int) ojson.Value {
	if fits(v, limit) {
		return v
	}
	switch v.Kind() {
	case ojson.KindString:
		s, _ := v.AsString()
		return ojson.String(cut(s, limit))
	case ojson.KindArray:
		return shortList(v.Items(), limit)
	case ojson.KindObject:
		return shortObject(v.Members(), limit)
	default:
		return v
	}
}

// fits reports whether a value can be shown whole.
func fits(v ojson.Value, limit int) bool {
	switch size := sizeOf(v); {
	case size > 6*limit: // no character counts for more
		return false
	case size > limit && utf8.RuneCountInString(v.String()) > limit:
		return false
	default:
		return check(v, MaxDepth-shownDepth) == "" || v.Len() == 0
	}
}

// noteSpace is what is kept free for the note.
const noteSpace = 120

func shortObject(members []ojson.Member, limit int) ojson.Value {
	shown := []ojson.Member{}
	room := limit - noteSpace
	for _, m := range members {
		if m.Key == noteKey {
			continue // ours
		}
		v := standIn(m.Value, limit)
		if room -= utf8.RuneCountInString(m.Key) + 4 + length(v); room < 0 {
			break
		}
		shown = append(shown, ojson.Field(m.Key, v))
	}
	note := "Shortened. Read a key by its path to see more."
	if len(shown) < len(members) {
		note = fmt.Sprintf("Showing %d of %d keys. Read a key by its path to see more.", len(shown), len(members))
	}
	return ojson.Object(append(shown, ojson.Field(noteKey, ojson.String(note)))...)
}

func shortList(items []ojson.Value, limit int) ojson.Value {
	shown := []ojson.Value{}
	room := limit - noteSpace
	for _, v := range items {
		if !fits(v, limit/4) {
			v = standIn(v, limit)
		}
		if room -= length(v) + 1; room < 0 {
			break
		}
		shown = append(shown, v)
	}
	note := fmt.Sprintf("Showing %d of %d items. Read an item by its index to see more.", len(shown), len(items))
	return ojson.Object(
		ojson.Field("items", ojson.Array(shown...)),
		ojson.Field(noteKey, ojson.String(note)),
	)
}

// standIn is what stands for a member of something that is too long.
func standIn(v ojson.Value, limit int) ojson.Value {
	switch v.Kind() {
	case ojson.KindArray:
		return ojson.String(fmt.Sprintf("[list of %d items]", v.Len()))
	case ojson.KindObject:
		return ojson.String(fmt.Sprintf("[object with %d keys]", v.Len()))
	case ojson.KindString:
		s, _ := v.AsString()
		return ojson.String(cut(s, limit/8))
	default:
		return v
	}
}

func length(v ojson.Value) int { return utf8.RuneCountInString(v.String()) }
