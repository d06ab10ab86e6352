// Package gamerpc is the game layer as an extension of the bridge (bridge
// protocol, section 6, and the parts npc/event and world/changed of section 7;
// observable behaviours, items 189 to 297).
//
// An [Extension] adds its methods to one engine; each family has files of its
// own:
//
//   - world/*: the worlds and who observes them (world*.go, subscriptions.go).
//     A Go host shares a world of its own with [Extension.AddWorld].
//   - npc/*: characters and their turns, one after another for each (npc*.go).
//   - decision/* and content/generate (decision.go, content.go).
//
// Handlers check their parameters, do what depends on the order, and return;
// they never wait. What a request changes in a world is notified before its
// response: every world that is observed has a [world.Watch], and whoever
// changed the world empties it into the engine's output (observed.passOn). The
// lock held meanwhile is that of the world's subscriptions, never that of the
// world.
package gamerpc
