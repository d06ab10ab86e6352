// Package data lists the codes of the rules engine: those of errors, with their
// kinds, those of rules issues and those of warnings (engine interface, "Three
// kinds of problem"; docs/rules/errors.md).
//
// The JSON files are what ports and tools read; the package embeds them for Go.
// A test holds them to the codes that stand in the sources of the engine, to
// the texts of rules/i18n and to the page. The package must never list a code
// that cannot happen, nor hold display text.
package data
