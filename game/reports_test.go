package game_test

import (
	"context"
	"iter"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// server is a model behind a server that cannot be held to a schema: its
// answers are texts, and validated.
type server struct{ *actor }

func (s server) Describe() model.Description {
	d := s.actor.Describe()
	d.Verbatim = false
	return d
}

func (s server) Step(ctx context.Context, r *model.Request) iter.Seq2[model.Event, error] {
	return s.actor.Step(ctx, r)
}

const wholeReply = `{"emotion":"sad","line":"Aye.","player_options":["A","B","C"],"ends_conversation":false}`

// The five variants of O5 (SkyrimNet #455, mem0 #4526): JSON inside prose or
// fences, a fence that never closes, two objects.
func wrapped(json string) []string {
	return []string{
		json,
		"Here you go:\n```json\n" + json + "\n```\nHope it helps!",
		"```json\n" + json,
		"First {\"line\":\"draft\"} and then " + json,
		json + " or rather {not it} \"}\"",
		"A brace { in prose, then " + json,
	}
}

func TestO5StructuredTalk(t *testing.T) {
	for _, text := range wrapped(wholeReply) {
		h := &listener{}
		n := gorm(t, server{play(t, step("text", text))})
		reply, err := n.Talk(t.Context(), game.Talk{Line: "Hi"}, h)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if reply.Line != "Aye." || reply.Emotion != game.Sad || len(reply.PlayerOptions) != 3 {
			t.Errorf("%q: %+v", text, reply)
		}
		diff(t, "display", "Aye.", h.line)
		for _, e := range h.events {
			if strings.Contains(e, "```") || strings.Contains(e, "Here you go") {
				t.Errorf("%q is shown", e)
			}
		}
	}
}

func TestO5LastValidObjectCounts(t *testing.T) {
	second := strings.Replace(wholeReply, "Aye.", "No.", 1)
	n := gorm(t, server{play(t, step("text", wholeReply+"\nCorrection: "+second+" {\"line\":1}"))})
	diff(t, "line", "No.", talk(t, n, "Hi").Line)
}

func TestO5NothingToExtract(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, text := range []string{"I cannot do that.", "{", "{}", `{"line":1}`, `["line"]`, `{"line":"Aye."`, strings.Repeat("{", 200)} {
			a := server{play(t, step("text", text), step("text", text))}
			n := gorm(t, a)
			_, err := n.Talk(t.Context(), game.Talk{Line: "Hi"}, nil)
			wantCode(t, err, model.GenerationFailed)
			diff(t, "one retry", 2, a.steps())
			diff(t, "turns", 0, n.TurnCount())
		}
		// The retry may succeed.
		n := gorm(t, server{play(t, step("text", "Hm."), step("text", wholeReply))})
		diff(t, "line", "Aye.", talk(t, n, "Hi").Line)
	})
}

func TestO5Decision(t *testing.T) {
	for _, text := range wrapped(`{"reasoning":"r","choice":"flee","confidence":70}`) {
		got, err := game.Decide(t.Context(), fight(server{play(t, step("text", text))}), nil)
		if err != nil || got.ID != "flee" || got.Confidence != 70 {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

func TestO5Content(t *testing.T) {
	shape, err := schema.Parse(js(`{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`), "Content")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range wrapped(`{"name":"Iron {sword} \"x\""}`) {
		v, _, err := game.Generate(t.Context(), game.Content{Model: server{play(t, step("text", text))}, Prompt: "p", Schema: shape}, nil)
		if err != nil || v.String() != `{"name":"Iron {sword} \"x\""}` {
			t.Errorf("%q: %s, %v", text, v, err)
		}
	}
}

// Several failures in a row on two NPCs, then a good turn: no fallback line gets
// into history, facts or summary, the same one does not follow itself, and the
// two do not say the same (O10, generative_agents #141, Mantella #187).
func TestO10FallbackLinesAreNeverContent(t *testing.T) {
	spoken := map[string]bool{}
	var both [2][]string
	for i := range both {
		a := play(t, said("One."), guardrail, guardrail, guardrail, said("Two."), `{"text":"Summary."}`, said("Three."))
		n := gorm(t, a, format(game.StructuredReply), compactAfter(2, 1), func(c *game.Config) { c.Rotation = i })
		talk(t, n, "1")
		for range 3 {
			r := talk(t, n, "bad")
			if !r.IsFallback {
				t.Fatal("no fallback")
			}
			both[i] = append(both[i], r.Line)
			spoken[r.Line] = true
		}
		talk(t, n, "2")
		state := settled(t, n)
		talk(t, n, "3")
		last := a.asked(t, a.steps()-1)
		for line := range spoken {
			if strings.Contains(state, line) || strings.Contains(last.Instructions+strings.Join(prompts(last), ""), line) {
				t.Errorf("the fallback line %q is in the state or the next request", line)
			}
		}
		if strings.Contains(state, "bad") {
			t.Error("a blocked exchange is in the state")
		}
	}
	for i := range both[0] {
		if both[0][i] == both[1][i] {
			t.Errorf("both say %q", both[0][i])
		}
		if i > 0 && both[0][i] == both[0][i-1] {
			t.Errorf("%q is said twice in a row", both[0][i])
		}
	}
}

// What does not quite fit the schema is read all the same: servers that cannot
// be held to it leave members out, or use other words (items 217, 218, 260).
func TestRepliesThatDoNotQuiteFit(t *testing.T) {
	for text, want := range map[string]game.Emotion{
		`{"line":"Aye."}`: game.Neutral, `{"emotion":"grumpy","line":"Aye.","player_options":["A"],"more":1}`: game.Annoyed,
		"```\n{\"line\":\"Aye.\",\"emotion\":\"SAD\",\"ends_conversation\":\"no\"}\n```": game.Sad,
	} {
		reply := talk(t, gorm(t, server{play(t, step("text", text))}), "Hi")
		if reply.Line != "Aye." || reply.Emotion != want {
			t.Errorf("%s: %+v", text, reply)
		}
	}
	got, err := game.Decide(t.Context(), fight(server{play(t, step("text", `{"choice":" Flee","confidence":"high"}`))}), nil)
	if err != nil || got.ID != "flee" || got.Confidence != 50 {
		t.Errorf("%+v, %v", got, err)
	}
}

// The error text of a failed model is no line.
func TestO10ErrorsAreErrors(t *testing.T) {
	a := play(t, `{"error":"invalid_request","message":"TOKEN LIMIT EXCEEDED"}`, said("Aye."))
	n := gorm(t, a)
	_, err := n.Talk(t.Context(), game.Talk{Line: "Hi"}, nil)
	wantCode(t, err, model.InvalidRequest)
	talk(t, n, "Hi")
	if strings.Contains(n.Snapshot().String(), "TOKEN LIMIT") {
		t.Error("the text of an error is in the state")
	}
}

// The player speaks again at once: the NPC knows what it has just said.
func TestO11LastLineIsInTheNextPrompt(t *testing.T) {
	a := play(t, said("The key is under the mat."), said("I told you."))
	n := gorm(t, a)
	talk(t, n, "Where is the key?")
	talk(t, n, "Where?")
	r := a.asked(t, 1)
	if len(r.Entries) != 3 || !strings.Contains(r.Entries[1].Text, "under the mat") {
		t.Errorf("the second request has the entries %+v", r.Entries)
	}
}

// A card whose name is empty, or only blanks, is refused (SillyTavern #3905).
func TestEmptyNames(t *testing.T) {
	for _, name := range []string{"", "  "} {
		_, err := game.New(configure(play(t), func(c *game.Config) { c.Persona.Name = name }))
		refused(t, err, "persona.name")
	}
}

// Whatever a tool gives back, the turn goes on and the record has it whole
// (O12 for NPCs).
func TestO12EnormousOutput(t *testing.T) {
	big := ojson.String(strings.Repeat("item ", 200_000))
	a := playIn(t, 4096, calls("look", `{}`), said("Aye."))
	n := gorm(t, a, tools("look"))
	h := &listener{answer: func(agent.Call) agent.Output { return agent.NewOutput(big, false) }}
	reply, err := n.Talk(t.Context(), game.Talk{Line: "Hi"}, h)
	if err != nil {
		t.Fatal(err)
	}
	if !ojson.Equal(reply.ToolCalls[0].Output.Value, big) || len(reply.Warnings) == 0 {
		t.Errorf("the record is cut, or there is no warning: %q", reply.Warnings)
	}
}
