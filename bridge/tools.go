package bridge

import (
	"fmt"
	"strings"
	"time"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// recommendedTools is the number of tools above which small models choose
// badly.
const recommendedTools = 5

// toolNames are the members of a tool definition; "type" and "strict" come from
// OpenAI's form and say nothing here.
var toolNames = []string{"name", "description", "parameters", "execution", "timeoutSeconds", "type", "strict"}

// ToolSet is what a list of tool definitions says.
type ToolSet struct {
	Tools []agent.Tool
	// Warnings has one list per tool, without the tool's name.
	Warnings [][]string
}

// ParseTools reads tool definitions (protocol, section 9; behaviours, items 61
// and 62). list is the array as it was sent, path its path, timeout the limit
// of tools that name none, 0 for none.
func ParseTools(list ojson.Value, path string, timeout time.Duration) (ToolSet, error) {
	if list.Kind() != ojson.KindArray {
		return ToolSet{}, BadParam(path, "an array of tool definitions", list)
	}
	if n := list.Len(); n > agent.MaxTools {
		return ToolSet{}, jsonrpc.InvalidParams(fmt.Sprintf("Parameter '%s' may hold at most %d tools, not %d.", path, agent.MaxTools, n))
	}
	var set ToolSet
	seen := map[string]bool{}
	for i, item := range list.Items() {
		at := fmt.Sprintf("%s[%d]", path, i)
		if item.Kind() != ojson.KindObject {
			return ToolSet{}, BadParam(at, "a tool definition", item)
		}
		p := NewParams(item, at)
		if kind, _ := p.OptionalString("type", ""); kind == "function" && p.Has("function") {
			inner, _, err := p.OptionalObject("function")
			if err != nil {
				return ToolSet{}, err
			}
			p = inner
		}
		tool, warnings, err := parseTool(p, timeout)
		if err != nil {
			return ToolSet{}, err
		}
		warnings = append(p.UnknownWarnings(toolNames...), warnings...)
		if seen[tool.Name] {
			return ToolSet{}, jsonrpc.InvalidParams(fmt.Sprintf("Parameter '%s': there are two tools named '%s'.", p.Path("name"), tool.Name))
		}
		seen[tool.Name] = true
		set.Tools = append(set.Tools, tool)
		set.Warnings = append(set.Warnings, warnings)
	}
	return set, nil
}

func parseTool(p Params, timeout time.Duration) (agent.Tool, []string, error) {
	var t agent.Tool
	var warnings []string
	var err error
	fail := func(err error) (agent.Tool, []string, error) { return t, nil, err }
	if t.Name, err = p.String("name"); err != nil {
		return fail(err)
	}
	if !isToolName(t.Name) {
		return fail(BadParam(p.Path("name"), "1 to 64 of A-Z a-z 0-9 _ - .", ojson.String(t.Name)))
	}
	if t.Description, err = p.OptionalString("description", ""); err != nil {
		return fail(err)
	}
	if strings.TrimSpace(t.Description) == "" {
		warnings = append(warnings, "there is no description; the model decides from it when to call the tool")
	}
	typeName := schema.ToolTypeName(t.Name)
	t.Parameters = schema.Empty(typeName)
	// {} is how many write "no parameters"; as a schema it would be any value.
	if v, ok := p.Get("parameters"); ok && !(v.Kind() == ojson.KindObject && v.Len() == 0) {
		if t.Parameters, err = schema.ParseText(v, typeName); err != nil {
			return fail(schemaError(p.Path("parameters"), err))
		}
		if !t.Parameters.IsObject() {
			return fail(schemaError(p.Path("parameters"), &schema.Error{Pointer: "#", Message: "the parameters of a tool must be an object"}))
		}
		warnings = append(warnings, t.Parameters.Warnings()...)
	}
	execution, err := p.OptionalString("execution", "client")
	if err != nil {
		return fail(err)
	}
	if execution != "client" {
		return fail(BadParam(p.Path("execution"), "'client', the only kind over the bridge", ojson.String(execution)))
	}
	if t.Timeout, err = p.OptionalSeconds("timeoutSeconds", timeout); err != nil {
		return fail(err)
	}
	return t, warnings, nil
}

func isToolName(s string) bool {
	if s == "" || len(s) > 64 {
		return false
	}
	for _, c := range []byte(s) {
		switch {
		case c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '_', c == '-', c == '.':
		default:
			return false
		}
	}
	return true
}

// Flat returns all warnings, each behind the name of its tool, and a last one
// when there are more tools than recommended.
func (s ToolSet) Flat() []string {
	warnings := []string{}
	for i, list := range s.Warnings {
		for _, w := range list {
			warnings = append(warnings, s.Tools[i].Name+": "+w)
		}
	}
	if n := len(s.Tools); n > recommendedTools {
		warnings = append(warnings, fmt.Sprintf("%d tools: models choose best among 3 to %d per request", n, recommendedTools))
	}
	return warnings
}
