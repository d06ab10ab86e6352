// Package schemas holds the JSON Schemas (2020-12) of the rules engine: packs,
// characters, rulesets, errors, issues, each type of change, and the input and
// output of each call (engine interface, "Each call schema has $defs/input and
// $defs/output").
//
// They say what docs/rules/*.md says, for machines: as strict as the engine is
// about shapes, and no stricter. What depends on a ruleset is not in them. The
// engine does not use them. The package must never hold a schema that a test
// does not compile.
package schemas
