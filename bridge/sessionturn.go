package bridge

import (
	"context"
	"errors"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// respond runs one turn of a session.
func respond(r *Request) (Reply, error) {
	s, err := r.session()
	if err != nil {
		return Reply{}, err
	}
	p := r.params
	prompt, err := p.String("prompt")
	if err != nil {
		return Reply{}, err
	}
	stream, err := p.OptionalBool("stream", false)
	if err != nil {
		return Reply{}, err
	}
	overrides, err := parseOverrides(p)
	if err != nil {
		return Reply{}, err
	}
	warnings := p.UnknownWarnings("session", "prompt", "schema", "stream",
		"toolChoice", "maxToolRounds", "maxToolCalls", "enabledTools")
	var answer *schema.Schema
	if _, ok := p.Get("schema"); ok {
		if answer, err = ParseSchema(p, "schema", "Response"); err != nil {
			return Reply{}, err
		}
		warnings = append(warnings, answer.Warnings()...)
	}
	return s.queue.Schedule(r, func(ctx context.Context, op *Operation) (ojson.Value, error) {
		run := s.agent.Start(agent.Turn{Prompt: prompt, Schema: answer, Overrides: overrides, Commit: op.Commit})
		d := Drive{Stream: stream, Context: s.context(), EventMethod: "session/event"}
		response, err := r.Drive(ctx, run, d)
		if err != nil {
			if errors.Is(err, agent.ErrUnknownTool) && overrides.ToolChoice != nil {
				err = unknownToolChoice(overrides.ToolChoice.Tool, "toolChoice")
			} else if errors.Is(err, agent.ErrUnknownTool) {
				err = unknownToolChoice(s.agent.Options().ToolChoice.Tool, "options.toolChoice")
			}
			return ojson.Value{}, err
		}
		return ojson.Object(append(s.context(), EncodeResponse(response, warnings)...)...), nil
	})
}

// compact summarizes all but the most recent turns into the context note.
func compact(r *Request) (Reply, error) {
	s, err := r.session()
	if err != nil {
		return Reply{}, err
	}
	keep, err := r.params.OptionalInt("keepRecentTurns", 0, 2)
	if err != nil {
		return Reply{}, err
	}
	instructions, err := r.params.OptionalString("summaryInstructions", "")
	if err != nil {
		return Reply{}, err
	}
	return s.queue.Schedule(r, func(ctx context.Context, op *Operation) (ojson.Value, error) {
		summary, ok, err := s.agent.Compact(ctx, agent.Compaction{
			KeepRecentTurns: keep, Instructions: instructions, Commit: op.Commit,
		})
		if err != nil {
			return ojson.Value{}, err
		}
		v := ojson.Value{}
		if ok {
			v = ojson.String(summary)
		}
		return ojson.Object(append(s.context(), ojson.Field("summary", v))...), nil
	})
}
