package sheetview

import "github.com/open-actor-models/oam/ojson"

// TextKey is a text key of a release with the place that needs it, or where it
// stands, as a JSON Pointer into the release.
type TextKey struct{ Key, Pointer string }

// MissingTexts lists the English texts that a release needs and lacks.
func MissingTexts(ruleset, release ojson.Value) []TextKey { return nil }

// UnusedTexts lists the texts of a release that nothing is called by.
func UnusedTexts(ruleset, release ojson.Value) []TextKey { return nil }
