package bridge

import (
	"sync"
	"sync/atomic"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// Request is a request or a notification of the client.
type Request struct {
	engine *Engine
	id     jsonrpc.ID
	method string
	raw    ojson.Value
	params Params
	// size is the number of bytes that the request counts for while it is not
	// answered.
	size int
	// answer takes the response of an in-process call; nil sends it to the
	// client.
	answer func(ojson.Value, *jsonrpc.Error)

	mu sync.Mutex
	// op is the operation that will answer, once there is one.
	op *Operation
	// aborted is set when an in-process caller gave up before that.
	aborted bool

	// runs are turns that took their place for this request.
	runs []*agent.Run

	// answered is set by the first answer.
	answered atomic.Bool
	// breaks counts messages that the request caused beside its stream: text
	// before one is not joined with text after it.
	breaks atomic.Int64
}

// Engine returns the engine that handles the request.
func (r *Request) Engine() *Engine { return r.engine }

// Method returns the name of the method.
func (r *Request) Method() string { return r.method }

// Params returns the parameters; absent ones are an empty object.
func (r *Request) Params() Params { return r.params }

// ID returns the id that events of the request carry as requestId: that of the
// request, null for a notification.
func (r *Request) ID() ojson.Value { return r.id.Value() }

// Notify sends a notification that the request causes. It is delivered before
// the response.
func (r *Request) Notify(method string, params ojson.Value) {
	r.breaks.Add(1)
	r.engine.out.notify(method, params)
}

// Start takes the place of a turn among those of an agent, so that turns run in
// the arrival order of their requests; a handler calls it, and its work drives
// the run. Should the request be answered without that, because it was
// cancelled before its work began, the place is given up and the agent goes on.
func (r *Request) Start(a *agent.Agent, t agent.Turn) *agent.Run {
	run := a.Start(t)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.runs = append(r.runs, run)
	return run
}

// abandonRuns gives up the places of turns that have not run.
func (r *Request) abandonRuns() {
	r.mu.Lock()
	runs := r.runs
	r.runs = nil
	r.mu.Unlock()
	for _, run := range runs {
		run.Abandon() // does nothing to one that has run
	}
}

// finish answers the request. Only the first call counts: a handler that makes
// two operations has still one request to answer.
func (r *Request) finish(result ojson.Value, err error) {
	e := r.engine
	if r.answered.Swap(true) {
		e.config.Logger.Error("a request was answered twice; the second answer is dropped", "method", cutRunes(r.method, 80))
		return
	}
	var wire *jsonrpc.Error
	if err != nil {
		wire = WireError(err)
		e.logFailure(r, wire)
	}
	r.abandonRuns()
	// Before the answer: whoever has it may send as much again.
	e.inbox.release(r)
	switch {
	case r.answer != nil:
		// Behind what the request caused, like a response (protocol, 2.5).
		e.out.after(func(bool) { r.answer(result, wire) })
	case r.id.IsZero(): // a notification has no response
	case wire != nil:
		e.out.respondError(r.id, wire)
	default:
		e.out.respond(r.id, result)
	}
	e.unanswered.add(-1)
}

// abort cancels the request for an in-process caller that no longer waits.
func (r *Request) abort() {
	r.mu.Lock()
	op := r.op
	r.aborted = true
	r.mu.Unlock()
	if op != nil {
		op.cancel()
	}
}

// attach names the operation that will answer.
func (r *Request) attach(op *Operation) {
	r.mu.Lock()
	r.op = op
	aborted := r.aborted
	r.mu.Unlock()
	// An engine that stops cancels the operations it knows; one that was made
	// meanwhile is not among them.
	if aborted || r.engine.currentPhase() == stopped {
		op.cancel()
	}
}
