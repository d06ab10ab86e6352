package game_test

import (
	"strings"
	"testing"

	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/ojson"
)

func TestPrompts(t *testing.T) { // items 203, 204
	for _, c := range []struct {
		name, line, context string
		change              with
		want                string
	}{
		{"line", " Hello. \n", `null`, nil, "Player: Hello."},
		{"silence", " ", `null`, nil, "Player: (The player says nothing.)"},
		{"text context", "Hi", `" It rains. "`, nil, "Situation: It rains.\nPlayer: Hi"},
		{"blank context", "Hi", `" "`, nil, "Player: Hi"},
		{"JSON context", "Hi", `{"paid": 45, "a": [1, 2]}`, nil, "Situation: {\"paid\":45,\"a\":[1,2]}\nPlayer: Hi"},
		{"false", "Hi", `false`, nil, "Situation: false\nPlayer: Hi"},
		{"world", "Hi", `"It rains."`, func(c *game.Config) {
			c.World, c.Options.WorldContextPaths = board(`{"gold":60,"hp":3,"x":1}`), []string{"gold", "hp"}
		}, "Game state:\ngold: 60\nhp: 3\nSituation: It rains.\nPlayer: Hi"},
		{"empty world", "Hi", `null`, func(c *game.Config) {
			c.World, c.Options.WorldContextPaths = board(`{}`), []string{"gold"}
		}, "Player: Hi"},
	} {
		changes := []with{options(plainText)}
		if c.change != nil {
			changes = append(changes, c.change)
		}
		a := play(t, `{"template":"[happy] {prompt}"}`)
		n := gorm(t, a, changes...)
		if _, err := n.Talk(t.Context(), game.Talk{Line: c.line, Context: js(c.context)}, nil); err != nil {
			t.Fatal(err)
		}
		diff(t, c.name, []string{c.want}, prompts(a.asked(t, 0)))
	}
}

// instructed is what the model was told in one turn.
func instructed(t *testing.T, changes ...with) string {
	t.Helper()
	a := play(t, step("text", "Aye."), step("text", "Aye."))
	n := gorm(t, a, append([]with{options(plainText)}, changes...)...)
	talk(t, n, "Hi")
	return a.asked(t, 0).Instructions
}

// inOrder checks that parts stand in a text one after the other.
func inOrder(t *testing.T, text string, parts ...string) {
	t.Helper()
	rest := text
	for _, p := range parts {
		i := strings.Index(rest, p)
		if i < 0 {
			t.Errorf("%q is missing, or too early, in:\n%s", p, text)
			return
		}
		rest = rest[i+len(p):]
	}
}

func TestInstructions(t *testing.T) { // items 206 to 208
	unlocked := func(c *game.Config) {
		c.Persona = game.Persona{
			Name: "Gorm", Role: "the smith.", Personality: "Gruff.", SpeakingStyle: "Short words.", Backstory: "Born here.",
			Goals: []string{"sell swords", " ", "sleep"}, Knowledge: []string{"the mine is closed."}, Secrets: []string{"he is rich"},
			MaxSentences: 3,
		}
		c.Memory.Relationship = 50
		c.Options.ExtraInstructions = " Speak of iron. "
		c.Options.MemoryTools = game.RememberFact | game.ChangeRelationship
	}
	text := instructed(t, unlocked)
	inOrder(t, text, "You are Gorm, the smith, ", "Gruff.", "Short words.", "Born here.", "sell swords; sleep.", "the mine is closed.",
		"share", "he is rich.", "stay in character as Gorm", "3 short sentences", "If you do not know", "Speak of iron.",
		"remember_fact", "change_relationship", "square brackets")
	if strings.Contains(text, "closed..") || strings.Contains(text, "Never reveal") {
		t.Errorf("a full stop too many, or a guarding rule for what may be shared:\n%s", text)
	}
	bare := instructed(t)
	for _, absent := range []string{"Personality", "Goals", "Secrets", "remember_fact"} {
		if strings.Contains(bare, absent) {
			t.Errorf("%q is in the instructions of a bare persona:\n%s", absent, bare)
		}
	}
	inOrder(t, instructed(t, func(c *game.Config) { c.Persona.MaxSentences = 1 }), "one short sentence")
	inOrder(t, instructed(t, tools("look")), "Use your tools")
	// Memory tools know nothing of the game.
	inOrder(t, instructed(t, options(func(o *game.Options) { o.MemoryTools = game.RememberFact })), "If you do not know")
	a := play(t, said("Aye."))
	talk(t, gorm(t, a), "Hi")
	if strings.Contains(a.asked(t, 0).Instructions, "square brackets") {
		t.Error("a structured reply asks for a bracketed emotion")
	}
}

func TestSecrets(t *testing.T) { // item 209
	secret := func(relationship int, unlock *int) with {
		return func(c *game.Config) {
			c.Persona.Secrets = []string{"he is rich"}
			c.Memory.Relationship, c.Options.SecretsUnlockAt = relationship, unlock
		}
	}
	at := func(i int) *int { return &i }
	for _, c := range []struct {
		relationship   int
		unlock         *int
		shown, guarded bool
	}{
		{49, at(50), false, false}, {50, at(50), true, false}, {-100, at(-100), true, false}, {0, nil, true, true}, {100, nil, true, true},
	} {
		text := instructed(t, secret(c.relationship, c.unlock))
		if strings.Contains(text, "he is rich") != c.shown || strings.Contains(text, "Never reveal") != c.guarded {
			t.Errorf("at %d with the threshold %v:\n%s", c.relationship, c.unlock, text)
		}
	}
	// The relationship of each turn decides.
	a := play(t, `{"toolCalls":[{"name":"change_relationship","arguments":{"reason":"r","delta":10}}]}`, step("text", "Aye."), step("text", "Aye."))
	n := gorm(t, a, secret(45, at(50)), options(func(o *game.Options) { o.MemoryTools, o.ReplyFormat = game.ChangeRelationship, game.TextReply }))
	talk(t, n, "Hi")
	talk(t, n, "Hi")
	for i, shown := range []bool{false, false, true} {
		if strings.Contains(a.asked(t, i).Instructions, "he is rich") != shown {
			t.Errorf("step %d: shown is not %v", i, shown)
		}
	}
}

func TestMemoryBlock(t *testing.T) { // items 210, 211
	text := instructed(t, func(c *game.Config) {
		c.Memory = game.Memory{Facts: []string{"Aria likes axes.", "It rained."}, Relationship: 25, Summary: "They met."}
	})
	inOrder(t, text, "\n\nYour attitude towards the player: friendly (25", "- Aria likes axes.", "- It rained.", "Earlier conversation: They met.")
	if !strings.HasSuffix(text, "They met.") {
		t.Errorf("the block is not last:\n%s", text)
	}
	if text := instructed(t); strings.Contains(text, "attitude") || strings.Contains(text, "\n\n") {
		t.Errorf("an empty memory has a block:\n%s", text)
	}
	inOrder(t, instructed(t, options(func(o *game.Options) { o.MemoryTools = game.ChangeRelationship })), "neutral (0")
	for r, word := range map[int]string{
		-100: "hostile", -61: "hostile", -60: "unfriendly", -21: "unfriendly", -20: "neutral", 20: "neutral",
		21: "friendly", 60: "friendly", 61: "trusting", 100: "trusting",
	} {
		diff(t, ojson.Int(int64(r)).String(), word, game.Attitude(r))
	}
}
