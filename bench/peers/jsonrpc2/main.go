// Command jsonrpc2 is a minimal JSON-RPC 2.0 server on
// github.com/sourcegraph/jsonrpc2 with its plain newline codec: it answers ping
// with {} and everything else with "method not found".
//
// The handler is not wrapped in AsyncHandler: requests are answered in order on
// the reading goroutine, which is the fastest way to use this library and, like
// OAM's, keeps arrival order.
package main

import (
	"context"
	"io"
	"os"

	"github.com/sourcegraph/jsonrpc2"
)

// stdio joins standard input and output into the one stream the library wants.
type stdio struct {
	io.Reader
	io.Writer
}

// Close closes the input only, so that answers under way still get out.
func (stdio) Close() error { return os.Stdin.Close() }

func main() {
	stream := jsonrpc2.NewPlainObjectStream(stdio{os.Stdin, os.Stdout})
	conn := jsonrpc2.NewConn(context.Background(), stream, jsonrpc2.HandlerWithError(handle))
	<-conn.DisconnectNotify()
}

func handle(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) (any, error) {
	if req.Method == "ping" {
		return struct{}{}, nil
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "method not found: " + req.Method}
}
