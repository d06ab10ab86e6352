package jsonrpc_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// A server that knows one method.
func Example() {
	stream := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}

{"jsonrpc":"2.0","id":"a","method":"fly"}
{"id":2,"method":"ping"}
not JSON
`)
	lines := jsonrpc.NewLineReader(stream, jsonrpc.MaxLine)
	var parser ojson.Parser
	var out []byte
	for {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		if jsonrpc.Blank(line) {
			continue
		}
		msg, id, failure := jsonrpc.Decode(&parser, line)
		if failure == nil && msg.Method != "ping" {
			failure = jsonrpc.MethodNotFound(msg.Method)
		}
		if failure != nil {
			out = jsonrpc.AppendError(out[:0], id, failure)
		} else {
			out = jsonrpc.AppendResult(out[:0], id, ojson.Object())
		}
		fmt.Printf("%s\n", out)
	}
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{}}
	// {"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"Unknown method 'fly'.","data":{"code":"method_not_found","method":"fly"}}}
	// {"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"Not a valid message: 'jsonrpc' must be \"2.0\".","data":{"code":"invalid_message"}}}
	// {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Not valid JSON: unexpected character at byte 0.","data":{"code":"parse_error"}}}
}

func ExampleID() {
	pending := map[jsonrpc.ID]string{
		jsonrpc.IntID(1):      "a number",
		jsonrpc.StringID("1"): "a string",
	}
	v, _ := ojson.Parse([]byte("1.0"))
	id, _ := jsonrpc.NewID(v)
	fmt.Println(id, pending[id])
	// Output: 1 a number
}
