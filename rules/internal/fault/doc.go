// Package fault is the shape of what goes wrong in the rules engine: errors,
// which stop a call, and issues, which a sheet carries (engine interface, "Three
// kinds of problem").
//
// Both are data: a stable code, a place, and members for whoever writes the
// text. The codes stand in rules/data. The package must never hold display text
// or decide what is an error.
package fault
