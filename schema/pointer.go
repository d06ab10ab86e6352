package schema

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

var escaper = strings.NewReplacer("~", "~0", "/", "~1")

// appendToken appends a token of a pointer.
func appendToken(dst []byte, key string) []byte {
	dst = append(dst, '/')
	if strings.ContainsAny(key, "~/") {
		key = escaper.Replace(key)
	}
	return append(dst, key...)
}

// resolve follows a local reference.
func resolve(root ojson.Value, ref string) (ojson.Value, bool) {
	return walk(root, ref, func(string) {})
}

// walk is resolve that tells each key it passes, in its canonical spelling.
func walk(root ojson.Value, ref string, pass func(key string)) (v ojson.Value, ok bool) {
	rest, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return ojson.Value{}, false
	}
	if rest == "" {
		return root, true
	}
	rest, ok = strings.CutPrefix(rest, "/")
	if !ok {
		return ojson.Value{}, false
	}
	v = root
	for token := range strings.SplitSeq(rest, "/") {
		next, key, ok := step(v, token)
		if !ok {
			return ojson.Value{}, false
		}
		pass(key)
		v = next
	}
	return v, true
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
