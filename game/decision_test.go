package game_test

import (
	"strings"
	"testing"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/schema"
)

func fight(m model.Model) game.Decision {
	return game.Decision{
		Situation: js(`" A wolf comes. "`), Choices: []game.Choice{{ID: "flee", Description: " Run away "}, {ID: "fight"}},
		Engine: game.Engine{Model: m, MaxToolRounds: game.DefaultDecisionRounds},
	}
}

func TestDecisions(t *testing.T) { // item 260
	for _, c := range []struct {
		answer     string
		id, why    string
		confidence int
	}{
		{`{"reasoning":" He is timid. ","choice":"flee","confidence":75}`, "flee", "He is timid.", 75},
		{`{"choice":" FIGHT "}`, "fight", "", 50}, {`{"choice":"flee","confidence":74.5}`, "flee", "", 75},
		{`{"choice":"flee","confidence":-3}`, "flee", "", 0}, {`{"choice":"flee","confidence":1e300}`, "flee", "", 100},
		{`{"choice":"flee","confidence":"high"}`, "flee", "", 50}, {`{"choice":"flee","confidence":1e999}`, "flee", "", 50},
	} {
		got, err := game.Decide(t.Context(), fight(play(t, `{"json":`+c.answer+`}`)), nil)
		if err != nil {
			t.Errorf("%s: %v", c.answer, err)
			continue
		}
		if got.ID != c.id || got.Reasoning != c.why || got.Confidence != c.confidence || got.IsFallback || got.Usage.Input == 0 || got.ToolCalls == nil {
			t.Errorf("%s: %+v", c.answer, got)
		}
	}
	for _, answer := range []string{`{"choice":"hide"}`, `{}`, `[]`, `{"choice":1}`} {
		_, err := game.Decide(t.Context(), fight(play(t, `{"json":`+answer+`}`)), nil)
		wantCode(t, err, model.GenerationFailed)
	}
	d := fight(play(t, `{"json":{"choice":"a"}}`)) // the exact id goes before another case
	d.Choices = []game.Choice{{ID: "A"}, {ID: "a"}}
	got, err := game.Decide(t.Context(), d, nil)
	if err != nil || got.ID != "a" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestOneOption(t *testing.T) { // item 261
	a := play(t, `{"error":"busy"}`)
	d := fight(a)
	d.Choices, d.Tools = d.Choices[:1], []agent.Tool{{Name: "look"}}
	got, err := game.Decide(t.Context(), d, nil)
	if err != nil || got.ID != "flee" || got.Confidence != 100 || got.Reasoning == "" || got.Usage != (model.Usage{}) || got.IsFallback || a.steps() != 0 {
		t.Errorf("%+v, %v, %d steps", got, err, a.steps())
	}
}

func TestCheckChoices(t *testing.T) { // items 262, 263
	ids := func(list ...string) (all []game.Choice) {
		for _, id := range list {
			all = append(all, game.Choice{ID: id})
		}
		return all
	}
	if err := game.CheckChoices(ids("a", "b"), "b", "options", "fallbackOptionID"); err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		choices  []game.Choice
		fallback string
		message  string
	}{
		{nil, "", "'options'"}, {ids("a", " "), "", "'options[1]'"}, {ids("a", "a"), "", "Duplicate option id 'a'"}, {ids("a"), "b", "'fallbackOptionID'"},
	} {
		if err := game.CheckChoices(c.choices, c.fallback, "options", "fallbackOptionID"); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%v: %v, want %s", c.choices, err, c.message)
		}
	}
}

func TestDecisionFallback(t *testing.T) { // item 263
	for _, block := range []string{guardrail, refusal} {
		d := fight(play(t, block))
		d.Fallback = "flee"
		got, err := game.Decide(t.Context(), d, nil)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, block, &game.Decided{ID: "flee", ToolCalls: []agent.Record{}, IsFallback: true}, got)
	}
	d := fight(play(t, guardrail))
	_, err := game.Decide(t.Context(), d, nil)
	wantCode(t, err, model.GuardrailViolation)
	d = fight(play(t, `{"error":"context_size_exceeded"}`))
	d.Fallback = "flee"
	_, err = game.Decide(t.Context(), d, nil)
	wantCode(t, err, model.ContextSizeExceeded)
}

func TestDecisionPrompt(t *testing.T) { // items 264, 265
	for facts, shown := range map[string]string{`null`: "", `{}`: "", `{"hp": 3}`: "Facts: {\"hp\":3}\n", `[]`: "Facts: []\n", `0`: "Facts: 0\n"} {
		a := play(t, `{"json":{"choice":"flee"}}`)
		d := fight(a)
		d.Facts = js(facts)
		if _, err := game.Decide(t.Context(), d, nil); err != nil {
			t.Fatal(err)
		}
		diff(t, facts, "Situation: A wolf comes.\n"+shown+"Options:\n- flee: Run away\n- fight", prompts(a.asked(t, 0))[0])
		order, _ := a.asked(t, 0).Schema.Generation().Get("x-order")
		diff(t, "reason first", `["reasoning","choice","confidence"]`, order.String())
	}
	a := play(t, `{"json":{"choice":"flee"}}`, `{"json":{"choice":"flee"}}`)
	d := fight(a)
	d.Situation = js(`{"x": 1}`)
	d.Actor = &game.Persona{Name: "Snik", Role: "a goblin", Personality: "timid", Goals: []string{"live"}, Backstory: "unused", Secrets: []string{"hidden"}}
	for _, custom := range []string{" ", "Be brave."} {
		d.Engine.Instructions = custom
		if _, err := game.Decide(t.Context(), d, nil); err != nil {
			t.Fatal(err)
		}
	}
	inOrder(t, prompts(a.asked(t, 0))[0], `Situation: {"x":1}`)
	base, own := a.asked(t, 0).Instructions, a.asked(t, 1).Instructions
	for _, text := range []string{base, own} {
		inOrder(t, text, "Snik, a goblin.", "timid", "live.")
		if strings.Contains(text, "unused") || strings.Contains(text, "hidden") {
			t.Errorf("too much of the persona:\n%s", text)
		}
	}
	if !strings.HasPrefix(own, "Be brave.\n") || strings.Contains(base, "Be brave.") || strings.Contains(own, "Choose one") {
		t.Errorf("instructions:\n%s", own)
	}
}

func TestDecisionTools(t *testing.T) { // items 266, 267
	a := play(t, calls("look", `{}`), `{"json":{"choice":"flee"}}`)
	d := fight(a)
	d.Tools, d.ToolChoice = []agent.Tool{{Name: "look"}}, agent.ToolChoice{Kind: agent.ChoiceRequired}
	got, err := game.Decide(t.Context(), d, ear{answering(`3`)})
	if err != nil || len(got.ToolCalls) != 1 || a.asked(t, 0).Mode != model.Required {
		t.Errorf("%+v, %v", got, err)
	}
	a = play(t, `{"json":{"choice":"flee"}}`)
	d = fight(a)
	d.ToolChoice = agent.ToolChoice{Kind: agent.ChoiceRequired}
	if _, err := game.Decide(t.Context(), d, nil); err != nil {
		t.Error(err)
	}
	diff(t, "without tools", model.Disallowed, a.asked(t, 0).Mode)
}

// ear is an agent's host.
type ear struct{ *listener }

func (ear) Event(agent.Event) {}

func TestDecideMany(t *testing.T) { // items 174, 268
	a := play(t, `{"json":{"choice":"flee"}}`, `{"error":"guardrail_violation"}`, `{"json":{"choice":"fight"}}`)
	all := []game.Decision{fight(a), fight(a), fight(a)}
	got := game.DecideMany(t.Context(), all, 1, nil)
	diff(t, "first", "flee", got[0].Decided.ID)
	wantCode(t, got[1].Err, model.GuardrailViolation)
	diff(t, "third", "fight", got[2].Decided.ID)
}

func TestContent(t *testing.T) { // items 288, 289
	shape, err := schema.Parse(js(`{"type":"object","properties":{"name":{"type":"string"},"price":{"type":"integer"}}}`), "Content")
	if err != nil {
		t.Fatal(err)
	}
	for facts, want := range map[string]string{`null`: "A sword.", `{}`: "A sword.\nFacts: {}", `{"a": 1}`: "A sword.\nFacts: {\"a\":1}"} {
		a := play(t, `{"json":{"price":3,"name":"Iron"}}`)
		v, warnings, err := game.Generate(t.Context(), game.Content{Model: a, Prompt: "A sword.", Schema: shape, Facts: js(facts)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "schema order", `{"name":"Iron","price":3}`, v.String())
		diff(t, "warnings", 0, len(warnings))
		diff(t, "prompt", want, prompts(a.asked(t, 0))[0])
		diff(t, "no tools", model.Disallowed, a.asked(t, 0).Mode)
	}
	a := play(t, calls("look", `{}`), `{"json":{"name":"x"}}`)
	c := game.Content{Model: a, Schema: shape, Instructions: "Be brief.", Tools: []agent.Tool{{Name: "look"}}}
	if _, _, err := game.Generate(t.Context(), c, ear{answering(`3`)}); err != nil {
		t.Error(err)
	}
	diff(t, "tools", model.Allowed, a.asked(t, 0).Mode)
	diff(t, "instructions", "Be brief.", a.asked(t, 0).Instructions)
	_, _, err = game.Generate(t.Context(), game.Content{Model: play(t, guardrail), Schema: shape}, nil)
	wantCode(t, err, model.GuardrailViolation)
}
