package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/agent/transcript"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// Entries of a save as another program might have written it. Each has a
// member that this program does not know.
const (
	savedInstructions = `{"id":"I","role":"instructions","x":1,"contents":[{"type":"text","id":"S","text":"Be brief.\n\nIt rains."}],"tools":[` +
		savedTool + `]}`
	savedTool   = `{"type":"function","function":{"name":"open_gate","description":"Opens.","parameters":{"type":"object","title":"OpenGateArguments","properties":{"gate":{"type":"string"}},"required":["gate"],"additionalProperties":false,"x-order":["gate"]}}}`
	savedPrompt = `{"x":[1.50],"id":"P","role":"user","contents":[{"type":"text","id":"S","text":"Open!"}],"options":{"temperature":0.5,"maximumResponseTokens":90,"x":{}},"contextOptions":{"x":1}}`
	savedAsking = `{"id":"Q","role":"user","contents":[{"type":"text","id":"S","text":"Decide!"}],"options":{},"contextOptions":{},"responseFormat":{"type":"jsonSchema","jsonSchema":{"name":"Choice","description":"d","schema":{"type":"object"}},"x":1}}`
	savedCalls  = `{"id":"C","role":"response","toolCalls":[{"id":"c1","name":"open_gate","arguments":"{ \"gate\": \"north\", \"n\": 12345678901234567890 }","x":1},{"id":"c2","name":"look","arguments":"{}"}]}`
	savedOutput = `{"id":"c1","role":"tool","toolCallID":"c1","toolName":"open_gate","contents":[{"type":"text","id":"S","text":"Error: jammed"}],"x":null}`
	savedOther  = `{"id":"other","role":"tool","toolCallID":"c2","toolName":"look","contents":[{"type":"structure","id":"S","structure":{"source":"","content":{"b":1,"a":[]}}}]}`
	savedAnswer = `{"id":"R","role":"response","contents":[{"type":"text","id":"S","text":"It is jammed."}],"assets":["a"],"metadata":{"assetIDs":["a"]}}`
	savedChoice = `{"id":"T","role":"response","contents":[{"type":"structure","id":"S","structure":{"source":"Choice","content":{"reasoning":"r","n":1.50},"x":1}}]}`
	savedText   = `{"id":"U","role":"response","contents":[{"type":"text","id":"S","text":"{ \"n\": 1.0 }"}]}`
	savedReason = `{"id":"V","role":"reasoning","contents":[{"type":"text","id":"S","text":"Hm."}],"signature":"x"}`
)

func TestEntries(t *testing.T) { // items 76 to 84
	temperature := 0.5
	saved := []string{savedPrompt, savedCalls, savedOutput, savedOther, savedAnswer, savedAsking, savedReason, savedChoice, savedAsking, savedText}
	got := read(t, save(savedInstructions+","+strings.Join(saved, ",")))
	want := &transcript.Transcript{
		HasInstructions: true,
		Instructions:    "Be brief.\n\nIt rains.",
		Tools: []transcript.Tool{{Name: "open_gate", Description: "Opens.", Parameters: value(t,
			`{"type":"object","title":"OpenGateArguments","properties":{"gate":{"type":"string"}},"required":["gate"],"additionalProperties":false}`)}},
		Entries: []model.Entry{
			{Kind: model.PromptEntry, ID: "P", Text: "Open!", Options: model.Options{Temperature: &temperature, MaxTokens: 90}},
			{Kind: model.ToolCallsEntry, ID: "C", Calls: []model.ToolCall{
				{ID: "c1", Name: "open_gate", Arguments: value(t, `{"gate":"north","n":12345678901234567890}`)},
				{ID: "c2", Name: "look", Arguments: value(t, `{}`)}}},
			{Kind: model.ToolOutputEntry, ID: "c1", ToolName: "open_gate", Text: "Error: jammed"},
			{Kind: model.ToolOutputEntry, ID: "c2", ToolName: "look", Text: `{"b":1,"a":[]}`},
			{Kind: model.ResponseEntry, ID: "R", Text: "It is jammed."},
			{Kind: model.PromptEntry, ID: "Q", Text: "Decide!", SchemaName: "Choice"},
			{Kind: model.ReasoningEntry, ID: "V", Text: "Hm."},
			{Kind: model.ResponseEntry, ID: "T", Text: `{"reasoning":"r","n":1.50}`, Structured: true, SchemaName: "Choice"},
			{Kind: model.PromptEntry, ID: "Q", Text: "Decide!", SchemaName: "Choice"},
			{Kind: model.ResponseEntry, ID: "U", Text: `{"n":1}`, Structured: true, SchemaName: "Choice"},
		},
	}
	for i := range want.Entries {
		want.Entries[i].Saved = value(t, saved[i])
	}
	diff(t, want, got)

	// What was read is written back, member by member.
	diff(t, "["+strings.Join(saved, ",")+"]", written("", nil, got.Entries...).String())
}

func TestForms(t *testing.T) { // item 66
	for _, c := range []struct{ text, path string }{
		{save(`%s`), "history.transcript.entries[0]"},
		{`{"session":"guard","transcript":` + save(`%s`) + `}`, "history.transcript.transcript.entries[0]"},
		{`{"transcript":` + save(`%s`) + `,"modelName":"system","oam":{"version":1}}`, "history.transcript.transcript.entries[0]"},
	} {
		diff(t, 1, len(read(t, fmt.Sprintf(c.text, savedPrompt)).Entries))
		_, err := transcript.Read(value(t, fmt.Sprintf(c.text, `7`)), "history")
		checkError(t, err, c.path, "must be an object, got 7.")
	}
	diff(t, &transcript.Transcript{}, read(t, save(``)))
}

func TestVersions(t *testing.T) { // item 76
	for _, c := range []struct {
		version  string
		warnings int
	}{{`"1.1"`, 0}, {`1`, 0}, {`1.0`, 0}, {`"1.0"`, 1}, {`"1.2"`, 1}, {`"1.10"`, 1}} {
		got := read(t, saveAs(c.version, savedPrompt))
		diff(t, 1, len(got.Entries))
		if len(got.Warnings) != c.warnings {
			t.Errorf("version %s: warnings %q, want %d", c.version, got.Warnings, c.warnings)
		}
		for _, w := range got.Warnings {
			if !strings.Contains(w, c.version) || !strings.Contains(w, "'history.version'") {
				t.Errorf("warning %q does not name the version %s and its place", w, c.version)
			}
		}
	}
	for _, version := range []string{`"2.0"`, `2`, `1.1`, `"1"`, `"1."`, `"1.x"`, `"1.1.1"`, `"11.1"`, `"1.-1"`, `""`, `true`, `{}`} {
		_, err := transcript.Read(value(t, saveAs(version, savedPrompt)), "history")
		checkError(t, err, "history.version", "got "+version+".")
	}
}

func TestVersion1Shapes(t *testing.T) { // items 79 and 82
	got := read(t, saveAs(`1`, `{"id":"P","role":"user","contents":[{"type":"text","id":"S","text":"Decide!"}],"options":{},`+
		`"responseFormat":{"name":"Choice","type":"jsonSchema","schema":{"type":"object"}},"x":1},`+
		`{"id":"R","role":"response","contents":[{"type":"text","id":"S","text":"{}"}],"assets":[]}`))
	diff(t, []model.Entry{
		{Kind: model.PromptEntry, ID: "P", Text: "Decide!", SchemaName: "Choice"},
		{Kind: model.ResponseEntry, ID: "R", Text: "{}", Structured: true, SchemaName: "Choice"},
	}, got.Entries, ignoreSaved)
	diff(t, `[{"id":"P","role":"user","contents":[{"type":"text","id":"S","text":"Decide!"}],"options":{},`+
		`"responseFormat":{"type":"jsonSchema","jsonSchema":{"name":"Choice","schema":{"type":"object"}}},"x":1},`+
		`{"id":"R","role":"response","contents":[{"type":"text","id":"S","text":"{}"}]}]`,
		written("", nil, got.Entries...).String())

	// In 1.1 an empty list is somebody's own.
	const odd = `{"id":"R","role":"response","contents":[],"assets":[]}`
	diff(t, "["+odd+"]", written("", nil, read(t, save(odd)).Entries...).String())
}

func TestInstructions(t *testing.T) { // items 67 to 69
	const other = `{"id":"J","role":"instructions","contents":[{"type":"text","id":"S","text":"Other."}],"tools":[{"type":"function","function":{"name":"other"}}]}`
	for _, c := range []struct {
		name, entries string
		has           bool
		instructions  string
		tools         int
	}{
		{"first", savedInstructions + "," + savedPrompt, true, "Be brief.\n\nIt rains.", 1},
		{"none", savedPrompt, false, "", 0},
		{"later", savedPrompt + "," + savedInstructions, false, "", 0},
		{"two", savedInstructions + "," + other + "," + savedPrompt + "," + other, true, "Be brief.\n\nIt rains.", 1},
		{"empty", `{"id":"I","role":"instructions","contents":[]},` + savedPrompt, true, "", 0},
		{"several segments", `{"id":"I","role":"instructions","contents":[{"type":"text","id":"a","text":"A"},{"type":"text","id":"b","text":"B"}],"tools":null},` + savedPrompt, true, "A\nB", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, save(c.entries))
			diff(t, c.has, got.HasInstructions)
			diff(t, c.instructions, got.Instructions)
			diff(t, c.tools, len(got.Tools))
			diff(t, 1, len(got.Entries))
			diff(t, []string(nil), got.Warnings)
		})
	}
}

func TestTools(t *testing.T) { // items 70 and 71
	tool := func(function string) string { return `{"type":"function","function":` + function + `}` }
	got := read(t, save(`{"id":"I","role":"instructions","contents":[],"tools":[`+strings.Join([]string{
		tool(`{"name":"a","description":"first","parameters":{"type":"object","x-order":["k"],"properties":{"k":{"type":"string","x-note":1}}}}`),
		tool(`{"name":"a","description":"second","parameters":{"type":"object"}}`),
		tool(`{"name":"respond_directly","description":"built in"}`),
		tool(`{"name":"bare"}`),
		tool(`{"name":"not a name","description":""}`),
		tool(`{"name":"` + strings.Repeat("n", 65) + `"}`),
		tool(`{"name":"broken","parameters":{"type":"object","properties":{"k":{"type":"nonsense"}}}}`),
		tool(`{"name":"number","parameters":7}`),
		tool(`{"name":"` + strings.Repeat("n", 64) + `","description":null,"parameters":null}`),
	}, ",")+`]}`))
	none := value(t, `{"type":"object","properties":{}}`)
	diff(t, []transcript.Tool{
		{Name: "a", Description: "first", Parameters: value(t, `{"type":"object","properties":{"k":{"type":"string"}}}`)},
		{Name: "bare", Parameters: none},
		{Name: strings.Repeat("n", 64), Parameters: none},
	}, got.Tools)
	for i, name := range []string{"not a name: ", strings.Repeat("n", 65) + ": ", "broken: ", "number: "} {
		if i >= len(got.Warnings) || !strings.HasPrefix(got.Warnings[i], name) {
			t.Errorf("warnings %q, want number %d to begin with %q", got.Warnings, i, name)
		}
	}
	diff(t, 4, len(got.Warnings))
}

func TestBuiltInToolIsLeftOut(t *testing.T) { // item 71
	const direct = `{"id":"d","name":"respond_directly","arguments":"{}"}`
	got := read(t, save(savedPrompt+
		`,{"id":"A","role":"response","toolCalls":[`+direct+`]}`+
		`,{"id":"d","role":"tool","toolCallID":"d","toolName":"respond_directly","contents":[]}`+
		`,{"id":"B","role":"response","toolCalls":[`+direct+`,{"id":"c","name":"look","arguments":"{}"}],"x":1}`))
	diff(t, []model.Entry{
		{Kind: model.ToolCallsEntry, ID: "B", Calls: []model.ToolCall{{ID: "c", Name: "look", Arguments: ojson.Object()}},
			Saved: value(t, `{"id":"B","role":"response","toolCalls":[{"id":"c","name":"look","arguments":"{}"}],"x":1}`)},
	}, got.Entries[1:])
}

func TestTexts(t *testing.T) { // items 81 and 83
	const asking = savedAsking + ","
	response := func(contents string) string { return `{"id":"R","role":"response","contents":[` + contents + `]}` }
	segment := func(s string) string { return `{"type":"text","text":` + ojson.String(s).String() + `}` }
	const structure = `{"type":"structure","id":"S","structure":{"source":"N","content":%s}}`
	for _, c := range []struct {
		name, entries string
		text          string
		structured    bool
		schema        string
	}{
		{"text", response(segment("Hi.")), "Hi.", false, ""},
		{"no segments", response(""), "", false, ""},
		{"several segments", response(segment("a") + "," + segment("b")), "a\nb", false, ""},
		{"structure", response(fmt.Sprintf(structure, `{"b":0.10,"a":[ 1e2 ]}`)), `{"b":0.10,"a":[100]}`, true, "N"},
		{"structure null", response(fmt.Sprintf(structure, `null`)), `null`, true, "N"},
		{"structure without source", response(`{"type":"structure","structure":{"content":"x"}}`), `"x"`, true, ""},
		{"text and structure", response(segment("a") + "," + fmt.Sprintf(structure, `[]`)), "a\n[]", false, ""},
		{"JSON as text", asking + response(segment(`{"a": 1}`)), `{"a":1}`, true, "Choice"},
		{"text on a schema turn", asking + response(segment(`Sorry.`)), `Sorry.`, false, ""},
		{"JSON as text on a text turn", savedPrompt + "," + response(segment(`{"a": 1}`)), `{"a": 1}`, false, ""},
		{"the format ends with its turn", asking + savedChoice + "," + savedPrompt + "," + response(segment(`{"a": 1}`)), `{"a": 1}`, false, ""},
		{"no toolCalls", `{"id":"R","role":"response","toolCalls":null,"contents":[` + segment("x") + `]}`, "x", false, ""},
		{"id of the output", savedCalls + `,{"id":"c1","role":"tool","toolName":"open_gate","contents":[` + segment("x") + `]}`, "x", false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			entries := read(t, save(c.entries)).Entries
			e := entries[len(entries)-1]
			diff(t, c.text, e.Text)
			diff(t, c.structured, e.Structured)
			diff(t, c.schema, e.SchemaName)
		})
	}
}

func TestOutputsWithoutACall(t *testing.T) {
	got := read(t, save(savedPrompt+","+savedOutput+","+savedCalls+","+savedOutput))
	diff(t, 4, len(got.Entries))
	diff(t, []string{"'history.transcript.entries[1]': the output answers no call of the transcript"}, got.Warnings)
}
