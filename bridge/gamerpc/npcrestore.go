package gamerpc

import (
	"errors"
	"fmt"
	"slices"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// restoreNPC makes an NPC of a save (behaviours, items 247 to 250). It is made
// whole or not at all.
func (x *Extension) restoreNPC(r *bridge.Request) (bridge.Reply, error) {
	p := r.Params()
	v, err := p.Require("state")
	if err != nil {
		return bridge.Reply{}, err
	}
	save, err := game.ReadSave(v, "state", defaultOptions(r.Engine()))
	if err != nil {
		return bridge.Reply{}, gameError(err)
	}
	saved := bridge.NewParams(ojson.Object(ojson.Field("npc", ojson.String(save.ID))), save.Path)
	if save.ID != "" {
		if _, err := bridge.ObjectID(saved, "npc"); err != nil {
			return bridge.Reply{}, err
		}
	}
	id, err := x.newNPC(p, save.ID)
	if err != nil {
		return bridge.Reply{}, err
	}
	c := game.Config{
		ID: id, Persona: save.Persona, Memory: save.Memory, Options: save.Options, History: save.History,
		Saved: save, OptionsPath: save.Path + ".options",
	}
	warnings := slices.Concat(p.UnknownWarnings("state", "npc", "tools", "options", "world", "model"), save.Warnings)
	if p.Has("options") {
		var unknown []string
		if c.Options, unknown, err = npcOptions(r); err != nil {
			return bridge.Reply{}, err
		}
		warnings = append(warnings, ignored(unknown)...)
		c.OptionsPath = "options"
		save.Forget("options")
	}
	if c.Model, err = requestedModel(r); err != nil {
		return bridge.Reply{}, err
	}
	list, path := save.Tools, save.Path+".tools"
	if p.Has("tools") {
		path = "tools"
		if list, err = p.Require("tools"); err != nil { // null
			list = ojson.Array()
		}
	}
	tools, err := parseNPCTools(list, path)
	if err != nil {
		return bridge.Reply{}, err
	}
	c.Tools, c.ToolsPath = tools.tools, path
	h, gone, err := x.restoredWorld(p, save.World)
	if err != nil {
		return bridge.Reply{}, err
	}
	if gone {
		warnings = append(warnings, fmt.Sprintf("The saved world '%s' no longer exists; the NPC has no world.", save.World))
		warnings = append(warnings, c.WithoutWorldTools()...)
	}
	return x.addNPC(c, h, slices.Concat(warnings, tools.warnings))
}

// restoredWorld returns the world of an NPC that is restored, nil for none. A
// saved world may be gone; one that is asked for must exist.
func (x *Extension) restoredWorld(p bridge.Params, saved string) (h *hosted, gone bool, err error) {
	if p.Has("world") || saved == "" {
		h, err = x.requestedWorld(p)
		return h, false, err
	}
	h, err = x.worlds.get(saved)
	var failure *jsonrpc.Error
	if errors.As(err, &failure) && failure.Code == CodeWorldNotFound {
		return nil, true, nil
	}
	return h, false, err
}
