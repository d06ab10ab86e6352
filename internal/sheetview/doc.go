// Package sheetview draws what the rules engine computes as text for people: a
// character sheet as a player reads it, why a number is what it is, the options
// of a choice, and what a batch of changes did.
//
// A [Book] knows the definitions and texts of a ruleset; a [Hero] is a character
// with its computed sheet. Both are made of the JSON of the engine interface
// (docs/rules/sheet.md), so that everything drawn here can be drawn by any app.
// What is shown where comes from the packs' display hints (docs/rules/display.md)
// and text keys (docs/rules/text.md).
//
// The package must never know a game, compute a rule, write anything but the
// text it returns, or let a pack's text steer the terminal.
package sheetview
