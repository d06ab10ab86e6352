// Package transcript reads and writes saved conversations in the Codable form
// of Apple's FoundationModels, version 1.1 (bridge protocol, section 5,
// session/transcript; items 66 to 71 and 76 to 85 of the observable
// behaviours).
//
// A save is an envelope around a list of entries: instructions with the tool
// definitions, prompts, answers, tool calls and tool outputs. [Read] turns it
// into the entries that agents use, and keeps each as it was read beside its
// meaning, so that [Write] gives back what another program put there.
//
// Inside, arguments of calls are parsed values; on the wire they are JSON text
// in a string. Read never lets a text through that is no JSON object, since
// model servers refuse a conversation with such a call for good. Neither
// function ever shows the built-in tool respond_directly. The package does no
// input or output and holds no state; its functions may be called
// concurrently.
package transcript
