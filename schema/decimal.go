package schema

import (
	"math"
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// decimal is an exact number ±0.digits·10^point: digits has neither leading nor
// trailing zeros and is empty for zero. Bounds and values are compared in this
// form because a double would merge neighbours beyond 2^53, and because big
// numbers from outside (1e-999999999) must not be written out.
type decimal struct {
	neg    bool
	digits string
	point  int
}

// decimalOf returns the value of a finite number.
func decimalOf(v ojson.Value) decimal {
	literal, neg := strings.CutPrefix(v.Literal(), "-")
	mantissa, exponent := literal, ""
	if i := strings.IndexAny(literal, "eE"); i >= 0 {
		mantissa, exponent = literal[:i], strings.TrimPrefix(literal[i+1:], "+")
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	all := whole + fraction
	digits := strings.TrimLeft(all, "0")
	d := decimal{neg: neg, digits: strings.TrimRight(digits, "0")}
	if d.digits == "" {
		return decimal{}
	}
	// An exponent may have any number of digits. Beyond the clamp no digits of
	// the mantissa could bring the number back, so only its sign still counts.
	const clamp = 1 << 30
	exp, err := strconv.Atoi(exponent)
	if exponent != "" && err != nil || exp > clamp || exp < -clamp {
		exp = clamp
		if strings.HasPrefix(exponent, "-") {
			exp = -clamp
		}
	}
	// Leading zeros that were cut moved the digits up to the point.
	d.point = len(whole) - (len(all) - len(digits)) + exp
	return d
}

// compareNumbers orders two finite numbers by their exact values.
func compareNumbers(a, b ojson.Value) int {
	x, y := decimalOf(a), decimalOf(b)
	if sx, sy := x.sign(), y.sign(); sx != sy {
		return sx - sy
	}
	// Of equal sign: the one with more digits before the point is greater in
	// magnitude; else the digits decide as text, since trailing zeros are gone.
	c := 0
	switch {
	case x.point != y.point:
		c = 1
		if x.point < y.point {
			c = -1
		}
	default:
		c = strings.Compare(x.digits, y.digits)
	}
	return c * x.sign()
}

// sign returns -1, 0 or 1.
func (d decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.neg:
		return -1
	default:
		return 1
	}
}

// scaled returns the magnitude of d times 10^n as plain digits, and whether a
// part below one was cut off. The caller keeps point+n small.
func (d decimal) scaled(n int) (digits string, cut bool) {
	whole := d.point + n
	switch {
	case d.digits == "":
		return "0", false
	case whole <= 0:
		return "0", true
	case whole < len(d.digits):
		return d.digits[:whole], true
	default:
		return d.digits + strings.Repeat("0", whole-len(d.digits)), false
	}
}

// roundInt rounds a number up or down to an integer of 64 bits; ok is false
// when it is out of their range.
func roundInt(v ojson.Value, up bool) (i int64, ok bool) {
	d := decimalOf(v)
	// Not even to be written out: the number may have a billion digits.
	if d.point > 19 {
		return 0, false
	}
	digits, cut := d.scaled(0)
	sign := ""
	if d.neg {
		sign = "-"
	}
	i, err := strconv.ParseInt(sign+digits, 10, 64)
	if err != nil {
		return 0, false
	}
	// Cutting rounds towards zero; the other direction is one further.
	switch {
	case cut && up && !d.neg:
		return i + 1, i < math.MaxInt64
	case cut && !up && d.neg:
		return i - 1, i > math.MinInt64
	}
	return i, true
}
