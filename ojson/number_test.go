package ojson_test

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"pgregory.net/rapid"
)

// TestNumbers is items 8, 9 and 28: what literals become.
func TestNumbers(t *testing.T) {
	zeros := func(n int) string { return strings.Repeat("0", n) }
	const no = math.MinInt64 // not an integer parameter
	tests := []struct {
		literal, written string
		float            float64
		integer          int64
	}{
		{"0", "0", 0, 0},
		{"-0", "0", 0, 0},
		{"-0.0e5", "0", 0, 0},
		{"0e99999999999", "0", 0, 0},
		{"0.000e-99999999999999999999", "0", 0, 0},
		{"7", "7", 7, 7},
		{"-12", "-12", -12, -12},
		{"1.0", "1", 1, 1},
		{"3.0", "3", 3, 3},
		{"3.2", "3.2", 3.2, no},
		{"1.50", "1.50", 1.5, no},
		{"1e2", "100", 100, 100},
		{"1E+2", "100", 100, 100},
		{"-1.5e1", "-15", -15, -15},
		{"0.1e1", "1", 1, 1},
		{"10e-1", "1", 1, 1},
		{"1200e-2", "12", 12, 12},
		{"1250e-2", "1250e-2", 12.5, no},
		{"1e15", "1000000000000000", 1e15, 1e15},
		{"1e0000000000000000000000000000001", "10", 10, 10},
		{"9007199254740991", "9007199254740991", 1<<53 - 1, 1<<53 - 1},
		{"-9007199254740991", "-9007199254740991", -(1<<53 - 1), -(1<<53 - 1)},
		{"9007199254740992", "9007199254740992", 1 << 53, no},
		{"-9007199254740992", "-9007199254740992", -(1 << 53), no},
		{"9007199254740993", "9007199254740993", 1 << 53, no},
		{"9.007199254740991e15", "9007199254740991", 1<<53 - 1, 1<<53 - 1},
		{"9223372036854775807", "9223372036854775807", 1 << 63, no},
		{"12345678901234567890", "12345678901234567890", 12345678901234567890, no},
		{"1e300", "1" + zeros(300), 1e300, no},
		{"-1e300", "-1" + zeros(300), -1e300, no},
		{"1e308", "1" + zeros(308), 1e308, no},
		{"1" + zeros(308), "1" + zeros(308), 1e308, no},
		{"1.7976931348623157e308", "17976931348623157" + zeros(292), math.MaxFloat64, no},
		{"1.7976931348623159e308", "null", math.Inf(1), no},
		{"1e309", "null", math.Inf(1), no},
		{"1e999", "null", math.Inf(1), no},
		{"1E400", "null", math.Inf(1), no},
		{"-1e999", "null", math.Inf(-1), no},
		{"-1" + zeros(309), "null", math.Inf(-1), no},
		{"1e9999999999999999999999", "null", math.Inf(1), no},
		{"0." + zeros(400) + "1e401", "1", 1, 1},
		{"1" + zeros(400) + "e-400", "1", 1, 1},
		{"5e-324", "5e-324", 5e-324, no},
		{"1e-400", "1e-400", 0, no},
		{"1e-999999999", "1e-999999999", 0, no},
		{"-1e-9999999999999999999999", "-1e-9999999999999999999999", 0, no},
	}
	for _, test := range tests {
		t.Run(test.literal[:min(len(test.literal), 24)], func(t *testing.T) {
			v := parse(t, test.literal)
			if got := v.String(); got != test.written {
				t.Errorf("written as %s, want %s", got, test.written)
			}
			if f, ok := v.AsFloat(); !ok || f != test.float {
				t.Errorf("AsFloat = %v, %v, want %v", f, ok, test.float)
			}
			if i, ok := v.AsInt(); ok != (test.integer != no) || ok && i != test.integer {
				t.Errorf("AsInt = %v, %v, want %v", i, ok, test.integer)
			}
			if finite := test.written != "null"; v.IsFinite() != finite {
				t.Errorf("IsFinite = %v, want %v", v.IsFinite(), finite)
			}
			if integral := test.written != "null" && !strings.ContainsAny(test.written, ".e"); v.IsInteger() != integral {
				t.Errorf("IsInteger = %v, want %v", v.IsInteger(), integral)
			}
			if v.Kind() != ojson.KindNumber {
				t.Errorf("kind %v", v.Kind())
			}
		})
	}
}

// TestLongLiterals: strconv loses its place in literals with more than 800
// digits before the point and clamps exponents of more than five digits, so
// that 1.5 written at length came out as 0.
func TestLongLiterals(t *testing.T) {
	zeros := strings.Repeat("0", 200_000)
	for literal, want := range map[string]float64{
		"15" + zeros[:799] + "e-800":             1.5,
		"-15" + zeros[:5000] + "e-5001":          -1.5,
		"15" + zeros + "e-200001":                1.5,
		"0." + zeros + "15e200001":               1.5,
		"1" + zeros + "e-199692":                 1e308,
		"1" + zeros + "e-199691":                 math.Inf(1),
		"0." + zeros + "1e200310":                math.Inf(1),
		"-0." + zeros + "12e200309":              -1.2e308,
		"0." + strings.Repeat("3", 200_000):      1.0 / 3,
		strings.Repeat("3", 200_000) + "." + "3": math.Inf(1),
	} {
		v := parse(t, literal)
		if f, _ := v.AsFloat(); f != want {
			t.Errorf("%.20s…%s = %v, want %v", literal, literal[len(literal)-10:], f, want)
		}
		if v.IsFinite() == math.IsInf(want, 0) {
			t.Errorf("%.20s…%s: IsFinite = %v", literal, literal[len(literal)-10:], v.IsFinite())
		}
	}
}

func TestFloat(t *testing.T) {
	for _, test := range []struct {
		f    float64
		want string
	}{
		{0, "0"},
		{math.Copysign(0, -1), "0"},
		{3, "3"},
		{-2.5, "-2.5"},
		{0.1, "0.1"},
		{1e15, "1000000000000000"},
		{1e21, "1000000000000000000000"},
		{-1e22, "-10000000000000000000000"},
		{1 << 53, "9007199254740992"},
		{1e-7, "1e-07"},
		{math.NaN(), "null"},
		{math.Inf(1), "null"},
		{math.Inf(-1), "null"},
	} {
		v := ojson.Float(test.f)
		if got := v.String(); got != test.want {
			t.Errorf("Float(%v) is written as %s, want %s", test.f, got, test.want)
		}
		if f, ok := v.AsFloat(); !ok || f != test.f && !math.IsNaN(test.f) {
			t.Errorf("Float(%v).AsFloat() = %v, %v", test.f, f, ok)
		}
		if v.IsFinite() != (test.want != "null") {
			t.Errorf("Float(%v).IsFinite() = %v", test.f, v.IsFinite())
		}
	}
}

func TestNumbersOfOtherKinds(t *testing.T) {
	for _, text := range []string{`null`, `true`, `"1"`, `[1]`, `{"a":1}`} {
		v := parse(t, text)
		_, isFloat := v.AsFloat()
		_, isInt := v.AsInt()
		if isFloat || isInt || v.IsFinite() || v.IsInteger() || v.Literal() != "" {
			t.Errorf("%s counts as a number", text)
		}
	}
	if got := parse(t, "1e2").Literal(); got != "100" {
		t.Errorf("Literal of 1e2 is %q", got)
	}
}

// literals generates number literals of every form, with a bias to the edges.
func literals() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringMatching(`-?(0|[1-9][0-9]{0,3})(\.[0-9]{1,4})?([eE][+-]?[0-9])?`),
		rapid.StringMatching(`-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,20})?([eE][+-]?[0-3]?[0-9]{1,2})?`),
		rapid.StringMatching(`-?[1-9]0{0,30}(\.0{1,30})?([eE][+-]?0{0,3}[0-9]{1,2})?`),
		rapid.StringMatching(`-?(9007199254740|179769313486231)[0-9]{3}(e-?[0-9]{1,3})?`),
	)
}

// TestNumbersExact holds every literal against exact arithmetic.
func TestNumbersExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := literals().Draw(t, "a"), literals().Draw(t, "b")
		va, vb := parse(t, a), parse(t, b)
		ra, rb := rat(t, a), rat(t, b)
		if got, want := ojson.Equal(va, vb), ra.Cmp(rb) == 0; va.IsFinite() && vb.IsFinite() && got != want {
			t.Errorf("Equal(%s, %s) = %v", a, b, got)
		}
		f, err := strconv.ParseFloat(a, 64)
		if g, _ := va.AsFloat(); g != f {
			t.Errorf("AsFloat(%s) = %v, want %v", a, g, f)
		}
		if va.IsFinite() != (err == nil) {
			t.Fatalf("IsFinite(%s) = %v, strconv says %v", a, va.IsFinite(), err)
		}
		if err != nil {
			return
		}
		written := va.String()
		if rat(t, written).Cmp(ra) != 0 {
			t.Errorf("%s is written as %s", a, written)
		}
		if plain := !strings.ContainsAny(written, ".eE"); plain != ra.IsInt() || va.IsInteger() != ra.IsInt() {
			t.Errorf("%s is written as %s, IsInteger = %v", a, written, va.IsInteger())
		}
		i, ok := va.AsInt()
		small := ra.IsInt() && new(big.Int).Abs(ra.Num()).Cmp(big.NewInt(1<<53)) < 0
		if ok != small || ok && ra.Num().Cmp(big.NewInt(i)) != 0 {
			t.Errorf("AsInt(%s) = %v, %v", a, i, ok)
		}
	})
}

func rat(t *rapid.T, literal string) *big.Rat {
	r, ok := new(big.Rat).SetString(literal)
	if !ok {
		t.Fatalf("%s is no number", literal)
	}
	return r
}
