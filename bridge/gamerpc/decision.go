package gamerpc

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// registerDecisions registers decision/* and content/generate (protocol, section
// 6).
func (x *Extension) registerDecisions(r *bridge.Registry) {
	r.Handle("decision/decide", x.decide)
	r.Handle("decision/decideMany", x.decideMany)
	r.Handle("content/generate", generateContent)
}

// decisionNames are the members of one decision, engineNames those of the
// settings that several share.
var (
	decisionNames = []string{"situation", "options", "actor", "context", "tools", "toolChoice", "fallbackOptionID"}
	engineNames   = []string{"instructions", "temperature", "maxToolRounds", "toolTimeoutSeconds", "model"}
)

// engineSettings reads the settings that decisions share, and the time limit of
// tools that name none.
func engineSettings(r *bridge.Request) (e game.Engine, timeout time.Duration, err error) {
	p := r.Params()
	if e.Instructions, err = p.OptionalString("instructions", ""); err != nil {
		return e, 0, err
	}
	if e.Temperature, err = temperature(p); err != nil {
		return e, 0, err
	}
	if e.MaxToolRounds, err = p.OptionalInt("maxToolRounds", 0, game.DefaultDecisionRounds); err != nil {
		return e, 0, err
	}
	if timeout, err = p.OptionalSeconds("toolTimeoutSeconds", r.Engine().ToolTimeout()); err != nil {
		return e, 0, err
	}
	e.Model, err = requestedModel(r)
	return e, timeout, err
}

func temperature(p bridge.Params) (*float64, error) {
	const none = 1e308 // as for sessions
	return p.OptionalFloat("temperature", 0, none)
}

// decision is a decision as it was sent.
type decision struct {
	game.Decision
	warnings []string
}

// readDecision reads one decision. All that can be wrong with it is found
// before any model is called.
func (x *Extension) readDecision(p bridge.Params, timeout time.Duration) (d decision, err error) {
	if d.Situation, err = p.Require("situation"); err != nil {
		return d, err
	}
	if d.Choices, err = choices(p); err != nil {
		return d, err
	}
	fallback, err := p.OptionalString("fallbackOptionID", "")
	if err != nil {
		return d, err
	}
	d.Fallback = strings.TrimSpace(fallback)
	if _, given := p.Get("fallbackOptionID"); given && d.Fallback == "" {
		v, _ := p.Get("fallbackOptionID")
		return d, bridge.BadParam(p.Path("fallbackOptionID"), "the id of an option", v)
	}
	if err := game.CheckChoices(d.Choices, d.Fallback, p.Path("options"), p.Path("fallbackOptionID")); err != nil {
		return d, gameError(err)
	}
	if err := x.readActor(p, &d); err != nil {
		return d, err
	}
	d.Facts, _ = p.Get("context")
	if d.Tools, err = clientTools(p, timeout, &d.warnings); err != nil {
		return d, err
	}
	choice, err := bridge.ParseToolChoice(p, "toolChoice")
	if err != nil || choice == nil {
		return d, err
	}
	d.ToolChoice = *choice
	named := func(t agent.Tool) bool { return t.Name == choice.Tool }
	if choice.Kind == agent.ChoiceTool && !slices.ContainsFunc(d.Tools, named) {
		v, _ := p.Get("toolChoice")
		return d, bridge.BadParam(p.Path("toolChoice"), "the name of one of the tools", v)
	}
	return d, nil
}

// choices reads the options of a decision: objects or plain ids, which are
// trimmed.
func choices(p bridge.Params) ([]game.Choice, error) {
	if _, err := p.Require("options"); err != nil {
		return nil, err
	}
	items, err := p.OptionalArray("options")
	if err != nil {
		return nil, err
	}
	list := make([]game.Choice, len(items))
	for i, item := range items {
		at := fmt.Sprintf("%s[%d]", p.Path("options"), i)
		if id, ok := item.AsString(); ok {
			list[i].ID = strings.TrimSpace(id)
			continue
		}
		if item.Kind() != ojson.KindObject {
			return nil, bridge.BadParam(at, "an option: an object with an 'id', or the id", item)
		}
		o := bridge.NewParams(item, at)
		id, err := o.String("id")
		if err != nil {
			return nil, err
		}
		list[i].ID = strings.TrimSpace(id)
		if list[i].Description, err = o.OptionalString("description", ""); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// readActor reads who decides: the id of an NPC, or a persona.
func (x *Extension) readActor(p bridge.Params, d *decision) error {
	v, ok := p.Get("actor")
	if !ok {
		return nil
	}
	if id, ok := v.AsString(); ok {
		c, err := x.characters.get(id)
		if err != nil {
			return err
		}
		persona := c.npc.Persona()
		d.Actor = &persona
		return nil
	}
	if v.Kind() != ojson.KindObject {
		return bridge.BadParam(p.Path("actor"), "a persona or the id of an NPC", v)
	}
	persona, unknown, err := game.DecodePersona(v, p.Path("actor"))
	if err != nil {
		return gameError(err)
	}
	d.Actor = &persona
	d.warnings = append(d.warnings, ignored(unknown)...)
	return nil
}

// clientTools reads the tools of a single turn.
func clientTools(p bridge.Params, timeout time.Duration, warnings *[]string) ([]agent.Tool, error) {
	list, ok := p.Get("tools")
	if !ok {
		return nil, nil
	}
	set, err := bridge.ParseTools(list, p.Path("tools"), timeout)
	if err != nil {
		return nil, err
	}
	for _, t := range set.Tools {
		if t.Name == agent.RespondDirectly {
			return nil, jsonrpc.InvalidParams(fmt.Sprintf("Parameter '%s': the tool name '%s' is reserved.", p.Path("tools"), t.Name))
		}
	}
	*warnings = append(*warnings, set.Flat()...)
	return set.Tools, nil
}

// decide makes one decision.
func (x *Extension) decide(r *bridge.Request) (bridge.Reply, error) {
	p := r.Params()
	engine, timeout, err := engineSettings(r)
	if err != nil {
		return bridge.Reply{}, err
	}
	d, err := x.readDecision(p, timeout)
	if err != nil {
		return bridge.Reply{}, err
	}
	d.Engine = engine
	d.warnings = append(p.UnknownWarnings(append(decisionNames[:len(decisionNames):len(decisionNames)], engineNames...)...), d.warnings...)
	return bridge.Deferred(r, func(ctx context.Context, _ *bridge.Operation) (ojson.Value, error) {
		decided, err := game.Decide(ctx, d.Decision, r.Host(bridge.Drive{}))
		if err != nil {
			return ojson.Value{}, err
		}
		return d.encode(decided), nil
	}), nil
}

// encode returns the result of a decision (behaviours, item 259).
func (d *decision) encode(r *game.Decided) ojson.Value {
	return ojson.Object(append([]ojson.Member{
		ojson.Field("optionID", ojson.String(r.ID)),
		ojson.Field("reasoning", ojson.String(r.Reasoning)),
		ojson.Field("confidence", ojson.Int(int64(r.Confidence))),
		ojson.Field("toolCalls", bridge.EncodeRecords(r.ToolCalls)),
		ojson.Field("usage", bridge.EncodeUsage(r.Usage)),
		ojson.Field("isFallback", ojson.Bool(r.IsFallback)),
	}, optionalWarnings(append(d.warnings, r.Warnings...))...)...)
}

// decideMany makes several decisions that share their settings. One that is
// wrong fails the request; one that fails does not.
func (x *Extension) decideMany(r *bridge.Request) (bridge.Reply, error) {
	p := r.Params()
	v, err := p.Require("requests")
	if err != nil {
		return bridge.Reply{}, err
	}
	items, err := p.OptionalArray("requests")
	if err != nil {
		return bridge.Reply{}, err
	}
	if len(items) == 0 {
		return bridge.Reply{}, bridge.BadParam("requests", "a non-empty array", v)
	}
	limit, err := p.OptionalInt("maxConcurrency", 1, defaultConcurrency)
	if err != nil {
		return bridge.Reply{}, err
	}
	engine, timeout, err := engineSettings(r)
	if err != nil {
		return bridge.Reply{}, err
	}
	read := make([]decision, len(items))
	decisions := make([]game.Decision, len(items))
	for i, item := range items {
		at := fmt.Sprintf("requests[%d]", i)
		if item.Kind() != ojson.KindObject {
			return bridge.Reply{}, bridge.BadParam(at, "an object", item)
		}
		one := bridge.NewParams(item, at)
		if read[i], err = x.readDecision(one, timeout); err != nil {
			return bridge.Reply{}, err
		}
		read[i].warnings = append(one.UnknownWarnings(decisionNames...), read[i].warnings...)
		read[i].Engine = engine
		decisions[i] = read[i].Decision
	}
	warnings := p.UnknownWarnings(append([]string{"requests", "maxConcurrency"}, engineNames...)...)
	return bridge.Deferred(r, func(ctx context.Context, _ *bridge.Operation) (ojson.Value, error) {
		outcomes := game.DecideMany(ctx, decisions, limit, func(index int) agent.Host {
			return r.Host(bridge.Drive{Context: []ojson.Member{ojson.Field("index", ojson.Int(int64(index)))}})
		})
		results := make([]ojson.Value, len(outcomes))
		for i, o := range outcomes {
			if o.Err != nil {
				results[i] = ojson.Object(ojson.Field("error", bridge.WireError(o.Err).Value()))
			} else {
				results[i] = read[i].encode(o.Decided)
			}
		}
		return ojson.Object(append([]ojson.Member{ojson.Field("results", ojson.Array(results...))}, optionalWarnings(warnings)...)...), nil
	}), nil
}

const defaultConcurrency = 2
