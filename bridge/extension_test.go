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

// extension is made of what a test needs.
type extension struct {
	methods       map[string]bridge.Handler
	register      func(*bridge.Registry)
	notifications []string
	requests      []string
	shutdown      func(context.Context)
}

func (x extension) Register(r *bridge.Registry) {
	for name, h := range x.methods {
		r.Handle(name, h)
	}
	if x.register != nil {
		x.register(r)
	}
}

func (x extension) Notifications() []string  { return x.notifications }
func (x extension) ClientRequests() []string { return x.requests }
func (x extension) Shutdown(ctx context.Context) {
	if x.shutdown != nil {
		x.shutdown(ctx)
	}
}

func extended(all ...bridge.Extension) bridge.Config { return bridge.Config{Extensions: all} }

// with is an extension that has one method.
func with(method string, h bridge.Handler) bridge.Config {
	return extended(extension{methods: map[string]bridge.Handler{method: h}})
}

func immediately(text string) bridge.Handler {
	return func(*bridge.Request) (bridge.Reply, error) { return bridge.Result(ojson.String(text)), nil }
}

// The narrator of the protocol's section 11, in Go.
func TestQuestExtension(t *testing.T) {
	quests := map[string]*agent.Agent{}
	tools := func(r *bridge.Request) ([]agent.Tool, error) {
		list, ok := r.Params().Get("tools")
		if !ok {
			return nil, nil
		}
		set, err := bridge.ParseTools(list, "tools", time.Minute)
		return set.Tools, err
	}
	quest := extension{
		notifications: []string{"quest/event"},
		methods: map[string]bridge.Handler{
			"quest/create": func(r *bridge.Request) (bridge.Reply, error) {
				id, err := r.Params().String("quest")
				if err != nil {
					return bridge.Reply{}, err
				}
				list, err := tools(r)
				if err != nil {
					return bridge.Reply{}, err
				}
				spec, _ := r.Params().Get("model")
				m, err := r.Engine().MakeModel(spec, "model")
				if err != nil {
					return bridge.Reply{}, err
				}
				a, err := agent.New(agent.Config{Model: m, Tools: list, Options: agent.DefaultOptions()})
				if err != nil {
					return bridge.Reply{}, err
				}
				quests[id] = a
				return bridge.Result(ojson.Object(ojson.Field("quest", ojson.String(id)))), nil
			},
			"quest/narrate": func(r *bridge.Request) (bridge.Reply, error) {
				id, err := r.Params().String("quest")
				if err != nil {
					return bridge.Reply{}, err
				}
				a := quests[id]
				if a == nil {
					return bridge.Reply{}, &jsonrpc.Error{Code: -32090, Name: "quest_not_found", Message: "No quest '" + id + "'."}
				}
				text, err := r.Params().String("text")
				if err != nil {
					return bridge.Reply{}, err
				}
				run := a.Start(agent.Turn{Prompt: text, Overrides: agent.Overrides{ToolChoice: &agent.ToolChoice{Kind: agent.ChoiceRequired}}})
				return bridge.Deferred(r, func(ctx context.Context, _ *bridge.Operation) (ojson.Value, error) {
					context := []ojson.Member{ojson.Field("quest", ojson.String(id))}
					response, err := r.Drive(ctx, run, bridge.Drive{Stream: true, Context: context, EventMethod: "quest/event"})
					if err != nil {
						return ojson.Value{}, err
					}
					return ojson.Object(append(context, bridge.EncodeResponse(response, nil)...)...), nil
				}), nil
			},
		},
	}
	c := newClient(t, extended(quest), func(c *client, m message) {
		if m.method == "tool/call" {
			c.answer(m.id, `{"output":"a dragon"}`)
		}
	})
	c.must("1", "quest/create", `{"quest":"q","tools":[{"name":"look","description":"Looks."}],"model":{"type":"scripted","steps":[{"toolCalls":[{"name":"look"}]},{"template":"I see {toolOutput}."}]}}`)
	got := c.must("2", "quest/narrate", `{"quest":"q","text":"go"}`)
	if !strings.HasPrefix(got.String(), `{"quest":"q","text":"I see a dragon.","toolCalls":[{"call"`) {
		t.Errorf("narrate: %s", got)
	}
	for _, m := range c.all() {
		if !m.isResponse() && !strings.Contains(m.line, `"params":{"quest":"q","requestId":2,`) {
			t.Errorf("the params of %s", m.line)
		}
	}
	if m := c.call("3", "quest/narrate", `{"quest":"no","text":"go"}`); !strings.Contains(m.line, `"error":{"code":-32090,"message":"No quest 'no'.","data":{"code":"quest_not_found"}}`) {
		t.Errorf("unknown quest: %s", m.line)
	}
	if m := c.call("4", "quest/create", `{"quest":5}`); m.text("error.message") != "Parameter 'quest' must be a string, not 5." {
		t.Errorf("mistyped: %s", m.line)
	}
	listed := c.must("5", "initialize", "")
	if text := at(listed, "capabilities.methods").String(); !strings.Contains(text, `"ping","quest/create","quest/narrate","schema/validate"`) {
		t.Errorf("methods are sorted, those of extensions among them: %s", text)
	}
	if text := at(listed, "capabilities.notifications").String(); text != `["session/event","tool/cancel","quest/event"]` {
		t.Errorf("notifications: %s", text)
	}
}

func TestCapabilities(t *testing.T) {
	c := newClient(t, extended(
		extension{notifications: []string{"a/event", "tool/cancel"}, requests: []string{"dice/roll"}},
		gate{}, // implements neither
		extension{notifications: []string{"b/event", "a/event"}, requests: []string{"dice/roll", "choice/pick"}},
	), nil)
	got := c.must("1", "initialize", "")
	if text := at(got, "capabilities.notifications").String(); text != `["session/event","tool/cancel","a/event","b/event"]` {
		t.Errorf("notifications: %s", text)
	}
	if text := at(got, "capabilities.clientRequests").String(); text != `["tool/call","dice/roll","choice/pick"]` {
		t.Errorf("clientRequests: %s", text)
	}
	// Without extensions there are the built-in ones alone.
	c = newClient(t, bridge.Config{}, nil)
	got = c.must("1", "initialize", "")
	if text := at(got, "capabilities.methods").String(); text != `["initialize","model/availability","ping","schema/validate",`+
		`"session/cancel","session/compact","session/create","session/delete","session/list","session/reset","session/respond",`+
		`"session/setContextNote","session/setInstructions","session/setTools","session/transcript","shutdown","tools/validate"]` {
		t.Errorf("methods: %s", text)
	}
}

func TestOverrideAndWrap(t *testing.T) {
	c := newClient(t, extended(
		extension{methods: map[string]bridge.Handler{"ping": immediately("pong")}},
		extension{register: func(r *bridge.Registry) {
			inner := r.Handler("ping")
			r.Handle("ping", func(q *bridge.Request) (bridge.Reply, error) {
				if wrong, _ := q.Params().OptionalBool("wrong", false); wrong {
					return bridge.Reply{}, errors.New("wrong ping")
				}
				return inner(q)
			})
			if r.Handler("no/such") != nil {
				t.Error("there is a handler of a method that there is not")
			}
		}},
	), nil)
	if m := c.call("1", "ping", ""); m.line != `{"jsonrpc":"2.0","id":1,"result":"pong"}` {
		t.Errorf("wrapped: %s", m.line)
	}
	if m := c.call("2", "ping", `{"wrong":true}`); m.code() != -32603 || m.text("error.data.code") != "internal_error" {
		t.Errorf("an error without a code: %s", m.line)
	}
	if n := strings.Count(at(c.must("3", "initialize", ""), "capabilities.methods").String(), `"ping"`); n != 1 {
		t.Errorf("ping is listed %d times", n)
	}
}

func TestRegisterAtRunTime(t *testing.T) {
	c := newClient(t, bridge.Config{}, nil)
	if m := c.call("1", "late/method", ""); m.code() != -32601 || m.text("error.data.method") != "late/method" {
		t.Errorf("before: %s", m.line)
	}
	c.engine.Register("late/method", immediately("here"))
	c.engine.Register("ping", immediately("new"))
	if m := c.call("2", "late/method", ""); m.text("result") != "here" {
		t.Errorf("after: %s", m.line)
	}
	if m := c.call("3", "ping", ""); m.text("result") != "new" {
		t.Errorf("overridden: %s", m.line)
	}
	if got := c.must("4", "initialize", ""); !strings.Contains(got.String(), `"late/method"`) {
		t.Error("it is not listed")
	}
}

// Handlers run one at a time in the order of arrival, built-in ones included,
// while deferred work runs at the same time.
func TestImmediateAndDeferred(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var order []string
		c := newClient(t, extended(extension{methods: map[string]bridge.Handler{
			"x/slow": func(*bridge.Request) (bridge.Reply, error) {
				<-time.After(time.Second)
				order = append(order, "slow")
				return bridge.Result(ojson.Object()), nil
			},
			"x/note": func(*bridge.Request) (bridge.Reply, error) {
				order = append(order, "note")
				return bridge.Result(ojson.Object()), nil
			},
			"x/work": func(r *bridge.Request) (bridge.Reply, error) {
				order = append(order, "work")
				return bridge.Deferred(r, func(context.Context, *bridge.Operation) (ojson.Value, error) {
					<-time.After(10 * time.Second)
					r.Notify("x/event", ojson.Object(ojson.Field("requestId", r.ID())))
					return ojson.Object(), nil
				}), nil
			},
		}}), nil)
		began := time.Now()
		for i, method := range []string{"x/work", "x/slow", "x/work", "x/note", "ping"} {
			c.request(fmt.Sprint(i), method, "")
		}
		c.response("4")
		if took := time.Since(began); took != time.Second {
			t.Errorf("the ping waited %v, want for the slow handler alone", took)
		}
		c.response("0")
		c.response("2")
		if took := time.Since(began); took != 11*time.Second {
			t.Errorf("both works took %v", took)
		}
		if got := strings.Join(order, " "); got != "work slow work note" {
			t.Errorf("handlers ran in the order %s", got)
		}
		for _, m := range c.having(ofMethod("x/event")) {
			if r := c.response(m.get("params.requestId").String()); r.index < m.index {
				t.Errorf("answered before its event: %s", m.line)
			}
		}
	})
}

func TestHostModels(t *testing.T) {
	made := 0
	config := bridge.Config{
		NoScriptedModels: true,
		SystemModel: func() model.Model {
			return stepFunc(func(_ context.Context, _ *model.Request, yield func(model.Event, error) bool) {
				yield(model.Text{Delta: "from the system"}, nil)
			})
		},
		Models: map[string]bridge.ModelFactory{
			"echo": func(spec ojson.Value, path string) (model.Model, error) {
				made++
				if voice, _ := bridge.NewParams(spec, path).OptionalString("voice", "loud"); voice != "loud" {
					return nil, fmt.Errorf("Parameter '%s.voice' must be loud, not %s.", path, voice) //nolint:staticcheck // a sentence for the wire
				}
				return stepFunc(func(_ context.Context, r *model.Request, yield func(model.Event, error) bool) {
					yield(model.Text{Delta: r.Entries[len(r.Entries)-1].Text}, nil)
				}), nil
			},
			"coded": func(ojson.Value, string) (model.Model, error) {
				return nil, &jsonrpc.Error{Code: -32001, Name: "model_unavailable", Message: "No echo here."}
			},
		},
	}
	c := newClient(t, config, nil)
	if got := at(c.must("0", "initialize", ""), "capabilities.models").String(); got != `["system","coded","echo"]` {
		t.Errorf("models: %s", got)
	}
	for i, test := range []struct{ spec, want string }{
		{`"echo"`, "hello"},
		{`{"type":"echo","voice":"loud"}`, "hello"},
		{`"system"`, "from the system"},
		{`null`, "from the system"},
	} {
		session := fmt.Sprintf(`"session":"m%d"`, i)
		c.must(fmt.Sprintf("1%d", i), "session/create", `{`+session+`,"model":`+test.spec+`}`)
		if got := c.must(fmt.Sprintf("2%d", i), "session/respond", `{`+session+`,"prompt":"hello"}`); !strings.Contains(got.String(), `"text":"`+test.want+`"`) {
			t.Errorf("%s: %s", test.spec, got)
		}
	}
	if made != 2 {
		t.Errorf("%d models were made for two sessions", made)
	}
	for i, test := range []struct {
		spec, message string
		code          int
	}{
		{`{"type":"echo","voice":"low"}`, "Parameter 'model.voice' must be loud, not low.", -32602},
		{`"coded"`, "No echo here.", -32001},
		{`"scripted"`, "Parameter 'model': scripted models are disabled here.", -32602},
		{`"ecco"`, "Parameter 'model': there is no model type 'ecco'. The types are: system, coded, echo.", -32602},
		{`{}`, "Missing required parameter 'model.type'.", -32602},
		{`{"type":7}`, "Parameter 'model.type' must be a string, not 7.", -32602},
		{`7`, "Parameter 'model' must be the name of a model or an object with a 'type', not 7.", -32602},
	} {
		m := c.call(fmt.Sprintf("3%d", i), "session/create", `{"model":`+test.spec+`}`)
		if m.code() != test.code || m.text("error.message") != test.message {
			t.Errorf("%s: %s", test.spec, m.line)
		}
	}
}
