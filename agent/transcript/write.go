package transcript

import (
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// Write returns the saved form of a conversation: the envelope of version 1.1
// with an instructions entry, where there are instructions or tools, and the
// entries (behaviours, items 76 to 83). Entries that have Saved are written as
// they were read; an entry that was changed since must have it removed.
//
// The result depends on the arguments alone, since ids of segments and of the
// instructions entry are derived from them; only an entry or call without an
// id gets a new one. An output must have the id of its call. Arguments that
// are no object are written as {}.
func Write(instructions string, tools []model.Tool, entries []model.Entry) ojson.Value {
	list := make([]ojson.Value, 0, len(entries)+1)
	if e := writeInstructions(instructions, tools); !e.IsNull() {
		list = append(list, e)
	}
	for _, e := range entries {
		if v := writeEntry(e); !v.IsNull() {
			list = append(list, v)
		}
	}
	return ojson.Object(
		ojson.Field("type", ojson.String(envelopeType)),
		ojson.Field("version", ojson.String(version)),
		ojson.Field("transcript", ojson.Object(ojson.Field("entries", ojson.Array(list...)))),
	)
}

// writeInstructions returns null where there is nothing to say.
func writeInstructions(instructions string, tools []model.Tool) ojson.Value {
	definitions := writeTools(tools)
	if instructions == "" && len(definitions) == 0 {
		return ojson.Value{}
	}
	id := derivedID(instructions, roleInstructions)
	contents := ojson.Array()
	if instructions != "" {
		contents = writeText(id, instructions)
	}
	v := newEntry(id, roleInstructions, ojson.Field("contents", contents))
	if len(definitions) > 0 {
		v = v.With("tools", ojson.Array(definitions...))
	}
	return v
}

// writeEntry returns null for an entry that no transcript shows.
func writeEntry(e model.Entry) ojson.Value {
	if !e.Saved.IsNull() {
		return e.Saved // without the built-in tool, as Read made it
	}
	if e.ID == "" {
		e.ID = NewID()
	}
	switch e.Kind {
	case model.PromptEntry:
		return writePrompt(e)
	case model.ResponseEntry:
		contents := writeText
		if e.Structured {
			contents = func(id, text string) ojson.Value { return writeStructure(id, e.SchemaName, text) }
		}
		return newEntry(e.ID, roleResponse, ojson.Field("contents", contents(e.ID, e.Text)))
	case model.ToolCallsEntry:
		return writeToolCalls(e)
	case model.ToolOutputEntry:
		return writeToolOutput(e)
	case model.ReasoningEntry:
		return newEntry(e.ID, roleReasoning, ojson.Field("contents", writeText(e.ID, e.Text)))
	default:
		return ojson.Value{}
	}
}

// newEntry returns an entry with the members that all have in front.
func newEntry(id, role string, members ...ojson.Member) ojson.Value {
	return ojson.Object(append([]ojson.Member{
		ojson.Field("id", ojson.String(id)),
		ojson.Field("role", ojson.String(role)),
	}, members...)...)
}
