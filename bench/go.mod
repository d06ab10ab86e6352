module github.com/open-actor-models/oam/bench

go 1.26.8

require (
	github.com/modelcontextprotocol/go-sdk v1.8.0 // indirect
	github.com/sourcegraph/jsonrpc2 v0.2.3 // indirect
)
