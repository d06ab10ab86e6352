package schema_test

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// list joins what each of n calls gives.
func list(n int, each func(i int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(each(i))
	}
	return b.String()
}

// same is list with one text.
func same(n int, text string) string { return list(n, func(int) string { return text }) }

// uses is a schema in which n properties are made from the definition X and more.
func uses(n int, x, more string) string {
	return `{"$defs":{"X":` + x + `},"type":"object","properties":{` + list(n, func(i int) string {
		return fmt.Sprintf(`"a%d":{"allOf":[{"$ref":"#/$defs/X"},%s]}`, i, more)
	}) + `}}`
}

// cheap fails when f takes long or allocates far more than the size of what it
// is given. Both bounds are generous: what they guard against is the square.
func cheap(t *testing.T, size int, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	f()
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	allocated := after.TotalAlloc - before.TotalAlloc
	t.Logf("%d KB: %s, %d MB allocated", size>>10, took.Round(time.Millisecond), allocated>>20)
	if took > 5*time.Second {
		t.Errorf("took %s", took)
	}
	if limit := uint64(200<<20 + 200*size); allocated > limit {
		t.Errorf("allocated %d MB, want at most %d", allocated>>20, limit>>20)
	}
}

// TestHostileSchemas: schemas that share a large part among many positions, or
// have many of what is usually few, either work or are refused with a place, at a
// cost that is about linear in their size.
func TestHostileSchemas(t *testing.T) {
	key := strings.Repeat("k", 200_000)
	refused := map[string]string{
		"shared enum":          uses(2000, `{"enum":[`+list(20_000, strconv.Itoa)+`]}`, `{"type":"integer"}`),
		"shared long enums":    uses(500, `{"enum":[`+list(20_000, strconv.Itoa)+`]}`, `{"enum":[1,2,3]}`),
		"shared strings":       uses(500, `{"enum":[`+list(50_000, func(i int) string { return fmt.Sprintf(`"e%d"`, i) })+`]}`, `{"type":"string"}`),
		"printed strings":      `{"$defs":{"X":{"enum":[` + list(2000, func(i int) string { return fmt.Sprintf(`"some value %d"`, i) }) + `]}},"properties":{` + list(4000, func(i int) string { return fmt.Sprintf(`"a%d":{"$ref":"#/$defs/X"}`, i) }) + `}}`,
		"printed description":  `{"$defs":{"X":{"type":"string","description":"` + key + `"}},"properties":{` + list(4000, func(i int) string { return fmt.Sprintf(`"a%d":{"$ref":"#/$defs/X"}`, i) }) + `}}`,
		"shared required":      uses(500, `{"properties":{"e0":{}},"required":[`+same(100_000, `"e0"`)+`]}`, `{"type":"object"}`),
		"shared long key":      uses(5000, `{"properties":{"`+key+`":{}}}`, `{"type":"object"}`),
		"shared types":         uses(5000, `{"type":[`+same(100_000, `"string"`)+`]}`, `{"minLength":1}`),
		"shared unknown":       uses(5000, `{`+list(60_000, func(i int) string { return fmt.Sprintf(`"x%d":1`, i) })+`}`, `{"type":"string"}`),
		"long minimum":         `{"type":"number","minimum":0.` + strings.Repeat("0", 2_000_000) + `1}`,
		"long enum":            `{"enum":[0.` + strings.Repeat("0", 2_000_000) + `1]}`,
		"shared patterns":      uses(5000, `{"allOf":[`+list(1000, func(i int) string { return fmt.Sprintf(`{"pattern":"p%d"}`, i) })+`]}`, `{"type":"string"}`),
		"branches and members": `{"properties":{"a":{` + list(20_000, func(i int) string { return fmt.Sprintf(`"x%d":1`, i) }) + `,"minimum":1,"anyOf":[` + list(20_000, func(i int) string { return fmt.Sprintf(`{"type":"object","title":"T%d"}`, i) }) + `]}}}`,
	}
	taken := map[string]string{
		"long key":          `{"type":"object","properties":{"` + key + `":{"type":"object","properties":{` + list(20_000, func(i int) string { return fmt.Sprintf(`"a%d":{"type":"string"}`, i) }) + `}}}}`,
		"long key, warned":  `{"type":"object","properties":{"` + key + `":{"type":"object","properties":{` + list(20_000, func(i int) string { return fmt.Sprintf(`"a%d":{"minLength":"x"}`, i) }) + `}}}}`,
		"long key, objects": `{"type":"object","properties":{"` + key + `":{"type":"object","properties":{` + list(5000, func(i int) string { return fmt.Sprintf(`"a%d":{"type":"object"}`, i) }) + `}}}}`,
		"repeated enum":     uses(4000, `{"enum":[`+same(20_000, "1")+`]}`, `{"type":"integer"}`),
		"notes":             `{"type":"object","properties":{"a":{"type":"string","allOf":[` + list(60_000, func(i int) string { return fmt.Sprintf(`{"pattern":"p%d"}`, i) }) + `]}}}`,
		"warnings":          `{"type":"object","properties":{` + list(60_000, func(i int) string { return fmt.Sprintf(`"a%07d":{"type":"string","format":"x"}`, i) }) + `}}`,
		"shared default":    uses(5000, `{"default":"`+strings.Repeat("d", 1_000_000)+`"}`, `{"type":"string"}`),
		"nested default":    uses(5000, `{"default":[`+same(200_000, "[{}]")+`]}`, `{"type":"string"}`),
		"nested names":      strings.Repeat(`{"properties":{"`+strings.Repeat("n", 20_000)+`":`, 45) + `{}` + strings.Repeat("}}", 45),
		"many branches":     `{"anyOf":[` + list(20_000, func(i int) string { return `{"type":"object"}` }) + `]}`,
		"long refs":         `{"$defs":{"` + key + `":{"type":"string"}},"properties":{` + list(5, func(i int) string { return fmt.Sprintf(`"a%d":{"$ref":"#/$defs/%s"}`, i, key) }) + `}}`,
		"null at the end": `{"type":"object","properties":{` + list(5000, func(i int) string {
			return fmt.Sprintf(`"a%d":{"minLength":1,"allOf":[{"$ref":"#/$defs/D0"}]}`, i)
		}) + `},"$defs":{` + definitions(100, func(i int) string {
			if i == 99 {
				return `{"type":["string","null"]}`
			}
			return fmt.Sprintf(`{"anyOf":[{"$ref":"#/$defs/D%d"},{"type":"string","title":"t"}]}`, i+1)
		}) + `}}`,
		"optional properties": `{"required":["a0"],"properties":{` + list(20_000, func(i int) string { return fmt.Sprintf(`"a%d":{"type":"string"}`, i) }) + `}}`,
	}
	for name, source := range refused {
		t.Run("refused/"+name, func(t *testing.T) {
			v := parseJSON(t, source)
			cheap(t, len(source), func() {
				_, err := schema.Parse(v, "X")
				var e *schema.Error
				if !errors.As(err, &e) || !strings.HasPrefix(e.Pointer, "#") {
					t.Errorf("the error is %v", err)
				}
			})
		})
	}
	for name, source := range taken {
		t.Run("taken/"+name, func(t *testing.T) {
			v := parseJSON(t, source)
			cheap(t, len(source), func() {
				s, err := schema.Parse(v, "X")
				if err != nil {
					if name == "null at the end" {
						t.Logf("refused: %.200v", err)
						return
					}
					t.Fatalf("%.200v", err)
				}
				for _, w := range s.Warnings() {
					if len(w) > 1000 {
						t.Fatalf("a warning of %d bytes", len(w))
					}
				}
				_ = s.Grammar()
			})
		})
	}
}

// TestHostileValues: the same for values that are held against a schema.
func TestHostileValues(t *testing.T) {
	names := list(60_000, func(i int) string { return fmt.Sprintf(`"e%06d"`, i) })
	last := same(60_000, `"e059999"`)
	key := strings.Repeat("k", 1_000_000)
	for name, test := range map[string]struct {
		schema, value string
		valid         bool
	}{
		"enum":         {`{"type":"array","items":{"type":"string","enum":[` + names + `]}}`, `[` + last + `]`, true},
		"missing":      {`{"type":"array","items":{"anyOf":[{"enum":[` + names + `]},{"type":"string"}]}}`, `[` + same(60_000, `"x"`) + `]`, true},
		"order":        {`{"type":"array","items":{"anyOf":[{"enum":[` + names + `]},{"type":"integer"}]}}`, `[` + names + `]`, true},
		"nested order": {`{"anyOf":[{"type":"array","items":{"enum":[` + names + `]}},{"type":"integer"}]}`, `[` + names + `]`, true},
		"long bound":   {`{"type":"string","anyOf":[{"type":"string"},{"minimum":0.` + strings.Repeat("0", 400) + `1}]}`, `"x"`, true},
		"misfits":      {`{"properties":{"` + key + `":{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"integer"}]}}}}`, `{"` + key + `":[` + same(5000, "1") + `]}`, true},
		"required": {`{"type":"array","items":{"anyOf":[{"type":"object","required":[` + same(50_000, `"a"`) + `],"properties":{"a":{}}},{"type":"object","properties":{"b":{}}}]}}`,
			`[` + same(50_000, `{"a":1}`) + `]`, false},
		"wide objects": {`{"type":"array","items":{"type":"object","properties":{` + list(50_000, func(i int) string { return fmt.Sprintf(`"a%d":{"type":"integer"}`, i) }) + `}}}`,
			`[` + same(50_000, `{"a7":1,"a3":2}`) + `]`, true},
		"wide branches": {`{"type":"array","items":{"anyOf":[{"type":"integer"},{"type":"object","properties":{` + list(50_000, func(i int) string { return fmt.Sprintf(`"a%d":{"type":"integer"}`, i) }) + `}}]}}`,
			`[` + same(50_000, `{"a7":1,"a3":2}`) + `]`, true},
		"long name": {`{"type":"array","items":{"anyOf":[{"type":"integer"},{"type":"object","properties":{"` + key + `":{},"b":{}}}]}}`,
			`[` + same(20_000, `{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1}`) + `]`, true},
		"branches": {`{"type":"array","items":{"anyOf":[` + list(20_000, func(i int) string {
			return fmt.Sprintf(`{"type":"object","properties":{"a%d":{"type":"string"}},"required":["a%d"]}`, i, i)
		}) + `]}}`, `[` + list(50_000, func(i int) string { return fmt.Sprintf(`{"b%d":1}`, i) }) + `]`, false},
	} {
		t.Run(name, func(t *testing.T) {
			v := parseJSON(t, test.value)
			s, err := schema.Parse(parseJSON(t, test.schema), "X")
			if err != nil {
				t.Fatalf("%.200v", err)
			}
			cheap(t, len(test.schema)+len(test.value), func() {
				if err := s.Validate(v); (err == nil) != test.valid {
					t.Errorf("validate: %.300v", err)
				}
				if o := s.Order(v); !ojson.Equal(o, v) {
					t.Error("ordering changes the value")
				}
			})
		})
	}
}

// TestLongNames: long titles are cut once and then stay as they are.
func TestLongNames(t *testing.T) {
	for _, n := range []int{199, 200, 201, 255, 256, 257, 5000} {
		title := strings.Repeat("t", n)
		s := mustParse(t, `{"properties":{`+list(12, func(i int) string {
			return fmt.Sprintf(`"a%d":{"title":"%s","type":"object","properties":{"b%d":{"type":"string"}}}`, i, title, i)
		})+`}}`)
		g := s.Generation()
		defs, _ := g.Get("$defs")
		if defs.Len() != 12 {
			t.Fatalf("%d definitions", defs.Len())
		}
		for _, m := range defs.Members() {
			if len(m.Key) > 256 {
				t.Errorf("a name of %d characters", len(m.Key))
			}
		}
		if again := mustParse(t, g.String()).Generation(); !ojson.Equal(again.Without("title"), g.Without("title")) {
			t.Errorf("titles of %d: the generation schema is not settled", n)
		}
	}
}

// TestSharedValuesKeepTheirPlaces: an outcome that is remembered for a value
// serves equal values at other places, with their place.
func TestSharedValuesKeepTheirPlaces(t *testing.T) {
	s := mustParse(t, `{"type":"object","properties":{"a":{"$ref":"#/$defs/U"},"b":{"$ref":"#/$defs/V"}},
		"$defs":{"V":{"anyOf":[{"type":"integer"},{"$ref":"#/$defs/U"}]},"U":{"anyOf":[{"type":"string","enum":["y","z"]},{"type":"boolean"}]}}}`)
	err := s.Validate(parseJSON(t, `{"a":"y","b":"x"}`))
	var e *schema.ValidationError
	if !errors.As(err, &e) || e.Pointer != "/b" {
		t.Errorf("the error is %v", err)
	}
	s = mustParse(t, `{"type":"array","items":{"anyOf":[{"type":"array","items":{"$ref":"#/$defs/U"}},{"type":"object"}]},
		"$defs":{"U":{"anyOf":[{"type":"string","enum":["y","z"]},{"type":"boolean"}]}}}`)
	err = s.Validate(parseJSON(t, `[["y","z"],["y","x"]]`))
	if !errors.As(err, &e) || e.Pointer != "/1/1" {
		t.Errorf("the error is %v", err)
	}
}

// TestNullInCircles: schemas that refer to each other in circles mention null
// when any of them does.
func TestNullInCircles(t *testing.T) {
	for i, null := range []string{"a", "b", "c", "none"} {
		branch := func(name string) string {
			if name == null {
				return `{"type":"null"}`
			}
			return `{"type":"integer"}`
		}
		// The circles are reached only by the question for null.
		s, err := schema.Parse(parseJSON(t, `{"required":["p","q","r"],"properties":{"p":{"$ref":"#/$defs/a"},"q":{"$ref":"#/$defs/b"},"r":{"$ref":"#/$defs/c"}},"$defs":{
			"a":{"anyOf":[{"$ref":"#/$defs/b"},`+branch("a")+`]},
			"b":{"anyOf":[{"$ref":"#/$defs/c"},`+branch("b")+`]},
			"c":{"anyOf":[{"type":"string"},`+branch("c")+`]}}}`), "X")
		if err != nil {
			t.Fatal(err)
		}
		required, _ := s.Generation().Get("required")
		want := []string{`["q","r"]`, `["r"]`, `[]`, `["p","q","r"]`}[i]
		if required.String() != want {
			t.Errorf("null in %s: required are %s, want %s", null, required, want)
		}
	}
}

// TestWorkIsLinear: twice the input takes about twice the counted work.
func TestWorkIsLinear(t *testing.T) {
	const n = 4000
	item := func(format string) func(int) string { return func(i int) string { return fmt.Sprintf(format, i, i) } }
	schemas := map[string]func(n int) string{
		"warnings": func(n int) string {
			return `{"properties":{` + list(n, item(`"a%d":{"type":"string","format":"f%d"}`)) + `}}`
		},
		"notes": func(n int) string {
			return `{"type":"string","allOf":[` + list(n, item(`{"pattern":"p%d","title":"t%d"}`)) + `]}`
		},
		"branches": func(n int) string {
			return `{"anyOf":[` + list(n, item(`{"type":"object","title":"t%d","description":"d%d"}`)) + `]}`
		},
		"enum": func(n int) string { return `{"enum":[` + list(n, item(`"%d %d"`)) + `]}` },
		"references": func(n int) string {
			return `{"properties":{` + list(n, item(`"a%d":{"$ref":"#/$defs/X","minLength":%d}`)) + `},"$defs":{"X":{"type":["string","null"]}}}`
		},
	}
	for name, source := range schemas {
		once, err := schema.ConversionUnits(parseJSON(t, source(n)), "X")
		twice, err2 := schema.ConversionUnits(parseJSON(t, source(2*n)), "X")
		if err != nil || err2 != nil || 10*twice > 25*once {
			t.Errorf("%s: %d units, twice %d (%v, %v)", name, once, twice, err, err2)
		}
	}
	// Both the schema and the value grow.
	values := map[string]func(n int) (source, value string){
		"enum": func(n int) (string, string) {
			return `{"items":{"enum":[` + list(n, item(`"%d %d"`)) + `]}}`, `[` + list(n, item(`"%d %d"`)) + `]`
		},
		"union": func(n int) (string, string) {
			return `{"anyOf":[{"type":"array","items":{"enum":[` + list(n, item(`"%d %d"`)) + `]}},{"type":"integer"}]}`, `[` + list(n, item(`"%d %d"`)) + `]`
		},
		"properties": func(n int) (string, string) {
			return `{"items":{"anyOf":[{"type":"string"},{"type":"object","properties":{` + list(n, item(`"%d":{"title":"t%d"}`)) + `}}]}}`, `[` + list(n, item(`{"%d":"%d"}`)) + `]`
		},
	}
	for name, both := range values {
		var v, o [2]int
		for i := range 2 {
			source, value := both((i + 1) * n)
			s := mustParse(t, source)
			v[i], o[i] = schema.ValidationSteps(s, parseJSON(t, value)), schema.OrderSteps(s, parseJSON(t, value))
		}
		if 10*v[1] > 25*v[0] || 10*o[1] > 25*o[0]+10 {
			t.Errorf("%s: validation takes %v steps, ordering %v", name, v, o)
		}
	}
}
