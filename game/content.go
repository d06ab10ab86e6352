package game

import (
	"context"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// Content is something to be made up in a given shape (protocol, section 6,
// content/generate).
type Content struct {
	Model  model.Model
	Prompt string
	Schema *schema.Schema
	// Instructions replace the general ones unless they are blank.
	Instructions string
	// Facts is any JSON; null says nothing.
	Facts       ojson.Value
	Tools       []agent.Tool
	Temperature *float64
}

const contentInstructions = "You make up content for a game: items, quests, rumours, loot and the like. " +
	"Follow the request and the given shape exactly. Be concrete and short, and invent nothing that contradicts the facts."

// Generate makes content up. The keys of the value are in the order of the
// schema. The error is a [*model.Error].
func Generate(ctx context.Context, c Content, host agent.Host) (v ojson.Value, warnings []string, err error) {
	options := agent.DefaultOptions()
	options.Model.Temperature = c.Temperature
	options.ReservedResponseTokens = reserved(c.Model.Describe().ContextSize, &Options{})
	if len(c.Tools) == 0 {
		options.ToolChoice.Kind = agent.ChoiceNone
	}
	instructions := c.Instructions
	if blank(instructions) {
		instructions = contentInstructions
	}
	a, err := agent.New(agent.Config{Model: c.Model, Instructions: instructions, Tools: c.Tools, Options: options})
	if err != nil {
		return v, nil, err
	}
	prompt := c.Prompt
	if !c.Facts.IsNull() {
		prompt += "\nFacts: " + c.Facts.String()
	}
	response, err := a.Respond(ctx, agent.Turn{Prompt: prompt, Schema: c.Schema}, host)
	if err != nil {
		return v, nil, err
	}
	return *response.Structured, response.Warnings, nil
}
