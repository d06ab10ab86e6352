package sheetview

import "strings"

// formulaNames lists the names that a formula mentions, in order, each once:
// dotted names, and the texts in base('…') and field('…'). It does not check the
// formula: the loader did.
func formulaNames(formula string) (names []string) {
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	function := "" // the function whose first argument comes next
	for i := 0; i < len(formula); {
		c := formula[i]
		switch {
		case c == '\'' || c == '"':
			n := strings.IndexByte(formula[i+1:], c)
			if n < 0 {
				return names
			}
			if function == "base" || function == "field" {
				add(formula[i+1 : i+1+n])
			}
			i += n + 2
			function = ""
		case isLetter(c):
			start := i
			for i < len(formula) && (isLetter(formula[i]) || formula[i] == '.' || formula[i] >= '0' && formula[i] <= '9') {
				i++
			}
			name := formula[start:i]
			rest := strings.TrimLeft(formula[i:], " \t\r\n")
			function = ""
			if strings.HasPrefix(rest, "(") {
				function = name
				i = len(formula) - len(rest) + 1
			} else {
				add(name)
			}
		case c >= '0' && c <= '9':
			for i < len(formula) && (formula[i] >= '0' && formula[i] <= '9' || formula[i] == '.') {
				i++
			}
			function = ""
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			i++
		default:
			i++
			function = ""
		}
	}
	return names
}

func isLetter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// reads lists the fields that a formula of a pack names.
func (b *Book) reads(owner, formula string) (fields []string) {
	for _, name := range formulaNames(formula) {
		if id := b.Resolve(b.FieldDefs, owner, name); id != "" {
			fields = append(fields, id)
		}
	}
	return fields
}
