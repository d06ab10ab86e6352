package formula

import (
	"math"
	"math/big"
)

// Numbers that do not fit into two machine words. The functions take any
// numbers and always return the smallest form, so that each number has one.

// fromRat takes r over.
func fromRat(r *big.Rat) Value {
	num, den := r.Num(), r.Denom()
	if num.IsInt64() && den.IsInt64() && num.Int64() != math.MinInt64 {
		return Value{num: num.Int64(), den: den.Int64(), kind: Number}
	}
	if num.BitLen() > MaxBits || den.BitLen() > MaxBits {
		return tooManyBits()
	}
	return Value{kind: Number, ref: &boxed{rat: r}}
}

// rat returns a number as a big.Rat, which must not be changed.
func (v Value) rat() *big.Rat {
	if v.den == 0 {
		if v.ref == nil || v.ref.rat == nil {
			return new(big.Rat) // not a number
		}
		return v.ref.rat
	}
	return big.NewRat(v.num, v.den)
}

func addBig(a, b Value) Value { return fromRat(new(big.Rat).Add(a.rat(), b.rat())) }
func mulBig(a, b Value) Value { return fromRat(new(big.Rat).Mul(a.rat(), b.rat())) }
func divBig(a, b Value) Value { return fromRat(new(big.Rat).Quo(a.rat(), b.rat())) }
func negBig(v Value) Value    { return fromRat(new(big.Rat).Neg(v.rat())) }
func compareBig(a, b Value) int {
	return a.rat().Cmp(b.rat())
}

// quotient returns the integer below or at a/b; it may be longer than MaxBits.
func quotient(a, b Value) *big.Int {
	return floorRat(new(big.Rat).Quo(a.rat(), b.rat()))
}

func floorDivBig(a, b Value) Value {
	return fromRat(new(big.Rat).SetInt(quotient(a, b)))
}

// modBig bounds only its own result: the quotient may be as long as it is.
func modBig(a, b Value) Value {
	product := new(big.Rat).SetInt(quotient(a, b))
	product.Mul(product, b.rat())
	return fromRat(product.Sub(a.rat(), product))
}

// floorRat returns the greatest integer that is at most r. The denominator is
// positive, so Euclidean division rounds down.
func floorRat(r *big.Rat) *big.Int {
	return new(big.Int).Div(r.Num(), r.Denom())
}
