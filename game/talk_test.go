package game_test

import (
	"context"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

func format(f game.ReplyFormat) with { return options(func(o *game.Options) { o.ReplyFormat = f }) }

func TestToolChoice(t *testing.T) { // items 202, 213
	named := func(name string) *agent.ToolChoice { return &agent.ToolChoice{Kind: agent.ChoiceTool, Tool: name} }
	for _, c := range []struct {
		name     string
		changes  []with
		choice   *agent.ToolChoice
		mode     model.Mode
		callable string
	}{
		{"no tools", nil, nil, model.Disallowed, ""},
		{"no tools, named", nil, named("look"), model.Disallowed, ""},
		{"explicit by default", []with{tools("look", "buy")}, nil, model.Required, "look buy respond_directly"},
		{"grounding tool", []with{tools("look", "buy"), options(func(o *game.Options) {
			o.GroundingTool, o.ToolChoice.Kind = "buy", agent.ChoiceNone
		})}, nil, model.Required, "buy"},
		{"of the turn", []with{tools("look", "buy"), options(func(o *game.Options) { o.GroundingTool = "buy" })}, named("look"), model.Required, "look"},
		{"auto", []with{tools("look"), options(func(o *game.Options) { o.ToolChoice.Kind = agent.ChoiceAuto })}, nil, model.Allowed, "look"},
	} {
		a := play(t, said("Aye."))
		if _, err := gorm(t, a, c.changes...).Talk(t.Context(), game.Talk{Line: "Hi", ToolChoice: c.choice}, nil); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		r := a.asked(t, 0)
		if r.Mode != c.mode || strings.Join(r.Callable, " ") != c.callable {
			t.Errorf("%s: %s %v, want %s %s", c.name, r.Mode, r.Callable, c.mode, c.callable)
		}
	}
	n := gorm(t, play(t, said("Aye.")), tools("look")) // item 214
	_, err := n.Talk(t.Context(), game.Talk{Line: "Hi", ToolChoice: named("lock")}, nil)
	wantCode(t, err, model.InvalidRequest)
}

func TestRetryAsText(t *testing.T) { // items 227 to 231
	long := strings.Repeat("x", 500)
	for _, block := range []string{guardrail, refusal} {
		a := play(t, `{"toolCalls":[{"name":"look"},{"name":"fail"},{"name":"remember_fact","arguments":{"fact":"Aria pays."}}]}`,
			block, `{"template":"[sad] No."}`, `{"text":"(never)"}`)
		h := &listener{answer: func(c agent.Call) agent.Output {
			if c.Name == "fail" {
				return agent.ErrorOutput("broken")
			}
			return agent.NewOutput(ojson.String(long), false)
		}}
		n := gorm(t, a, tools("look", "fail"), options(func(o *game.Options) { o.MemoryTools = game.RememberFact }))
		reply, err := n.Talk(t.Context(), game.Talk{Line: "Swords?"}, h)
		if err != nil {
			t.Fatal(err)
		}
		if reply.Line != "No." || reply.Emotion != game.Sad || reply.IsFallback || len(reply.PlayerOptions) != 0 || reply.EndsConversation {
			t.Errorf("reply %+v", reply)
		}
		diff(t, "calls", 3, len(reply.ToolCalls))
		diff(t, "steps", 3, a.steps())
		r := a.asked(t, 2)
		if r.Mode != model.Disallowed || r.Schema != nil {
			t.Errorf("the retry has tools or a schema: %s", r.Mode)
		}
		p := prompts(r)[0]
		inOrder(t, p, "Player: Swords?", "Facts you just looked up", "- look: "+long[:400]+"…\n", "- remember_fact: ", "square brackets")
		if strings.Contains(p, "broken") || strings.Contains(p, long[:401]) {
			t.Errorf("a failed call or a long output is in the prompt:\n%s", p)
		}
		diff(t, "turns", 1, n.TurnCount())
		diff(t, "memory", []string{"Aria pays."}, n.Memory().Facts)
		if reply.Usage.Output == 0 {
			t.Error("no usage")
		}
	}
	// No heading without results.
	a := play(t, guardrail, `{"template":"[sad] No."}`)
	talk(t, gorm(t, a), "Hi")
	if p := prompts(a.asked(t, 1))[0]; strings.Contains(p, "Facts you just") {
		t.Errorf("a heading without facts:\n%s", p)
	}
	// Six results at most.
	calls := strings.Repeat(`{"name":"look"},`, 7) + `{"name":"look"}`
	a = play(t, `{"toolCalls":[`+calls+`]}`, guardrail, step("text", "No."))
	n := gorm(t, a, tools("look"), options(func(o *game.Options) { o.MaxToolCalls = 9 }))
	if _, err := n.Talk(t.Context(), game.Talk{Line: "Hi"}, answering(`"ok"`)); err != nil {
		t.Fatal(err)
	}
	diff(t, "results", 6, strings.Count(prompts(a.asked(t, 2))[0], "- look: ok"))
}

func TestFallback(t *testing.T) { // items 231 to 236
	for _, c := range []struct {
		name   string
		format game.ReplyFormat
		steps  []string
	}{
		{"structured guardrail", game.StructuredReply, []string{guardrail}},
		{"structured refusal", game.StructuredReply, []string{refusal}},
		{"text", game.TextReply, []string{guardrail}},
		{"automatic", game.Automatic, []string{guardrail, refusal}},
	} {
		first := `{"toolCalls":[{"name":"update_world_state","arguments":{"path":"gold","value":5}},{"name":"remember_fact","arguments":{"fact":"x"}}]}`
		a := play(t, append([]string{first}, c.steps...)...)
		world := board(`{"gold":1}`)
		n := gorm(t, a, format(c.format), func(g *game.Config) {
			g.World, g.Options.WorldWritable, g.Options.MemoryTools = world, []string{"gold"}, game.RememberFact
			g.Options.FallbackLines = []string{" ", "One.", "Two."}
			g.Persona.DefaultEmotion, g.Memory.Relationship = game.Worried, 7
		})
		h := &listener{}
		reply, err := n.Talk(t.Context(), game.Talk{Line: "Hi"}, h)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		diff(t, c.name+": calls", 2, len(reply.ToolCalls))
		reply.ToolCalls = nil
		diff(t, c.name, &game.Reply{Line: "One.", Emotion: game.Worried, PlayerOptions: []string{}, Relationship: 7, IsFallback: true}, reply)
		diff(t, c.name+": shown", "One.", h.line)
		diff(t, c.name+": steps", 1+len(c.steps), a.steps())
		diff(t, c.name+": turns", 0, n.TurnCount())
		diff(t, c.name+": facts", 0, len(n.Memory().Facts))
		gold, _ := world.Read("gold", []string{""})
		diff(t, c.name+": world", "5", gold.String())
	}
}

func TestNoFallback(t *testing.T) { // items 235 to 237
	off := options(func(o *game.Options) { o.FallbackOnGuardrail = false })
	a := play(t, guardrail, step("text", "[sad] No."))
	diff(t, "tried as text first", "No.", talk(t, gorm(t, a, off), "Hi").Line)
	for _, c := range []struct {
		steps []string
		code  model.Code
		asked int
	}{
		{[]string{guardrail, guardrail}, model.GuardrailViolation, 2}, {[]string{guardrail, refusal}, model.Refusal, 2},
	} {
		a := play(t, c.steps...)
		_, err := gorm(t, a, off).Talk(t.Context(), game.Talk{Line: "Hi"}, nil)
		wantCode(t, err, c.code)
		diff(t, "steps", c.asked, a.steps())
	}
	for _, code := range []model.Code{model.ContextSizeExceeded, model.Unavailable, model.Cancelled, model.UnsupportedLanguage} {
		a := play(t, `{"error":"`+string(code)+`"}`)
		_, err := gorm(t, a).Talk(t.Context(), game.Talk{Line: "Hi"}, nil)
		wantCode(t, err, code)
		diff(t, string(code), 1, a.steps())
	}
	// Cancelled while the first try is blocked.
	ctx, cancel := context.WithCancel(t.Context())
	a = play(t, `{"toolCalls":[{"name":"look"}]}`, guardrail, step("text", "No."))
	n := gorm(t, a, tools("look"))
	h := &listener{answer: func(agent.Call) agent.Output {
		cancel()
		return agent.NewOutput(ojson.String("ok"), false)
	}}
	_, err := n.Talk(ctx, game.Talk{Line: "Hi"}, h)
	wantCode(t, err, model.Cancelled)
	diff(t, "turns", 0, n.TurnCount())
	if a.steps() > 2 { // the second one is begun with a context that has ended
		t.Errorf("%d steps after a cancel", a.steps())
	}
}

func TestFallbackRotation(t *testing.T) { // item 234
	a := play(t, guardrail, guardrail, guardrail, guardrail, guardrail)
	n := gorm(t, a, format(game.StructuredReply), options(func(o *game.Options) { o.FallbackLines = []string{"A", "", "B"} }))
	var lines []string
	for range 5 {
		lines = append(lines, talk(t, n, "Hi").Line)
	}
	diff(t, "rotation", []string{"A", "B", "A", "B", "A"}, lines)

	a = play(t, guardrail, guardrail, guardrail, guardrail)
	n = gorm(t, a, format(game.StructuredReply))
	seen := map[string]bool{}
	for range 3 {
		seen[talk(t, n, "Hi").Line] = true
	}
	if len(seen) != 3 || seen[""] {
		t.Errorf("built-in lines %v, want three", seen)
	}
}

func TestEmptyLine(t *testing.T) { // item 220
	a := play(t, `{"json":{"emotion":"sad","line":"Gorm: \"\"","player_options":["A"],"ends_conversation":true}}`, said("Aye."))
	n := gorm(t, a, options(func(o *game.Options) { o.FallbackLines = []string{"Hm."} }))
	h := &listener{}
	reply, err := n.Talk(t.Context(), game.Talk{Line: "Hi"}, h)
	if err != nil {
		t.Fatal(err)
	}
	if reply.Line != "Hm." || !reply.IsFallback || reply.Emotion != game.Sad || len(reply.PlayerOptions) != 1 || !reply.EndsConversation || reply.Usage.Output == 0 {
		t.Errorf("reply %+v", reply)
	}
	diff(t, "shown", "Hm.", h.line)
	diff(t, "turns", 1, n.TurnCount())
}

func TestFailedTurnLeavesNoTrace(t *testing.T) {
	failure := `{"error":"unsupported_language"}`
	a := play(t, said("One."), `{"toolCalls":[{"name":"remember_fact","arguments":{"fact":"x"}}]}`, failure, said("Two."))
	n := gorm(t, a, options(func(o *game.Options) { o.MemoryTools = game.RememberFact }))
	talk(t, n, "1")
	before := n.Snapshot().String()
	_, err := n.Talk(t.Context(), game.Talk{Line: "2"}, nil)
	wantCode(t, err, model.UnsupportedLanguage)
	diff(t, "state", before, n.Snapshot().String())
	talk(t, n, "3")
	diff(t, "prompts", []string{"Player: 1", "Player: 3"}, prompts(a.asked(t, 3)))
}

func TestCommit(t *testing.T) {
	refuse := &model.Error{Code: model.Cancelled}
	n := gorm(t, play(t, said("One."), guardrail, said("Three.")), format(game.StructuredReply))
	before := n.Snapshot().String()
	for range 2 {
		_, err := n.Talk(t.Context(), game.Talk{Line: "Hi", Commit: func() error { return refuse }}, nil)
		if err != refuse {
			t.Errorf("error = %v", err)
		}
		diff(t, "state", before, n.Snapshot().String())
	}
	if _, err := n.Update(t.Context(), game.Update{Persona: js(`{"role":"x"}`), Commit: func() error { return refuse }}); err != refuse {
		t.Errorf("error = %v", err)
	}
	if err := n.Reset(t.Context(), true, func() error { return refuse }); err != refuse {
		t.Errorf("error = %v", err)
	}
	diff(t, "state", before, n.Snapshot().String())
}
