package bridge

import (
	"context"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// Drive says how a turn is shown to the client.
type Drive struct {
	// Stream sends events while the turn runs. Tool calls are sent always.
	Stream bool
	// Context are the first members of the params of events and tool calls,
	// such as {"session": id}.
	Context []ojson.Member
	// EventMethod is the method of events, "<namespace>/event".
	EventMethod string
}

// Drive runs a turn: it streams its events and lets the client execute its
// client tools through tool/call (protocol, section 7). It is called by work.
// The errors and the response are those of [agent.Run.Wait].
func (r *Request) Drive(ctx context.Context, run *agent.Run, d Drive) (*agent.Response, error) {
	return run.Wait(ctx, r.Host(d))
}

// Host returns the host that Drive uses, for work that drives an agent in
// another way.
func (r *Request) Host(d Drive) agent.Host {
	h := &driver{request: r, context: d.Context}
	if d.Stream {
		h.stream = newStream(r, d.EventMethod, d.Context)
	}
	return h
}

// driver is the host of a turn whose client tools are executed by the client.
type driver struct {
	request *Request
	context []ojson.Member
	stream  *stream // nil when events are not wanted
}

func (d *driver) Event(event agent.Event) {
	if d.stream == nil {
		return
	}
	switch e := event.(type) {
	case agent.TextEvent:
		d.stream.sendText(e.Delta, e.Text, e.Reset)
	case agent.PartialEvent:
		d.stream.sendSnapshot(EncodeEvent(e))
	default:
		d.stream.send(EncodeEvent(e))
	}
}

func (d *driver) CallTool(call agent.Call, reply func(agent.Output)) func(string) {
	calls := &d.request.engine.calls
	d.request.breaks.Add(1)
	params := append(append(make([]ojson.Member, 0, len(d.context)+2), d.context...),
		ojson.Field("requestId", d.request.ID()), ojson.Field("call", EncodeCall(call)))
	id := calls.ask("tool/call", ojson.Object(params...), func(result ojson.Value, err *jsonrpc.Error) {
		reply(toolOutput(result, err))
	})
	return func(reason string) {
		calls.sendCancel(id, d.context, d.request.id, call.ID, reason)
	}
}

// toolOutput reads the client's answer to a tool/call (behaviours, items 99 to
// 102).
func toolOutput(result ojson.Value, err *jsonrpc.Error) agent.Output {
	if err != nil {
		if err.Message == "" {
			return agent.ErrorOutput("The tool failed.")
		}
		return agent.ErrorOutput(err.Message)
	}
	isError := false
	if v, ok := result.Get("isError"); ok {
		isError, _ = v.AsBool()
	}
	if output, ok := result.Get("output"); ok {
		return agent.NewOutput(output, isError)
	}
	return agent.NewOutput(result, isError)
}
