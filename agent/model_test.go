package agent_test

import (
	"context"
	"iter"
	"slices"
	"sync"
	"testing"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// play is one step of an actor.
type play func(ctx context.Context, r *model.Request, yield func(model.Event, error) bool)

// actor is a model that plays its steps one after another and remembers what
// it was asked. After the last step it says "The end."
type actor struct {
	about model.Description

	mu       sync.Mutex
	steps    []play
	requests []model.Request
}

func newActor(steps ...play) *actor {
	return &actor{about: model.Description{Name: "actor", Available: true}, steps: steps}
}

func (a *actor) Describe() model.Description { return a.about }

func (a *actor) Step(ctx context.Context, r *model.Request) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		a.mu.Lock()
		asked := *r
		asked.Entries = slices.Clone(r.Entries) // the slice is valid for the step only
		a.requests = append(a.requests, asked)
		step := says("The end.")
		if len(a.steps) > 0 {
			step, a.steps = a.steps[0], a.steps[1:]
		}
		a.mu.Unlock()
		step(ctx, r, yield)
	}
}

// asked returns the requests so far.
func (a *actor) asked() []model.Request {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.requests)
}

// last returns the latest request.
func (a *actor) last(t testing.TB) model.Request {
	t.Helper()
	all := a.asked()
	if len(all) == 0 {
		t.Fatal("the model was not asked")
	}
	return all[len(all)-1]
}

// does is a step that yields events.
func does(events ...model.Event) play {
	return func(_ context.Context, _ *model.Request, yield func(model.Event, error) bool) {
		for _, e := range events {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// says is a step that answers in the given pieces.
func says(pieces ...string) play {
	events := make([]model.Event, len(pieces))
	for i, p := range pieces {
		events[i] = model.Text{Delta: p}
	}
	return does(events...)
}

// calls is a step that calls tools without arguments.
func calls(names ...string) play {
	events := make([]model.Event, len(names))
	for i, name := range names {
		events[i] = model.ToolCall{Name: name, Arguments: ojson.Object()}
	}
	return does(events...)
}

// fails is a step that yields an error after some pieces of text.
func fails(err error, pieces ...string) play {
	return func(ctx context.Context, r *model.Request, yield func(model.Event, error) bool) {
		for _, p := range pieces {
			if !yield(model.Text{Delta: p}, nil) {
				return
			}
		}
		yield(nil, err)
	}
}

// blocks is a step that waits for the end of its context.
func blocks() play {
	return func(ctx context.Context, _ *model.Request, yield func(model.Event, error) bool) {
		<-ctx.Done()
		yield(nil, ctx.Err())
	}
}

func failure(code model.Code) error { return &model.Error{Code: code, Message: "Because."} }

func tool(name string) agent.Tool { return agent.Tool{Name: name, Description: "Does " + name + "."} }

// newAgent returns an agent with client tools and the default options, as
// changed.
func newAgent(t testing.TB, m model.Model, change func(*agent.Config), tools ...agent.Tool) *agent.Agent {
	t.Helper()
	c := agent.Config{Model: m, Tools: tools, Options: agent.DefaultOptions()}
	if change != nil {
		change(&c)
	}
	a, err := agent.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// respond runs a turn that must succeed.
func respond(t testing.TB, a *agent.Agent, turn agent.Turn, h agent.Host) *agent.Response {
	t.Helper()
	r, err := a.Respond(t.Context(), turn, h)
	if err != nil {
		t.Fatalf("turn %q: %v", turn.Prompt, err)
	}
	return r
}

func parse(t testing.TB, text string) ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func parseSchema(t testing.TB, text string) *schema.Schema {
	t.Helper()
	s, err := schema.Parse(parse(t, text), "Response")
	if err != nil {
		t.Fatal(err)
	}
	return s
}
