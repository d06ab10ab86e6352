package bridge

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/model/scripted"
	"github.com/open-actor-models/oam/ojson"
)

// The names of the built-in model types.
const (
	systemModel   = "system"
	scriptedModel = "scripted"
)

// MakeModel makes the model that a client asked for (behaviours, items 54 and
// 55). spec is the member "model" as it was sent, null when absent; path is its
// path, for messages.
func (e *Engine) MakeModel(spec ojson.Value, path string) (model.Model, error) {
	kind, isName := spec.AsString()
	switch {
	case spec.IsNull():
		kind = systemModel
	case isName:
		spec = ojson.Object(ojson.Field("type", spec))
	case spec.Kind() == ojson.KindObject:
		var err error
		if kind, err = NewParams(spec, path).String("type"); err != nil {
			return nil, err
		}
	default:
		return nil, BadParam(path, "the name of a model or an object with a 'type'", spec)
	}
	if factory, ok := e.config.Models[kind]; ok {
		m, err := factory(spec, path)
		return m, specError(err)
	}
	switch {
	case kind == systemModel:
		return e.config.SystemModel(), nil
	case kind == scriptedModel && e.config.NoScriptedModels:
		return nil, jsonrpc.InvalidParams(fmt.Sprintf("Parameter '%s': scripted models are disabled here.", path))
	case kind == scriptedModel:
		script, err := scripted.Parse(spec, path)
		if err != nil {
			return nil, specError(err)
		}
		return script.NewModel(scriptedModel), nil
	}
	return nil, jsonrpc.InvalidParams(fmt.Sprintf("Parameter '%s': there is no model type '%s'. The types are: %s.",
		path, cutRunes(kind, 80), strings.Join(e.modelNames(), ", ")))
}

// modelNames lists the model types for initialize: the built-in ones first.
func (e *Engine) modelNames() []string {
	names := []string{systemModel}
	if !e.config.NoScriptedModels {
		names = append(names, scriptedModel)
	}
	for _, name := range slices.Sorted(maps.Keys(e.config.Models)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// specError gives an error of a model factory its wire form.
func specError(err error) error {
	var wire *jsonrpc.Error
	if err == nil || errors.As(err, &wire) {
		return err
	}
	return jsonrpc.InvalidParams(err.Error())
}

// notConfigured is the system model of an engine that has none.
type notConfigured struct{}

// defaultContextSize is what model/availability reports while no model says
// better; clients of the protocol always find the member.
const defaultContextSize = 8192

func (notConfigured) Describe() model.Description {
	return model.Description{
		Name: systemModel, Reason: "model_not_ready", ContextSize: defaultContextSize,
		Hint: "No system model is configured. Use a scripted model, or set OAM_SCRIPT to the file of a script.",
	}
}

func (m notConfigured) Step(context.Context, *model.Request) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		yield(nil, &model.Error{Code: model.Unavailable, Message: m.Describe().Hint})
	}
}
