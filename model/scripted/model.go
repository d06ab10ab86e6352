package scripted

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/open-actor-models/oam/model"
)

// Model plays one copy of a [Script]. It implements [model.Model], and steps
// may run concurrently: each takes the next step of the script.
type Model struct {
	script *Script
	name   string

	mu sync.Mutex // guards all below
	// next is the place in the script.
	next int
	// ids counts the call ids made here.
	ids     int
	history history
}

var (
	_ model.Model   = (*Model)(nil)
	_ model.Counter = (*Model)(nil)
)

// NewModel returns a model at the first step of the script. name is what its
// description says: "scripted", or "system" where a script stands in for the
// host's model.
func (s *Script) NewModel(name string) *Model {
	return &Model{script: s, name: name}
}

// Describe implements [model.Model]. A scripted model is always available.
func (m *Model) Describe() model.Description {
	return model.Description{
		Name:        m.name,
		Available:   true,
		ContextSize: m.script.contextSize,
		Variant:     typeName,
		Verbatim:    true,
	}
}

// Step implements [model.Model]. The step of the script is used up when the
// sequence begins, before its delay, so that a step cancelled in its delay is
// not played again (behaviours, item 127); a context that has ended by then
// uses up none. Steering, options and schema are ignored, save that on a step
// with a schema the value of a json step is also yielded as a
// [model.Structured].
//
// The last event is a [model.Usage] that counts a third of the characters,
// rounded up, as tokens and none as cached. A step that fails yields only its
// error: a [*model.Error], or that of the context.
func (m *Model) Step(ctx context.Context, req *model.Request) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		if err := ctx.Err(); err != nil {
			yield(nil, err)
			return
		}
		s, calls := m.take()
		if err := wait(ctx, s.delay); err != nil {
			yield(nil, err)
			return
		}
		switch s.kind {
		case toolCallsStep:
			m.yieldCalls(req, calls, yield)
		case jsonStep:
			m.yieldJSON(req, s, yield)
		case errorStep:
			yield(nil, &s.fail)
		default:
			m.yieldText(ctx, req, s, yield)
		}
	}
}

// Warnings returns those of the script.
func (m *Model) Warnings() []string { return m.script.warnings }

// take uses up one step and returns it with its calls, which have ids.
func (m *Model) take() (step, []model.ToolCall) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.script.at(m.next)
	if m.next < len(m.script.steps) {
		m.next++
	}
	calls := make([]model.ToolCall, len(s.calls))
	for i, c := range s.calls {
		if c.ID == "" {
			m.ids++
			c.ID = newCallID(m.ids)
		}
		calls[i] = c
	}
	return s, calls
}

// newCallID returns the id of call n that the script does not name
// (behaviours, item 84).
func newCallID(n int) string {
	const letters = "0123456789abcdefghijklmnopqrstuvwxyz"
	var end [8]byte
	for i := range end {
		end[i] = letters[rand.IntN(len(letters))]
	}
	return fmt.Sprintf("scripted_call_%d_%s", n, end[:])
}

// wait returns after d, or earlier with the context's error.
func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (m *Model) yieldText(ctx context.Context, req *model.Request, s step, yield func(model.Event, error) bool) {
	answer := s.text
	if s.kind == templateStep {
		var err error
		if answer, err = expand(s.text, req.Entries); err != nil {
			yield(nil, err)
			return
		}
	}
	var pause time.Duration // none before the first piece
	for piece := range pieces(answer, s.chunks) {
		if err := wait(ctx, pause); err != nil {
			yield(nil, err)
			return
		}
		pause = s.pause
		if !yield(model.Text{Delta: piece}, nil) {
			return
		}
	}
	yield(m.usage(req, characters(answer)), nil)
}

func (m *Model) yieldJSON(req *model.Request, s step, yield func(model.Event, error) bool) {
	answer := s.json.String()
	if !yield(model.Text{Delta: answer}, nil) {
		return
	}
	if req.Schema != nil && !yield(model.Structured{Value: s.json}, nil) {
		return
	}
	yield(m.usage(req, characters(answer)), nil)
}

func (m *Model) yieldCalls(req *model.Request, calls []model.ToolCall, yield func(model.Event, error) bool) {
	made := 0
	for _, c := range calls {
		if !yield(c, nil) {
			return
		}
		made += callCharacters(c)
	}
	yield(m.usage(req, made), nil)
}
