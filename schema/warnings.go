package schema

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Values from a schema are cut to these sizes where they are shown.
const (
	warningSize = 80
	noteSize    = 300
)

// warning says that the model is not held to something at a place.
type warning struct{ at, text string }

// warn adds a warning unless it is there already: a schema that is referenced
// twice is converted twice when it is no type.
func (c *converter) warn(at, text string) {
	w := warning{at, text}
	if c.warned[w] {
		return
	}
	if c.warned == nil {
		c.warned = map[warning]bool{}
	}
	c.warned[w] = true
	c.warnings = append(c.warnings, w)
}

// sortedWarnings returns the warnings in the order in which their places come
// in the source. The conversion itself runs in another order: it follows
// references and x-order.
func (c *converter) sortedWarnings() []string {
	if len(c.warnings) == 0 {
		return nil
	}
	type placed struct {
		warning
		place []int
	}
	all := make([]placed, len(c.warnings))
	for i, w := range c.warnings {
		all[i] = placed{w, c.placeOf(w.at)}
	}
	slices.SortStableFunc(all, func(a, b placed) int { return slices.Compare(a.place, b.place) })
	out := make([]string, len(all))
	for i, p := range all {
		out[i] = p.at + ": " + p.text
	}
	return out
}

// placeOf returns the way to a pointer as indexes of members and items.
func (c *converter) placeOf(pointer string) []int {
	_, rest, found := strings.Cut(pointer, "/")
	if !found {
		return nil
	}
	var place []int
	v := c.root
	for token := range strings.SplitSeq(rest, "/") {
		key := unescape(token)
		next, ok := at(v, key)
		// A schema that only the conversion knows, such as that of a required name
		// without one, comes where its parent is.
		if !ok {
			break
		}
		place = append(place, indexOf(v, key))
		v = next
	}
	return place
}

// indexOf returns the place of a key that is there.
func indexOf(v ojson.Value, key string) int {
	if v.Kind() == ojson.KindArray {
		i := 0
		for _, d := range key {
			i = i*10 + int(d-'0')
		}
		return i
	}
	return slices.IndexFunc(v.Members(), func(m ojson.Member) bool { return m.Key == key })
}

// clip returns the JSON text of v, cut after size bytes at a whole character.
func clip(v ojson.Value, size int) string { return cutText(v.String(), size) }

// cutText cuts a text after size bytes, at a whole character.
func cutText(s string, size int) string {
	if len(s) <= size {
		return s
	}
	return strings.ToValidUTF8(s[:size], "") + "…"
}

// clipList joins the JSON texts of values, cut as a whole.
func clipList(list []ojson.Value, size int) string {
	var b strings.Builder
	for i, v := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		if b.Len() > size {
			b.WriteString("…")
			break
		}
		b.WriteString(clip(v, size))
	}
	return b.String()
}
