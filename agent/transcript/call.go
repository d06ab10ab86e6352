package transcript

import (
	"fmt"

	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// toolCalls reads the calls of one step (behaviours, item 80). Calls of the
// built-in tool are left out; an entry without calls says nothing and is left
// out whole.
func (r *reader) toolCalls(v ojson.Value, path string) error {
	id, err := identifier(v, path, "id")
	if err != nil {
		return err
	}
	list, err := typed(v, path, "toolCalls", ojson.KindArray)
	if err != nil {
		return err
	}
	e := model.Entry{Kind: model.ToolCallsEntry, ID: id}
	var saved []ojson.Value
	for i, item := range list.Items() {
		call, err := readCall(item, fmt.Sprintf("%s.toolCalls[%d]", path, i))
		if err != nil {
			return err
		}
		if call.Name != respondDirectly {
			e.Calls, saved = append(e.Calls, call), append(saved, item)
			r.called[call.ID] = true
		}
	}
	if len(e.Calls) == 0 {
		return nil
	}
	if len(saved) < list.Len() {
		v = v.With("toolCalls", ojson.Array(saved...))
	}
	r.add(e, v)
	return nil
}

func readCall(v ojson.Value, path string) (model.ToolCall, error) {
	var c model.ToolCall
	if v.Kind() != ojson.KindObject {
		return c, mistyped(path, "an object", v)
	}
	var err error
	if c.ID, err = identifier(v, path, "id"); err != nil {
		return c, err
	}
	// The name may be empty: models make such calls, and get an error output.
	if c.Name, err = text(v, path, "name"); err != nil {
		return c, err
	}
	arguments, err := text(v, path, "arguments")
	if err != nil {
		return c, err
	}
	c.Arguments, err = ojson.Parse([]byte(arguments))
	if err != nil || c.Arguments.Kind() != ojson.KindObject {
		return c, mistyped(path+".arguments", "the JSON text of an object", ojson.String(arguments))
	}
	return c, nil
}

// toolOutput reads the output of one call (behaviours, item 81).
func (r *reader) toolOutput(v ojson.Value, path string) error {
	key := "toolCallID"
	if _, ok := member(v, key); !ok {
		key = "id"
	}
	id, err := identifier(v, path, key)
	if err != nil {
		return err
	}
	name, err := text(v, path, "toolName")
	if err != nil {
		return err
	}
	c, err := readContents(v, path)
	if err != nil || name == respondDirectly {
		return err
	}
	if !r.called[id] {
		r.warn("'%s': the output answers no call of the transcript", path)
	}
	r.add(model.Entry{Kind: model.ToolOutputEntry, ID: id, ToolName: name, Text: c.text}, v)
	return nil
}

// writeToolCalls returns null for an entry that has no calls to show.
func writeToolCalls(e model.Entry) ojson.Value {
	var calls []ojson.Value
	for _, c := range e.Calls {
		if c.Name == respondDirectly {
			continue
		}
		arguments := c.Arguments
		if arguments.Kind() != ojson.KindObject {
			// Read would refuse the whole save, and model servers the
			// conversation.
			arguments = ojson.Object()
		}
		if c.ID == "" {
			c.ID = NewID()
		}
		calls = append(calls, ojson.Object(
			ojson.Field("id", ojson.String(c.ID)),
			ojson.Field("name", ojson.String(c.Name)),
			ojson.Field("arguments", ojson.String(arguments.String())),
		))
	}
	if len(calls) == 0 {
		return ojson.Value{}
	}
	return newEntry(e.ID, roleResponse, ojson.Field("toolCalls", ojson.Array(calls...)))
}

func writeToolOutput(e model.Entry) ojson.Value {
	if e.ToolName == respondDirectly {
		return ojson.Value{}
	}
	return newEntry(e.ID, roleOutput,
		ojson.Field("toolCallID", ojson.String(e.ID)),
		ojson.Field("toolName", ojson.String(e.ToolName)),
		ojson.Field("contents", writeText(e.ID, e.Text)),
	)
}
