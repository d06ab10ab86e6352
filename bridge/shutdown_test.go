package bridge_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/ojson"
)

// Cancelled requests are answered first, then shutdown, then whatever came
// after it, with a refusal.
func TestShutdownOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ended atomic.Int32
		config := extended(gate{}, extension{shutdown: func(context.Context) { ended.Add(1) }})
		c := newClient(t, config, nil)
		c.must("0", "session/create", `{"session":"a","tools":[{"name":"look"}],"model":{"type":"scripted","steps":[{"toolCalls":[{"name":"look"}]}]}}`)
		c.request("1", "session/respond", `{"session":"a","prompt":""}`)
		c.request("2", "session/respond", `{"session":"a","prompt":""}`)
		c.request("3", "session/reset", `{"session":"a"}`)
		c.request("4", "gate/wait", "")
		synctest.Wait() // the tool call is out
		c.request("5", "shutdown", "")
		c.request("6", "ping", "")
		c.request("7", "no/such", "")
		c.request("8", "shutdown", `[]`)
		c.response("8")
		for id := 1; id <= 4; id++ {
			if m := c.response(fmt.Sprint(id)); m.code() != bridge.CodeCancelled || m.index > c.response("5").index {
				t.Errorf("before the answer to shutdown: %s", m.line)
			}
		}
		if m := c.response("5"); m.line != `{"jsonrpc":"2.0","id":5,"result":{}}` {
			t.Errorf("shutdown: %s", m.line)
		}
		for id := 6; id <= 8; id++ {
			if m := c.response(fmt.Sprint(id)); m.code() != bridge.CodeShutDown || m.index < c.response("5").index {
				t.Errorf("after shutdown: %s", m.line)
			}
		}
		if n := len(c.having(ofMethod("tool/cancel"))); n != 1 {
			t.Errorf("%d calls were taken back, want 1", n)
		}
		c.engine.Close()
		if n := ended.Load(); n != 1 {
			t.Errorf("the extension was shut down %d times", n)
		}
	})
}

// The host hears of it once the client can have heard.
func TestOnShutdown(t *testing.T) {
	for _, params := range []string{`"id":1,"method":"shutdown"`, `"method":"shutdown"`} {
		var delivered atomic.Bool
		called := make(chan bool, 2)
		e := bridge.New(bridge.Config{OnShutdown: func() { called <- delivered.Load() }}, func(lines []byte) error {
			delivered.Store(true)
			return nil
		})
		e.Receive([]byte(`{"jsonrpc":"2.0",` + params + `}`))
		if after := <-called; !after && strings.Contains(params, "id") {
			t.Error("called before the answer was delivered")
		}
		e.Close()
		if len(called) > 0 {
			t.Error("called twice")
		}
	}
}

// Work and extensions that ignore their contexts hold shutdown about 2 s. What
// they answer later is still delivered.
func TestShutdownIsBounded(t *testing.T) {
	for _, test := range []struct{ name, what string }{{"work", "work"}, {"extension", "shutdown"}, {"both", "work and shutdown"}} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				x := extension{methods: map[string]bridge.Handler{"x/stuck": func(r *bridge.Request) (bridge.Reply, error) {
					return bridge.Deferred(r, func(_ context.Context, op *bridge.Operation) (ojson.Value, error) {
						if err := op.Commit(); err != nil {
							return ojson.Value{}, err
						}
						<-time.After(8 * time.Second)
						return ojson.String("late"), nil
					}), nil
				}}}
				if strings.Contains(test.what, "shutdown") {
					x.shutdown = func(ctx context.Context) {
						if _, ok := ctx.Deadline(); !ok {
							t.Error("the context of the extension has no end")
						}
						<-time.After(8 * time.Second)
					}
				}
				c := newClient(t, extended(x), nil)
				if strings.Contains(test.what, "work") {
					c.request("1", "x/stuck", "")
					synctest.Wait()
				}
				began := time.Now()
				c.must("2", "shutdown", "")
				if took := time.Since(began); took < time.Second || took > 3*time.Second {
					t.Errorf("shutdown took %v", took)
				}
				if m := c.call("3", "ping", ""); m.code() != bridge.CodeShutDown {
					t.Errorf("after shutdown: %s", m.line)
				}
				if strings.Contains(test.what, "work") {
					if m := c.response("1"); m.text("result") != "late" {
						t.Errorf("the work that went on: %s", m.line)
					}
				}
			})
		})
	}
}

// While shutdown waits, answers to the bridge's own requests still count.
func TestAnswersDuringShutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := make(chan string, 1)
		c := newClient(t, with("x/ask", func(r *bridge.Request) (bridge.Reply, error) {
			return bridge.Deferred(r, func(_ context.Context, op *bridge.Operation) (ojson.Value, error) {
				if err := op.Commit(); err != nil {
					return ojson.Value{}, err
				}
				return r.Ask(context.Background(), bridge.Question{Method: "dice/roll"})
			}), nil
		}), func(_ *client, m message) {
			if m.method == "dice/roll" {
				asked <- m.id
			}
		})
		c.request("1", "x/ask", "")
		id := <-asked
		c.request("2", "shutdown", "")
		<-time.After(time.Second)
		c.answer(id, `6`)
		if m := c.response("1"); m.get("result").String() != "6" || m.index > c.response("2").index {
			t.Errorf("the answer: %s", m.line)
		}
	})
}

// An engine that is closed without shutdown gives its extensions up as well,
// and does not wait for ever for one.
func TestCloseShutsExtensionsDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ended atomic.Int32
		began := time.Now()
		c := newClient(t, extended(extension{shutdown: func(ctx context.Context) {
			<-ctx.Done()
			ended.Add(1)
		}}), nil)
		c.engine.Close()
		if n, took := ended.Load(), time.Since(began); n != 1 || took > 3*time.Second {
			t.Errorf("%d extensions were shut down after %v", n, took)
		}
	})
}
