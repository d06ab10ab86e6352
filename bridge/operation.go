package bridge

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/open-actor-models/oam/ojson"
)

// Operation is the part of a request that takes long, from the moment its
// handler returned until it is answered. Its state says who answers:
//
//	queued ──► running ──► committed ──► done     the work's own outcome
//	   │          └──────► cancelled ──► done     cancelled, whatever the work returns
//	   └─────────────────► cancelled              cancelled, at once; the work never runs
type Operation struct {
	request *Request
	queue   *Queue // nil when it runs by itself
	work    Work
	state   atomic.Int32
	ctx     context.Context
	stop    context.CancelFunc
	// number counts the operations of the engine.
	number int64
}

const (
	opQueued int32 = iota
	opRunning
	opCommitted
	opCancelled
	opDone
)

// newOperation makes the operation that will answer r, and makes it known to
// the engine. It must be attached to the request, and be run or cancelled.
func newOperation(r *Request, q *Queue, work Work) *Operation {
	op := &Operation{request: r, queue: q, work: work}
	// The context hangs under no other: cancel is told of everything that
	// ends it, and a context without a parent is cheap.
	op.ctx, op.stop = context.WithCancel(context.Background())
	r.engine.operations.add(op)
	return op
}

// Commit is called by work right before it changes state. It fails when the
// operation was cancelled; afterwards the operation can no longer be cancelled,
// so that the answer always tells what happened.
func (op *Operation) Commit() error {
	if op.state.CompareAndSwap(opRunning, opCommitted) || op.state.Load() == opCommitted {
		return nil
	}
	return Cancelled()
}

// cancel cancels the operation unless it has committed. A queued operation is
// answered at once.
func (op *Operation) cancel() { op.cancelled(op.claim()) }

// claim moves the operation to cancelled, unless it has committed, and returns
// the state in which it was.
func (op *Operation) claim() (was int32) {
	for _, was := range []int32{opQueued, opRunning} {
		if op.state.CompareAndSwap(was, opCancelled) {
			return was
		}
	}
	return opDone
}

// cancelled does what follows from a claim.
func (op *Operation) cancelled(was int32) {
	switch was {
	case opQueued:
		if op.queue != nil {
			op.queue.remove(op)
		}
		op.answer(ojson.Value{}, Cancelled())
	case opRunning:
		op.stop()
	}
}

// begin moves a queued operation to running; it fails when it was cancelled.
func (op *Operation) begin() bool { return op.state.CompareAndSwap(opQueued, opRunning) }

// run runs the work and answers. The caller has called begin.
func (op *Operation) run() {
	result, err := op.protected()
	if op.state.Swap(opDone) == opCancelled {
		result, err = ojson.Value{}, Cancelled()
	}
	if op.queue != nil {
		// Before the answer: whoever has it must not find the object busy.
		op.queue.remove(op)
	}
	op.answer(result, err)
}

// protected runs the work; a panic in it must not take the game down.
func (op *Operation) protected() (result ojson.Value, err error) {
	defer op.request.engine.recovered(op.request, &err)
	return op.work(op.ctx, op)
}

func (op *Operation) answer(result ojson.Value, err error) {
	op.stop()
	e := op.request.engine
	op.request.finish(result, err)
	e.operations.remove(op)
}

// operations is the set of operations that are not answered.
type operations struct {
	mu   sync.Mutex
	set  map[*Operation]struct{}
	open tally
	// made is the number of operations that there ever were.
	made int64
}

func (o *operations) add(op *Operation) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.set == nil {
		o.set = map[*Operation]struct{}{}
	}
	o.made++
	op.number = o.made
	o.set[op] = struct{}{}
	o.open.add(1)
}

func (o *operations) remove(op *Operation) {
	o.mu.Lock()
	_, ok := o.set[op]
	delete(o.set, op)
	o.mu.Unlock()
	if ok {
		o.open.add(-1)
	}
}

// cancelAll cancels all operations that there are now.
func (o *operations) cancelAll() {
	o.mu.Lock()
	all := make([]*Operation, 0, len(o.set))
	for op := range o.set {
		all = append(all, op)
	}
	o.mu.Unlock()
	slices.SortFunc(all, func(a, b *Operation) int { return cmp.Compare(a.number, b.number) })
	cancelInOrder(all)
}

// cancelInOrder cancels operations, which are given in the order of their
// arrival, and returns how many. Those that have committed are not counted.
func cancelInOrder(ops []*Operation) (n int) {
	// All are claimed, the last one first, before any is told: were a running
	// one to end while others are still queued, the next one would begin.
	was := make([]int32, len(ops))
	for i, op := range slices.Backward(ops) {
		was[i] = op.claim()
	}
	for i, op := range ops {
		op.cancelled(was[i])
		if was[i] != opDone {
			n++
		}
	}
	return n
}
