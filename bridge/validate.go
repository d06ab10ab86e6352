package bridge

import (
	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

func registerValidation(r *Registry) {
	r.handlePrompt("schema/validate", validateSchema)
	r.handlePrompt("tools/validate", validateTools)
}

// validateSchema converts a schema without running the model.
func validateSchema(r *Request) (Reply, error) {
	name, err := r.params.OptionalString("name", "Response")
	if err != nil {
		return Reply{}, err
	}
	s, err := ParseSchema(r.params, "schema", name)
	if err != nil {
		return Reply{}, err
	}
	return Result(ojson.Object(
		ojson.Field("warnings", ojson.Strings(s.Warnings())),
		ojson.Field("generationSchema", s.Generation()),
	)), nil
}

// ParseSchema reads a required schema parameter.
func ParseSchema(p Params, key, name string) (*schema.Schema, error) {
	v, err := p.Require(key)
	if err != nil {
		return nil, err
	}
	s, err := schema.ParseText(v, name)
	if err != nil {
		return nil, schemaError(p.Path(key), err)
	}
	return s, nil
}

// validateTools converts tool definitions without running the model.
func validateTools(r *Request) (Reply, error) {
	list, err := r.params.Require("tools")
	if err != nil {
		return Reply{}, err
	}
	set, err := ParseTools(list, "tools", r.engine.config.ToolTimeout)
	if err != nil {
		return Reply{}, err
	}
	// What no session would take is refused here too.
	if err := agent.CheckTools(set.Tools); err != nil {
		return Reply{}, err
	}
	tools := make([]ojson.Value, len(set.Tools))
	for i, t := range set.Tools {
		tools[i] = ojson.Object(
			ojson.Field("name", ojson.String(t.Name)),
			ojson.Field("warnings", ojson.Strings(set.Warnings[i])),
			ojson.Field("generationSchema", t.Parameters.Generation()),
		)
	}
	return Result(ojson.Object(
		ojson.Field("tools", ojson.Array(tools...)),
		ojson.Field("warnings", ojson.Strings(set.Flat())),
	)), nil
}
