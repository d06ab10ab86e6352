package agent_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// host writes down what a turn does, one line each, and answers client tools
// with answer; a nil answer leaves calls open. Its methods are called from one
// goroutine.
type host struct {
	log     []string
	records []agent.Record
	calls   []*openCall
	answer  func(c *openCall)
	// heard, if set, is called for each event.
	heard func(agent.Event)
}

// openCall is a call of a client tool.
type openCall struct {
	agent.Call
	reply func(agent.Output)
	// reasons are those with which the call was cancelled.
	reasons []string
}

func (h *host) Event(event agent.Event) {
	switch e := event.(type) {
	case agent.StepEvent:
		h.note("step %d %s [%s]", e.Step.Index, e.Step.Mode, strings.Join(e.Step.EnabledTools, " "))
	case agent.TextEvent:
		reset := ""
		if e.Reset {
			reset = " reset"
		}
		h.note("text %q of %q%s", e.Delta, e.Text, reset)
	case agent.PartialEvent:
		h.note("partial %s", e.Value)
	case agent.ToolStartedEvent:
		kind := "local"
		if e.Client {
			kind = "client"
		}
		h.note("started %s %s", kind, e.Call.Name)
	case agent.ToolCompletedEvent:
		h.records = append(h.records, e.Record)
		h.note("completed %s", describe(e.Record))
	}
	if h.heard != nil {
		h.heard(event)
	}
}

func (h *host) CallTool(call agent.Call, reply func(agent.Output)) func(string) {
	c := &openCall{Call: call, reply: reply}
	h.calls = append(h.calls, c)
	h.note("call %s", call.Name)
	if h.answer != nil {
		h.answer(c)
	}
	return func(reason string) {
		c.reasons = append(c.reasons, reason)
		h.note("cancel %s: %s", call.Name, reason)
	}
}

func (h *host) note(format string, args ...any) { h.log = append(h.log, fmt.Sprintf(format, args...)) }

// answering returns a host that answers each call at once with its text.
func answering(text string) *host {
	return &host{answer: func(c *openCall) { c.reply(output(text)) }}
}

func output(text string) agent.Output { return agent.NewOutput(ojson.String(text), false) }

func describe(r agent.Record) string {
	kind := ""
	if r.Output.IsError {
		kind = "error "
	}
	return fmt.Sprintf("%s: %s%s", r.Call.Name, kind, r.Output.Value)
}

func diff[T any](t testing.TB, what string, want, got T) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// lines is the log of a host as it should be.
func lines(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// wantCode checks the code of a failed turn.
func wantCode(t testing.TB, err error, code model.Code) {
	t.Helper()
	var failed *model.Error
	if !errors.As(err, &failed) {
		t.Fatalf("error = %v, want %s", err, code)
	}
	if failed.Code != code {
		t.Errorf("error = %v, want %s", err, code)
	}
}

// texts are the entries of a conversation, one line each, without ids.
func texts(entries []model.Entry) []string {
	var all []string
	for _, e := range entries {
		switch e.Kind {
		case model.PromptEntry:
			all = append(all, "> "+e.Text)
		case model.ResponseEntry:
			all = append(all, "< "+e.Text)
		case model.ToolCallsEntry:
			for _, c := range e.Calls {
				all = append(all, "call "+c.Name+c.Arguments.String())
			}
		case model.ToolOutputEntry:
			all = append(all, "output "+e.ToolName+": "+e.Text)
		default:
			all = append(all, "? "+e.Text)
		}
	}
	return all
}
