package bridge

import (
	"fmt"
	"slices"
	"sync"
)

// Queue runs the operations of one object, such as a session, one after another
// in arrival order (protocol, section 2.3). The zero Queue is ready. It has no
// goroutine while it is empty.
type Queue struct {
	mu sync.Mutex
	// ops are the operations that are not finished; the first one runs.
	ops []*Operation
	// running is set while a goroutine takes operations from ops.
	running bool
}

// Schedule puts work behind the operations that are already in the queue. It is
// the last thing that a handler does; the handler returns its reply. When the
// queue is full the request is refused as busy, with data.limit.
func (q *Queue) Schedule(r *Request, work Work) (Reply, error) {
	limit := r.engine.config.MaxQueuedOperations
	q.mu.Lock()
	if len(q.ops) >= limit {
		q.mu.Unlock()
		return Reply{}, busyError(fmt.Sprintf("The limit on waiting operations, %d, is reached.", limit), limit)
	}
	op := newOperation(r, q, work)
	q.ops = append(q.ops, op)
	start := !q.running
	q.running = true
	q.mu.Unlock()
	// Without the lock: the request of a caller that gave up is cancelled here.
	r.attach(op)
	if start && !r.engine.crew.start(q.drain) {
		op.cancel() // the engine is closed, and nothing runs any more
	}
	return Reply{op: op}, nil
}

// drain runs operations until there are none; the goroutine then ends.
func (q *Queue) drain() {
	for {
		q.mu.Lock()
		if len(q.ops) == 0 {
			q.ops, q.running = nil, false
			q.mu.Unlock()
			return
		}
		op := q.ops[0]
		q.mu.Unlock()
		if op.begin() {
			op.run()
		} else {
			q.remove(op) // cancelled, and perhaps not yet removed
		}
	}
}

func (q *Queue) remove(op *Operation) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := slices.Index(q.ops, op); i >= 0 {
		q.ops = slices.Delete(q.ops, i, i+1)
	}
}

// Cancel cancels the running operation and all queued ones, and returns how
// many. Operations that have committed are not counted.
func (q *Queue) Cancel() int {
	q.mu.Lock()
	ops := slices.Clone(q.ops)
	q.mu.Unlock()
	return cancelInOrder(ops)
}

// Pending returns the number of operations that are not finished.
func (q *Queue) Pending() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.ops)
}
