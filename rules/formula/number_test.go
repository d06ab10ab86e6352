package formula_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/rules/formula"
)

// number is a Value together with what it must be.
type number struct {
	v formula.Value
	r *big.Rat
}

// numbers draws small and huge numbers, whole and broken, near the borders too.
func numbers() *rapid.Generator[number] {
	edges := rapid.SampledFrom([]int64{0, 1, -1, 2, 10, math.MaxInt32, math.MinInt32, 1 << 53, math.MaxInt64, math.MinInt64, math.MinInt64 + 1, 1 << 62})
	ints := rapid.OneOf(rapid.Int64Range(-20, 20), rapid.Int64(), edges)
	return rapid.Custom(func(t *rapid.T) number {
		n, d := ints.Draw(t, "n"), int64(1)
		if rapid.Bool().Draw(t, "broken") {
			d = ints.Filter(func(i int64) bool { return i != 0 }).Draw(t, "d")
		}
		x := number{formula.Ratio(n, d), new(big.Rat).SetFrac(big.NewInt(n), big.NewInt(d))}
		for range rapid.SampledFrom([]int{0, 0, 1, 5}).Draw(t, "squares") {
			square := formula.Mul(x.v, x.v)
			if square.Failed() {
				break
			}
			x = number{square, new(big.Rat).Mul(x.r, x.r)}
		}
		return x
	})
}

// same compares a result with the exact one, which may be too long.
func same(t *rapid.T, what string, got formula.Value, want *big.Rat) {
	t.Helper()
	if want.Num().BitLen() > formula.MaxBits || want.Denom().BitLen() > formula.MaxBits {
		if f := got.Fault(); f == nil || f.Code != "number-too-large" {
			t.Fatalf("%s = %v, want number-too-large", what, got)
		}
		return
	}
	if got.Kind() != formula.Number || rat(got).Cmp(want) != 0 {
		t.Fatalf("%s = %v, want %v", what, got, want)
	}
	if !formula.Equal(got, fromRat(want)) {
		t.Fatalf("%s = %v is not Equal to the same number made in another way", what, got)
	}
}

// rat reads a number back with nothing but comparisons and whole numbers of one
// machine word: its value is rebuilt from 60-bit pieces of a continued fraction.
func rat(v formula.Value) *big.Rat {
	whole := formula.Floor(v)
	rest := formula.Sub(v, whole)
	r := new(big.Rat).SetInt(integer(whole))
	if !rest.IsZero() {
		r.Add(r, new(big.Rat).Inv(rat(formula.Div(formula.Int(1), rest))))
	}
	return r
}

func integer(v formula.Value) *big.Int {
	if i, ok := v.AsInt(); ok {
		return big.NewInt(i)
	}
	piece := formula.Int(1 << 60)
	high, low := formula.FloorDiv(v, piece), formula.Mod(v, piece)
	i, _ := low.AsInt()
	n := new(big.Int).Lsh(big.NewInt(0), 0)
	if formula.Equal(high, formula.Int(-1)) {
		n.SetInt64(-1)
	} else {
		n.Set(integer(high))
	}
	return n.Lsh(n, 60).Add(n, big.NewInt(i))
}

// fromRat makes the number from its digits in base 2^30.
func fromRat(r *big.Rat) formula.Value {
	build := func(n *big.Int) formula.Value {
		v, base := formula.Int(0), formula.Int(1<<30)
		for i := (n.BitLen() + 29) / 30; i > 0; i-- {
			digit := new(big.Int).Rsh(n, uint(30*(i-1)))
			digit.And(digit, big.NewInt(1<<30-1))
			v = formula.Add(formula.Mul(v, base), formula.Int(digit.Int64()))
		}
		return v
	}
	v := formula.Div(build(new(big.Int).Abs(r.Num())), build(r.Denom()))
	if r.Sign() < 0 {
		v = formula.Neg(v)
	}
	return v
}

func TestArithmeticIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := numbers().Draw(t, "a"), numbers().Draw(t, "b")
		same(t, "a", a.v, a.r)
		same(t, "a + b", formula.Add(a.v, b.v), new(big.Rat).Add(a.r, b.r))
		same(t, "a - b", formula.Sub(a.v, b.v), new(big.Rat).Sub(a.r, b.r))
		same(t, "a * b", formula.Mul(a.v, b.v), new(big.Rat).Mul(a.r, b.r))
		same(t, "-a", formula.Neg(a.v), new(big.Rat).Neg(a.r))
		same(t, "abs a", formula.Abs(a.v), new(big.Rat).Abs(a.r))
		if got, want := formula.Compare(a.v, b.v), a.r.Cmp(b.r); got != want {
			t.Fatalf("Compare = %d, want %d", got, want)
		}
		if got, want := formula.Equal(a.v, b.v), a.r.Cmp(b.r) == 0; got != want {
			t.Fatalf("Equal = %v", got)
		}
		if a.v.Sign() != a.r.Sign() || a.v.IsZero() != (a.r.Sign() == 0) || a.v.IsInteger() != a.r.IsInt() {
			t.Fatalf("Sign, IsZero or IsInteger of %v", a.v)
		}
		low, high := a.r, b.r
		if low.Cmp(high) > 0 {
			low, high = high, low
		}
		same(t, "min", formula.Min(a.v, b.v), low)
		same(t, "max", formula.Max(a.v, b.v), high)
		if b.r.Sign() == 0 {
			for _, v := range []formula.Value{formula.Div(a.v, b.v), formula.FloorDiv(a.v, b.v), formula.Mod(a.v, b.v)} {
				if f := v.Fault(); f == nil || f.Code != "division-by-zero" {
					t.Fatalf("by zero: %v", v)
				}
			}
			return
		}
		quo := new(big.Rat).Quo(a.r, b.r)
		same(t, "a / b", formula.Div(a.v, b.v), quo)
		down := floorOf(quo)
		same(t, "a // b", formula.FloorDiv(a.v, b.v), down)
		same(t, "a % b", formula.Mod(a.v, b.v), new(big.Rat).Sub(a.r, new(big.Rat).Mul(b.r, down)))
	})
}

// floorOf rounds by truncation, with a step down below zero.
func floorOf(r *big.Rat) *big.Rat {
	n := new(big.Int).Quo(r.Num(), r.Denom())
	if r.Sign() < 0 && !r.IsInt() {
		n.Sub(n, big.NewInt(1))
	}
	return new(big.Rat).SetInt(n)
}

func TestRoundingIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := numbers().Draw(t, "x")
		half := big.NewRat(1, 2)
		neg := func(r *big.Rat) *big.Rat { return new(big.Rat).Neg(r) }
		up := func(r *big.Rat) *big.Rat { return floorOf(new(big.Rat).Add(r, half)) }
		same(t, "floor", formula.Floor(x.v), floorOf(x.r))
		same(t, "ceil", formula.Ceil(x.v), neg(floorOf(neg(x.r))))
		same(t, "roundHalfUp", formula.RoundHalfUp(x.v), up(x.r))
		trunc, round := floorOf(x.r), up(x.r)
		if x.r.Sign() < 0 {
			trunc, round = neg(floorOf(neg(x.r))), neg(up(neg(x.r)))
		}
		same(t, "trunc", formula.Trunc(x.v), trunc)
		same(t, "round", formula.Round(x.v), round)
	})
}

func TestRoundingTable(t *testing.T) {
	tests := []struct {
		n, d                                   int64
		floor, ceil, trunc, round, roundHalfUp int64
	}{
		{5, 2, 2, 3, 2, 3, 3},
		{-5, 2, -3, -2, -2, -3, -2},
		{1, 2, 0, 1, 0, 1, 1},
		{-1, 2, -1, 0, 0, -1, 0},
		{-3, 2, -2, -1, -1, -2, -1},
		{7, 3, 2, 3, 2, 2, 2},
		{8, 3, 2, 3, 2, 3, 3},
		{-7, 3, -3, -2, -2, -2, -2},
		{-8, 3, -3, -2, -2, -3, -3},
		{4, 1, 4, 4, 4, 4, 4},
		{-4, 1, -4, -4, -4, -4, -4},
		{0, 1, 0, 0, 0, 0, 0},
		{math.MaxInt64, 2, math.MaxInt64 / 2, math.MaxInt64/2 + 1, math.MaxInt64 / 2, math.MaxInt64/2 + 1, math.MaxInt64/2 + 1},
	}
	for _, test := range tests {
		v := formula.Ratio(test.n, test.d)
		for _, c := range []struct {
			name string
			got  formula.Value
			want int64
		}{
			{"floor", formula.Floor(v), test.floor}, {"ceil", formula.Ceil(v), test.ceil},
			{"trunc", formula.Trunc(v), test.trunc}, {"round", formula.Round(v), test.round},
			{"roundHalfUp", formula.RoundHalfUp(v), test.roundHalfUp},
		} {
			if got, ok := c.got.AsInt(); !ok || got != c.want {
				t.Errorf("%s(%d/%d) = %v, want %d", c.name, test.n, test.d, c.got, c.want)
			}
		}
	}
}

func TestFailedOperandsPass(t *testing.T) {
	first := formula.Fail(&formula.Fault{Code: "loop"})
	second := formula.Fail(&formula.Fault{Code: "unknown-field"})
	one, text := formula.Int(1), formula.String("x")
	binary := map[string]func(a, b formula.Value) formula.Value{
		"Add": formula.Add, "Sub": formula.Sub, "Mul": formula.Mul, "Div": formula.Div,
		"FloorDiv": formula.FloorDiv, "Mod": formula.Mod, "Min": formula.Min, "Max": formula.Max,
	}
	for name, op := range binary {
		for _, test := range []struct {
			a, b formula.Value
			want string
		}{
			{first, second, "loop"}, {second, first, "unknown-field"}, {one, first, "loop"}, {first, one, "loop"},
			{text, first, "type-mismatch"}, {first, text, "loop"}, {one, text, "type-mismatch"},
			{formula.Value{}, one, "type-mismatch"}, {formula.Boolean(true), one, "type-mismatch"},
			{one, formula.Boolean(true), "type-mismatch"}, {formula.ListOf(nil), one, "type-mismatch"},
		} {
			if got := op(test.a, test.b); !got.Failed() || got.Fault().Code != test.want {
				t.Errorf("%s(%v, %v) = %v, want %s", name, test.a, test.b, got, test.want)
			}
		}
	}
	unary := map[string]func(formula.Value) formula.Value{
		"Neg": formula.Neg, "Abs": formula.Abs, "Floor": formula.Floor, "Ceil": formula.Ceil,
		"Trunc": formula.Trunc, "Round": formula.Round, "RoundHalfUp": formula.RoundHalfUp,
	}
	for name, op := range unary {
		if got := op(first); !got.Failed() || got.Fault().Code != "loop" {
			t.Errorf("%s(loop) = %v", name, got)
		}
		for _, v := range []formula.Value{text, {}, formula.Boolean(true), formula.ListOf(nil)} {
			if got := op(v); !got.Failed() || got.Fault().Code != "type-mismatch" {
				t.Errorf("%s(%v) = %v", name, v, got)
			}
		}
	}
}

// TestLeastInt64: the one number of 64 bits whose negative has none, reached in
// each way that could overflow.
func TestLeastInt64(t *testing.T) {
	least, almost, one := formula.Int(math.MinInt64), formula.Int(-math.MaxInt64), formula.Int(1)
	for name, got := range map[string]formula.Value{
		"sum":        formula.Add(almost, formula.Int(-1)),
		"difference": formula.Sub(almost, one),
		"product":    formula.Mul(formula.Int(1<<62), formula.Int(-2)),
		"halves":     formula.Mul(formula.Ratio(-math.MaxInt64, 2), formula.Int(2)),
		"ratio":      formula.Ratio(math.MinInt64, 1),
		"floor":      formula.Floor(formula.Sub(almost, formula.Ratio(1, 3))),
		"quotient":   formula.FloorDiv(formula.Add(almost, almost), formula.Ratio(4, 2)),
	} {
		want := least
		if name == "halves" || name == "quotient" {
			want = almost
		}
		if !formula.Equal(got, want) || got.Sign() != -1 || formula.Compare(formula.Neg(got), one) != 1 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestBits: the longest numbers that fit, and the first that do not.
func TestBits(t *testing.T) {
	v := formula.Int(1)
	for range formula.MaxBits - 1 {
		v = formula.Mul(v, formula.Int(2))
	}
	almost := formula.Sub(formula.Add(v, formula.Sub(v, formula.Int(1))), formula.Int(0)) // 2^512 - 1
	if almost.Failed() {
		t.Fatal(almost)
	}
	for name, got := range map[string]formula.Value{
		"doubled":    formula.Mul(v, formula.Int(2)),
		"plus one":   formula.Add(almost, formula.Int(1)),
		"minus":      formula.Sub(formula.Neg(almost), formula.Int(1)),
		"reciprocal": formula.Div(formula.Int(1), formula.Mul(almost, formula.Int(2))),
	} {
		if f := got.Fault(); f == nil || f.Code != "number-too-large" || f.Data.String() != `{"bits":512}` {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := formula.Mod(almost, formula.Ratio(1, 3)); !got.IsZero() {
		t.Errorf("the quotient of %% may be longer than its result: %v", got)
	}
	if rounded, changed := formula.RoundTo12(formula.Div(formula.Int(1), v)); !changed || !rounded.Failed() {
		t.Errorf("12 digits of 2^-511 take more than 512 bits, not %v", rounded)
	}
	if got := formula.Div(formula.Int(1), v).JSON().String(); got != "null" {
		t.Errorf("2^-511 as JSON: %s", got)
	}
	if back := formula.Div(almost, almost); !formula.Equal(back, formula.Int(1)) {
		t.Errorf("a big number over itself is %v", back)
	}
}
