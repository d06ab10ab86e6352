package gamerpc

import (
	"context"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/ojson"
)

// npc returns the NPC that the request names.
func (x *Extension) npc(r *bridge.Request) (*character, error) {
	id, err := r.Params().String("npc")
	if err != nil {
		return nil, err
	}
	return x.characters.get(id)
}

// talk runs one turn of an NPC.
func (x *Extension) talk(r *bridge.Request) (bridge.Reply, error) {
	c, err := x.npc(r)
	if err != nil {
		return bridge.Reply{}, err
	}
	p := r.Params()
	var in game.Talk
	if in.Line, err = p.String("line"); err != nil {
		return bridge.Reply{}, err
	}
	in.Context, _ = p.Get("context")
	stream, err := p.OptionalBool("stream", false)
	if err != nil {
		return bridge.Reply{}, err
	}
	if in.ToolChoice, err = bridge.ParseToolChoice(p, "toolChoice"); err != nil {
		return bridge.Reply{}, err
	}
	warnings := p.UnknownWarnings("npc", "line", "context", "stream", "toolChoice")
	return c.queue.Schedule(r, func(ctx context.Context, op *bridge.Operation) (ojson.Value, error) {
		in.Commit = op.Commit
		reply, err := c.npc.Talk(ctx, in, newTalkHost(ctx, r, c, stream))
		if err != nil {
			return ojson.Value{}, err
		}
		return c.result(encodeReply(reply, warnings)...), nil
	})
}

// encodeReply returns the members of a talk's result after the NPC (behaviours,
// item 215).
func encodeReply(r *game.Reply, warnings []string) []ojson.Member {
	members := []ojson.Member{
		ojson.Field("line", ojson.String(r.Line)),
		ojson.Field("emotion", ojson.String(string(r.Emotion))),
		ojson.Field("playerOptions", ojson.Strings(r.PlayerOptions)),
		ojson.Field("endsConversation", ojson.Bool(r.EndsConversation)),
		ojson.Field("toolCalls", bridge.EncodeRecords(r.ToolCalls)),
		ojson.Field("relationship", ojson.Int(int64(r.Relationship))),
		ojson.Field("isFallback", ojson.Bool(r.IsFallback)),
		ojson.Field("usage", bridge.EncodeUsage(r.Usage)),
	}
	return append(members, optionalWarnings(append(warnings[:len(warnings):len(warnings)], r.Warnings...))...)
}

// optionalWarnings is the member warnings, which is there only when there are
// any.
func optionalWarnings(warnings []string) []ojson.Member {
	if len(warnings) == 0 {
		return nil
	}
	return []ojson.Member{ojson.Field("warnings", ojson.Strings(warnings))}
}

// bark says a line in passing. It waits for nothing, and npc/cancel does not
// reach it (behaviours, item 242).
func (x *Extension) bark(r *bridge.Request) (bridge.Reply, error) {
	c, err := x.npc(r)
	if err != nil {
		return bridge.Reply{}, err
	}
	situation, _ := r.Params().Get("situation")
	return bridge.Deferred(r, func(ctx context.Context, _ *bridge.Operation) (ojson.Value, error) {
		line, err := c.npc.Bark(ctx, situation)
		if err != nil {
			return ojson.Value{}, err
		}
		return c.result(ojson.Field("line", ojson.String(line))), nil
	}), nil
}
