// Package ruleset turns pack releases into one ruleset (engine interface,
// loadRuleset; format in docs/rules/pack-format.md).
//
// It reads releases member by member, refuses what it does not know with its
// place, applies overrides and inheritance, repeats fields over content, and
// resolves every id to an index. Formulas stay texts: the engine compiles them.
//
// It must never evaluate a formula that reads a character, and never report
// only the first of several errors.
package ruleset
