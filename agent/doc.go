// Package agent holds conversations with a language model in which the model
// calls tools.
//
// An [Agent] owns instructions, a context note, tools and a history. One
// [Turn] is a prompt and its answer: a loop of model steps, each steered
// separately, with rounds of tool calls between them (bridge protocol, section
// 5, session/create and session/respond; items 66 to 114 and 144 to 154 of the
// observable behaviours). What a turn does on the way is told to a [Host] as
// [Event] values, in order and from one goroutine; the Host also executes the
// tools that have no Go function, the client tools.
//
// A turn is a transaction: it enters the history whole when its answer is
// complete, and a turn that failed or was cancelled leaves no trace.
//
// Turns of one agent run one after another in the order of [Agent.Start]. All
// methods may be called concurrently. The package starts a goroutine only for
// a tool with a Go function, and the turn waits for it; it never calls a
// model, a tool or a host with a lock held.
package agent
