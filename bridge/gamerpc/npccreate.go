package gamerpc

import (
	"fmt"
	"slices"
	"time"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// createNPC checks in the order of item 190 of the observable behaviours: id,
// persona, memory, options, model, tools, world, how they fit together, limit.
func (x *Extension) createNPC(r *bridge.Request) (bridge.Reply, error) {
	p := r.Params()
	id, err := x.newNPC(p, "")
	if err != nil {
		return bridge.Reply{}, err
	}
	c := game.Config{ID: id}
	warnings := p.UnknownWarnings("npc", "persona", "tools", "world", "memory", "options", "model")
	v, err := p.Require("persona")
	if err != nil {
		return bridge.Reply{}, err
	}
	var unknown []string
	if c.Persona, unknown, err = game.DecodePersona(v, "persona"); err != nil {
		return bridge.Reply{}, gameError(err)
	}
	warnings = append(warnings, ignored(unknown)...)
	var inMemory []string
	if v, ok := p.Get("memory"); ok {
		if c.Memory, inMemory, err = game.DecodeMemory(v, "memory"); err != nil {
			return bridge.Reply{}, gameError(err)
		}
	}
	if c.Options, unknown, err = npcOptions(r); err != nil {
		return bridge.Reply{}, err
	}
	warnings = append(append(warnings, ignored(unknown)...), ignored(inMemory)...)
	if c.Model, err = requestedModel(r); err != nil {
		return bridge.Reply{}, err
	}
	var tools npcTools
	if v, ok := p.Get("tools"); ok {
		if tools, err = parseNPCTools(v, "tools"); err != nil {
			return bridge.Reply{}, err
		}
	}
	c.Tools = tools.tools
	h, err := x.requestedWorld(p)
	if err != nil {
		return bridge.Reply{}, err
	}
	return x.addNPC(c, h, slices.Concat(warnings, tools.warnings))
}

// newNPC returns the id of a new NPC: that which the client gives it, else the
// fallback, else a generated one.
func (x *Extension) newNPC(p bridge.Params, fallback string) (string, error) {
	id, err := bridge.ObjectID(p, "npc")
	if err != nil {
		return "", err
	}
	if id == "" {
		id = fallback
	}
	if id == "" {
		return x.characters.newID(), nil
	}
	if _, err := x.characters.get(id); err == nil {
		return "", npcExists(id)
	}
	return id, nil
}

// defaultOptions are the protocol's, with the engine's limit for tools.
func defaultOptions(e *bridge.Engine) game.Options {
	o := game.DefaultOptions()
	o.ToolTimeout = e.ToolTimeout()
	return o
}

// npcOptions reads the parameter options.
func npcOptions(r *bridge.Request) (game.Options, []string, error) {
	defaults := defaultOptions(r.Engine())
	v, ok := r.Params().Get("options")
	if !ok {
		return defaults, nil, nil
	}
	o, unknown, err := game.DecodeOptions(v, "options", defaults)
	return o, unknown, gameError(err)
}

// requestedModel makes the model that the request asks for.
func requestedModel(r *bridge.Request) (model.Model, error) {
	spec, _ := r.Params().Get("model")
	return r.Engine().MakeModel(spec, "model")
}

// requestedWorld returns the world that a new NPC is to live in, nil for none.
func (x *Extension) requestedWorld(p bridge.Params) (*hosted, error) {
	if _, ok := p.Get("world"); !ok {
		return nil, nil
	}
	id, err := p.String("world")
	if err != nil {
		return nil, err
	}
	return x.worlds.get(id)
}

// addNPC makes an NPC and answers npc/create or npc/restore.
func (x *Extension) addNPC(config game.Config, h *hosted, warnings []string) (bridge.Reply, error) {
	if h != nil {
		config.World, config.WorldID = npcWorld{h}, h.id
	}
	config.Rotation = x.characters.rotation()
	config.Background = x.characters.background.run
	npc, err := game.New(config)
	if err != nil {
		return bridge.Reply{}, gameError(err)
	}
	about := config.Model.Describe()
	c := &character{id: config.ID, npc: npc, modelName: about.Name, world: h, createdAt: time.Now()}
	if err := x.characters.add(c, x.options.MaxNPCs); err != nil {
		return bridge.Reply{}, err
	}
	if h != nil {
		x.worlds.use(h)
	}
	names := npc.ToolNames()
	warnings = append(warnings, tooMany(names)...)
	if !about.Available {
		warnings = append(warnings, fmt.Sprintf("The model is not available (%s); turns fail until it is.", about.Reason))
	}
	return bridge.Result(c.result(
		ojson.Field("tools", ojson.Strings(names)),
		ojson.Field("warnings", ojson.Strings(warnings)),
	)), nil
}

// ignored are the warnings for members that there are not.
func ignored(paths []string) []string {
	warnings := make([]string, len(paths))
	for i, path := range paths {
		warnings[i] = fmt.Sprintf("Unknown parameter '%s' was ignored.", path)
	}
	return warnings
}
