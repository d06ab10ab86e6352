package jsonrpc

import "github.com/open-actor-models/oam/ojson"

// The functions below append one whole message without a newline at its end.
// The order of the keys is part of the protocol (behaviours, item 24), and the
// text never holds a raw newline, so that a message stays one line.

// AppendResult appends the response that reports success.
func AppendResult(dst []byte, id ID, result ojson.Value) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","id":`...)
	dst = id.Append(dst)
	dst = append(dst, `,"result":`...)
	dst = result.Append(dst)
	return append(dst, '}')
}

// AppendError appends the response that reports failure; id is zero when the
// request had none that can be echoed. Err must not be nil.
func AppendError(dst []byte, id ID, err *Error) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","id":`...)
	dst = id.Append(dst)
	dst = append(dst, `,"error":`...)
	dst = err.Append(dst)
	return append(dst, '}')
}

// AppendNotification appends a notification. Null params are left out.
func AppendNotification(dst []byte, method string, params ojson.Value) []byte {
	dst = append(dst, `{"jsonrpc":"2.0"`...)
	return appendCall(dst, method, params)
}

// AppendRequest appends a request. Null params are left out; id must not be
// zero.
func AppendRequest(dst []byte, id ID, method string, params ojson.Value) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","id":`...)
	dst = id.Append(dst)
	return appendCall(dst, method, params)
}

func appendCall(dst []byte, method string, params ojson.Value) []byte {
	dst = append(dst, `,"method":`...)
	dst = ojson.AppendString(dst, method)
	if !params.IsNull() {
		dst = append(dst, `,"params":`...)
		dst = params.Append(dst)
	}
	return append(dst, '}')
}
