package transcript_test

import (
	"strings"
	"testing"

	"github.com/open-actor-models/oam/agent/transcript"
)

func TestRefusedEnvelopes(t *testing.T) { // items 26, 27, 66 and 76
	for _, c := range []struct{ name, text, path, message string }{
		{"null", `null`, "history", "must be a transcript, got null."},
		{"text", `"{}"`, "history", `got "{}".`},
		{"list", `[]`, "history", "got []."},
		{"empty", `{}`, "history.transcript", "Missing required parameter 'history.transcript'."},
		{"list of entries", `{"transcript":[]}`, "history.transcript", "must be an object, got []."},
		{"bare entries", `{"entries":[]}`, "history.transcript", "Missing required"},
		{"no type", `{"version":"1.1","transcript":{"entries":[]}}`, "history.type", "Missing required parameter 'history.type'."},
		{"other type", `{"type":"X","version":"1.1","transcript":{"entries":[]}}`, "history.type", `must be "FoundationModels.Transcript", got "X".`},
		{"no version", `{"type":"FoundationModels.Transcript","transcript":{"entries":[]}}`, "history.version", "Missing required"},
		{"no entries", `{"type":"FoundationModels.Transcript","version":"1.1","transcript":{}}`, "history.transcript.entries", "Missing required"},
		{"entries no list", `{"type":"FoundationModels.Transcript","version":"1.1","transcript":{"entries":{}}}`, "history.transcript.entries", "must be an array, got {}."},
		{"result without type", `{"transcript":{"version":"1.1","transcript":{"entries":[]}}}`, "history.transcript.type", "Missing required"},
		{"result with a list", `{"transcript":{"transcript":[]}}`, "history.transcript.transcript", "must be an object"},
		{"cut at 80 characters", `"` + strings.Repeat("é", 100) + `"`, "history", `got "` + strings.Repeat("é", 79) + "…."},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := transcript.Read(value(t, c.text), "history")
			checkError(t, err, c.path, c.message)
		})
	}
}

func TestRefusedEntries(t *testing.T) { // items 77 to 83
	const contents = `"contents":[{"type":"text","id":"S","text":"x"}]`
	tool := func(tool string) string {
		return `{"id":"I","role":"instructions",` + contents + `,"tools":[` + tool + `]}`
	}
	segment := func(segment string) string { return `{"id":"P","role":"user","contents":[` + segment + `]}` }
	// at is the path after "history.transcript.entries[1]".
	for _, c := range []struct{ name, entry, at, message string }{
		{"null", `null`, "", "must be an object, got null."},
		{"no role", `{"id":"P",` + contents + `}`, ".role", "Missing required"},
		{"unknown role", `{"id":"P","role":"assistant",` + contents + `}`, ".role", `got "assistant".`},
		{"role no text", `{"id":"P","role":1}`, ".role", "must be a string, got 1."},
		{"prompt without id", `{"role":"user",` + contents + `}`, ".id", "Missing required"},
		{"empty id", `{"id":"","role":"user",` + contents + `}`, ".id", "a non-empty string"},
		{"id no text", `{"id":7,"role":"response",` + contents + `}`, ".id", "must be a string, got 7."},
		{"instructions without id", `{"role":"instructions",` + contents + `}`, ".id", "Missing required"},
		{"reasoning without id", `{"role":"reasoning"}`, ".id", "Missing required"},
		{"prompt without contents", `{"id":"P","role":"user"}`, ".contents", "Missing required"},
		{"response without contents", `{"id":"P","role":"response"}`, ".contents", "Missing required"},
		{"output without contents", `{"id":"P","role":"tool","toolName":"t"}`, ".contents", "Missing required"},
		{"instructions without contents", `{"id":"P","role":"instructions"}`, ".contents", "Missing required"},
		{"contents text", `{"id":"P","role":"user","contents":"x"}`, ".contents", `must be an array, got "x".`},
		{"reasoning with bad contents", `{"id":"P","role":"reasoning","contents":"x"}`, ".contents", "must be an array"},
		{"segment text", segment(`"x"`), ".contents[0]", "must be an object"},
		{"segment without type", segment(`{"text":"x"}`), ".contents[0].type", "Missing required"},
		{"unknown segment", segment(`{"type":"text","text":"x"},{"type":"image"}`), ".contents[1].type", `got "image".`},
		{"text segment without text", segment(`{"type":"text"}`), ".contents[0].text", "Missing required"},
		{"text segment with a number", segment(`{"type":"text","text":1}`), ".contents[0].text", "must be a string"},
		{"segment id", segment(`{"type":"text","text":"x","id":1}`), ".contents[0].id", "must be a string"},
		{"no structure", segment(`{"type":"structure"}`), ".contents[0].structure", "Missing required"},
		{"structure text", segment(`{"type":"structure","structure":"{}"}`), ".contents[0].structure", "must be an object"},
		{"structure without content", segment(`{"type":"structure","structure":{"source":"x"}}`), ".contents[0].structure.content", "Missing required"},
		{"structure source", segment(`{"type":"structure","structure":{"source":1,"content":1}}`), ".contents[0].structure.source", "must be a string"},
		{"options", `{"id":"P","role":"user",` + contents + `,"options":[]}`, ".options", "must be an object"},
		{"temperature", `{"id":"P","role":"user",` + contents + `,"options":{"temperature":-1}}`, ".options.temperature", "got -1."},
		{"temperature without end", `{"id":"P","role":"user",` + contents + `,"options":{"temperature":1e999}}`, ".options.temperature", "a number of at least 0"},
		{"temperature text", `{"id":"P","role":"user",` + contents + `,"options":{"temperature":"1"}}`, ".options.temperature", `got "1".`},
		{"tokens", `{"id":"P","role":"user",` + contents + `,"options":{"maximumResponseTokens":0}}`, ".options.maximumResponseTokens", "got 0."},
		{"format", `{"id":"P","role":"user",` + contents + `,"responseFormat":"x"}`, ".responseFormat", "must be an object"},
		{"format schema", `{"id":"P","role":"user",` + contents + `,"responseFormat":{"jsonSchema":[]}}`, ".responseFormat.jsonSchema", "must be an object"},
		{"format name", `{"id":"P","role":"user",` + contents + `,"responseFormat":{"jsonSchema":{"name":1}}}`, ".responseFormat.jsonSchema.name", "must be a string"},
		{"format name of version 1", `{"id":"P","role":"user",` + contents + `,"responseFormat":{"name":1}}`, ".responseFormat.name", "must be a string"},
		{"calls no list", `{"id":"C","role":"response","toolCalls":{}}`, ".toolCalls", "must be an array"},
		{"call no object", `{"id":"C","role":"response","toolCalls":["x"]}`, ".toolCalls[0]", "must be an object"},
		{"calls without id", `{"role":"response","toolCalls":[]}`, ".id", "Missing required"},
		{"call without id", `{"id":"C","role":"response","toolCalls":[{"name":"a","arguments":"{}"}]}`, ".toolCalls[0].id", "Missing required"},
		{"call with empty id", `{"id":"C","role":"response","toolCalls":[{"id":"","name":"a","arguments":"{}"}]}`, ".toolCalls[0].id", "non-empty"},
		{"call without name", `{"id":"C","role":"response","toolCalls":[{"id":"c","arguments":"{}"}]}`, ".toolCalls[0].name", "Missing required"},
		{"call without arguments", `{"id":"C","role":"response","toolCalls":[{"id":"c","name":"a"}]}`, ".toolCalls[0].arguments", "Missing required"},
		{"output without call id", `{"role":"tool","toolName":"a",` + contents + `}`, ".id", "Missing required"},
		{"output with empty call id", `{"id":"c","role":"tool","toolCallID":"","toolName":"a",` + contents + `}`, ".toolCallID", "non-empty"},
		{"output without tool", `{"id":"c","role":"tool",` + contents + `}`, ".toolName", "Missing required"},
		{"tools no list", `{"id":"I","role":"instructions",` + contents + `,"tools":{}}`, ".tools", "must be an array"},
		{"tool no object", tool(`"x"`), ".tools[0]", "must be an object"},
		{"tool without type", tool(`{"function":{"name":"a"}}`), ".tools[0].type", "Missing required"},
		{"tool type", tool(`{"type":"web","function":{"name":"a"}}`), ".tools[0].type", `got "web".`},
		{"tool without function", tool(`{"type":"function"}`), ".tools[0].function", "Missing required"},
		{"tool without name", tool(`{"type":"function","function":{}}`), ".tools[0].function.name", "Missing required"},
		{"tool description", tool(`{"type":"function","function":{"name":"a","description":1}}`), ".tools[0].function.description", "must be a string"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := transcript.Read(value(t, save(savedPrompt+","+c.entry)), "history")
			checkError(t, err, "history.transcript.entries[1]"+c.at, c.message)
		})
	}
}

// O2 of the bug reports: once a conversation holds a call whose arguments are
// no JSON, some model servers fail every later request of it.
func TestPoisonedArguments(t *testing.T) { // item 80
	const before = savedPrompt + `,{"id":"C","role":"response","toolCalls":[{"id":"a","name":"x","arguments":"{}"},{"id":"b","name":"x","arguments":`
	for _, arguments := range []string{
		`"{"`, `""`, `"{\"gate\": \"nor"`, `"{'gate': 'north'}"`, `"{} {}"`, `"null"`, `"[]"`, `"3"`, `"\"{}\""`,
		`{}`, `{"gate":"north"}`, `7`, `true`,
		`"` + strings.Repeat(`{\"a\":`, 101) + `1` + strings.Repeat(`}`, 101) + `"`,
	} {
		for _, version := range []string{`"1.1"`, `1`} {
			_, err := transcript.Read(value(t, saveAs(version, before+arguments+`}]}`)), "history")
			checkError(t, err, "history.transcript.entries[1].toolCalls[1].arguments", "must be ")
		}
	}
	_, err := transcript.Read(value(t, save(before+`null}]}`)), "history")
	checkError(t, err, "history.transcript.entries[1].toolCalls[1].arguments", "Missing required")

	// What is in arguments keeps its digits and order.
	got := read(t, save(before+`" {\"b\": 0.10, \"a\": 98765432109876543210} "}]}`))
	diff(t, `{"b":0.10,"a":98765432109876543210}`, got.Entries[1].Calls[1].Arguments.String())
}
