// Package jsonrpc is the wire layer of the bridge: JSON-RPC 2.0 messages,
// their ids and errors, and the lines that carry them. It implements sections
// 1 and 8 of the bridge protocol as far as one message alone decides them.
//
// A [LineReader] cuts a stream into lines, [Decode] turns a line into a
// [Message] or into the [*Error] to answer with, and the Append functions write
// whole messages without a newline. Values are immutable and free to share; a
// LineReader and an [ojson.Parser] belong to one goroutine.
//
// The package must never start a goroutine, write to a stream, judge params,
// or remember anything from one message to the next.
package jsonrpc
