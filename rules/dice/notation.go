package dice

import (
	"strconv"
	"strings"
)

// The limits of a notation: its length in bytes, and its numbers.
const (
	maxNotation = 1_000
	maxWritten  = 1_000_000_000
)

// Parse reads a notation such as 2d6+1d4+2 (docs/rules/dice.md, Notation). die
// finds the faces of a die of its own; it may be nil.
func Parse(text string, die func(name string) ([]Face, bool)) (Roll, *Problem) {
	p := parser{text: text, die: die}
	if len(text) > maxNotation {
		return Roll{}, &Problem{Code: "invalid-dice", Offset: maxNotation, Expected: "end"}
	}
	roll, ok := p.roll()
	if !ok {
		return Roll{}, &Problem{Code: "invalid-dice", Offset: p.at, Expected: p.expected}
	}
	return roll, nil
}

type parser struct {
	text     string
	at       int
	expected string
	die      func(string) ([]Face, bool)
}

func (p *parser) fail(expected string) bool {
	p.expected = expected
	return false
}

func (p *parser) blanks() {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
}

// has takes a text that stands next.
func (p *parser) has(text string) bool {
	if strings.HasPrefix(p.text[p.at:], text) {
		p.at += len(text)
		return true
	}
	return false
}

// number takes digits; ok is false where there are none, or too many.
func (p *parser) number() (n int64, ok bool) {
	from := p.at
	for p.at < len(p.text) && '0' <= p.text[p.at] && p.text[p.at] <= '9' {
		p.at++
	}
	n, err := strconv.ParseInt(p.text[from:p.at], 10, 64)
	if err != nil || n > maxWritten {
		p.at = from
		return 0, false
	}
	return n, true
}

func (p *parser) roll() (r Roll, ok bool) {
	p.blanks()
	minus := p.has("-")
	for {
		p.blanks()
		if !p.term(&r, minus) {
			return r, false
		}
		p.blanks()
		switch {
		case p.at == len(p.text):
			return r, true
		case p.has("+"):
			minus = false
		case p.has("-"):
			minus = true
		default:
			return r, p.fail("+, - or end")
		}
	}
}

func (p *parser) term(r *Roll, minus bool) bool {
	count, counted := p.number()
	if !p.has("d") {
		if !counted {
			return p.fail("number or dice")
		}
		if minus {
			count = -count
		}
		if r.Add += count; r.Add > maxWritten || r.Add < -maxWritten {
			return p.fail("smaller number")
		}
		return true
	}
	t := Term{Count: 1, Subtract: minus}
	if counted {
		t.Count = count
	}
	switch {
	case p.has("%"):
		t.Sides = 100
	case p.has("["):
		end := strings.IndexByte(p.text[p.at:], ']')
		if end < 0 {
			return p.fail("]")
		}
		t.Name = p.text[p.at : p.at+end]
		found := p.die != nil
		if found {
			t.Faces, found = p.die(t.Name)
		}
		if !found || len(t.Faces) == 0 {
			return p.fail("name of a die")
		}
		t.Sides = int64(len(t.Faces))
		p.at += end + 1
	default:
		at := p.at
		sides, ok := p.number()
		if !ok || sides < 1 || sides > MaxSides {
			p.at = at
			return p.fail("sides")
		}
		t.Sides = sides
	}
	if !p.modifiers(&t) {
		return false
	}
	r.Terms = append(r.Terms, t)
	return true
}

// modifiers takes what stands behind the sides, each at most once.
func (p *parser) modifiers(t *Term) bool {
	for {
		at := p.at
		repeated := false
		switch {
		case p.has("kh"), p.has("kl"), p.has("dh"), p.has("dl"):
			repeated = t.Keep.Mode != KeepAll
			t.Keep = p.keep(p.text[at : at+2])
		case p.has("!!"), p.has("!"):
			repeated = t.Explode != nil
			t.Explode = &Explode{Chain: p.at-at == 2}
			if p.at < len(p.text) && strings.IndexByte("=<>0123456789", p.text[p.at]) >= 0 {
				test, ok := p.test()
				if !ok {
					return false
				}
				t.Explode.On = test
			}
		case p.has("ro"), p.has("rr"):
			repeated = t.Reroll != nil
			test, ok := p.test()
			if !ok {
				return false
			}
			t.Reroll = &Reroll{On: test, Until: p.text[at+1] == 'r'}
		case p.has("min"):
			repeated = t.Min != nil
			n, ok := p.number()
			if !ok {
				return p.fail("number")
			}
			t.Min = &n
		case p.has("max"):
			repeated = t.Max != nil
			n, ok := p.number()
			if !ok {
				return p.fail("number")
			}
			t.Max = &n
		case p.has("s"):
			repeated = t.Success != nil
			if !p.success(t) {
				return false
			}
		default:
			return true
		}
		if repeated {
			p.at = at
			return p.fail("each modifier once")
		}
	}
}

func (p *parser) keep(word string) Keep {
	n, ok := p.number()
	if !ok {
		n = 1
	}
	modes := map[string]KeepMode{"kh": KeepHighest, "kl": KeepLowest, "dh": DropHighest, "dl": DropLowest}
	return Keep{modes[word], n}
}

func (p *parser) success(t *Term) bool {
	test, ok := p.test()
	if !ok {
		return false
	}
	t.Success = []Success{{On: test, By: 1}}
	if p.has("f") {
		if test, ok = p.test(); !ok {
			return false
		}
		t.Success = append(t.Success, Success{On: test, By: -1})
	}
	return true
}

// test takes a comparison. A number alone is what it must be.
func (p *parser) test() (t Test, ok bool) {
	into := &t.Eq
	switch {
	case p.has(">="):
		into = &t.Gte
	case p.has("<="):
		into = &t.Lte
	case p.has(">"):
		into = &t.Gt
	case p.has("<"):
		into = &t.Lt
	case p.has("="):
	}
	n, ok := p.number()
	if !ok {
		return t, p.fail("number")
	}
	*into = &n
	return t, true
}
