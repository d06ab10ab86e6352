package gamerpc

import (
	"time"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/world"
)

// registerWorlds registers world/* (protocol, section 6, "World state").
func (x *Extension) registerWorlds(r *bridge.Registry) {
	r.Handle("world/create", x.createWorld)
	r.Handle("world/get", x.getWorld)
	r.Handle("world/set", x.setWorld)
	r.Handle("world/merge", x.mergeWorld)
	r.Handle("world/remove", x.removeFromWorld)
	r.Handle("world/snapshot", x.snapshotWorld)
	r.Handle("world/delete", x.deleteWorld)
	r.Handle("world/list", x.listWorlds)
	r.Handle("world/subscribe", x.subscribe)
	r.Handle("world/unsubscribe", x.unsubscribe)
}

// world returns the world that the request names.
func (x *Extension) world(r *bridge.Request) (*hosted, error) {
	id, err := r.Params().String("world")
	if err != nil {
		return nil, err
	}
	return x.worlds.get(id)
}

// createWorld checks in the order of item 273 of the observable behaviours: id,
// state, limit.
func (x *Extension) createWorld(r *bridge.Request) (bridge.Reply, error) {
	p := r.Params()
	id, err := bridge.ObjectID(p, "world")
	if err != nil {
		return bridge.Reply{}, err
	}
	if id == "" {
		id = x.worlds.newID()
	} else if _, err := x.worlds.get(id); err == nil {
		return bridge.Reply{}, worldExists(id)
	}
	state, _, err := p.OptionalObject("state")
	if err != nil {
		return bridge.Reply{}, err
	}
	s, err := world.New(state.Value())
	if err != nil {
		return bridge.Reply{}, worldError(id, err)
	}
	if err := x.worlds.add(&hosted{id: id, state: s, createdAt: time.Now()}, x.options.MaxWorlds); err != nil {
		return bridge.Reply{}, err
	}
	return bridge.Result(ojson.Object(
		ojson.Field("world", ojson.String(id)),
		ojson.Field("version", ojson.Int(s.Version())),
	)), nil
}

// deleteWorld ends the subscriptions of the world. NPCs keep using it.
func (x *Extension) deleteWorld(r *bridge.Request) (bridge.Reply, error) {
	h, err := x.world(r)
	if err != nil {
		return bridge.Reply{}, err
	}
	x.worlds.remove(h)
	return bridge.Result(ojson.Object(
		ojson.Field("world", ojson.String(h.id)),
		ojson.Field("deleted", ojson.Bool(true)),
		ojson.Field("endedSubscriptions", ojson.Int(int64(x.endSubscriptions(h)))),
	)), nil
}

func (x *Extension) listWorlds(*bridge.Request) (bridge.Reply, error) {
	list := []ojson.Value{}
	for _, h := range x.worlds.list() {
		list = append(list, ojson.Object(
			ojson.Field("world", ojson.String(h.id)),
			ojson.Field("version", ojson.Int(h.state.Version())),
			ojson.Field("npcs", ojson.Int(int64(x.worlds.users(h)))),
			ojson.Field("subscriptions", ojson.Array(h.observed.describe()...)),
			ojson.Field("createdAt", ojson.String(h.createdAt.UTC().Format(time.RFC3339))),
		))
	}
	return bridge.Result(ojson.Object(ojson.Field("worlds", ojson.Array(list...)))), nil
}

func (x *Extension) snapshotWorld(r *bridge.Request) (bridge.Reply, error) {
	h, err := x.world(r)
	if err != nil {
		return bridge.Reply{}, err
	}
	s := h.state.Snapshot()
	return bridge.Result(ojson.Object(
		ojson.Field("world", ojson.String(h.id)),
		ojson.Field("state", s.Value()),
		ojson.Field("version", ojson.Int(s.Version())),
	)), nil
}
