package ojson

import (
	"math"
	"strconv"
	"strings"
)

// maxSafe is 2^53: below it every integer is exact as a double. Integer
// parameters accept values of smaller magnitude only (behaviours, item 28).
const maxSafe = 1 << 53

// longLiteral is the length in bytes up to which a plain integer is within the
// range of a double, and up to which strconv reads any literal rightly.
const longLiteral = 300

// Int returns an integral number.
func Int(i int64) Value {
	return Value{kind: KindNumber, text: strconv.FormatInt(i, 10)}
}

// Float returns a number. Integral values are written as plain digits; NaN and
// the infinities are written as null.
func Float(f float64) Value {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Value{kind: KindNumber, flag: true, text: strconv.FormatFloat(f, 'g', -1, 64)}
	}
	return number(strconv.FormatFloat(f, 'g', -1, 64))
}

// number returns the value of a literal that follows the JSON grammar.
func number(literal string) Value {
	// Nearly all numbers are short plain integers, canonical as they are.
	if len(literal) <= longLiteral && !strings.ContainsAny(literal, ".eE") && literal != "-0" {
		return Value{kind: KindNumber, text: literal}
	}
	d := decompose(literal)
	switch {
	case d.digits == "":
		return Value{kind: KindNumber, text: "0"}
	case len(d.digits)+d.exp > 308:
		// Near or beyond the largest double; only strconv can tell.
		if math.IsInf(d.float(), 0) {
			return Value{kind: KindNumber, flag: true, text: literal}
		}
	}
	if d.exp < 0 {
		return Value{kind: KindNumber, text: literal}
	}
	return Value{kind: KindNumber, text: d.sign() + d.digits + strings.Repeat("0", d.exp)}
}

// decimal is a number as sign, digits and a power of ten: ±digits·10^exp.
// digits has neither leading nor trailing zeros and is empty for zero, so equal
// numbers have equal decimals.
type decimal struct {
	neg    bool
	digits string
	exp    int
}

func (d decimal) sign() string {
	if d.neg {
		return "-"
	}
	return ""
}

// decompose splits a literal of the JSON grammar. Exponents are clamped to
// ±2^30, far beyond what any other digit count could bring back into range.
func decompose(literal string) decimal {
	var d decimal
	rest, neg := strings.CutPrefix(literal, "-")
	mantissa, exponent := rest, ""
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		mantissa, exponent = rest[:i], rest[i+1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	trimmed := strings.TrimRight(digits, "0")
	if trimmed == "" {
		return d
	}
	const clamp = 1 << 30
	exp, err := strconv.ParseInt(exponent, 10, 64)
	if exponent != "" && err != nil || exp > clamp || exp < -clamp {
		exp = clamp
		if strings.HasPrefix(exponent, "-") {
			exp = -clamp
		}
	}
	d.neg, d.digits = neg, trimmed
	d.exp = int(exp) - len(fraction) + len(digits) - len(trimmed)
	return d
}

func equalNumbers(a, b Value) bool {
	if a.text == b.text {
		return true
	}
	if a.flag || b.flag {
		// Two literals beyond the range of a double are the same infinity.
		return a.flag && b.flag && strings.HasPrefix(a.text, "-") == strings.HasPrefix(b.text, "-")
	}
	return decompose(a.text) == decompose(b.text)
}

// IsFinite reports whether v is a number within the range of a double.
func (v Value) IsFinite() bool { return v.kind == KindNumber && !v.flag }

// IsInteger reports whether v is a finite number without a fractional part.
func (v Value) IsInteger() bool {
	return v.IsFinite() && !strings.ContainsAny(v.text, ".eE")
}

// float returns the nearest double of a number that is not zero, ±Inf beyond
// the range. It writes the number as a fraction below one, because strconv
// loses its place in a literal with more than 800 digits before the point (Go
// 1.26 reads 15, 799 zeros and e-800 as 0.15) and clamps long exponents.
func (d decimal) float() float64 {
	point := strconv.Itoa(d.exp + len(d.digits))
	f, _ := strconv.ParseFloat(d.sign()+"."+d.digits+"e"+point, 64) // a range error still gives ±Inf
	return f
}

// AsFloat returns a number as a double, ±Inf for a literal beyond its range.
func (v Value) AsFloat() (f float64, ok bool) {
	if v.kind != KindNumber {
		return 0, false
	}
	if len(v.text) > longLiteral {
		return decompose(v.text).float(), true
	}
	f, _ = strconv.ParseFloat(v.text, 64) // a range error still gives ±Inf
	return f, true
}

// AsInt returns an integral number below 2^53 in magnitude. 3.0 is integral,
// 3.2 is not (behaviours, item 28).
func (v Value) AsInt() (i int64, ok bool) {
	if !v.IsInteger() {
		return 0, false
	}
	i, err := strconv.ParseInt(v.text, 10, 64)
	if err != nil || i >= maxSafe || i <= -maxSafe {
		return 0, false
	}
	return i, true
}

// Literal returns the digits of a number as they will be written, "" for any
// other kind.
func (v Value) Literal() string {
	if v.kind != KindNumber {
		return ""
	}
	return v.text
}
