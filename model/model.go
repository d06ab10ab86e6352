package model

import (
	"context"
	"iter"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// Model is a language model that an agent can use.
type Model interface {
	// Describe says what the model is and whether it can run. It must answer
	// at once, from memory.
	Describe() Description

	// Step runs one inference. The sequence yields events until the step is
	// complete, or ends with one error: a [*Error], or the context's error
	// when the context ended. A step that yields [ToolCall] events has no
	// answer of its own; any text beside them is dropped by the agent.
	Step(ctx context.Context, req *Request) iter.Seq2[Event, error]
}

// Description says what a model is. It is what model/availability shows
// (bridge protocol, section 5).
type Description struct {
	// Name is the name of the model's type as session/list shows it: "system",
	// "scripted" or a name that the host registered.
	Name string
	// Available reports whether a step could run now.
	Available bool
	// Reason says why not: device_not_eligible, apple_intelligence_not_enabled,
	// model_not_ready or unknown. It is empty when Available.
	Reason string
	// Hint is the next command or action that would make the model available,
	// for people to read; it may be empty.
	Hint string
	// ContextSize is the size of the context window in tokens. 0 means that
	// the model knows none, and the agent never trims the conversation.
	ContextSize int
	// Variant names the model itself; it may be empty.
	Variant string
	// Languages are BCP 47 tags, sorted.
	Languages []string
	// Verbatim marks a model whose structured answers were written by a person
	// and are passed on as they are, without validation against the schema.
	Verbatim bool
}

// Mode says whether a step may or must call tools. The values are those of
// toolCallingMode in the protocol.
type Mode string

// The modes of a step.
const (
	Allowed    Mode = "allowed"
	Required   Mode = "required"
	Disallowed Mode = "disallowed"
)

// Request is one inference step.
type Request struct {
	// Instructions are the system instructions with the context note.
	Instructions string
	// Tools are the definitions of all tools of the agent, in a stable order,
	// so that a backend can keep its prompt byte-stable from step to step.
	Tools []Tool
	// Callable are the names of the tools that this step may call; it is empty
	// when Mode is Disallowed.
	Callable []string
	// Mode says whether a call is possible or forced. With one name in
	// Callable, Required forces that tool.
	Mode Mode
	// Entries is the conversation, oldest first. The last prompt begins the
	// turn in progress.
	Entries []Entry
	// Schema shapes the answer of a structured turn; nil asks for text.
	Schema *schema.Schema
	// Options are sampling settings.
	Options Options
}

// Tool is the definition of a tool as the model sees it.
type Tool struct {
	Name        string
	Description string
	// Parameters describes the arguments; it is never nil.
	Parameters *schema.Schema
}

// Options are the sampling settings of a step. The zero value leaves all to
// the model.
type Options struct {
	// Temperature is nil for the model's default.
	Temperature *float64
	// MaxTokens bounds the answer; 0 means no bound.
	MaxTokens int
	Sampling  Sampling
}

// Sampling says how tokens are chosen. At most one of Greedy, TopK and TopP is
// set; the zero value is the model's default.
type Sampling struct {
	Greedy bool
	// TopK is at least 1 when set.
	TopK int
	// TopP is nil when not set, else between 0 and 1.
	TopP *float64
	// Seed is nil when not set.
	Seed *int64
}

// ToolCall is a call that the model made. It is also an [Event].
type ToolCall struct {
	// ID is the model's own name for the call. It is used in transcripts only.
	ID        string
	Name      string
	Arguments ojson.Value
}

// Usage counts tokens. It is also an [Event]; the agent adds up those of a
// turn.
type Usage struct {
	Input int
	// CachedInput is the part of Input that the model did not have to compute.
	CachedInput int
	Output      int
}

// Add returns the sum of two counts.
func (u Usage) Add(v Usage) Usage {
	return Usage{u.Input + v.Input, u.CachedInput + v.CachedInput, u.Output + v.Output}
}

// Event is something that a step produced: [Text], [Structured], [ToolCall] or
// [Usage].
type Event interface{ event() }

// Text is a piece of the answer. On a structured step it is a piece of the
// JSON text.
type Text struct {
	Delta string
	// Reset marks that Delta replaces all text of the step so far.
	Reset bool
}

// Structured is the whole answer of a structured step, for backends that have
// it as a value. Text of the same step is then only a preview.
type Structured struct{ Value ojson.Value }

func (Text) event()       {}
func (Structured) event() {}
func (ToolCall) event()   {}
func (Usage) event()      {}

// Counter is implemented by models that can count the tokens of a request.
// Without it the agent estimates, and only the model itself can find a
// conversation too long.
type Counter interface {
	// CountTokens returns the number of tokens that the request takes. It may
	// take as long as reading the request takes, no longer.
	CountTokens(r *Request) int
}
