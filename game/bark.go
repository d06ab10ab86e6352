package game

import (
	"context"
	"strings"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// ordinarySituation is what a bark is about when nothing is said.
const ordinarySituation = "An ordinary moment; the player is near."

// Bark returns a short line that the character says in passing (protocol,
// section 6, npc/bark; behaviours, items 241 and 242). It uses a conversation
// of its own, without memory and tools, and waits for nothing. The error is a
// [*model.Error].
func (n *NPC) Bark(ctx context.Context, situation ojson.Value) (string, error) {
	m := n.now()
	persona := m.persona
	persona.MaxSentences, persona.Secrets = 1, nil
	o := m.options
	o.MemoryTools = 0
	b := brief{persona: persona, options: &o}
	options := agent.DefaultOptions()
	options.Model = model.Options{Temperature: o.Temperature, MaxTokens: o.BarkMaximumTokens}
	options.ReservedResponseTokens = reserved(n.model.Describe().ContextSize, &o)
	a, err := agent.New(agent.Config{Model: n.model, Instructions: b.instructions(), Options: options})
	if err != nil {
		return "", err
	}
	about := shown(situation)
	if about == "" {
		about = ordinarySituation
	}
	response, err := a.Respond(ctx, agent.Turn{Prompt: prompt(summaryLines(n.world, o.WorldContextPaths), about, "")}, nil)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(response.Text) {
		if line = (reading{name: persona.Name, whole: true}).tagged(line).line; line != "" {
			return line, nil
		}
	}
	return "", &model.Error{Code: model.GenerationFailed, Message: "The model had nothing to say."}
}
