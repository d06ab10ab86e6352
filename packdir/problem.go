package packdir

import "github.com/open-actor-models/oam/ojson"

// Problem is one reason why a folder is not a pack release. It is data: a
// stable code, the place, and what a message needs beside them.
//
// The codes, with the members of Data:
//
//   - yaml-syntax {reason}: the text is not YAML.
//   - json-syntax {reason}: a .json file is not JSON; the reason is the English
//     phrase of [ojson.SyntaxError].
//   - unsupported-yaml {what}: the text is YAML that packs may not use.
//   - duplicate-member {path}: a member stands twice, in one file or in two;
//     path is its JSON Pointer and First its first place.
//   - not-an-object {}: the file holds something else than members.
//   - too-large {limit, max}: limit is bytes, files, entries or values.
//   - too-deep {limit, max}: limit is depth, for values and for folders.
//   - unreadable-file {reason}: not-regular for a link or device, else failed.
//
// The reasons of yaml-syntax: bad-indent, block-header, colon-in-text,
// control-character, document-marker, item-among-members, list-in-line,
// missing-colon, not-utf8, reserved-character, tab-indent,
// unclosed-bracket, unclosed-quote, unexpected-character, unknown-escape.
//
// What unsupported-yaml may say: alias, anchor, complex-key, directive,
// documents, empty-key, member-without-colon, merge-key, number,
// number-range, pair-in-list, spelling, tag.
type Problem struct {
	Code  string
	Place Place
	// First is where a duplicate-member stood first, else the zero Place.
	First Place
	Data  ojson.Value
}

// The codes of problems.
const (
	codeSyntax      = "yaml-syntax"
	codeJSON        = "json-syntax"
	codeUnsupported = "unsupported-yaml"
	codeDuplicate   = "duplicate-member"
	codeNotObject   = "not-an-object"
	codeTooLarge    = "too-large"
	codeTooDeep     = "too-deep"
	codeUnreadable  = "unreadable-file"
)

// fault is a problem inside one file whose place is still two byte offsets.
type fault struct {
	code       string
	start, end int
	data       ojson.Value
}

// syntax returns a fault of the text from start to end.
func syntax(reason string, start, end int) *fault {
	return &fault{codeSyntax, start, end, ojson.Object(ojson.Field("reason", ojson.String(reason)))}
}

// unsupported returns a fault for YAML that packs may not use.
func unsupported(what string, start, end int) *fault {
	return &fault{codeUnsupported, start, end, ojson.Object(ojson.Field("what", ojson.String(what)))}
}

// limitData is the data of a problem with a limit.
func limitData(limit string, most int) ojson.Value {
	return ojson.Object(ojson.Field("limit", ojson.String(limit)), ojson.Field("max", ojson.Int(int64(most))))
}
