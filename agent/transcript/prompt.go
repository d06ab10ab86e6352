package transcript

import (
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// responseFormat is what a prompt says of its answer.
type responseFormat struct {
	// asked tells that the answer is structured.
	asked bool
	// name is the name of its schema, which may be empty.
	name string
}

// prompt reads a prompt entry (behaviours, item 79).
func (r *reader) prompt(v ojson.Value, path string) error {
	e := model.Entry{Kind: model.PromptEntry}
	var err error
	if e.ID, err = identifier(v, path, "id"); err != nil {
		return err
	}
	c, err := readContents(v, path)
	if err != nil {
		return err
	}
	e.Text = c.text
	if e.Options, err = readOptions(v, path); err != nil {
		return err
	}
	r.format = responseFormat{}
	if f, ok := member(v, "responseFormat"); ok {
		if r.format, f, err = readResponseFormat(f, path+".responseFormat"); err != nil {
			return err
		}
		v = v.With("responseFormat", f)
	}
	e.SchemaName = r.format.name
	r.add(e, v)
	return nil
}

func readOptions(v ojson.Value, path string) (model.Options, error) {
	var o model.Options
	m, ok := member(v, "options")
	if !ok {
		return o, nil
	}
	path += ".options"
	if m.Kind() != ojson.KindObject {
		return o, mistyped(path, "an object", m)
	}
	if t, ok := member(m, "temperature"); ok {
		f, _ := t.AsFloat()
		if !t.IsFinite() || f < 0 {
			return o, mistyped(path+".temperature", "a number of at least 0", t)
		}
		o.Temperature = &f
	}
	if n, ok := member(m, "maximumResponseTokens"); ok {
		i, ok := n.AsInt()
		if !ok || i < 1 {
			return o, mistyped(path+".maximumResponseTokens", "an integer of at least 1", n)
		}
		o.MaxTokens = int(min(i, maxTokens))
	}
	return o, nil
}

// maxTokens keeps sums of token counts within an int of 32 bits.
const maxTokens = 1 << 30

// readResponseFormat also returns the format in its 1.1 form. The version 1
// had name, type and schema side by side. The schema itself is only kept: the
// turn that it shaped is over.
func readResponseFormat(v ojson.Value, path string) (responseFormat, ojson.Value, error) {
	var f responseFormat
	if v.Kind() != ojson.KindObject {
		return f, v, mistyped(path, "an object", v)
	}
	inner, ok := member(v, "jsonSchema")
	if !ok {
		_, hasSchema := member(v, "schema")
		_, hasName := member(v, "name")
		if !hasSchema && !hasName {
			return f, v, nil // some other format, such as plain text
		}
		inner = v.Without("type")
		v = newResponseFormat(inner)
	} else {
		path += ".jsonSchema"
		if inner.Kind() != ojson.KindObject {
			return f, v, mistyped(path, "an object", inner)
		}
	}
	name, err := optionalText(inner, path, "name")
	return responseFormat{asked: true, name: name}, v, err
}

func newResponseFormat(jsonSchema ojson.Value) ojson.Value {
	return ojson.Object(
		ojson.Field("type", ojson.String("jsonSchema")),
		ojson.Field("jsonSchema", jsonSchema),
	)
}

func writePrompt(e model.Entry) ojson.Value {
	options := ojson.Object()
	if t := e.Options.Temperature; t != nil {
		options = options.With("temperature", ojson.Float(*t))
	}
	if n := e.Options.MaxTokens; n > 0 {
		options = options.With("maximumResponseTokens", ojson.Int(int64(n)))
	}
	v := newEntry(e.ID, rolePrompt,
		ojson.Field("contents", writeText(e.ID, e.Text)),
		ojson.Field("options", options),
		ojson.Field("contextOptions", ojson.Object()),
	)
	if e.Schema == nil {
		return v
	}
	name := e.SchemaName
	if name == "" {
		name = e.Schema.Name()
	}
	return v.With("responseFormat", newResponseFormat(ojson.Object(
		ojson.Field("name", ojson.String(name)),
		ojson.Field("schema", e.Schema.Generation()),
	)))
}
