package formula

import (
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// pow10 returns 10^n for 0 <= n <= 18.
func pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

func bigPow10(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

// RoundTo12 returns the number that has at most [Digits] significant digits and
// is nearest to v, of two the one farther from 0, and whether it differs from
// v. Anything but a number comes back unchanged. Only a number so small that
// its digits would take more than [MaxBits] is a fault, number-too-large.
func RoundTo12(v Value) (rounded Value, changed bool) {
	switch {
	case v.kind != Number:
		return v, false
	case v.den == 1 && -limit12 < v.num && v.num < limit12:
		return v, false
	case v.den == 0:
		return roundBig(v)
	}
	size := magnitude(v.num)
	den := uint64(v.den)
	// After k more decimal places the whole part has exactly 12 digits.
	k := 0
	switch whole := size / den; {
	case whole >= limit12:
		return roundBig(v)
	case whole > 0:
		k = Digits - len(strconv.FormatUint(whole, 10))
	default:
		place := 1 // of the first digit that is not 0
		for {
			if hi, lo := bits.Mul64(size, uint64(pow10(place))); hi > 0 || lo >= den {
				break
			}
			if place++; place > 18-Digits+1 {
				return roundBig(v)
			}
		}
		k = place + Digits - 1
	}
	hi, lo := bits.Mul64(size, uint64(pow10(k)))
	q, rest := bits.Div64(hi, lo, den)
	if rest == 0 {
		return v, false
	}
	if rest >= den-rest {
		q++
	}
	n := int64(q)
	if v.num < 0 {
		n = -n
	}
	return reduced(n, pow10(k)), true
}

// limit12 is the first integer with more than 12 digits.
const limit12 = 1_000_000_000_000

func roundBig(v Value) (rounded Value, changed bool) {
	r := new(big.Rat).Abs(v.rat())
	if r.Sign() == 0 {
		return v, false
	}
	scale := Digits - 1 - exponent(r)
	r.Mul(r, powerOf10(scale))
	if r.IsInt() {
		return v, false
	}
	n := floorRat(r.Add(r, big.NewRat(1, 2)))
	r.SetInt(n)
	r.Mul(r, powerOf10(-scale))
	if v.Sign() < 0 {
		r.Neg(r)
	}
	return fromRat(r), true
}

// exponent returns the e for which 10^e <= r < 10^(e+1); r is positive.
func exponent(r *big.Rat) int {
	// The bit lengths give log2 r within 1; 30103/100000 is log10 of 2.
	e := (r.Num().BitLen() - r.Denom().BitLen()) * 30103 / 100000
	for r.Cmp(powerOf10(e)) < 0 {
		e--
	}
	for r.Cmp(powerOf10(e+1)) >= 0 {
		e++
	}
	return e
}

// powerOf10 returns 10^e for an e of either sign.
func powerOf10(e int) *big.Rat {
	if e < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), bigPow10(-e))
	}
	return new(big.Rat).SetInt(bigPow10(e))
}

// decimalText writes a number whose denominator divides a power of ten, without
// an exponent and with no more decimals than it has.
func decimalText(v Value) string {
	if v.den == 1 {
		return strconv.FormatInt(v.num, 10)
	}
	if v.den != 0 {
		for k := 1; k <= 18; k++ {
			p := pow10(k)
			if p%v.den != 0 {
				continue
			}
			if n, ok := mul64(v.num, p/v.den); ok {
				return placePoint(n, k)
			}
			break
		}
	}
	r := v.rat()
	places, _ := r.FloatPrec()
	return r.FloatString(places)
}

// placePoint writes n/10^k for k > 0.
func placePoint(n int64, k int) string {
	digits := strconv.FormatUint(magnitude(n), 10)
	if len(digits) <= k {
		digits = strings.Repeat("0", k+1-len(digits)) + digits
	}
	sign := ""
	if n < 0 {
		sign = "-"
	}
	return sign + digits[:len(digits)-k] + "." + digits[len(digits)-k:]
}
