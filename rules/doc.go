// Package rules is the tabletop rules engine: pure functions over JSON.
//
// Game rules are data packs. [LoadRuleset] resolves and compiles their releases
// once; the [Ruleset] then computes a character's sheet with a breakdown of
// every number, lists the options of a choice, and applies changes. The calls,
// their inputs and outputs are those of the engine interface; the format of packs
// is in docs/rules. [Call] is the same with JSON in and JSON out.
//
// Errors are data ([Error]) with a code, a path and members, and Go errors too;
// nothing panics. A Ruleset is immutable and may be shared by goroutines. The
// package must never know a game, read a clock, do I/O, or roll a die that the
// caller did not hand it.
package rules
