// Package upgrade carries saved characters over to other releases of their packs
// and compares releases: docs/rules/upgrades.md, section 11 of the design, upgrade
// and checkRelease of the engine interface.
//
// It works on the file as JSON, by what the migrations of the new releases say,
// and reports each thing that it touches. It must never drop anything without a
// line in the report, never change a value because it does not fit, and never
// touch a member that it does not know.
package upgrade
