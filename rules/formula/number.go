package formula

import (
	"math"
	"math/bits"
)

// Arithmetic. Every operation is exact. A failed operand is the result, the
// left one first; an operand that is no number gives the fault type-mismatch, a
// result whose numerator or denominator is longer than MaxBits the fault
// number-too-large. Small numbers never leave the machine's words.

// Add returns a + b.
func Add(a, b Value) Value {
	if a.den == 1 && b.den == 1 {
		sum := a.num + b.num
		if (sum > a.num) == (b.num > 0) && sum != math.MinInt64 {
			return Value{num: sum, den: 1, kind: Number}
		}
	}
	return addSlow(a, b)
}

// Sub returns a - b.
func Sub(a, b Value) Value {
	if a.den == 1 && b.den == 1 {
		diff := a.num - b.num
		if (diff < a.num) == (b.num > 0) && diff != math.MinInt64 {
			return Value{num: diff, den: 1, kind: Number}
		}
	}
	if bad, ok := operands(a, b); !ok {
		return bad
	}
	return addSlow(a, Neg(b))
}

func addSlow(a, b Value) Value {
	if bad, ok := operands(a, b); !ok {
		return bad
	}
	if a.den != 0 && b.den != 0 {
		// Over the least common denominator, so that sums of thirds stay small.
		g := gcd(uint64(a.den), uint64(b.den))
		ad, bd := a.den/int64(g), b.den/int64(g)
		left, ok1 := mul64(a.num, bd)
		right, ok2 := mul64(b.num, ad)
		sum := left + right
		den, ok3 := mul64(a.den, bd)
		if ok1 && ok2 && ok3 && (sum > left) == (right > 0) && sum != math.MinInt64 {
			return reduced(sum, den)
		}
	}
	return addBig(a, b)
}

// Mul returns a × b.
func Mul(a, b Value) Value {
	if a.den == 1 && b.den == 1 {
		if p, ok := mul64(a.num, b.num); ok {
			return Value{num: p, den: 1, kind: Number}
		}
	}
	if bad, ok := operands(a, b); !ok {
		return bad
	}
	if a.den != 0 && b.den != 0 {
		// Reduced crosswise first the product needs no further reduction.
		g := int64(gcd(magnitude(a.num), uint64(b.den)))
		h := int64(gcd(magnitude(b.num), uint64(a.den)))
		num, ok1 := mul64(a.num/g, b.num/h)
		den, ok2 := mul64(a.den/h, b.den/g)
		if ok1 && ok2 {
			return Value{num: num, den: den, kind: Number}
		}
	}
	return mulBig(a, b)
}

// Div returns the exact a / b.
func Div(a, b Value) Value {
	if bad, ok := operands(a, b); !ok {
		return bad
	}
	switch {
	case b.IsZero():
		return divisionByZero()
	case a.den == 1 && b.den == 1:
		return reduced(a.num, b.num)
	case b.den == 0:
		return divBig(a, b)
	case b.num < 0:
		return Mul(a, Value{num: -b.den, den: -b.num, kind: Number})
	}
	return Mul(a, Value{num: b.den, den: b.num, kind: Number})
}

// FloorDiv returns the greatest integer that is at most a / b.
func FloorDiv(a, b Value) Value {
	if a.den == 1 && b.den == 1 && b.num != 0 {
		q := a.num / b.num
		if a.num%b.num != 0 && (a.num < 0) != (b.num < 0) {
			q--
		}
		return Value{num: q, den: 1, kind: Number}
	}
	if bad, ok := operands(a, b); !ok {
		return bad
	}
	if b.IsZero() {
		return divisionByZero()
	}
	if n, d, ok := quotient64(a, b); ok {
		return Value{num: floor64(n, d), den: 1, kind: Number}
	}
	return floorDivBig(a, b)
}

// Mod returns a - b × FloorDiv(a, b): it is 0 or has the sign of b.
func Mod(a, b Value) Value {
	if a.den == 1 && b.den == 1 && b.num != 0 {
		r := a.num % b.num
		if r != 0 && (r < 0) != (b.num < 0) {
			r += b.num
		}
		return Value{num: r, den: 1, kind: Number}
	}
	if bad, ok := operands(a, b); !ok {
		return bad
	}
	if b.IsZero() {
		return divisionByZero()
	}
	if n, d, ok := quotient64(a, b); ok {
		// The rest of the whole numbers, over the denominator that they share.
		if den, ok := mul64(a.den, b.den); ok {
			rest := n - floor64(n, d)*d
			if b.num < 0 {
				rest = -rest
			}
			return reduced(rest, den)
		}
	}
	return modBig(a, b)
}

// quotient64 returns a/b as n/d with d > 0, not reduced, when that fits.
func quotient64(a, b Value) (n, d int64, ok bool) {
	if a.den == 0 || b.den == 0 {
		return 0, 0, false
	}
	n, ok1 := mul64(a.num, b.den)
	d, ok2 := mul64(a.den, b.num)
	if d < 0 {
		n, d = -n, -d
	}
	return n, d, ok1 && ok2
}

// Neg returns -v.
func Neg(v Value) Value {
	switch {
	case v.den != 0:
		v.num = -v.num
		return v
	case v.kind != Number:
		return wants(Number, v)
	}
	return negBig(v)
}

// Abs returns the magnitude of v.
func Abs(v Value) Value {
	switch {
	case v.kind != Number:
		return wants(Number, v)
	case v.Sign() < 0:
		return Neg(v)
	}
	return v
}

// Min returns the lesser of two numbers.
func Min(a, b Value) Value {
	if bad, ok := operands(a, b); !ok {
		return bad
	}
	if Compare(b, a) < 0 {
		return b
	}
	return a
}

// Max returns the greater of two numbers.
func Max(a, b Value) Value {
	if bad, ok := operands(a, b); !ok {
		return bad
	}
	if Compare(b, a) > 0 {
		return b
	}
	return a
}

// Compare returns -1, 0 or 1 as the number a is less than, equal to or greater
// than the number b. Anything that is no number counts as 0; callers test the
// kinds first.
func Compare(a, b Value) int {
	if a.den == b.den && a.den != 0 {
		switch {
		case a.num < b.num:
			return -1
		case a.num > b.num:
			return 1
		}
		return 0
	}
	if a.den == 0 || b.den == 0 {
		return compareBig(a, b)
	}
	if sa, sb := a.Sign(), b.Sign(); sa != sb {
		if sa < sb {
			return -1
		}
		return 1
	}
	// Same sign, so comparing magnitudes crosswise in 128 bits is enough.
	lh, ll := bits.Mul64(magnitude(a.num), uint64(b.den))
	rh, rl := bits.Mul64(magnitude(b.num), uint64(a.den))
	switch {
	case lh == rh && ll == rl:
		return 0
	case (lh < rh || lh == rh && ll < rl) == (a.num > 0):
		return -1
	}
	return 1
}

// operands reports whether both are numbers; if not, bad is what the operation
// gives instead. The left operand is asked first.
func operands(a, b Value) (bad Value, ok bool) {
	switch {
	case a.kind != Number:
		return wants(Number, a), false
	case b.kind != Number:
		return wants(Number, b), false
	}
	return Value{}, true
}

// reduced returns n/d in lowest terms; d is not 0, neither is the least int64.
func reduced(n, d int64) Value {
	if d < 0 {
		n, d = -n, -d
	}
	if g := int64(gcd(magnitude(n), uint64(d))); g > 1 {
		n, d = n/g, d/g
	}
	return Value{num: n, den: d, kind: Number}
}

// mul64 multiplies; ok is false when the product has more than 63 bits.
func mul64(a, b int64) (p int64, ok bool) {
	if int64(int32(a)) == a && int64(int32(b)) == b {
		return a * b, true
	}
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

// magnitude returns |i|; i is never the least int64.
func magnitude(i int64) uint64 {
	if i < 0 {
		return uint64(-i)
	}
	return uint64(i)
}

// gcd returns the greatest common divisor; that of 0 and b is b.
func gcd(a, b uint64) uint64 {
	for a != 0 {
		a, b = b%a, a
	}
	return b
}
