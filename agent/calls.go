package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/open-actor-models/oam/agent/transcript"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// round runs the calls of one model step. They run concurrently and complete
// in any order; the model sees their outputs in the order of the calls.
func (t *turn) round(ctx context.Context, p stepPlan, calls []model.ToolCall) error {
	if p.step.Mode == model.Disallowed {
		if t.scolded {
			return &model.Error{Code: model.GenerationFailed,
				Message: "The model called tools again on a step that must answer."}
		}
		t.scolded = true
	} else {
		t.rounds++
	}
	r := callRound{turn: t, calls: make([]roundCall, len(calls)), done: make(chan completion, 2*len(calls))}
	for i := range calls {
		if calls[i].ID == "" {
			calls[i].ID = newCallID()
		}
		r.begin(ctx, p, i, calls[i])
	}
	err := r.wait(ctx)
	if err != nil {
		return err
	}
	entries := make([]model.Entry, 0, 1+len(calls))
	entries = append(entries, model.Entry{Kind: model.ToolCallsEntry, ID: transcript.NewID(), Calls: calls})
	for i := range r.calls {
		entries = append(entries, model.Entry{
			Kind: model.ToolOutputEntry, ID: calls[i].ID, ToolName: calls[i].Name, Text: t.outputText(&r.calls[i]),
		})
	}
	t.add(entries...)
	if p.explicit && r.directOnly() {
		t.direct = true
	}
	return nil
}

// callRound is the calls of one step while they run.
type callRound struct {
	turn  *turn
	calls []roundCall
	done  chan completion
	// open is the number of calls without an output.
	open int
	// local waits for the goroutines of tools with a Go function.
	local sync.WaitGroup
}

type roundCall struct {
	Call
	output  Output
	started time.Time
	// open marks a call that waits for its output.
	open bool
	// direct marks a call of RespondDirectly, which leaves no record.
	direct bool
	// cancel tells whoever executes the call that its output is not needed.
	cancel func(reason string)
	timer  *time.Timer
}

// completion is the end of a call, from whatever goroutine it came.
type completion struct {
	index    int
	output   Output
	timedOut bool
	err      error
}

// begin starts a call, or refuses it with an output that helps the model.
func (r *callRound) begin(ctx context.Context, p stepPlan, i int, mc model.ToolCall) {
	c, t := &r.calls[i], r.turn
	c.Call = Call{ID: newCallID(), Name: mc.Name, Arguments: mc.Arguments}
	if p.explicit && mc.Name == RespondDirectly {
		c.direct = true
		c.output = Output{Value: ojson.String("Answer now.")}
		return
	}
	if message := t.refuse(p, mc); message != "" {
		c.output = ErrorOutput(message)
		r.record(c, 0)
		return
	}
	tool := &t.tools[slices.IndexFunc(t.tools, func(o Tool) bool { return o.Name == mc.Name })]
	c.started, c.open = time.Now(), true
	r.open++
	t.host.Event(ToolStartedEvent{Call: c.Call, Client: tool.Run == nil})
	if tool.Run != nil {
		r.runLocal(ctx, tool, i)
		return
	}
	if tool.Timeout > 0 {
		c.output = ErrorOutput(timeoutMessage(tool.Name, tool.Timeout))
		c.timer = time.AfterFunc(tool.Timeout, func() { r.complete(completion{index: i, timedOut: true}) })
	}
	var first sync.Once
	c.cancel = t.host.CallTool(c.Call, func(o Output) {
		first.Do(func() { r.complete(completion{index: i, output: o}) })
	})
}

// refuse says why a call must not be executed, "" if it may. Refused calls
// count towards the limits like others: a model that repeats one must end.
func (t *turn) refuse(p stepPlan, mc model.ToolCall) string {
	if p.step.Mode == model.Disallowed {
		return "No tool can be called now. Answer with what is known."
	}
	if t.calls >= t.options.MaxToolCalls {
		return fmt.Sprintf("The limit of %d tool calls in a turn is reached. Answer with what is known.", t.options.MaxToolCalls)
	}
	t.calls++
	callable := "The tools are: " + listNames(p.step.EnabledTools) + "."
	if !slices.Contains(p.step.EnabledTools, mc.Name) {
		return fmt.Sprintf("There is no tool '%s' to call. %s", mc.Name, callable)
	}
	i := slices.IndexFunc(t.tools, func(o Tool) bool { return o.Name == mc.Name })
	parameters := t.tools[i].Parameters
	if err := parameters.Validate(mc.Arguments); err != nil {
		return fmt.Sprintf("The arguments of '%s' do not fit: %v. The parameters are %s. %s", mc.Name, err,
			cutText(parameters.Generation().String(), 1000), callable)
	}
	return ""
}

// listNames lists the first of many names: each refusal repeats the list.
func listNames(names []string) string {
	const most = 20
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
}

// errTimedOut tells the end of a tool's own time from that of the turn.
var errTimedOut = errors.New("the tool timed out")

// runLocal runs a tool with a Go function in a goroutine that wait waits for.
func (r *callRound) runLocal(ctx context.Context, tool *Tool, i int) {
	call := r.calls[i].Call
	var cancel context.CancelFunc
	if tool.Timeout > 0 {
		ctx, cancel = context.WithTimeoutCause(ctx, tool.Timeout, errTimedOut)
	} else {
		ctx, cancel = context.WithCancel(ctx)
	}
	r.calls[i].cancel = func(string) { cancel() }
	r.local.Go(func() {
		defer cancel()
		c := completion{index: i}
		defer func() {
			if p := recover(); p != nil {
				c.err = fmt.Errorf("panic: %v", p)
			}
			r.complete(c)
		}()
		c.output, c.err = tool.Run(ctx, call)
		if errors.Is(context.Cause(ctx), errTimedOut) {
			c.output, c.err = ErrorOutput(timeoutMessage(tool.Name, tool.Timeout)), nil
		}
	})
}

// complete takes the end of a call. It never blocks: each call ends at most
// twice, with an output and with a timeout, and has room for both.
func (r *callRound) complete(c completion) { r.done <- c }

// wait returns when all calls have their output. When it returns an error, no
// call is still running.
func (r *callRound) wait(ctx context.Context) (err error) {
	// When the turn has failed the goroutines of its tools are told to stop
	// before they are waited for.
	defer r.local.Wait()
	for r.open > 0 {
		select {
		case <-ctx.Done():
			r.cancelOpen("The turn was cancelled.")
			return ctx.Err()
		case c := <-r.done:
			if c.err != nil && r.calls[c.index].open {
				if ctx.Err() != nil {
					continue
				}
				name := r.calls[c.index].Name
				r.calls[c.index].open = false
				r.cancelOpen("The turn failed.")
				return &model.Error{Code: model.ToolFailed, Err: c.err,
					Message: fmt.Sprintf("The tool '%s' failed: %v.", name, c.err)}
			}
			r.settle(c)
		}
	}
	return nil
}

// settle records the first end of a call; later ones come too late.
func (r *callRound) settle(c completion) {
	call := &r.calls[c.index]
	if !call.open {
		return
	}
	call.open = false
	r.open--
	if call.timer != nil {
		call.timer.Stop()
	}
	if !c.timedOut {
		call.output = c.output
	}
	r.record(call, time.Since(call.started))
	if c.timedOut {
		call.cancel(call.output.ModelText())
	}
}

func (r *callRound) record(c *roundCall, d time.Duration) {
	rec := Record{Call: c.Call, Output: c.output, Duration: d}
	r.turn.response.ToolCalls = append(r.turn.response.ToolCalls, rec)
	r.turn.host.Event(ToolCompletedEvent{rec})
}

// cancelOpen tells that no output is needed any more, in the order of the call
// ids.
func (r *callRound) cancelOpen(reason string) {
	var open []*roundCall
	for i := range r.calls {
		c := &r.calls[i]
		if c.timer != nil {
			c.timer.Stop()
		}
		if c.open {
			c.open = false
			open = append(open, c)
		}
	}
	slices.SortFunc(open, func(a, b *roundCall) int { return cmp.Compare(a.ID, b.ID) })
	for _, c := range open {
		c.cancel(reason)
	}
}

// directOnly reports whether the model called RespondDirectly and nothing else.
func (r *callRound) directOnly() bool {
	return !slices.ContainsFunc(r.calls, func(c roundCall) bool { return !c.direct })
}
