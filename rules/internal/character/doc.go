// Package character holds the character file as the engine works with it
// (docs/rules/changes.md, "The character file").
//
// Decode checks the shape of a file and types it; the mutators do what changes
// need, keep the orders and limits of the file, and JSON writes it back. What a
// change did not touch comes back byte for byte: unknown members on every level,
// the order of members, numbers as they were written.
//
// The package knows no ruleset. It must never decide whether a value, an option
// or an id means something, and must never store what can be computed.
package character
