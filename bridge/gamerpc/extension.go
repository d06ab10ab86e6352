package gamerpc

import (
	"cmp"
	"context"

	"github.com/open-actor-models/oam/bridge"
)

// Options are the limits of the game layer; the zero Options have the
// protocol's defaults.
type Options struct {
	// MaxWorlds bounds the worlds that exist at once; 0 means 64.
	MaxWorlds int
	// MaxSubscriptions bounds the subscriptions of all worlds together; 0
	// means 256.
	MaxSubscriptions int
	// MaxNPCs bounds the NPCs that exist at once; 0 means 128.
	MaxNPCs int
}

func (o Options) withDefaults() Options {
	o.MaxWorlds = cmp.Or(o.MaxWorlds, 64)
	o.MaxSubscriptions = cmp.Or(o.MaxSubscriptions, 256)
	o.MaxNPCs = cmp.Or(o.MaxNPCs, 128)
	return o
}

// Extension serves the game methods to one engine. Its methods may be called
// concurrently.
type Extension struct {
	options Options

	// World state: world/*.
	worlds        worlds
	subscriptions subscriptions

	// NPCs: npc/*.
	characters characters
}

// New returns the extension; it belongs into bridge.Config.Extensions.
func New(o Options) *Extension { return &Extension{options: o.withDefaults()} }

// Register adds the methods to an engine.
func (x *Extension) Register(r *bridge.Registry) {
	x.registerWorlds(r)
	x.registerNPCs(r)
	x.registerDecisions(r)
}

// Notifications are listed in initialize's capabilities.notifications.
func (x *Extension) Notifications() []string { return []string{"npc/event", "world/changed"} }

// Shutdown removes all NPCs and worlds and ends the subscriptions. Worlds of
// the host go on without the bridge.
func (x *Extension) Shutdown(ctx context.Context) {
	x.closeNPCs(ctx)
	x.closeWorlds()
}
