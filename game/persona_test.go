package game_test

import (
	"testing"

	"github.com/open-actor-models/oam/game"
)

func TestPersona(t *testing.T) { // items 193, 194
	full := `{"name":" Gorm ","role":"smith","personality":"gruff","speakingStyle":"short","backstory":"old","goals":["a"],` +
		`"knowledge":["b"],"secrets":["c"],"defaultEmotion":"Grumpy!","maxSentences":3.0,"mood":1,"x":2}`
	p, unknown, err := game.DecodePersona(js(full), "persona")
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "persona", game.Persona{
		Name: "Gorm", Role: "smith", Personality: "gruff", SpeakingStyle: "short", Backstory: "old",
		Goals: []string{"a"}, Knowledge: []string{"b"}, Secrets: []string{"c"}, DefaultEmotion: game.Annoyed, MaxSentences: 3,
	}, p)
	diff(t, "unknown", []string{"persona.mood", "persona.x"}, unknown)

	p, _, err = game.DecodePersona(js(`{"name":"Gorm","role":null,"goals":null,"defaultEmotion":"blorp"}`), "persona")
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "defaults", game.Persona{Name: "Gorm", DefaultEmotion: game.Neutral, MaxSentences: 2}, p)
}

func TestPersonaRefused(t *testing.T) { // items 27, 193
	for _, c := range []struct{ persona, message string }{
		{`null`, "Parameter 'persona' must be an object."},
		{`[]`, "Parameter 'persona' must be an object."},
		{`{}`, "Missing required parameter 'persona.name'."},
		{`{"name":null}`, "Missing required parameter 'persona.name'."},
		{`{"name":1}`, "Parameter 'persona.name' must be a string."},
		{`{"name":" "}`, "Parameter 'persona.name' must not be blank."},
		{`{"name":"G","role":1}`, "Parameter 'persona.role' must be a string."},
		{`{"name":"G","goals":"x"}`, "Parameter 'persona.goals' must be an array."},
		{`{"name":"G","knowledge":{}}`, "Parameter 'persona.knowledge' must be an array."},
		{`{"name":"G","secrets":["a",1]}`, "Parameter 'persona.secrets[1]' must be a string."},
		{`{"name":"G","defaultEmotion":1}`, "Parameter 'persona.defaultEmotion' must be a string."},
		{`{"name":"G","maxSentences":0}`, "Parameter 'persona.maxSentences' must be an integer of at least 1."},
		{`{"name":"G","maxSentences":1.5}`, "Parameter 'persona.maxSentences' must be an integer of at least 1."},
		{`{"name":"G","maxSentences":9007199254740992}`, "Parameter 'persona.maxSentences' must be an integer of at least 1."},
	} {
		_, _, err := game.DecodePersona(js(c.persona), "persona")
		if err == nil {
			t.Errorf("%s was taken", c.persona)
			continue
		}
		diff(t, c.persona, c.message, err.Error())
	}
}

func TestEmotions(t *testing.T) { // item 194
	for _, c := range []struct {
		text string
		want game.Emotion
		ok   bool
	}{
		{"happy", game.Happy, true}, {"HAPPY!", game.Happy, true}, {" *proud* ", game.Proud, true}, {"[sad]", game.Sad, true},
		{"mad", game.Angry, true}, {"scared", game.Afraid, true}, {"grumpy", game.Annoyed, true}, {"gruff", game.Annoyed, true},
		{"", "", false}, {"sighs", "", false}, {"happy sad", "", false},
	} {
		e, ok := game.ParseEmotion(c.text)
		if e != c.want || ok != c.ok {
			t.Errorf("%q = %s %v, want %s %v", c.text, e, ok, c.want, c.ok)
		}
	}
	if n := len(game.Emotions()); n != 16 {
		t.Errorf("there are %d emotions, want 16", n)
	}
	for _, e := range game.Emotions() {
		if got, ok := game.ParseEmotion(string(e)); got != e || !ok {
			t.Errorf("%s is read as %s", e, got)
		}
	}
}

func TestMemoryDecoding(t *testing.T) { // item 195
	for _, c := range []struct {
		relationship string
		want         int
	}{{"25", 25}, {"-100", -100}, {"101", 100}, {"-1e15", -100}, {"1e300", 100}, {"3.0", 3}, {"null", 0}} {
		m, unknown, err := game.DecodeMemory(js(`{"relationship":`+c.relationship+`,"facts":["a","a"],"summary":"s","x":1}`), "memory")
		if err != nil {
			t.Fatal(err)
		}
		diff(t, c.relationship, game.Memory{Facts: []string{"a", "a"}, Relationship: c.want, Summary: "s"}, m)
		diff(t, "unknown", []string{"memory.x"}, unknown)
	}
	for bad, path := range map[string]string{
		`{"relationship":"old"}`: "memory.relationship", `{"relationship":1.5}`: "memory.relationship", `{"relationship":1e999}`: "memory.relationship",
		`{"facts":"a"}`: "memory.facts", `{"facts":[1]}`: "memory.facts[0]", `{"summary":1}`: "memory.summary", `[]`: "memory",
	} {
		_, _, err := game.DecodeMemory(js(bad), "memory")
		refused(t, err, path)
	}
}
