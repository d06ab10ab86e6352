package bridge

import (
	"context"
	"errors"
	"fmt"
	"slices"
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
	// halted is told why delivery ended by itself. It is called with the lock
	// held and must not block.
	halted func(error)

	mu sync.Mutex
	// wake wakes the writer, quiet those who wait for it to be done.
	wake, quiet sync.Cond
	// buf holds encoded lines that go out first.
	buf []byte
	// list holds the messages behind buf; it is empty while the client keeps up.
	list []*message
	// skipped counts the messages in list that are not to be sent.
	skipped int
	// size is the number of bytes in buf, in list and at the writer.
	size int
	// largest is the size of the largest whole line among them that is larger
	// than a usual write, else 0.
	largest int
	// marks are to be called once buf was delivered.
	marks []func(delivered bool)
	// writing is set while the writer is at work.
	writing bool
	// stopped is set when nothing may be delivered any more.
	stopped bool
}

// message is a queued line.
type message struct {
	// line is the whole line; nil for a text event, which is encoded late.
	line []byte
	text textEvent
	// copy is a notification that is encoded late; see notifyCopy.
	copy *notification
	// mark is no line, but a function to be called when all before it was
	// delivered.
	mark func(delivered bool)
	// size is what the message counts for.
	size int
	// skip marks a message that a later one made superfluous.
	skip bool
	// taken marks a message that the writer has.
	taken bool
}

// behind is the number of waiting bytes from which the client counts as not
// keeping up. It is also about the size of the largest write.
const behind = 256 << 10

// messageSize is what a message takes beside its text.
const messageSize = 256

var errTooMuchOutput = errors.New("the client does not take the output")

func newOutbox(deliver Deliver, limit int, halted func(error)) *outbox {
	o := &outbox{deliver: deliver, limit: limit, halted: halted}
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

// notification is a notification that is not encoded yet.
type notification struct {
	method string
	params ojson.Value
}

// notifyCopy is notify for a message whose large values are shared with the one
// queued before it. While it waits it counts for itself only: the values are
// counted with the first copy, which is delivered first.
func (o *outbox) notifyCopy(method string, params ojson.Value) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.stopped:
	case o.keepsUp():
		o.append(func(dst []byte) []byte { return append(jsonrpc.AppendNotification(dst, method, params), '\n') })
	default:
		o.queue(&message{copy: &notification{method, params}})
	}
}

func (o *outbox) request(id jsonrpc.ID, method string, params ojson.Value) {
	o.push(func(dst []byte) []byte { return jsonrpc.AppendRequest(dst, id, method, params) })
}

// push queues one line.
func (o *outbox) push(encode func(dst []byte) []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.append(func(dst []byte) []byte { return append(encode(dst), '\n') })
}

// append queues what encode appends: a whole line with its newline. It returns
// the message, nil when the line went into the buffer. It is called with the
// lock held.
func (o *outbox) append(encode func(dst []byte) []byte) *message {
	switch {
	case o.stopped:
		return nil
	case o.keepsUp():
		before := len(o.buf)
		o.buf = encode(o.buf)
		o.grown(len(o.buf)-before, true)
		return nil
	default:
		return o.queue(&message{line: encode(nil)})
	}
}

// keepsUp reports whether messages may be encoded at once.
func (o *outbox) keepsUp() bool { return len(o.list) == 0 && o.size < behind }

// queue puts a message at the end of the list.
func (o *outbox) queue(m *message) *message {
	m.size = messageSize + len(m.line) + m.text.size()
	o.list = append(o.list, m)
	o.grown(m.size, m.line != nil)
	return m
}

// drop marks a message in the list as superfluous. Such messages are swept out
// before they outnumber the others.
func (o *outbox) drop(m *message) {
	o.size -= m.size
	*m = message{skip: true}
	if o.skipped++; o.skipped > 64 && o.skipped > len(o.list)/2 {
		o.list = slices.DeleteFunc(o.list, func(m *message) bool { return m.skip })
		o.skipped = 0
	}
}

// grown accounts for n more bytes and wakes the writer. One line may be larger
// than the limit by itself: a client that reads gets it, and what is queued
// behind it.
//
// Text that is still being joined has no such right: it may grow for ever.
func (o *outbox) grown(n int, whole bool) {
	if o.size == 0 {
		o.largest = 0
	}
	o.size += n
	if whole && n > behind {
		o.largest = max(o.largest, n)
	}
	if o.size-o.largest > o.limit {
		err := fmt.Errorf("%w: %d bytes are waiting, %d may", errTooMuchOutput, o.size, o.limit)
		o.halt()
		o.halted(err)
		return
	}
	if !o.writing {
		o.wake.Signal()
	}
}

// after calls f from the writer once all output so far was delivered, or with
// false when that will not be.
func (o *outbox) after(f func(delivered bool)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.stopped:
		o.mu.Unlock()
		defer o.mu.Lock()
		f(false)
	case len(o.list) == 0:
		o.marks = append(o.marks, f)
		o.wake.Signal()
	default:
		o.queue(&message{mark: f})
	}
}

// halt ends delivery; what is queued is dropped, and the writer tells the marks.
// It is called with the lock held.
func (o *outbox) halt() {
	o.stopped = true
	for _, m := range o.list {
		if m.mark != nil {
			o.marks = append(o.marks, m.mark)
		}
	}
	o.buf, o.list, o.size = nil, nil, 0
	o.wake.Signal()
	o.quiet.Broadcast()
}

func (o *outbox) stop() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.halt()
}

// settle returns when all output so far was delivered, or delivery has ended
// and none is in progress, or with the context's error.
func (o *outbox) settle(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.quiet.Broadcast()
	})()
	o.mu.Lock()
	defer o.mu.Unlock()
	for (o.writing || o.size > 0 && !o.stopped) && ctx.Err() == nil {
		o.quiet.Wait()
	}
	return ctx.Err()
}
