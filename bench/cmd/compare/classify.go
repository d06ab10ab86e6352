package main

import (
	"bytes"
	"encoding/json"
)

// kind tells apart the lines that OAM sends during a turn.
type kind int

const (
	otherLine kind = iota
	toolCallRequest
	resultResponse
)

var (
	idPrefix   = []byte(`{"jsonrpc":"2.0","id":`)
	callMember = []byte(`"method":"tool/call"`)
)

// classify returns the kind of a line and its id as it stands there. Messages
// are shown with "jsonrpc", "id" and then "method" or "result" throughout the
// protocol text, so those bytes are tried first: a full decode of every line
// would cost the driver more than the server on the same two cores. A line that
// is laid out otherwise is decoded.
func classify(line []byte) (kind, []byte) {
	if rest, ok := bytes.CutPrefix(line, idPrefix); ok {
		// Neither "t-7" nor a number has a comma in it.
		if id, rest, ok := bytes.Cut(rest, []byte{','}); ok {
			switch {
			case bytes.HasPrefix(rest, callMember):
				return toolCallRequest, id
			case bytes.HasPrefix(rest, resultMember):
				return resultResponse, id
			}
		}
	}
	var message struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Result json.RawMessage `json:"result"`
	}
	if json.Unmarshal(line, &message) != nil || message.ID == nil {
		return otherLine, nil
	}
	switch {
	case message.Method == "tool/call":
		return toolCallRequest, message.ID
	case message.Method == "" && message.Result != nil:
		return resultResponse, message.ID
	}
	return otherLine, message.ID
}
