package schema_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// FuzzParse holds the conversion to what must be true of any schema: it ends, in
// a schema or in an error with a place; the result does not vary; the
// generation schema is accepted, says the same when it is converted again, and
// leaves nothing to warn about; no view of the schema panics.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"type":"object","properties":{"gate":{"type":"string","pattern":"^[a-z]+$"},"n":{"type":["integer","null"],"minimum":0.5}},"required":["gate"],"x-order":["n"]}`,
		`{"allOf":[{"$ref":"#/$defs/A"},{"properties":{"b":{"enum":[1,"x",null]}}}],"$defs":{"A":{"properties":{"a":{"$ref":"#"}}}}}`,
		`{"anyOf":[{"const":"a"},{"enum":["b"]},{"type":"array","items":{"$ref":"#"},"maxItems":2}],"description":"d"}`,
		`{"type":"array","prefixItems":[{"type":"number","exclusiveMaximum":1e300}],"uniqueItems":true}`,
		`{"properties":{"a":{"anyOf":[{"$ref":"#/$defs/A"},{"allOf":[{"$ref":"#/$defs/A"}]}]}},"$defs":{"A":{"type":"object","title":"2 x","properties":{"a":{"type":"null"}},"required":["z"]}}}`,
		`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false,"oneOf":[{"required":["a"]},{"properties":{"b":true},"required":["b"]}]}`,
	} {
		f.Add(seed, `{"a":{"b":[1,"x",null]},"gate":"x"}`)
	}
	f.Fuzz(func(t *testing.T, text, value string) {
		source, err := ojson.Parse([]byte(text))
		if err != nil {
			return
		}
		v, err := ojson.Parse([]byte(value))
		if err != nil {
			return
		}
		checkInvariants(t, source, v)
	})
}

// checkInvariants checks what FuzzParse says. It reports whether the schema was
// accepted.
func checkInvariants(t fataler, source, v ojson.Value) bool {
	s, err := schema.Parse(source, "Response")
	if err != nil {
		var e *schema.Error
		if !errors.As(err, &e) || !strings.HasPrefix(e.Pointer, "#") || e.Message == "" {
			t.Fatalf("bad error %#v", err)
		}
		return false
	}
	twin, err := schema.Parse(source, "Response")
	if err != nil || !slices.Equal(twin.Warnings(), s.Warnings()) || twin.Generation().String() != s.Generation().String() {
		t.Fatalf("another result the second time: %v", err)
	}
	g := s.Generation()
	again, err := schema.Parse(g, s.Name())
	if err != nil {
		t.Fatalf("generation %s\n%v", g, err)
	}
	if got := again.Generation(); got.String() != g.String() {
		t.Fatalf("generation %s\nagain      %s", g, got)
	}
	if !onlyEndless(again.Warnings()) {
		t.Fatalf("generation %s\nwarnings %q", g, again.Warnings())
	}
	if len(source.String()) < 2000 {
		parseGBNF(t, s.Grammar())
	}
	schema.StripExtensions(source)
	if o := s.Order(v); !ojson.Equal(o, v) {
		t.Fatalf("Order changed %s to %s", v, o)
	}
	if err := s.Validate(v); err != nil {
		var e *schema.ValidationError
		if !errors.As(err, &e) || e.Message == "" {
			t.Fatalf("bad error %#v", err)
		}
	}
	return true
}

// soup draws schemas in which keywords are thrown together without sense.
func soup(t *rapid.T, depth int) ojson.Value {
	if depth == 0 || rapid.IntRange(0, 9).Draw(t, "plain") == 0 {
		return rapid.SampledFrom([]ojson.Value{
			ojson.Bool(true), ojson.Bool(false), ojson.Object(), ojson.Object(ojson.Field("type", ojson.String("null"))),
			ojson.Object(ojson.Field("type", ojson.String("string"))), ojson.Object(ojson.Field("const", ojson.String("k"))),
		}).Draw(t, "small")
	}
	var members []ojson.Member
	sub := func() ojson.Value { return soup(t, depth-1) }
	list := func() ojson.Value {
		var items []ojson.Value
		for range rapid.IntRange(1, 3).Draw(t, "list") {
			items = append(items, sub())
		}
		return ojson.Array(items...)
	}
	named := func() ojson.Value {
		var members []ojson.Member
		for range rapid.IntRange(0, 3).Draw(t, "named") {
			members = append(members, ojson.Field(rapid.SampledFrom(randomKeys).Draw(t, "name"), sub()))
		}
		return ojson.Object(members...)
	}
	for range rapid.IntRange(1, 4).Draw(t, "keywords") {
		key := rapid.SampledFrom([]string{
			"type", "type", "properties", "properties", "items", "anyOf", "oneOf", "allOf", "$ref", "$ref", "enum", "const",
			"required", "minimum", "exclusiveMaximum", "minItems", "maxLength", "pattern", "title", "description", "default",
			"additionalProperties", "prefixItems", "x-order", "uniqueItems", "minProperties", "not",
		}).Draw(t, "keyword")
		var v ojson.Value
		switch key {
		case "type":
			v = ojson.String(rapid.SampledFrom([]string{"string", "integer", "number", "boolean", "array", "object", "null"}).Draw(t, "type"))
			if rapid.IntRange(0, 4).Draw(t, "types") == 0 {
				v = ojson.Array(v, ojson.String("null"), ojson.String("object"))
			}
		case "properties":
			v = named()
		case "items", "not":
			v = sub()
		case "anyOf", "oneOf", "allOf", "prefixItems":
			v = list()
		case "$ref":
			v = ojson.String(rapid.SampledFrom([]string{"#", "#/$defs/D1", "#/$defs/D2", "#/$defs/D3", "#/properties/a", "#/anyOf/0"}).Draw(t, "ref"))
		case "enum":
			v = ojson.Array(drawAny(t, 1), drawAny(t, 1))
		case "const", "default":
			v = drawAny(t, 2)
		case "required", "x-order":
			v = ojson.Strings([]string{rapid.SampledFrom(randomKeys).Draw(t, "listed"), rapid.SampledFrom(randomKeys).Draw(t, "listed")})
		case "minimum", "exclusiveMaximum":
			v = number(t)
		case "minItems", "maxLength", "minProperties":
			v = ojson.Int(int64(rapid.IntRange(0, 3).Draw(t, "count")))
		case "pattern", "title", "description":
			v = ojson.String(rapid.SampledFrom([]string{"T", "T2", "a (b)", ""}).Draw(t, "text"))
		default:
			v = ojson.Bool(rapid.Bool().Draw(t, "flag"))
		}
		members = append(members, ojson.Field(key, v))
	}
	return ojson.Object(members...)
}

// TestSoup checks the invariants of FuzzParse on schemas that are well-formed
// but make no sense.
func TestSoup(t *testing.T) {
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		source := soup(t, 4)
		if source.Kind() != ojson.KindObject {
			return
		}
		var defs []ojson.Member
		for _, name := range randomDefs {
			defs = append(defs, ojson.Field(name, soup(t, 2)))
		}
		if checkInvariants(t, source.With("$defs", ojson.Object(defs...)), drawAny(t, 3)) {
			accepted++
		}
	})
	t.Logf("%d accepted", accepted)
	if accepted == 0 {
		t.Error("no schema was accepted")
	}
}
