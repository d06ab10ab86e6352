package jsonrpc

import (
	"math"
	"unicode/utf8"

	"github.com/open-actor-models/oam/ojson"
)

// maxID is the largest magnitude of a numeric id, 2^53-1. Beyond it a client
// that keeps numbers as doubles would get a different id back.
const maxID = 1<<53 - 1

// ID is the id of a request: a string or a number. The zero ID stands for no
// id and is null on the wire. IDs compare with == and serve as map keys; two
// IDs are equal when their JSON texts are. See the bridge protocol, section 1.
type ID struct {
	// value is null, a string or a number. It never holds a container, so that
	// comparing two of them compares kind and text.
	value ojson.Value
}

// StringID returns a string id. Invalid UTF-8 in s becomes U+FFFD.
func StringID(s string) ID {
	if !utf8.ValidString(s) {
		// The JSON text replaces the bad bytes; ids with that text must be equal.
		s = string([]rune(s))
	}
	return ID{ojson.String(s)}
}

// IntID returns a numeric id. A peer need not accept one beyond ±(2^53-1).
func IntID(n int64) ID { return ID{ojson.Int(n)} }

// NewID returns the id that v, the id member of a message, stands for. The
// error is -32600: v is neither a string nor a number, or it is a number that
// is not finite or beyond ±(2^53-1). A fractional number is an id too
// (behaviours, items 9 to 12).
func NewID(v ojson.Value) (ID, *Error) {
	switch v.Kind() {
	case ojson.KindString:
		return ID{v}, nil
	case ojson.KindNumber:
		if f, _ := v.AsFloat(); !(math.Abs(f) <= maxID) {
			return ID{}, InvalidMessage("a numeric 'id' must not exceed 9007199254740991 in magnitude; use a string id for larger values")
		}
		return ID{v}, nil
	default:
		return ID{}, InvalidMessage("'id' must be a string or a number, not " + v.Kind().String())
	}
}

// IsZero reports whether there is no id.
func (id ID) IsZero() bool { return id.value.IsNull() }

// Value returns the id as a JSON value, null for the zero ID.
func (id ID) Value() ojson.Value { return id.value }

// Append appends the JSON text of the id to dst, null for the zero ID.
// Integers are plain digits; all else is as the client sent it.
func (id ID) Append(dst []byte) []byte { return id.value.Append(dst) }

// String returns the JSON text of the id.
func (id ID) String() string { return id.value.String() }
