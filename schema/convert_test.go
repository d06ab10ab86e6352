package schema_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

func parseJSON(t testing.TB, text string) ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func mustParse(t testing.TB, text string) *schema.Schema {
	t.Helper()
	s, err := schema.Parse(parseJSON(t, text), "Response")
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// wrap makes a property p of a schema, which most items are about.
func wrap(property string) string {
	return `{"type":"object","properties":{"p":` + property + `},"required":["p"]}`
}

// TestProperty converts one property and compares its generated form, whether
// it is required, and the warnings: each want is a part of the warning in its
// place.
func TestProperty(t *testing.T) {
	tests := []struct {
		name     string
		property string
		want     string
		optional bool
		warnings []string
	}{
		// Item 157: nullable is optional, without a warning.
		{"157 type array with null", `{"type":["string","null"]}`, `{"type":"string"}`, true, nil},
		{"157 enum with null", `{"enum":["a",null,"b"]}`, `{"type":"string","enum":["a","b"]}`, true, nil},
		{"157 anyOf with null", `{"anyOf":[{"type":"integer"},{"type":"null"}]}`, `{"type":"integer"}`, true, nil},
		{"157 oneOf with null first", `{"oneOf":[{"type":"null"},{"type":"boolean"}]}`, `{"type":"boolean"}`, true, nil},
		{"157 null in a branch", `{"anyOf":[{"type":["string","null"]},{"type":"integer"}]}`, `{"$ref":"#/$defs/Response_p"}`, true, nil},
		{"157 the default null is no news", `{"anyOf":[{"type":"integer"},{"type":"null"}],"default":null}`, `{"type":"integer"}`, true, nil},

		// Item 158: missing types.
		{"158 properties", `{"properties":{}}`, `{"$ref":"#/$defs/Response_p"}`, false, nil},
		{"158 items", `{"items":{"type":"integer"}}`, `{"type":"array","items":{"type":"integer"}}`, false, nil},
		{"158 pattern", `{"pattern":"^a"}`, `{"type":"string","description":"must match the pattern ^a"}`, false,
			[]string{"#/properties/p: pattern '^a' is described to the model but not enforced"}},
		{"158 format", `{"format":"date"}`, `{"type":"string","description":"format: date"}`, false, []string{"#/properties/p: format 'date' is described"}},
		{"158 minimum", `{"minimum":0.5}`, `{"type":"number","minimum":0.5}`, false, nil},
		{"158 maximum", `{"maximum":7}`, `{"type":"number","maximum":7}`, false, nil},
		{"158 nothing", `{"description":"d"}`, `{"type":"string","description":"d"}`, false, []string{"#/properties/p: no type"}},

		// Item 159.
		{"159 several types", `{"type":["null","integer","string"]}`, `{"type":"integer"}`, true, []string{"#/properties/p: several types (integer, string)"}},
		{"159 true", `true`, `{"type":"string"}`, false, []string{"#/properties/p: no type"}},

		// Item 160.
		{"160 string enum", `{"type":"string","enum":["a","b","a"]}`, `{"type":"string","enum":["a","b"]}`, false, nil},
		{"160 literal union", `{"anyOf":[{"const":"a"},{"enum":["b","c"]}]}`, `{"type":"string","enum":["a","b","c"]}`, false, nil},
		{"160 described literals", `{"description":"element","oneOf":[{"const":"fire","description":"burns"},{"const":"ice"}]}`,
			`{"type":"string","enum":["fire","ice"],"description":"element (\"fire\": burns)"}`, false, nil},
		{"160 nested literal unions", `{"anyOf":[{"anyOf":[{"const":"a"},{"const":"b"}]},{"const":"c"}]}`, `{"type":"string","enum":["a","b","c"]}`, false, nil},
		{"160 integer enum", `{"type":"integer","enum":[5,1,3]}`, `{"type":"integer","minimum":1,"maximum":5,"description":"one of 5, 1, 3"}`, false,
			[]string{"#/properties/p: enum of integers is generated as the range 1 to 5"}},
		{"160 integer constants", `{"anyOf":[{"const":1},{"const":2}]}`, `{"type":"integer","minimum":1,"maximum":2,"description":"one of 1, 2"}`, false, []string{"range"}},
		{"160 number enum", `{"enum":[0.5,2]}`, `{"type":"number","minimum":0.5,"maximum":2,"description":"one of 0.5, 2"}`, false, []string{"range"}},
		{"160 mixed enum", `{"enum":["a",1,true]}`, `{"type":"string","enum":["a","1","true"]}`, false, []string{"#/properties/p: the values of enum or const are of mixed types"}},
		{"160 both booleans", `{"enum":[true,false]}`, `{"type":"boolean"}`, false, nil},
		{"160 excluded values", `{"type":"integer","enum":[1,"2"]}`, `{"type":"integer","minimum":1,"maximum":1,"description":"one of 1"}`, false,
			[]string{"of type integer are left out", "range"}},

		// Item 161.
		{"161 string const", `{"const":"x"}`, `{"const":"x"}`, false, nil},
		{"161 described string const", `{"const":"x","type":"string","description":"d"}`, `{"const":"x","description":"d"}`, false, nil},
		{"161 integer const", `{"const":5}`, `{"type":"integer","description":"always 5"}`, false, []string{"#/properties/p: const 5 is described"}},
		{"161 boolean const", `{"const":true}`, `{"type":"boolean","description":"always true"}`, false, []string{"const true"}},

		// Item 162.
		{"162 inward", `{"type":"integer","minimum":0.5,"maximum":4.5}`, `{"type":"integer","minimum":1,"maximum":4}`, false, nil},
		{"162 inward below zero", `{"type":"integer","minimum":-4.5,"maximum":-0.5}`, `{"type":"integer","minimum":-4,"maximum":-1}`, false, nil},
		{"162 exclusive integers", `{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":10}`, `{"type":"integer","minimum":1,"maximum":9}`, false, nil},
		{"162 exclusive between integers", `{"type":"integer","exclusiveMinimum":0.5,"exclusiveMaximum":9.5}`, `{"type":"integer","minimum":1,"maximum":9}`, false, nil},
		{"162 exclusive numbers", `{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`, `{"type":"number","minimum":0,"maximum":1}`, false,
			[]string{"#/properties/p: exclusiveMinimum 0", "exclusiveMaximum 1"}},
		{"162 old exclusive flag", `{"type":"integer","minimum":0,"exclusiveMinimum":true}`, `{"type":"integer","minimum":1}`, false, nil},
		{"162 the stricter counts", `{"type":"integer","minimum":3,"exclusiveMinimum":3}`, `{"type":"integer","minimum":4}`, false, nil},
		{"162 empty integers", `{"type":"integer","minimum":5,"maximum":3}`, `{"type":"integer"}`, false, []string{"#/properties/p: the range from minimum to maximum has no integer"}},
		{"162 empty between integers", `{"type":"integer","minimum":1.2,"maximum":1.8}`, `{"type":"integer"}`, false, []string{"has no integer"}},
		{"162 empty numbers", `{"type":"number","minimum":5,"maximum":3}`, `{"type":"number"}`, false, []string{"is empty"}},
		{"162 empty by exclusion", `{"type":"number","minimum":5,"exclusiveMaximum":5}`, `{"type":"number"}`, false, []string{"is empty"}},
		{"162 huge integers", `{"type":"integer","minimum":-1e300,"maximum":1e300}`, `{"type":"integer"}`, false, []string{"minimum -1000", "maximum 1000"}},
		{"162 the last integers", `{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}`,
			`{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}`, false, nil},
		{"162 beyond the last integer", `{"type":"integer","exclusiveMinimum":9223372036854775807}`, `{"type":"integer"}`, false, []string{"beyond 64-bit"}},
		{"162 rounded beyond the last integer", `{"type":"integer","minimum":9223372036854775807.5}`, `{"type":"integer"}`, false, []string{"beyond 64-bit"}},
		{"162 tiny", `{"type":"integer","minimum":1e-999999999}`, `{"type":"integer","minimum":1}`, false, nil},
		{"162 not finite", `{"type":"number","maximum":1e999}`, `{"type":"number"}`, false, []string{"maximum is beyond"}},

		// Item 163.
		{"163 string", `{"type":"string","format":"f","minLength":1,"maxLength":2,"contentEncoding":"e","contentMediaType":"m","pattern":"\\d"}`,
			`{"type":"string","description":"format: f; minimum length: 1; maximum length: 2; content encoding: e; content media type: m; must match the pattern \\d"}`, false,
			[]string{"format 'f'", "minLength 1", "maxLength 2", "contentEncoding 'e'", "contentMediaType 'm'", `pattern '\d'`}},
		{"163 number", `{"type":"number","multipleOf":0.5}`, `{"type":"number","description":"a multiple of 0.5"}`, false, []string{"multipleOf 0.5"}},
		{"163 integer", `{"type":"integer","multipleOf":5}`, `{"type":"integer","description":"a multiple of 5"}`, false, []string{"multipleOf 5"}},
		{"163 array", `{"type":"array","items":{"type":"string"},"uniqueItems":true,"contains":{"const":"a"}}`,
			`{"type":"array","items":{"type":"string"},"description":"all items differ; contains an item that fits {\"const\":\"a\"}"}`, false,
			[]string{"uniqueItems true", `contains {"const":"a"}`}},
		{"163 only for their type", `{"type":"integer","format":"int32","minLength":3}`, `{"type":"integer"}`, false, nil},
		{"163 what constrains nothing", `{"type":"string","minLength":0}`, `{"type":"string"}`, false, nil},
		{"163 every integer is a multiple of 1", `{"type":"integer","multipleOf":1}`, `{"type":"integer"}`, false, nil},
		{"163 equal items", `{"type":"array","items":{"type":"string"},"uniqueItems":false}`, `{"type":"array","items":{"type":"string"}}`, false, nil},
		{"163 beside an enum", `{"enum":[2,4],"multipleOf":2}`, `{"type":"integer","minimum":2,"maximum":4,"description":"a multiple of 2; one of 2, 4"}`, false, []string{"multipleOf 2", "range"}},
		{"163 default and examples", `{"type":"string","description":"d","default":"x","examples":["a","b","c","e"]}`,
			`{"type":"string","description":"d (default: \"x\"; examples: \"a\", \"b\", \"c\")"}`, false, nil},

		// Item 164.
		{"164 no items", `{"type":"array"}`, `{"type":"array","items":{"type":"string"}}`, false, []string{"#/properties/p: no items"}},
		{"164 prefixItems", `{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"items":false}`, `{"type":"array","items":{"type":"integer"}}`, false, []string{"#/properties/p: prefixItems"}},
		{"164 the old form", `{"type":"array","items":[{"type":"boolean"}]}`, `{"type":"array","items":{"type":"boolean"}}`, false, []string{"#/properties/p: items"}},
		{"164 item descriptions", `{"type":"array","description":"tags","items":{"type":"string","description":"a tag"}}`, `{"type":"array","items":{"type":"string"},"description":"tags (each item: a tag)"}`, false, nil},
		{"164 bounds", `{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":3}`, `{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":3}`, false, nil},
		{"164 empty bounds", `{"type":"array","items":{"type":"string"},"minItems":4,"maxItems":3}`, `{"type":"array","items":{"type":"string"}}`, false, []string{"minItems is greater"}},
		{"164 null items", `{"type":"array","items":{"type":["string","null"]}}`, `{"type":"array","items":{"type":"string"}}`, false, []string{"#/properties/p/items: null"}},

		// Item 168.
		{"168 one branch", `{"anyOf":[{"type":"integer","minimum":1,"description":"inner"}],"description":"outer"}`, `{"type":"integer","minimum":1,"description":"outer"}`, false, nil},
		{"168 one branch, inner description", `{"anyOf":[{"type":"integer","description":"inner"}]}`, `{"type":"integer","description":"inner"}`, false, nil},
		{"168 false is no branch", `{"anyOf":[false,{"type":"integer"}]}`, `{"type":"integer"}`, false, nil},
		{"168 equal branches", `{"type":"string","anyOf":[{"maxLength":3},{"format":"date"}]}`, `{"type":"string","description":"as a string: maximum length: 3; as a string: format: date"}`, false,
			[]string{"anyOf/0: maxLength 3", "anyOf/1: format"}},

		// Items 166 and 170: keywords beside a reference, and sharing.
		{"166 allOf of leaves", `{"allOf":[{"type":"integer","minimum":1},{"maximum":5,"description":"d"}]}`, `{"type":"integer","minimum":1,"maximum":5,"description":"d"}`, false, nil},
		{"166 allOf of number and integer", `{"allOf":[{"type":"number"},{"type":"integer"}]}`, `{"type":"integer"}`, false, nil},
		{"166 allOf of enum and const", `{"allOf":[{"enum":["a","b"]},{"const":"b"}]}`, `{"const":"b"}`, false, nil},
		{"166 allOf of enums", `{"allOf":[{"enum":["a","b","c"]},{"enum":["c","b"]}]}`, `{"type":"string","enum":["b","c"]}`, false, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := mustParse(t, wrap(tt.property))
			g := s.Generation()
			properties, _ := g.Get("properties")
			p, _ := properties.Get("p")
			if diff := cmp.Diff(tt.want, p.String()); diff != "" {
				t.Errorf("property (-want +got):\n%s", diff)
			}
			required, _ := g.Get("required")
			if got := required.Len() == 0; got != tt.optional {
				t.Errorf("optional: %v, want %v", got, tt.optional)
			}
			checkWarnings(t, s, tt.warnings)
		})
	}
}

func checkWarnings(t *testing.T, s *schema.Schema, want []string) {
	t.Helper()
	got := s.Warnings()
	if len(got) != len(want) {
		t.Errorf("warnings %q, want %q", got, want)
		return
	}
	for i := range want {
		if !strings.Contains(got[i], want[i]) {
			t.Errorf("warning %d is %q, want it to contain %q", i, got[i], want[i])
		}
		if !strings.HasPrefix(got[i], "#") || !strings.Contains(got[i], ": ") {
			t.Errorf("warning %q lacks the form of item 155", got[i])
		}
	}
}

// TestGeneration compares whole generation schemas.
func TestGeneration(t *testing.T) {
	tests := []struct {
		name, source, want string
		warnings           []string
	}{
		{"9 the protocol's example",
			`{"type":"object","properties":{"gate":{"type":"string","description":"Gate name"}},"required":["gate"]}`,
			`{"type":"object","title":"Response","properties":{"gate":{"type":"string","description":"Gate name"}},"required":["gate"],"additionalProperties":false,"x-order":["gate"]}`, nil},
		{"156 x-order first", `{"title":"T","description":"d","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}},"required":["a","c"],"x-order":["c","zz","b",7]}`,
			`{"type":"object","title":"T","description":"d","properties":{"c":{"type":"string"},"b":{"type":"string"},"a":{"type":"string"}},"required":["c","a"],"additionalProperties":false,"x-order":["c","b","a"]}`, nil},
		{"157 a property that is null", `{"properties":{"a":{"type":"null"},"b":{"type":"string"}},"required":["a"]}`,
			`{"type":"object","title":"Response","properties":{"b":{"type":"string"}},"required":[],"additionalProperties":false,"x-order":["b"]}`,
			[]string{"#/properties/a: null alone"}},
		{"157 nullable by reference, twice", `{"properties":{"p":{"$ref":"#/$defs/B"},"q":{"$ref":"#/$defs/B"}},"required":["p","q"],"$defs":{"B":{"anyOf":[{"type":"string"},{"type":"null"}]}}}`,
			`{"type":"object","title":"Response","properties":{"p":{"type":"string"},"q":{"type":"string"}},"required":[],"additionalProperties":false,"x-order":["p","q"]}`, nil},
		{"168 title and description stay with the union", `{"title":"Base","description":"d","properties":{"a":{"type":"string"}},"anyOf":[{"properties":{"b":{"type":"string"}}},{"required":["a"]}]}`,
			`{"anyOf":[{"$ref":"#/$defs/Base_option1"},{"$ref":"#/$defs/Base_option2"}],"title":"Base","description":"d","$defs":{"Base_option1":{"type":"object","title":"Base_option1","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":[],"additionalProperties":false,"x-order":["a","b"]},"Base_option2":{"type":"object","title":"Base_option2","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false,"x-order":["a"]}}}`, nil},
		{"168 equal branches are one", `{"properties":{"p":{"anyOf":[{"$ref":"#/$defs/B"},{"$ref":"#/$defs/B"}]}},"$defs":{"B":{"type":"object","properties":{"again":{"$ref":"#/properties/p"}}}}}`,
			`{"type":"object","title":"Response","properties":{"p":{"$ref":"#/$defs/B"}},"required":[],"additionalProperties":false,"x-order":["p"],"$defs":{"B":{"type":"object","title":"B","properties":{"again":{"$ref":"#/$defs/B"}},"required":[],"additionalProperties":false,"x-order":["again"]}}}`, nil},
		{"168 a type beside a union that says less", `{"type":"integer","anyOf":[{"minimum":5},{"maximum":1}]}`,
			`{"anyOf":[{"type":"integer","minimum":5},{"type":"integer","maximum":1}],"title":"Response"}`, nil},
		{"158 a required name without schema", `{"properties":{},"required":["a"]}`,
			`{"type":"object","title":"Response","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false,"x-order":["a"]}`,
			[]string{`#: the required property "a" has no schema`}},
		{"163 objects", `{"type":"object","properties":{"a":{"type":"string"}},"minProperties":1,"maxProperties":2,"patternProperties":{"^x":true},"dependentRequired":{"a":["b"]}}`,
			`{"type":"object","title":"Response","description":"minimum number of properties: 1; maximum number of properties: 2; properties by pattern: {\"^x\":true}; properties that require others: {\"a\":[\"b\"]}","properties":{"a":{"type":"string"}},"required":[],"additionalProperties":false,"x-order":["a"]}`,
			[]string{"#: minProperties 1", "#: maxProperties 2", "#: patternProperties", "#: dependentRequired"}},
		{"165 open object", `{"type":"object","additionalProperties":true}`,
			`{"type":"object","title":"Response","properties":{},"required":[],"additionalProperties":false,"x-order":[]}`, []string{"#: additional properties"}},
		{"165 closed object", `{"type":"object","additionalProperties":false}`,
			`{"type":"object","title":"Response","properties":{},"required":[],"additionalProperties":false,"x-order":[]}`, nil},
		{"165 bare root", `{"type":"object"}`,
			`{"type":"object","title":"Response","properties":{},"required":[],"additionalProperties":false,"x-order":[]}`, nil},
		{"166 allOf keeps order a, b", `{"allOf":[{"$ref":"#/$defs/A"},{"properties":{"b":{"type":"string"}},"required":["b"]}],"$defs":{"A":{"title":"A","type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}}`,
			`{"type":"object","title":"Response","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a","b"],"additionalProperties":false,"x-order":["a","b"]}`, nil},
		{"166 properties before allOf", `{"properties":{"c":{"type":"string"}},"allOf":[{"properties":{"a":{"type":"string"}}}]}`,
			`{"type":"object","title":"Response","properties":{"c":{"type":"string"},"a":{"type":"string"}},"required":[],"additionalProperties":false,"x-order":["c","a"]}`, nil},
		{"166 properties after allOf", `{"allOf":[{"properties":{"a":{"type":"string"}}}],"properties":{"c":{"type":"string"}}}`,
			`{"type":"object","title":"Response","properties":{"a":{"type":"string"},"c":{"type":"string"}},"required":[],"additionalProperties":false,"x-order":["a","c"]}`, nil},
		{"166 one property in two parts", `{"allOf":[{"properties":{"a":{"type":"integer","minimum":2}}},{"properties":{"a":{"maximum":4,"description":"d"}}}]}`,
			`{"type":"object","title":"Response","properties":{"a":{"type":"integer","minimum":2,"maximum":4,"description":"d"}},"required":[],"additionalProperties":false,"x-order":["a"]}`, nil},
		{"167 recursion to the root", `{"title":"Node","properties":{"next":{"$ref":"#","description":"the next"}}}`,
			`{"type":"object","title":"Node","properties":{"next":{"$ref":"#","description":"the next"}},"required":[],"additionalProperties":false,"x-order":["next"]}`, nil},
		{"167 recursion through definitions", `{"properties":{"tree":{"$ref":"#/definitions/T"}},"definitions":{"T":{"properties":{"kids":{"type":"array","items":{"$ref":"#/definitions/T"}}}}}}`,
			`{"type":"object","title":"Response","properties":{"tree":{"$ref":"#/$defs/T"}},"required":[],"additionalProperties":false,"x-order":["tree"],"$defs":{"T":{"type":"object","title":"T","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/T"}}},"required":[],"additionalProperties":false,"x-order":["kids"]}}}`, nil},
		{"167 recursion through nullable", `{"properties":{"n":{"$ref":"#/$defs/N"}},"$defs":{"N":{"anyOf":[{"type":"object","properties":{"n":{"$ref":"#/$defs/N"}},"required":["n"]},{"type":"null"}]}}}`,
			`{"type":"object","title":"Response","properties":{"n":{"$ref":"#/$defs/N"}},"required":[],"additionalProperties":false,"x-order":["n"],"$defs":{"N":{"type":"object","title":"N","properties":{"n":{"$ref":"#/$defs/N"}},"required":[],"additionalProperties":false,"x-order":["n"]}}}`, nil},
		{"167 recursion through allOf", `{"$ref":"#/$defs/D","$defs":{"B":{"properties":{"b":{"$ref":"#/$defs/D"}}},"D":{"allOf":[{"$ref":"#/$defs/B"},{"properties":{"d":{"type":"string"}}}]}}}`,
			`{"type":"object","title":"D","properties":{"b":{"$ref":"#"},"d":{"type":"string"}},"required":[],"additionalProperties":false,"x-order":["b","d"]}`, nil},
		{"167 escapes and indexes", `{"properties":{"a":{"$ref":"#/$defs/x~1y~0z/anyOf/1"},"b":{"$ref":"#/$defs/p%20q"}},"$defs":{"x/y~z":{"anyOf":[{},{"type":"integer"}]},"p q":{"type":"boolean"}}}`,
			`{"type":"object","title":"Response","properties":{"a":{"type":"integer"},"b":{"type":"boolean"}},"required":[],"additionalProperties":false,"x-order":["a","b"]}`, nil},
		{"168 a union", `{"description":"d","anyOf":[{"title":"Attack","type":"object","properties":{"kind":{"const":"attack"}},"required":["kind"]},{"type":"object","properties":{}},{"type":"string","description":"text"}]}`,
			`{"anyOf":[{"$ref":"#/$defs/Attack"},{"$ref":"#/$defs/Response_option2"},{"type":"string"}],"title":"Response","description":"d (as a string: text)","$defs":{"Attack":{"type":"object","title":"Attack","properties":{"kind":{"const":"attack"}},"required":["kind"],"additionalProperties":false,"x-order":["kind"]},"Response_option2":{"type":"object","title":"Response_option2","properties":{},"required":[],"additionalProperties":false,"x-order":[]}}}`, nil},
		{"168 what stands beside a union", `{"properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`,
			`{"anyOf":[{"$ref":"#/$defs/Response_option1"},{"$ref":"#/$defs/Response_option2"}],"title":"Response","$defs":{"Response_option1":{"type":"object","title":"Response_option1","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"],"additionalProperties":false,"x-order":["a","b"]},"Response_option2":{"type":"object","title":"Response_option2","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["b"],"additionalProperties":false,"x-order":["a","b"]}}}`, nil},
		{"168 a type beside a union of references", `{"type":"object","oneOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}],"$defs":{"A":{"type":"object","properties":{}},"B":{"type":"object","properties":{}}}}`,
			`{"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}],"title":"Response","$defs":{"A":{"type":"object","title":"A","properties":{},"required":[],"additionalProperties":false,"x-order":[]},"B":{"type":"object","title":"B","properties":{},"required":[],"additionalProperties":false,"x-order":[]}}}`, nil},
		{"170 nested objects", `{"properties":{"pos":{"type":"object","description":"where","properties":{"x":{"type":"number"}}},"home":{"$ref":"#/properties/pos"},"spots":{"type":"array","items":{"type":"object","properties":{}}}}}`,
			`{"type":"object","title":"Response","properties":{"pos":{"$ref":"#/$defs/Response_pos","description":"where"},"home":{"$ref":"#/$defs/Response_pos"},"spots":{"type":"array","items":{"$ref":"#/$defs/Response_spots_item"}}},"required":[],"additionalProperties":false,"x-order":["pos","home","spots"],"$defs":{"Response_pos":{"type":"object","title":"Response_pos","description":"where","properties":{"x":{"type":"number"}},"required":[],"additionalProperties":false,"x-order":["x"]},"Response_spots_item":{"type":"object","title":"Response_spots_item","properties":{},"required":[],"additionalProperties":false,"x-order":[]}}}`, nil},
		{"171 leaf roots", `{"type":"integer","minimum":1,"description":"d"}`, `{"type":"integer","minimum":1,"description":"d"}`, nil},
		{"167 endless", `{"properties":{"a":{"$ref":"#/$defs/A"},"l":{"type":"array","items":{"$ref":"#/$defs/L"}}},"required":["a","l"],"$defs":{"A":{"properties":{"a":{"$ref":"#/$defs/A"}},"required":["a"]},"L":{"properties":{"l":{"type":"array","items":{"$ref":"#/$defs/L"},"minItems":1}},"required":["l"]}}}`,
			`{"type":"object","title":"Response","properties":{"a":{"$ref":"#/$defs/A"},"l":{"type":"array","items":{"$ref":"#/$defs/L"}}},"required":["a","l"],"additionalProperties":false,"x-order":["a","l"],"$defs":{"A":{"type":"object","title":"A","properties":{"a":{"$ref":"#/$defs/A"}},"required":["a"],"additionalProperties":false,"x-order":["a"]},"L":{"type":"object","title":"L","properties":{"l":{"type":"array","items":{"$ref":"#/$defs/L"},"minItems":1}},"required":["l"],"additionalProperties":false,"x-order":["l"]}}}`,
			[]string{"#: every value is endless", "#/$defs/A: every value is endless", "#/$defs/L: every value is endless"}},
		{"168 references merged with what stands beside", `{"properties":{"id":{"type":"integer"}},"oneOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}],"$defs":{"A":{"title":"Ask","type":"object","properties":{"a":{"type":"string"}}},"B":{"type":"object","properties":{"b":{"type":"string"}}}}}`,
			`{"anyOf":[{"$ref":"#/$defs/Ask"},{"$ref":"#/$defs/B"}],"title":"Response","$defs":{"Ask":{"type":"object","title":"Ask","properties":{"id":{"type":"integer"},"a":{"type":"string"}},"required":[],"additionalProperties":false,"x-order":["id","a"]},"B":{"type":"object","title":"B","properties":{"id":{"type":"integer"},"b":{"type":"string"}},"required":[],"additionalProperties":false,"x-order":["id","b"]}}}`, nil},
		{"172 names", `{"title":"2 wörds","properties":{"a-b":{"type":"object","properties":{}},"a_b":{"type":"object","properties":{}},"c":{"title":"_2_w_rds","type":"object","properties":{"d":{"type":"object","properties":{}}}}}}`,
			`{"type":"object","title":"_2_w_rds","properties":{"a-b":{"$ref":"#/$defs/_2_w_rds_a_b"},"a_b":{"$ref":"#/$defs/_2_w_rds_a_b2"},"c":{"$ref":"#/$defs/_2_w_rds2"}},"required":[],"additionalProperties":false,"x-order":["a-b","a_b","c"],"$defs":{"_2_w_rds_a_b":{"type":"object","title":"_2_w_rds_a_b","properties":{},"required":[],"additionalProperties":false,"x-order":[]},"_2_w_rds_a_b2":{"type":"object","title":"_2_w_rds_a_b2","properties":{},"required":[],"additionalProperties":false,"x-order":[]},"_2_w_rds2":{"type":"object","title":"_2_w_rds2","properties":{"d":{"$ref":"#/$defs/_2_w_rds2_d"}},"required":[],"additionalProperties":false,"x-order":["d"]},"_2_w_rds2_d":{"type":"object","title":"_2_w_rds2_d","properties":{},"required":[],"additionalProperties":false,"x-order":[]}}}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := mustParse(t, tt.source)
			if diff := cmp.Diff(tt.want, s.Generation().String()); diff != "" {
				t.Errorf("generation (-want +got):\n%s", diff)
			}
			checkWarnings(t, s, tt.warnings)
			again, err := schema.Parse(s.Generation(), s.Name())
			if err != nil {
				t.Fatal(err)
			}
			if !onlyEndless(again.Warnings()) {
				t.Errorf("warnings about the generation schema: %q", again.Warnings())
			}
			if diff := cmp.Diff(tt.want, again.Generation().String()); diff != "" {
				t.Errorf("converted again (-want +got):\n%s", diff)
			}
		})
	}
}

// TestErrors: what cannot be converted, with data.schemaPath (items 45, 159
// and 167).
func TestErrors(t *testing.T) {
	tests := []struct{ name, source, pointer, message string }{
		{"159 unknown type", wrap(`{"type":"text"}`), "#/properties/p", `unknown type "text"`},
		{"159 unknown type in a list", wrap(`{"type":["string","text"]}`), "#/properties/p", `unknown type "text"`},
		{"159 type of a type", wrap(`{"type":5}`), "#/properties/p", "type must be"},
		{"159 property is no schema", wrap(`5`), "#/properties/p", "must be an object or true"},
		{"159 property null", wrap(`null`), "#/properties/p", "must be an object or true"},
		{"159 property false", wrap(`false`), "#/properties/p", "false"},
		{"159 the first in order", `{"properties":{"a":{"type":"x"},"b":false}}`, "#/properties/a", "unknown type"},
		{"159 items false", wrap(`{"type":"array","items":false}`), "#/properties/p/items", "false"},
		{"45 properties", `{"properties":[]}`, "#/properties", "must be an object"},
		{"45 required", `{"properties":{},"required":true}`, "#", "required must be"},
		{"45 required names", `{"properties":{},"required":[1]}`, "#", "required must be"},
		{"45 enum", wrap(`{"enum":[]}`), "#/properties/p", "enum must be"},
		{"45 bound", wrap(`{"type":"integer","minimum":"1"}`), "#/properties/p", "minimum must be a number"},
		{"45 count", wrap(`{"type":"array","items":{},"minItems":-1}`), "#/properties/p", "minItems must be"},
		{"45 anyOf", wrap(`{"anyOf":{}}`), "#/properties/p/anyOf", "anyOf must be"},
		{"45 empty anyOf", wrap(`{"anyOf":[]}`), "#/properties/p/anyOf", "anyOf must be"},
		{"45 all branches false", wrap(`{"anyOf":[false]}`), "#/properties/p/anyOf", "no branch"},
		{"45 allOf", wrap(`{"allOf":[1]}`), "#/properties/p/allOf/0", "must be an object"},
		{"45 escaped names", `{"properties":{"a/b~c":false}}`, "#/properties/a~1b~0c", "false"},
		{"160 no value of the type", wrap(`{"type":"integer","enum":["a"]}`), "#/properties/p", "no value fits"},
		{"166 types exclude each other", wrap(`{"allOf":[{"type":"string"},{"type":"integer"}]}`), "#/properties/p/allOf/1", "exclude"},
		{"166 enums exclude each other", wrap(`{"allOf":[{"enum":["a"]},{"enum":["b"]}]}`), "#/properties/p/allOf/1", "no value"},
		{"167 remote", wrap(`{"$ref":"https://example.com/s.json"}`), "#/properties/p", "cannot resolve"},
		{"167 anchor", wrap(`{"$ref":"#anchor"}`), "#/properties/p", "cannot resolve"},
		{"167 unresolvable", wrap(`{"$ref":"#/$defs/X"}`), "#/properties/p", "cannot resolve"},
		{"167 index with a sign", `{"properties":{"p":{"$ref":"#/$defs/a/anyOf/+0"}},"$defs":{"a":{"anyOf":[{}]}}}`, "#/properties/p", "cannot resolve"},
		{"167 no string", wrap(`{"$ref":1}`), "#/properties/p", "$ref must be"},
		{"167 A to A", `{"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/A"}}}`, "#/$defs/A", "endlessly"},
		{"167 A to B to A", `{"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/B"},"B":{"$ref":"#/$defs/A"}}}`, "#/$defs/B", "endlessly"},
		{"167 the root itself", `{"$ref":"#"}`, "#", "endlessly"},
		{"167 allOf self", `{"allOf":[{"$ref":"#"},{"properties":{}}]}`, "#", "endlessly"},
		{"167 allOf of one self", `{"allOf":[{"$ref":"#"}]}`, "#/allOf/0", "endlessly"},
		{"167 anyOf self", `{"anyOf":[{"$ref":"#"},{"type":"string"}]}`, "#/anyOf/0", "endlessly"},
		{"167 anyOf self in allOf", `{"anyOf":[{"allOf":[{"$ref":"#"},{"type":"string"}]},{"type":"string"}]}`, "#/anyOf/0", "endlessly"},
		{"167 array of itself", `{"type":"array","items":{"$ref":"#"}}`, "#", "may contain itself only"},
		{"157 root null", `{"type":"null"}`, "#", "null alone"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := schema.Parse(parseJSON(t, tt.source), "Response")
			var e *schema.Error
			if !errors.As(err, &e) {
				t.Fatalf("error %v, want a *schema.Error", err)
			}
			if e.Pointer != tt.pointer || !strings.Contains(e.Message, tt.message) {
				t.Errorf("error %q at %q, want %q at %q", e.Message, e.Pointer, tt.message, tt.pointer)
			}
			if errors.Is(err, schema.ErrNotSchema) {
				t.Error("a broken schema counts as none")
			}
		})
	}
}

// TestParseText: items 44 and 62.
func TestParseText(t *testing.T) {
	for _, text := range []string{`true`, `null`, `5`, `[]`, `"not json"`, `"[]"`, `"true"`, `""`, `"{} {}"`} {
		_, err := schema.ParseText(parseJSON(t, text), "X")
		var e *schema.Error
		if !errors.Is(err, schema.ErrNotSchema) || !errors.As(err, &e) {
			t.Errorf("%s: error %v, want ErrNotSchema", text, err)
		}
	}
	s, err := schema.ParseText(ojson.String(` {"type":"string"} `), "X")
	if err != nil || s.Source().String() != `{"type":"string"}` || s.Name() != "X" {
		t.Errorf("text of a schema: %v, %v", s, err)
	}
	if _, err := schema.ParseText(ojson.String(`{"type":"x"}`), "X"); err == nil || errors.Is(err, schema.ErrNotSchema) {
		t.Errorf("text of a broken schema: %v", err)
	}
}

// TestEmpty: item 62.
func TestEmpty(t *testing.T) {
	s := schema.Empty("OpenGateArguments")
	want := `{"type":"object","title":"OpenGateArguments","properties":{},"required":[],"additionalProperties":false,"x-order":[]}`
	if got := s.Generation().String(); got != want {
		t.Errorf("generation %s", got)
	}
	if s.Name() != "OpenGateArguments" || len(s.Warnings()) != 0 || s.Source().Kind() != ojson.KindObject {
		t.Errorf("%q, %q, %s", s.Name(), s.Warnings(), s.Source())
	}
	if err := s.Validate(parseJSON(t, `{}`)); err != nil {
		t.Error(err)
	}
	if err := s.Validate(parseJSON(t, `[]`)); err == nil {
		t.Error("an array is valid")
	}
	if g := parseGBNF(t, s.Grammar()); !g.matches("{}") {
		t.Error("{} is not matched")
	}
}

// TestToolTypeName: item 172.
func TestToolTypeName(t *testing.T) {
	for tool, want := range map[string]string{
		"open_gate": "OpenGateArguments", "open-gate.now": "OpenGateNowArguments", "openGate": "OpenGateArguments",
		"3d_view": "_3dViewArguments", "look": "LookArguments", "_": "Arguments",
	} {
		if got := schema.ToolTypeName(tool); got != want {
			t.Errorf("%s: %s, want %s", tool, got, want)
		}
	}
}

// TestWarningOrder: warnings come in document order, also when the conversion
// gets to them in another one, and each once.
func TestWarningOrder(t *testing.T) {
	s := mustParse(t, `{
		"$defs": {"code": {"type":"string","pattern":"c"}},
		"properties": {
			"z": {"$ref":"#/$defs/code"},
			"y": {"type":"string","pattern":"y","format":"fy"},
			"": {"type":"string","format":"empty"},
			"x": {"$ref":"#/$defs/code"},
			"w": {"type":"array","items":[{"type":"string","format":"w"}]}},
		"x-order": ["x","w","y","z"], "minProperties": 1}`)
	checkWarnings(t, s, []string{
		"#: minProperties", "#/$defs/code: pattern", "#/properties/y: pattern", "#/properties/y: format",
		"#/properties/: format 'empty'", "#/properties/w: items", "#/properties/w/items/0: format"})
}

// TestStripExtensions: item 70.
func TestStripExtensions(t *testing.T) {
	source := `{"x-order":["x-a"],"type":"object","properties":{"x-a":{"x-b":1,"type":"string","enum":["x"],"default":{"x-keep":1}},"l":{"items":{"x-c":2,"anyOf":[{"x-d":3,"const":{"x-keep":2}}]}}},"required":["x-a"],"$defs":{"x-def":{"x-e":4,"additionalProperties":{"x-f":5}}},"xy":1}`
	want := `{"type":"object","properties":{"x-a":{"type":"string","enum":["x"],"default":{"x-keep":1}},"l":{"items":{"anyOf":[{"const":{"x-keep":2}}]}}},"required":["x-a"],"$defs":{"x-def":{"additionalProperties":{}}},"xy":1}`
	if diff := cmp.Diff(want, schema.StripExtensions(parseJSON(t, source)).String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := schema.StripExtensions(ojson.Bool(true)); got.String() != "true" {
		t.Errorf("true became %s", got)
	}
}
