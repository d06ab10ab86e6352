package schema_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// definitions writes $defs with n entries made by each.
func definitions(n int, each func(i int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"D%d":%s`, i, each(i))
	}
	return b.String()
}

// within fails when f takes long. The bound is generous: what it guards against
// takes for ever.
func within(t *testing.T, f func()) {
	t.Helper()
	start := time.Now()
	f()
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("took %s", d)
	}
}

// TestLongChains: item 167.
func TestLongChains(t *testing.T) {
	chains := map[string]func(i int) string{
		"$ref":          func(i int) string { return fmt.Sprintf(`{"$ref":"#/$defs/D%d"}`, i+1) },
		"described":     func(i int) string { return fmt.Sprintf(`{"description":"d","$ref":"#/$defs/D%d"}`, i+1) },
		"allOf":         func(i int) string { return fmt.Sprintf(`{"allOf":[{"$ref":"#/$defs/D%d"}]}`, i+1) },
		"allOf and own": func(i int) string { return fmt.Sprintf(`{"allOf":[{"$ref":"#/$defs/D%d"}],"minLength":1}`, i+1) },
		"anyOf of one":  func(i int) string { return fmt.Sprintf(`{"anyOf":[{"$ref":"#/$defs/D%d"}]}`, i+1) },
		"anyOf of two":  func(i int) string { return fmt.Sprintf(`{"anyOf":[{"$ref":"#/$defs/D%d"},{"type":"integer"}]}`, i+1) },
	}
	for name, link := range chains {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{20, 300, 5000} {
				defs := definitions(n, func(i int) string {
					if i == n-1 {
						return `{"type":"string"}`
					}
					return link(i)
				})
				_, err := schema.Parse(parseJSON(t, `{"properties":{"a":{"$ref":"#/$defs/D0"}},"$defs":{`+defs+`}}`), "X")
				var e *schema.Error
				switch {
				case n == 20 && err != nil:
					t.Errorf("a chain of %d: %v", n, err)
				case n > 20 && (!errors.As(err, &e) || !strings.Contains(e.Message, "too long")):
					t.Errorf("a chain of %d: %v", n, err)
				}
			}
		})
	}
}

// TestManyDefinitions: large schemas work, and in reasonable time.
func TestManyDefinitions(t *testing.T) {
	const n = 4000
	within(t, func() {
		defs := definitions(n, func(i int) string {
			return fmt.Sprintf(`{"type":"object","properties":{"next":{"$ref":"#/$defs/D%d"},"same":{"$ref":"#/$defs/D%d"},"code":{"type":"string","pattern":"p%d"}}}`, (i+1)%n, i, i)
		})
		s := mustParse(t, `{"properties":{"a":{"$ref":"#/$defs/D0"}},"$defs":{`+defs+`}}`)
		if len(s.Warnings()) != n {
			t.Errorf("%d warnings, want %d", len(s.Warnings()), n)
		}
		if g, _ := s.Generation().Get("$defs"); g.Len() != n {
			t.Errorf("%d definitions, want %d", g.Len(), n)
		}
		if got := strings.Count(s.Grammar(), "\nt-"); got != n+1 {
			t.Errorf("%d type rules, want %d", got, n+1)
		}
	})
	within(t, func() {
		list := definitions(n, func(i int) string { return fmt.Sprintf(`{"type":"object","title":"T","properties":{"a%d":{}}}`, i) })
		s := mustParse(t, `{"properties":{`+list+`}}`)
		if !strings.Contains(s.Generation().String(), fmt.Sprintf(`"#/$defs/T%d"`, n)) {
			t.Errorf("the last clash is not numbered %d", n)
		}
	})
	within(t, func() {
		// A big enum that is used in many places stays one value in memory.
		values := strings.Repeat(`"some value",`, 2000) + `"x"`
		refs := definitions(n, func(i int) string { return `{"$ref":"#/$defs/E"}` })
		mustParse(t, `{"properties":{`+refs+`},"$defs":{"E":{"enum":[`+values+`]}}}`)
	})
}

// TestExplosions: schemas whose merged or expanded form is exponential either
// work or are refused with a place, and values are judged in bounded time.
func TestExplosions(t *testing.T) {
	double := func(keyword string) string {
		return `{"$ref":"#/$defs/D0","$defs":{` + definitions(50, func(i int) string {
			if i == 49 {
				return `{"type":"object","properties":{"x":{"type":"string"}},"required":["x"]}`
			}
			return fmt.Sprintf(`{"%s":[{"$ref":"#/$defs/D%d"},{"$ref":"#/$defs/D%d"}]}`, keyword, i+1, i+1)
		}) + `}}`
	}
	// Every level distributes a union over a union.
	product := `{"allOf":[` + strings.Repeat(`{"anyOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"b":{"type":"integer"}}}]},`, 40) + `{"type":"object"}]}`
	// Loops of different lengths meet in all combinations.
	var loops []string
	var parts []string
	for _, p := range []int{2, 3, 5, 7, 11, 13, 17, 19} {
		for i := range p {
			loops = append(loops, fmt.Sprintf(`"L%d_%d":{"type":"object","properties":{"n":{"$ref":"#/$defs/L%d_%d"}}}`, p, i, p, (i+1)%p))
		}
		parts = append(parts, fmt.Sprintf(`{"$ref":"#/$defs/L%d_0"}`, p))
	}
	combined := `{"allOf":[` + strings.Join(parts, ",") + `],"$defs":{` + strings.Join(loops, ",") + `}}`
	// Scopes of closed objects that differ on every way.
	scopes := `{"$ref":"#/$defs/D0","$defs":{` + definitions(60, func(i int) string {
		if i == 59 {
			return `{"type":"object","properties":{"x":{"type":"string"}},"additionalProperties":false,"required":["x"]}`
		}
		return fmt.Sprintf(`{"anyOf":[{"properties":{"a%d":{"type":"string"}},"allOf":[{"$ref":"#/$defs/D%d"}]},{"properties":{"b%d":{"type":"string"}},"allOf":[{"$ref":"#/$defs/D%d"}]}]}`, i, i+1, i, i+1)
	}) + `}}`
	for name, source := range map[string]string{
		"allOf": double("allOf"), "anyOf": double("anyOf"), "product": product, "loops": combined, "scopes": scopes,
	} {
		t.Run(name, func(t *testing.T) {
			within(t, func() {
				s, err := schema.Parse(parseJSON(t, source), "X")
				if err != nil {
					var e *schema.Error
					if !errors.As(err, &e) || !strings.HasPrefix(e.Pointer, "#") {
						t.Fatalf("bad error %v", err)
					}
					if name == "allOf" || name == "anyOf" {
						t.Errorf("refused: %v", err)
					}
					return
				}
				v := parseJSON(t, `{"z":{"n":{"n":{}}},"x":5}`)
				if err := s.Validate(v); err == nil {
					t.Error("valid")
				}
				s.Order(v)
				s.Generation()
				s.Grammar()
			})
		})
	}
}

// TestValidateIsBounded: parts of a schema that the conversion has no use for are
// still checked, and can be as hostile as they like.
func TestValidateIsBounded(t *testing.T) {
	scopes := definitions(60, func(i int) string {
		if i == 59 {
			return `{"required":["x"],"properties":{"x":{"type":"string"}},"additionalProperties":false}`
		}
		return fmt.Sprintf(`{"anyOf":[{"properties":{"a%d":{}},"allOf":[{"$ref":"#/$defs/D%d"}]},{"properties":{"b%d":{}},"allOf":[{"$ref":"#/$defs/D%d"}]}]}`, i, i+1, i, i+1)
	})
	s := mustParse(t, `{"type":["string","object"],"properties":{"a":{"$ref":"#/$defs/D0"}},"$defs":{`+scopes+`}}`)
	within(t, func() {
		if s.Validate(parseJSON(t, `{"a":{"y":1}}`)) == nil {
			t.Error("valid")
		}
	})
	// Large values are not complex.
	list := "[" + strings.Repeat(`{"a":[1,2,3]},`, 200_000) + "{}]"
	if err := mustParse(t, `{"items":{"properties":{"a":{"items":{"type":"integer"}}}}}`).Validate(parseJSON(t, list)); err != nil {
		t.Error(err)
	}
}

// TestUnionsInUnions: looking for the best branch stays cheap when every level
// of a value has to choose.
func TestUnionsInUnions(t *testing.T) {
	branch := func(k string) string {
		return `{"type":"object","properties":{"kind":{"const":"` + k + `"},"sub":{"$ref":"#"}}}`
	}
	s := mustParse(t, `{"anyOf":[`+branch("a")+`,`+branch("b")+`,`+branch("c")+`,`+branch("d")+`]}`)
	value := `{"sub":null}`
	for range 90 {
		value = `{"sub":` + value + `,"kind":"d"}`
	}
	within(t, func() {
		v := parseJSON(t, value)
		if got := s.Order(v).String(); !strings.HasPrefix(got, `{"kind":"d","sub":{"kind":"d"`) {
			t.Errorf("order %s", got)
		}
		if s.Validate(v) == nil {
			t.Error("valid")
		}
	})
	// The same, with the member that tells the branches apart at the end.
	late := strings.NewReplacer(`"kind":{"const":"a"},"sub":{"$ref":"#"}`, `"sub":{"$ref":"#"},"kind":{"const":"a"}`,
		`"kind":{"const":"b"},"sub":{"$ref":"#"}`, `"sub":{"$ref":"#"},"kind":{"const":"b"}`).Replace(s.Source().String())
	within(t, func() {
		v := parseJSON(t, strings.Replace(value, "null", `{"kind":"d"}`, 1))
		late := mustParse(t, late)
		if err := late.Validate(v); err != nil {
			t.Error(err)
		}
		late.Order(v)
	})
}

// TestDeepArrays: arrays in arrays cannot make the generation schema deeper than
// readers take.
func TestDeepArrays(t *testing.T) {
	nested := func(n int) ojson.Value {
		v := ojson.Object(ojson.Field("type", ojson.String("string")))
		for range n {
			v = ojson.Object(ojson.Field("type", ojson.String("array")), ojson.Field("items", v))
		}
		return ojson.Object(ojson.Field("properties", ojson.Object(ojson.Field("p", v))))
	}
	s, err := schema.Parse(nested(64), "X")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ojson.Parse([]byte(s.Generation().String())); err != nil {
		t.Error(err)
	}
	if _, err := schema.Parse(nested(65), "X"); err == nil {
		t.Error("65 levels are accepted")
	}
	if _, err := schema.Parse(nested(100_000), "X"); err == nil {
		t.Error("100000 levels are accepted")
	}
	v := ojson.Object()
	for range 100_000 {
		v = ojson.Object(ojson.Field("properties", ojson.Object(ojson.Field("p", v))))
	}
	if _, err := schema.Parse(v, "X"); err == nil {
		t.Error("100000 objects in each other are accepted")
	}
}

// TestMemory: a session keeps the schemas of its tools.
func TestMemory(t *testing.T) {
	source := parseJSON(t, `{"type":"object","properties":{"gate":{"type":"string","description":"Gate name"},"speed":{"type":"integer","minimum":1,"maximum":5},"how":{"enum":["slowly","fast"]}},"required":["gate"]}`)
	const n = 2000
	kept := make([]*schema.Schema, n)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range kept {
		kept[i], _ = schema.Parse(source, "OpenGateArguments")
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	size := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) / n
	t.Logf("%d bytes beside the source", size)
	if size > 1500 {
		t.Errorf("a small schema takes %d bytes beside its source", size)
	}
	runtime.KeepAlive(kept)
}

func BenchmarkParse(b *testing.B) {
	source := parseJSON(b, `{"type":"object","properties":{"gate":{"type":"string","description":"Gate name"},"speed":{"type":"integer","minimum":1,"maximum":5},"how":{"enum":["slowly","fast"]}},"required":["gate"]}`)
	s := mustParse(b, source.String())
	v := parseJSON(b, `{"how":"fast","gate":"north"}`)
	b.Run("Parse", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = schema.Parse(source, "X")
		}
	})
	b.Run("Generation", func(b *testing.B) {
		for b.Loop() {
			s.Generation()
		}
	})
	b.Run("Validate", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = s.Validate(v)
		}
	})
	b.Run("Order", func(b *testing.B) {
		for b.Loop() {
			s.Order(v)
		}
	})
	b.Run("Grammar", func(b *testing.B) {
		for b.Loop() {
			s.Grammar()
		}
	})
}
