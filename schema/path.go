package schema

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/open-actor-models/oam/ojson"
)

// path is a place in the source. Paths are linked and made once per place: one
// can be compared and remembered without its text, which a hostile schema can
// make as long as itself for each of its places. The text is built only for
// what is shown.
type path struct {
	up  *path // nil for the root
	key string
	id  uint32
	// target is where the $ref of the schema at this place leads, once known.
	target *part
}

// paths has the paths of one conversion.
type paths struct {
	root *path
	all  map[link]*path
}

// link is the step from one place to the next.
type link struct {
	up  *path
	key string
}

func newPaths() *paths { return &paths{root: &path{}, all: map[link]*path{}} }

// child returns the place of a member or item below another.
func (ps *paths) child(up *path, tokens ...string) *path {
	for _, key := range tokens {
		l := link{up, key}
		p := ps.all[l]
		if p == nil {
			p = &path{up: up, key: key, id: uint32(len(ps.all)) + 1}
			ps.all[l] = p
		}
		up = p
	}
	return up
}

// childIndex returns the place of an item of a list that is a member.
func (ps *paths) childIndex(up *path, key string, i int) *path {
	return ps.child(up, key, strconv.Itoa(i))
}

// resolve follows a local reference. Places that are equal have equal paths, in
// whatever way the reference spells them.
func (ps *paths) resolve(root ojson.Value, ref string) (ojson.Value, *path, bool) {
	p := ps.root
	v, ok := walk(root, ref, func(key string) { p = ps.child(p, key) })
	return v, p, ok
}

// keys returns the keys that lead to p, at most as many as given, from the last
// to the first.
func (p *path) keys(most int) (keys []string) {
	for ; p != nil && p.up != nil && len(keys) < most; p = p.up {
		keys = append(keys, p.key)
	}
	return keys
}

// pointer returns the JSON pointer of a place, as a URI fragment.
func (p *path) pointer() string {
	keys := p.keys(int(^uint(0) >> 1))
	text := []byte{'#'}
	for _, key := range slices.Backward(keys) {
		text = appendToken(text, key)
	}
	return string(text)
}

// The pointer of a warning is cut to these sizes: a schema can have as many
// warnings as places.
const (
	shownKey   = 100
	shownKeys  = 40
	shownBytes = 300
)

// short is pointer, cut: long keys lose their end and long pointers the way
// there, since the end says more about a place.
func (p *path) short() string {
	keys := p.keys(shownKeys + 1)
	size, n := 0, 0
	for n < len(keys) && n < shownKeys && (n == 0 || size+min(len(keys[n]), shownKey) < shownBytes) {
		size += min(len(keys[n]), shownKey) + 1
		n++
	}
	text := []byte{'#'}
	if n < len(keys) {
		text = append(text, "/…"...)
	}
	for _, key := range slices.Backward(keys[:n]) {
		text = appendToken(text, cutText(key, shownKey))
	}
	return string(text)
}

// before returns the longest beginning of s of at most n bytes that ends with a
// whole character.
func before(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
