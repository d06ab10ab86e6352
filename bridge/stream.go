package bridge

import (
	"strconv"

	"github.com/open-actor-models/oam/ojson"
)

// stream sends the events of one request. It belongs to the goroutine that
// drives the request; its place in the queue is guarded by the outbox.
type stream struct {
	request *Request
	// head is the line of an event up to the event itself.
	head []byte

	// last is the stream's latest message if a later one may be merged with
	// it, else nil.
	last *message
	// breaks is the request's count of breaks when last was queued.
	breaks int64
}

func newStream(r *Request, method string, context []ojson.Member) *stream {
	// {"jsonrpc":"2.0","method":M,"params":{…context,"requestId":ID,"event":
	head := ojson.AppendString([]byte(`{"jsonrpc":"2.0","method":`), method)
	head = append(head, `,"params":{`...)
	for _, m := range context {
		head = ojson.AppendString(head, m.Key)
		head = append(head, ':')
		head = m.Value.Append(head)
		head = append(head, ',')
	}
	head = append(head, `"requestId":`...)
	head = r.id.Append(head)
	head = append(head, `,"event":`...)
	return &stream{request: r, head: head}
}

// eventTail closes what the head opened.
const eventTail = "}}\n"

// send queues an event that stays as it is.
func (s *stream) send(event ojson.Value) {
	o := s.request.engine.out
	o.mu.Lock()
	defer o.mu.Unlock()
	s.append(event)
	s.last = nil
}

// sendSnapshot queues an event that the next snapshot makes superfluous.
func (s *stream) sendSnapshot(event ojson.Value) {
	o := s.request.engine.out
	o.mu.Lock()
	defer o.mu.Unlock()
	if old := s.waiting(); old != nil && old.line != nil {
		o.drop(old)
	}
	s.remember(s.append(event))
}

func (s *stream) append(event ojson.Value) *message {
	return s.request.engine.out.append(func(dst []byte) []byte {
		return append(event.Append(append(dst, s.head...)), eventTail...)
	})
}

// sendText queues a text event; see [agent.TextEvent].
func (s *stream) sendText(delta, text string, reset bool) {
	s.sendJoined(textEvent{head: s.head, text: text, from: len(text) - len(delta), reset: reset})
}

// sendJoined queues a text event, or joins it with the one before it that is
// still waiting.
func (s *stream) sendJoined(e textEvent) {
	o := s.request.engine.out
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.stopped || o.keepsUp() {
		s.remember(o.append(e.append))
		return
	}
	if old := s.waiting(); old != nil && old.line == nil && !e.reset {
		// The joined event takes the place of the later one: an event may tell
		// of its text late, but never ahead of what other requests caused.
		e.from, e.reset = old.text.from, old.text.reset
		o.drop(old)
	}
	s.remember(o.queue(&message{text: e}))
}

// remember keeps a message, nil for none, to be merged with the next one.
func (s *stream) remember(m *message) {
	s.last, s.breaks = m, s.request.breaks.Load()
}

// waiting returns the stream's latest message while it may be merged with a
// new one: it is still in the list, and the request has caused nothing since.
func (s *stream) waiting() *message {
	if m := s.last; m != nil && !m.taken && !m.skip && s.breaks == s.request.breaks.Load() {
		return m
	}
	return nil
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
	// kind is the type of an event that tells the delta alone; empty for a text
	// event of an agent.
	kind string
}

// size is about the length of the line.
func (e *textEvent) size() int { return len(e.head) + 2*len(e.text) - e.from }

func (e *textEvent) append(dst []byte) []byte {
	dst = append(dst, e.head...)
	if e.kind != "" {
		dst = append(dst, `{"type":`...)
		dst = ojson.AppendString(dst, e.kind)
		dst = append(dst, `,"delta":`...)
		dst = ojson.AppendString(dst, e.text[e.from:])
		dst = append(dst, '}')
		return append(dst, eventTail...)
	}
	dst = append(dst, `{"type":"text","delta":`...)
	dst = ojson.AppendString(dst, e.text[e.from:])
	dst = append(dst, `,"text":`...)
	dst = ojson.AppendString(dst, e.text)
	dst = append(dst, `,"isReset":`...)
	dst = strconv.AppendBool(dst, e.reset)
	dst = append(dst, '}')
	return append(dst, eventTail...)
}
