package agent

import (
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// Host is told what a turn does and executes its client tools. The methods are
// called from the goroutine that runs the turn, one at a time, and must not
// block: the model waits.
type Host interface {
	// Event tells what happened, in order.
	Event(Event)
	// CallTool announces a call of a client tool. reply takes the output; it
	// may be called from any goroutine, also before CallTool returns, and
	// calls after the first have no effect. The returned function is called,
	// at most once, when the output is no longer needed and was not given: the
	// call timed out or the turn ended. reason is the error text as the model
	// saw it, or says why the turn ended.
	CallTool(call Call, reply func(Output)) (cancel func(reason string))
}

// Event is something that happened in a turn: [StepEvent], [TextEvent],
// [PartialEvent], [ToolStartedEvent] or [ToolCompletedEvent] (bridge protocol,
// section 7, session/event).
type Event interface{ event() }

// Step describes one model step (the protocol's result.steps[]).
type Step struct {
	// Index counts from 0, and from 0 again when the turn is tried again.
	Index               int
	CompletedToolRounds int
	Mode                model.Mode
	// EnabledTools are the names that the step may call, never nil.
	EnabledTools []string
	// TrimmedEntries counts the entries hidden from the model.
	TrimmedEntries int
}

// StepEvent tells that a model step is about to run.
type StepEvent struct{ Step Step }

// TextEvent tells of new text. Text is the whole answer so far. With Reset,
// Delta is the whole new text and replaces what was shown before.
type TextEvent struct {
	Delta string
	Text  string
	Reset bool
}

// PartialEvent shows the structured answer so far.
type PartialEvent struct{ Value ojson.Value }

// ToolStartedEvent tells that a call began; Client marks a client tool.
type ToolStartedEvent struct {
	Call   Call
	Client bool
}

// ToolCompletedEvent tells that a call ended. A call that was refused has no
// ToolStartedEvent.
type ToolCompletedEvent struct{ Record Record }

func (StepEvent) event()          {}
func (TextEvent) event()          {}
func (PartialEvent) event()       {}
func (ToolStartedEvent) event()   {}
func (ToolCompletedEvent) event() {}
