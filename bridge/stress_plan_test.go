package bridge_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// plan is what a client does in one run of the stress test, and how its side of
// the connection behaves.
type plan struct {
	Ops []op
	// SlowMs is how long the client takes for each delivery.
	SlowMs int
	// Heavy makes texts so long that a slow client falls behind.
	Heavy bool
	// QueueCap bounds the queue of a session; 0 for the default.
	QueueCap int
	// End is what happens last: "wait" for all answers, "shutdown" or "close".
	End string
}

// op is one request. Its marker, "m" and its index, is in all that it causes.
type op struct {
	Kind    string
	Session string
	// DelayMs passes before the request is sent.
	DelayMs int
	// Note marks a session/cancel that is sent as a notification.
	Note bool
	// Of respond:
	Stream, Schema bool
	Rounds         [][]call // tool rounds before the answer
	StepMs, Pieces int
	Fail           string // the code of an error instead of an answer
	// Of setTools: the number of tools, 0 to 2.
	Tools int
	// Of compact.
	Keep int
}

// call is a tool call and how the client answers it.
type call struct {
	// Mode is now, late, never, twice or error.
	Mode string
	Ms   int
}

// toolTimeoutMs is the time limit of all tools in the stress test.
const toolTimeoutMs = 1000

func plans() *rapid.Generator[plan] {
	return rapid.Custom(func(t *rapid.T) plan {
		return plan{
			Ops:      rapid.SliceOfN(ops(), 3, 50).Draw(t, "ops"),
			SlowMs:   rapid.SampledFrom([]int{0, 0, 1, 40}).Draw(t, "slow"),
			Heavy:    rapid.IntRange(0, 5).Draw(t, "heavy") == 0,
			QueueCap: rapid.SampledFrom([]int{0, 0, 0, 3}).Draw(t, "cap"),
			End:      rapid.SampledFrom([]string{"wait", "wait", "wait", "shutdown", "close"}).Draw(t, "end"),
		}
	})
}

func ops() *rapid.Generator[op] {
	kinds := []string{
		"create", "create", "respond", "respond", "respond", "respond", "respond", "respond", "cancel", "cancel",
		"reset", "setInstructions", "setContextNote", "setTools", "compact", "compact", "delete", "list", "transcript",
	}
	delays := rapid.SampledFrom([]int{0, 0, 0, 0, 1, 5, 30, 300})
	return rapid.Custom(func(t *rapid.T) op {
		o := op{
			Kind:    rapid.SampledFrom(kinds).Draw(t, "kind"),
			Session: rapid.SampledFrom([]string{"a", "a", "b", "c"}).Draw(t, "session"),
			DelayMs: delays.Draw(t, "delay"),
		}
		switch o.Kind {
		case "cancel":
			o.Note = rapid.IntRange(0, 5).Draw(t, "note") == 0
		case "setTools":
			o.Tools = rapid.IntRange(0, 2).Draw(t, "tools")
		case "compact":
			o.Keep = rapid.IntRange(0, 2).Draw(t, "keep")
			o.StepMs = delays.Draw(t, "step")
			o.Fail = rapid.SampledFrom([]string{"", "", "", "refusal"}).Draw(t, "fail")
		case "respond":
			o.Stream = rapid.Bool().Draw(t, "stream")
			o.Schema = rapid.IntRange(0, 4).Draw(t, "schema") == 0
			o.StepMs = delays.Draw(t, "step")
			o.Pieces = rapid.IntRange(1, 12).Draw(t, "pieces")
			o.Fail = rapid.SampledFrom([]string{"", "", "", "", "refusal", "guardrail_violation"}).Draw(t, "fail")
			o.Rounds = rapid.SliceOfN(rapid.SliceOfN(calls(), 1, 3), 0, 2).Draw(t, "rounds")
		}
		return o
	})
}

func calls() *rapid.Generator[call] {
	return rapid.Custom(func(t *rapid.T) call {
		return call{
			Mode: rapid.SampledFrom([]string{"now", "now", "late", "late", "never", "twice", "error"}).Draw(t, "mode"),
			Ms:   rapid.SampledFrom([]int{0, 1, 40, 400, 2000}).Draw(t, "ms"),
		}
	})
}

// marker is the word that is in all that the operation i causes. No marker is
// a part of another.
func marker(i int) string { return fmt.Sprintf("m%d.", i) }

var markerPattern = regexp.MustCompile(`\bm[0-9]+\.`)

// answerText is what the model answers to operation i.
func (p *plan) answerText(i int) string {
	word := fmt.Sprintf("answer %s ", marker(i))
	if p.Heavy {
		return strings.Repeat(word, 2000)
	}
	return strings.Repeat(word, 3)
}

// answerValue is the structured answer to operation i.
func answerValue(i int) ojson.Value {
	return parse(fmt.Sprintf(`{"who":%q,"list":[1,2,3,4,5,6,7,8,9]}`, marker(i)))
}

const answerSchema = `{"type":"object","properties":{"who":{"type":"string"},"list":{"type":"array","items":{"type":"integer"}}},"required":["who","list"]}`

// planned is the model of one session. The prompt says which operation of the
// plan it belongs to, so that what a turn does depends on nothing else.
type planned struct {
	plan        *plan
	incarnation int
	log         *stepLog
}

// stepLog is what all models were asked.
type stepLog struct {
	mu    sync.Mutex
	steps []loggedStep
}

// loggedStep is the first request of a turn or the one of a compaction.
type loggedStep struct {
	op           int
	incarnation  int
	instructions string
	tools        []string
	// history has the markers of the earlier turns' prompts and answers.
	history []string
}

func (m *planned) Describe() model.Description {
	return model.Description{Name: "planned", Available: true, Verbatim: true}
}

func (m *planned) Step(ctx context.Context, r *model.Request) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		if err := m.step(ctx, r, yield); err != nil {
			yield(nil, err)
		}
	}
}

var errStopped = errors.New("the agent wants no more events")

func (m *planned) step(ctx context.Context, r *model.Request, yield func(model.Event, error) bool) error {
	send := func(e model.Event) error {
		if !yield(e, nil) {
			panic(errStopped)
		}
		return ctx.Err()
	}
	summary := strings.HasPrefix(r.Instructions, "summarize ")
	i, rounds := m.place(r, summary)
	o := m.plan.Ops[i]
	if rounds == 0 {
		m.note(i, r)
	}
	if o.StepMs > 0 {
		select {
		case <-time.After(time.Duration(o.StepMs) * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if rounds < len(o.Rounds) && slices.Contains(r.Callable, "act") {
		for k, c := range o.Rounds[rounds] {
			arguments := fmt.Sprintf(`{"who":%q,"op":%d,"round":%d,"k":%d,"mode":%q,"ms":%d}`, marker(i), i, rounds, k, c.Mode, c.Ms)
			if err := send(model.ToolCall{ID: fmt.Sprintf("%s%d-%d", marker(i), rounds, k), Name: "act", Arguments: parse(arguments)}); err != nil {
				return err
			}
		}
		return nil
	}
	if o.Fail != "" {
		return &model.Error{Code: model.Code(o.Fail), Message: "as planned"}
	}
	text := m.plan.answerText(i)
	switch {
	case summary:
		text = "summary " + marker(i)
	case r.Schema != nil:
		text = answerValue(i).String()
	}
	size := max(1, len(text)/max(1, o.Pieces))
	for start := 0; start < len(text); start += size {
		if err := send(model.Text{Delta: text[start:min(len(text), start+size)]}); err != nil {
			return err
		}
	}
	return nil
}

// place finds the operation that a request belongs to, and how many tool
// rounds its turn has had.
func (m *planned) place(r *model.Request, summary bool) (op, rounds int) {
	text := r.Instructions
	if !summary {
		for _, e := range r.Entries {
			switch e.Kind {
			case model.PromptEntry:
				text, rounds = e.Text, 0
			case model.ToolCallsEntry:
				rounds++
			}
		}
	}
	if _, err := fmt.Sscanf(markerPattern.FindString(text), "m%d.", &op); err != nil {
		panic(fmt.Sprintf("no marker in %q: %v", text, err))
	}
	return op, rounds
}

func (m *planned) note(op int, r *model.Request) {
	s := loggedStep{op: op, incarnation: m.incarnation, instructions: r.Instructions}
	for _, t := range r.Tools {
		s.tools = append(s.tools, t.Name)
	}
	for i, e := range r.Entries {
		if e.Kind == model.PromptEntry && i < len(r.Entries)-1 || e.Kind == model.ResponseEntry {
			s.history = append(s.history, markerPattern.FindString(e.Text))
		}
	}
	m.log.mu.Lock()
	defer m.log.mu.Unlock()
	m.log.steps = append(m.log.steps, s)
}
