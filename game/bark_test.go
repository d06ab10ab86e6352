package game_test

import (
	"strings"
	"testing"

	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

func TestBark(t *testing.T) { // items 241, 242
	a := play(t, step("text", "\n \nGorm: \"Rain again.\"\nMore."), step("text", "x"))
	n := gorm(t, a, tools("look"), func(c *game.Config) {
		c.Persona.Secrets, c.Options.SecretsUnlockAt = []string{"he is rich"}, nil
		c.Memory.Facts = []string{"Aria likes axes."}
		c.World, c.Options.WorldContextPaths = board(`{"weather":"rain"}`), []string{"weather"}
		c.Options.MemoryTools = game.RememberFact
	})
	before := n.Snapshot().String()
	line, err := n.Bark(t.Context(), ojson.Value{})
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "line", "Rain again.", line)
	r := a.asked(t, 0)
	p := prompts(r)[0]
	inOrder(t, p, "Game state:\nweather: \"rain\"\nSituation: ", "\nPlayer: (The player says nothing.)")
	for _, absent := range []string{"rich", "axes", "remember_fact"} {
		if strings.Contains(r.Instructions, absent) {
			t.Errorf("%q is in the instructions of a bark:\n%s", absent, r.Instructions)
		}
	}
	inOrder(t, r.Instructions, "one short sentence")
	if len(r.Tools) != 0 || r.Schema != nil || r.Options.MaxTokens != 48 {
		t.Errorf("request %+v", r)
	}
	diff(t, "state", before, n.Snapshot().String())
	if _, err := n.Bark(t.Context(), js(`"It snows."`)); err != nil {
		t.Fatal(err)
	}
	inOrder(t, prompts(a.asked(t, 1))[0], "Situation: It snows.\n")
}

func TestBarkFails(t *testing.T) { // item 242
	for step, code := range map[string]model.Code{
		guardrail: model.GuardrailViolation, `{"text":" \n\"\"\n"}`: model.GenerationFailed, `{"text":""}`: model.GenerationFailed,
	} {
		_, err := gorm(t, play(t, step)).Bark(t.Context(), js(`{"a":1}`))
		wantCode(t, err, code)
	}
}
