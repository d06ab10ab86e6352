package model

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// EntryKind is the kind of an [Entry].
type EntryKind uint8

// The kinds of entries after the instructions.
const (
	// PromptEntry begins a turn.
	PromptEntry EntryKind = iota
	// ResponseEntry is the model's answer.
	ResponseEntry
	// ToolCallsEntry holds the calls of one step.
	ToolCallsEntry
	// ToolOutputEntry is the output of one call.
	ToolOutputEntry
	// ReasoningEntry is kept in transcripts but not shown to models.
	ReasoningEntry
)

// Entry is one entry of a conversation. Entries are not changed once they are
// part of a conversation, so slices of them may be shared.
type Entry struct {
	Kind EntryKind
	// ID is unique in the conversation. A tool output has the id of the call
	// that it answers.
	ID string
	// Text is the prompt, the answer, or the output as the model sees it.
	Text string
	// Structured marks an answer whose Text is JSON.
	Structured bool
	// SchemaName names the schema of a prompt's or answer's structured turn.
	SchemaName string
	// Options are the sampling settings of a prompt's turn, and Schema is the
	// schema of its answer, nil for text. Transcripts save them; models go by
	// the Request. Schema stays nil in entries that have Saved.
	Options Options
	Schema  *schema.Schema
	// Calls are the calls of a ToolCallsEntry.
	Calls []ToolCall
	// ToolName is the tool of a ToolOutputEntry.
	ToolName string
	// Saved is the entry as it was read from a saved transcript, in the form of
	// version 1.1. It is written back as it is, so that members this program
	// does not know survive. It is null for entries made here.
	Saved ojson.Value
}
