package game

import (
	"strings"
	"unicode/utf8"

	"github.com/open-actor-models/oam/ojson"
)

// maxTag is the number of characters in the longest "[emotion]" tag.
const maxTag = 24

// tag looks for a bracketed emotion at the beginning of a text (behaviours,
// item 219). An opening bracket without its end is ordinary text.
func (r reading) tag(text string) (tag, rest string, v verdict) {
	if !strings.HasPrefix(text, "[") {
		return "", text, no
	}
	inner := text[1:]
	end := strings.IndexAny(inner, "]\n")
	switch {
	case end < 0 && utf8.RuneCountInString(inner) <= maxTag:
		return "", text, r.settle(undecided)
	case end < 0 || inner[end] == '\n' || utf8.RuneCountInString(inner[:end]) > maxTag:
		return "", text, no
	}
	return inner[:end], inner[end+1:], yes
}

// taggedLine is a reply in the text format taken apart.
type taggedLine struct {
	line string
	// tag is the bracketed emotion, "" for none.
	tag string
	// ready is false while nothing can be said of a text that goes on.
	ready bool
}

// tagged reads a reply in the text format. The tag stands in front of the
// speaker label or behind it.
func (r reading) tagged(text string) taggedLine {
	text = strings.TrimSpace(text)
	if looksLikeJSON(text) {
		// Models that answered in JSON before do it again. It is of no use
		// before it is whole.
		if !r.whole {
			return taggedLine{}
		}
		if line, ok := r.fromJSON(text); ok {
			return line
		}
		text = unfenced(text)
	}
	var t taggedLine
	for range 2 {
		tag, rest, v := r.tag(text)
		switch v {
		case undecided:
			return taggedLine{}
		case yes:
			t.tag, text = tag, strings.TrimSpace(rest)
		}
		rest, found := r.label(text)
		switch found {
		case undecided:
			return taggedLine{}
		case yes:
			text = strings.TrimSpace(rest)
			continue
		}
		break
	}
	if t.tag == "" {
		// Some models quote the tag with the line.
		var v verdict
		if t.tag, text, v = r.quotedTag(text); v == undecided {
			return taggedLine{}
		}
	}
	t.line = r.clean(text)
	t.ready = text != ""
	return t
}

// quotedTag looks for a tag behind an opening quote. rest is the text without
// it.
func (r reading) quotedTag(text string) (tag, rest string, v verdict) {
	open, size := utf8.DecodeRuneInString(text)
	if _, ok := closer(open); !ok {
		return "", text, no
	}
	tag, inner, v := r.tag(text[size:])
	if len(text) == size {
		v = r.settle(undecided)
	}
	if v != yes {
		return "", text, v
	}
	return tag, text[:size] + strings.TrimSpace(inner), yes
}

func looksLikeJSON(text string) bool {
	return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "`")
}

// fromJSON reads a structured reply where text was asked for.
func (r reading) fromJSON(text string) (taggedLine, bool) {
	start, end := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if start < 0 || end < start {
		return taggedLine{}, false
	}
	v, err := ojson.Parse([]byte(text[start : end+1]))
	if err != nil {
		return taggedLine{}, false
	}
	line, _ := v.Get("line")
	spoken, ok := line.AsString()
	if !ok {
		return taggedLine{}, false
	}
	emotion, _ := v.Get("emotion")
	tag, _ := emotion.AsString()
	return taggedLine{line: r.clean(spoken), tag: tag, ready: true}, true
}

// unfenced drops the lines that fence in a block of code.
func unfenced(text string) string {
	var kept []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(strings.TrimSpace(line), "```") {
			kept = append(kept, line)
		}
	}
	return strings.TrimSpace(strings.Join(kept, ""))
}
