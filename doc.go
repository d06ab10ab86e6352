// Package oam assembles Open Actor Models: it is the one place that knows all
// parts of the bridge and puts them together, for the command, the library and
// Go programs alike.
//
// A Go program that wants the whole bridge in process calls [New] and holds the
// protocol's conversation with the engine it gets; one that wants to add
// methods or models changes the [bridge.Config] of [DefaultConfig] first. The
// parts are packages of their own: agents in agent, the engine and its
// extension API in bridge, models in model.
//
// This package holds no logic; what it does is choose.
package oam
