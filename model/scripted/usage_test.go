package scripted_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/model/scripted"
)

func TestUsage(t *testing.T) { // items 114 and 154
	prompt := func(text string) model.Entry { return entry(model.PromptEntry, "p"+text, text) }
	args := value(t, `{"gate":"north"}`) // 16 characters
	tools := []model.Tool{{Name: "look", Description: "Looks"}}
	for _, c := range []struct {
		name, step string
		req        *model.Request
		want       model.Usage
	}{
		{"nothing", `{"text":""}`, ask(), model.Usage{}},
		{"rounded up", `{"text":"abcd"}`, ask(prompt("a")), model.Usage{Input: 1, Output: 2}},
		{"code points", `{"text":"ééé"}`, ask(prompt("😀😀😀")), model.Usage{Input: 1, Output: 1}},
		{"sum, then rounded", `{"text":"x"}`, &model.Request{Instructions: "ab", Entries: []model.Entry{prompt("c"), prompt("def")}}, model.Usage{Input: 2, Output: 1}},
		{"json", `{"json":{"a":1}}`, ask(), model.Usage{Output: 3}},
		{"template", `{"template":"{prompt}{prompt}"}`, ask(prompt("abcdef")), model.Usage{Input: 2, Output: 4}},
		{"calls", `{"toolCalls":[{"name":"ab","arguments":{"gate":"north"}},{"name":"cd"}]}`, ask(), model.Usage{Output: 8}},
		{"calls in the conversation", `{"text":"x"}`, ask(prompt("a"),
			model.Entry{Kind: model.ToolCallsEntry, Calls: []model.ToolCall{{Name: "ab", Arguments: args}, {Name: "c", Arguments: args}}},
			entry(model.ToolOutputEntry, "o", "open")), model.Usage{Input: 14, Output: 1}},
		{"reasoning is not shown", `{"text":"x"}`, ask(prompt("abc"), entry(model.ReasoningEntry, "r", "let me think")), model.Usage{Input: 1, Output: 1}},
		{"tools", `{"text":"x"}`, &model.Request{Mode: model.Allowed, Tools: tools}, model.Usage{Input: 3, Output: 1}},
		{"hidden tools", `{"text":"x"}`, &model.Request{Mode: model.Disallowed, Tools: tools}, model.Usage{Output: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newModel(t, `"fallback":`+c.step)
			for range 2 { // the same again when the conversation is remembered
				diff(t, []model.Usage{c.want}, mustPlay(t, m, c.req).Usages)
			}
		})
	}
}

func TestUsageCountsSchemas(t *testing.T) { // item 154
	req := structured(t)
	held := (len(req.Schema.Generation().String()) + 2) / 3
	m := newModel(t, `"fallback":{"json":{}}`)
	diff(t, held, mustPlay(t, m, req).Usages[0].Input)
	diff(t, held+1, mustPlay(t, m, &model.Request{
		Mode: model.Required, Tools: []model.Tool{{Name: "abc", Parameters: req.Schema}}}).Usages[0].Input)
}

// What a model remembers of a conversation must never show: a fresh model
// counts the same.
func TestUsageOfChangingConversations(t *testing.T) {
	id := 0
	next := func(kind model.EntryKind, text string) model.Entry {
		id++
		return entry(kind, fmt.Sprint(id), text)
	}
	p1, r1 := next(model.PromptEntry, "one"), next(model.ResponseEntry, "first answer")
	p2, r2 := next(model.PromptEntry, "two two"), next(model.ResponseEntry, "second")
	p3, o3 := next(model.PromptEntry, "three"), next(model.ToolOutputEntry, "output")
	failed := next(model.PromptEntry, "a turn that failed, whose output has the id of the next")
	output := entry(model.ToolOutputEntry, "mine", "short")
	other := entry(model.ToolOutputEntry, "mine", strings.Repeat("long", 10))
	m := newModel(t, `"fallback":{"text":"x"}`)
	for i, entries := range [][]model.Entry{
		{p1}, {p1, r1, p2}, {p1, r1, p2, r2, p3}, {p1, r1, p2, r2, p3, o3},
		{p2, r2, p3, o3},                               // trimmed or compacted
		{p1, r1, p2, r2, p3, o3},                       // and not
		{p1, r1, failed, output}, {p1, r1, p2, output}, // rolled back
		{p1, r1, p2, other},      // another attempt of the same turn
		{}, {o3}, {p3}, {p1, r1}, // reset, and other conversations
		{p1, r1, p2, r2, p3, o3},
		{p1},
	} {
		want := mustPlay(t, newModel(t, `"fallback":{"text":"x"}`), ask(entries...)).Usages
		if got := mustPlay(t, m, ask(entries...)).Usages; got[0] != want[0] {
			t.Errorf("conversation %d: usage %+v, a fresh model counts %+v", i, got, want)
		}
	}
}

func BenchmarkStepOfLongConversation(b *testing.B) {
	entries := make([]model.Entry, 0, 2001)
	for i := range 1000 {
		entries = append(entries,
			entry(model.PromptEntry, fmt.Sprint("p", i), strings.Repeat("Where is the gate? ", 20)),
			entry(model.ResponseEntry, fmt.Sprint("r", i), strings.Repeat("North of here. ", 20)))
	}
	m := new(scripted.Script).NewModel("scripted")
	req := ask(append(entries, entry(model.PromptEntry, "last", "Thanks."))...)
	b.ReportAllocs()
	for b.Loop() {
		for range m.Step(b.Context(), req) {
		}
	}
}
