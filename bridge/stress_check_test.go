package bridge_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/ojson"
)

// record is what was heard about one operation.
type record struct {
	*sent
	index     int
	responses []message
	// caused are the events, tool calls and tool cancels, in order.
	caused []message
}

func (r *record) answered() bool  { return len(r.responses) > 0 }
func (r *record) succeeded() bool { return r.answered() && r.responses[0].code() == 0 }
func (r *record) cancelled() bool {
	return r.answered() && r.responses[0].code() == bridge.CodeCancelled
}

// queued reports whether the operation took a place in a session's queue.
func (r *record) queued() bool {
	switch r.Kind {
	case "respond", "reset", "setInstructions", "setContextNote", "setTools", "compact":
		return r.refusal == 0 && !(r.answered() && r.responses[0].code() == bridge.CodeBusy)
	default:
		return false
	}
}

// checker compares what was heard with the protocol.
type checker struct {
	*run
	records  []record
	problems []string
}

func (c *checker) bad(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}

// check returns all that was wrong. whole says that the conversation came to
// its end, so that every request has its answer.
func (r *run) check(whole bool) []string {
	c := &checker{run: r}
	c.sort()
	for i := range c.records {
		c.checkResponse(&c.records[i], whole)
		c.checkCaused(&c.records[i])
		c.checkTurn(&c.records[i])
	}
	for n := range r.incarnations {
		c.checkIncarnation(n, whole)
	}
	return c.problems
}

// sort gives each message to the operation that it belongs to.
func (c *checker) sort() {
	c.records = make([]record, len(c.sent))
	for i := range c.sent {
		c.records[i] = record{sent: &c.sent[i], index: i}
	}
	calls := map[string]bool{}
	for _, m := range c.all() {
		id := m.id
		if !m.isResponse() {
			id = m.get("params.requestId").String()
		}
		if m.method == "tool/call" {
			// Turns that run at once may announce theirs in another order.
			if calls[m.id] || !strings.HasPrefix(m.id, `"t-`) {
				c.bad("a tool call has the id %s", m.id)
			}
			calls[m.id] = true
		}
		i, err := strconv.Atoi(id)
		switch {
		case strings.HasPrefix(id, `"`): // a request of the test itself
		case err != nil || i < 0 || i >= len(c.records) || c.sent[i].id == "":
			c.bad("nobody asked for %s", m.line)
		case m.isResponse():
			c.records[i].responses = append(c.records[i].responses, m)
		default:
			c.records[i].caused = append(c.records[i].caused, m)
		}
	}
	for n := range len(calls) {
		if id := fmt.Sprintf(`"t-%d"`, n+1); !calls[id] {
			c.bad("of %d tool calls none has the id %s", len(calls), id)
		}
	}
}

func (c *checker) checkResponse(r *record, whole bool) {
	if n := len(r.responses); n > 1 || n == 0 && whole && r.id != "" {
		c.bad("request %d (%s) has %d responses", r.index, r.Kind, n)
	}
	if !r.answered() {
		return
	}
	m := r.responses[0]
	switch code := m.code(); {
	case code == r.refusal:
	case code == bridge.CodeShutDown && !whole: // closed before it was handled
	case code == bridge.CodeBusy && c.plan.QueueCap > 0 && m.get("error.data.limit").String() == strconv.Itoa(c.plan.QueueCap):
	case code == bridge.CodeCancelled && r.queued():
	case m.text("error.data.code") == r.Fail && r.refusal == 0:
	default:
		c.bad("request %d (%s, expected %d) got %s", r.index, r.Kind, r.refusal, m.line)
	}
	if session := m.text("result.session"); r.succeeded() && r.Kind != "list" && session != r.Session {
		c.bad("request %d for %s was answered for %q", r.index, r.Session, session)
	}
}

// checkCaused: all that a request causes comes before its response, names its
// session and holds its own marker only.
func (c *checker) checkCaused(r *record) {
	for _, m := range r.caused {
		if r.answered() && m.index > r.responses[0].index {
			c.bad("request %d was answered before %s", r.index, m.line)
		}
		if m.text("params.session") != r.Session {
			c.bad("request %d is of %s, but %s", r.index, r.Session, m.line)
		}
		if m.method == "session/event" && !r.Stream {
			c.bad("request %d did not ask for %s", r.index, m.line)
		}
	}
	all := r.caused
	if r.Kind == "respond" {
		all = append(slices.Clone(all), r.responses...)
	}
	for _, m := range all {
		for rest := m.line; ; {
			_, after, ok := strings.Cut(rest, " m")
			if !ok {
				break
			}
			if number, _, ok := strings.Cut(after, "."); ok {
				if n, err := strconv.Atoi(number); err == nil && n != r.index {
					c.bad("request %d has something of request %d: %s", r.index, n, m.line)
				}
			}
			rest = after
		}
	}
}

// checkTurn: the deltas add up, snapshots end with the value, and calls,
// events and records agree.
func (c *checker) checkTurn(r *record) {
	text, partial := "", ojson.Value{}
	started, called, cancelled := []string{}, map[string]string{}, map[string]string{}
	for i, m := range r.caused {
		kind := m.text("params.event.type")
		if m.method == "session/event" && (i == 0) != (kind == "modelStep") && i == 0 {
			c.bad("request %d begins with %s", r.index, m.line)
		}
		switch {
		case kind == "text":
			if reset, _ := m.get("params.event.isReset").AsBool(); reset {
				text = ""
			}
			text += m.text("params.event.delta")
			if m.text("params.event.text") != text {
				c.bad("request %d: the deltas do not give the text: %s", r.index, m.line)
			}
		case kind == "partial":
			partial = m.get("params.event.value")
		case kind == "toolCallStarted":
			started = append(started, m.text("params.event.call.id"))
		case m.method == "tool/call":
			id := m.text("params.call.id")
			if r.Stream && !slices.Contains(started, id) {
				c.bad("request %d: a call before its event: %s", r.index, m.line)
			}
			called[strings.Trim(m.id, `"`)] = id
		case m.method == "tool/cancel":
			id := m.text("params.id")
			if called[id] != m.text("params.callId") || cancelled[id] != "" {
				c.bad("request %d: %s", r.index, m.line)
			}
			cancelled[id] = m.text("params.reason")
		}
	}
	if !r.succeeded() || r.Kind != "respond" {
		return
	}
	answer := r.responses[0]
	if want := c.plan.answerText(r.index); !r.Schema && answer.text("result.text") != want {
		c.bad("request %d: the answer is not %.50q: %s", r.index, want, answer.line)
	}
	if r.Schema && !ojson.Equal(answer.get("result.structured"), answerValue(r.index)) {
		c.bad("request %d: the answer is not %s: %s", r.index, answerValue(r.index), answer.line)
	}
	switch {
	case !r.Stream:
	case r.Schema && !ojson.Equal(partial, answerValue(r.index)):
		c.bad("request %d: the last snapshot is %s", r.index, partial)
	case !r.Schema && text != answer.text("result.text"):
		c.bad("request %d: the deltas give %.200q", r.index, text)
	}
	c.checkCalls(r, answer, called, cancelled)
}

// checkCalls: each tool/call has one record, with the first answer of the
// client or, if none came in time, the timeout and a tool/cancel.
func (c *checker) checkCalls(r *record, answer message, called, cancelled map[string]string) {
	records := answer.get("result.toolCalls").Items()
	if len(records) != len(called) {
		c.bad("request %d: %d calls and %s", r.index, len(called), answer.line)
	}
	for t, id := range called {
		i := slices.IndexFunc(records, func(v ojson.Value) bool { return at(v, "call.id").String() == quote(id) })
		if i < 0 {
			c.bad("request %d: no record of %s", r.index, id)
			continue
		}
		arguments := at(records[i], "call.arguments")
		mode, _ := at(arguments, "mode").AsString()
		ms, _ := at(arguments, "ms").AsInt()
		k, _ := at(arguments, "k").AsInt()
		output, isError, reason := fmt.Sprintf(`{"k":%d}`, k), "false", ""
		switch {
		case mode == "error":
			output, isError = fmt.Sprintf(`"broken %d"`, k), "true"
		case mode == "never" || mode == "late" && ms > toolTimeoutMs:
			output, isError = `"Tool 'act' timed out after 1s."`, "true"
			reason = "Error: Tool 'act' timed out after 1s."
		}
		if got := at(records[i], "output").String(); got != output && !c.slowClient(reason) || at(records[i], "isError").String() != isError && !c.slowClient(reason) {
			c.bad("request %d: call %s (%s %d) has the record %s", r.index, t, mode, ms, records[i])
		}
		if cancelled[t] != reason && !c.slowClient(reason) {
			c.bad("request %d: call %s (%s %d) was cancelled for %q", r.index, t, mode, ms, cancelled[t])
		}
	}
}

// slowClient says that a call may have timed out although its answer was meant
// to come in time: the client itself was too slow.
func (c *checker) slowClient(reason string) bool { return reason == "" && c.plan.SlowMs > 0 }
