package main

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packdir"
	words "github.com/open-actor-models/oam/rules/text"
)

// folderMessage is the sentence for a problem of reading a folder. The engine
// knows no files, so these codes have none of its sentences; the reasons are
// explained in docs/rules/pack-folder.md.
func folderMessage(p packdir.Problem) string {
	get := func(key string) string {
		s, _ := member(p.Data, key).AsString()
		return s
	}
	switch p.Code {
	case "yaml-syntax":
		if s, ok := yamlReasons()[get("reason")]; ok {
			return "This is not YAML: " + s + "."
		}
	case "json-syntax":
		return "This is not JSON: " + get("reason") + "."
	case "unsupported-yaml":
		if s, ok := yamlParts()[get("what")]; ok {
			return "Packs may not use this: " + s + "."
		}
	case "duplicate-member":
		return "This member is there twice."
	case "not-an-object":
		return "The file holds no members."
	case "too-large", "too-deep":
		return "The limit " + get("limit") + " (" + member(p.Data, "max").String() + ") is passed."
	case "unreadable-file":
		if get("reason") == "not-regular" {
			return "This is a link or a device, and is not read."
		}
		return "The file cannot be read."
	}
	return words.Sentence(nil, "en", "", p.Code, orEmpty(p.Data), nil)
}

func orEmpty(v ojson.Value) ojson.Value {
	if v.IsNull() {
		return ojson.Object()
	}
	return v
}

// yamlReasons explains the reasons of yaml-syntax.
func yamlReasons() map[string]string {
	return map[string]string{
		"bad-indent":           "the line is indented like nothing before it",
		"block-header":         "only 1 to 9, +, - or a comment may follow | and >",
		"colon-in-text":        "a text with a colon and a space in it needs quotes",
		"control-character":    "there is a control character",
		"not-utf8":             "the text is not UTF-8",
		"document-marker":      "--- and ... cannot stand inside of brackets or quotes",
		"item-among-members":   "a list item stands where a key must be",
		"list-in-line":         "a list cannot begin on the line of its key",
		"missing-colon":        "a key without a colon",
		"reserved-character":   "a text cannot begin with this character without quotes",
		"tab-indent":           "a tab in the indentation",
		"unclosed-bracket":     "this bracket is never closed",
		"unclosed-quote":       "this quote is never closed",
		"unexpected-character": "this fits nowhere",
		"unknown-escape":       "this escape means nothing",
	}
}

// yamlParts explains what unsupported-yaml is about.
func yamlParts() map[string]string {
	return map[string]string{
		"alias":                "an alias",
		"anchor":               "an anchor",
		"complex-key":          "a list or an object as a key",
		"directive":            "a directive",
		"documents":            "a second document",
		"empty-key":            "a key without a name",
		"member-without-colon": "a member without a colon in braces; quote a text that has a comma",
		"merge-key":            "a merge key",
		"number":               "a number that is not written with plain decimal digits; quote it where it is a text",
		"number-range":         "a number that is too large",
		"pair-in-list":         "a pair in a list without braces",
		"spelling":             "write true, false and null in small letters, and quote what is a text",
		"tag":                  "a tag; quote a text that begins with !",
	}
}
