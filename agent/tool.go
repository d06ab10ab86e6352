package agent

import (
	"context"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// RespondDirectly is the name of the built-in tool by which a model says, on
// the first step of an explicit turn, that it needs no tool. No other tool may
// have this name, and it appears in no event, record or transcript.
const RespondDirectly = "respond_directly"

// Tool is something a model can ask for.
type Tool struct {
	// Name has 1 to 64 of A-Z a-z 0-9 _ - . and is unique in an agent.
	Name        string
	Description string
	// Parameters describes the arguments; nil stands for no arguments.
	Parameters *schema.Schema
	// Timeout bounds one call; 0 means no bound.
	Timeout time.Duration
	// Run executes the call in this process. A nil Run makes a client tool,
	// which the [Host] executes. An error aborts the turn as tool_failed; what
	// the model should see and may recover from is an [Output] with IsError.
	// The context ends with the turn and at the Timeout.
	Run func(ctx context.Context, call Call) (Output, error)
}

// Call is one call of a tool.
type Call struct {
	// ID is "call_" and 24 letters and digits, fresh for each call. The
	// model's own name for the call is used in transcripts only.
	ID        string
	Name      string
	Arguments ojson.Value
}

// Output is what a tool gave back.
type Output struct {
	// Value is a string for text and for error messages, else any JSON value.
	Value   ojson.Value
	IsError bool
}

// ErrorOutput returns an output that tells the model of a mistake or failure.
func ErrorOutput(message string) Output {
	return Output{Value: ojson.String(message), IsError: true}
}

// NewOutput returns the output for a value; that of an error is always text.
func NewOutput(v ojson.Value, isError bool) Output {
	if _, ok := v.AsString(); isError && !ok {
		v = ojson.String(v.String())
	}
	return Output{Value: v, IsError: isError}
}

// ModelText is the output as the model sees it: text as it is, other values as
// compact JSON, errors behind "Error: ".
func (o Output) ModelText() string {
	text, ok := o.Value.AsString()
	if !ok {
		text = o.Value.String()
	}
	if o.IsError {
		return "Error: " + text
	}
	return text
}

// Record is a finished call.
type Record struct {
	Call   Call
	Output Output
	// Duration is from the call to its output, 0 for a call that was refused.
	Duration time.Duration
}

const callIDLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

func newCallID() string {
	id := make([]byte, 0, 29)
	id = append(id, "call_"...)
	for range 24 {
		id = append(id, callIDLetters[rand.IntN(len(callIDLetters))])
	}
	return string(id)
}

// timeoutMessage names the tool and the limit in seconds and milliseconds:
// 120s, 200ms, 1s 500ms.
func timeoutMessage(tool string, limit time.Duration) string {
	s, ms := int64(limit/time.Second), int64(limit%time.Second/time.Millisecond)
	text := ""
	if s > 0 || ms == 0 {
		text = strconv.FormatInt(s, 10) + "s"
	}
	if ms > 0 {
		if text != "" {
			text += " "
		}
		text += strconv.FormatInt(ms, 10) + "ms"
	}
	return "Tool '" + tool + "' timed out after " + text + "."
}
