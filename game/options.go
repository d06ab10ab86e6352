package game

import (
	"reflect"
	"time"

	"github.com/open-actor-models/oam/agent"
)

// ReplyFormat says how an NPC's model answers (protocol, section 6, npc/create,
// "replyFormat trade-off").
type ReplyFormat string

// The reply formats.
const (
	// Automatic asks for a structured reply; one that is blocked is tried once
	// more as text.
	Automatic ReplyFormat = "automatic"
	// StructuredReply asks for an emotion, a line, options and an end.
	StructuredReply ReplyFormat = "structured"
	// TextReply asks for "[emotion] line".
	TextReply ReplyFormat = "text"
)

// MemoryTools are the tools by which a model changes its memory.
type MemoryTools uint8

// The memory tools.
const (
	RememberFact MemoryTools = 1 << iota
	ChangeRelationship
)

// Options say how an NPC behaves (protocol, section 6, npc/create, options).
// Begin with [DefaultOptions].
type Options struct {
	ReplyFormat ReplyFormat
	// GroundingTool is called first on every turn; empty for none.
	GroundingTool string
	// ToolChoice counts when there is no GroundingTool.
	ToolChoice    agent.ToolChoice
	MaxToolRounds int
	MaxToolCalls  int
	// ToolTimeout bounds calls of client tools that name no limit; 0 is none.
	ToolTimeout time.Duration
	// WorldReadable and WorldWritable are the paths that the world tools may
	// use; an empty list means that there is no such tool.
	WorldReadable []string
	WorldWritable []string
	// WorldContextPaths are summarized in every prompt.
	WorldContextPaths []string
	MemoryTools       MemoryTools
	MaxFacts          int
	// MaxRelationshipChange bounds each change by the model.
	MaxRelationshipChange int
	// SecretsUnlockAt is the relationship from which secrets may be shared; nil
	// always shows them to the model, with a rule to guard them.
	SecretsUnlockAt *int
	// Emotions are those that the model may choose from; empty means all.
	Emotions           []Emotion
	PlayerOptionCount  int
	CanEndConversation bool
	// ExtraInstructions end the instructions.
	ExtraInstructions string
	// CompactAfterTurns is the number of turns from which older ones are
	// summarized; 0 means never.
	CompactAfterTurns int
	KeepRecentTurns   int
	// FallbackOnGuardrail answers a blocked turn with a fallback line.
	FallbackOnGuardrail bool
	// FallbackLines replace the built-in ones unless all are blank.
	FallbackLines []string
	// Temperature is nil for the model's default, MaximumResponseTokens 0 for
	// no bound.
	Temperature           *float64
	MaximumResponseTokens int
	BarkMaximumTokens     int
}

const (
	defaultToolTimeout     = 120 * time.Second
	defaultSecretsUnlockAt = 50
	maxPlayerOptions       = 4
)

// DefaultOptions returns the defaults of the protocol.
func DefaultOptions() Options {
	unlock := defaultSecretsUnlockAt
	return Options{
		ReplyFormat:           Automatic,
		ToolChoice:            agent.ToolChoice{Kind: agent.ChoiceExplicit},
		MaxToolRounds:         2,
		MaxToolCalls:          6,
		ToolTimeout:           defaultToolTimeout,
		WorldReadable:         []string{""},
		MaxFacts:              12,
		MaxRelationshipChange: 10,
		SecretsUnlockAt:       &unlock,
		PlayerOptionCount:     3,
		CanEndConversation:    true,
		CompactAfterTurns:     8,
		KeepRecentTurns:       2,
		FallbackOnGuardrail:   true,
		BarkMaximumTokens:     48,
	}
}

// orDefaults returns the defaults for options that are zero as a whole.
func (o Options) orDefaults() Options {
	if reflect.ValueOf(o).IsZero() {
		return DefaultOptions()
	}
	if o.ReplyFormat == "" {
		o.ReplyFormat = Automatic
	}
	return o
}

// allowed are the emotions that the model may choose from.
func (o *Options) allowed() []Emotion {
	if len(o.Emotions) == 0 {
		return Emotions()
	}
	return o.Emotions
}

// fallbackLines are the lines that are not blank, or the built-in ones.
func (o *Options) fallbackLines() (lines []string, builtIn bool) {
	for _, line := range o.FallbackLines {
		if !blank(line) {
			lines = append(lines, line)
		}
	}
	if len(lines) > 0 {
		return lines, false
	}
	return []string{"Let us talk about something else.", "I would rather not speak of that.", "Hm. Ask me another time."}, true
}
