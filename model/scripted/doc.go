// Package scripted is a model that plays a script: what each inference step
// answers is written down beforehand, so that games and tests run without a
// language model (bridge protocol, section 10; items 173 to 188a of the
// observable behaviours).
//
// A [Script] is parsed and checked once and may be shared; each session,
// character or request takes its own [Model] from it, which begins at the
// first step. Everything wrong with a script is found by [Parse]; after that a
// step fails only where the script says so or its context ends.
//
// The package must never look at steering (a text step answers even where a
// call is required), never repair or validate an answer, and depend on nothing
// that a second run would not repeat, except the random end of call ids.
package scripted
