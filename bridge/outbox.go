package bridge

import (
	"errors"
	"fmt"
	"sync"

	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// Deliver takes output: one or more whole lines, each ended by a newline. It is
// called from one goroutine, never concurrently, and may call the engine. The
// bytes are valid only during the call. An error ends the engine. While it
// blocks, the engine goes on and output waits.
type Deliver func(lines []byte) error

// outbox is the queue of output and its one writer. Whatever produces output
// only appends to the queue and never waits for the client.
//
// As long as the client keeps up, messages are encoded into one buffer, which
// the writer takes whole. When it does not, messages stay apart in a list, so
// that text deltas of one request can be joined and stale snapshots skipped.
type outbox struct {
	deliver Deliver
	limit   int

	mu sync.Mutex
	// wake wakes the writer, quiet those who wait for it to be done.
	wake, quiet sync.Cond
	// buf holds encoded lines that go out first.
	buf []byte
	// list holds the messages behind buf; it is empty while the client keeps up.
	list []message
	// round counts how often list was taken; see stream.
	round uint64
	// size is the number of bytes in buf and list.
	size int
	// after are to be called once all that is queued now was delivered.
	after []func()
	// writing is set while the writer is at work.
	writing bool
	// stopped is set when nothing may be delivered any more; err says why.
	stopped bool
	err     error
}

// message is a queued line.
type message struct {
	// line is the whole line; nil for a text event, which is encoded late.
	line []byte
	// skip marks a message that a later one made superfluous.
	skip bool
	text textEvent
}

// behind is the number of waiting bytes from which the client counts as not
// keeping up.
const behind = 256 << 10

var errTooMuchOutput = errors.New("the client does not take the output")

func newOutbox(deliver Deliver, limit int) *outbox {
	o := &outbox{deliver: deliver, limit: limit}
	o.wake.L, o.quiet.L = &o.mu, &o.mu
	return o
}

func (o *outbox) respond(id jsonrpc.ID, result ojson.Value) {
	o.push(func(dst []byte) []byte { return jsonrpc.AppendResult(dst, id, result) })
}

func (o *outbox) respondError(id jsonrpc.ID, err *jsonrpc.Error) {
	o.push(func(dst []byte) []byte { return jsonrpc.AppendError(dst, id, err) })
}

func (o *outbox) notify(method string, params ojson.Value) {
	o.push(func(dst []byte) []byte { return jsonrpc.AppendNotification(dst, method, params) })
}

func (o *outbox) request(id jsonrpc.ID, method string, params ojson.Value) {
	o.push(func(dst []byte) []byte { return jsonrpc.AppendRequest(dst, id, method, params) })
}

// push queues one line.
func (o *outbox) push(encode func(dst []byte) []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.stopped {
		return
	}
	if o.keepsUp() {
		before := len(o.buf)
		o.buf = append(encode(o.buf), '\n')
		o.grown(len(o.buf) - before)
		return
	}
	line := append(encode(nil), '\n')
	o.list = append(o.list, message{line: line})
	o.grown(len(line))
}

// keepsUp reports whether messages may be encoded at once.
func (o *outbox) keepsUp() bool { return len(o.list) == 0 && o.size < behind }

// grown accounts for n more bytes and wakes the writer.
func (o *outbox) grown(n int) {
	o.size += n
	if o.size > o.limit {
		o.halt(fmt.Errorf("%w: %d bytes are waiting, %d may", errTooMuchOutput, o.size, o.limit))
		return
	}
	if !o.writing {
		o.wake.Signal()
	}
}

// afterDelivery calls f from the writer once all output so far was delivered.
func (o *outbox) afterDelivery(f func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.after = append(o.after, f)
	o.wake.Signal()
}

// halt ends delivery; what is queued is dropped. It is called with the lock
// held.
func (o *outbox) halt(err error) {
	if o.stopped {
		return
	}
	o.stopped, o.err = true, err
	o.buf, o.list, o.size, o.after = nil, nil, 0, nil
	o.wake.Signal()
	o.quiet.Broadcast()
}

func (o *outbox) stop() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.halt(nil)
}

// settle returns when all output so far was delivered, or delivery has ended
// and no delivery is in progress.
func (o *outbox) settle() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.writing || o.size > 0 && !o.stopped {
		o.quiet.Wait()
	}
}

// maxKept is the size up to which a buffer is kept for the next batch.
const maxKept = 1 << 20

// write is the writer. It returns when delivery has ended, with the reason.
func (o *outbox) write() error {
	var spare []byte
	o.mu.Lock()
	defer o.mu.Unlock()
	for {
		for len(o.buf) == 0 && len(o.list) == 0 && len(o.after) == 0 && !o.stopped {
			o.wake.Wait()
		}
		if o.stopped {
			return o.err
		}
		batch, list, after := o.buf, o.list, o.after
		o.buf, o.list, o.after = spare[:0], nil, nil
		taken := o.size
		o.round++
		o.writing = true
		o.mu.Unlock()

		err := o.deliverAll(batch, list)
		if err == nil {
			for _, f := range after {
				f()
			}
		}
		spare = batch
		if cap(spare) > maxKept {
			spare = nil
		}

		o.mu.Lock()
		o.writing = false
		if !o.stopped {
			o.size -= taken
			if err != nil {
				o.halt(fmt.Errorf("output failed: %w", err))
			}
		}
		o.quiet.Broadcast()
	}
}

// deliverAll delivers a buffer and the messages behind it, in few large writes.
func (o *outbox) deliverAll(batch []byte, list []message) error {
	for i := range list {
		m := &list[i]
		switch {
		case m.skip:
		case m.line != nil:
			batch = append(batch, m.line...)
		default:
			batch = m.text.append(batch)
		}
		m.line = nil
		if len(batch) >= behind {
			if err := o.deliverUnlessStopped(batch); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	if len(batch) == 0 {
		return nil
	}
	return o.deliverUnlessStopped(batch)
}

// deliverUnlessStopped keeps the promise that nothing is delivered once the
// engine was stopped, also between two parts of one batch.
func (o *outbox) deliverUnlessStopped(batch []byte) error {
	o.mu.Lock()
	stopped := o.stopped
	o.mu.Unlock()
	if stopped {
		return nil
	}
	return o.deliver(batch)
}
