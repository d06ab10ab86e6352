package bridge

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
)

// clientCalls are the bridge's requests to the client that wait for an answer.
type clientCalls struct {
	engine *Engine

	mu   sync.Mutex
	next int64
	open map[string]func(result ojson.Value, err *jsonrpc.Error)
	// refusal is why no call can be answered any more, "" while they can.
	refusal string
}

// ask sends a request to the client and returns its id. answer is called at
// most once, from any goroutine, also before ask returns. The call is
// registered before it is sent, so that an answer from inside the delivery
// function is not lost.
func (c *clientCalls) ask(method string, params ojson.Value, answer func(ojson.Value, *jsonrpc.Error)) string {
	c.mu.Lock()
	c.next++
	id := "t-" + strconv.FormatInt(c.next, 10)
	if refusal := c.refusal; refusal != "" {
		c.mu.Unlock()
		answer(ojson.Value{}, &jsonrpc.Error{Message: refusal})
		return id
	}
	if c.open == nil {
		c.open = map[string]func(ojson.Value, *jsonrpc.Error){}
	}
	c.open[id] = answer
	c.mu.Unlock()
	c.engine.out.request(jsonrpc.StringID(id), method, params)
	return id
}

// take removes a call and returns who waits for its answer, nil for nobody.
func (c *clientCalls) take(id string) func(ojson.Value, *jsonrpc.Error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	answer := c.open[id]
	delete(c.open, id)
	return answer
}

// answer applies a response of the client. Responses that nobody waits for, the
// second ones and the late ones, are dropped.
func (c *clientCalls) answer(msg jsonrpc.Message) {
	id, _ := msg.ID.Value().AsString()
	if answer := c.take(id); answer != nil {
		answer(msg.Result, msg.Error)
		return
	}
	c.engine.config.Logger.Debug("response to no open request", "id", msg.ID.String())
}

// refuse answers all open calls, and all later ones, with an error.
func (c *clientCalls) refuse(why string) {
	c.mu.Lock()
	c.refusal = why
	c.mu.Unlock()
	c.failAll(why)
}

// failAll answers all open calls with an error.
func (c *clientCalls) failAll(why string) {
	c.mu.Lock()
	open := c.open
	c.open = nil
	c.mu.Unlock()
	for _, answer := range open {
		answer(ojson.Value{}, &jsonrpc.Error{Message: why})
	}
}

// sendCancel tells the client that the answer to a call is not needed. It does
// nothing when the call was answered.
func (c *clientCalls) sendCancel(id string, context []ojson.Member, requestID jsonrpc.ID, callID, reason string) {
	if c.take(id) == nil {
		return
	}
	params := append(append([]ojson.Member(nil), context...),
		ojson.Field("requestId", requestID.Value()), ojson.Field("id", ojson.String(id)))
	if callID != "" {
		params = append(params, ojson.Field("callId", ojson.String(callID)))
	}
	params = append(params, ojson.Field("reason", ojson.String(reason)))
	c.engine.out.notify("tool/cancel", ojson.Object(params...))
}

// Question is a request of the bridge to its client, other than a tool call.
type Question struct {
	// Method is listed by the extension's ClientRequests.
	Method string
	// Context are the first members of the params, such as "npc".
	Context []ojson.Member
	// Params follow the context and the requestId.
	Params []ojson.Member
}

// Ask sends a request to the client and waits for its answer: the result, or
// the client's [*jsonrpc.Error]. When the context ends first the client gets a
// tool/cancel, and Ask returns the context's error. Ask is called by work,
// never by a handler.
func (r *Request) Ask(ctx context.Context, q Question) (ojson.Value, error) {
	params := append(append([]ojson.Member(nil), q.Context...), ojson.Field("requestId", r.ID()))
	params = append(params, q.Params...)
	type outcome struct {
		result ojson.Value
		err    *jsonrpc.Error
	}
	done := make(chan outcome, 1)
	r.breaks.Add(1)
	id := r.engine.calls.ask(q.Method, ojson.Object(params...), func(v ojson.Value, err *jsonrpc.Error) { done <- outcome{v, err} })
	select {
	case o := <-done:
		if o.err != nil {
			return ojson.Value{}, o.err
		}
		return o.result, nil
	case <-ctx.Done():
		reason := "The request was cancelled."
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			reason = fmt.Sprintf("'%s' timed out.", q.Method)
		}
		r.engine.calls.sendCancel(id, q.Context, r.id, "", reason)
		return ojson.Value{}, ctx.Err()
	}
}
