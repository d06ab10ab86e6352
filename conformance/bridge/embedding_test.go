package bridge_test

import (
	"bytes"
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/open-actor-models/oam"
	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// TestMalformedLinesOvertakeRequests is item 19: a line that is no message is
// answered at once, while requests before it wait to be handled.
func TestMalformedLinesOvertakeRequests(t *testing.T) {
	release := make(chan struct{})
	p := startExtended(extension{methods: map[string]bridge.Handler{
		"test/block": func(*bridge.Request) (bridge.Reply, error) {
			<-release
			return bridge.Result(ojson.Object()), nil
		},
	}})
	defer p.close()
	p.say(`{"jsonrpc":"2.0","id":1,"method":"test/block"}`, `{"jsonrpc":"2.0","id":2,"method":"ping"}`, `{`, `{"jsonrpc":"2.0","id":3}`)
	p.hear(t, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"$more":true}}`, `{"jsonrpc":"2.0","id":3,"error":{"code":-32600,"$more":true}}`)
	close(release)
	p.hear(t, `{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":2,"result":{}}`)
}

// TestReplyInsideDelivery is item 36: a tool call may be answered from inside
// the function that delivers it.
func TestReplyInsideDelivery(t *testing.T) {
	var e *bridge.Engine
	out, ready := newOutput(), make(chan struct{})
	e = bridge.New(oam.DefaultConfig(), func(lines []byte) error {
		<-ready
		for line := range bytes.Lines(lines) {
			if bytes.Contains(line, []byte(`"method":"tool/call"`)) {
				v, err := ojson.Parse(line)
				if err != nil {
					return err
				}
				e.Receive(ojson.Object(ojson.Field("jsonrpc", ojson.String("2.0")), ojson.Field("id", member(v, "id")),
					ojson.Field("result", ojson.Object(ojson.Field("output", ojson.String("now"))))).Append(nil))
			}
			out.push(bytes.TrimSpace(line))
		}
		return nil
	})
	close(ready)
	p := &inProcess{output: out, engine: e}
	defer p.close()
	p.say(`{"jsonrpc":"2.0","id":1,"method":"session/create","params":{"tools":[{"name":"look","description":"Looks."}],"model":{"type":"scripted","steps":[{"toolCalls":[{"name":"look"},{"name":"look"}]},{"template":"{toolOutputs}"}]}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"session/respond","params":{"session":"s1","prompt":"go"}}`)
	p.hear(t, `{"jsonrpc":"2.0","id":1,"$more":true}`, `{"jsonrpc":"2.0","id":"t-1","$more":true}`, `{"jsonrpc":"2.0","id":"t-2","$more":true}`,
		`{"jsonrpc":"2.0","id":2,"result":{"session":"s1","text":"now\nnow","$more":true}}`)
}

// TestSessionsSideBySide is item 35: two turns of 400 ms take 400 ms, and a
// session that is created meanwhile is answered at once.
func TestSessionsSideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := startExtended()
		defer p.close()
		for _, id := range []string{"a", "b"} {
			p.say(`{"jsonrpc":"2.0","id":1,"method":"session/create","params":{"session":"` + id + `","model":{"type":"scripted","steps":[{"text":"done","delayMs":400}]}}}`)
			p.hear(t, `{"jsonrpc":"2.0","id":1,"result":"$any"}`)
		}
		start := time.Now()
		p.say(`{"jsonrpc":"2.0","id":2,"method":"session/respond","params":{"session":"a","prompt":"go"}}`,
			`{"jsonrpc":"2.0","id":2,"method":"session/respond","params":{"session":"b","prompt":"go"}}`,
			`{"jsonrpc":"2.0","id":3,"method":"session/create","params":{"session":"c"}}`)
		p.hear(t, `{"jsonrpc":"2.0","id":3,"result":"$any"}`)
		if d := time.Since(start); d != 0 {
			t.Errorf("the create took %v", d)
		}
		p.hear(t, `{"jsonrpc":"2.0","id":2,"result":"$any"}`, `{"jsonrpc":"2.0","id":2,"result":"$any"}`)
		if d := time.Since(start); d != 400*time.Millisecond {
			t.Errorf("both turns took %v", d)
		}
	})
}

// TestShutdownWaitsAndRefuses is items 21 and 37: shutdown waits about 2 s for
// work that ignores that it was cancelled; requests behind it are answered
// after it, each with shut_down whatever else is wrong with it.
func TestShutdownWaitsAndRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release, started := make(chan struct{}), make(chan struct{})
		p := startExtended(extension{methods: map[string]bridge.Handler{
			"test/stuck": func(r *bridge.Request) (bridge.Reply, error) {
				return bridge.Deferred(r, func(context.Context, *bridge.Operation) (ojson.Value, error) {
					close(started)
					<-release
					return ojson.Object(), nil
				}), nil
			},
		}})
		defer p.close()
		defer close(release)
		p.say(`{"jsonrpc":"2.0","id":1,"method":"test/stuck"}`)
		<-started
		start := time.Now()
		p.say(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`,
			`{"jsonrpc":"2.0","id":3,"method":"ping"}`,
			`{"jsonrpc":"2.0","id":4,"method":"no/such","params":[1]}`,
			`{"jsonrpc":"2.0","id":5,"method":"shutdown"}`)
		refused := func(id string) string {
			return `{"jsonrpc":"2.0","id":` + id + `,"error":{"code":-32023,"message":"$string","data":{"code":"shut_down","$more":true}}}`
		}
		p.hear(t, `{"jsonrpc":"2.0","id":2,"result":{}}`)
		if d := time.Since(start); d < time.Second || d > 3*time.Second {
			t.Errorf("shutdown took %v", d)
		}
		p.hear(t, refused("3"), refused("4"), refused("5"))
	})
}

// TestCapabilityLists is items 38 and 39: the methods are sorted and those of
// extensions are among them; the notifications of extensions follow the
// built-in ones.
func TestCapabilityLists(t *testing.T) {
	nothing := func(*bridge.Request) (bridge.Reply, error) { return bridge.Result(ojson.Object()), nil }
	p := startExtended(
		extension{methods: map[string]bridge.Handler{"quest/start": nothing, "a/b": nothing}, notifications: []string{"quest/event"}},
		extension{notifications: []string{"zone/event", "area/event"}})
	defer p.close()
	v, err := p.engine.CallAs(t.Context(), jsonrpc.IntID(1), "initialize", ojson.Object())
	if err != nil {
		t.Fatal(err)
	}
	capabilities := member(v, "capabilities")
	methods := texts(member(capabilities, "methods"))
	if !slices.IsSorted(methods) {
		t.Errorf("the methods are not sorted: %q", methods)
	}
	for _, name := range []string{
		"a/b", "initialize", "model/availability", "ping", "quest/start", "schema/validate", "session/cancel",
		"session/compact", "session/create", "session/delete", "session/list", "session/reset", "session/respond",
		"session/setContextNote", "session/setInstructions", "session/setTools", "session/transcript", "shutdown", "tools/validate",
	} {
		if !slices.Contains(methods, name) {
			t.Errorf("%q is not among the methods %q", name, methods)
		}
	}
	notifications := texts(member(capabilities, "notifications"))
	standard := len(notifications) - 3
	if standard < 2 || !slices.Equal(notifications[:2], []string{"session/event", "tool/cancel"}) ||
		!slices.Equal(notifications[standard:], []string{"quest/event", "zone/event", "area/event"}) {
		t.Errorf("the notifications are %q", notifications)
	}
}

func texts(list ojson.Value) []string {
	var all []string
	for _, item := range list.Items() {
		s, _ := item.AsString()
		all = append(all, s)
	}
	return all
}

// unfit is a system model that is unavailable for a reason of its own.
type unfit struct{ model.Model }

func (unfit) Describe() model.Description {
	return model.Description{Name: "system", Reason: "the graphics card is on fire"}
}

// TestReasonsOfUnavailability is items 43 and 53: the reason is one of the
// protocol's four, in the availability and in the warning alike.
func TestReasonsOfUnavailability(t *testing.T) {
	c := oam.DefaultConfig()
	c.SystemModel = func() model.Model { return unfit{} }
	p := &inProcess{output: newOutput()}
	p.start(c)
	defer p.close()
	p.say(`{"jsonrpc":"2.0","id":1,"method":"model/availability"}`, `{"jsonrpc":"2.0","id":2,"method":"session/create"}`)
	p.hear(t, `{"jsonrpc":"2.0","id":1,"result":{"available":false,"reason":"unknown","contextSize":"$number","supportedLanguages":[]}}`,
		`{"jsonrpc":"2.0","id":2,"result":{"session":"s1","warnings":[{"$contains":["unknown"]}]}}`)
}
