package scripted

import (
	"iter"
	"unicode/utf8"
)

// pieces cuts text into equal pieces of ceil(n/chunks) characters, the last
// one shorter where it must be. A text of at most chunks characters comes
// whole, an empty one not at all (behaviours, item 176).
//
// Characters are Unicode code points. Where a visible character has several (a
// flag, a family emoji, a letter with combining marks) a piece may end inside
// it; counted by grapheme clusters the pieces would be others. Each piece is
// valid UTF-8 and together they are the text.
func pieces(text string, chunks int64) iter.Seq[string] {
	return func(yield func(string) bool) {
		n := int64(utf8.RuneCountInString(text))
		if n <= chunks {
			if text != "" {
				yield(text)
			}
			return
		}
		size := (n + chunks - 1) / chunks
		start, count := 0, int64(0)
		for i := range text {
			if count == size {
				if !yield(text[start:i]) {
					return
				}
				start, count = i, 0
			}
			count++
		}
		yield(text[start:])
	}
}
