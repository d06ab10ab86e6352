package schema

import (
	"strconv"
	"strings"
)

// ToolTypeName returns the name of the type of a tool's arguments: the name of
// the tool in PascalCase and "Arguments", as open_gate gives OpenGateArguments
// (behaviours, item 172).
func ToolTypeName(tool string) string {
	var b strings.Builder
	upper := true
	for i := range len(tool) {
		c := tool[i]
		switch {
		case !isAlnum(c):
			upper = true
			continue
		case upper && c >= 'a' && c <= 'z':
			c -= 'a' - 'A'
		}
		upper = false
		b.WriteByte(c)
	}
	b.WriteString("Arguments")
	return typeName(b.String())
}

// isAlnum reports whether c is an ASCII letter or digit.
func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// Names of more than maxName characters are cut to keptName, which leaves room for
// a number: a name that was cut once stays as it is.
const (
	maxName  = 256
	keptName = 200
)

// typeName makes a type name of any text. Names stay within ASCII because
// model servers take them as identifiers.
//
// Long names are cut, as a name is repeated wherever the type is used.
func typeName(s string) string {
	var b strings.Builder
	for i, r := range s {
		if b.Len() > maxName {
			return b.String()[:keptName]
		}
		switch {
		case r == '_' || r < 0x80 && isAlnum(byte(r)):
			if i == 0 && r >= '0' && r <= '9' {
				b.WriteByte('_')
			}
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	if b.Len() == 0 {
		return "_"
	}
	if b.Len() > maxName {
		return b.String()[:keptName]
	}
	return b.String()
}

// childName returns the name of the type of a property, an item or a branch.
func childName(parent, key string) string {
	// A character of a name takes up to four bytes of text.
	return before(parent, 4*(maxName+1)) + "_" + before(key, 4*(maxName+1))
}

// names hands out type names; each name is used once.
type names map[string]int

// take returns the type name for s, with the first free number from 2 on when
// it is taken.
func (n names) take(s string) string {
	name := typeName(s)
	if _, taken := n[name]; taken && len(name) > keptName {
		name = name[:keptName] // with its number it is not to be cut again
	}
	if _, taken := n[name]; !taken {
		n[name] = 1
		return name
	}
	// The last number is remembered: many types of one name stay linear.
	for i := n[name] + 1; ; i++ {
		numbered := name + strconv.Itoa(i)
		if _, taken := n[numbered]; !taken {
			n[name], n[numbered] = i, 1
			return numbered
		}
	}
}
