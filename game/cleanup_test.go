package game_test

import (
	"testing"

	"github.com/open-actor-models/oam/game"
)

func TestCleanup(t *testing.T) { // item 216
	for _, c := range []struct{ text, want string }{
		{"  Aye. \n", "Aye."}, {"", ""}, {" ", ""},
		// Labels.
		{"Gorm: Aye.", "Aye."}, {"gorm:Aye.", "Aye."}, {"GORM : Aye.", "Aye."}, {"Gorm says: Aye.", "Aye."}, {"Gorm Says : Aye.", "Aye."},
		{"**Gorm**: Aye.", "Aye."}, {"**Gorm:** Aye.", "Aye."}, {"*Gorm*: Aye.", "Aye."}, {"*Gorm:* Aye.", "Aye."},
		{"**Gorm** says: Aye.", "Aye."}, {"**Gorm says:** Aye.", "Aye."}, {"Gorm:", ""},
		{"Gorm is my name.", "Gorm is my name."}, {"Gorm", "Gorm"}, {"Gormless: no.", "Gormless: no."}, {"Gorm says hi.", "Gorm says hi."},
		{"Mira: Aye.", "Mira: Aye."}, {"Say Gorm: Aye.", "Say Gorm: Aye."}, {"Gorm: Gorm: Aye.", "Gorm: Aye."},
		// Quotes.
		{`"Aye."`, "Aye."}, {`“Aye.”`, "Aye."}, {`'Aye.'`, "Aye."}, {`‘Aye.’`, "Aye."}, {`«Aye.»`, "Aye."}, {`« Aye. »`, "Aye."},
		{`"Aye," he said, "no."`, `"Aye," he said, "no."`}, {`"Aye`, `"Aye`}, {`Aye"`, `Aye"`}, {`"`, `"`}, {`""`, ""},
		{`'He said "go".'`, `'He said "go".'`}, {`"Don't."`, "Don't."}, {`“Aye"`, `“Aye"`}, {`Gorm: "Aye."`, "Aye."}, {`**Gorm:** “Aye.”`, "Aye."},
		{`"Gorm: Aye."`, "Gorm: Aye."},
		// Stage directions (Mantella #452).
		{"*sighs* Fine.", "Fine."}, {"*scratches his beard* *nods* Aye.", "Aye."}, {"Fine. *grumbles* Take it.", "Fine. Take it."},
		{"Fine. *shrugs*", "Fine."}, {"*nods*", ""}, {`"*sighs* Fine."`, "Fine."}, {`*sighs* "Fine."`, "Fine."}, {"Gorm: *sighs* Fine.", "Fine."},
		{"I *really* mean it.", "I *really* mean it."}, {"*Never* come back!", "*Never* come back!"}, {"**bold** words", "**bold** words"},
		{"2 * 3 * 4", "2 * 3 * 4"}, {"*sighs", "*sighs"}, {"Five *gold* coins. *grins", "Five *gold* coins. *grins"},
	} {
		if got := game.Clean("Gorm", c.text); got != c.want {
			t.Errorf("%q = %q, want %q", c.text, got, c.want)
		}
	}
	if got := game.Clean("Æthel *", "æthel *: hi"); got != "hi" {
		t.Errorf("a strange name: %q", got)
	}
}

func TestTextFormat(t *testing.T) { // item 219
	for _, c := range []struct {
		text, line string
		emotion    game.Emotion
	}{
		{"[angry] Out!", "Out!", game.Angry}, {"[Angry!]Out!", "Out!", game.Angry}, {"[sighs] Fine.", "Fine.", game.Neutral},
		{"Out!", "Out!", game.Neutral}, {"[angry] Gorm: \"Out!\"", "Out!", game.Angry}, {"Gorm: [angry] Out!", "Out!", game.Angry},
		{"[mad] Out!", "Out!", game.Angry}, {"[angry Out!", "[angry Out!", game.Neutral}, {"[angry", "[angry", game.Neutral},
		{"[this is not a tag because of its length] Out", "[this is not a tag because of its length] Out", game.Neutral},
		{"[1234567890123456789012345 Out", "[1234567890123456789012345 Out", game.Neutral},
		{"Out [angry]!", "Out [angry]!", game.Neutral}, {"[angry]\nOut!", "Out!", game.Angry},
		// JSON where text was asked for, and fences (O5).
		{`{"emotion":"sad","line":"Gorm: Out!"}`, "Out!", game.Sad}, {"```json\n{\"emotion\":\"sad\",\"line\":\"Out!\"}\n```", "Out!", game.Sad},
		{"```\n[sad] Out!\n```", "Out!", game.Sad}, {"{not json} Out!", "{not json} Out!", game.Neutral},
	} {
		n := gorm(t, play(t, step("text", c.text)), options(plainText))
		got := talk(t, n, "Hi")
		if got.Line != c.line || got.Emotion != c.emotion || len(got.PlayerOptions) != 0 || got.EndsConversation {
			t.Errorf("%q = %q %s, want %q %s", c.text, got.Line, got.Emotion, c.line, c.emotion)
		}
	}
}

func TestStructuredReplies(t *testing.T) { // items 217, 218
	for _, c := range []struct {
		json string
		want game.Reply
	}{
		{`{"emotion":"proud","line":"Aye.","player_options":["1. Buy","- Leave","• Stay"],"ends_conversation":true}`,
			game.Reply{Line: "Aye.", Emotion: game.Proud, PlayerOptions: []string{"Buy", "Leave", "Stay"}, EndsConversation: true}},
		{`{"line":"Aye."}`, game.Reply{Line: "Aye.", Emotion: game.Suspicious, PlayerOptions: []string{}}},
		{`{"emotion":"blorp","line":"Aye.","player_options":["Player: \"Buy\"",1," ","buy","BUY","2) Go","Stay","More"]}`,
			game.Reply{Line: "Aye.", Emotion: game.Suspicious, PlayerOptions: []string{"Buy", "Go", "Stay"}}},
		{`{"emotion":1,"line":"Aye.","player_options":"x","ends_conversation":"yes"}`,
			game.Reply{Line: "Aye.", Emotion: game.Suspicious, PlayerOptions: []string{}}},
		{`{"emotion":"grumpy","line":"Aye.","player_options":["5 gold","3. "]}`,
			game.Reply{Line: "Aye.", Emotion: game.Annoyed, PlayerOptions: []string{"5 gold", "3."}}},
	} {
		n := gorm(t, play(t, `{"json":`+c.json+`}`), func(c *game.Config) { c.Persona.DefaultEmotion = game.Suspicious })
		got := talk(t, n, "Hi")
		got.ToolCalls, got.Usage = nil, c.want.Usage
		diff(t, c.json, &c.want, got)
	}
	n := gorm(t, play(t, said("Aye.")), options(func(o *game.Options) {
		o.PlayerOptionCount, o.CanEndConversation, o.Emotions = 1, false, []game.Emotion{game.Sad}
	}))
	got := talk(t, n, "Hi")
	diff(t, "cut", []string{"Yes"}, got.PlayerOptions)
	diff(t, "an emotion that is not offered", game.Neutral, got.Emotion)
	n = gorm(t, play(t, `{"json":{"line":"Bye.","ends_conversation":true}}`), options(func(o *game.Options) { o.CanEndConversation = false }))
	if talk(t, n, "Hi").EndsConversation {
		t.Error("the conversation ended though it cannot")
	}
}

func TestReplySchema(t *testing.T) { // item 212
	a := play(t, said("Aye."))
	talk(t, gorm(t, a), "Hi")
	want := `["emotion","line","player_options","ends_conversation"]`
	generation := a.asked(t, 0).Schema.Generation()
	order, _ := generation.Get("x-order")
	diff(t, "order", want, order.String())
	a = play(t, said("Aye."))
	talk(t, gorm(t, a, options(func(o *game.Options) { o.PlayerOptionCount, o.CanEndConversation = 0, false })), "Hi")
	order, _ = a.asked(t, 0).Schema.Generation().Get("x-order")
	diff(t, "order without", `["emotion","line"]`, order.String())
}
