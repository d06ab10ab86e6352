// Package formula is the language in which packs write numbers, conditions and
// queries: docs/rules/formulas.md, and section 4 of the design.
//
// [Compile] parses and checks a formula once, against a [Scope] that says what
// names mean, and makes closures of it; [Formula.Eval] runs it in a [Frame].
// [Value] is what comes out: exact rational numbers, booleans, texts, lists, or
// a [Fault]. [CompileQuery] does the same for a query that is written apart.
//
// The package knows no field, no content and no game: names, functions and
// queries of the engine come through Scope. Formulas are input from strangers.
// It must never panic, never use a float, never catch an error on the way,
// never evaluate without charging steps, and never write a text for people.
package formula
