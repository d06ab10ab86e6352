package bridge

import "github.com/open-actor-models/oam/ojson"

// Events sends the events of one request, for work that makes events of its
// own beside those of an agent. It belongs to the goroutine that does the work.
type Events struct{ stream *stream }

// Events returns the events of a request; Drive.Stream does not matter.
func (r *Request) Events(d Drive) *Events {
	return &Events{newStream(r, d.EventMethod, d.Context)}
}

// Send sends an event as it is.
func (e *Events) Send(event ojson.Value) { e.stream.send(event) }

// SendDelta sends {"type": kind, "delta": text[from:]}, where text is all of the
// text so far. When the client does not keep up, deltas of the same kind that
// follow each other are joined.
func (e *Events) SendDelta(kind, text string, from int) {
	e.stream.sendJoined(textEvent{head: e.stream.head, text: text, from: from, kind: kind})
}
