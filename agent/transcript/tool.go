package transcript

import (
	"fmt"

	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// readTools reads the tool definitions of an instructions entry (behaviours,
// items 70 and 78). Of definitions with the same name the first counts. One
// that cannot be made a tool again is left out with a warning.
func readTools(v ojson.Value, path string) (tools []Tool, warnings []string, err error) {
	if _, ok := member(v, "tools"); !ok {
		return nil, nil, nil
	}
	list, err := typed(v, path, "tools", ojson.KindArray)
	if err != nil {
		return nil, nil, err
	}
	seen := map[string]bool{respondDirectly: true}
	for i, item := range list.Items() {
		t, err := readTool(item, fmt.Sprintf("%s.tools[%d]", path, i))
		if err != nil {
			return nil, nil, err
		}
		if seen[t.Name] {
			continue
		}
		seen[t.Name] = true
		if reason := unusable(t); reason != "" {
			warnings = append(warnings, fmt.Sprintf("%s: the saved tool is left out: %s", t.Name, reason))
			continue
		}
		tools = append(tools, t)
	}
	return tools, warnings, nil
}

func readTool(v ojson.Value, path string) (Tool, error) {
	var t Tool
	if v.Kind() != ojson.KindObject {
		return t, mistyped(path, "an object", v)
	}
	kind, err := text(v, path, "type")
	if err != nil {
		return t, err
	}
	if kind != "function" {
		return t, mistyped(path+".type", `"function"`, ojson.String(kind))
	}
	f, err := typed(v, path, "function", ojson.KindObject)
	if err != nil {
		return t, err
	}
	path += ".function"
	if t.Name, err = identifier(f, path, "name"); err != nil {
		return t, err
	}
	if t.Description, err = optionalText(f, path, "description"); err != nil {
		return t, err
	}
	t.Parameters = ojson.Object(
		ojson.Field("type", ojson.String("object")),
		ojson.Field("properties", ojson.Object()),
	)
	if p, ok := member(f, "parameters"); ok {
		t.Parameters = schema.StripExtensions(p)
	}
	return t, nil
}

// unusable says why a definition cannot be made a tool again, "" when it can.
func unusable(t Tool) string {
	if !isToolName(t.Name) {
		return "a name has 1 to 64 of A-Z a-z 0-9 _ - ."
	}
	if t.Parameters.Kind() != ojson.KindObject {
		return "its parameters are not an object"
	}
	if _, err := schema.Parse(t.Parameters, schema.ToolTypeName(t.Name)); err != nil {
		return err.Error()
	}
	return ""
}

// isToolName follows section 9 of the protocol.
func isToolName(name string) bool {
	for _, c := range []byte(name) {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '-', c == '.':
		default:
			return false
		}
	}
	return len(name) >= 1 && len(name) <= 64
}

func writeTools(tools []model.Tool) []ojson.Value {
	var list []ojson.Value
	for _, t := range tools {
		if t.Name == respondDirectly {
			continue
		}
		parameters := t.Parameters
		if parameters == nil {
			parameters = schema.Empty(schema.ToolTypeName(t.Name))
		}
		list = append(list, ojson.Object(
			ojson.Field("type", ojson.String("function")),
			ojson.Field("function", ojson.Object(
				ojson.Field("name", ojson.String(t.Name)),
				ojson.Field("description", ojson.String(t.Description)),
				ojson.Field("parameters", parameters.Generation()),
			)),
		))
	}
	return list
}
