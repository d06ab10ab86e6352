package formula_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

func TestParseNumber(t *testing.T) {
	nines := strings.Repeat("9", 5000)
	tests := []struct {
		text string
		n, d int64 // d 0: refused
		code string
	}{
		{"0", 0, 1, ""}, {"-0", 0, 1, ""}, {"0.000", 0, 1, ""}, {"0e18", 0, 1, ""}, {"12", 12, 1, ""},
		{"-7", -7, 1, ""}, {"0.1", 1, 10, ""}, {"2.50", 5, 2, ""}, {"-0.125", -1, 8, ""}, {"1e3", 1000, 1, ""},
		{"15E-1", 3, 2, ""}, {"1.5e+2", 150, 1, ""}, {"100e-2", 1, 1, ""}, {"1e-18", 1, 1e18, ""},
		{"9007199254740991", 9007199254740991, 1, ""}, {"-9007199254740991", -9007199254740991, 1, ""},
		{"0.9007199254740993", 9007199254740993, 1e16, ""},
		{"1e" + strings.Repeat("0", 5000) + "2", 100, 1, ""},
		{"2." + strings.Repeat("0", 5000), 2, 1, ""},
		{"9007199254740992", 0, 0, "number-too-large"}, {"-9007199254740992", 0, 0, "number-too-large"},
		{"9007199254740991.5", 0, 0, "number-too-large"}, {"1e16", 0, 0, "number-too-large"},
		{"1e19", 0, 0, "number-too-large"}, {"1e-19", 0, 0, "number-too-large"}, {"0e19", 0, 0, "number-too-large"},
		{"1e" + nines, 0, 0, "number-too-large"}, {"1e-" + nines, 0, 0, "number-too-large"},
		{nines, 0, 0, "number-too-large"}, {"0." + nines, 0, 0, "number-too-large"},
		{"0." + strings.Repeat("0", 300) + "1", 0, 0, "number-too-large"},
		{"", 0, 0, "number-syntax"}, {"-", 0, 0, "number-syntax"}, {"+1", 0, 0, "number-syntax"},
		{".5", 0, 0, "number-syntax"}, {"5.", 0, 0, "number-syntax"}, {"01", 0, 0, "number-syntax"},
		{"1e", 0, 0, "number-syntax"}, {"1e+", 0, 0, "number-syntax"}, {"1 ", 0, 0, "number-syntax"},
		{"1_000", 0, 0, "number-syntax"}, {"0x10", 0, 0, "number-syntax"}, {"Infinity", 0, 0, "number-syntax"},
		{"1e5x", 0, 0, "number-syntax"}, {"--1", 0, 0, "number-syntax"},
	}
	for _, test := range tests {
		name := test.text[:min(len(test.text), 30)]
		v, bad := formula.ParseNumber(test.text)
		switch {
		case test.d == 0 && (bad == nil || bad.Code != test.code || v.Fault() != bad):
			t.Errorf("%q: %v, want %s", name, v, test.code)
		case test.d != 0 && (bad != nil || !formula.Equal(v, formula.Ratio(test.n, test.d))):
			t.Errorf("%q: %v, want %d/%d", name, v, test.n, test.d)
		}
	}
	v, bad := formula.ParseNumber("0." + strings.Repeat("0", 150) + "1")
	if bad != nil || v.Sign() != 1 || formula.Compare(v, formula.Ratio(1, 1e18)) >= 0 {
		t.Errorf("a decimal with 151 places fits into 512 bits: %v", v)
	}
}

// TestRoundTo12 compares with the standard library's own decimal output.
func TestRoundTo12(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := numbers().Draw(t, "x")
		want := round12(x.r)
		got, changed := formula.RoundTo12(x.v)
		if changed != (want.Cmp(x.r) != 0) {
			t.Fatalf("changed is %v for %v", changed, x.r)
		}
		same(t, "RoundTo12", got, want)
		if !got.Failed() {
			if again, twice := formula.RoundTo12(got); twice || !formula.Equal(got, again) {
				t.Fatalf("rounding twice: %v, %v", got, again)
			}
		}
	})
}

// round12 finds the first digit in a long decimal text and rounds there with
// FloatString, which rounds halves away from zero.
func round12(r *big.Rat) *big.Rat {
	if r.Sign() == 0 {
		return r
	}
	shift := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(400), nil))
	long := new(big.Rat).Mul(r, shift) // now all digits stand before the point
	digits := strings.TrimLeft(new(big.Int).Quo(long.Num(), long.Denom()).String(), "-")
	unit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(digits)-12)), nil))
	n, _ := new(big.Rat).SetString(new(big.Rat).Quo(long, unit).FloatString(0))
	return n.Mul(n, unit).Quo(n, shift)
}

func TestRoundTo12Table(t *testing.T) {
	tests := []struct{ text, want string }{
		{"10/3", "3.33333333333"}, {"2/3", "0.666666666667"}, {"-2/3", "-0.666666666667"},
		{"1/3000000", "0.000000333333333333"}, {"123456789012.5", "123456789013"}, {"-123456789012.5", "-123456789013"},
		{"1234567890125", "1234567890130"}, {"1234567890124", "1234567890120"}, {"999999999999.5", "1000000000000"},
		{"0.1234567890125", "0.123456789013"}, {"9.99999999999999", "10"}, {"1.5", "1.5"}, {"0", "0"}, {"-0.05", "-0.05"},
		{"9007199254740991", "9007199254740000"}, {"1.316", "1.316"},
	}
	for _, test := range tests {
		v, _ := eval(t, test.text)
		rounded, changed := formula.RoundTo12(v)
		if got := v.JSON().String(); got != test.want || rounded.JSON().String() != test.want {
			t.Errorf("%s as JSON: %s, want %s", test.text, got, test.want)
		}
		if changed == formula.Equal(v, rounded) {
			t.Errorf("%s: changed is %v", test.text, changed)
		}
	}
}

// TestJSONOfNumbers: what is written has no exponent and reads back as the same
// number.
func TestJSONOfNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := numbers().Draw(t, "x")
		rounded, _ := formula.RoundTo12(x.v)
		text := x.v.JSON().String()
		if rounded.Failed() {
			if text != "null" {
				t.Fatalf("%v is written %s", x.v, text)
			}
			return
		}
		if strings.Trim(text, "-0123456789.") != "" || strings.HasPrefix(text, ".") || strings.HasSuffix(text, ".") {
			t.Fatalf("%s is no plain decimal", text)
		}
		back, ok := new(big.Rat).SetString(text)
		if !ok || back.Cmp(rat(rounded)) != 0 {
			t.Fatalf("%v is written %s", rounded, text)
		}
		if formula.InRange(rounded) {
			if again, bad := formula.FromJSON(x.v.JSON()); bad != nil || !formula.Equal(again, rounded) {
				t.Fatalf("%s is read as %v", text, again)
			}
		}
	})
}

func TestInRange(t *testing.T) {
	for text, want := range map[string]bool{
		"9007199254740991": true, "-9007199254740991": true, "9007199254740991 + 1": false, "-9007199254740991 - 1": false,
		"9007199254740991 + 1/2": false, "1/3": true, "'9'": false, "true": false,
		"9007199254740991 * 9007199254740991 * 9007199254740991": false,
	} {
		if v, _ := eval(t, text); formula.InRange(v) != want {
			t.Errorf("InRange(%s) = %v", text, !want)
		}
	}
}

func TestFromJSON(t *testing.T) {
	tests := []struct{ json, want string }{
		{`3`, `3`}, {`-0.5`, `-0.5`}, {`true`, `true`}, {`false`, `false`}, {`"é"`, `"é"`}, {`[]`, `[]`},
		{`[1,"a",true]`, `[1,"a",true]`}, {`1e3`, `1000`}, {`3.0`, `3`},
	}
	for _, test := range tests {
		v, bad := formula.FromJSON(ojson.MustParse(test.json))
		if bad != nil || v.JSON().String() != test.want {
			t.Errorf("%s: %v, want %s", test.json, v, test.want)
		}
	}
	for json, want := range map[string]string{
		`null`:       `type-mismatch {"expected":"scalar","actual":"none"}`,
		`{}`:         `type-mismatch {"expected":"scalar","actual":"object"}`,
		`[1,[2]]`:    `type-mismatch {"expected":"scalar","actual":"list"}`,
		`[null]`:     `type-mismatch {"expected":"scalar","actual":"none"}`,
		`1e999`:      `number-too-large {"exponent":18}`,
		`[1,1e20]`:   `number-too-large {"max":9007199254740991}`,
		`0.1e-18`:    `0.0000000000000000001`, // within the limit of exponents as written
		`99999e9999`: `number-too-large {"exponent":18}`,
	} {
		v, bad := formula.FromJSON(ojson.MustParse(json))
		got := v.JSON().String()
		if bad != nil {
			got = fmt.Sprint(bad.Code, " ", bad.Data)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", json, got, want)
		}
	}
}
