package bridge_test

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// Sent at once, the three must always do the same: a cancel that overtakes the
// respond before it, or that is handled by another goroutine, would miss it now
// and then.
func TestPipelinedCancel(t *testing.T) {
	const rounds = 400
	for _, test := range []struct{ name, model, tools string }{
		{"waiting", `{"type":"scripted","steps":[{"text":"late","delayMs":3600000}]}`, `[]`},
		{"tool call", `{"type":"scripted","steps":[{"toolCalls":[{"name":"look"}]}]}`, `[{"name":"look","description":"Looks."}]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newClient(t, bridge.Config{}, nil)
			for i := range rounds {
				session := fmt.Sprintf(`"session":"s%d"`, i)
				c.request(fmt.Sprintf(`"create %d"`, i), "session/create", fmt.Sprintf(`{%s,"model":%s,"tools":%s}`, session, test.model, test.tools))
				c.request(fmt.Sprintf(`"respond %d"`, i), "session/respond", fmt.Sprintf(`{%s,"prompt":"x"}`, session))
				c.request(fmt.Sprintf(`"cancel %d"`, i), "session/cancel", fmt.Sprintf(`{%s}`, session))
				c.request(fmt.Sprintf(`"transcript %d"`, i), "session/transcript", fmt.Sprintf(`{%s}`, session))
				c.request(fmt.Sprintf(`"delete %d"`, i), "session/delete", fmt.Sprintf(`{%s}`, session))
			}
			for i := range rounds {
				if m := c.response(fmt.Sprintf(`"respond %d"`, i)); m.code() != bridge.CodeCancelled {
					t.Fatalf("round %d: %s", i, m.line)
				}
				if m := c.response(fmt.Sprintf(`"cancel %d"`, i)); m.get("result.cancelled").String() != "1" {
					t.Fatalf("round %d: %s", i, m.line)
				}
			}
			// Every call that was announced is taken back.
			calls, cancels := c.having(ofMethod("tool/call")), c.having(ofMethod("tool/cancel"))
			if len(calls) != len(cancels) {
				t.Errorf("%d calls, %d of them cancelled", len(calls), len(cancels))
			}
		})
	}
}

// A turn that takes no time may be done before the cancel comes. Then the
// cancel says so and the turn stays; in no case do answer, count and history
// disagree. The cancels come at all moments of a turn, those after its answer
// is complete and before its response included.
func TestCancelAgreesWithAnswer(t *testing.T) {
	const rounds = 3000
	c := newClient(t, bridge.Config{}, nil)
	for i := range rounds {
		session := fmt.Sprintf(`{"session":"s%d"`, i)
		id := func(what string) string { return fmt.Sprintf(`"%s %d"`, what, i) }
		c.request(id("create"), "session/create", session+`,"model":{"type":"scripted","fallback":{"text":"quick"}}}`)
		method, params, left := "session/respond", session+`,"prompt":"x"}`, [2]int{2, 0}
		if i%2 == 1 { // of a turn, its compaction
			c.must(id("first"), method, params)
			method, params, left = "session/compact", session+`,"keepRecentTurns":0}`, [2]int{0, 2}
		}
		c.request(id("work"), method, params)
		for began := time.Now(); time.Since(began) < time.Duration(i%100)*time.Microsecond/2; {
			runtime.Gosched()
		}
		c.request(id("cancel"), "session/cancel", session+`}`)
		cancelled, entries := 0, left[0]
		switch m := c.response(id("work")); m.code() {
		case 0:
		case bridge.CodeCancelled:
			cancelled, entries = 1, left[1]
		default:
			t.Fatalf("round %d: %s", i, m.line)
		}
		if m := c.response(id("cancel")); m.get("result.cancelled").String() != fmt.Sprint(cancelled) {
			t.Fatalf("round %d: %d were cancelled, but %s", i, cancelled, m.line)
		}
		list := c.must(id("list"), "session/list", "")
		if !strings.Contains(list.String(), fmt.Sprintf(`"busy":false,"pendingOperations":0,"entries":%d,`, entries)) {
			t.Fatalf("round %d: %d were cancelled, but of %s: %s", i, cancelled, method, list)
		}
		c.must(id("delete"), "session/delete", session+`}`)
	}
}

// A client that had its answer and asked at once found the session busy: the
// operation was answered before it left the queue. The log entry of a failed
// request is written on the way to its answer, so this asks earlier still.
func TestIdleOnceAnswered(t *testing.T) {
	var c *client
	var lists []ojson.Value
	log := slog.New(logFunc(func(r slog.Record) {
		if r.Message == "request failed" {
			list, err := c.engine.Call(t.Context(), "session/list", ojson.Object())
			if err != nil {
				t.Error(err)
			}
			lists = append(lists, list)
		}
	}))
	c = newClient(t, bridge.Config{Logger: log}, nil)
	c.must("1", "session/create", `{"session":"a","model":{"type":"scripted","fallback":{"error":"refusal"}}}`)
	c.call("2", "session/respond", `{"session":"a","prompt":""}`)
	if len(lists) != 1 || !strings.Contains(lists[0].String(), `"busy":false,"pendingOperations":0,"entries":0`) {
		t.Errorf("with the answer on its way the session is %v", lists)
	}
}

// logFunc is a handler of log records.
type logFunc func(slog.Record)

func (logFunc) Enabled(context.Context, slog.Level) bool        { return true }
func (f logFunc) Handle(_ context.Context, r slog.Record) error { f(r); return nil }
func (f logFunc) WithAttrs([]slog.Attr) slog.Handler            { return f }
func (f logFunc) WithGroup(string) slog.Handler                 { return f }

// Shutdown took requests in any order: a running turn that ended let the next
// one of its session begin, which was cancelled only then.
func TestShutdownCancelsQueuedTurnsFirst(t *testing.T) {
	const sessions, turns = 64, 8
	var begun atomic.Int32
	waiting := func(ctx context.Context, _ *model.Request, yield func(model.Event, error) bool) {
		begun.Add(1)
		<-ctx.Done()
		yield(nil, ctx.Err())
	}
	for range 10 {
		begun.Store(0)
		c := newClient(t, withModel(bridge.Config{}, waiting), nil)
		for i := range sessions {
			c.request("1", "session/create", fmt.Sprintf(`{"session":"s%d","model":"func"}`, i))
			for range turns {
				c.request("2", "session/respond", fmt.Sprintf(`{"session":"s%d","prompt":""}`, i))
			}
		}
		c.must("3", "ping", "")
		for begun.Load() < sessions {
			runtime.Gosched()
		}
		c.must("4", "shutdown", "")
		if n := begun.Load(); n != sessions {
			t.Fatalf("%d turns began, though only the first of each of %d sessions may", n, sessions)
		}
		c.engine.Close()
	}
}

// Two slow turns are two; what has been applied is none.
func TestCancelCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, bridge.Config{}, nil)
		c.must("1", "session/create", `{"session":"a","model":{"type":"scripted","fallback":{"text":"x","delayMs":1000}}}`)
		c.must("2", "session/setInstructions", `{"session":"a","instructions":"y"}`)
		c.request("3", "session/respond", `{"session":"a","prompt":""}`)
		c.request("4", "session/respond", `{"session":"a","prompt":""}`)
		c.request("5", "session/setInstructions", `{"session":"a","instructions":"z"}`)
		synctest.Wait()
		if got := c.must("6", "session/cancel", `{"session":"a"}`); at(got, "cancelled").String() != "3" {
			t.Errorf("three were waiting, but %s", got)
		}
		if got := c.must("7", "session/cancel", `{"session":"a"}`); at(got, "cancelled").String() != "0" {
			t.Errorf("nothing is left to cancel, but %s", got)
		}
		if list := c.must("8", "session/list", ""); !strings.Contains(list.String(), `"instructions":"y"`) {
			t.Errorf("a cancelled setting was applied: %s", list)
		}
		// The running step is used up, the queued one is not: one fallback is
		// like the other, so the clock tells.
		began := time.Now()
		c.must("9", "session/respond", `{"session":"a","prompt":""}`)
		if took := time.Since(began); took != time.Second {
			t.Errorf("the next turn took %v", took)
		}
	})
}

func TestQueueLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, bridge.Config{MaxQueuedOperations: 3}, nil)
		c.must("0", "session/create", `{"session":"a","model":{"type":"scripted","fallback":{"text":"x","delayMs":1000}}}`)
		c.must("-1", "session/create", `{"session":"b","model":"scripted"}`)
		for i := range 5 {
			c.request(fmt.Sprint(i+1), "session/respond", `{"session":"a","prompt":""}`)
		}
		for _, id := range []string{"4", "5"} {
			m := c.response(id)
			if m.code() != bridge.CodeBusy || m.text("error.data.code") != "busy" || m.get("error.data.limit").String() != "3" {
				t.Errorf("over the limit: %s", m.line)
			}
		}
		// The limit is one session's, and cancelling needs no place.
		c.must("6", "session/respond", `{"session":"b","prompt":""}`)
		if got := c.must("7", "session/cancel", `{"session":"a"}`); at(got, "cancelled").String() != "3" {
			t.Errorf("cancelled %s", got)
		}
		c.must("8", "session/respond", `{"session":"a","prompt":""}`)
	})
}

func TestPendingInputLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const limit = 1 << 20
		c := newClient(t, bridge.Config{MaxPendingInput: limit}, nil)
		c.must("0", "session/create", `{"session":"a","model":{"type":"scripted","fallback":{"text":"x","delayMs":1000}}}`)
		long := `{"session":"a","prompt":"` + strings.Repeat("x", limit*2/3) + `"}`
		c.request("1", "session/respond", long)
		m := c.call("2", "session/respond", long)
		if m.code() != bridge.CodeBusy || m.text("error.data.code") != "busy" || m.get("error.data.limit").String() != fmt.Sprint(limit) {
			t.Errorf("over the limit: %s", m.line)
		}
		c.send(`{"jsonrpc":"2.0","method":"session/respond","params":%s}`, long) // refused, and nobody to tell
		c.must("3", "ping", "")
		c.response("1")
		c.must("4", "session/respond", long) // there is room again
		if n := len(c.having(message.isResponse)); n != 5 {
			t.Errorf("%d responses:\n%s", n, tail(c.all()))
		}
	})
}

// A request that was being handled while the engine closed made a turn that no
// one cancelled; it waited for its tool call, and Close for it.
func TestCloseWhileReceiving(t *testing.T) {
	for range 300 {
		e := bridge.New(bridge.Config{ToolTimeout: bridge.NoTimeout}, func([]byte) error { return nil })
		var sender sync.WaitGroup
		sender.Go(func() {
			for i := range 20 {
				e.Receive(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":"session/create","params":{"session":"s%d","tools":[{"name":"t"}],"model":{"type":"scripted","steps":[{"toolCalls":[{"name":"t"}]}]}}}`, i))
				e.Receive(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":2,"method":"session/respond","params":{"session":"s%d","prompt":""}}`, i))
			}
		})
		e.Close()
		sender.Wait()
	}
}

// The same race, made to happen: the engine stops while a handler runs, which
// then starts work.
func TestStopWhileHandling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ran atomic.Bool
		c := newClient(t, with("x/stop", func(r *bridge.Request) (bridge.Reply, error) {
			r.Engine().Stop()
			return bridge.Deferred(r, func(ctx context.Context, _ *bridge.Operation) (ojson.Value, error) {
				ran.Store(true)
				<-ctx.Done()
				return ojson.Value{}, ctx.Err()
			}), nil
		}), nil)
		c.request("1", "x/stop", "")
		synctest.Wait()
		c.engine.Close()
		if ran.Load() {
			t.Error("work began after the engine had stopped")
		}
	})
}

// After Close nothing is delivered, not even a parse error.
func TestNothingAfterClose(t *testing.T) {
	c := newClient(t, bridge.Config{}, nil)
	c.must("1", "ping", "")
	c.engine.Close()
	before := len(c.all())
	c.send(`not json`)
	c.request("2", "ping", "")
	c.engine.Notify("x/y", parse("{}"))
	c.engine.ReceiveTooLong(1)
	c.engine.Close() // a second time does nothing
	if got := c.all()[before:]; len(got) > 0 {
		t.Errorf("delivered after Close: %s", got[0].line)
	}
}
