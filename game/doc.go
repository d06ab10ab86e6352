// Package game makes characters of agents: NPCs with personas, memory and
// saves, decisions among fixed options, and content of a given shape (bridge
// protocol, section 6; behaviours, items 189 to 269, 288 and 289). It needs no
// bridge.
//
// The nouns: a [Persona] says who somebody is, a [Memory] what they remember,
// [Options] how they behave. An [NPC] has these, a conversation and a model;
// [NPC.Talk] is one turn. All of it together is one immutable value inside the
// NPC. A turn works on a copy and puts it in place when it has succeeded, so
// whoever looks at an NPC sees the state after a whole turn, and a turn that
// fails leaves no trace. What a turn did to the [World] stays.
//
// Talk, Update, Reset and State run one after another in the order of their
// calls; Bark and Snapshot look at the last whole turn without waiting. The
// summary of older turns is written in the background after a turn, and the
// next operation waits for it. NPCs share nothing with each other.
//
// What a caller gave wrong is an [*Error] with its place; a turn that failed is
// a [*model.Error]. The package must never speak JSON-RPC, keep global state,
// or hold a lock while it calls a model, a world or a host.
package game
