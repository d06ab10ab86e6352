package bridge

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/open-actor-models/oam/ojson"
)

// Extension adds methods to an engine (protocol, section 11). An engine calls
// Register once, in New, after the built-in methods are there: a name that is
// already taken is overridden. An Extension serves one engine and must not
// keep it; handlers get it from their request.
type Extension interface {
	Register(r *Registry)
}

// Notifier is implemented by extensions that send notifications. The names are
// listed in initialize's capabilities.notifications.
type Notifier interface {
	Notifications() []string
}

// Asker is implemented by extensions that send requests to the client. The
// names are listed in initialize's capabilities.clientRequests.
type Asker interface {
	ClientRequests() []string
}

// Shutdowner is implemented by extensions that have something to give up. The
// call is made once, on shutdown or when the engine closes; the engine waits
// for it no longer than about 2 s, after which the context ends.
type Shutdowner interface {
	Shutdown(ctx context.Context)
}

// Handler handles a request. Handlers are called one at a time, in arrival
// order: a handler validates, does what depends on the order, and returns.
// What takes long goes into [Deferred] or [Queue.Schedule]. An error that has
// no code of its own is reported as WireError says; a panic as internal_error.
type Handler func(r *Request) (Reply, error)

// Reply is what a handler returns: [Result], [Deferred] or [Queue.Schedule].
type Reply struct {
	value ojson.Value
	// op is the operation that will answer; nil when value is the answer.
	op *Operation
	// after is called once the answer is queued; nil for nothing.
	after func()
}

// Result answers a request at once.
func Result(v ojson.Value) Reply { return Reply{value: v} }

// Work is the part of a request that takes long. It runs in a goroutine of its
// own. The context ends when the operation is cancelled.
type Work func(ctx context.Context, op *Operation) (ojson.Value, error)

// Deferred answers a request with what the work returns. Several deferred
// works run at the same time; for an order among them use a [Queue].
func Deferred(r *Request, work Work) Reply {
	op := newOperation(r, nil, work)
	r.attach(op)
	if !r.engine.crew.start(func() {
		if op.begin() {
			op.run()
		}
	}) {
		op.cancel() // the engine is closed, and nothing runs any more
	}
	return Reply{op: op}
}

// Registry is the table of methods. It may be used concurrently.
type Registry struct {
	mu      sync.RWMutex
	methods map[string]method
}

// method is an entry of the table.
type method struct {
	handler Handler
	// prompt marks a handler that is known never to wait; see inbox.push.
	prompt bool
}

// Handle registers a method; a method of the same name is overridden.
func (r *Registry) Handle(name string, h Handler) { r.set(name, method{handler: h}) }

// handlePrompt registers a method whose handler never waits.
func (r *Registry) handlePrompt(name string, h Handler) {
	r.set(name, method{handler: h, prompt: true})
}

func (r *Registry) set(name string, m method) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.methods == nil {
		r.methods = map[string]method{}
	}
	r.methods[name] = m
}

func (r *Registry) get(name string) method {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.methods[name]
}

// Handler returns the handler of a method, nil when there is none. With it an
// extension can wrap the method that it overrides.
func (r *Registry) Handler(name string) Handler { return r.get(name).handler }

// Methods returns the names of all methods, sorted.
func (r *Registry) Methods() []string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Sorted(maps.Keys(r.methods))
}
