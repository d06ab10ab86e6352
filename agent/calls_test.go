package agent_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// start runs a turn in the background and returns when it waits for something.
func start(ctx context.Context, a *agent.Agent, turn agent.Turn, h agent.Host) (finish func() (*agent.Response, error)) {
	type outcome struct {
		r   *agent.Response
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		r, err := a.Respond(ctx, turn, h)
		done <- outcome{r, err}
	}()
	synctest.Wait()
	return func() (*agent.Response, error) {
		o := <-done
		return o.r, o.err
	}
}

func TestEventsOfARound(t *testing.T) {
	m := newActor(calls("look", "fly", "jump"), says("A ", "wall."))
	a := newAgent(t, m, nil, tool("look"), tool("jump"))
	h := answering("ok")
	r := respond(t, a, agent.Turn{Prompt: "Go."}, h)
	diff(t, "log", lines(`
		step 0 allowed [look jump]
		started client look
		call look
		completed fly: error "There is no tool 'fly' to call. The tools are: look, jump."
		started client jump
		call jump
		completed look: "ok"
		completed jump: "ok"
		step 1 allowed [look jump]
		text "A " of "A "
		text "wall." of "A wall."
	`), h.log)
	for i, record := range r.ToolCalls {
		if !regexp.MustCompile(`^call_[0-9A-Za-z]{24}$`).MatchString(record.Call.ID) {
			t.Errorf("call %d has the id %q", i, record.Call.ID)
		}
		if i > 0 && record.Call.ID == r.ToolCalls[0].Call.ID {
			t.Errorf("call %d has the id of another one", i)
		}
		diff(t, "record and event", describe(h.records[i]), describe(record))
	}
	diff(t, "what the model sees", []string{"> Go.", "call look{}", "call fly{}", "call jump{}",
		"output look: ok", "output fly: Error: There is no tool 'fly' to call. The tools are: look, jump.", "output jump: ok"},
		texts(m.last(t).Entries))
}

// Outputs belong to the calls by the model's own ids, made up where it gave
// none; the game's ids are others (behaviours, item 84).
func TestIDsOfCalls(t *testing.T) {
	m := newActor(does(
		model.ToolCall{ID: "mine", Name: "look", Arguments: ojson.Object()},
		model.ToolCall{Name: "look", Arguments: ojson.Object()},
	))
	a := newAgent(t, m, nil, tool("look"))
	h := answering("ok")
	respond(t, a, agent.Turn{}, h)
	e := m.last(t).Entries
	if e[1].Calls[0].ID != "mine" || e[1].Calls[1].ID == "" {
		t.Errorf("the calls have the ids %q and %q", e[1].Calls[0].ID, e[1].Calls[1].ID)
	}
	for i, c := range e[1].Calls {
		if e[2+i].ID != c.ID {
			t.Errorf("output %d has the id %q, its call %q", i, e[2+i].ID, c.ID)
		}
		if h.calls[i].ID == c.ID {
			t.Errorf("the game knows call %d by the model's id", i)
		}
	}
}

func TestArgumentsThatDoNotFit(t *testing.T) {
	gate := tool("open_gate")
	gate.Parameters = parseSchema(t, `{"type":"object","properties":{"gate":{"type":"string"}},"required":["gate"]}`)
	bad := func(arguments string) play {
		return does(model.ToolCall{Name: "open_gate", Arguments: parse(t, arguments)})
	}
	m := newActor(bad(`{}`), bad(`{"gate":7}`), bad(`{"gate":"north"}`))
	a := newAgent(t, m, nil, tool("look"), gate)
	h := answering("ok")
	r := respond(t, a, agent.Turn{}, h)
	if len(h.calls) != 1 || len(r.ToolCalls) != 3 {
		t.Fatalf("%d calls reached the game, %d records", len(h.calls), len(r.ToolCalls))
	}
	for i, record := range r.ToolCalls[:2] {
		text, _ := record.Output.Value.AsString()
		if !record.Output.IsError || record.Duration != 0 || !strings.Contains(text, `"gate"`) || !strings.HasSuffix(text, "The tools are: look, open_gate.") {
			t.Errorf("record %d = %+v", i, record)
		}
	}
	if got := strings.Count(strings.Join(h.log, "\n"), "started"); got != 1 {
		t.Errorf("%d calls started", got)
	}
}

// Calls over the limit, and those of tools that a step hides, never start.
func TestCallsThatNeverStart(t *testing.T) {
	m := newActor(calls("look", "jump", "look"), says("Hm."), calls("jump"))
	a := newAgent(t, m, func(c *agent.Config) { c.Options.MaxToolCalls = 1 }, tool("look"), tool("jump"))
	h := answering("ok")
	r := respond(t, a, agent.Turn{}, h)
	const over = `error "The limit of 1 tool calls in a turn is reached. Answer with what is known."`
	diff(t, "log", lines(`
		step 0 allowed [look jump]
		started client look
		call look
		completed jump: `+over+`
		completed look: `+over+`
		completed look: "ok"
		step 1 disallowed []
		text "Hm." of "Hm."
	`), h.log)
	if r.ToolCalls[0].Duration != 0 || r.ToolCalls[1].Duration != 0 {
		t.Errorf("records %+v", r.ToolCalls)
	}
	h = answering("ok")
	respond(t, a, agent.Turn{Overrides: agent.Overrides{EnabledTools: &[]string{"look"}}}, h)
	diff(t, "log", lines(`
		step 0 allowed [look]
		completed jump: error "There is no tool 'jump' to call. The tools are: look."
		step 1 disallowed []
		text "The end." of "The end."
	`), h.log)
}

func TestRespondDirectlyIsSilent(t *testing.T) {
	m := newActor(calls(agent.RespondDirectly))
	a := newAgent(t, m, func(c *agent.Config) { c.Options.ToolChoice.Kind = agent.ChoiceExplicit }, tool("look"))
	h := &host{}
	r := respond(t, a, agent.Turn{}, h)
	diff(t, "log", lines(`
		step 0 required [look]
		step 1 disallowed []
		text "The end." of "The end."
	`), h.log)
	diff(t, "records", 0, len(r.ToolCalls))
}

func TestOnlyTheFirstReplyCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newActor(calls("look", "jump"))
		a := newAgent(t, m, nil, tool("look"), tool("jump"))
		h := &host{answer: func(c *openCall) {
			// Many replies to one call must not push out the one to the next.
			for i := range 10 {
				c.reply(output(fmt.Sprintf("%s %d", c.Name, i)))
			}
		}}
		finish := start(t.Context(), a, agent.Turn{}, h)
		if _, err := finish(); err != nil {
			t.Fatal(err)
		}
		for _, c := range h.calls {
			c.reply(output("late"))
			diff(t, "cancels", nil, c.reasons)
		}
		diff(t, "outputs", []string{"output look: look 0", "output jump: jump 0"}, texts(m.last(t).Entries)[3:])
	})
}

func TestCompletionOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newActor(calls("a", "b", "c"))
		a := newAgent(t, m, nil, tool("a"), tool("b"), tool("c"))
		h := &host{}
		finish := start(t.Context(), a, agent.Turn{}, h)
		for i, wait := range map[int]time.Duration{2: 250 * time.Millisecond, 0: 1250 * time.Millisecond, 1: 3 * time.Second} {
			time.AfterFunc(wait, func() { h.calls[i].reply(output(h.calls[i].Name)) })
		}
		r, err := finish()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, record := range r.ToolCalls {
			got = append(got, record.Call.Name+" "+record.Duration.String())
		}
		diff(t, "records", []string{"c 250ms", "a 1.25s", "b 3s"}, got)
		diff(t, "what the model sees", []string{"output a: a", "output b: b", "output c: c"}, texts(m.last(t).Entries)[4:])
	})
}

func TestNilHost(t *testing.T) {
	m := newActor(calls("look"), says("Dark."))
	a := newAgent(t, m, nil, tool("look"))
	r := respond(t, a, agent.Turn{Prompt: "Look."}, nil)
	if len(r.ToolCalls) != 1 || !r.ToolCalls[0].Output.IsError || r.Text != "Dark." {
		t.Errorf("response %+v", r)
	}
	if got := texts(m.last(t).Entries)[2]; !strings.HasPrefix(got, "output look: Error: ") {
		t.Errorf("the model sees %q", got)
	}
}

func TestOutputs(t *testing.T) {
	for _, c := range []struct {
		value   string
		isError bool
		record  string
		model   string
	}{
		{`"It opens."`, false, `"It opens."`, "It opens."},
		{`{"b":1,"a":[true,null]}`, false, `{"b":1,"a":[true,null]}`, `{"b":1,"a":[true,null]}`},
		{`null`, false, `null`, "null"},
		{`0.5`, false, `0.5`, "0.5"},
		{`""`, false, `""`, ""},
		{`"Jammed."`, true, `"Jammed."`, "Error: Jammed."},
		{`{"why":"rust"}`, true, `"{\"why\":\"rust\"}"`, `Error: {"why":"rust"}`},
		{`null`, true, `"null"`, "Error: null"},
	} {
		o := agent.NewOutput(parse(t, c.value), c.isError)
		diff(t, "value of "+c.value, c.record, o.Value.String())
		diff(t, "model text of "+c.value, c.model, o.ModelText())
		if o.IsError != c.isError {
			t.Errorf("%s: IsError = %v", c.value, o.IsError)
		}
	}
	diff(t, "ErrorOutput", "Error: No.", agent.ErrorOutput("No.").ModelText())
}
