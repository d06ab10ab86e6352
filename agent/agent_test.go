package agent_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/model/scripted"
	"github.com/open-actor-models/oam/ojson"
)

func TestNewRefusesTools(t *testing.T) {
	for name, tools := range map[string][]agent.Tool{
		"reserved name": {tool("look"), tool(agent.RespondDirectly)},
		"repeated name": {tool("look"), tool("jump"), tool("look")},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := agent.New(agent.Config{Model: newActor(), Tools: tools})
			wantCode(t, err, model.InvalidRequest)
			a := newAgent(t, newActor(), nil, tool("wave"))
			wantCode(t, a.SetTools(tools), model.InvalidRequest)
			if got := a.Tools(); len(got) != 1 || got[0].Name != "wave" {
				t.Errorf("tools = %v", got)
			}
		})
	}
}

func TestToolsWithoutParametersTakeNone(t *testing.T) {
	a := newAgent(t, newActor(), nil, tool("open_gate"))
	p := a.Tools()[0].Parameters
	if p == nil || p.Name() != "OpenGateArguments" {
		t.Errorf("parameters = %v", p)
	}
}

// The caller's slices stay the caller's.
func TestNewCopies(t *testing.T) {
	tools, history := []agent.Tool{tool("look")}, []model.Entry{{Kind: model.PromptEntry, ID: "1", Text: "one"}, {Kind: model.ResponseEntry, ID: "2", Text: "One."}}
	m := newActor()
	a := newAgent(t, m, func(c *agent.Config) { c.History = history }, tools...)
	tools[0].Name, history[0].Text = "jump", "changed"
	respond(t, a, agent.Turn{Prompt: "two"}, nil)
	diff(t, "request", []string{"> one", "< One.", "> two"}, texts(m.last(t).Entries))
	diff(t, "tool", "look", a.Tools()[0].Name)
	if a.Model() != model.Model(m) || a.Options().MaxToolRounds != 4 {
		t.Errorf("model %v, options %v", a.Model(), a.Options())
	}
}

func TestDefaultOptions(t *testing.T) {
	o := agent.DefaultOptions()
	if o.ToolChoice.Kind != agent.ChoiceAuto || o.MaxToolRounds != 4 || o.MaxToolCalls != 12 || o.EnabledTools != nil ||
		!o.TrimHistory || o.ReservedResponseTokens != 1024 || o.MaxAttempts != 2 || o.Model != (model.Options{}) {
		t.Errorf("%+v", o)
	}
}

// Settings act from the next turn: one that runs goes on as it began.
func TestSettingsActFromTheNextTurn(t *testing.T) {
	m := newActor(calls("look"))
	a := newAgent(t, m, func(c *agent.Config) { c.Instructions = "Be brief." }, tool("look"))
	h := &host{answer: func(c *openCall) {
		a.SetInstructions("Be rude.")
		a.SetContextNote("It is night.")
		if err := a.SetTools([]agent.Tool{tool("jump")}); err != nil {
			t.Error(err)
		}
		c.reply(output("bricks"))
	}}
	respond(t, a, agent.Turn{Prompt: "one"}, h)
	if got := instructionsOf(t, a); got != "Be brief." { // item 74
		t.Errorf("instructions in the transcript after the turn: %q", got)
	}
	respond(t, a, agent.Turn{Prompt: "two"}, nil)
	var got []string
	for _, r := range m.asked() {
		got = append(got, fmt.Sprintf("%q %v", r.Instructions, r.Callable))
	}
	diff(t, "requests", []string{`"Be brief." [look]`, `"Be brief." [look]`, `"Be rude.\n\nIt is night." [jump]`}, got)
	diff(t, "transcript", "Be rude.\n\nIt is night.", instructionsOf(t, a))
	if err := a.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	diff(t, "after reset", "Be rude.", instructionsOf(t, a))
}

// instructionsOf returns the instructions in the transcript.
func instructionsOf(t *testing.T, a *agent.Agent) string {
	t.Helper()
	inner, _ := a.Transcript().Get("transcript")
	entries, _ := inner.Get("entries")
	contents, _ := entries.Items()[0].Get("contents")
	text, _ := contents.Items()[0].Get("text")
	s, _ := text.AsString()
	return s
}

func TestInstructionsAndNote(t *testing.T) {
	for _, c := range [][3]string{
		{"Be brief.", "", "Be brief."}, {"Be brief.", "Night.", "Be brief.\n\nNight."}, {"", "Night.", "Night."}, {" \n", "Night.", "Night."}, {"", "", ""},
	} {
		m := newActor()
		a := newAgent(t, m, func(f *agent.Config) { f.Instructions = c[0] })
		a.SetContextNote(c[1])
		respond(t, a, agent.Turn{}, nil)
		diff(t, fmt.Sprintf("%q", c), c[2], m.last(t).Instructions)
	}
}

// While a turn runs its entries can be read, without respond_directly.
func TestReadingATurnInProgress(t *testing.T) {
	var seen []string
	m := newActor(says("One."), calls(agent.RespondDirectly, "look"), calls("look"))
	a := newAgent(t, m, func(c *agent.Config) { c.Options.ToolChoice.Kind = agent.ChoiceExplicit }, tool("look"))
	respond(t, a, agent.Turn{Prompt: "one"}, nil)
	h := &host{}
	h.heard = func(e agent.Event) {
		if _, ok := e.(agent.StepEvent); ok {
			text := a.Transcript().String()
			seen = append(seen, fmt.Sprintf("%d entries, %d outputs", a.EntryCount(), strings.Count(text, `"role":"tool"`)))
			if strings.Contains(text, agent.RespondDirectly) {
				t.Errorf("respond_directly in %s", text)
			}
		}
	}
	h.answer = func(c *openCall) { c.reply(output("bricks")) }
	respond(t, a, agent.Turn{Prompt: "two"}, h)
	diff(t, "seen", []string{"3 entries, 0 outputs", "5 entries, 1 outputs", "7 entries, 2 outputs"}, seen)
	diff(t, "afterwards", 8, a.EntryCount())
	// The model sees its own call of it within the turn, and never later.
	if got := strings.Join(texts(m.asked()[2].Entries), "\n"); !strings.Contains(got, "call "+agent.RespondDirectly) {
		t.Errorf("second step: %s", got)
	}
	respond(t, a, agent.Turn{Prompt: "three"}, nil)
	if got := strings.Join(texts(m.last(t).Entries), "\n"); strings.Contains(got, agent.RespondDirectly) {
		t.Errorf("next turn: %s", got)
	}
}

func TestEmptyPrompt(t *testing.T) {
	m := newActor()
	a := newAgent(t, m, nil)
	respond(t, a, agent.Turn{}, nil)
	diff(t, "request", []string{"> "}, texts(m.last(t).Entries))
	diff(t, "entries", 2, a.EntryCount())
}

// A prompt in the history says how its turn was run: transcripts save it.
func TestPromptEntries(t *testing.T) {
	m := newActor(says(`{"a":1}`))
	s := parseSchema(t, `{"type":"object","properties":{"a":{"type":"integer"}}}`)
	a := newAgent(t, m, func(c *agent.Config) { c.Options.Model.MaxTokens = 9 })
	respond(t, a, agent.Turn{Schema: s}, nil)
	r := m.last(t)
	if e := r.Entries[0]; e.Schema != s || e.Options.MaxTokens != 9 || e.ID == "" || r.Schema != s || r.Options.MaxTokens != 9 {
		t.Errorf("entry %+v, request %+v", e, r)
	}
	format := `"maximumResponseTokens":9},"contextOptions":{},"responseFormat":{"type":"jsonSchema","jsonSchema":{"name":"Response","schema":{`
	if text := a.Transcript().String(); !strings.Contains(text, format) {
		t.Errorf("transcript: %s", text)
	}
	if v, err := ojson.Parse([]byte(a.Transcript().String())); err != nil || v.IsNull() {
		t.Errorf("the transcript cannot be read: %v", err)
	}
}

// Zero options are the defaults; options of which only some were filled in are
// refused, since they would switch the tools off.
func TestZeroOptions(t *testing.T) {
	script, err := scripted.Parse(ojson.Value{}, "model")
	if err != nil {
		t.Fatal(err)
	}
	m := script.NewModel("scripted")
	a, err := agent.New(agent.Config{Model: m})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(agent.DefaultOptions(), a.Options()); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	_, err = agent.New(agent.Config{Model: m, Options: agent.Options{MaxToolRounds: 3}})
	var failed *model.Error
	if !errors.As(err, &failed) || failed.Code != model.InvalidRequest {
		t.Errorf("half filled options: %v, want invalid_request", err)
	}
}
