// Package i18n holds the standard texts for the codes of the rules engine
// (engine interface, "The spec ships standard English text for every code").
//
// en.yaml is what people edit, en.json says the same and is what the package
// embeds; a test holds one to the other, and both to rules/data. The engine
// itself never reads them: it knows codes only. The package must never format a
// text or choose a language.
package i18n
