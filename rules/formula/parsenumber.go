package formula

import (
	"math/big"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// CodeNumberSyntax is the fault of a text that is no JSON number.
const CodeNumberSyntax = "number-syntax"

// ParseNumber reads a number of the JSON grammar exactly. Numbers beyond
// [MaxNumber] in magnitude, with an exponent beyond ±[MaxExponent] or with so
// many decimals that they need more than [MaxBits] are number-too-large.
// The time is linear in the length of the text.
func ParseNumber(text string) (Value, *Fault) {
	d, ok := splitDecimal(text)
	if !ok {
		return refuse(fault(CodeNumberSyntax))
	}
	if d.exp < -MaxExponent || d.exp > MaxExponent {
		return refuse(fault(CodeNumberTooLarge, ojson.Field("exponent", ojson.Int(MaxExponent))))
	}

	// The number is digits/10^scale, without needless zeros at either end.
	digits := strings.TrimLeft(d.whole+d.fraction, "0")
	scale := len(d.fraction) - d.exp
	trimmed := strings.TrimRight(digits, "0")
	scale -= len(digits) - len(trimmed)
	digits = trimmed
	switch {
	case digits == "":
		return Int(0), nil
	case len(digits)-scale > 16:
		return refuse(beyondRange())
	case scale >= MaxBits:
		// The last digit is not 0, so the reduced denominator is at least 2^scale.
		return refuse(tooManyBits())
	}

	v := decimalValue(d.negative, digits, scale)
	if v.Failed() {
		return refuse(v)
	}
	if !InRange(v) {
		return refuse(beyondRange())
	}
	return v, nil
}

func refuse(v Value) (Value, *Fault) { return v, v.Fault() }

// decimalValue returns ±digits/10^scale; digits has at most 16-scale digits.
func decimalValue(negative bool, digits string, scale int) Value {
	if len(digits) <= 18 && scale <= 18 {
		n := int64(0)
		for _, c := range []byte(digits) {
			n = n*10 + int64(c-'0')
		}
		if negative {
			n = -n
		}
		if scale <= 0 {
			return Int(n * pow10(-scale))
		}
		return reduced(n, pow10(scale))
	}
	n, _ := new(big.Int).SetString(digits, 10)
	r := new(big.Rat).SetInt(n)
	if negative {
		r.Neg(r)
	}
	return fromRat(r.Mul(r, powerOf10(-scale)))
}

// decimal is a number of the JSON grammar, taken apart.
type decimal struct {
	negative        bool
	whole, fraction string
	exp             int // clamped to ±1000
}

func splitDecimal(text string) (d decimal, ok bool) {
	rest, negative := strings.CutPrefix(text, "-")
	d.negative = negative
	d.whole, rest = takeDigits(rest)
	if d.whole == "" || len(d.whole) > 1 && d.whole[0] == '0' {
		return d, false
	}
	if after, found := strings.CutPrefix(rest, "."); found {
		d.fraction, rest = takeDigits(after)
		if d.fraction == "" {
			return d, false
		}
	}
	if rest == "" {
		return d, true
	}
	if rest[0] != 'e' && rest[0] != 'E' {
		return d, false
	}
	rest = rest[1:]
	sign := 1
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		if rest[0] == '-' {
			sign = -1
		}
		rest = rest[1:]
	}
	exp, after := takeDigits(rest)
	if exp == "" || after != "" {
		return d, false
	}
	for _, c := range []byte(exp) {
		d.exp = min(d.exp*10+int(c-'0'), 1000)
	}
	d.exp *= sign
	return d, true
}

func takeDigits(text string) (digits, rest string) {
	i := 0
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	return text[:i], text[i:]
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
