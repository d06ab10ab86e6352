// Package engine evaluates a ruleset for one character (sections 2 to 7 of the
// rules format; engine interface, computeSheet and listOptions).
//
// [Compile] turns a resolved ruleset into a [Program]: every formula compiled,
// every target of an effect an index. [Program.Sheet] builds the tree of
// everything that can be on and answers questions about it: values are pulled,
// each computed once, in one fixed order, and the list of effects on a target is
// both the computation and its breakdown.
//
// The package must never know a game, keep anything between calls but compiled
// data and scratch memory, or let the order of picks or of map members show.
package engine
