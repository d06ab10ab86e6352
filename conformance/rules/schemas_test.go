package rules_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/internal/rulecases"
	"github.com/open-actor-models/oam/ojson"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const schemaFolder = "../../rules/schemas"

// engineSchemas returns a check of inputs and outputs against the engine schemas:
// rules/schemas/engine/<call>.schema.json has both under $defs. It is nil while
// there are none.
func engineSchemas(t *testing.T) func(call, side string, v ojson.Value) error {
	t.Helper()
	files, err := fs.Glob(os.DirFS(schemaFolder), "engine/*.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Log("there are no engine schemas yet: nothing is validated")
		return nil
	}
	compiler := jsonschema.NewCompiler()
	places := addSchemas(t, compiler)
	schemas := map[string]*jsonschema.Schema{}
	for _, call := range rulecases.Calls() {
		for _, side := range []string{"input", "output"} {
			place := places["engine/"+kebab(call)+".schema.json"] + "#/$defs/" + side
			schemas[call+" "+side], err = compiler.Compile(place)
			if err != nil {
				t.Fatalf("%s of %s: %v", side, call, err)
			}
		}
	}
	return func(call, side string, v ojson.Value) error {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(v.String()))
		if err != nil {
			return err
		}
		return schemas[call+" "+side].Validate(doc)
	}
}

// addSchemas gives all schemas to a compiler and returns where it finds each file:
// under its $id, if it has one.
func addSchemas(t *testing.T, compiler *jsonschema.Compiler) map[string]string {
	t.Helper()
	places := map[string]string{}
	err := fs.WalkDir(os.DirFS(schemaFolder), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".schema.json") {
			return err
		}
		text, err := os.ReadFile(schemaFolder + "/" + path)
		if err != nil {
			return err
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
		if err != nil {
			return err
		}
		places[path] = "file:///" + path
		if object, ok := doc.(map[string]any); ok {
			if id, ok := object["$id"].(string); ok {
				places[path] = id
			}
		}
		return compiler.AddResource(places[path], doc)
	})
	if err != nil {
		t.Fatal(err)
	}
	return places
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
