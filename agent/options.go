package agent

import "github.com/open-actor-models/oam/model"

// ChoiceKind is the kind of a [ToolChoice].
type ChoiceKind uint8

// The kinds of tool choice. All of them act on the first model step of a turn
// only; afterwards the model answers or calls freely, except under ChoiceNone.
const (
	// ChoiceAuto leaves it to the model.
	ChoiceAuto ChoiceKind = iota
	// ChoiceNone hides the tools for the whole turn.
	ChoiceNone
	// ChoiceRequired forces a call of any tool.
	ChoiceRequired
	// ChoiceExplicit forces a call of any tool or of [RespondDirectly].
	ChoiceExplicit
	// ChoiceTool forces a call of one tool.
	ChoiceTool
)

// ToolChoice says whether the model may or must call tools.
type ToolChoice struct {
	Kind ChoiceKind
	// Tool is the tool of ChoiceTool.
	Tool string
}

// Options are the settings of an agent (bridge protocol, section 5,
// session/create, options). Use [DefaultOptions] for the protocol's defaults.
type Options struct {
	ToolChoice ToolChoice
	// MaxToolRounds is the number of steps of a turn that may call tools.
	MaxToolRounds int
	// MaxToolCalls is the number of calls in a turn.
	MaxToolCalls int
	// EnabledTools restricts the tools that the model sees; nil means all.
	// Names that no tool has are ignored.
	EnabledTools []string
	// Model holds the sampling settings.
	Model model.Options
	// TrimHistory hides the oldest turns from the model when the context would
	// overflow.
	TrimHistory bool
	// ReservedResponseTokens are kept free for the answer when trimming.
	ReservedResponseTokens int
	// MaxAttempts is how often a turn is tried when the model fails in passing.
	MaxAttempts int
	// MaxOutputCharacters bounds each tool output that the model sees; longer
	// ones are shortened with a warning, and records keep them whole. 0 stands
	// for [DefaultMaxOutputCharacters]. All outputs of one turn together may
	// have four times as many.
	MaxOutputCharacters int
}

// DefaultMaxOutputCharacters is about the size of the smallest context window
// in common use.
const DefaultMaxOutputCharacters = 16_000

// DefaultOptions returns the defaults of the protocol.
func DefaultOptions() Options {
	return Options{
		MaxToolRounds:          4,
		MaxToolCalls:           12,
		TrimHistory:            true,
		ReservedResponseTokens: 1024,
		MaxAttempts:            2,
	}
}

// Overrides replace single options for one turn; nil members leave them.
type Overrides struct {
	ToolChoice    *ToolChoice
	MaxToolRounds *int
	MaxToolCalls  *int
	// EnabledTools nil leaves the option; a pointer to an empty list hides all.
	EnabledTools *[]string
}

// apply merges each member independently (behaviours, item 111).
func (o Overrides) apply(to Options) Options {
	if o.ToolChoice != nil {
		to.ToolChoice = *o.ToolChoice
	}
	if o.MaxToolRounds != nil {
		to.MaxToolRounds = *o.MaxToolRounds
	}
	if o.MaxToolCalls != nil {
		to.MaxToolCalls = *o.MaxToolCalls
	}
	if o.EnabledTools != nil {
		to.EnabledTools = *o.EnabledTools
		if to.EnabledTools == nil {
			to.EnabledTools = []string{}
		}
	}
	return to
}
