package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// The bounds of what a grammar lets a model write. A weak model that is not
// stopped never closes a string and runs into its token limit.
const (
	// grammarString is the length of a string without maxLength, in characters.
	grammarString = 512
	// grammarItems is the length of an array without maxItems.
	grammarItems = 64
	// grammarRepeat bounds what schemas may ask for; llama.cpp expands
	// repetitions into rules.
	grammarRepeat = 1000
)

// Grammar returns a grammar in the GBNF form of llama.cpp with the root rule
// "root". What it generates is JSON that fits the generation schema and, beyond
// that, holds to the values of integer enums and of constants and to minLength
// and maxLength. It is compact but for one space that may follow a comma or
// colon; keys come in generation order; optional properties may be left out.
//
// Strings have at most 512 characters and arrays at most 64 items unless the
// schema says otherwise, up to 1000. Numbers are written without exponents,
// with at most 15 digits before the point where there is no bound and at most
// 12 behind it. Bounds of numbers hold, exclusive ones included.
func (s *Schema) Grammar() string {
	g := grammar{names: map[*node]string{}, shared: map[string]string{}}
	g.rule("root", g.node(s.root))
	for i := 0; i < len(g.queue); i++ {
		n := g.queue[i]
		g.rule(g.names[n], g.definition(n))
	}
	g.add("ws", `" "?`)
	return g.out.String()
}

// grammar prints nodes as rules. Each type has a rule of its own, which is how
// recursion works.
type grammar struct {
	out   strings.Builder
	names map[*node]string
	queue []*node
	// shared maps the bodies of helper rules to their names.
	shared map[string]string
	helper int
}

// rule writes a rule.
func (g *grammar) rule(name, body string) {
	fmt.Fprintf(&g.out, "%s ::= %s\n", name, body)
}

// add writes a rule that has a fixed name, once.
func (g *grammar) add(name, body string) string {
	if g.shared[name] == "" {
		g.shared[name] = name
		g.rule(name, body)
	}
	return name
}

// share writes a rule for a body, or finds the rule that has it already.
func (g *grammar) share(body string) string {
	name := g.shared[body]
	if name == "" {
		g.helper++
		name = fmt.Sprintf("r%d", g.helper)
		g.shared[body] = name
		g.rule(name, body)
	}
	return name
}

// node returns the expression for a node: one symbol or a group.
func (g *grammar) node(n *node) string {
	if n.isType() {
		name, ok := g.names[n]
		if !ok {
			// Rule names have hyphens for underscores. The prefix keeps them
			// apart from the other rules; type names have no hyphens that
			// could clash.
			name = "t-" + strings.ReplaceAll(n.name, "_", "-")
			g.names[n] = name
			g.queue = append(g.queue, n)
		}
		return name
	}
	if n.literals != nil {
		return g.literals(n.literals)
	}
	switch n.kind {
	case stringKind:
		return g.str(n.limits)
	// Equal ranges are common (levels, percentages) and share their rule.
	case integerKind:
		return g.share(numberRange(n.limits, 0))
	case numberKind:
		return g.share(numberRange(n.limits, fractionDigits(n.limits)))
	case booleanKind:
		return `("true" | "false")`
	default:
		return g.array(n)
	}
}

// definition returns the body of the rule of a type.
func (g *grammar) definition(n *node) string {
	if n.literals != nil {
		return g.literals(n.literals)
	}
	if n.kind == objectKind {
		return g.object(n)
	}
	branches := make([]string, len(n.edges))
	for i, e := range n.edges {
		branches[i] = g.node(e.to)
	}
	return strings.Join(branches, " | ")
}

// literals returns a choice of values.
func (g *grammar) literals(list []ojson.Value) string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = quote(v.String())
	}
	if len(texts) == 1 {
		return texts[0]
	}
	return "(" + strings.Join(texts, " | ") + ")"
}

// str returns the rule of strings within limits. The characters are listed, not
// excluded: what is no whole character must not slip in. Surrogates cannot be
// written, since alone they would not be JSON.
func (g *grammar) str(l *limits) string {
	char := g.add("char", `[ !#-\[\]-~\u00A0-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF] | "\\" (["\\/bfnrt] | "u" unit)`)
	g.add("unit", `[0-9A-CE-Fa-ce-f] hex{3} | [Dd] [0-7] hex{2}`)
	g.add("hex", `[0-9A-Fa-f]`)
	least, most := counts(l, grammarString)
	return g.share(`"\"" ` + repeat(char, least, most) + ` "\""`)
}

// array returns the rule of an array.
func (g *grammar) array(n *node) string {
	least, most := counts(n.limits, grammarItems)
	if most == 0 {
		return `"[]"`
	}
	item := g.node(n.edges[0].to)
	// The first item stands alone, for the commas.
	more := ""
	if most > 1 {
		more = " " + repeat(g.share(`"," ws `+item), max(0, least-1), most-1)
	}
	if least == 0 {
		return g.share(`"[" (` + item + more + `)? "]"`)
	}
	return g.share(`"[" ` + item + more + ` "]"`)
}

// counts returns the bounds of a repetition.
func counts(l *limits, usual int) (least, most int) {
	most = usual
	if l != nil {
		if i, ok := l.min.AsInt(); ok {
			least = int(min(i, grammarRepeat))
		}
		if i, ok := l.max.AsInt(); ok {
			most = int(min(i, grammarRepeat))
		}
	}
	return least, max(least, most)
}

// repeat returns an expression for a symbol that comes least to most times.
func repeat(symbol string, least, most int) string {
	// Both forms are in llama.cpp; this one makes fewer rules there.
	if least == most {
		return fmt.Sprintf("%s{%d}", symbol, least)
	}
	return fmt.Sprintf("%s{%d,%d}", symbol, least, most)
}

// object returns the body of the rule of an object. Before the first required
// property nobody knows whether a comma is due, so as long as properties are
// optional each may be the first: a rule says what can follow it.
func (g *grammar) object(n *node) string {
	var pairs []edge
	for _, e := range n.edges {
		if e.to != nil {
			pairs = append(pairs, e)
		}
	}
	// For a and b optional and c required the rules are
	//
	// 	"{" (a r2 | b r1 | c) "}"
	// 	r1 ::= "," c
	// 	r2 ::= ("," b)? r1
	//
	// that is, one rule per optional property before the first required one.
	pair := func(e edge) string {
		return quote(ojson.String(e.key).String()+":") + " ws " + g.node(e.to)
	}
	first := 0 // the first required property
	for first < len(pairs) && !pairs[first].required {
		first++
	}
	// rest is what may follow when something has been written. It is built from
	// the end.
	var after []string
	for i := len(pairs) - 1; i > first; i-- {
		if pairs[i].required {
			after = append(after, `"," ws `+pair(pairs[i]))
		} else {
			after = append(after, `("," ws `+pair(pairs[i])+")?")
		}
	}
	slices.Reverse(after)
	rest := strings.Join(after, " ")
	if first == 0 && len(pairs) > 0 {
		return `"{" ` + join(pair(pairs[0]), rest) + ` "}"`
	}
	var starts []string
	if first < len(pairs) {
		starts = []string{join(pair(pairs[first]), rest)}
		rest = join(`"," ws `+pair(pairs[first]), rest)
	}
	for i := first - 1; i >= 0; i-- {
		symbol := ""
		if rest != "" {
			symbol = g.share(rest)
		}
		text := pair(pairs[i])
		starts = append(starts, join(text, symbol))
		rest = join(`("," ws `+text+")?", symbol)
	}
	if len(starts) == 0 {
		return `"{}"`
	}
	// Document order reads better; the order of alternatives means nothing.
	for i, j := 0, len(starts)-1; i < j; i, j = i+1, j-1 {
		starts[i], starts[j] = starts[j], starts[i]
	}
	body := "(" + strings.Join(starts, " | ") + ")"
	if first == len(pairs) {
		body += "?"
	}
	return `"{" ` + body + ` "}"`
}

// join puts two expressions in a row; the second may be empty.
func join(a, b string) string {
	if b == "" {
		return a
	}
	return a + " " + b
}

// quote returns a GBNF literal for a text.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch r {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
