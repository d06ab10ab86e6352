package ruleset

import "strings"

// isLetter and isDigit know ASCII only: ids are typed on every keyboard and
// compared by their bytes.
func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// plainName reports whether s may name a part of an entry, a tag or a stage:
// letters, digits and "-", first a letter.
func plainName(s string) bool { return segment(s, '-') }

// identifier reports whether s may be a member that formulas read with a dot:
// letters, digits and "_", first a letter.
func identifier(s string) bool { return segment(s, '_') }

// segment reports whether s is letters, digits and extra, first a letter.
func segment(s string, extra byte) bool {
	if s == "" || !isLetter(s[0]) {
		return false
	}
	for i := 1; i < len(s); i++ {
		if c := s[i]; !isLetter(c) && !isDigit(c) && c != extra {
			return false
		}
	}
	return true
}

// fieldID reports whether s is a field's local id: dotted segments of letters
// and digits, each beginning with a letter.
func fieldID(s string) bool { return dotted(s, 0) }

// localID reports whether s is the local id of anything else: the same, with
// "-" too.
func localID(s string) bool { return dotted(s, '-') }

// dotted reports whether every part of s between dots is a segment. No id has
// a byte 0, so extra 0 allows nothing more.
func dotted(s string, extra byte) bool {
	for {
		head, rest, more := strings.Cut(s, ".")
		if strings.IndexByte(head, 0) >= 0 || !segment(head, extra) {
			return false
		}
		if !more {
			return true
		}
		s = rest
	}
}

// reservedField reports whether the first segment of a field's local id means
// something else in formulas.
func reservedField(local string) bool {
	head, _, _ := strings.Cut(local, ".")
	switch head {
	case "item", "copy", "parent", "pick", "effect", "it", "param", "roll", "var", "event",
		"target", "link", "counter", "creating", "pass", "true", "false", "in":
		return true
	}
	return false
}

// reservedData reports whether a data member's name would hide what formulas
// read beside the data of a candidate.
func reservedData(name string) bool {
	switch name {
	case "id", "state", "computed", "equipped", "quantity":
		return true
	}
	return false
}

// splitID cuts a qualified id into its pack and its local id.
func splitID(id string) (pack, local string) {
	pack, local, found := strings.Cut(id, ":")
	if !found {
		return "", id
	}
	return pack, local
}
