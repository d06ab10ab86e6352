// Package text shows what the engine says to people: docs/rules/text.md, and
// section 13 of the design.
//
// The engine gives ids, codes and data. A [Book] builds the text keys of a ruleset's
// ids from them and looks them up, in the language that is wanted, its parents,
// then English, then as readable as an id can be made. A [Message] is a text with
// placeholders and plural forms. [MissingTexts] lists what a release lacks.
//
// It must never be needed by the engine, never fail for want of a text, and never
// follow a text for ever: texts come from strangers.
package text
