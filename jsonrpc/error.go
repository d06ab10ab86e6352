package jsonrpc

import (
	"strconv"
	"unicode/utf8"

	"github.com/open-actor-models/oam/ojson"
)

// The codes of JSON-RPC itself; see the bridge protocol, section 8.
const (
	CodeParseError     = -32700
	CodeInvalidMessage = -32600
	CodeMethodNotFound = -32601
	CodeInvalidParams  = -32602
	CodeInternalError  = -32603
)

// Error is a JSON-RPC error, the Go error and the wire form at once. It is
// never changed once it is returned and may be shared between goroutines.
type Error struct {
	// Code is the number of the error.
	Code int
	// Name is data.code, the stable name of the error. Every error of the
	// bridge has one (behaviours, item 25); that of a client may lack it.
	Name string
	// Message is a sentence for people.
	Message string
	// Data holds the further members of data, in order, after code. A member
	// named code is ignored: Name is what counts.
	Data []ojson.Member
	// Cause is what led to the error, or nil. It is not sent.
	Cause error
}

// ParseError returns the error for a line that is not JSON; reason is a phrase
// without a full stop.
func ParseError(reason string) *Error {
	return &Error{Code: CodeParseError, Name: "parse_error", Message: "Not valid JSON: " + reason + "."}
}

// InvalidMessage returns the error for JSON that is no JSON-RPC 2.0 message;
// reason is a phrase without a full stop.
func InvalidMessage(reason string) *Error {
	return &Error{Code: CodeInvalidMessage, Name: "invalid_message", Message: "Not a valid message: " + reason + "."}
}

// MethodNotFound returns the error for an unknown method, with data.method.
func MethodNotFound(method string) *Error {
	return &Error{
		Code: CodeMethodNotFound, Name: "method_not_found",
		Message: "Unknown method '" + clip(method) + "'.",
		Data:    []ojson.Member{ojson.Field("method", ojson.String(method))},
	}
}

// InvalidParams returns the error for missing or mistyped params; message is a
// whole sentence that names the parameter (behaviours, items 26 and 27).
func InvalidParams(message string) *Error {
	return &Error{Code: CodeInvalidParams, Name: "invalid_params", Message: message}
}

// InternalError returns the error for a bug of the bridge.
func InternalError(message string) *Error {
	return &Error{Code: CodeInternalError, Name: "internal_error", Message: message}
}

// clip cuts a name that a client made up to about 80 bytes, at the end of a
// character: a message is for people and must not repeat megabytes.
func clip(s string) string {
	const limit = 80
	if len(s) <= limit {
		return s
	}
	end := limit
	for end > limit-utf8.UTFMax && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

// Error returns name, message and cause on one line, for logs.
func (e *Error) Error() string {
	text := e.Name
	if text == "" {
		text = "error " + strconv.Itoa(e.Code)
	}
	if e.Message != "" {
		text += ": " + e.Message
	}
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Is reports whether target is an [*Error] with the same code and name.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t != nil && t.Code == e.Code && t.Name == e.Name
}

// Value returns the error object of a response: code, message, data.
func (e *Error) Value() ojson.Value {
	data := make([]ojson.Member, 1, 1+len(e.Data))
	data[0] = ojson.Field("code", ojson.String(e.Name))
	for _, m := range e.Data {
		if m.Key != "code" {
			data = append(data, m)
		}
	}
	return ojson.Object(
		ojson.Field("code", ojson.Int(int64(e.Code))),
		ojson.Field("message", ojson.String(e.Message)),
		ojson.Field("data", ojson.Object(data...)),
	)
}

// Append appends the JSON text of [Error.Value] to dst.
func (e *Error) Append(dst []byte) []byte { return e.Value().Append(dst) }

// errorOf reads the error member of a client's response. Clients are not held
// to the form: what is missing or of another type stays empty, and a bare
// string counts as the message (behaviours, item 100).
func errorOf(v ojson.Value) *Error {
	e := &Error{}
	if text, ok := v.AsString(); ok {
		e.Message = text
		return e
	}
	for _, m := range v.Members() {
		switch m.Key {
		case "code":
			code, _ := m.Value.AsInt()
			e.Code = int(code)
		case "message":
			e.Message, _ = m.Value.AsString()
		case "data":
			e.Name, e.Data = dataOf(m.Value)
		}
	}
	return e
}

// dataOf splits the data of an error into its name and the other members.
func dataOf(v ojson.Value) (name string, members []ojson.Member) {
	for _, m := range v.Members() {
		if m.Key == "code" {
			name, _ = m.Value.AsString()
			continue
		}
		members = append(members, m)
	}
	return name, members
}
