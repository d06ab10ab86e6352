package bridge

import (
	"bytes"
	"fmt"

	"github.com/open-actor-models/oam/jsonrpc"
)

// Lines makes a Deliver of a function that takes single lines, without their
// newlines. The bytes are valid only during the call.
func Lines(deliver func(line []byte) error) Deliver {
	return func(lines []byte) error {
		for line := range bytes.Lines(lines) {
			if err := deliver(line[:len(line)-1]); err != nil {
				return err
			}
		}
		return nil
	}
}

// maxKept is the size up to which a buffer is kept for the next batch.
const maxKept = 1 << 20

// write is the writer of the outbox. It returns when delivery has ended.
func (o *outbox) write() {
	var spare []byte
	o.mu.Lock()
	defer o.mu.Unlock()
	for {
		for len(o.buf) == 0 && len(o.list) == 0 && len(o.marks) == 0 && !o.stopped {
			o.wake.Wait()
		}
		if o.stopped {
			o.tell(o.marks, false)
			return
		}
		b := o.take(spare)
		o.writing = true
		o.mu.Unlock()

		err := o.deliverBatch(&b)
		spare = b.lines[:0]
		if cap(spare) > maxKept {
			spare = nil
		}

		o.mu.Lock()
		if !o.stopped && err != nil {
			o.halt()
			o.halted(fmt.Errorf("output failed: %w", err))
		}
		o.tell(b.marks, err == nil)
		o.writing = false
		if !o.stopped {
			o.size -= b.size
		}
		o.quiet.Broadcast()
	}
}

// deliverBatch delivers a batch in writes of about the same size; copies are
// larger than what they counted for.
func (o *outbox) deliverBatch(b *batch) error {
	for _, m := range b.messages {
		b.lines = m.append(b.lines)
		if len(b.lines) >= behind {
			if err := o.deliverUnlessStopped(b.lines); err != nil {
				return err
			}
			b.lines = b.lines[:0]
		}
	}
	if len(b.lines) == 0 {
		return nil
	}
	return o.deliverUnlessStopped(b.lines)
}

// deliverUnlessStopped keeps the promise that nothing is delivered once the
// engine was stopped, also between two writes of one batch.
func (o *outbox) deliverUnlessStopped(lines []byte) error {
	o.mu.Lock()
	stopped := o.stopped
	o.mu.Unlock()
	if stopped {
		return nil
	}
	return o.deliver(lines)
}

// batch is what the writer takes at a time.
type batch struct {
	lines    []byte
	messages []*message
	// marks are to be called after both.
	marks []func(delivered bool)
	size  int
}

// take takes the next batch from the queue: the buffer, or messages of about
// the size of one write. Messages that stay can still be joined.
func (o *outbox) take(spare []byte) (b batch) {
	if len(o.buf) > 0 || len(o.marks) > 0 {
		b = batch{lines: o.buf, marks: o.marks, size: len(o.buf)}
		o.buf, o.marks = spare, nil
		return b
	}
	b.lines = spare
	n := 0
	for n < len(o.list) && b.size < behind && b.marks == nil {
		m := o.list[n]
		n++
		if m.skip {
			o.skipped--
			continue
		}
		m.taken = true
		b.size += m.size
		if m.mark != nil {
			b.marks = append(b.marks, m.mark)
			continue
		}
		b.messages = append(b.messages, m)
	}
	if o.list = o.list[n:]; len(o.list) == 0 {
		o.list = nil // lets go of what was before
	}
	return b
}

// tell calls marks. It is called with the lock held, and without it meanwhile.
func (o *outbox) tell(marks []func(delivered bool), delivered bool) {
	if len(marks) == 0 {
		return
	}
	o.mu.Unlock()
	defer o.mu.Lock()
	for _, f := range marks {
		f(delivered)
	}
}

// append appends the message's line.
func (m *message) append(dst []byte) []byte {
	if m.line != nil {
		return append(dst, m.line...)
	}
	if m.copy != nil {
		return append(jsonrpc.AppendNotification(dst, m.copy.method, m.copy.params), '\n')
	}
	return m.text.append(dst)
}
