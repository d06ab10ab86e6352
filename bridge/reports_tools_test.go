package bridge_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// The tests in this file replay public reports about tools; each tells its
// story. Where a report and the protocol disagree, the protocol wins.

const gateTool = `{"name":"open_gate","description":"Opens a gate.","parameters":{"type":"object","properties":{"gate":{"type":"string"}},"required":["gate"]}}`

// gatekeeper is a client that opens every gate and counts.
func gatekeeper(t *testing.T, script, more string) (c *client, opened func() int) {
	t.Helper()
	c = newClient(t, bridge.Config{}, func(c *client, m message) {
		if m.method == "tool/call" {
			c.answer(m.id, `{"output":"open"}`)
		}
	})
	c.must(`"create"`, "session/create", `{"session":"a","tools":[`+gateTool+`],"model":{"type":"scripted",`+script+`}`+more+`}`)
	return c, func() int { return len(c.having(ofMethod("tool/call"))) }
}

func save(entries string) string {
	return `{"type":"FoundationModels.Transcript","version":"1.1","transcript":{"entries":[` + entries + `]}}`
}

// A call with cut arguments was kept in the conversation, and the server failed
// every later request of it (llama.cpp #25510). A save that holds such a call
// is refused by name, and a session is not made from it.
func TestO2ARestoredSaveWithBrokenArguments(t *testing.T) {
	c := newClient(t, bridge.Config{}, nil)
	for i, arguments := range []string{`"{"`, `"{'gate':'north'}"`, `"{\"gate\": \"nor"`, `""`} {
		history := save(`{"id":"p","role":"user","contents":[{"type":"text","id":"t","text":"open"}]},
			{"id":"c","role":"response","toolCalls":[{"id":"x","name":"open_gate","arguments":` + arguments + `}]}`)
		m := c.call(fmt.Sprint(i), "session/create", `{"session":"a","model":"scripted","history":`+history+`}`)
		if m.code() != -32602 || !strings.Contains(m.text("error.message"), "toolCalls[0].arguments") {
			t.Errorf("%s: %s", arguments, m.line)
		}
	}
	c.must(`"free"`, "session/create", `{"session":"a","model":"scripted"}`)
}

// The same report: a model whose arguments are no object at all. The game never
// sees the call, the turn goes on, and what is saved can be restored.
func TestO2BBrokenArgumentsDoNotStay(t *testing.T) {
	for _, arguments := range []ojson.Value{{}, ojson.String("{"), ojson.Array(), ojson.Object(), parse(`{"gate":7}`)} {
		calls := 0
		c := newClient(t, withModel(bridge.Config{}, func(_ context.Context, r *model.Request, yield func(model.Event, error) bool) {
			if calls++; calls == 1 {
				yield(model.ToolCall{ID: "x", Name: "open_gate", Arguments: arguments}, nil)
				return
			}
			yield(model.Text{Delta: r.Entries[len(r.Entries)-1].Text}, nil)
		}), nil)
		c.must("1", "session/create", `{"session":"a","model":"func","tools":[`+gateTool+`]}`)
		answer := c.must("2", "session/respond", `{"session":"a","prompt":"open"}`)
		if n := len(c.having(ofMethod("tool/call"))); n != 0 {
			t.Errorf("%s: the game was called", arguments)
		}
		record := at(answer, "toolCalls").Items()[0]
		if text := at(answer, "text").String(); at(record, "isError").String() != "true" || !strings.Contains(text, "open_gate") {
			t.Errorf("%s: the model saw %s, the record is %s", arguments, text, record)
		}
		c.must("3", "session/respond", `{"session":"a","prompt":"and now?"}`)
		saved := c.must("4", "session/transcript", `{"session":"a"}`)
		c.must("5", "session/create", `{"session":"b","model":"scripted","history":`+saved.String()+`}`)
	}
}

// Small models make up names, and repeat them unless they are told which there
// are (ollama #8294). The call never reaches the game, and results and events
// agree about it.
func TestO3AUnknownTool(t *testing.T) {
	c, opened := gatekeeper(t, `"steps":[{"toolCalls":[{"name":"open_the_gate","arguments":{"gate":"north"}}]},
		{"toolCalls":[{"name":"open_the_gate","arguments":{"gate":"north"}}]}],"fallback":{"template":"{toolOutputs}"}`, "")
	answer := c.must("1", "session/respond", `{"session":"a","prompt":"open","stream":true}`)
	if opened() != 0 {
		t.Error("the game was called")
	}
	text, _ := at(answer, "text").AsString()
	for _, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(line, "Error: ") || !strings.Contains(line, "open_the_gate") || !strings.Contains(line, "open_gate.") {
			t.Errorf("the model was told %q", line)
		}
	}
	var events, records []string
	for _, m := range c.having(ofMethod("session/event")) {
		switch m.text("params.event.type") {
		case "toolCallStarted":
			t.Errorf("a call that was refused began: %s", m.line)
		case "toolCallCompleted":
			events = append(events, m.get("params.event.record").String())
		}
	}
	for _, r := range at(answer, "toolCalls").Items() {
		if at(r, "isError").String() != "true" || at(r, "durationSeconds").String() != "0" {
			t.Errorf("the record of a refused call: %s", r)
		}
		records = append(records, r.String())
	}
	if len(records) != 2 || !slices.Equal(events, records) {
		t.Errorf("events %s\nrecords %s", events, records)
	}
}

// A tool that the turn hides is as unknown as one that is not there (livekit
// agents PR 6085): only what is offered is named.
func TestO3BHiddenTool(t *testing.T) {
	c, opened := gatekeeper(t, `"steps":[{"toolCalls":[{"name":"open_gate","arguments":{"gate":"north"}}]}],"fallback":{"template":"{toolOutputs}"}`, "")
	c.must("1", "session/setTools", `{"session":"a","tools":[`+gateTool+`,{"name":"look","description":"Looks."}]}`)
	answer := c.must("2", "session/respond", `{"session":"a","prompt":"open","enabledTools":["look"]}`)
	text, _ := at(answer, "text").AsString()
	if opened() != 0 || !strings.HasSuffix(text, "The tools are: look.") {
		t.Errorf("%d calls, the model was told %q", opened(), text)
	}
}

// The report wants a forced call that named no tool to be forced again. The
// protocol forces on the first step only, and the protocol wins: what the model
// gets instead is the list of tools.
func TestO3CForcedToolIsForcedOnce(t *testing.T) {
	c, opened := gatekeeper(t, `"steps":[{"toolCalls":[{"name":"gate"}]},{"text":"I cannot."}]`, "")
	answer := c.must("1", "session/respond", `{"session":"a","prompt":"open","toolChoice":{"tool":"open_gate"}}`)
	if got := modes(answer); got != "required allowed" || opened() != 0 {
		t.Errorf("steps %s, %d calls", got, opened())
	}
}

// modes are the modes of a turn's steps.
func modes(answer ojson.Value) string {
	var list []string
	for _, s := range at(answer, "steps").Items() {
		mode, _ := at(s, "toolCallingMode").AsString()
		list = append(list, mode)
	}
	return strings.Join(list, " ")
}

// A forced tool choice was sent again with every step, so the model could never
// stop calling (openai-agents #1544). It is forced once, may be called while
// rounds are left, and is then taken away; the turn ends all the same.
func TestO4AForcedToolLoops(t *testing.T) {
	const call = `{"toolCalls":[{"name":"open_gate","arguments":{"gate":"north"}}]}`
	c, opened := gatekeeper(t, `"steps":[`+call+`,`+call+`],"fallback":{"text":"done"}`, `,"options":{"toolChoice":"required","maxToolRounds":2}`)
	answer := c.must("1", "session/respond", `{"session":"a","prompt":"open"}`)
	if got := modes(answer); got != "required allowed disallowed" || opened() != 2 {
		t.Errorf("steps %s, %d calls", got, opened())
	}
	// A server may ignore that the tools are off. One more step, then an error.
	c, opened = gatekeeper(t, `"fallback":`+call, `,"options":{"toolChoice":"required","maxToolRounds":2}`)
	m := c.call("1", "session/respond", `{"session":"a","prompt":"open"}`)
	if m.text("error.data.code") != "generation_failed" || m.code() != -32012 || opened() != 2 {
		t.Errorf("%d calls, then %s", opened(), m.line)
	}
	if list := c.must("2", "session/list", ""); !strings.Contains(list.String(), `"entries":0`) {
		t.Errorf("the failed turn left something: %s", list)
	}
}

// A model called the same tool with the same arguments forty times. The report
// wants the earlier output served again; by the protocol every call is executed,
// since a game may have moved on, and only the limits stop a loop.
func TestO4BIdenticalCallsAreExecuted(t *testing.T) {
	const call = `{"name":"open_gate","arguments":{"gate":"north"}}`
	c, opened := gatekeeper(t, `"steps":[{"toolCalls":[`+call+`]},{"toolCalls":[`+call+`,`+call+`]},{"toolCalls":[`+call+`]}],"fallback":{"text":"done"}`,
		`,"options":{"maxToolCalls":3}`)
	answer := c.must("1", "session/respond", `{"session":"a","prompt":"open"}`)
	// Three calls are the limit, so the third round is not offered any; the
	// script calls all the same and hears that it must answer.
	if opened() != 3 {
		t.Errorf("the game was called %d times, want 3", opened())
	}
	if got := modes(answer); got != "allowed allowed disallowed disallowed" {
		t.Errorf("steps %s", got)
	}
	records := at(answer, "toolCalls").Items()
	if last := records[len(records)-1]; len(records) != 4 || at(last, "isError").String() != "true" {
		t.Errorf("records: %s", at(answer, "toolCalls"))
	}
}

// One answer with a whole inventory pushed everything else out of the context
// (agent-zero #833). The model sees an excerpt that is still JSON and says what
// is missing, the game's result has the value whole, and the turn warns.
func TestO12LargeOutputs(t *testing.T) {
	list := func(n int) string { return "[" + strings.Repeat(`{"item":"sword","count":3},`, n-1) + "{}]" }
	for _, test := range []struct{ name, output string }{
		{"A 10 KB", quote(strings.Repeat("x", 10<<10))},
		{"B 1 MB text", quote(strings.Repeat("ü", 1<<19))},
		{"B 1 MB JSON", `{"inventory":` + list(40_000) + `}`},
		{"C 20 MB", quote(strings.Repeat("y", 20<<20))}, // in process; see stdio for the wire
		{"D 100,000 items", list(100_000)},
	} {
		t.Run(test.name, func(t *testing.T) {
			var seen string
			c := newClient(t, withModel(bridge.Config{}, func(_ context.Context, r *model.Request, yield func(model.Event, error) bool) {
				last := r.Entries[len(r.Entries)-1]
				if last.Kind == model.PromptEntry {
					yield(model.ToolCall{ID: "x", Name: "look", Arguments: ojson.Object()}, nil)
					return
				}
				seen = last.Text
				yield(model.Text{Delta: "I see"}, nil)
			}), func(c *client, m message) {
				if m.method == "tool/call" {
					c.answer(m.id, `{"output":`+test.output+`}`)
				}
			})
			c.must("1", "session/create", `{"session":"a","model":"func","tools":[{"name":"look","description":"Looks."}]}`)
			answer := c.must("2", "session/respond", `{"session":"a","prompt":"look"}`)
			if got := at(at(answer, "toolCalls").Items()[0], "output"); got.String() != test.output {
				t.Errorf("the record has %d bytes, want %d", len(got.String()), len(test.output))
			}
			if len(seen) > 40_000 {
				t.Errorf("the model saw %d bytes", len(seen))
			}
			short := len(test.output) < 16_000
			if warned := at(answer, "warnings").Len() > 0; warned == short {
				t.Errorf("warnings: %s", at(answer, "warnings"))
			}
			if short != (len(seen) >= 10<<10 && !strings.Contains(seen, "more")) {
				t.Errorf("the model saw %.80q … %q", seen, seen[len(seen)-80:])
			}
			if test.output[0] != '"' {
				if _, err := ojson.Parse([]byte(seen)); err != nil {
					t.Errorf("what the model saw is not JSON: %v", err)
				}
			}
		})
	}
}
