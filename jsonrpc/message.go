package jsonrpc

import (
	"bytes"
	"errors"

	"github.com/open-actor-models/oam/ojson"
)

// Kind says what a [Message] is.
type Kind uint8

// The kinds of a [Message]. The zero Kind is none of them.
const (
	// KindRequest has an id and a method and wants one response.
	KindRequest Kind = iota + 1
	// KindNotification has a method and no id; nothing answers it.
	KindNotification
	// KindResponse has the id of a request of the other side and a result or
	// an error.
	KindResponse
)

// Message is one well-formed message. Its members beyond those of the kind are
// zero.
type Message struct {
	Kind Kind
	// ID is set for requests and responses.
	ID ID
	// Method is set for requests and notifications; it is never empty.
	Method string
	// Params is what was sent, null when absent. That it is an object is
	// checked later, when the method is known (behaviours, item 21).
	Params ojson.Value
	// Result is set for responses; null is a result too (item 18).
	Result ojson.Value
	// Error is set for responses with an error member; Result is null then,
	// also if the client sent both. Members that the client left out are empty.
	Error *Error
}

// envelope holds the members of a message by name. A null method or error
// counts as absent, for clients that write out their empty fields; id and
// result do not (items 12 and 18).
type envelope struct {
	version, id, method, params, result, failure ojson.Value
	hasID, hasResult                             bool
}

func open(v ojson.Value) (e envelope) {
	for _, m := range v.Members() {
		switch m.Key {
		case "jsonrpc":
			e.version = m.Value
		case "id":
			e.id, e.hasID = m.Value, true
		case "method":
			e.method = m.Value
		case "params":
			e.params = m.Value
		case "result":
			e.result, e.hasResult = m.Value, true
		case "error":
			e.failure = m.Value
		}
	}
	return e
}

// Decode reads one message; see the bridge protocol, section 1. On failure err
// is -32700 or -32600, id is the id to answer with, and msg is empty; id is
// zero, null on the wire, when the message has none that can be echoed. The
// checks are made in the order of item 13. Neither msg nor err refers to line;
// p keeps its scratch space for the next call.
func Decode(p *ojson.Parser, line []byte) (msg Message, id ID, err *Error) {
	v, syntax := p.Parse(line)
	if syntax != nil {
		return Message{}, ID{}, parseError(line, syntax)
	}
	switch v.Kind() {
	case ojson.KindObject:
	case ojson.KindArray:
		return Message{}, ID{}, InvalidMessage("batches are not supported; send one message per line")
	default:
		return Message{}, ID{}, InvalidMessage("expected an object, not " + v.Kind().String())
	}
	e := open(v)
	if e.hasID {
		id, err = NewID(e.id)
	}
	if version, _ := e.version.AsString(); version != "2.0" {
		return Message{}, id, InvalidMessage(`'jsonrpc' must be "2.0"`)
	}
	if err != nil {
		return Message{}, id, err
	}
	if !e.method.IsNull() {
		return call(e, id)
	}
	return response(e, id)
}

// call reads a request or a notification. A result beside the method changes
// nothing (item 17).
func call(e envelope, id ID) (Message, ID, *Error) {
	method, _ := e.method.AsString()
	if method == "" {
		return Message{}, id, InvalidMessage("'method' must be a string that is not empty")
	}
	kind := KindRequest
	if !e.hasID {
		kind = KindNotification
	}
	return Message{Kind: kind, ID: id, Method: method, Params: e.params}, id, nil
}

func response(e envelope, id ID) (Message, ID, *Error) {
	hasError := !e.failure.IsNull()
	switch {
	case !hasError && !e.hasResult:
		return Message{}, id, InvalidMessage("it has neither 'method' nor 'result' nor 'error'")
	case !e.hasID:
		return Message{}, id, InvalidMessage("a response must have an 'id'")
	case hasError:
		return Message{Kind: KindResponse, ID: id, Error: errorOf(e.failure)}, id, nil
	default:
		return Message{Kind: KindResponse, ID: id, Result: e.result}, id, nil
	}
}

// parseError words the error for a line that is not JSON. Clients of language
// servers put a header before each message; one that does so here needs to
// hear how to frame, not that some character was unexpected.
func parseError(line []byte, cause error) *Error {
	var syntax *ojson.SyntaxError
	reason := cause.Error()
	if errors.As(cause, &syntax) && isHeader(line[syntax.Offset:]) {
		reason = "Content-Length headers are not used here; send each message as one line that ends in a newline"
	}
	e := ParseError(reason)
	e.Cause = cause
	return e
}

// isHeader reports whether text begins with the name of the header in any case.
func isHeader(text []byte) bool {
	const header = "content-length:"
	return len(text) >= len(header) && bytes.EqualFold(text[:len(header)], []byte(header))
}
