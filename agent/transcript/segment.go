package transcript

import (
	"fmt"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// The kinds of segments.
const (
	textSegment      = "text"
	structureSegment = "structure"
)

// contents is what the segments of an entry say.
type contents struct {
	// text is the text form of the segments, one per line.
	text string
	// single tells that there is just one segment; structured, that it holds a
	// value, whose schema is named source.
	single     bool
	structured bool
	source     string
}

func readContents(v ojson.Value, path string) (contents, error) {
	var c contents
	list, err := typed(v, path, "contents", ojson.KindArray)
	if err != nil {
		return c, err
	}
	texts := make([]string, list.Len())
	for i, s := range list.Items() {
		var structured bool
		texts[i], c.source, structured, err = readSegment(s, fmt.Sprintf("%s.contents[%d]", path, i))
		if err != nil {
			return c, err
		}
		c.structured = structured
	}
	c.text, c.single = strings.Join(texts, "\n"), len(texts) == 1
	return c, nil
}

// readSegment returns the text form of a segment, which is the compact JSON of
// a structure.
func readSegment(v ojson.Value, path string) (s, source string, structured bool, err error) {
	if v.Kind() != ojson.KindObject {
		return "", "", false, mistyped(path, "an object", v)
	}
	kind, err := text(v, path, "type")
	if err != nil {
		return "", "", false, err
	}
	if _, err := optionalText(v, path, "id"); err != nil {
		return "", "", false, err
	}
	switch kind {
	case textSegment:
		s, err = text(v, path, "text")
		return s, "", false, err
	case structureSegment:
		structure, err := typed(v, path, "structure", ojson.KindObject)
		if err != nil {
			return "", "", false, err
		}
		path += ".structure"
		if source, err = optionalText(structure, path, "source"); err != nil {
			return "", "", false, err
		}
		content, ok := structure.Get("content")
		if !ok {
			return "", "", false, missing(path + ".content")
		}
		return content.String(), source, true, nil
	default:
		return "", "", false, mistyped(path+".type", "a known kind of segment", ojson.String(kind))
	}
}

// writeText returns the contents that hold one text.
func writeText(parent, s string) ojson.Value {
	return ojson.Array(ojson.Object(
		ojson.Field("type", ojson.String(textSegment)),
		ojson.Field("id", ojson.String(derivedID(parent, textSegment))),
		ojson.Field("text", ojson.String(s)),
	))
}

// writeStructure returns the contents that hold one value. Text that is no
// JSON, or nests so deep that a message around the transcript could not be
// parsed again, stays text.
func writeStructure(parent, source, s string) ojson.Value {
	value, err := ojson.Parse([]byte(s))
	if err != nil || deeper(value, maxContentDepth) {
		return writeText(parent, s)
	}
	return ojson.Array(ojson.Object(
		ojson.Field("type", ojson.String(structureSegment)),
		ojson.Field("id", ojson.String(derivedID(parent, structureSegment))),
		ojson.Field("structure", ojson.Object(
			ojson.Field("source", ojson.String(source)),
			ojson.Field("content", value),
		)),
	))
}

// maxContentDepth leaves room for the message, a saved state and the
// transcript around a value.
const maxContentDepth = ojson.MaxDepth - 20

// deeper reports whether v nests in more than the given number of levels.
func deeper(v ojson.Value, levels int) bool {
	if k := v.Kind(); k != ojson.KindArray && k != ojson.KindObject {
		return false
	}
	if levels == 0 {
		return true
	}
	for _, item := range v.Items() {
		if deeper(item, levels-1) {
			return true
		}
	}
	for _, m := range v.Members() {
		if deeper(m.Value, levels-1) {
			return true
		}
	}
	return false
}
