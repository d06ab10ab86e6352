package transcript_test

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/agent/transcript"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

var uuid = regexp.MustCompile(`[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}`)

// shape replaces each id that was made here by "#".
func shape(v ojson.Value) string { return uuid.ReplaceAllString(v.String(), "#") }

func TestEnvelope(t *testing.T) { // item 76
	diff(t, `{"type":"FoundationModels.Transcript","version":"1.1","transcript":{"entries":[]}}`,
		transcript.Write("", nil, nil).String())
}

func TestWrittenInstructions(t *testing.T) { // items 71 and 78
	look := model.Tool{Name: "look", Description: "Looks.", Parameters: parseSchema(t,
		`{"type":"object","properties":{"at":{"type":"string"}},"required":["at"]}`, "LookArguments")}
	parameters := look.Parameters.Generation().String()
	direct := model.Tool{Name: "respond_directly", Parameters: look.Parameters}
	const text = `[{"type":"text","id":"#","text":"Be brief."}]`
	tools := `"tools":[{"type":"function","function":{"name":"look","description":"Looks.","parameters":` + parameters + `}}]`
	for _, c := range []struct {
		name, instructions string
		tools              []model.Tool
		want               string
	}{
		{"nothing", "", nil, `[]`},
		{"only the built-in tool", "", []model.Tool{direct}, `[]`},
		{"instructions", "Be brief.", nil, `[{"id":"#","role":"instructions","contents":` + text + `}]`},
		{"instructions and the built-in tool", "Be brief.", []model.Tool{direct}, `[{"id":"#","role":"instructions","contents":` + text + `}]`},
		{"tools", "", []model.Tool{look}, `[{"id":"#","role":"instructions","contents":[],` + tools + `}]`},
		{"both", "Be brief.", []model.Tool{direct, look}, `[{"id":"#","role":"instructions","contents":` + text + `,` + tools + `}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			diff(t, c.want, shape(written(c.instructions, c.tools)))
		})
	}
}

func TestWrittenEntries(t *testing.T) { // items 71, 75 and 79 to 84
	temperature := 0.5
	choice := parseSchema(t, `{"type":"object","properties":{"choice":{"type":"string"}}}`, "Choice")
	generation := choice.Generation().String()
	args := value(t, `{"gate":"north","n":12345678901234567890}`)
	const prompt = `{"id":"P","role":"user","contents":[{"type":"text","id":"#","text":"Open!"}],"options":`
	deep := strings.Repeat("[", 100) + strings.Repeat("]", 100)
	for _, c := range []struct {
		name  string
		entry model.Entry
		want  string
	}{
		{"prompt", model.Entry{Kind: model.PromptEntry, ID: "P", Text: "Open!"}, prompt + `{},"contextOptions":{}}`},
		{"empty prompt", model.Entry{Kind: model.PromptEntry, ID: "P"},
			`{"id":"P","role":"user","contents":[{"type":"text","id":"#","text":""}],"options":{},"contextOptions":{}}`},
		{"options", model.Entry{Kind: model.PromptEntry, ID: "P", Text: "Open!", Options: model.Options{Temperature: &temperature, MaxTokens: 90, Sampling: model.Sampling{Greedy: true}}},
			prompt + `{"temperature":0.5,"maximumResponseTokens":90},"contextOptions":{}}`},
		{"format", model.Entry{Kind: model.PromptEntry, ID: "P", Text: "Open!", Schema: choice},
			prompt + `{},"contextOptions":{},"responseFormat":{"type":"jsonSchema","jsonSchema":{"name":"Choice","schema":` + generation + `}}}`},
		{"format with a name", model.Entry{Kind: model.PromptEntry, ID: "P", Text: "Open!", Schema: choice, SchemaName: "Other"},
			prompt + `{},"contextOptions":{},"responseFormat":{"type":"jsonSchema","jsonSchema":{"name":"Other","schema":` + generation + `}}}`},
		{"answer", model.Entry{Kind: model.ResponseEntry, ID: "R", Text: `{"a":1}`},
			`{"id":"R","role":"response","contents":[{"type":"text","id":"#","text":"{\"a\":1}"}]}`},
		{"structured", model.Entry{Kind: model.ResponseEntry, ID: "R", Text: `{"b":1.50,"a":12345678901234567890}`, Structured: true, SchemaName: "Choice"},
			`{"id":"R","role":"response","contents":[{"type":"structure","id":"#","structure":{"source":"Choice","content":{"b":1.50,"a":12345678901234567890}}}]}`},
		{"structured but no JSON", model.Entry{Kind: model.ResponseEntry, ID: "R", Text: `{`, Structured: true},
			`{"id":"R","role":"response","contents":[{"type":"text","id":"#","text":"{"}]}`},
		// As a value it would make the message too deep to be parsed again.
		{"structured too deep", model.Entry{Kind: model.ResponseEntry, ID: "R", Text: deep, Structured: true},
			`{"id":"R","role":"response","contents":[{"type":"text","id":"#","text":"` + deep + `"}]}`},
		{"calls", model.Entry{Kind: model.ToolCallsEntry, ID: "C", Calls: []model.ToolCall{{ID: "c1", Name: "open_gate", Arguments: args}, {ID: "c2", Name: "look"}}},
			`{"id":"C","role":"response","toolCalls":[{"id":"c1","name":"open_gate","arguments":"{\"gate\":\"north\",\"n\":12345678901234567890}"},{"id":"c2","name":"look","arguments":"{}"}]}`},
		{"arguments no object", model.Entry{Kind: model.ToolCallsEntry, ID: "C", Calls: []model.ToolCall{{ID: "c1", Name: "look", Arguments: ojson.String("{")}}},
			`{"id":"C","role":"response","toolCalls":[{"id":"c1","name":"look","arguments":"{}"}]}`},
		{"built-in call", model.Entry{Kind: model.ToolCallsEntry, ID: "C", Calls: []model.ToolCall{{ID: "c1", Name: "respond_directly"}}}, ``},
		{"built-in call with another", model.Entry{Kind: model.ToolCallsEntry, ID: "C", Calls: []model.ToolCall{{ID: "c1", Name: "respond_directly"}, {ID: "c2", Name: "look"}}},
			`{"id":"C","role":"response","toolCalls":[{"id":"c2","name":"look","arguments":"{}"}]}`},
		{"built-in output", model.Entry{Kind: model.ToolOutputEntry, ID: "c1", ToolName: "respond_directly"}, ``},
		{"no calls", model.Entry{Kind: model.ToolCallsEntry, ID: "C"}, ``},
		{"output", model.Entry{Kind: model.ToolOutputEntry, ID: "c1", ToolName: "look", Text: "Error: dark"},
			`{"id":"c1","role":"tool","toolCallID":"c1","toolName":"look","contents":[{"type":"text","id":"#","text":"Error: dark"}]}`},
		{"reasoning", model.Entry{Kind: model.ReasoningEntry, ID: "V", Text: "Hm."},
			`{"id":"V","role":"reasoning","contents":[{"type":"text","id":"#","text":"Hm."}]}`},
		{"no id", model.Entry{Kind: model.ReasoningEntry, Text: "Hm."},
			`{"id":"#","role":"reasoning","contents":[{"type":"text","id":"#","text":"Hm."}]}`},
		{"saved", model.Entry{Kind: model.PromptEntry, ID: "P", Text: "ignored", Saved: value(t, `{"x":1}`)}, `{"x":1}`},
		{"unknown kind", model.Entry{Kind: 99, ID: "P"}, ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			diff(t, "["+c.want+"]", shape(written("", nil, c.entry)))
		})
	}
}

func TestIDs(t *testing.T) { // item 77
	seen := map[string]bool{}
	for range 100 {
		id := transcript.NewID()
		if uuid.FindString(id) != id || seen[id] {
			t.Errorf("id %q is no UUID or not new", id)
		}
		seen[id] = true
	}

	// The same conversation is the same save, and all ids in it differ.
	entries := []model.Entry{
		{Kind: model.PromptEntry, ID: "P", Text: "hi"}, {Kind: model.ResponseEntry, ID: "R", Text: "hi"},
		{Kind: model.ResponseEntry, ID: "T", Text: "{}", Structured: true},
	}
	once := transcript.Write("hi", nil, entries).String()
	diff(t, once, transcript.Write("hi", nil, entries).String())
	ids := map[string]bool{}
	for _, id := range uuid.FindAllString(once, -1) {
		ids[id] = true
	}
	diff(t, 5, len(ids)) // the instructions entry and four segments
}

func TestEntryWithoutIDCanBeRead(t *testing.T) {
	got := written("", nil,
		model.Entry{Kind: model.PromptEntry},
		model.Entry{Kind: model.ToolCallsEntry, Calls: []model.ToolCall{{}}},
		model.Entry{Kind: model.ToolOutputEntry})
	diff(t, 3, len(read(t, save(strings.Trim(got.String(), "[]"))).Entries))
}

func TestToolsComeBack(t *testing.T) { // items 70 and 78
	look := model.Tool{Name: "look", Description: "Looks.", Parameters: parseSchema(t,
		`{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"integer"}},"required":["b"]}`, "LookArguments")}
	first := transcript.Write("", []model.Tool{look}, nil)
	got := read(t, first.String())
	if len(got.Tools) != 1 || len(got.Warnings) != 0 {
		t.Fatalf("tools %v, warnings %q", got.Tools, got.Warnings)
	}
	back := model.Tool{Name: got.Tools[0].Name, Description: got.Tools[0].Description,
		Parameters: parseSchema(t, got.Tools[0].Parameters.String(), "LookArguments")}
	diff(t, first.String(), transcript.Write("", []model.Tool{back}, nil).String())
}

// conversation draws the entries of a conversation as agents make them.
func conversation(t *testing.T) *rapid.Generator[[]model.Entry] {
	choice := parseSchema(t, `{"type":"object","properties":{"choice":{"type":"string"}}}`, "Choice")
	return rapid.Custom(func(rt *rapid.T) (entries []model.Entry) {
		text := rapid.String()
		for range rapid.IntRange(0, 4).Draw(rt, "turns") {
			prompt := model.Entry{Kind: model.PromptEntry, ID: transcript.NewID(), Text: text.Draw(rt, "prompt")}
			answer := model.Entry{Kind: model.ResponseEntry, ID: transcript.NewID(), Text: text.Draw(rt, "answer")}
			if rapid.Bool().Draw(rt, "options") {
				f := rapid.Float64Range(0, 2).Draw(rt, "temperature")
				prompt.Options = model.Options{Temperature: &f, MaxTokens: rapid.IntRange(0, 9).Draw(rt, "tokens")}
			}
			if rapid.Bool().Draw(rt, "structured") {
				prompt.Schema, prompt.SchemaName = choice, "Choice"
				answer.Text, answer.Structured, answer.SchemaName = object(rt).String(), true, "Choice"
			}
			entries = append(entries, prompt)
			for range rapid.IntRange(0, 2).Draw(rt, "rounds") {
				calls := model.Entry{Kind: model.ToolCallsEntry, ID: transcript.NewID()}
				var outputs []model.Entry
				for range rapid.IntRange(1, 3).Draw(rt, "calls") {
					c := model.ToolCall{ID: transcript.NewID(), Name: text.Draw(rt, "tool"), Arguments: object(rt)}
					calls.Calls = append(calls.Calls, c)
					outputs = append(outputs, model.Entry{Kind: model.ToolOutputEntry, ID: c.ID, ToolName: c.Name, Text: text.Draw(rt, "output")})
				}
				entries = append(append(entries, calls), outputs...)
			}
			entries = append(entries, answer)
		}
		return entries
	})
}

func object(rt *rapid.T) ojson.Value {
	var members []ojson.Member
	for _, key := range rapid.SliceOfN(rapid.String(), 0, 4).Draw(rt, "keys") {
		v := ojson.String(rapid.String().Draw(rt, "value"))
		switch rapid.IntRange(0, 3).Draw(rt, "kind") {
		case 0:
			v = ojson.Float(rapid.Float64().Draw(rt, "number"))
		case 1:
			v = ojson.Array(v, ojson.Int(rapid.Int64().Draw(rt, "integer")))
		case 2:
			v = ojson.Object(ojson.Field(key, v), ojson.Field("null", ojson.Value{}))
		}
		members = append(members, ojson.Field(key, v))
	}
	return ojson.Object(members...)
}

func TestConversationsComeBack(t *testing.T) { // items 66 to 85
	conversations := conversation(t)
	rapid.Check(t, func(rt *rapid.T) {
		entries := conversations.Draw(rt, "entries")
		instructions := rapid.String().Draw(rt, "instructions")
		saved := transcript.Write(instructions, nil, entries)
		got := read(t, saved.String())
		if got.HasInstructions != (instructions != "") || got.Instructions != instructions || len(got.Warnings) != 0 {
			rt.Fatalf("instructions %q, warnings %q", got.Instructions, got.Warnings)
		}
		for i := range entries {
			entries[i].Schema = nil // kept in Saved
		}
		diff(t, entries, append([]model.Entry(nil), got.Entries...), ignoreSaved)
		if again := transcript.Write(got.Instructions, nil, got.Entries); again.String() != saved.String() {
			rt.Fatalf("written again:\n%s\nwritten first:\n%s", again, saved)
		}
		if t.Failed() {
			rt.FailNow()
		}
	})
}
