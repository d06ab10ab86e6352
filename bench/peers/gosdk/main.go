// Command gosdk is a minimal MCP server on the official Go SDK
// (github.com/modelcontextprotocol/go-sdk): ping, which the SDK answers itself,
// and one tool "t" that returns "ok".
//
// It uses the typed AddTool, as the SDK's own examples do, because that is what
// a user of the SDK would write; argument validation is part of that path, as
// it is part of OAM's.
package main

import (
	"context"
	"errors"
	"io"
	"log"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// noArguments is the tool's input: an empty object.
type noArguments struct{}

func main() {
	log.SetOutput(os.Stderr) // stdout carries protocol lines only
	server := mcp.NewServer(&mcp.Implementation{Name: "bench-gosdk", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "t", Description: "d"}, call)
	err := server.Run(context.Background(), &mcp.StdioTransport{})
	if err != nil && !errors.Is(err, io.EOF) {
		log.Fatal(err)
	}
}

// call answers at once: what is measured is the way to the tool and back.
func call(context.Context, *mcp.CallToolRequest, noArguments) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "ok"}}}, nil, nil
}
