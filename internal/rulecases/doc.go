// Package rulecases plays the conformance cases of the rules engine.
//
// A case is a JSON file: pack releases, a character and steps, each a call of
// the engine interface with what must come back (conformance/rules/README.md is
// the format, written for ports). The package reads case files, plays them
// against a function that takes JSON and returns JSON, and says what differs. It
// also plays each case with its members in another order and replays every batch
// of changes, because no result may depend on either.
//
// It serves the tests and `oam rules conformance`. It must never import the
// engine or know what a rule means: whoever implements the calls can be judged.
package rulecases
