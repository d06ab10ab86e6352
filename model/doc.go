// Package model is the border between agents and language models: one
// inference step in, a stream of events out.
//
// A backend implements [Model]. It sees single steps, never turns: the agent
// loop owns tool rounds, steering and retries, so that a forced tool call is
// forced on exactly the step that the protocol names (bridge protocol,
// section 5, option toolChoice). The conversation arrives as [Entry] values,
// the possible answers leave as [Event] values, and failures are [*Error]
// values with one of the stable codes of section 8.
//
// Backends must stop soon after their context ends, must not keep the request
// after the step, and may be used by several steps at once unless they say
// otherwise. This package holds types only; it starts no goroutine and does no
// input or output.
package model
