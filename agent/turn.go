package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/open-actor-models/oam/agent/transcript"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// ErrUnknownTool is wrapped by the invalid_request error of a turn whose
// [ToolChoice] names a tool that the agent does not have when the turn starts.
var ErrUnknownTool = errors.New("unknown tool")

// Turn is one prompt to be answered.
type Turn struct {
	// Prompt may be empty: the conversation then goes on as it is.
	Prompt string
	// Schema asks for a structured answer; nil for text.
	Schema *schema.Schema
	// Accept, if set, decides whether a structured answer can be used, in place
	// of the schema: for callers who can make something of answers that do not
	// quite fit.
	Accept func(answer ojson.Value) error
	// Overrides replace options of the agent for this turn.
	Overrides Overrides
	// Commit, if set, is called when the answer is complete, right before the
	// turn enters the history. An error from it ends the turn, which then
	// leaves no trace.
	Commit func() error
}

// Response is the outcome of a turn.
type Response struct {
	// Text is the answer; of a structured turn, its compact JSON.
	Text string
	// Structured is the answer of a structured turn, keys in schema order.
	Structured *ojson.Value
	// ToolCalls are in the order in which they completed.
	ToolCalls []Record
	Usage     model.Usage
	// Steps are those of all attempts.
	Steps    []Step
	Warnings []string
}

// Run is a turn that has its place in the order of its agent.
type Run struct {
	agent *Agent
	turn  Turn
	place *place
}

// Start takes the turn's place behind all turns started before. The turn runs
// in [Run.Wait]; a Run that will not be waited for must be given up with
// [Run.Abandon], or later turns never run.
func (a *Agent) Start(turn Turn) *Run {
	return &Run{agent: a, turn: turn, place: a.order.take()}
}

// Respond runs a turn: Start and Wait in one.
func (a *Agent) Respond(ctx context.Context, turn Turn, host Host) (*Response, error) {
	return a.Start(turn).Wait(ctx, host)
}

// Abandon gives up the place of a turn that has not run.
func (r *Run) Abandon() { r.place.giveUp() }

// Wait runs the turn in the calling goroutine, once earlier turns have ended.
// The error is a [*model.Error], or what Turn.Commit returned. The Response is
// never nil; with an error it holds the steps and tool calls that happened,
// while the history is as before. A nil host hears no events and fails calls
// of client tools. When the context ends, the turn ends as cancelled.
func (r *Run) Wait(ctx context.Context, host Host) (*Response, error) {
	defer r.place.giveUp()
	if err := r.place.wait(ctx); err != nil {
		return &Response{}, cancelled(err)
	}
	if host == nil {
		host = noHost{}
	}
	t, err := r.agent.begin(r.turn, host)
	if err != nil {
		return &Response{}, err
	}
	defer r.agent.end()
	if err = t.tryAttempts(ctx); err == nil && r.turn.Commit != nil {
		err = r.turn.Commit()
	}
	if err != nil {
		return &t.response, err
	}
	r.agent.commit(t)
	return &t.response, nil
}

// turn is the state of a turn in progress. It belongs to the goroutine that
// runs it.
type turn struct {
	Turn
	agent        *Agent
	host         Host
	options      Options
	instructions string
	tools        []Tool
	definitions  []model.Tool
	// enabled are the names of the tools that the turn may call at all.
	enabled []string
	about   model.Description
	// base is the length of the history before the turn.
	base     int
	trimmed  int
	response Response
	display  display

	// Of the attempt in progress:

	rounds int
	calls  int
	// outputCharacters counts what tool outputs took of their share.
	outputCharacters int
	// direct is set when the model chose to answer without a tool.
	direct bool
	// scolded is set when the model called tools on a step without tools.
	scolded bool
}

// begin takes the agent's settings as they are now, for the whole turn.
func (a *Agent) begin(in Turn, host Host) (*turn, error) {
	about := a.model.Describe()
	if !about.Available {
		message := "The model is not available (" + about.Reason + ")."
		if about.Hint != "" {
			message += " " + about.Hint
		}
		return nil, &model.Error{Code: model.Unavailable, Message: message}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	t := &turn{
		Turn: in, agent: a, host: host, about: about,
		options:      in.Overrides.apply(a.options),
		instructions: a.fullInstructions(),
		tools:        a.tools, definitions: a.definitions,
		base: a.committed, trimmed: a.trimmed,
	}
	if c := t.options.ToolChoice; c.Kind == ChoiceTool {
		if !slices.ContainsFunc(t.tools, func(o Tool) bool { return o.Name == c.Tool }) {
			return nil, &model.Error{Code: model.InvalidRequest, Err: ErrUnknownTool,
				Message: fmt.Sprintf("The tool choice names an unknown tool '%s'.", c.Tool)}
		}
	}
	t.enabled = enabledTools(t.tools, t.options)
	a.written = writtenInstructions{t.instructions, t.definitions}
	return t, nil
}

// restart cuts off what an earlier attempt added.
func (t *turn) restart() {
	t.agent.mu.Lock()
	defer t.agent.mu.Unlock()
	t.agent.cut()
}

// add appends entries of the turn, which makes them visible in the transcript.
func (t *turn) add(entries ...model.Entry) {
	t.agent.mu.Lock()
	defer t.agent.mu.Unlock()
	t.agent.log = append(t.agent.log, entries...)
}

// visible is the conversation without the hidden entries. The slice is valid
// until the turn is cut off or has ended.
func (t *turn) visible() []model.Entry {
	t.agent.mu.Lock()
	defer t.agent.mu.Unlock()
	log := t.agent.log
	return log[t.trimmed:len(log):len(log)]
}

// cut drops the entries behind the history. It is called with the lock held.
func (a *Agent) cut() {
	clear(a.log[a.committed:])
	a.log = a.log[:a.committed]
}

// end drops what the turn added, unless it was committed.
func (a *Agent) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cut()
}

// commit makes the turn part of the history.
func (a *Agent) commit(t *turn) {
	a.mu.Lock()
	defer a.mu.Unlock()
	kept := withoutRespondDirectly(a.log[a.committed:])
	a.log = append(a.log[:a.committed], kept...)
	a.committed = len(a.log)
	a.trimmed = t.trimmed
}

// The wait before the second attempt; it doubles with each further one.
const firstRetryDelay = 300 * time.Millisecond

// longRateLimit is the wait from which a rate limit is reported, not waited
// for.
const longRateLimit = 5 * time.Second

// tryAttempts runs the turn until an attempt succeeds or no further one makes
// sense (behaviours, items 106 to 108).
func (t *turn) tryAttempts(ctx context.Context) error {
	delay := firstRetryDelay
	for attempt := 1; ; attempt++ {
		err := t.attempt(ctx)
		if err == nil {
			return nil
		}
		// A context that ended explains every other failure.
		if ctx.Err() != nil {
			return cancelled(ctx.Err())
		}
		failure := asModelError(err)
		if attempt >= t.options.MaxAttempts || !t.mayRetry(failure) {
			return failure
		}
		timer := time.NewTimer(delay)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return cancelled(ctx.Err())
		}
		delay *= 2
	}
}

// mayRetry says whether a failure may pass by itself. After a tool was called
// it is not tried again: the game has acted.
func (t *turn) mayRetry(err *model.Error) bool {
	if len(t.response.ToolCalls) > 0 || t.calls > 0 {
		return false
	}
	switch err.Code {
	case model.GenerationFailed:
		return true
	case model.RateLimited:
		return err.RetryAfter.IsZero() || time.Until(err.RetryAfter) < longRateLimit
	default:
		return false
	}
}

// attempt runs model steps until one of them is the answer.
func (t *turn) attempt(ctx context.Context) error {
	t.restart()
	t.add(model.Entry{Kind: model.PromptEntry, ID: transcript.NewID(), Text: t.Prompt, Options: t.options.Model, Schema: t.Schema})
	t.rounds, t.calls, t.outputCharacters, t.direct, t.scolded = 0, 0, 0, false, false
	for index := 0; ; index++ {
		plan := t.plan(index)
		request, err := t.request(plan)
		if err != nil {
			return err
		}
		plan.step.TrimmedEntries = t.trimmed
		t.response.Steps = append(t.response.Steps, plan.step)
		t.host.Event(StepEvent{plan.step})
		answer, err := t.infer(ctx, request)
		if err != nil {
			return err
		}
		if len(answer.calls) == 0 {
			return t.finish(answer)
		}
		if err := t.round(ctx, plan, answer.calls); err != nil {
			return err
		}
	}
}

func cancelled(cause error) *model.Error {
	return &model.Error{Code: model.Cancelled, Message: "The turn was cancelled.", Err: cause}
}

// asModelError is the one place where a failure without a code gets one.
func asModelError(err error) *model.Error {
	var coded *model.Error
	if errors.As(err, &coded) {
		return coded
	}
	return &model.Error{Code: model.GenerationFailed, Message: err.Error(), Err: err}
}

// noHost is the host of a caller that passed none.
type noHost struct{}

func (noHost) Event(Event) {}

func (noHost) CallTool(_ Call, reply func(Output)) func(string) {
	reply(ErrorOutput("There is nothing here that executes this tool."))
	return func(string) {}
}
