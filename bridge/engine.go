package bridge

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// Engine serves one client. Its methods may be called concurrently, and from
// inside the delivery function unless they say otherwise.
type Engine struct {
	config     Config
	registry   Registry
	out        *outbox
	inbox      inbox
	calls      clientCalls
	sessions   sessions
	operations operations
	// unanswered counts requests from their arrival to their answer.
	unanswered tally
	local      atomic.Int64 // ids of in-process calls that have none
	// crew has all goroutines of the engine but the writer.
	crew crew
	// ended is closed when the writer has returned.
	ended chan struct{}
	// gone is closed when the engine stops.
	gone     chan struct{}
	stopOnce sync.Once

	mu      sync.Mutex
	phase   phase
	failure error
}

// phase is what the engine still does.
type phase uint8

const (
	serving phase = iota
	// shutDown: every request is refused, what is queued is still delivered.
	shutDown
	// stopped: nothing is taken or delivered any more.
	stopped
)

// New returns an engine that delivers its output to deliver. It must be ended
// with [Engine.Close].
func New(c Config, deliver Deliver) *Engine {
	e := &Engine{config: c.withDefaults(), ended: make(chan struct{}), gone: make(chan struct{})}
	e.out = newOutbox(deliver, e.config.MaxPendingOutput, func(err error) {
		e.crew.start(func() {
			e.config.Logger.Error("the connection ends", "reason", err)
			e.stop(err)
		})
	})
	e.inbox.engine = e
	e.calls.engine = e
	registerCore(&e.registry)
	registerSessions(&e.registry)
	registerValidation(&e.registry)
	for _, x := range e.config.Extensions {
		x.Register(&e.registry)
	}
	go func() { // ends when the outbox is stopped; Close waits for it
		defer close(e.ended)
		e.out.write()
	}()
	return e
}

// Register adds a method to the running engine, or overrides one.
func (e *Engine) Register(method string, h Handler) { e.registry.Handle(method, h) }

// Logger returns the logger of the engine's configuration, never nil.
func (e *Engine) Logger() *slog.Logger { return e.config.Logger }

// ToolTimeout returns the time that the client has to answer calls of tools
// that name no limit; 0 means that there is none.
func (e *Engine) ToolTimeout() time.Duration { return e.config.ToolTimeout }

// Notify sends a notification that no request causes.
func (e *Engine) Notify(method string, params ojson.Value) { e.out.notify(method, params) }

// NotifyCopy is Notify for one of several notifications that share large values,
// after the first. A client that reads gets them all, however many there are.
func (e *Engine) NotifyCopy(method string, params ojson.Value) { e.out.notifyCopy(method, params) }

// Done is closed when the engine has stopped: it was closed, or its output
// failed or was not taken.
func (e *Engine) Done() <-chan struct{} { return e.gone }

// Err returns why the engine stopped by itself, nil if it did not.
func (e *Engine) Err() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.failure
}

// Stop ends the engine at once: all work is cancelled, nothing more is taken or
// delivered. A delivery in progress goes on; Stop does not wait for it and may
// be called from inside it.
func (e *Engine) Stop() { e.stop(nil) }

func (e *Engine) stop(reason error) {
	e.stopOnce.Do(func() {
		e.mu.Lock()
		already := e.phase
		e.phase, e.failure = stopped, reason
		e.mu.Unlock()
		close(e.gone)
		e.out.stop()
		e.sessions.clear()
		e.operations.cancelAll()
		e.calls.refuse("The bridge was closed.")
		if already == serving {
			e.crew.start(func() {
				ctx, cancel := context.WithTimeout(context.Background(), shutDownPatience)
				defer cancel()
				e.shutDownExtensions(ctx)
			})
		}
	})
}

// Close stops the engine and waits until no goroutine of it is left. It must
// not be called from inside the delivery function or a handler.
func (e *Engine) Close() { _ = e.CloseContext(context.Background()) }

// CloseContext is Close for a program that cannot wait for work that ignores
// that it was cancelled, or for a delivery that blocks: it returns the context's
// error when that ends first.
func (e *Engine) CloseContext(ctx context.Context) error {
	e.Stop()
	closed := make(chan struct{})
	go func() { // ends with the work
		defer close(closed)
		<-e.ended
		e.crew.close()
	}()
	select {
	case <-closed:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Flush returns when all output so far was delivered or the engine has stopped,
// or with the context's error. It must not be called from inside the delivery
// function.
func (e *Engine) Flush(ctx context.Context) error { return e.out.settle(ctx) }

// EndInput tells that the client will send nothing more. Calls that wait for an
// answer of the client, and later ones, get an error as their output.
func (e *Engine) EndInput() {
	e.calls.refuse("The client has closed its end, so nothing can answer this call.")
}

// Drain returns when all requests so far are answered, or with the context's
// error.
func (e *Engine) Drain(ctx context.Context) error { return e.unanswered.wait(ctx) }

// currentPhase returns what the engine still does.
func (e *Engine) currentPhase() phase {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.phase
}

// logFailure logs what somebody who runs the program may have to look at.
func (e *Engine) logFailure(r *Request, err *jsonrpc.Error) {
	level := slog.LevelDebug
	if err.Code == jsonrpc.CodeInternalError {
		level = slog.LevelError
	}
	e.config.Logger.Log(context.Background(), level, "request failed",
		"method", cutRunes(r.method, 80), "code", err.Code, "name", err.Name, "message", err.Message)
}

// recovered turns a panic into an internal_error. It is deferred at the root of
// whatever runs code of handlers, models and extensions.
func (e *Engine) recovered(r *Request, err *error) {
	p := recover()
	if p == nil {
		return
	}
	e.config.Logger.Error("panic", "method", cutRunes(r.method, 80), "panic", p, "stack", string(debug.Stack()))
	*err = jsonrpc.InternalError(fmt.Sprintf("The bridge failed while handling '%s': %v.", cutRunes(r.method, 80), p))
}

// Call handles a request in process and returns its result or a
// [*jsonrpc.Error]. The request takes its place in the arrival order like a
// line; its events and tool calls go to the delivery function with a private
// requestId, "local-<n>", and were delivered when Call returns. When the context
// ends first the request is cancelled, and Call returns the context's error. Call must not be called from a handler
// or the delivery function, which it would wait for.
func (e *Engine) Call(ctx context.Context, method string, params ojson.Value) (ojson.Value, error) {
	id := jsonrpc.StringID(fmt.Sprintf("local-%d", e.local.Add(1)))
	return e.CallAs(ctx, id, method, params)
}

// CallAs is Call with an id that the caller chose.
func (e *Engine) CallAs(ctx context.Context, id jsonrpc.ID, method string, params ojson.Value) (ojson.Value, error) {
	type outcome struct {
		result ojson.Value
		err    *jsonrpc.Error
	}
	if err := ctx.Err(); err != nil {
		return ojson.Value{}, err // nobody waits for what it would do
	}
	done := make(chan outcome, 1)
	r := &Request{engine: e, id: id, method: method, raw: params,
		answer: func(v ojson.Value, err *jsonrpc.Error) { done <- outcome{v, err} }}
	e.inbox.push(r)
	select {
	case o := <-done:
		if o.err != nil {
			return ojson.Value{}, o.err
		}
		return o.result, nil
	case <-ctx.Done():
		r.abort()
		return ojson.Value{}, ctx.Err()
	case <-e.gone:
		// What was answered before the engine stopped still counts.
		select {
		case o := <-done:
			if o.err == nil {
				return o.result, nil
			}
			return ojson.Value{}, o.err
		default:
			return ojson.Value{}, errors.Join(shutDownError(), ctx.Err())
		}
	}
}
