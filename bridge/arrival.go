package bridge

import (
	"fmt"
	"sync"

	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// Receive takes one line of the client, with or without its newline. It never
// blocks. Concurrent calls are taken one after another; their order is the
// arrival order.
func (e *Engine) Receive(line []byte) {
	if jsonrpc.Blank(line) {
		return
	}
	b := &e.inbox
	b.receiving.Lock()
	defer b.receiving.Unlock()
	msg, id, err := jsonrpc.Decode(&b.parser, line)
	switch {
	case err != nil:
		// At once, ahead of requests that are waiting (behaviours, item 19).
		e.out.respondError(id, err)
	case msg.Kind == jsonrpc.KindResponse:
		e.calls.answer(msg)
	default:
		b.push(&Request{engine: e, id: msg.ID, method: msg.Method, raw: msg.Params, size: b.parser.Weight()})
	}
}

// ReceiveTooLong takes note of a line that the transport refused to read whole.
func (e *Engine) ReceiveTooLong(limit int) {
	e.out.respondError(jsonrpc.ID{}, jsonrpc.ParseError(fmt.Sprintf("the line is longer than %d bytes", limit)))
}

// inbox holds requests until their handler has run. One goroutine at a time
// handles them: whoever finds the inbox idle.
type inbox struct {
	engine *Engine

	receiving sync.Mutex // guards parser and makes the arrival order
	parser    ojson.Parser

	mu       sync.Mutex
	requests []*Request
	handling bool
	// bytes is the size of all requests that are not answered.
	bytes int
}

// push puts a request behind those that wait, and handles it if it may.
//
// Handlers of built-in methods run right here, on the goroutine that received
// the request: they never wait, and a ping that is handed to another goroutine
// costs twice as much. Handlers of extensions, and shutdown, which does wait,
// get a goroutine, so that replies to tool calls are read whatever they do.
func (b *inbox) push(r *Request) {
	e := b.engine
	e.unanswered.add(1)
	b.mu.Lock()
	limit := e.config.MaxPendingInput
	if b.bytes+r.size > limit {
		b.mu.Unlock()
		r.size = 0
		r.finish(ojson.Value{}, busyError(fmt.Sprintf("More than %d bytes of requests are waiting.", limit), limit))
		return
	}
	b.bytes += r.size
	if b.handling || !e.registry.get(r.method).prompt {
		b.requests = append(b.requests, r)
		start := !b.handling
		b.handling = true
		b.mu.Unlock()
		if start {
			b.handOver()
		}
		return
	}
	b.handling = true
	b.mu.Unlock()
	e.handle(r)
	b.mu.Lock()
	more := len(b.requests) > 0
	b.handling = more
	b.mu.Unlock()
	if more {
		b.handOver()
	}
}

// handOver lets a goroutine handle what waits. When the engine is closed there
// is none, and this one refuses it.
func (b *inbox) handOver() {
	if !b.engine.crew.start(b.handleAll) {
		b.handleAll()
	}
}

// handleAll handles requests until there are none.
func (b *inbox) handleAll() {
	for {
		b.mu.Lock()
		requests := b.requests
		b.requests = nil
		if len(requests) == 0 {
			b.handling = false
			b.mu.Unlock()
			return
		}
		b.mu.Unlock()
		for i, r := range requests {
			requests[i] = nil
			b.engine.handle(r)
		}
	}
}

// release gives back what a request counted for.
func (b *inbox) release(r *Request) {
	if r.size == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bytes -= r.size
}

// handle runs the handler of a request (behaviours, item 21: the order of
// checks).
func (e *Engine) handle(r *Request) {
	reply, err := e.dispatch(r)
	r.mu.Lock()
	op := r.op
	r.mu.Unlock()
	switch {
	case op != nil:
		if err != nil || reply.op != op {
			// The handler made an operation and then returned something else.
			// The operation answers, so that there is one answer.
			e.config.Logger.Error("a handler scheduled work and did not return its reply", "method", r.method, "error", err)
			op.cancel()
		}
	default:
		r.finish(reply.value, err)
		if reply.after != nil {
			reply.after()
		}
	}
}

func (e *Engine) dispatch(r *Request) (reply Reply, err error) {
	if e.currentPhase() != serving {
		return Reply{}, shutDownError()
	}
	h := e.registry.Handler(r.method)
	if h == nil {
		return Reply{}, jsonrpc.MethodNotFound(r.method)
	}
	if r.raw.IsNull() {
		r.raw = ojson.Object()
	}
	if r.raw.Kind() != ojson.KindObject {
		return Reply{}, jsonrpc.InvalidParams(fmt.Sprintf("The parameters must be an object, not %s.", excerpt(r.raw)))
	}
	r.params = NewParams(r.raw, "")
	r.raw = ojson.Value{}
	defer e.recovered(r, &err)
	return h(r)
}
