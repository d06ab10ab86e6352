package schema_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// oracle compiles a schema with another implementation of JSON Schema.
func oracle(t fataler, s ojson.Value) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(s.String()))
	if err != nil {
		t.Fatalf("%v", err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("s.json", doc); err != nil {
		t.Fatalf("%v", err)
	}
	compiled, err := c.Compile("s.json")
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return compiled
}

func oracleAccepts(t fataler, s *jsonschema.Schema, v ojson.Value) bool {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(v.String()))
	if err != nil {
		t.Fatalf("%v", err)
	}
	return s.Validate(doc) == nil
}

// forOracle rewrites the one deliberate difference that random schemas have:
// required properties that mention null may be absent.
func forOracle(root, s ojson.Value) ojson.Value {
	switch s.Kind() {
	case ojson.KindArray:
		var items []ojson.Value
		for _, item := range s.Items() {
			items = append(items, forOracle(root, item))
		}
		return ojson.Array(items...)
	case ojson.KindObject:
		if required, ok := s.Get("required"); ok && required.Kind() == ojson.KindArray {
			properties, _ := s.Get("properties")
			kept := slices.DeleteFunc(slices.Clone(required.Items()), func(name ojson.Value) bool {
				key, _ := name.AsString()
				p, _ := properties.Get(key)
				return saysNull(root, p, 8)
			})
			s = s.With("required", ojson.Array(kept...))
		}
		var members []ojson.Member
		for _, m := range s.Members() {
			if m.Key != "enum" && m.Key != "const" && m.Key != "required" {
				m.Value = forOracle(root, m.Value)
			}
			members = append(members, m)
		}
		return ojson.Object(members...)
	}
	return s
}

// saysNull looks for null the simple way.
func saysNull(root, s ojson.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	for _, m := range s.Members() {
		text := m.Value.String()
		switch m.Key {
		case "type":
			if strings.Contains(text, `"null"`) {
				return true
			}
		case "const":
			if text == "null" {
				return true
			}
		case "enum":
			if slices.ContainsFunc(m.Value.Items(), ojson.Value.IsNull) {
				return true
			}
		case "$ref":
			defs, _ := root.Get("$defs")
			def, _ := defs.Get(strings.Trim(strings.TrimPrefix(text, `"#/$defs/`), `"`))
			if saysNull(root, def, depth-1) {
				return true
			}
		case "anyOf", "allOf":
			for _, b := range m.Value.Items() {
				if saysNull(root, b, depth-1) {
					return true
				}
			}
		}
	}
	return false
}

// parsed draws a schema that can be converted.
func parsed(t *rapid.T, d *schemaDraw) (ojson.Value, *schema.Schema) {
	source := d.root()
	s, err := schema.Parse(source, "Root")
	if err != nil {
		var e *schema.Error
		if !errors.As(err, &e) || !strings.HasPrefix(e.Pointer, "#") || e.Message == "" {
			t.Fatalf("%s: bad error %#v", source, err)
		}
		t.Skip("not convertible: ", err)
	}
	if d.exact && slices.ContainsFunc(s.Warnings(), func(w string) bool { return strings.Contains(w, "is dropped") }) {
		t.Skip("the merged bounds exclude everything")
	}
	return source, s
}

// sampled draws a value from the generation schema; ok is false when that has
// only endless ones.
func sampled(t *rapid.T, s *schema.Schema) (v ojson.Value, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, endless := r.(endlessSchema); !endless {
				panic(r)
			}
			v, ok = ojson.Value{}, false
		}
	}()
	g := s.Generation()
	return (&sampler{t: t, root: g}).value(g, 4), true
}

// TestValidateAgreesWithOracle holds Validate against another implementation.
func TestValidateAgreesWithOracle(t *testing.T) {
	accepted, rejected := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		source, s := parsed(t, &schemaDraw{t: t})
		o := oracle(t, forOracle(source, source))
		try := func(v ojson.Value) {
			want := oracleAccepts(t, o, v)
			err := s.Validate(v)
			if want != (err == nil) {
				t.Fatalf("schema %s\nvalue %s\noracle accepts: %v\nours: %v", source, v, want, err)
			}
			var ve *schema.ValidationError
			if err != nil && (!errors.As(err, &ve) || ve.Message == "") {
				t.Fatalf("bad error %#v", err)
			}
			if want {
				accepted++
			} else {
				rejected++
			}
		}
		for range 4 {
			try(drawAny(t, 3))
		}
		if v, ok := sampled(t, s); ok {
			try(v)
			for range 4 {
				v = mutate(t, v, 3)
				try(v)
			}
		}
	})
	if accepted < 100 || rejected < 100 {
		t.Errorf("weak test: %d accepted, %d rejected", accepted, rejected)
	}
}

// TestGeneratedValuesValidate: where the conversion is exact, whatever the
// generation schema allows is valid against the source, and Order leaves it
// valid and equal.
func TestGeneratedValuesValidate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source, s := parsed(t, &schemaDraw{t: t, exact: true})
		v, ok := sampled(t, s)
		if !ok {
			t.Skip("endless")
		}
		if err := s.Validate(v); err != nil {
			t.Fatalf("schema %s\ngeneration %s\nvalue %s\n%v", source, s.Generation(), v, err)
		}
		if o := s.Order(v); !ojson.Equal(o, v) {
			t.Fatalf("Order changed %s to %s", v, o)
		}
		shuffled := shuffle(v, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)))
		if a, b := s.Order(shuffled).String(), s.Order(s.Order(shuffled)).String(); a != b {
			t.Fatalf("Order is not settled: %s, then %s", a, b)
		}
	})
}

func shuffle(v ojson.Value, rng *rand.Rand) ojson.Value {
	switch v.Kind() {
	case ojson.KindArray:
		items := slices.Clone(v.Items())
		for i := range items {
			items[i] = shuffle(items[i], rng)
		}
		return ojson.Array(items...)
	case ojson.KindObject:
		members := slices.Clone(v.Members())
		rng.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		for i := range members {
			members[i].Value = shuffle(members[i].Value, rng)
		}
		return ojson.Object(members...)
	}
	return v
}

// TestGenerationIsSettled: converting a generation schema changes nothing and
// warns of nothing (items 169 to 171).
func TestGenerationIsSettled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source, s := parsed(t, &schemaDraw{t: t})
		g := s.Generation()
		again, err := schema.Parse(g, s.Name())
		if err != nil {
			t.Fatalf("schema %s\ngeneration %s\n%v", source, g, err)
		}
		if got := again.Generation(); got.String() != g.String() {
			t.Fatalf("schema %s\ngeneration %s\nagain      %s", source, g, got)
		}
		if !onlyEndless(again.Warnings()) {
			t.Fatalf("generation %s\nwarnings %q", g, again.Warnings())
		}
		oracle(t, g) // it is a schema for others, too
	})
}

// onlyEndless reports whether all warnings are about endless types, which stay
// endless.
func onlyEndless(warnings []string) bool {
	return !slices.ContainsFunc(warnings, func(w string) bool { return !strings.Contains(w, "endless") })
}

// TestGrammarAgreesWithValidate: what the grammar generates is JSON, fits the
// generation schema and, where the conversion is exact, the source; what fits
// is matched by the grammar.
func TestGrammarAgreesWithValidate(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		source, s := parsed(rt, &schemaDraw{t: rt, exact: true})
		g := parseGBNF(t, s.Grammar())
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		o := oracle(rt, s.Generation())
		for range 5 {
			text, ok := g.generate(rng)
			if !ok {
				rt.Skip("endless")
			}
			v, err := ojson.Parse([]byte(text))
			if err != nil {
				rt.Fatalf("schema %s\ngrammar %s\ntext %s\n%v", source, s.Grammar(), text, err)
			}
			if err := s.Validate(v); err != nil {
				rt.Fatalf("schema %s\ngrammar %s\ntext %s\n%v", source, s.Grammar(), text, err)
			}
			if !oracleAccepts(rt, o, v) {
				rt.Fatalf("schema %s\ngeneration %s\ntext %s does not fit", source, s.Generation(), text)
			}
			if !g.matches(text) {
				rt.Fatalf("the interpreter contradicts itself about %s", text)
			}
		}
		if v, ok := sampled(rt, s); ok {
			if text := s.Order(v).String(); !g.matches(text) {
				rt.Fatalf("schema %s\ngrammar %s\nvalue %s is not matched", source, s.Grammar(), text)
			}
		}
	})
}
