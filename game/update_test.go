package game_test

import (
	"testing"
	"time"

	"github.com/open-actor-models/oam/game"
)

func TestUpdate(t *testing.T) { // items 251 to 254
	a := play(t, said("One."), said("Two."))
	n := gorm(t, a, tools("look"), func(c *game.Config) {
		c.Persona.Goals = []string{"a", "b"}
		c.Memory = game.Memory{Facts: []string{"f", "g"}, Relationship: 25, Summary: "s"}
		c.Options.SecretsUnlockAt, c.Options.ToolTimeout = nil, 5*time.Second
	})
	update := func(u game.Update) []string {
		t.Helper()
		u.Defaults = game.DefaultOptions()
		unknown, err := n.Update(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		return unknown
	}
	unknown := update(game.Update{Persona: js(`{"goals":["c"],"mood":1}`), Memory: js(`{"relationship":400,"x":1}`), Options: js(`{"y":null,"maxFacts":3}`)})
	diff(t, "unknown", []string{"persona.mood", "options.y", "memory.x"}, unknown)
	diff(t, "arrays replace", []string{"c"}, n.Persona().Goals)
	diff(t, "memory", game.Memory{Facts: []string{"f", "g"}, Relationship: 100, Summary: "s"}, n.Memory())
	if o := n.Options(); o.MaxFacts != 3 || o.SecretsUnlockAt != nil || o.ToolTimeout != 5*time.Second {
		t.Errorf("options %+v", o)
	}
	update(game.Update{Memory: js(`{"relationship":null,"facts":null,"summary":null}`),
		Options: js(`{"secretsUnlockAtRelationship":null,"toolTimeoutSeconds":null,"maxFacts":null}`), Persona: js(`{"role":null,"goals":null}`)})
	diff(t, "no memory", game.Memory{}, n.Memory())
	diff(t, "persona", game.Persona{
		Name: "Gorm", Knowledge: []string{}, Secrets: []string{}, DefaultEmotion: game.Neutral, MaxSentences: 2,
	}, n.Persona())
	if o := n.Options(); o.MaxFacts != 12 || *o.SecretsUnlockAt != 50 || o.ToolTimeout != 120*time.Second {
		t.Errorf("options %+v", o)
	}
	// Tools and what needs them change together.
	update(game.Update{Tools: &[]game.Tool{clientTool("buy")}, Options: js(`{"groundingTool":"buy"}`)})
	diff(t, "tools", []string{"buy"}, n.Tools())
	before := n.Snapshot().String()
	for _, c := range []struct {
		update game.Update
		path   string
	}{
		{game.Update{Persona: js(`{"role":"x"}`), Tools: new([]game.Tool)}, "options.groundingTool"},
		{game.Update{Persona: js(`{"role":"x","name":null}`)}, "persona.name"},
		{game.Update{Persona: js(`{"role":"x"}`), Memory: js(`{"facts":1}`)}, "memory.facts"},
		{game.Update{Persona: js(`{"role":"x"}`), Options: js(`{"maxFacts":-1}`)}, "options.maxFacts"},
		{game.Update{Persona: js(`{"role":"x"}`), Options: js(`{"groundingTool":"look"}`)}, "options.groundingTool"},
	} {
		_, err := n.Update(t.Context(), c.update)
		refused(t, err, c.path)
		diff(t, "state", before, n.Snapshot().String())
	}
	update(game.Update{Tools: new([]game.Tool), Options: js(`{"groundingTool":null}`)})
	diff(t, "no tools", []string{}, n.Tools())
	talk(t, n, "Hi")
	update(game.Update{})
	diff(t, "history stays", 1, n.TurnCount())
}

func TestReset(t *testing.T) { // item 256
	n := lived(t)
	if err := n.Reset(t.Context(), false, nil); err != nil {
		t.Fatal(err)
	}
	if n.TurnCount() != 0 || n.Memory().Relationship != 25 || len(n.Memory().Facts) != 2 {
		t.Errorf("%d turns, memory %+v", n.TurnCount(), n.Memory())
	}
	if err := n.Reset(t.Context(), true, nil); err != nil {
		t.Fatal(err)
	}
	diff(t, "memory", game.Memory{}, n.Memory())
}

func TestToolTimeouts(t *testing.T) { // item 200
	own := clientTool("own")
	own.Timeout, own.OwnTimeout = 0, true
	n := gorm(t, play(t), tools("look"), func(c *game.Config) {
		c.Tools = append(c.Tools, own)
		c.Options.ToolTimeout = 3 * time.Second
	})
	diff(t, "timeouts", []time.Duration{3 * time.Second, 0}, n.Timeouts())
	if _, err := n.Update(t.Context(), game.Update{Options: js(`{"toolTimeoutSeconds":7}`)}); err != nil {
		t.Fatal(err)
	}
	diff(t, "timeouts", []time.Duration{7 * time.Second, 0}, n.Timeouts())
}
