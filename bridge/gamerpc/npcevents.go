package gamerpc

import (
	"context"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/ojson"
)

// talkHost shows a talk to the client: npc/event where it wants a stream, and
// tool/call always (protocol, section 7).
type talkHost struct {
	agent.Host // executes the client tools

	// events is nil when no stream is wanted.
	events *bridge.Events
	// cancelled is closed when the turn has been cancelled.
	cancelled <-chan struct{}
	// deltas are all deltas so far, one after the other.
	deltas string
}

func newTalkHost(ctx context.Context, r *bridge.Request, c *character, stream bool) game.Host {
	d := bridge.Drive{Context: c.context(), EventMethod: "npc/event"}
	h := &talkHost{Host: r.Host(d), cancelled: ctx.Done()}
	if stream {
		h.events = r.Events(d)
	}
	return h
}

// Event sends an event, unless the turn has been cancelled: its NPC may be
// deleted, and another one have its id.
func (h *talkHost) Event(event game.Event) {
	if h.events == nil {
		return
	}
	select {
	case <-h.cancelled:
		return
	default:
	}
	if e, ok := event.(game.LineDeltaEvent); ok {
		from := len(h.deltas)
		h.deltas += e.Delta
		h.events.SendDelta("lineDelta", h.deltas, from)
		return
	}
	h.events.Send(encodeNPCEvent(event))
}

// encodeNPCEvent returns an event other than a lineDelta as npc/event carries it.
func encodeNPCEvent(event game.Event) ojson.Value {
	kind := func(name, key, text string) ojson.Value {
		return ojson.Object(ojson.Field("type", ojson.String(name)), ojson.Field(key, ojson.String(text)))
	}
	switch e := event.(type) {
	case game.EmotionEvent:
		return kind("emotion", "emotion", string(e.Emotion))
	case game.LineResetEvent:
		return kind("lineReset", "line", e.Line)
	case game.ToolStartedEvent:
		return bridge.EncodeEvent(agent.ToolStartedEvent{Call: e.Call, Client: e.Client})
	case game.ToolCompletedEvent:
		return bridge.EncodeEvent(agent.ToolCompletedEvent{Record: e.Record})
	default:
		return kind("unknown", "event", "")
	}
}
