package gamerpc

import (
	"context"
	"slices"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/ojson"
)

// registerNPCs registers npc/* (protocol, section 6, "NPCs").
func (x *Extension) registerNPCs(r *bridge.Registry) {
	r.Handle("npc/create", x.createNPC)
	r.Handle("npc/talk", x.talk)
	r.Handle("npc/bark", x.bark)
	r.Handle("npc/state", x.npcState)
	r.Handle("npc/restore", x.restoreNPC)
	r.Handle("npc/update", x.updateNPC)
	r.Handle("npc/reset", x.resetNPC)
	r.Handle("npc/cancel", x.cancelNPC)
	r.Handle("npc/delete", x.deleteNPC)
	r.Handle("npc/list", x.listNPCs)
}

// npcState saves an NPC: after its earlier requests, or at once.
func (x *Extension) npcState(r *bridge.Request) (bridge.Reply, error) {
	c, err := x.npc(r)
	if err != nil {
		return bridge.Reply{}, err
	}
	settle, err := r.Params().OptionalBool("settle", true)
	if err != nil {
		return bridge.Reply{}, err
	}
	if !settle {
		return bridge.Result(c.result(ojson.Field("state", c.npc.Snapshot()))), nil
	}
	return c.queue.Schedule(r, func(ctx context.Context, _ *bridge.Operation) (ojson.Value, error) {
		state, err := c.npc.State(ctx)
		if err != nil {
			return ojson.Value{}, err
		}
		return c.result(ojson.Field("state", state)), nil
	})
}

// updateNPC changes an NPC. That its patches are objects is checked now, what
// is in them when their turn comes (behaviours, item 251).
func (x *Extension) updateNPC(r *bridge.Request) (bridge.Reply, error) {
	c, err := x.npc(r)
	if err != nil {
		return bridge.Reply{}, err
	}
	p := r.Params()
	u := game.Update{Defaults: defaultOptions(r.Engine())}
	for _, patch := range []struct {
		key string
		to  *ojson.Value
	}{{"persona", &u.Persona}, {"options", &u.Options}, {"memory", &u.Memory}} {
		object, ok, err := p.OptionalObject(patch.key)
		if err != nil {
			return bridge.Reply{}, err
		}
		if ok {
			*patch.to = object.Value()
		}
	}
	var tools npcTools
	if p.Has("tools") {
		if v, ok := p.Get("tools"); ok {
			if tools, err = parseNPCTools(v, "tools"); err != nil {
				return bridge.Reply{}, err
			}
		}
		u.Tools = &tools.tools
	}
	warnings := p.UnknownWarnings("npc", "persona", "options", "memory", "tools")
	return c.queue.Schedule(r, func(ctx context.Context, op *bridge.Operation) (ojson.Value, error) {
		u.Commit = op.Commit
		unknown, err := c.npc.Update(ctx, u)
		if err != nil {
			return ojson.Value{}, gameError(err)
		}
		all := slices.Concat(warnings, ignored(unknown), tools.warnings)
		if u.Tools != nil {
			all = append(all, tooMany(c.npc.ToolNames())...)
		}
		return c.result(ojson.Field("warnings", ojson.Strings(all))), nil
	})
}

func (x *Extension) resetNPC(r *bridge.Request) (bridge.Reply, error) {
	c, err := x.npc(r)
	if err != nil {
		return bridge.Reply{}, err
	}
	clearMemory, err := r.Params().OptionalBool("clearMemory", false)
	if err != nil {
		return bridge.Reply{}, err
	}
	return c.queue.Schedule(r, func(ctx context.Context, op *bridge.Operation) (ojson.Value, error) {
		return c.result(), c.npc.Reset(ctx, clearMemory, op.Commit)
	})
}

func (x *Extension) cancelNPC(r *bridge.Request) (bridge.Reply, error) {
	c, err := x.npc(r)
	if err != nil {
		return bridge.Reply{}, err
	}
	return bridge.Result(c.result(ojson.Field("cancelled", ojson.Int(int64(c.queue.Cancel()))))), nil
}

func (x *Extension) deleteNPC(r *bridge.Request) (bridge.Reply, error) {
	c, err := x.npc(r)
	if err != nil {
		return bridge.Reply{}, err
	}
	x.characters.remove(c)
	if c.world != nil {
		x.worlds.leave(c.world)
	}
	c.queue.Cancel()
	c.npc.Stop()
	return bridge.Result(c.result(ojson.Field("deleted", ojson.Bool(true)))), nil
}

func (x *Extension) listNPCs(*bridge.Request) (bridge.Reply, error) {
	list := []ojson.Value{}
	for _, c := range x.characters.list() {
		list = append(list, c.describe())
	}
	return bridge.Result(ojson.Object(ojson.Field("npcs", ojson.Array(list...)))), nil
}
