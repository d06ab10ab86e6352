package gamerpc

import (
	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/world"
)

// place returns the world and the path that the request names; the path is as
// it was sent, and the root when there is none.
func (x *Extension) place(r *bridge.Request) (h *hosted, path string, err error) {
	if h, err = x.world(r); err != nil {
		return nil, "", err
	}
	path, err = r.Params().OptionalString("path", "")
	return h, path, err
}

func (x *Extension) getWorld(r *bridge.Request) (bridge.Reply, error) {
	h, path, err := x.place(r)
	if err != nil {
		return bridge.Reply{}, err
	}
	s := h.state.Snapshot()
	v, ok, err := s.Get(path)
	if err != nil {
		return bridge.Reply{}, worldError(h.id, err)
	}
	return bridge.Result(ojson.Object(
		ojson.Field("world", ojson.String(h.id)),
		ojson.Field("path", ojson.String(path)),
		ojson.Field("value", v),
		ojson.Field("exists", ojson.Bool(ok)),
		ojson.Field("version", ojson.Int(s.Version())),
	)), nil
}

func (x *Extension) setWorld(r *bridge.Request) (bridge.Reply, error) {
	return x.write(r, "value", (*world.State).Set)
}

func (x *Extension) mergeWorld(r *bridge.Request) (bridge.Reply, error) {
	return x.write(r, "patch", (*world.State).Merge)
}

// write puts a parameter, which must be there but may be null, into a world.
func (x *Extension) write(r *bridge.Request, key string, put func(*world.State, string, ojson.Value) (world.Result, error)) (bridge.Reply, error) {
	h, path, err := x.place(r)
	if err != nil {
		return bridge.Reply{}, err
	}
	v, ok := r.Params().Value().Get(key)
	if !ok {
		return bridge.Reply{}, bridge.MissingParam(key)
	}
	result, err := put(h.state, path, v)
	if err != nil {
		return bridge.Reply{}, worldError(h.id, err)
	}
	h.observed.passOn()
	return bridge.Result(ojson.Object(
		ojson.Field("world", ojson.String(h.id)),
		ojson.Field("path", ojson.String(path)),
		ojson.Field("version", ojson.Int(result.Version)),
	)), nil
}

func (x *Extension) removeFromWorld(r *bridge.Request) (bridge.Reply, error) {
	h, err := x.world(r)
	if err != nil {
		return bridge.Reply{}, err
	}
	path, err := r.Params().String("path")
	if err != nil {
		return bridge.Reply{}, err
	}
	result, err := h.state.Remove(path)
	if err != nil {
		return bridge.Reply{}, worldError(h.id, err)
	}
	h.observed.passOn()
	var old ojson.Value
	for _, c := range result.Changes {
		old = c.Old
	}
	return bridge.Result(ojson.Object(
		ojson.Field("world", ojson.String(h.id)),
		ojson.Field("path", ojson.String(path)),
		ojson.Field("removed", ojson.Bool(len(result.Changes) > 0)),
		ojson.Field("oldValue", old),
		ojson.Field("version", ojson.Int(result.Version)),
	)), nil
}
