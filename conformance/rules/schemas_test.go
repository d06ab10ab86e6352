package rules_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/internal/rulecases"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/schemas"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// engineSchemas returns a check of inputs and outputs against the engine schemas:
// the schema of a call has both under $defs.
func engineSchemas(t *testing.T) func(call, side string, v ojson.Value) error {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	for _, name := range schemas.Names() {
		text, _ := schemas.File(name)
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := compiler.AddResource(schemas.Base+name, doc); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	compiled := map[string]*jsonschema.Schema{}
	for _, call := range rulecases.Calls() {
		for _, side := range []string{"input", "output"} {
			schema, err := compiler.Compile(schemas.Base + "engine/" + kebab(call) + ".schema.json#/$defs/" + side)
			if err != nil {
				t.Fatalf("%s of %s: %v", side, call, err)
			}
			compiled[call+" "+side] = schema
		}
	}
	return func(call, side string, v ojson.Value) error {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(v.String()))
		if err != nil {
			return err
		}
		return compiled[call+" "+side].Validate(doc)
	}
}

// kebab is the file name of a call: loadRuleset, load-ruleset.
func kebab(call string) string {
	var name strings.Builder
	for _, r := range call {
		if 'A' <= r && r <= 'Z' {
			name.WriteByte('-')
			r += 'a' - 'A'
		}
		name.WriteRune(r)
	}
	return name.String()
}
