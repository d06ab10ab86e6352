package data

import (
	_ "embed"

	"github.com/open-actor-models/oam/ojson"
)

//go:embed error-codes.json
var errorCodes string

//go:embed rules-issue-codes.json
var issueCodes string

//go:embed warning-codes.json
var warningCodes string

// ErrorCodes returns {code: {kind, data?}}: kind is shape, load or runtime, data
// {member: what it is}; a member that may be absent has "?" behind its name.
func ErrorCodes() ojson.Value { return ojson.MustParse(errorCodes) }

// IssueCodes returns {code: {source, id?, data?}}, each saying what it is. The
// data member "*" stands for members that the pack chooses.
func IssueCodes() ojson.Value { return ojson.MustParse(issueCodes) }

// WarningCodes returns {code: {data?}}.
func WarningCodes() ojson.Value { return ojson.MustParse(warningCodes) }

// Kind returns the kind of an error code, "" for a code that is none. To ask
// often, keep [ErrorCodes]: every call reads the list.
func Kind(code string) string {
	entry, _ := ErrorCodes().Get(code)
	kind, _ := entry.Get("kind")
	text, _ := kind.AsString()
	return text
}
