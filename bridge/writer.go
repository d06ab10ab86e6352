package bridge

import (
	"bytes"
	"fmt"
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
		for len(o.buf) == 0 && len(o.list) == 0 && len(o.after) == 0 && !o.stopped {
			o.wake.Wait()
		}
		if o.stopped {
			return
		}
		batch, messages, size := o.take(spare)
		o.writing = true
		o.mu.Unlock()

		for _, m := range messages {
			batch = m.append(batch)
		}
		var err error
		if len(batch) > 0 {
			err = o.deliver(batch)
		}
		spare = batch[:0]
		if cap(spare) > maxKept {
			spare = nil
		}

		o.mu.Lock()
		o.writing = false
		if !o.stopped {
			o.size -= size
			if err != nil {
				o.halt()
				o.halted(fmt.Errorf("output failed: %w", err))
			} else if o.size == 0 {
				o.runAfter()
			}
		}
		o.quiet.Broadcast()
	}
}

// take takes the next batch from the queue: the buffer, or messages of about
// the size of one write. Messages that stay can still be joined.
func (o *outbox) take(spare []byte) (batch []byte, messages []*message, size int) {
	if len(o.buf) > 0 {
		batch, o.buf = o.buf, spare
		return batch, nil, len(batch)
	}
	n := 0
	for n < len(o.list) && size < behind {
		m := o.list[n]
		n++
		if m.skip {
			o.skipped--
			continue
		}
		m.taken = true
		size += m.size
		messages = append(messages, m)
	}
	if o.list = o.list[n:]; len(o.list) == 0 {
		o.list = nil // lets go of what was before
	}
	return spare, messages, size
}

// runAfter calls what waits for all output to be delivered. The lock is given
// up meanwhile.
func (o *outbox) runAfter() {
	after := o.after
	o.after = nil
	if len(after) == 0 {
		return
	}
	o.mu.Unlock()
	defer o.mu.Lock()
	for _, f := range after {
		f()
	}
}

// append appends the message's line.
func (m *message) append(dst []byte) []byte {
	if m.line != nil {
		return append(dst, m.line...)
	}
	return m.text.append(dst)
}
