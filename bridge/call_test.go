package bridge_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// gate is an extension with a method that holds up all later requests until it
// is opened, and one that answers when its context ends.
type gate struct{ opened chan struct{} }

func (g gate) Register(r *bridge.Registry) {
	r.Handle("gate/hold", func(*bridge.Request) (bridge.Reply, error) {
		<-g.opened
		return bridge.Result(ojson.Object()), nil
	})
	r.Handle("gate/wait", func(r *bridge.Request) (bridge.Reply, error) {
		return bridge.Deferred(r, func(ctx context.Context, _ *bridge.Operation) (ojson.Value, error) {
			<-ctx.Done()
			return ojson.Value{}, ctx.Err()
		}), nil
	})
}

func newGate() gate { return gate{make(chan struct{})} }

const scriptedHello = `{"session":"a","tools":[{"name":"look","description":"Looks."}],
	"model":{"type":"scripted","steps":[{"toolCalls":[{"name":"look"}]}],"fallback":{"text":"hello there"}}}`

func TestCall(t *testing.T) {
	c := newClient(t, bridge.Config{}, func(c *client, m message) {
		if m.method == "tool/call" {
			c.answer(m.id, `{"output":"a door"}`)
		}
	})
	ctx := t.Context()
	result, err := c.engine.Call(ctx, "session/create", parse(scriptedHello))
	if err != nil || result.String() != `{"session":"a","warnings":[]}` {
		t.Fatalf("create: %v, %v", result, err)
	}
	result, err = c.engine.CallAs(ctx, jsonrpc.StringID("mine"), "session/respond", parse(`{"session":"a","prompt":"hi","stream":true}`))
	if text, _ := at(result, "text").AsString(); err != nil || text != "hello there" {
		t.Fatalf("respond: %v, %v", result, err)
	}
	// Events and tool calls went to the client, the response did not.
	for _, m := range c.all() {
		if m.isResponse() {
			t.Errorf("the client got the response of a call in process: %s", m.line)
		}
		if got := m.text("params.requestId"); got != "mine" {
			t.Errorf("requestId %q, want the id of the call: %s", got, m.line)
		}
	}
	if n := len(c.having(ofMethod("tool/call"))); n != 1 {
		t.Errorf("%d tool calls, want 1", n)
	}
}

// Without an id events need one all the same: the protocol says local-<n>.
func TestCallPrivateIDs(t *testing.T) {
	c := newClient(t, bridge.Config{}, nil)
	c.must("1", "session/create", `{"session":"a","model":"scripted"}`)
	for range 2 {
		if _, err := c.engine.Call(t.Context(), "session/respond", parse(`{"session":"a","prompt":"","stream":true}`)); err != nil {
			t.Fatal(err)
		}
	}
	c.engine.Flush(context.Background())
	seen := map[string]bool{}
	for _, m := range c.having(ofMethod("session/event")) {
		seen[m.text("params.requestId")] = true
	}
	if len(seen) != 2 {
		t.Errorf("two turns had the ids %v", seen)
	}
	for id := range seen {
		var n int
		if _, err := fmt.Sscanf(id, "local-%d", &n); err != nil || n < 1 {
			t.Errorf("the id %q is not of the form local-<n>", id)
		}
	}
}

func TestCallErrors(t *testing.T) {
	c := newClient(t, bridge.Config{}, nil)
	for _, test := range []struct {
		method, params string
		code           int
	}{
		{"no/such", `{}`, -32601},
		{"session/respond", `{"session":"a"}`, -32020},
		{"session/create", `{"session":""}`, -32602},
		{"ping", `[]`, -32602},
	} {
		_, err := c.engine.Call(t.Context(), test.method, parse(test.params))
		var wire *jsonrpc.Error
		if !errors.As(err, &wire) || wire.Code != test.code {
			t.Errorf("%s %s: %v, want %d", test.method, test.params, err, test.code)
		}
	}
	if _, err := c.engine.Call(t.Context(), "ping", ojson.Value{}); err != nil {
		t.Errorf("null params are no params: %v", err)
	}
	c.engine.Close()
	var wire *jsonrpc.Error
	if _, err := c.engine.Call(t.Context(), "ping", ojson.Value{}); !errors.As(err, &wire) || wire.Code != bridge.CodeShutDown {
		t.Errorf("call after close: %v", err)
	}
}

// A call takes its place behind the lines that came before it.
func TestCallOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		c := newClient(t, bridge.Config{Extensions: []bridge.Extension{g}}, nil)
		c.request("1", "gate/hold", "")
		// A turn that answers at once may be over before the line after it is read.
		c.request("2", "session/create", `{"session":"a","model":{"type":"scripted","steps":[{"text":"late","delayMs":60000}]}}`)
		done := make(chan error)
		go func() {
			_, err := c.engine.Call(t.Context(), "session/respond", parse(`{"session":"a","prompt":"x"}`))
			done <- err
		}()
		synctest.Wait()
		c.request("3", "session/delete", `{"session":"a"}`)
		c.request("4", "session/create", `{"session":"a","model":"scripted"}`)
		close(g.opened)
		if err := <-done; err == nil || !strings.Contains(err.Error(), "cancelled") {
			t.Errorf("the call was cancelled by the line after it, but got %v", err)
		}
		for id := range 4 {
			if m := c.response(fmt.Sprint(id + 1)); m.code() != 0 {
				t.Errorf("in the order of arrival all succeed: %s", m.line)
			}
		}
	})
}

// When the caller's context ends, the request is cancelled wherever it is.
func TestCallCancel(t *testing.T) {
	const slow = `{"session":"a","model":{"type":"scripted","steps":[{"text":"late","delayMs":60000}]}}`
	for _, test := range []struct{ name, method, params string }{
		{"turn", "session/respond", `{"session":"a","prompt":"x"}`},
		{"deferred", "gate/wait", `{}`},
	} {
		t.Run(test.name+" running", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newClient(t, bridge.Config{Extensions: []bridge.Extension{newGate()}}, nil)
				c.must("1", "session/create", slow)
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				if _, err := c.engine.Call(ctx, test.method, parse(test.params)); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("got %v", err)
				}
				synctest.Wait()
				if list := c.must("2", "session/list", ""); strings.Contains(list.String(), `"busy":true`) {
					t.Errorf("still busy: %s", list)
				}
			})
		})
		// The queue of a session locked itself up: cancelling took the operation
		// out of a queue that Schedule still held. All later requests hung.
		t.Run(test.name+" not begun", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := newGate()
				c := newClient(t, bridge.Config{Extensions: []bridge.Extension{g}}, nil)
				c.must("1", "session/create", slow)
				c.request("2", "gate/hold", "")
				ctx, cancel := context.WithCancel(t.Context())
				done := make(chan error)
				go func() {
					_, err := c.engine.Call(ctx, test.method, parse(test.params))
					done <- err
				}()
				synctest.Wait()
				cancel()
				if err := <-done; !errors.Is(err, context.Canceled) {
					t.Errorf("got %v", err)
				}
				close(g.opened)
				list := c.must("3", "session/list", "")
				if !strings.Contains(list.String(), `"busy":false,"pendingOperations":0,"entries":0`) {
					t.Errorf("the request that was given up left something: %s", list)
				}
			})
		})
	}
}
