package schema

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

var escaper = strings.NewReplacer("~", "~0", "/", "~1")

// child returns the pointer of a member or item of what pointer names.
func child(pointer string, tokens ...string) string {
	var b strings.Builder
	b.WriteString(pointer)
	for _, t := range tokens {
		b.WriteByte('/')
		if strings.ContainsAny(t, "~/") {
			t = escaper.Replace(t)
		}
		b.WriteString(t)
	}
	return b.String()
}

// childIndex returns the pointer of an item of a list that is a member.
func childIndex(pointer, key string, i int) string {
	return child(pointer, key, strconv.Itoa(i))
}

// resolve follows a local reference. It returns what the reference names and
// its pointer in canonical spelling, so that equal places have equal pointers.
func resolve(root ojson.Value, ref string) (v ojson.Value, pointer string, ok bool) {
	rest, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return ojson.Value{}, "", false
	}
	if rest == "" {
		return root, "#", true
	}
	rest, ok = strings.CutPrefix(rest, "/")
	if !ok {
		return ojson.Value{}, "", false
	}
	v, pointer = root, "#"
	for token := range strings.SplitSeq(rest, "/") {
		next, key, ok := step(v, token)
		if !ok {
			return ojson.Value{}, "", false
		}
		v, pointer = next, child(pointer, key)
	}
	return v, pointer, true
}

// step takes one token of a pointer. References are URI fragments, so a token
// may be percent-encoded; a key that is spelled like the token wins.
func step(v ojson.Value, token string) (next ojson.Value, key string, ok bool) {
	key = unescape(token)
	if next, ok = at(v, key); ok {
		return next, key, true
	}
	decoded, err := url.PathUnescape(token)
	if err != nil {
		return ojson.Value{}, "", false
	}
	key = unescape(decoded)
	next, ok = at(v, key)
	return next, key, ok
}

// unescape decodes a token. ~1 comes first, so that ~01 is ~1 and not a slash.
func unescape(token string) string {
	if !strings.Contains(token, "~") {
		return token
	}
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}

// at returns the member or item that a key names.
func at(v ojson.Value, key string) (ojson.Value, bool) {
	if v.Kind() != ojson.KindArray {
		return v.Get(key)
	}
	// An index is plain digits: "01" and "+1" name nothing.
	i, err := strconv.Atoi(key)
	if err != nil || i < 0 || i >= v.Len() || strconv.Itoa(i) != key {
		return ojson.Value{}, false
	}
	return v.Items()[i], true
}
