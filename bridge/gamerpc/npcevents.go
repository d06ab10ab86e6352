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

	ctx     context.Context
	request *bridge.Request
	who     *character
	stream  bool
}

func newTalkHost(ctx context.Context, r *bridge.Request, c *character, stream bool) game.Host {
	return talkHost{Host: r.Host(bridge.Drive{Context: c.context()}), ctx: ctx, request: r, who: c, stream: stream}
}

// Event sends an event, unless the turn has been cancelled: its NPC may be
// deleted, and another one have its id.
func (h talkHost) Event(event game.Event) {
	if !h.stream || h.ctx.Err() != nil {
		return
	}
	h.request.Notify("npc/event", h.who.result(
		ojson.Field("requestId", h.request.ID()),
		ojson.Field("event", encodeNPCEvent(event)),
	))
}

// encodeNPCEvent returns an event as npc/event carries it.
func encodeNPCEvent(event game.Event) ojson.Value {
	kind := func(name, key, text string) ojson.Value {
		return ojson.Object(ojson.Field("type", ojson.String(name)), ojson.Field(key, ojson.String(text)))
	}
	switch e := event.(type) {
	case game.EmotionEvent:
		return kind("emotion", "emotion", string(e.Emotion))
	case game.LineDeltaEvent:
		return kind("lineDelta", "delta", e.Delta)
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
