package schemas_test

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
	"github.com/open-actor-models/oam/rules/schemas"
)

// compiler returns a compiler that knows all schemas and reads nothing else.
func compiler(t *testing.T) *jsonschema.Compiler {
	t.Helper()
	c := jsonschema.NewCompiler()
	for _, name := range schemas.Names() {
		text, _ := schemas.File(name)
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := c.AddResource(schemas.Base+name, v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return c
}

func compile(t *testing.T, c *jsonschema.Compiler, name string) *jsonschema.Schema {
	t.Helper()
	s, err := c.Compile(schemas.Base + name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return s
}

// TestCompile compiles every file and every part that it defines.
func TestCompile(t *testing.T) {
	c := compiler(t)
	for _, name := range schemas.Names() {
		compile(t, c, name)
		text, _ := schemas.File(name)
		v := ojson.MustParse(string(text))
		if id, _ := v.Get("$id"); id.String() != ojson.String(schemas.Base+name).String() {
			t.Errorf("%s has the $id %s", name, id)
		}
		defs, _ := v.Get("$defs")
		for _, d := range defs.Members() {
			compile(t, c, name+"#/$defs/"+d.Key)
		}
	}
}

// TestCalls holds the files of engine to the calls of the interface.
func TestCalls(t *testing.T) {
	capital := regexp.MustCompile("[A-Z]")
	want := []string{"engine/parts.schema.json"}
	for _, call := range rules.Calls() {
		name := "engine/" + capital.ReplaceAllStringFunc(call, func(s string) string { return "-" + strings.ToLower(s) }) + ".schema.json"
		want = append(want, name)
		text, _ := schemas.File(name)
		v, _ := ojson.Parse(text)
		for _, part := range []string{"input", "output"} {
			defs, _ := v.Get("$defs")
			if _, ok := defs.Get(part); !ok {
				t.Errorf("%s has no $defs/%s", name, part)
			}
		}
	}
	slices.Sort(want)
	var got []string
	for _, name := range schemas.Names() {
		if strings.HasPrefix(name, "engine/") {
			got = append(got, name)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("engine has %v, not %v", got, want)
	}
}

// TestChangeTypes holds the types of changes to the table of the docs: their
// names, members and which of them are required.
func TestChangeTypes(t *testing.T) {
	page, err := os.ReadFile("../../docs/rules/changes.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented []string
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (.*?) \\|").FindAllStringSubmatch(string(page), -1) {
		documented = append(documented, m[1])
		text, ok := schemas.File("changes/" + m[1] + ".schema.json")
		if !ok {
			t.Errorf("%s has no schema", m[1])
			continue
		}
		properties, _ := ojson.MustParse(string(text)).Get("properties")
		for _, code := range regexp.MustCompile("`(\\w+)[?`:]").FindAllStringSubmatch(m[2], -1) {
			if _, ok := properties.Get(code[1]); !ok {
				t.Errorf("%s has no %s", m[1], code[1])
			}
		}
	}
	text, _ := schemas.File("change.schema.json")
	properties, _ := ojson.MustParse(string(text)).Get("properties")
	typ, _ := properties.Get("type")
	names, _ := typ.Get("enum")
	if want := ojson.Strings(documented); names.String() != want.String() || len(documented) != 21 {
		t.Errorf("change.schema.json knows %s\ndocumented: %s", names, want)
	}
	files := 0
	for _, name := range schemas.Names() {
		if strings.HasPrefix(name, "changes/") {
			files++
		}
	}
	if files != len(documented) {
		t.Errorf("%d files in changes for %d types", files, len(documented))
	}
}
