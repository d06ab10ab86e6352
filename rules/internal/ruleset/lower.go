package ruleset

import "strings"

// Lower is the form of an id that stands in field ids (each): what follows the
// last ":", "#" or "/", its first letter lowered, without "-" and with the
// letter after each "-" raised. sleight-of-hand is sleightOfHand.
func Lower(id string) string {
	id = id[strings.LastIndexAny(id, ":#/")+1:]
	if id == "" || !strings.Contains(id, "-") && !isUpper(id[0]) {
		return id
	}
	out := make([]byte, 0, len(id))
	raise := false
	for i := range len(id) {
		c := id[i]
		switch {
		case c == '-':
			raise = len(out) > 0
			continue
		case raise && 'a' <= c && c <= 'z':
			c -= 'a' - 'A'
		case len(out) == 0 && isUpper(c):
			c += 'a' - 'A'
		}
		raise = false
		out = append(out, c)
	}
	return string(out)
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
