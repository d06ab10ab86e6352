package schema_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// gbnf is a small interpreter of the grammars of llama.cpp, written from their
// documentation: enough to match a text and to generate one.
type gbnf struct {
	rules map[string]*expr
}

// expr is an alternative, a sequence, a repetition, a reference, or a set of
// characters.
type expr struct {
	alternatives []*expr
	sequence     []*expr
	repeated     *expr
	least, most  int // most is -1 for no bound
	rule         string
	ranges       [][2]rune
	negated      bool
	kind         byte // one of "|,*rc"
	cost         int  // least depth of a text, for the generator
}

// fataler is what tests of all kinds have.
type fataler interface{ Fatalf(string, ...any) }

type gbnfParser struct {
	t    fataler
	text []rune
	pos  int
}

func parseGBNF(t fataler, text string) *gbnf {
	g := &gbnf{rules: map[string]*expr{}}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		name, body, ok := strings.Cut(line, " ::= ")
		if !ok || name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") != "" {
			t.Fatalf("not a rule: %q", line)
		}
		if g.rules[name] != nil {
			t.Fatalf("rule %s comes twice", name)
		}
		p := &gbnfParser{t: t, text: []rune(body)}
		g.rules[name] = p.alternatives()
		if p.pos != len(p.text) {
			t.Fatalf("rule %s: cannot read %q", name, string(p.text[p.pos:]))
		}
	}
	for name, e := range g.rules {
		g.check(t, name, e)
	}
	if g.rules["root"] == nil {
		t.Fatalf("no root rule in\n%s", text)
	}
	g.settleCosts()
	return g
}

func (g *gbnf) check(t fataler, name string, e *expr) {
	switch e.kind {
	case 'r':
		if g.rules[e.rule] == nil {
			t.Fatalf("rule %s refers to %s, which does not exist", name, e.rule)
		}
	case '*':
		if e.most > 1000 {
			t.Fatalf("rule %s repeats %d times", name, e.most)
		}
		g.check(t, name, e.repeated)
	}
	for _, c := range e.children() {
		g.check(t, name, c)
	}
}

func (e *expr) children() []*expr { return append(slices.Clone(e.alternatives), e.sequence...) }

func (p *gbnfParser) peek() rune {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

func (p *gbnfParser) space() {
	for p.peek() == ' ' {
		p.pos++
	}
}

func (p *gbnfParser) alternatives() *expr {
	e := &expr{kind: '|'}
	for {
		e.alternatives = append(e.alternatives, p.seq())
		if p.peek() != '|' {
			return e
		}
		p.pos++
	}
}

func (p *gbnfParser) seq() *expr {
	e := &expr{kind: ','}
	for {
		p.space()
		switch p.peek() {
		case 0, '|', ')':
			return e
		}
		e.sequence = append(e.sequence, p.postfix(p.item()))
	}
}

func (p *gbnfParser) item() *expr {
	switch c := p.peek(); {
	case c == '"':
		p.pos++
		e := &expr{kind: ','}
		for p.peek() != '"' {
			r := p.char()
			e.sequence = append(e.sequence, &expr{kind: 'c', ranges: [][2]rune{{r, r}}})
		}
		p.pos++
		return e
	case c == '[':
		p.pos++
		e := &expr{kind: 'c'}
		if p.peek() == '^' {
			e.negated = true
			p.pos++
		}
		for p.peek() != ']' {
			from := p.char()
			to := from
			if p.peek() == '-' && p.text[p.pos+1] != ']' {
				p.pos++
				to = p.char()
			}
			if to < from {
				p.t.Fatalf("range %c-%c", from, to)
			}
			e.ranges = append(e.ranges, [2]rune{from, to})
		}
		p.pos++
		return e
	case c == '(':
		p.pos++
		e := p.alternatives()
		if p.peek() != ')' {
			p.t.Fatalf("no ) in %q", string(p.text))
		}
		p.pos++
		return e
	default:
		start := p.pos
		for c := p.peek(); c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-'; c = p.peek() {
			p.pos++
		}
		if start == p.pos {
			p.t.Fatalf("cannot read %q at %d", string(p.text), p.pos)
		}
		return &expr{kind: 'r', rule: string(p.text[start:p.pos])}
	}
}

func (p *gbnfParser) char() rune {
	c := p.peek()
	if c == 0 {
		p.t.Fatalf("unexpected end of %q", string(p.text))
	}
	p.pos++
	if c != '\\' {
		return c
	}
	c = p.peek()
	p.pos++
	hex := map[rune]int{'x': 2, 'u': 4, 'U': 8}[c]
	switch {
	case hex > 0:
		n, err := strconv.ParseUint(string(p.text[p.pos:p.pos+hex]), 16, 32)
		if err != nil {
			p.t.Fatalf("%v", err)
		}
		p.pos += hex
		return rune(n)
	case strings.ContainsRune(`"\[]`, c):
		return c
	case c == 'n':
		return '\n'
	case c == 'r':
		return '\r'
	case c == 't':
		return '\t'
	}
	p.t.Fatalf("unknown escape \\%c in %q", c, string(p.text))
	return 0
}

func (p *gbnfParser) postfix(e *expr) *expr {
	least, most := 1, 1
	switch p.peek() {
	case '?':
		least, most = 0, 1
	case '*':
		least, most = 0, -1
	case '+':
		least, most = 1, -1
	case '{':
		end := p.pos + slices.Index(p.text[p.pos:], '}')
		from, to, two := strings.Cut(string(p.text[p.pos+1:end]), ",")
		var err1, err2 error
		least, err1 = strconv.Atoi(from)
		most = least
		if two {
			most, err2 = strconv.Atoi(to)
		}
		if err1 != nil || err2 != nil || most < least {
			p.t.Fatalf("bad repetition in %q", string(p.text))
		}
		p.pos = end
	default:
		return e
	}
	p.pos++
	return &expr{kind: '*', repeated: e, least: least, most: most}
}

// matches reports whether the grammar generates the whole text.
func (g *gbnf) matches(text string) bool {
	m := matcher{g: g, text: []rune(text), memo: map[matchKey][]int{}}
	return slices.Contains(m.ends(g.rules["root"], 0), len(m.text))
}

type matchKey struct {
	e   *expr
	pos int
}

type matcher struct {
	g    *gbnf
	text []rune
	memo map[matchKey][]int
}

// ends returns the places where a text of e that starts at pos can end.
func (m *matcher) ends(e *expr, pos int) []int {
	key := matchKey{e, pos}
	if ends, ok := m.memo[key]; ok {
		return ends
	}
	m.memo[key] = nil
	var out []int
	switch e.kind {
	case 'c':
		if pos < len(m.text) && e.has(m.text[pos]) {
			out = []int{pos + 1}
		}
	case 'r':
		out = m.ends(m.g.rules[e.rule], pos)
	case '|':
		for _, a := range e.alternatives {
			out = append(out, m.ends(a, pos)...)
		}
	case ',':
		out = []int{pos}
		for _, s := range e.sequence {
			var next []int
			for _, p := range out {
				next = append(next, m.ends(s, p)...)
			}
			out = unique(next)
		}
	case '*':
		current := []int{pos}
		for i := 0; len(current) > 0 && (e.most < 0 || i <= e.most); i++ {
			if i >= e.least {
				out = append(out, current...)
			}
			var next []int
			for _, p := range current {
				next = append(next, m.ends(e.repeated, p)...)
			}
			current = unique(next)
		}
	}
	out = unique(out)
	m.memo[key] = out
	return out
}

func unique(list []int) []int {
	slices.Sort(list)
	return slices.Compact(list)
}

func (e *expr) has(r rune) bool {
	for _, rg := range e.ranges {
		if r >= rg[0] && r <= rg[1] {
			return !e.negated
		}
	}
	return e.negated
}

const endless = 1 << 20

// settleCosts computes for every expression the least number of rules within
// each other that a text needs.
func (g *gbnf) settleCosts() {
	var all []*expr
	var walk func(e *expr)
	walk = func(e *expr) {
		e.cost = endless
		all = append(all, e)
		for _, c := range e.children() {
			walk(c)
		}
		if e.repeated != nil {
			walk(e.repeated)
		}
	}
	for _, e := range g.rules {
		walk(e)
	}
	for changed := true; changed; {
		changed = false
		for _, e := range all {
			c := 0
			switch e.kind {
			case 'r':
				c = g.rules[e.rule].cost + 1
			case '|':
				c = endless
				for _, a := range e.alternatives {
					c = min(c, a.cost)
				}
			case ',':
				for _, s := range e.sequence {
					c = max(c, s.cost)
				}
			case '*':
				if e.least > 0 {
					c = e.repeated.cost
				}
			}
			if c < e.cost {
				e.cost, changed = c, true
			}
		}
	}
}

// generate returns a random text; ok is false when the grammar has none.
func (g *gbnf) generate(rng *rand.Rand) (text string, ok bool) {
	if g.rules["root"].cost >= endless {
		return "", false
	}
	var b strings.Builder
	g.write(&b, rng, g.rules["root"], 14)
	return b.String(), true
}

func (g *gbnf) write(b *strings.Builder, rng *rand.Rand, e *expr, depth int) {
	switch e.kind {
	case 'c':
		rg := e.ranges[rng.IntN(len(e.ranges))]
		b.WriteRune(rg[0] + rune(rng.IntN(int(rg[1]-rg[0])+1)))
	case 'r':
		g.write(b, rng, g.rules[e.rule], depth-1)
	case '|':
		fits := slices.DeleteFunc(slices.Clone(e.alternatives), func(a *expr) bool { return a.cost > max(depth, e.cost) })
		g.write(b, rng, fits[rng.IntN(len(fits))], depth)
	case ',':
		for _, s := range e.sequence {
			g.write(b, rng, s, depth)
		}
	case '*':
		n := e.least
		if most := min(e.most, e.least+3); most > n && e.repeated.cost < depth {
			n += rng.IntN(most - n + 1)
		}
		for range n {
			g.write(b, rng, e.repeated, depth)
		}
	}
}

func TestGBNFInterpreter(t *testing.T) {
	g := parseGBNF(t, "root ::= \"a\" [b-d]{1,2} (x | \"\\\"\")? [^z]\nx ::= \"xy\" x?\n")
	for text, want := range map[string]bool{
		"abq": true, "abcq": true, "abcdq": false, "aq": false, "abxyxyq": true, "ab\"q": true, "abz": false, "abxq": false,
	} {
		if got := g.matches(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	g = parseGBNF(t, "root ::= \"a\" [b-d]{1,2} (x | \"\\\"\")?\nx ::= \"xy\" x?\n")
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		if text, ok := g.generate(rng); !ok || !g.matches(text) {
			t.Fatalf("generated %q", text)
		}
	}
}
