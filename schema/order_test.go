package schema_test

import "testing"

// TestOrder: item 112.
func TestOrder(t *testing.T) {
	const branches = `{"anyOf":[
		{"type":"object","properties":{"kind":{"const":"attack"},"target":{"type":"string"},"force":{"type":"integer"}},"required":["kind","target"]},
		{"type":"object","properties":{"force":{"type":"integer"},"target":{"type":"string"},"kind":{"const":"defend"}},"required":["kind"]},
		{"type":"array","items":{"type":"object","properties":{"b":{},"a":{}}}}]}`
	tests := []struct{ name, source, value, want string }{
		{"document order", `{"properties":{"reasoning":{"type":"string"},"choice":{"type":"string"}}}`, `{"choice":"b","reasoning":"a"}`, `{"reasoning":"a","choice":"b"}`},
		{"x-order", `{"properties":{"a":{},"b":{},"c":{}},"x-order":["c"]}`, `{"b":1,"a":2,"c":3}`, `{"c":3,"a":2,"b":1}`},
		{"unknown keys last", `{"properties":{"a":{},"b":{}}}`, `{"z":1,"b":2,"y":3,"a":4}`, `{"a":4,"b":2,"z":1,"y":3}`},
		{"nested and items", `{"properties":{"o":{"properties":{"a":{},"b":{}}},"l":{"items":{"properties":{"a":{},"b":{}}}}}}`,
			`{"l":[{"b":1,"a":2},5],"o":{"b":3,"a":4}}`, `{"o":{"a":4,"b":3},"l":[{"a":2,"b":1},5]}`},
		{"recursion", `{"properties":{"a":{},"next":{"$ref":"#"}}}`, `{"next":{"next":{"a":1},"a":2}}`, `{"next":{"a":2,"next":{"a":1}}}`},
		{"a property that is null", `{"properties":{"a":{"type":"null"},"b":{}}}`, `{"b":1,"a":null}`, `{"a":null,"b":1}`},
		{"first branch", branches, `{"force":1,"target":"x","kind":"attack"}`, `{"kind":"attack","target":"x","force":1}`},
		{"second branch", branches, `{"kind":"defend","target":"x","force":1}`, `{"force":1,"target":"x","kind":"defend"}`},
		{"array branch", branches, `[{"a":1,"b":2}]`, `[{"b":2,"a":1}]`},
		{"no branch", branches, `"text"`, `"text"`},
		{"unfinished values choose by their keys", `{"anyOf":[{"properties":{"b":{"type":"string"},"a":{"type":"string"}},"required":["a","b"]},{"properties":{"d":{"type":"string"},"c":{"type":"string"}}}]}`, `{"c":"","d":""}`, `{"d":"","c":""}`},
		{"a literal outweighs other members", `{"anyOf":[{"properties":{"x":{},"y":{},"kind":{"const":"a"}}},{"properties":{"y":{},"kind":{"const":"b"}}}]}`, `{"x":"","kind":"b","y":""}`, `{"y":"","kind":"b","x":""}`},
		{"branches in branches", `{"anyOf":[{"type":"string"},{"anyOf":[{"type":"integer"},{"properties":{"b":{},"a":{}}}]}]}`, `{"a":1,"b":2}`, `{"b":2,"a":1}`},
		{"not of the schema's kind", `{"type":"string"}`, `{"b":1,"a":2}`, `{"b":1,"a":2}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := mustParse(t, tt.source).Order(parseJSON(t, tt.value)).String(); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}
