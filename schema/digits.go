package schema

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// The digits of generated numbers.
const (
	// wholeDigits is how many digits a number without a bound has before the
	// point. It keeps integers exact as doubles.
	wholeDigits = 15
	// minFraction and maxFraction bound the digits behind the point; bounds
	// with more digits are rounded inward.
	minFraction = 6
	maxFraction = 12
	// maxDigits bounds the digits of bounds that are held to by construction.
	// Longer ones, such as 1e300, count as none.
	maxDigits = 40
)

// fractionDigits returns how many digits numbers may have behind the point: one
// more than the bounds have, since between exclusive bounds that differ in their
// last digit (0.1 and 0.2) lies nothing else.
func fractionDigits(l *limits) int {
	n := minFraction
	if l == nil {
		return n
	}
	for _, v := range [...]ojson.Value{l.min, l.max} {
		if d := decimalOf(v); !v.IsNull() {
			n = max(n, len(d.digits)-d.point+1)
		}
	}
	return min(n, maxFraction)
}

// numberRange returns the expression for numbers within limits that have at
// most fraction digits behind the point. Numbers are scaled to integers by that
// many digits; zero is never written with a sign.
func numberRange(l *limits, fraction int) string {
	low, high := scaledLimits(l, fraction)
	var alternatives []string
	// The sign splits the range: below zero the magnitudes count down.
	if low.Sign() < 0 {
		// Magnitudes of negative numbers run from the bound nearer to zero.
		from, to := big.NewInt(1), new(big.Int).Neg(low)
		if high.Sign() < 0 {
			from.Neg(high)
		}
		alternatives = append(alternatives, `"-" (`+strings.Join(magnitudes(from, to, fraction), " | ")+`)`)
	}
	if high.Sign() >= 0 {
		from := low
		if low.Sign() < 0 {
			from = new(big.Int)
		}
		alternatives = append(alternatives, magnitudes(from, high, fraction)...)
	}
	return strings.Join(alternatives, " | ")
}

// scaledLimits returns the inclusive bounds in units of the last digit. A bound
// that is missing or too long is replaced by one far away.
func scaledLimits(l *limits, fraction int) (low, high *big.Int) {
	if l == nil {
		l = &limits{}
	}
	low, hasLow := scaledBound(l.min, l.openMin, true, fraction)
	high, hasHigh := scaledBound(l.max, l.openMax, false, fraction)
	far := pow10(wholeDigits + fraction)
	if hasLow && low.Sign() > 0 && !hasHigh || hasHigh && high.Sign() < 0 && !hasLow {
		// The other bound lies at least a digit beyond this one.
		known := low
		if !hasLow {
			known = high
		}
		far = pow10(max(wholeDigits+fraction, len(known.Text(10))+1))
	}
	far.Sub(far, big.NewInt(1))
	if !hasHigh {
		high = far
	}
	if !hasLow {
		low = new(big.Int).Neg(far)
	}
	if low.Cmp(high) > 0 {
		// Too narrow for the digits. Any number is better than no grammar; the
		// validator has the last word.
		return new(big.Int).Neg(far), far
	}
	return low, high
}

// scaledBound returns a bound in units of the last digit, moved inward where it is
// exclusive or has more digits; ok is false when there is none to hold to.
func scaledBound(v ojson.Value, open, up bool, fraction int) (*big.Int, bool) {
	if v.IsNull() {
		return nil, false
	}
	d := decimalOf(v)
	if d.point > maxDigits {
		return nil, false
	}
	digits, cut := d.scaled(fraction)
	i, _ := new(big.Int).SetString(digits, 10)
	if d.neg {
		i.Neg(i)
	}
	one := big.NewInt(1)
	switch {
	case up && (cut && !d.neg || open && !cut):
		i.Add(i, one)
	case !up && (cut && d.neg || open && !cut):
		i.Sub(i, one)
	}
	return i, true
}

// pow10 returns ten to the power of n.
func pow10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// magnitudes returns alternatives for the numbers from low to high, both at
// least zero and scaled by fraction digits.
func magnitudes(low, high *big.Int, fraction int) []string {
	var out []string
	width := func(i *big.Int) int { return max(1, len(i.Text(10))-fraction) }
	widest := width(high)
	for k := width(low); k <= widest; k++ {
		from, to := new(big.Int), allNines(k+fraction)
		if k > 1 {
			from = pow10(k - 1 + fraction)
		}
		if k > 1 && from.Cmp(low) >= 0 && to.Cmp(high) <= 0 {
			// Widths that are covered in full come as one.
			last := widest
			if allNines(last+fraction).Cmp(high) > 0 {
				last--
			}
			out = append(out, join("[1-9]"+digitRun(k-1, last-1), optionalFraction(fraction)))
			k = last
			continue
		}
		if from.Cmp(low) < 0 {
			from = low
		}
		if to.Cmp(high) > 0 {
			to = high
		}
		d := digitRange{low: padded(from, k+fraction), high: padded(to, k+fraction), point: k}
		out = append(out, d.from(0, true, true))
	}
	return out
}

// allNines returns the largest number of a width.
func allNines(width int) *big.Int { return new(big.Int).Sub(pow10(width), big.NewInt(1)) }

// padded returns the digits of i, filled with zeros to a width.
func padded(i *big.Int, width int) string {
	s := i.Text(10)
	return strings.Repeat("0", max(0, width-len(s))) + s
}

// digitRun returns an expression for least to most digits.
func digitRun(least, most int) string {
	switch {
	case most == 0:
		return ""
	case least == 1 && most == 1:
		return " [0-9]"
	default:
		return " " + repeat("[0-9]", least, most)
	}
}

// optionalFraction returns the expression for any digits behind the point, or none.
func optionalFraction(fraction int) string {
	if fraction == 0 {
		return ""
	}
	return `("."` + digitRun(1, fraction) + ")?"
}

// The expression for a range is found digit by digit, from the left. For the
// integers from 185 to 240 the first digits differ, so there are two ways:
//
// 	"1" (digits from 85 up) | "2" (digits up to 40)
//
// and each goes on with one bound that still binds and one that does not any more:
//
// 	"1" ("8" [5-9] | "9" [0-9]) | "2" ([0-3] [0-9] | "4" "0")
//
// Once a digit lies between the bounds, the rest is free. Behind the point the
// same holds, except that a number may stop there: 1.5 stands for 1.500000, so it
// may stop as soon as zeros satisfy the lower bound.

// digitRange is a range of numbers that have the same number of digits before
// the point. low and high are all digits, without the point, and of equal
// length.
type digitRange struct {
	low, high string
	point     int
}

// from returns the expression for the digits from i on. onLow and onHigh say
// that the digits before i are those of the bound, so that it binds the rest.
// Digits behind the point may stop early: zeros are implied.
func (d digitRange) from(i int, onLow, onHigh bool) string {
	if i == len(d.low) {
		return ""
	}
	// A lower bound of zeros binds nothing any more.
	onLow = onLow && strings.Trim(d.low[i:], "0") != ""
	lowZero := !onLow // the rest of the lower bound is zeros
	if i < d.point {
		return d.digit(i, onLow, onHigh, lowZero)
	}
	if onHigh && strings.Trim(d.high[i:], "0") == "" {
		// Only zeros could follow; they are left out.
		return ""
	}
	point := ""
	if i == d.point {
		point = `"." `
	}
	rest := point + d.digit(i, onLow, onHigh, lowZero)
	if lowZero {
		return "(" + rest + ")?"
	}
	return rest
}

// digit returns the expression for digit i and what follows.
func (d digitRange) digit(i int, onLow, onHigh, lowZero bool) string {
	low, high := byte('0'), byte('9')
	if onLow {
		low = d.low[i]
	}
	if onHigh {
		high = d.high[i]
	}
	if !onLow && !onHigh {
		return d.free(i)
	}
	// While both bounds agree there is no choice.
	if onLow && onHigh && low == high {
		return join(fmt.Sprintf("%q", string(low)), d.from(i+1, true, true))
	}
	var alternatives []string
	add := func(from, to byte, rest string) {
		if from == to {
			alternatives = append(alternatives, join(fmt.Sprintf("%q", string(from)), rest))
		} else if from < to {
			alternatives = append(alternatives, join(fmt.Sprintf("[%c-%c]", from, to), rest))
		}
	}
	// Up to three ways: on the lower bound, between the bounds, on the upper
	// bound. Only between them are the digits that follow free. A bound whose
	// rest is all zeros, or all nines, counts as between.
	middleFrom, middleTo := low, high
	if onLow && strings.Trim(d.low[i+1:], "0") != "" {
		add(low, low, d.from(i+1, true, false))
		middleFrom++
	}
	tight := onHigh && strings.Trim(d.high[i+1:], "9") != ""
	if tight {
		middleTo--
	}
	add(middleFrom, middleTo, d.rest(i+1))
	if tight {
		add(high, high, d.from(i+1, false, true))
	}
	if len(alternatives) == 1 {
		return alternatives[0]
	}
	return "(" + strings.Join(alternatives, " | ") + ")"
}

// free returns the expression for any digits from i on, at least one.
func (d digitRange) free(i int) string {
	if i >= d.point {
		return "[0-9]{1," + fmt.Sprint(len(d.low)-i) + "}"
	}
	return strings.TrimSpace(join(strings.TrimSpace(digitRun(d.point-i, d.point-i)), optionalFraction(len(d.low)-d.point)))
}

// rest returns the expression for any digits from i on that may follow.
func (d digitRange) rest(i int) string {
	switch {
	case i == len(d.low):
		return ""
	case i < d.point:
		return d.free(i)
	case i == d.point:
		return optionalFraction(len(d.low) - d.point)
	default:
		return "[0-9]{0," + fmt.Sprint(len(d.low)-i) + "}"
	}
}
