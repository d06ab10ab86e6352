package game

import "github.com/open-actor-models/oam/agent"

// Host is told what a talk does and executes its client tools. Its methods are
// called one at a time and must not block: the model waits.
type Host interface {
	// Event tells what happened, in order.
	Event(Event)
	// CallTool is that of [agent.Host].
	CallTool(call agent.Call, reply func(agent.Output)) (cancel func(reason string))
}

// Event is something that happened in a talk: [EmotionEvent],
// [LineDeltaEvent], [LineResetEvent], [ToolStartedEvent] or
// [ToolCompletedEvent] (protocol, section 7, npc/event).
type Event interface{ event() }

// EmotionEvent tells the emotion of the reply; a later one replaces it.
type EmotionEvent struct{ Emotion Emotion }

// LineDeltaEvent tells text to be appended to the line.
type LineDeltaEvent struct{ Delta string }

// LineResetEvent tells the line that replaces what was shown.
type LineResetEvent struct{ Line string }

// ToolStartedEvent tells that a call began. Client marks a client tool; the
// others are built in or Go functions.
type ToolStartedEvent struct {
	Call   agent.Call
	Client bool
}

// ToolCompletedEvent tells that a call ended. One that was refused has no
// ToolStartedEvent.
type ToolCompletedEvent struct{ Record agent.Record }

func (EmotionEvent) event()       {}
func (LineDeltaEvent) event()     {}
func (LineResetEvent) event()     {}
func (ToolStartedEvent) event()   {}
func (ToolCompletedEvent) event() {}

// deaf is the host of a caller that passed none.
type deaf struct{}

func (deaf) Event(Event) {}

func (deaf) CallTool(_ agent.Call, reply func(agent.Output)) func(string) {
	reply(agent.ErrorOutput("There is nothing here that executes this tool."))
	return func(string) {}
}
