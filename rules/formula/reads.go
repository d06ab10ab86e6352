package formula

import "strings"

// reads parses the text once more: only tools want the names, and a program
// that kept its tree for them would be several times as large.
func reads(text string, tell func(name string)) {
	root, bad := parse(text)
	if bad != nil {
		return
	}
	told := map[string]bool{}
	root.mentions(func(name string) {
		if !told[name] {
			told[name] = true
			tell(name)
		}
	})
}

// mentions tells the names, functions and queries of a part in the order in
// which they are written.
func (n *node) mentions(tell func(name string)) {
	switch n.kind {
	case nameNode:
		tell(n.text)
	case callNode:
		_, own := builtinNamed(n.text)
		if !own && !isAggregator(n.text) {
			tell(n.text + "(" + strings.Join(n.constantTexts(), ", ") + ")")
		}
	}
	for _, kid := range n.kids {
		kid.mentions(tell)
	}
}

// constantTexts returns the leading literal texts of a call, quoted.
func (n *node) constantTexts() (texts []string) {
	for _, arg := range leadingTexts(n) {
		text, _ := arg.ConstText()
		quote := "'"
		if strings.Contains(text, quote) {
			quote = `"`
		}
		texts = append(texts, quote+text+quote)
	}
	return texts
}
