package schema

import "errors"

// ErrNotSchema says that a value is neither an object nor the JSON text of
// one. The bridge answers it with -32602, any other [*Error] with -32007
// (behaviours, items 44 and 45).
var ErrNotSchema = errors.New("not a schema")

// Error says why a schema cannot be used. The bridge shows Pointer as
// data.schemaPath (protocol, section 5; behaviours, item 45).
type Error struct {
	// Pointer is the place in the source: "#", "#/properties/a". It is "#"
	// when the value was no schema at all.
	Pointer string
	// Message is a short English sentence without the place.
	Message string

	cause error
}

func (e *Error) Error() string { return e.Pointer + ": " + e.Message }

// Unwrap returns [ErrNotSchema] or nil.
func (e *Error) Unwrap() error { return e.cause }

// notSchema returns the error for something that is no schema at all.
func notSchema(message string) *Error {
	return &Error{Pointer: "#", Message: message, cause: ErrNotSchema}
}

// fail returns the error for a place in a schema.
func fail(place *path, message string) *Error {
	return &Error{Pointer: place.pointer(), Message: message}
}

// ValidationError says why a value does not fit a schema.
type ValidationError struct {
	// Pointer is the JSON pointer of the place in the value, "" for the whole.
	Pointer string
	// Message is a short English phrase without the place.
	Message string
}

func (e *ValidationError) Error() string {
	if e.Pointer == "" {
		return e.Message
	}
	return e.Pointer + ": " + e.Message
}
