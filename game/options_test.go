package game_test

import (
	"testing"
	"time"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/game"
)

func decode(t *testing.T, text string) game.Options {
	t.Helper()
	o, _, err := game.DecodeOptions(js(text), "options", game.DefaultOptions())
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return o
}

func TestOptionDefaults(t *testing.T) { // items 198, 202
	want := game.DefaultOptions()
	diff(t, "empty", want, decode(t, `{}`))
	diff(t, "null", want, decode(t, `{"replyFormat":null,"maxFacts":null,"toolChoice":null,"emotions":null}`))
	if want.ReplyFormat != game.Automatic || want.ToolChoice.Kind != agent.ChoiceExplicit || want.MaxToolRounds != 2 ||
		want.MaxToolCalls != 6 || want.ToolTimeout != 120*time.Second || want.MaxFacts != 12 || want.MaxRelationshipChange != 10 ||
		*want.SecretsUnlockAt != 50 || want.PlayerOptionCount != 3 || !want.CanEndConversation || want.CompactAfterTurns != 8 ||
		want.KeepRecentTurns != 2 || !want.FallbackOnGuardrail || want.BarkMaximumTokens != 48 || want.MemoryTools != 0 {
		t.Errorf("the defaults are not the protocol's: %+v", want)
	}
	diff(t, "readable", []string{""}, want.WorldReadable)
}

func TestOptions(t *testing.T) { // items 196 to 201
	for text, tools := range map[string]game.MemoryTools{
		`"all"`: 3, `"none"`: 0, `[]`: 0, `["rememberFact"]`: 1, `"changeRelationship"`: 2, `1`: 1, `2`: 2, `3`: 3, `0`: 0,
		`["remember_fact","change_relationship"]`: 3, `["rememberFact","rememberFact"]`: 1,
	} {
		if o := decode(t, `{"memoryTools":`+text+`}`); o.MemoryTools != tools {
			t.Errorf("memoryTools %s = %d, want %d", text, o.MemoryTools, tools)
		}
	}
	o := decode(t, `{"emotions":["mad","Angry","sad","blorp"],"secretsUnlockAtRelationship":null,"toolTimeoutSeconds":0,"temperature":0}`)
	diff(t, "emotions", []game.Emotion{game.Angry, game.Sad, game.Neutral}, o.Emotions)
	if o.SecretsUnlockAt != nil || o.ToolTimeout != 0 || *o.Temperature != 0 {
		t.Errorf("null threshold, no limit, temperature 0: %+v", o)
	}
	diff(t, "no emotions are all", 0, len(decode(t, `{"emotions":[]}`).Emotions))
	diff(t, "day", 24*time.Hour, decode(t, `{"toolTimeoutSeconds":86400}`).ToolTimeout)
	if decode(t, `{"toolTimeoutSeconds":1e-12}`).ToolTimeout == 0 {
		t.Error("a tiny limit became none")
	}
	diff(t, "tool", agent.ToolChoice{Kind: agent.ChoiceTool, Tool: "x"}, decode(t, `{"toolChoice":{"type":"function","function":{"name":"x"}}}`).ToolChoice)
	_, unknown, _ := game.DecodeOptions(js(`{"b":1,"maxFacts":2,"a":null}`), "options", game.DefaultOptions())
	diff(t, "unknown", []string{"options.b", "options.a"}, unknown)
}

func TestOptionsRefused(t *testing.T) { // items 59, 60, 196, 197, 200
	for _, c := range []struct{ options, path string }{
		{`[]`, "options"},
		{`{"replyFormat":"json"}`, "options.replyFormat"}, {`{"replyFormat":1}`, "options.replyFormat"},
		{`{"playerOptionCount":5}`, "options.playerOptionCount"}, {`{"playerOptionCount":-1}`, "options.playerOptionCount"},
		{`{"memoryTools":"some"}`, "options.memoryTools"}, {`{"memoryTools":["rememberFact","some"]}`, "options.memoryTools[1]"},
		{`{"memoryTools":4}`, "options.memoryTools"}, {`{"memoryTools":-1}`, "options.memoryTools"},
		{`{"toolTimeoutSeconds":-1}`, "options.toolTimeoutSeconds"}, {`{"toolTimeoutSeconds":86401}`, "options.toolTimeoutSeconds"},
		{`{"toolTimeoutSeconds":1e999}`, "options.toolTimeoutSeconds"}, {`{"toolTimeoutSeconds":"1"}`, "options.toolTimeoutSeconds"},
		{`{"temperature":-0.1}`, "options.temperature"}, {`{"temperature":1e999}`, "options.temperature"},
		{`{"toolChoice":"check"}`, "options.toolChoice"}, {`{"toolChoice":{"tool":""}}`, "options.toolChoice"}, {`{"toolChoice":1}`, "options.toolChoice"},
		{`{"maxToolRounds":-1}`, "options.maxToolRounds"}, {`{"maxToolCalls":1.5}`, "options.maxToolCalls"},
		{`{"worldReadable":""}`, "options.worldReadable"}, {`{"worldWritable":[1]}`, "options.worldWritable[0]"},
		{`{"emotions":"sad"}`, "options.emotions"}, {`{"emotions":[1]}`, "options.emotions[0]"},
		{`{"canEndConversation":1}`, "options.canEndConversation"}, {`{"fallbackLines":"x"}`, "options.fallbackLines"},
		{`{"maximumResponseTokens":0}`, "options.maximumResponseTokens"}, {`{"barkMaximumTokens":0}`, "options.barkMaximumTokens"},
		{`{"secretsUnlockAtRelationship":"never"}`, "options.secretsUnlockAtRelationship"}, {`{"groundingTool":1}`, "options.groundingTool"},
		{`{"compactAfterTurns":-1}`, "options.compactAfterTurns"}, {`{"keepRecentTurns":-1}`, "options.keepRecentTurns"},
		{`{"maxFacts":-1}`, "options.maxFacts"}, {`{"maxRelationshipChange":-1}`, "options.maxRelationshipChange"},
	} {
		_, _, err := game.DecodeOptions(js(c.options), "options", game.DefaultOptions())
		refused(t, err, c.path)
	}
}

func TestFitOfParts(t *testing.T) { // items 63, 192, 199
	for _, c := range []struct {
		name   string
		change with
		path   string
	}{
		{"unknown grounding tool", options(func(o *game.Options) { o.GroundingTool = "look" }), "options.groundingTool"},
		{"no read tool", func(c *game.Config) {
			c.World, c.Options.GroundingTool, c.Options.WorldReadable = board(`{}`), "read_world_state", nil
		}, "options.groundingTool"},
		{"twice", tools("a", "a"), "tools"},
		{"reserved", tools("respond_directly"), "tools"},
		{"built-in", func(c *game.Config) {
			tools("remember_fact")(c)
			c.Options.MemoryTools = game.RememberFact
		}, "tools"},
	} {
		_, err := game.New(configure(play(t), c.change))
		if err == nil {
			t.Errorf("%s: taken", c.name)
			continue
		}
		refused(t, err, c.path)
	}
	// Only an active built-in tool is in the way; a grounding tool may be built in.
	gorm(t, play(t), tools("remember_fact", "read_world_state"))
	n := gorm(t, play(t), tools("look"), func(c *game.Config) {
		c.World, c.Options.GroundingTool = board(`{}`), "read_world_state"
		c.Options.WorldWritable, c.Options.MemoryTools = []string{"a"}, game.RememberFact|game.ChangeRelationship
	})
	diff(t, "order of tools", []string{"look", "read_world_state", "update_world_state", "remember_fact", "change_relationship"}, n.ToolNames()) // item 191
	diff(t, "own tools", []string{"look"}, n.Tools())
}
