package bridge

import (
	"strconv"

	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// stream sends the events of one request. It belongs to the goroutine that
// drives the request; its queue state is guarded by the outbox.
type stream struct {
	out *outbox
	// head is the line of an event up to the event itself.
	head []byte

	// last is the place of the stream's latest text event or snapshot in the
	// outbox's list, if mergeable and the list has not been taken since.
	last      int
	round     uint64
	mergeable mergeable
}

// mergeable says what the latest message of a stream can be merged with.
type mergeable uint8

const (
	mergeNothing mergeable = iota
	mergeText
	mergeSnapshot
)

func newStream(out *outbox, method string, context []ojson.Member, requestID jsonrpc.ID) *stream {
	// {"jsonrpc":"2.0","method":M,"params":{…context,"requestId":ID,"event":
	head := append([]byte(`{"jsonrpc":"2.0","method":`), ojson.String(method).String()...)
	head = append(head, `,"params":{`...)
	for _, m := range context {
		head = ojson.AppendString(head, m.Key)
		head = append(head, ':')
		head = m.Value.Append(head)
		head = append(head, ',')
	}
	head = append(head, `"requestId":`...)
	head = requestID.Append(head)
	head = append(head, `,"event":`...)
	return &stream{out: out, head: head}
}

// send queues an event that stays as it is.
func (s *stream) send(event ojson.Value) {
	s.sendAs(event, mergeNothing)
}

// sendSnapshot queues an event that a later snapshot makes superfluous.
func (s *stream) sendSnapshot(event ojson.Value) {
	s.sendAs(event, mergeSnapshot)
}

func (s *stream) sendAs(event ojson.Value, kind mergeable) {
	o := s.out
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.stopped {
		return
	}
	if o.keepsUp() {
		before := len(o.buf)
		o.buf = event.Append(append(o.buf, s.head...))
		o.buf = append(o.buf, "}}\n"...)
		s.mergeable = mergeNothing
		o.grown(len(o.buf) - before)
		return
	}
	line := event.Append(append([]byte(nil), s.head...))
	line = append(line, "}}\n"...)
	grown := len(line)
	if kind == mergeSnapshot {
		if old := s.waiting(mergeSnapshot); old != nil {
			grown -= len(old.line)
			*old = message{skip: true}
		}
	}
	s.queue(message{line: line}, kind, grown)
}

// textEvent is a text event of a stream. Its delta is the end of its text, so
// events that follow each other can be joined by keeping the later text and the
// earlier beginning.
type textEvent struct {
	head []byte
	// text is the whole answer so far; it shares the memory of later ones.
	text string
	// from is where the delta begins.
	from  int
	reset bool
}

// sendText queues a text event; see [agent.TextEvent].
func (s *stream) sendText(delta, text string, reset bool) {
	o := s.out
	e := textEvent{head: s.head, text: text, from: len(text) - len(delta), reset: reset}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.stopped {
		return
	}
	if o.keepsUp() {
		before := len(o.buf)
		o.buf = e.append(o.buf)
		s.mergeable = mergeNothing
		o.grown(len(o.buf) - before)
		return
	}
	grown := e.size()
	if old := s.waiting(mergeText); old != nil && !reset {
		// The joined event takes the place of the later one: an event may tell
		// of its text late, but never ahead of what other requests caused.
		e.from, e.reset = old.text.from, old.text.reset
		grown = e.size() - old.text.size()
		*old = message{skip: true}
	}
	s.queue(message{text: e}, mergeText, grown)
}

// queue appends a message to the list. It is called with the lock held.
func (s *stream) queue(m message, kind mergeable, grown int) {
	o := s.out
	s.last, s.round, s.mergeable = len(o.list), o.round, kind
	o.list = append(o.list, m)
	o.grown(grown)
}

// waiting returns the stream's latest message if it is of the kind and still in
// the list.
func (s *stream) waiting(kind mergeable) *message {
	o := s.out
	if s.mergeable != kind || s.round != o.round || s.last >= len(o.list) {
		return nil
	}
	return &o.list[s.last]
}

const textOverhead = 64

// size is about the length of the line.
func (e *textEvent) size() int {
	return len(e.head) + 2*len(e.text) - e.from + textOverhead
}

func (e *textEvent) append(dst []byte) []byte {
	dst = append(dst, e.head...)
	dst = append(dst, `{"type":"text","delta":`...)
	dst = ojson.AppendString(dst, e.text[e.from:])
	dst = append(dst, `,"text":`...)
	dst = ojson.AppendString(dst, e.text)
	dst = append(dst, `,"isReset":`...)
	dst = strconv.AppendBool(dst, e.reset)
	return append(dst, "}}}\n"...)
}
