package bridge

import (
	"math"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// The encoders give everything that extensions send the same shape as the
// built-in methods (protocol, sections 5 and 7).

// EncodeCall returns {id, name, arguments}.
func EncodeCall(c agent.Call) ojson.Value {
	return ojson.Object(
		ojson.Field("id", ojson.String(c.ID)),
		ojson.Field("name", ojson.String(c.Name)),
		ojson.Field("arguments", c.Arguments),
	)
}

// EncodeRecord returns {call, output, isError, durationSeconds}, the duration
// rounded to milliseconds.
func EncodeRecord(r agent.Record) ojson.Value {
	return ojson.Object(
		ojson.Field("call", EncodeCall(r.Call)),
		ojson.Field("output", r.Output.Value),
		ojson.Field("isError", ojson.Bool(r.Output.IsError)),
		ojson.Field("durationSeconds", ojson.Float(math.Round(r.Duration.Seconds()*1000)/1000)),
	)
}

// EncodeRecords returns an array of records.
func EncodeRecords(records []agent.Record) ojson.Value {
	list := make([]ojson.Value, len(records))
	for i, r := range records {
		list[i] = EncodeRecord(r)
	}
	return ojson.Array(list...)
}

// EncodeStep returns {index, completedToolRounds, toolCallingMode,
// enabledTools, trimmedEntries}.
func EncodeStep(s agent.Step) ojson.Value {
	return ojson.Object(
		ojson.Field("index", ojson.Int(int64(s.Index))),
		ojson.Field("completedToolRounds", ojson.Int(int64(s.CompletedToolRounds))),
		ojson.Field("toolCallingMode", ojson.String(string(s.Mode))),
		ojson.Field("enabledTools", ojson.Strings(s.EnabledTools)),
		ojson.Field("trimmedEntries", ojson.Int(int64(s.TrimmedEntries))),
	)
}

// EncodeUsage returns {inputTokens, cachedInputTokens, outputTokens,
// totalTokens}.
func EncodeUsage(u model.Usage) ojson.Value {
	return ojson.Object(
		ojson.Field("inputTokens", ojson.Int(int64(u.Input))),
		ojson.Field("cachedInputTokens", ojson.Int(int64(u.CachedInput))),
		ojson.Field("outputTokens", ojson.Int(int64(u.Output))),
		ojson.Field("totalTokens", ojson.Int(int64(u.Input+u.Output))),
	)
}

// EncodeEvent returns an event as session/event carries it.
func EncodeEvent(event agent.Event) ojson.Value {
	kind := func(name string, members ...ojson.Member) ojson.Value {
		return ojson.Object(append([]ojson.Member{ojson.Field("type", ojson.String(name))}, members...)...)
	}
	switch e := event.(type) {
	case agent.StepEvent:
		return kind("modelStep", ojson.Field("step", EncodeStep(e.Step)))
	case agent.TextEvent:
		return kind("text", ojson.Field("delta", ojson.String(e.Delta)), ojson.Field("text", ojson.String(e.Text)),
			ojson.Field("isReset", ojson.Bool(e.Reset)))
	case agent.PartialEvent:
		return kind("partial", ojson.Field("value", e.Value))
	case agent.ToolStartedEvent:
		execution := "local"
		if e.Client {
			execution = "client"
		}
		return kind("toolCallStarted", ojson.Field("call", EncodeCall(e.Call)), ojson.Field("execution", ojson.String(execution)))
	case agent.ToolCompletedEvent:
		return kind("toolCallCompleted", ojson.Field("record", EncodeRecord(e.Record)))
	default:
		return kind("unknown")
	}
}

// EncodeResponse returns the members of a turn's result after those that say
// whose it is: text, structured?, toolCalls, usage, steps, warnings?. The
// warnings given come before those of the turn.
func EncodeResponse(r *agent.Response, warnings []string) []ojson.Member {
	members := make([]ojson.Member, 0, 7)
	members = append(members, ojson.Field("text", ojson.String(r.Text)))
	if r.Structured != nil {
		members = append(members, ojson.Field("structured", *r.Structured))
	}
	steps := make([]ojson.Value, len(r.Steps))
	for i, s := range r.Steps {
		steps[i] = EncodeStep(s)
	}
	members = append(members,
		ojson.Field("toolCalls", EncodeRecords(r.ToolCalls)),
		ojson.Field("usage", EncodeUsage(r.Usage)),
		ojson.Field("steps", ojson.Array(steps...)))
	if all := append(warnings[:len(warnings):len(warnings)], r.Warnings...); len(all) > 0 {
		members = append(members, ojson.Field("warnings", ojson.Strings(all)))
	}
	return members
}
