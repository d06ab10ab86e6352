package agent_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
)

// TestSteering holds what each step of a turn may do (behaviours, items 88 to
// 96). The host answers every call.
func TestSteering(t *testing.T) {
	look, both, direct := calls("look"), calls("look", "jump"), calls(agent.RespondDirectly)
	auto, none := agent.ToolChoice{}, agent.ToolChoice{Kind: agent.ChoiceNone}
	required, explicit := agent.ToolChoice{Kind: agent.ChoiceRequired}, agent.ToolChoice{Kind: agent.ChoiceExplicit}
	jump := agent.ToolChoice{Kind: agent.ChoiceTool, Tool: "jump"}
	for _, c := range []struct {
		name   string
		change func(*agent.Options)
		steps  []play
		want   string // mode, rounds and tools of each step
	}{
		{"auto", func(o *agent.Options) { o.ToolChoice = auto }, []play{look, both},
			"allowed 0 look jump|allowed 1 look jump|allowed 2 look jump"},
		{"none", func(o *agent.Options) { o.ToolChoice = none }, nil, "disallowed 0"},
		{"required", func(o *agent.Options) { o.ToolChoice = required }, []play{look, look},
			"required 0 look jump|allowed 1 look jump|allowed 2 look jump"},
		{"named", func(o *agent.Options) { o.ToolChoice = jump }, []play{calls("jump"), look},
			"required 0 jump|allowed 1 look jump|allowed 2 look jump"},
		{"named but not enabled", func(o *agent.Options) { o.ToolChoice = jump; o.EnabledTools = []string{"look"} }, nil, "disallowed 0"},
		{"explicit, direct", func(o *agent.Options) { o.ToolChoice = explicit }, []play{direct},
			"required 0 look jump|disallowed 1"},
		{"explicit, twice direct", func(o *agent.Options) { o.ToolChoice = explicit }, []play{calls(agent.RespondDirectly, agent.RespondDirectly)},
			"required 0 look jump|disallowed 1"},
		{"explicit, a tool", func(o *agent.Options) { o.ToolChoice = explicit }, []play{look},
			"required 0 look jump|allowed 1 look jump"},
		{"explicit, both", func(o *agent.Options) { o.ToolChoice = explicit }, []play{calls(agent.RespondDirectly, "look")},
			"required 0 look jump|allowed 1 look jump"},
		{"explicit, refused", func(o *agent.Options) { o.ToolChoice = explicit }, []play{calls(agent.RespondDirectly, "fly")},
			"required 0 look jump|allowed 1 look jump"},
		{"some enabled", func(o *agent.Options) { o.EnabledTools = []string{"jump", "fly"} }, []play{calls("jump")},
			"allowed 0 jump|allowed 1 jump"},
		{"none enabled", func(o *agent.Options) { o.EnabledTools = []string{}; o.ToolChoice = required }, nil, "disallowed 0"},
		{"no rounds", func(o *agent.Options) { o.MaxToolRounds = 0; o.ToolChoice = required }, nil, "disallowed 0"},
		{"one round", func(o *agent.Options) { o.MaxToolRounds = 1 }, []play{both},
			"allowed 0 look jump|disallowed 1"},
		{"calls used up", func(o *agent.Options) { o.MaxToolCalls = 2 }, []play{both},
			"allowed 0 look jump|disallowed 1"},
		{"one call left", func(o *agent.Options) { o.MaxToolCalls = 3 }, []play{both},
			"allowed 0 look jump|allowed 1 look jump"},
		{"refused calls count", func(o *agent.Options) { o.MaxToolCalls = 2 }, []play{calls("fly", "look")},
			"allowed 0 look jump|disallowed 1"},
		{"direct calls do not count", func(o *agent.Options) { o.MaxToolCalls = 1; o.ToolChoice = explicit }, []play{calls(agent.RespondDirectly, "look")},
			"required 0 look jump|disallowed 1"},
		{"a call where none is allowed", func(o *agent.Options) { o.ToolChoice = none }, []play{look},
			"disallowed 0|disallowed 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newActor(c.steps...)
			a := newAgent(t, m, func(f *agent.Config) { c.change(&f.Options) }, tool("look"), tool("jump"))
			r := respond(t, a, agent.Turn{Prompt: "Go."}, answering("ok"))
			var got []string
			for i, s := range r.Steps {
				if s.Index != i {
					t.Errorf("step %d has index %d", i, s.Index)
				}
				got = append(got, strings.TrimSpace(fmt.Sprintf("%s %d %s", s.Mode, s.CompletedToolRounds, strings.Join(s.EnabledTools, " "))))
				if s.EnabledTools == nil {
					t.Errorf("step %d: EnabledTools is nil", i)
				}
				checkRequest(t, m.asked()[i], s)
			}
			diff(t, "steps", strings.Split(c.want, "|"), got)
		})
	}
}

// checkRequest holds a request against the step it was made for: the
// definitions are the same on every step, only respond_directly joins them.
func checkRequest(t *testing.T, r model.Request, s agent.Step) {
	t.Helper()
	var names []string
	for _, d := range r.Tools {
		names = append(names, d.Name)
		if d.Parameters == nil || d.Description == "" {
			t.Errorf("incomplete definition %v", d)
		}
	}
	definitions, callable := []string{"look", "jump"}, s.EnabledTools
	if len(names) == 3 {
		definitions, callable = append(definitions, agent.RespondDirectly), append(callable[:len(callable):len(callable)], agent.RespondDirectly)
		if s.Mode != model.Required || s.Index != 0 {
			t.Errorf("respond_directly is offered on step %v", s)
		}
	}
	diff(t, "definitions", definitions, names)
	diff(t, "callable", callable, r.Callable)
	diff(t, "mode", s.Mode, r.Mode)
}

func TestExplicitOffersRespondDirectlyOnce(t *testing.T) {
	m := newActor(calls("look"), says("A wall."), calls("look"), says("A wall."))
	a := newAgent(t, m, func(c *agent.Config) { c.Options.ToolChoice.Kind = agent.ChoiceExplicit }, tool("look"))
	for range 2 {
		respond(t, a, agent.Turn{Prompt: "Look."}, answering("bricks"))
	}
	var got []string
	for _, r := range m.asked() {
		got = append(got, strings.Join(r.Callable, " "))
	}
	diff(t, "callable", []string{"look respond_directly", "look", "look respond_directly", "look"}, got)
}

// A model that calls tools where it must not gets one more step, not two.
func TestCallsWhereNoneAreAllowed(t *testing.T) {
	m := newActor(calls("look"), calls("look"), says("Never."))
	a := newAgent(t, m, func(c *agent.Config) { c.Options.MaxToolRounds = 0 }, tool("look"))
	h := answering("bricks")
	r, err := a.Respond(t.Context(), agent.Turn{Prompt: "Look."}, h)
	wantCode(t, err, model.GenerationFailed)
	if len(h.calls) > 0 || len(m.asked()) != 2 {
		t.Errorf("%d calls reached the host, %d steps", len(h.calls), len(m.asked()))
	}
	if len(r.ToolCalls) != 1 || len(r.Steps) != 2 || a.EntryCount() != 0 {
		t.Errorf("response %+v, %d entries", r, a.EntryCount())
	}
}

// Bug report O4: a model that repeats one call is stopped by the limits alone.
// Each call is executed: the game may well answer differently the second time.
func TestRepeatedCallsAreExecuted(t *testing.T) {
	m := newActor(calls("look"), calls("look"), calls("look"), says("It opens."))
	a := newAgent(t, m, nil, tool("look"))
	answers := []string{"closed", "moving", "open"}
	h := &host{answer: func(c *openCall) {
		c.reply(output(answers[0]))
		answers = answers[1:]
	}}
	r := respond(t, a, agent.Turn{Prompt: "Wait for the gate."}, h)
	var got []string
	for _, record := range r.ToolCalls {
		got = append(got, describe(record))
	}
	diff(t, "records", []string{`look: "closed"`, `look: "moving"`, `look: "open"`}, got)
}

func TestOverrides(t *testing.T) {
	n := func(i int) *int { return &i }
	list := func(names ...string) *[]string { return &names }
	for _, c := range []struct {
		name string
		over agent.Overrides
		want string
	}{
		{"none", agent.Overrides{}, "required look|allowed look|disallowed"},
		{"choice", agent.Overrides{ToolChoice: &agent.ToolChoice{}}, "allowed look|allowed look|disallowed"},
		{"rounds", agent.Overrides{MaxToolRounds: n(1)}, "required look|disallowed"},
		{"calls", agent.Overrides{MaxToolCalls: n(1)}, "required look|disallowed"},
		{"more calls", agent.Overrides{MaxToolCalls: n(9)}, "required look|allowed look|disallowed"},
		{"tools", agent.Overrides{EnabledTools: list("look", "jump")}, "required look jump|allowed look jump|disallowed"},
		{"no tools", agent.Overrides{EnabledTools: list()}, "disallowed"},
		{"nil list", agent.Overrides{EnabledTools: new([]string)}, "disallowed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			steps := strings.Split(c.want, "|")
			var plays []play
			for range len(steps) - 1 {
				plays = append(plays, calls("look"))
			}
			a := newAgent(t, newActor(plays...), func(f *agent.Config) {
				f.Options.ToolChoice.Kind = agent.ChoiceRequired
				f.Options.MaxToolRounds, f.Options.MaxToolCalls, f.Options.EnabledTools = 2, 3, []string{"look"}
			}, tool("look"), tool("jump"))
			r := respond(t, a, agent.Turn{Overrides: c.over}, answering("ok"))
			var got []string
			for _, s := range r.Steps {
				got = append(got, strings.TrimSpace(string(s.Mode)+" "+strings.Join(s.EnabledTools, " ")))
			}
			diff(t, "steps", steps, got)
		})
	}
}
