package agent_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
)

// A reply that comes after the timeout is too late, also when the turn hears of
// both at once.
func TestReplyAfterTheTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		quick := tool("quick")
		quick.Timeout = time.Second
		a := newAgent(t, newActor(calls("quick", "look")), nil, quick, tool("look"))
		h := &host{}
		h.answer = func(c *openCall) {
			if c.Name == "look" { // the turn is held up
				<-time.After(2 * time.Second)
				h.calls[0].reply(output("late"))
				c.reply(output("bricks"))
			}
		}
		r := respond(t, a, agent.Turn{}, h)
		var got []string
		for _, record := range r.ToolCalls {
			got = append(got, describe(record))
		}
		diff(t, "records", []string{`quick: error "Tool 'quick' timed out after 1s."`, `look: "bricks"`}, got)
		diff(t, "cancels", 1, len(h.calls[0].reasons))
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
