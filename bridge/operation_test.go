package bridge_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// counter is an object with a queue, as an extension has them.
type counter struct {
	queue bridge.Queue
	value int
	// commit makes the work commit before it changes the value.
	commit bool
	// deaf makes the work ignore that it was cancelled.
	deaf bool
}

func (x *counter) Register(r *bridge.Registry) {
	r.Handle("counter/add", func(r *bridge.Request) (bridge.Reply, error) {
		return x.queue.Schedule(r, func(ctx context.Context, op *bridge.Operation) (ojson.Value, error) {
			done := ctx.Done()
			if x.deaf {
				done = nil
			}
			select {
			case <-time.After(time.Second):
			case <-done:
				return ojson.Value{}, ctx.Err()
			}
			if x.commit {
				if err := op.Commit(); err != nil {
					return ojson.Value{}, err
				}
				x.value++
				<-time.After(time.Second) // and writes it down
			}
			return ojson.Int(int64(x.value)), nil
		})
	})
	r.Handle("counter/cancel", func(*bridge.Request) (bridge.Reply, error) {
		return bridge.Result(ojson.Int(int64(x.queue.Cancel()))), nil
	})
	r.Handle("counter/pending", func(*bridge.Request) (bridge.Reply, error) {
		return bridge.Result(ojson.Int(int64(x.queue.Pending()))), nil
	})
}

// The reply always matches the state: what was cancelled before it committed
// has not happened, what committed has.
func TestCancelAndCommit(t *testing.T) {
	for _, test := range []struct {
		name         string
		commit, deaf bool
		after        time.Duration // from the sending to the cancel
		cancelled    string
		first        string // the answer to the first of two
		value        int
	}{
		{"running", true, false, 500 * time.Millisecond, "2", "-32009", 0},
		{"running and deaf", true, true, 500 * time.Millisecond, "2", "-32009", 0},
		{"success without a commit after a cancel", false, true, 500 * time.Millisecond, "2", "-32009", 0},
		{"committed", true, false, 1500 * time.Millisecond, "1", "1", 1},
		{"done", true, false, 2500 * time.Millisecond, "1", "1", 1},
		{"all done", true, false, 4500 * time.Millisecond, "0", "1", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				x := &counter{commit: test.commit, deaf: test.deaf}
				c := newClient(t, extended(x), nil)
				c.request("1", "counter/add", "")
				c.request("2", "counter/add", "")
				<-time.After(test.after)
				synctest.Wait()
				if got := c.must("3", "counter/cancel", "").String(); got != test.cancelled {
					t.Errorf("%s were cancelled, want %s", got, test.cancelled)
				}
				m := c.response("1")
				if got := m.get("result").String() + m.get("error.code").String(); strings.Replace(got, "null", "", 1) != test.first {
					t.Errorf("the first got %s, want %s", m.line, test.first)
				}
				c.response("2")
				if got := c.must("4", "counter/pending", "").String(); got != "0" {
					t.Errorf("%s are pending", got)
				}
				if x.value != test.value {
					t.Errorf("the value is %d, want %d", x.value, test.value)
				}
			})
		})
	}
}

// Whatever breaks inside breaks one request and nothing else.
func TestPanics(t *testing.T) {
	panicking := func() { panic("boom") }
	config := extended(
		extension{methods: map[string]bridge.Handler{
			"x/handler": func(*bridge.Request) (bridge.Reply, error) { panicking(); return bridge.Reply{}, nil },
			"x/nil": func(*bridge.Request) (bridge.Reply, error) {
				var x *counter
				return bridge.Result(ojson.Int(int64(x.value))), nil
			},
			"x/work": func(r *bridge.Request) (bridge.Reply, error) {
				return bridge.Deferred(r, func(context.Context, *bridge.Operation) (ojson.Value, error) {
					panicking()
					return ojson.Value{}, nil
				}), nil
			},
			"x/late": func(r *bridge.Request) (bridge.Reply, error) {
				bridge.Deferred(r, func(ctx context.Context, _ *bridge.Operation) (ojson.Value, error) {
					<-ctx.Done()
					return ojson.Value{}, ctx.Err()
				})
				panic("after the work was scheduled")
			},
		}, shutdown: func(context.Context) { panicking() }},
		extension{shutdown: func(context.Context) {}},
	)
	config.Models = map[string]bridge.ModelFactory{
		"bad factory": func(ojson.Value, string) (model.Model, error) { panic("boom") },
		"panics": func(ojson.Value, string) (model.Model, error) {
			return stepFunc(func(_ context.Context, _ *model.Request, yield func(model.Event, error) bool) {
				yield(model.Text{Delta: "so far "}, nil)
				panicking()
			}), nil
		},
	}
	c := newClient(t, config, nil)
	c.must("0", "session/create", `{"session":"a","model":"panics"}`)
	for i, request := range [][2]string{
		{"x/handler", ""}, {"x/nil", ""}, {"x/work", ""},
		{"session/create", `{"model":"bad factory"}`},
		{"session/respond", `{"session":"a","prompt":"x"}`},
		{"session/respond", `{"session":"a","prompt":"x","stream":true}`},
		{"session/compact", `{"session":"a","keepRecentTurns":0}`},
	} {
		m := c.call(fmt.Sprint(i+1), request[0], request[1])
		if request[0] == "session/compact" { // nothing to compact: no turn succeeded
			if m.code() != 0 {
				t.Errorf("the failed turns left something: %s", m.line)
			}
			continue
		}
		if m.code() != -32603 || m.text("error.data.code") != "internal_error" || !strings.Contains(m.text("error.message"), "boom") && request[0] != "x/nil" {
			t.Errorf("%s: %s", request[0], m.line)
		}
	}
	// The operation answers, once.
	if m := c.call(`"late"`, "x/late", ""); m.code() != bridge.CodeCancelled {
		t.Errorf("a handler that panics after it scheduled: %s", m.line)
	}
	if list := c.must(`"list"`, "session/list", ""); !strings.Contains(list.String(), `"busy":false,"pendingOperations":0,"entries":0`) {
		t.Errorf("the session is stuck: %s", list)
	}
	c.must(`"end"`, "shutdown", "")
}

// An operation is one request's, and a request has one answer.
func TestOneAnswer(t *testing.T) {
	work := func(context.Context, *bridge.Operation) (ojson.Value, error) { return ojson.String("done"), nil }
	var q bridge.Queue
	c := newClient(t, extended(extension{methods: map[string]bridge.Handler{
		"x/twice": func(r *bridge.Request) (bridge.Reply, error) {
			bridge.Deferred(r, work)
			return q.Schedule(r, work)
		},
		"x/other": func(r *bridge.Request) (bridge.Reply, error) {
			bridge.Deferred(r, work)
			return bridge.Result(ojson.String("other")), nil
		},
		"x/error": func(r *bridge.Request) (bridge.Reply, error) {
			bridge.Deferred(r, work)
			return bridge.Reply{}, errors.New("other")
		},
	}}), nil)
	for i, method := range []string{"x/twice", "x/other", "x/error"} {
		for range 50 {
			c.request(fmt.Sprint(i), method, "")
		}
	}
	c.must(`"last"`, "ping", "")
	if err := c.engine.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.flush()
	for i := range 3 {
		n := len(c.having(func(m message) bool { return m.id == fmt.Sprint(i) }))
		if n != 50 {
			t.Errorf("50 requests got %d answers", n)
		}
	}
}

// The bridge asks the game, and takes the question back when nobody waits.
func TestAsk(t *testing.T) {
	roll := func(r *bridge.Request) (bridge.Reply, error) {
		return bridge.Deferred(r, func(ctx context.Context, _ *bridge.Operation) (ojson.Value, error) {
			ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
			defer cancel()
			v, err := r.Ask(ctx, bridge.Question{
				Method:  "dice/roll",
				Context: []ojson.Member{ojson.Field("character", ojson.String("mira"))},
				Params:  []ojson.Member{ojson.Field("dice", ojson.String("2d6"))},
			})
			var wire *jsonrpc.Error
			if errors.As(err, &wire) {
				return ojson.String(fmt.Sprintf("%d %s", wire.Code, wire.Message)), nil
			}
			if errors.Is(err, context.DeadlineExceeded) {
				return ojson.String("nobody rolled"), nil
			}
			return v, err
		}), nil
	}
	for _, test := range []struct {
		name, answer, want string
	}{
		{"result", `"result":{"total":7}`, `"result":{"total":7}`},
		{"null", `"result":null`, `"result":null`},
		{"error", `"error":{"code":-32601,"message":"no dice"}`, `"result":"-32601 no dice"`},
		{"silence", ``, `"result":"nobody rolled"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newClient(t, with("x/roll", roll), func(c *client, m message) {
					if m.method == "dice/roll" && test.answer != "" {
						c.send(`{"jsonrpc":"2.0","id":%s,%s}`, m.id, test.answer)
					}
				})
				m := c.call("1", "x/roll", "")
				if !strings.HasSuffix(m.line, test.want+"}") {
					t.Errorf("got %s, want %s", m.line, test.want)
				}
				if got := c.having(ofMethod("dice/roll")); len(got) != 1 || got[0].line != `{"jsonrpc":"2.0","id":"t-1","method":"dice/roll","params":{"character":"mira","requestId":1,"dice":"2d6"}}` {
					t.Errorf("asked %v", got)
				}
				cancels := c.having(ofMethod("tool/cancel"))
				if test.answer == "" {
					if len(cancels) != 1 || cancels[0].line != `{"jsonrpc":"2.0","method":"tool/cancel","params":{"character":"mira","requestId":1,"id":"t-1","reason":"'dice/roll' timed out."}}` {
						t.Errorf("taken back by %v", cancels)
					}
					c.send(`{"jsonrpc":"2.0","id":"t-1","result":{"total":12}}`) // too late
				} else if len(cancels) != 0 {
					t.Errorf("an answered question was taken back: %s", cancels[0].line)
				}
			})
		})
	}
}

// A turn that takes its place in the handler and is cancelled before its work
// begins gives the place up; the agent waited for it for ever.
func TestCancelledTurnGivesUpItsPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, err := agent.New(agent.Config{Options: agent.DefaultOptions(), Model: stepFunc(
			func(ctx context.Context, r *model.Request, yield func(model.Event, error) bool) {
				if strings.HasPrefix(r.Entries[len(r.Entries)-1].Text, "slow") {
					<-ctx.Done()
					yield(nil, ctx.Err())
					return
				}
				yield(model.Text{Delta: "quick"}, nil)
			})})
		if err != nil {
			t.Fatal(err)
		}
		var q bridge.Queue
		c := newClient(t, extended(extension{methods: map[string]bridge.Handler{
			"x/talk": func(r *bridge.Request) (bridge.Reply, error) {
				prompt, err := r.Params().String("prompt")
				if err != nil {
					return bridge.Reply{}, err
				}
				run := r.Start(a, agent.Turn{Prompt: prompt})
				return q.Schedule(r, func(ctx context.Context, _ *bridge.Operation) (ojson.Value, error) {
					response, err := r.Drive(ctx, run, bridge.Drive{EventMethod: "x/event"})
					return ojson.String(response.Text), err
				})
			},
			"x/cancel": func(*bridge.Request) (bridge.Reply, error) {
				return bridge.Result(ojson.Int(int64(q.Cancel()))), nil
			},
		}}), nil)
		c.request("1", "x/talk", `{"prompt":"slow"}`)
		c.request("2", "x/talk", `{"prompt":"slow too"}`)
		synctest.Wait()
		if got := c.must("3", "x/cancel", "").String(); got != "2" {
			t.Errorf("%s were cancelled", got)
		}
		if got := c.must("4", "x/talk", `{"prompt":"hi"}`).String(); got != `"quick"` {
			t.Errorf("the next turn said %s", got)
		}
	})
}
