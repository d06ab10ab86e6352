package agent_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
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

func TestTimeouts(t *testing.T) {
	for limit, want := range map[time.Duration]string{
		120 * time.Second: "120s", 200 * time.Millisecond: "200ms", 1500 * time.Millisecond: "1s 500ms",
		time.Second: "1s", 24 * time.Hour: "86400s", 90250 * time.Millisecond: "90s 250ms", time.Millisecond: "1ms",
	} {
		synctest.Test(t, func(t *testing.T) {
			look := tool("look")
			look.Timeout = limit
			m := newActor(calls("look"))
			a := newAgent(t, m, nil, look)
			h := &host{}
			finish := start(t.Context(), a, agent.Turn{}, h)
			began := time.Now()
			r, err := finish()
			if err != nil || time.Since(began) != limit || r.ToolCalls[0].Duration != limit {
				t.Fatalf("%v: %v after %v: %+v", limit, err, time.Since(began), r.ToolCalls)
			}
			message := "Tool 'look' timed out after " + want + "."
			diff(t, "record", `look: error "`+message+`"`, describe(r.ToolCalls[0]))
			diff(t, "reasons", []string{"Error: " + message}, h.calls[0].reasons)
			h.calls[0].reply(output("late"))
			diff(t, "log", lines(`
				step 0 allowed [look]
				started client look
				call look
				completed look: error "`+message+`"
				cancel look: Error: `+message+`
				step 1 allowed [look]
				text "The end." of "The end."
			`), h.log)
			diff(t, "what the model sees", "output look: Error: "+message, texts(m.last(t).Entries)[2])
		})
	}
}

func TestEachCallHasItsOwnTimer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow, quick, endless := tool("slow"), tool("quick"), tool("endless")
		slow.Timeout, quick.Timeout = 2*time.Second, time.Second
		a := newAgent(t, newActor(calls("slow", "endless", "quick", "quick")), nil, slow, quick, endless)
		h := &host{}
		finish := start(t.Context(), a, agent.Turn{}, h)
		time.AfterFunc(500*time.Millisecond, func() { h.calls[3].reply(output("here")) })
		time.AfterFunc(48*time.Hour, func() { h.calls[1].reply(output("at last")) })
		r, err := finish()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, record := range r.ToolCalls {
			got = append(got, describe(record))
		}
		diff(t, "records", []string{`quick: "here"`, `quick: error "Tool 'quick' timed out after 1s."`,
			`slow: error "Tool 'slow' timed out after 2s."`, `endless: "at last"`}, got)
		for i, n := range []int{1, 0, 1, 0} {
			if len(h.calls[i].reasons) != n {
				t.Errorf("call %d was cancelled %d times, want %d", i, len(h.calls[i].reasons), n)
			}
		}
	})
}

// Each open call is cancelled once, in the order of the ids (item 124); what
// was answered or has timed out is left alone.
func TestCancelWithCallsOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		quick := tool("quick")
		quick.Timeout = time.Second
		a := newAgent(t, newActor(calls("look", "look", "quick", "look", "look", "look", "look", "look", "look")), nil, tool("look"), quick)
		ctx, cancel := context.WithCancel(t.Context())
		h := &host{}
		finish := start(ctx, a, agent.Turn{}, h)
		h.calls[0].reply(output("here"))
		<-time.After(2 * time.Second)
		synctest.Wait()
		before := len(h.log)
		cancel()
		r, err := finish()
		wantCode(t, err, model.Cancelled)
		if len(r.ToolCalls) != 2 || len(h.records) != 2 || a.EntryCount() != 0 {
			t.Errorf("%d records, %d events, %d entries", len(r.ToolCalls), len(h.records), a.EntryCount())
		}
		if n := len(h.log) - before; n != 7 {
			t.Errorf("%d cancels, want 7: %v", n, h.log[before:])
		}
		for i, c := range h.calls {
			want := 1
			if i == 0 {
				want = 0
			}
			if len(c.reasons) != want || want == 1 && c.reasons[0] == "" {
				t.Errorf("call %d: reasons %q", i, c.reasons)
			}
			c.reply(output("late")) // nobody is there, and nobody minds
		}
	})
}

func TestCancelsAreInTheOrderOfTheIDs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAgent(t, newActor(calls("look", "look", "look", "look", "look", "look", "look", "look")), nil, tool("look"))
		ctx, cancel := context.WithCancel(t.Context())
		h := &orderHost{}
		finish := start(ctx, a, agent.Turn{}, h)
		cancel()
		_, err := finish()
		wantCode(t, err, model.Cancelled)
		if len(h.cancelled) != 8 || !slices.IsSorted(h.cancelled) {
			t.Errorf("cancelled: %q", h.cancelled)
		}
	})
}

// orderHost writes down the ids of cancelled calls.
type orderHost struct{ cancelled []string }

func (h *orderHost) Event(agent.Event) {}

func (h *orderHost) CallTool(c agent.Call, _ func(agent.Output)) func(string) {
	return func(string) { h.cancelled = append(h.cancelled, c.ID) }
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
