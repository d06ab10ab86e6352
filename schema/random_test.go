package schema_test

import (
	"fmt"
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"pgregory.net/rapid"
)

// The vocabulary of random schemas and values is small, so that they meet.
var (
	randomKeys    = []string{"a", "b", "c", "d", "e/f", "x-g"}
	randomStrings = []string{"x", "y", "zz", "", "1", "\"q\""}
	randomNumbers = []string{"-3", "-1", "0", "1", "2", "3", "5", "8", "1.5", "-0.25", "2.0", "9007199254740993", "1e2"}
	randomDefs    = []string{"D1", "D2", "D3"}
)

func drawJSON(t *rapid.T, text string) ojson.Value {
	v, err := ojson.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// drawAny draws any JSON value.
func drawAny(t *rapid.T, depth int) ojson.Value {
	kinds := 6
	if depth == 0 {
		kinds = 4
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "value") {
	case 0:
		return ojson.Value{}
	case 1:
		return ojson.Bool(rapid.Bool().Draw(t, "bool"))
	case 2:
		return drawJSON(t, rapid.SampledFrom(randomNumbers).Draw(t, "number"))
	case 3:
		return ojson.String(rapid.SampledFrom(randomStrings).Draw(t, "string"))
	case 4:
		var items []ojson.Value
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			items = append(items, drawAny(t, depth-1))
		}
		return ojson.Array(items...)
	default:
		var members []ojson.Member
		for range rapid.IntRange(0, 4).Draw(t, "members") {
			members = append(members, ojson.Field(rapid.SampledFrom(randomKeys).Draw(t, "key"), drawAny(t, depth-1)))
		}
		return ojson.Object(members...)
	}
}

// schemaDraw draws schemas of the enforced subset.
type schemaDraw struct {
	t *rapid.T
	// exact leaves out what the conversion cannot express exactly: several
	// types, enums and constants of other than strings, exclusive bounds of
	// numbers, null where it cannot be left out.
	exact bool
}

// root draws a whole schema with definitions.
func (d *schemaDraw) root() ojson.Value {
	s := d.schema(3, false)
	var defs []ojson.Member
	for _, name := range randomDefs {
		defs = append(defs, ojson.Field(name, d.schema(2, false)))
	}
	return s.With("$defs", ojson.Object(defs...))
}

func (d *schemaDraw) pick(label string, n int) int { return rapid.IntRange(0, n-1).Draw(d.t, label) }

func (d *schemaDraw) flip(label string) bool { return rapid.Bool().Draw(d.t, label) }

// schema draws a schema. merged says that others apply at the same position.
func (d *schemaDraw) schema(depth int, merged bool) ojson.Value {
	if depth == 0 {
		return d.leaf(merged)
	}
	switch d.pick("schema", 8) {
	case 0, 1:
		return d.leaf(merged)
	case 2, 3:
		return d.object(depth, merged)
	case 4:
		return d.array(depth)
	case 5:
		return d.union(depth, merged)
	case 6:
		return d.all(depth)
	default:
		return ojson.Object(ojson.Field("$ref", ojson.String("#/$defs/"+rapid.SampledFrom(randomDefs).Draw(d.t, "def"))))
	}
}

func number(t *rapid.T) ojson.Value {
	return drawJSON(t, rapid.SampledFrom(randomNumbers).Draw(t, "bound"))
}

func (d *schemaDraw) leaf(merged bool) ojson.Value {
	t := d.t
	var m []ojson.Member
	typed := func(name string) ojson.Value {
		if !merged && d.flip("nullable") && !d.exact {
			return ojson.Strings([]string{name, "null"})
		}
		return ojson.String(name)
	}
	switch d.pick("leaf", 8) {
	case 0:
		m = append(m, ojson.Field("type", typed("string")))
	case 1:
		m = append(m, ojson.Field("type", typed("boolean")))
	case 2, 3:
		kind := rapid.SampledFrom([]string{"integer", "number"}).Draw(t, "numeric")
		m = append(m, ojson.Field("type", typed(kind)))
		low, high := "minimum", "maximum"
		if d.flip("exclusive") && (kind == "integer" || !d.exact) {
			low, high = "exclusiveMinimum", "exclusiveMaximum"
		}
		// Bounds that exclude everything are a difference of their own.
		switch d.pick("bounds", 4) {
		case 0:
			m = append(m, ojson.Field(low, number(t)))
		case 1:
			m = append(m, ojson.Field(high, number(t)))
		case 2:
			m = append(m, ojson.Field(low, drawJSON(t, "-2.5")), ojson.Field(high, drawJSON(t, "4")))
		}
	case 4, 5:
		var list []ojson.Value
		for range 1 + d.pick("values", 4) {
			list = append(list, ojson.String(rapid.SampledFrom(randomStrings).Draw(t, "enum")))
		}
		if !d.exact && !merged && d.flip("null") {
			list = append(list, ojson.Value{})
		}
		m = append(m, ojson.Field("enum", ojson.Array(list...)))
	case 6:
		m = append(m, ojson.Field("const", ojson.String(rapid.SampledFrom(randomStrings).Draw(t, "const"))))
	default:
		if d.exact {
			m = append(m, ojson.Field("type", ojson.String("string")))
			break
		}
		switch d.pick("odd", 4) {
		case 0:
			v := drawAny(t, 1)
			if merged && v.IsNull() {
				v = ojson.Int(7) // null at one of several places is a difference of its own
			}
			m = append(m, ojson.Field("const", v))
		case 1:
			m = append(m, ojson.Field("type", ojson.Strings([]string{"integer", "string"})))
		case 2:
			m = append(m, ojson.Field("enum", ojson.Array(number(t), number(t), number(t))))
		default:
			// A branch without constraints.
		}
	}
	return ojson.Object(m...)
}

func (d *schemaDraw) object(depth int, merged bool) ojson.Value {
	t := d.t
	var properties []ojson.Member
	var required []string
	for range d.pick("properties", 4) {
		key := rapid.SampledFrom(randomKeys).Draw(t, "key")
		if slices.ContainsFunc(properties, func(m ojson.Member) bool { return m.Key == key }) {
			continue
		}
		s := d.leaf(true)
		if !merged {
			s = d.schema(depth-1, false)
		}
		properties = append(properties, ojson.Field(key, s))
		if d.flip("required") {
			required = append(required, key)
		}
	}
	m := []ojson.Member{ojson.Field("type", ojson.String("object")), ojson.Field("properties", ojson.Object(properties...))}
	if required != nil {
		m = append(m, ojson.Field("required", ojson.Strings(required)))
	}
	if !merged && d.flip("closed") {
		m = append(m, ojson.Field("additionalProperties", ojson.Bool(false)))
	}
	return ojson.Object(m...)
}

func (d *schemaDraw) array(depth int) ojson.Value {
	m := []ojson.Member{ojson.Field("type", ojson.String("array")), ojson.Field("items", d.schema(depth-1, false))}
	switch d.pick("length", 4) {
	case 0:
		m = append(m, ojson.Field("minItems", ojson.Int(int64(d.pick("min", 3)))))
	case 1:
		m = append(m, ojson.Field("maxItems", ojson.Int(int64(d.pick("max", 3)))))
	case 2:
		m = append(m, ojson.Field("minItems", ojson.Int(1)), ojson.Field("maxItems", ojson.Int(2)))
	}
	return ojson.Object(m...)
}

func (d *schemaDraw) union(depth int, merged bool) ojson.Value {
	var branches []ojson.Value
	for range 1 + d.pick("branches", 3) {
		branches = append(branches, d.schema(depth-1, merged))
	}
	s := ojson.Object()
	if d.flip("beside") {
		// The union of objects with something beside it.
		for i := range branches {
			branches[i] = d.object(depth-1, true)
		}
		s = d.object(depth-1, true)
	} else if !merged && !d.exact && d.flip("null branch") {
		branches = append(branches, ojson.Object(ojson.Field("type", ojson.String("null"))))
	}
	return s.With("anyOf", ojson.Array(branches...))
}

func (d *schemaDraw) all(depth int) ojson.Value {
	var parts []ojson.Value
	for range 1 + d.pick("parts", 3) {
		parts = append(parts, d.object(depth-1, true))
	}
	return ojson.Object(ojson.Field("allOf", ojson.Array(parts...)))
}

// sampler draws values from a generation schema; it knows nothing of the
// source.
type sampler struct {
	t    *rapid.T
	root ojson.Value
}

// endlessSchema is the panic of a sampler whose schema has no finite value.
type endlessSchema struct{}

func (s *sampler) value(g ojson.Value, depth int) ojson.Value {
	if depth < -30 {
		panic(endlessSchema{})
	}
	t := s.t
	if ref, ok := g.Get("$ref"); ok {
		if ref.String() == `"#"` {
			return s.value(s.root, depth)
		}
		name, _ := ref.AsString()
		defs, _ := s.root.Get("$defs")
		def, ok := defs.Get(name[len("#/$defs/"):])
		if !ok {
			t.Fatalf("no definition for %s", name)
		}
		return s.value(def, depth)
	}
	if v, ok := g.Get("const"); ok {
		return v
	}
	if list, ok := g.Get("enum"); ok {
		return rapid.SampledFrom(list.Items()).Draw(t, "choice")
	}
	if list, ok := g.Get("anyOf"); ok {
		i := rapid.IntRange(0, list.Len()-1).Draw(t, "branch")
		return s.value(list.Items()[i], depth-1)
	}
	kind, _ := g.Get("type")
	switch name, _ := kind.AsString(); name {
	case "string":
		return ojson.String(rapid.SampledFrom(randomStrings).Draw(t, "text"))
	case "boolean":
		return ojson.Bool(rapid.Bool().Draw(t, "bool"))
	case "integer", "number":
		return s.number(g, name)
	case "array":
		items, _ := g.Get("items")
		low, high := s.count(g, "minItems", 0), s.count(g, "maxItems", 4)
		if depth <= 0 {
			high = low
		}
		list := []ojson.Value{}
		for range rapid.IntRange(low, max(low, high)).Draw(t, "length") {
			list = append(list, s.value(items, depth-1))
		}
		return ojson.Array(list...)
	case "object":
		properties, _ := g.Get("properties")
		required, _ := g.Get("required")
		members := []ojson.Member{}
		for _, m := range properties.Members() {
			must := slices.ContainsFunc(required.Items(), func(r ojson.Value) bool { return r.String() == ojson.String(m.Key).String() })
			if must || depth > 0 && rapid.Bool().Draw(t, "present") {
				members = append(members, ojson.Field(m.Key, s.value(m.Value, depth-1)))
			}
		}
		return ojson.Object(members...)
	}
	t.Fatalf("not a generation schema: %s", g)
	return ojson.Value{}
}

func (s *sampler) count(g ojson.Value, key string, none int) int {
	if v, ok := g.Get(key); ok {
		i, _ := v.AsInt()
		return int(i)
	}
	return none
}

func (s *sampler) number(g ojson.Value, name string) ojson.Value {
	low, hasLow := g.Get("minimum")
	high, hasHigh := g.Get("maximum")
	switch {
	case hasLow && rapid.Bool().Draw(s.t, "at minimum"):
		return low
	case hasHigh && (hasLow || rapid.Bool().Draw(s.t, "at maximum")):
		return high
	case hasLow || hasHigh:
		if hasLow {
			return low
		}
		return high
	case name == "integer":
		return ojson.Int(rapid.Int64Range(-1000, 1000).Draw(s.t, "integer"))
	default:
		return drawJSON(s.t, fmt.Sprintf("%d.%d", rapid.IntRange(-99, 99).Draw(s.t, "whole"), rapid.IntRange(0, 999).Draw(s.t, "part")))
	}
}

// mutate changes one thing about a value.
func mutate(t *rapid.T, v ojson.Value, depth int) ojson.Value {
	if depth == 0 || rapid.IntRange(0, 3).Draw(t, "here") == 0 {
		return drawAny(t, 1)
	}
	switch v.Kind() {
	case ojson.KindArray:
		items := slices.Clone(v.Items())
		switch rapid.IntRange(0, 2).Draw(t, "array") {
		case 0:
			return ojson.Array(append(items, drawAny(t, 1))...)
		case 1:
			if len(items) > 0 {
				return ojson.Array(items[1:]...)
			}
		default:
			if len(items) > 0 {
				i := rapid.IntRange(0, len(items)-1).Draw(t, "item")
				items[i] = mutate(t, items[i], depth-1)
			}
		}
		return ojson.Array(items...)
	case ojson.KindObject:
		key := rapid.SampledFrom(randomKeys).Draw(t, "key")
		if rapid.IntRange(0, 2).Draw(t, "object") == 0 {
			return v.Without(key)
		}
		old, _ := v.Get(key)
		return v.With(key, mutate(t, old, depth-1))
	default:
		return drawAny(t, 1)
	}
}
