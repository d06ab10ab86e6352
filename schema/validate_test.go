package schema_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/schema"
)

// TestValidate has the cases that the random comparison with another
// implementation leaves out, foremost the deliberate differences.
func TestValidate(t *testing.T) {
	tests := []struct {
		name, source, value string
		pointer, message    string // "" for valid
	}{
		{"nullable may be absent", wrap(`{"type":["string","null"]}`), `{}`, "", ""},
		{"nullable may be null", wrap(`{"type":["string","null"]}`), `{"p":null}`, "", ""},
		{"nullable by reference", `{"properties":{"p":{"$ref":"#/$defs/A"}},"required":["p"],"$defs":{"A":{"oneOf":[{"type":"string"},{"const":null}]}}}`, `{}`, "", ""},
		{"nullable in another part", `{"allOf":[{"properties":{"p":{"enum":["a",null]}}},{"required":["p"]}]}`, `{}`, "", ""},
		{"nullable beside the union", `{"properties":{"p":{"enum":["a",null]}},"anyOf":[{"required":["p"]},{"required":["q"]}]}`, `{}`, "", ""},
		{"required", wrap(`{"type":"string"}`), `{}`, "", `the required property "p" is missing`},

		{"oneOf takes several", wrap(`{"oneOf":[{"type":"integer"},{"type":"number"}]}`), `{"p":1}`, "", ""},
		{"merged closed objects", `{"allOf":[{"properties":{"a":{}},"additionalProperties":false},{"properties":{"b":{}},"additionalProperties":false}]}`, `{"a":1,"b":2}`, "", ""},
		{"merged closed objects stay closed", `{"allOf":[{"properties":{"a":{}},"additionalProperties":false},{"properties":{"b":{}},"additionalProperties":false}]}`, `{"a":1,"c":2}`, "/c", "no such property"},
		{"a closed branch knows what stands beside", `{"properties":{"a":{}},"anyOf":[{"properties":{"b":{}},"additionalProperties":false},{"type":"null"}]}`, `{"a":1,"b":2}`, "", ""},
		{"a closed branch does not know its siblings", `{"anyOf":[{"properties":{"b":{"type":"string"}},"additionalProperties":false},{"properties":{"c":{"type":"string"}},"additionalProperties":false}]}`, `{"b":"","c":""}`, "", "fits none of the 2 alternatives"},
		{"closed, with patterns", `{"properties":{},"patternProperties":{"^a":true},"additionalProperties":false}`, `{"abc":1}`, "", ""},
		{"closed, with a required name", `{"properties":{},"required":["a"],"additionalProperties":false}`, `{"a":"x"}`, "", ""},
		{"mixed enum as offered", wrap(`{"enum":["a",1]}`), `{"p":"1"}`, "", ""},
		{"mixed enum as written", wrap(`{"enum":["a",1]}`), `{"p":1}`, "", ""},
		{"mixed enum, other text", wrap(`{"enum":["a",1]}`), `{"p":"2"}`, "/p", "must be one of"},
		{"integer enum is not offered as text", wrap(`{"enum":[1,2]}`), `{"p":"1"}`, "/p", "must be one of 1, 2"},
		{"integer enum holds beyond its range", wrap(`{"enum":[1,3]}`), `{"p":2}`, "/p", "must be one of 1, 3"},
		{"empty range", wrap(`{"type":"integer","minimum":5,"maximum":3}`), `{"p":9}`, "", ""},
		{"empty length", wrap(`{"type":"array","items":{},"minItems":5,"maxItems":3}`), `{"p":[]}`, "", ""},
		{"items by place", wrap(`{"prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}`), `{"p":["a","b","c"]}`, "", ""},
		{"described only", wrap(`{"type":"string","pattern":"^a$","minLength":9,"format":"date"}`), `{"p":"b"}`, "", ""},

		{"several types follow the source", wrap(`{"type":["integer","string"]}`), `{"p":"x"}`, "", ""},
		{"an integral number is an integer", wrap(`{"type":"integer"}`), `{"p":3.0}`, "", ""},
		{"a fraction is none", wrap(`{"type":"integer"}`), `{"p":3.2}`, "/p", "must be of type integer, not 3.2"},
		{"not finite", wrap(`{"type":"number"}`), `{"p":1e999}`, "/p", "must be of type number"},
		{"exact beyond doubles", wrap(`{"type":"integer","maximum":9007199254740992}`), `{"p":9007199254740993}`, "/p", "must be at most 9007199254740992"},
		{"exclusive", wrap(`{"type":"number","exclusiveMinimum":0.1}`), `{"p":0.10}`, "/p", "must be more than 0.1"},
		{"exclusive, just above", wrap(`{"type":"number","exclusiveMinimum":0.1}`), `{"p":0.1000000000000000000001}`, "", ""},
		{"below zero", wrap(`{"type":"number","maximum":-0.5}`), `{"p":-0.25}`, "/p", "must be at most -0.5"},
		{"old exclusive flag", wrap(`{"type":"integer","minimum":0,"exclusiveMinimum":true}`), `{"p":0}`, "/p", "must be more than 0"},
		{"too few", wrap(`{"items":{},"minItems":2}`), `{"p":[1]}`, "/p", "at least 2 items"},
		{"too many", wrap(`{"items":{},"maxItems":0}`), `{"p":[1]}`, "/p", "at most 0 items"},
		{"place of an item", wrap(`{"items":{"properties":{"a/b":{"type":"string"}}}}`), `{"p":[{},{"a/b":1}]}`, "/p/1/a~1b", "must be of type string"},
		{"the useful branch complains", wrap(`{"anyOf":[{"type":"object","properties":{"n":{"type":"integer"}}},{"type":"string"}]}`), `{"p":{"n":"x"}}`, "/p/n", "must be of type integer"},
		{"recursion", `{"properties":{"v":{"type":"integer"},"next":{"$ref":"#"}}}`, `{"next":{"next":{"v":"x"}}}`, "/next/next/v", "must be of type integer"},
		{"what the conversion did not need may be broken", `{"type":["string","object"],"properties":{"a":{"$ref":"#/nowhere"}}}`, `{"a":1}`, "/a", "$ref that cannot be resolved"},
		{"what the conversion did not need may be endless", `{"type":["string","object"],"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"allOf":[{"$ref":"#/$defs/A"}]}}}`, `{"a":1}`, "/a", "too complex"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := mustParse(t, tt.source).Validate(parseJSON(t, tt.value))
			if tt.message == "" {
				if err != nil {
					t.Errorf("error %v, want none", err)
				}
				return
			}
			var e *schema.ValidationError
			if !errors.As(err, &e) {
				t.Fatalf("error %v, want a *schema.ValidationError", err)
			}
			if e.Pointer != tt.pointer || !strings.Contains(e.Message, tt.message) {
				t.Errorf("error %q at %q, want %q at %q", e.Message, e.Pointer, tt.message, tt.pointer)
			}
			if !strings.HasPrefix(e.Error(), e.Pointer) || !strings.HasSuffix(e.Error(), e.Message) {
				t.Errorf("text of the error: %q", e.Error())
			}
		})
	}
}
