package formula

import "math/big"

// Floor returns the greatest integer that is at most v.
func Floor(v Value) Value {
	switch {
	case v.den == 1:
		return v
	case v.den != 0:
		return Value{num: floor64(v.num, v.den), den: 1, kind: Number}
	case v.kind != Number:
		return wants(Number, v)
	}
	return fromRat(new(big.Rat).SetInt(floorRat(v.rat())))
}

// Ceil returns the least integer that is at least v.
func Ceil(v Value) Value {
	if v.den == 1 {
		return v
	}
	return Neg(Floor(Neg(v)))
}

// Trunc returns v without its fraction.
func Trunc(v Value) Value {
	if v.Sign() < 0 {
		return Ceil(v)
	}
	return Floor(v)
}

// Round returns the integer nearest to v; of two the one farther from 0.
func Round(v Value) Value {
	if v.Sign() < 0 {
		return Neg(RoundHalfUp(Neg(v)))
	}
	return RoundHalfUp(v)
}

// RoundHalfUp returns floor(v + 1/2): the integer nearest to v, of two the
// greater.
func RoundHalfUp(v Value) Value {
	switch {
	case v.den == 1:
		return v
	case v.den != 0:
		whole := floor64(v.num, v.den)
		// The rest is compared with what is missing: doubling could overflow.
		if rest := v.num - whole*v.den; rest >= v.den-rest {
			whole++
		}
		return Value{num: whole, den: 1, kind: Number}
	case v.kind != Number:
		return wants(Number, v)
	}
	half := new(big.Rat).Add(v.rat(), big.NewRat(1, 2))
	return fromRat(new(big.Rat).SetInt(floorRat(half)))
}

// floor64 returns the floor of n/d for d > 1, which is always in range.
func floor64(n, d int64) int64 {
	q := n / d
	if n%d < 0 {
		q--
	}
	return q
}
