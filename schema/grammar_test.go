package schema_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/ojson"
)

func TestGrammar(t *testing.T) {
	tests := []struct {
		name, source string
		yes, no      []string
	}{
		{"required and optional", `{"properties":{"a":{"type":"boolean"},"b":{"type":"boolean"},"c":{"type":"boolean"},"d":{"type":"boolean"}},"required":["b"]}`,
			[]string{`{"b":true}`, `{"a":true,"b":false}`, `{"b":true,"d":true}`, `{"a":true,"b":true,"c":true,"d":true}`, `{"a": true, "b": true}`},
			[]string{`{}`, `{"a":true}`, `{,"b":true}`, `{"b":true,}`, `{"b":true,"a":true}`, `{"a":true"b":true}`, `{"b":true,"x":true}`, `{ "b":true}`, `{"b":  true}`, `{"b":true} `, `{"b":null}`}},
		{"all optional", `{"properties":{"a":{"type":"boolean"},"b":{"type":"boolean"},"c":{"type":"boolean"}}}`,
			[]string{`{}`, `{"a":true}`, `{"b":true}`, `{"c":true}`, `{"a":true,"c":true}`, `{"b":true,"c":true}`, `{"a":true,"b":true,"c":true}`},
			[]string{`{"b":true,"a":true}`, `{,}`, `{"a":true,}`}},
		{"required first", `{"properties":{"a":{"type":"boolean"},"b":{"type":"boolean"}},"required":["a"]}`,
			[]string{`{"a":true}`, `{"a":true,"b":true}`}, []string{`{}`, `{"b":true}`}},
		{"x-order", `{"properties":{"a":{"type":"boolean"},"b":{"type":"boolean"}},"required":["a","b"],"x-order":["b"]}`,
			[]string{`{"b":true,"a":true}`}, []string{`{"a":true,"b":true}`}},
		{"strange keys", `{"properties":{"a\"\\\n\u2028é":{"type":"boolean"}},"required":["a\"\\\n\u2028é"]}`,
			[]string{`{"a\"\\\n\u2028é":true}`}, nil},
		{"strings", `{"type":"string"}`,
			[]string{`""`, `"a \" \\ \/ \n é 😀 [x] ^-]"`, `"\u0001\uD7ff\ue000"`, `"` + strings.Repeat("x", 512) + `"`},
			[]string{`"`, `"a"b"`, "\"\n\"", `"\x"`, `"\ud83d"`, `"\ud83d\ude00"`, `"` + strings.Repeat("x", 513) + `"`, `a`}},
		{"string lengths", `{"type":"string","minLength":2,"maxLength":3}`, []string{`"ab"`, `"abc"`}, []string{`"a"`, `"abcd"`}},
		{"string lengths beyond all bounds", `{"type":"string","minLength":1e9}`, []string{`"` + strings.Repeat("x", 1000) + `"`}, []string{`""`}},
		{"enum", `{"enum":["a\"b","é"]}`, []string{`"a\"b"`, `"é"`}, []string{`"x"`, `a`}},
		{"const", `{"const":"x"}`, []string{`"x"`}, []string{`"y"`}},
		{"integer enum has no gaps filled", `{"enum":[1,3]}`, []string{`1`, `3`}, []string{`2`, `"1"`}},
		{"other constants", `{"const":{"a":[1,null]}}`, []string{`{"a":[1,null]}`}, []string{`{}`}},
		{"integers", `{"type":"integer"}`, []string{`0`, `-1`, `120`, `999999999999999`, `-999999999999999`}, []string{`-0`, `01`, `1.0`, `1e3`, `1000000000000000`, ``, `-`}},
		{"integers from a large minimum", `{"type":"integer","minimum":2000000000000000000}`, []string{`2000000000000000000`, `99999999999999999999`}, []string{`1999999999999999999`}},
		{"numbers", `{"type":"number"}`, []string{`0`, `-0.5`, `1.25`, `100`, `3.000001`}, []string{`.5`, `1.`, `1e3`, `00.5`, `0.0000001`}},
		{"exclusive numbers", `{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`, []string{`0.5`, `0.000001`, `0.999999`}, []string{`0`, `1`, `0.0`, `-0.5`, `1.0`}},
		{"narrow exclusive numbers", `{"type":"number","exclusiveMinimum":-1,"exclusiveMaximum":-0.999999}`, []string{`-0.9999991`, `-0.9999999`}, []string{`-1`, `-0.999999`, `0`}},
		{"bounds too long to be held", `{"type":"number","minimum":-1e300,"maximum":1e300}`, []string{`5`, `-5`}, nil},
		{"arrays", `{"type":"array","items":{"type":"boolean"},"minItems":1,"maxItems":3}`, []string{`[true]`, `[true,false]`, `[true, false,true]`}, []string{`[]`, `[true,]`, `[true,true,true,true]`}},
		{"arrays without bounds", `{"type":"array","items":{"type":"boolean"}}`, []string{`[]`, "[" + strings.Repeat("true,", 63) + "true]"}, []string{"[" + strings.Repeat("true,", 64) + "true]"}},
		{"arrays of none", `{"type":"array","items":{"type":"boolean"},"maxItems":0}`, []string{`[]`}, []string{`[true]`}},
		{"arrays of one", `{"type":"array","items":{"type":"boolean"},"minItems":1,"maxItems":1}`, []string{`[true]`}, []string{`[]`, `[true,true]`}},
		{"recursion", `{"properties":{"v":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#"}}},"required":["v"]}`,
			[]string{`{"v":1}`, `{"v":1,"kids":[{"v":2,"kids":[]},{"v":3}]}`}, []string{`{"v":1,"kids":[{}]}`}},
		{"unions", `{"anyOf":[{"type":"boolean"},{"properties":{"a":{"anyOf":[{"type":"integer"},{"enum":["x"]}]}},"required":["a"]}]}`,
			[]string{`true`, `{"a":1}`, `{"a":"x"}`}, []string{`1`, `{"a":true}`}},
		{"branches that look alike", `{"anyOf":[{"type":"number","minimum":0,"maximum":1},{"type":"number","exclusiveMinimum":0,"maximum":1}]}`, []string{`0`, `0.5`, `1`}, []string{`2`}},
		{"branches that look alike, the other way round", `{"anyOf":[{"type":"number","exclusiveMinimum":0,"maximum":1},{"type":"number","minimum":0,"maximum":1}]}`, []string{`0`, `1`}, []string{`2`}},
		{"branches that look alike, strings", `{"anyOf":[{"type":"string","maxLength":1},{"type":"string","maxLength":3}]}`, []string{`"a"`, `"abc"`}, nil},
		{"branches that look alike, constants", `{"anyOf":[{"type":"boolean"},{"allOf":[{"const":true}],"not":{}}]}`, []string{`true`, `false`}, nil},
		{"names that would clash", `{"title":"root","properties":{"a":{"title":"ws","properties":{}},"b":{"title":"char","properties":{}},"c":{"title":"r1","properties":{"s":{"type":"string"}}},"d":{"title":"a_b","properties":{}},"e":{"title":"a-b","properties":{}}}}`,
			[]string{`{"a": {},"c":{"s":"x"},"e":{}}`}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := parseGBNF(t, mustParse(t, tt.source).Grammar())
			for _, text := range tt.yes {
				if !g.matches(text) {
					t.Errorf("%s is not matched", text)
				}
			}
			for _, text := range tt.no {
				if g.matches(text) {
					t.Errorf("%s is matched", text)
				}
			}
		})
	}
}

// TestNumberRanges compares the digits of random ranges with arithmetic.
func TestNumberRanges(t *testing.T) {
	decimals := rapid.Custom(func(t *rapid.T) string {
		whole := rapid.SampledFrom([]int{0, 1, 7, 9, 10, 11, 19, 99, 100, 101, 120, 999, 1000, 2345}).Draw(t, "whole")
		sign := rapid.SampledFrom([]string{"", "-"}).Draw(t, "sign")
		part := rapid.SampledFrom([]string{"", ".5", ".05", ".95", ".123", ".999999"}).Draw(t, "part")
		return fmt.Sprintf("%s%d%s", sign, whole, part)
	})
	rapid.Check(t, func(rt *rapid.T) {
		kind := rapid.SampledFrom([]string{"integer", "number"}).Draw(rt, "kind")
		low, high := decimals.Draw(rt, "low"), decimals.Draw(rt, "high")
		lowKey := rapid.SampledFrom([]string{"minimum", "exclusiveMinimum"}).Draw(rt, "low key")
		highKey := rapid.SampledFrom([]string{"maximum", "exclusiveMaximum"}).Draw(rt, "high key")
		source := fmt.Sprintf(`{"type":%q,%q:%s,%q:%s}`, kind, lowKey, low, highKey, high)
		s := mustParse(t, source)
		for _, w := range s.Warnings() {
			if strings.Contains(w, "dropped") {
				rt.Skip("empty")
			}
		}
		g := parseGBNF(t, s.Grammar())
		within := func(text string) bool {
			r, _ := new(big.Rat).SetString(text)
			l, _ := new(big.Rat).SetString(low)
			h, _ := new(big.Rat).SetString(high)
			c, d := r.Cmp(l), r.Cmp(h)
			return c >= 0 && d <= 0 && !(c == 0 && lowKey[0] == 'e') && !(d == 0 && highKey[0] == 'e') && (kind == "number" || r.IsInt())
		}
		// Texts from arithmetic, in the form in which values are written.
		for range 20 {
			text := decimals.Draw(rt, "text")
			text = ojson.String(text).String()
			text = parseJSON(t, strings.Trim(text, `"`)).String()
			if got, want := g.matches(text), within(text); got != want {
				rt.Fatalf("%s: %s is matched: %v, want %v\n%s", source, text, got, want, s.Grammar())
			}
		}
		// Texts from the grammar.
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		for range 20 {
			if text, ok := g.generate(rng); !ok || !within(text) {
				rt.Fatalf("%s: generated %s\n%s", source, text, s.Grammar())
			}
		}
	})
}
