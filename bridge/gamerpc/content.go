package gamerpc

import (
	"context"
	"slices"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/ojson"
)

// generateContent makes up content in a given shape (protocol, section 6,
// content/generate).
func generateContent(r *bridge.Request) (bridge.Reply, error) {
	p := r.Params()
	var c game.Content
	var err error
	if c.Prompt, err = p.String("prompt"); err != nil {
		return bridge.Reply{}, err
	}
	if c.Schema, err = bridge.ParseSchema(p, "schema", "Content"); err != nil {
		return bridge.Reply{}, err
	}
	if c.Instructions, err = p.OptionalString("instructions", ""); err != nil {
		return bridge.Reply{}, err
	}
	c.Facts, _ = p.Get("context")
	timeout, err := p.OptionalSeconds("toolTimeoutSeconds", r.Engine().ToolTimeout())
	if err != nil {
		return bridge.Reply{}, err
	}
	warnings := p.UnknownWarnings("prompt", "schema", "instructions", "context", "tools", "toolTimeoutSeconds", "temperature", "model")
	warnings = append(warnings, c.Schema.Warnings()...)
	if c.Tools, err = clientTools(p, timeout, &warnings); err != nil {
		return bridge.Reply{}, err
	}
	if c.Temperature, err = temperature(p); err != nil {
		return bridge.Reply{}, err
	}
	if c.Model, err = requestedModel(r); err != nil {
		return bridge.Reply{}, err
	}
	return bridge.Deferred(r, func(ctx context.Context, _ *bridge.Operation) (ojson.Value, error) {
		v, more, err := game.Generate(ctx, c, r.Host(bridge.Drive{}))
		if err != nil {
			return ojson.Value{}, err
		}
		return ojson.Object(append([]ojson.Member{ojson.Field("content", v)}, optionalWarnings(slices.Concat(warnings, more))...)...), nil
	}), nil
}
