package world

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Path is a place in a world: the keys and list indices that lead there. The
// root is the empty path.
type Path []string

// ParsePath reads a path (behaviours, item 270). Keys and indices are separated
// by dots or slashes, an index may also stand in brackets, and a path may begin
// with "/" or "$.". "", "$", "/" and "." are the root. White space around the
// path is ignored. Keys that contain ".", "/" or "[" cannot be written. The
// error is an *[Error].
func ParsePath(text string) (Path, error) {
	rest := strings.TrimSpace(text)
	switch rest {
	case "", "$", "/", ".":
		return Path{}, nil
	}
	if after, ok := strings.CutPrefix(rest, "$."); ok {
		rest = after
	} else {
		rest = strings.TrimPrefix(rest, "/")
	}
	var p Path
	for {
		segments, after, problem := cutSegment(rest, len(p) == 0)
		if problem != "" {
			return nil, refuse(text, "%s", problem)
		}
		if p = append(p, segments...); len(p) > MaxDepth {
			return nil, refuse(text, "it has more than %d parts, deeper than a world can be", MaxDepth)
		}
		if after == "" {
			return p, nil
		}
		rest = after[1:]
	}
}

// cutSegment reads a key with the indices behind it. What is left begins with a
// separator. Only the first segment of a path may lack the key.
func cutSegment(text string, first bool) (segments []string, rest, problem string) {
	key := text
	if i := strings.IndexAny(text, "./["); i >= 0 {
		key, rest = text[:i], text[i:]
	}
	switch {
	case key != "":
		segments = append(segments, key)
	case !first || !strings.HasPrefix(rest, "["):
		return nil, "", "a key is empty"
	}
	for strings.HasPrefix(rest, "[") {
		index, after, ok := strings.Cut(rest[1:], "]")
		if _, isIndex := parseIndex(index); !ok || !isIndex {
			return nil, "", "brackets must hold an index, as in items[0]"
		}
		segments, rest = append(segments, index), after
		if len(segments) > MaxDepth {
			break
		}
	}
	if rest != "" && rest[0] != '.' && rest[0] != '/' && rest[0] != '[' {
		return nil, "", "after a bracket comes '.', '/' or the end"
	}
	return segments, rest, ""
}

// parseIndex reads the index of a list item: plain digits.
func parseIndex(s string) (i int, ok bool) {
	if s == "" || len(s) > 9 || len(s) > 1 && s[0] == '0' {
		return 0, false
	}
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	i, err := strconv.Atoi(s)
	return i, err == nil
}

// String returns the canonical form, with dots.
func (p Path) String() string { return strings.Join(p, ".") }

// Touches reports whether one path is the other or leads to it: a change at p
// matters to who observes other, and the other way round.
func (p Path) Touches(other Path) bool { return p.Within(other) || other.Within(p) }

// Within reports whether p is the place above or something inside it.
func (p Path) Within(above Path) bool {
	return len(p) >= len(above) && slices.Equal(p[:len(above)], above)
}

// below returns the path of a child.
func (p Path) below(segment string) Path { return append(slices.Clip(p), segment) }

// quoted lists paths for a message: 'a', 'b', the root as “everything”.
func quoted(paths []Path) string {
	texts := make([]string, len(paths))
	for i, p := range paths {
		texts[i] = fmt.Sprintf("'%s'", p)
		if len(p) == 0 {
			texts[i] = "'' (everything)"
		}
	}
	return strings.Join(texts, ", ")
}
