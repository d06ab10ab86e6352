// Package bridge is the JSON-RPC engine through which a game drives agents
// (bridge protocol, sections 1, 2, 5, 7, 8 and 11).
//
// An [Engine] takes lines and delivers lines; transports carry them. Its parts:
//
//   - arrival: replies to the bridge's own requests are applied at once, on the
//     goroutine that received them. All else is handled in arrival order by
//     handlers that never wait (arrival.go, registry.go);
//   - work: what takes long is an [Operation], alone or in the [Queue] of one
//     object, with one state machine for cancelling and committing
//     (operation.go, queue.go);
//   - output: one queue and one writer. Whoever produces the events of a
//     request also enqueues its response, after them (outbox.go);
//   - methods: the built-in ones (core.go, session*.go, validate.go), and those
//     of an [Extension], which uses the same API.
//
// The engine never waits for its client: it neither stops reading while output
// is not taken, nor holds a lock while it calls a model, a handler or the
// delivery function.
package bridge
