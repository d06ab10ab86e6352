package transcript

import (
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// Transcript is what a saved conversation holds.
type Transcript struct {
	// HasInstructions tells that the conversation starts with an instructions
	// entry. Only then Instructions and Tools stand in for those that a
	// session/create leaves out (behaviours, item 67).
	HasInstructions bool
	// Instructions is what the model saw: the instructions with the context
	// note of that time.
	Instructions string
	// Tools are the definitions in the first entry. They have different names,
	// and each can be made a tool again.
	Tools []Tool
	// Entries is the conversation without any instructions entry. Each has
	// Saved.
	Entries []model.Entry
	// Warnings tell what was left out or may be misread, in sentences that
	// name the place or the tool.
	Warnings []string
}

// Tool is a saved tool definition.
type Tool struct {
	Name        string
	Description string
	// Parameters is the saved schema without its keys that start with "x-".
	Parameters ojson.Value
}

const (
	envelopeType = "FoundationModels.Transcript"
	version      = "1.1"

	// respondDirectly is the agent's built-in tool, which no transcript shows
	// (behaviours, item 71).
	respondDirectly = "respond_directly"
)

// The roles of entries.
const (
	roleInstructions = "instructions"
	rolePrompt       = "user"
	// roleResponse is that of answers and of tool calls; only the latter have
	// toolCalls.
	roleResponse  = "response"
	roleOutput    = "tool"
	roleReasoning = "reasoning"
)
