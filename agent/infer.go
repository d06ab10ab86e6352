package agent

import (
	"context"
	"fmt"
	"strings"

	"github.com/open-actor-models/oam/agent/transcript"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// answer is what one model step produced.
type answer struct {
	text       *strings.Builder
	structured *ojson.Value
	calls      []model.ToolCall
}

// display is what the host was shown of the answer so far.
type display struct {
	text string
	// partial is the JSON text of the latest snapshot of a structured answer,
	// empty before the first.
	partial string
	// parsed is the length of the JSON text at the latest snapshot.
	parsed int
}

// infer runs one model step and tells the host what it produces.
func (t *turn) infer(ctx context.Context, r *model.Request) (answer, error) {
	a := answer{text: new(strings.Builder)}
	t.display.parsed = 0
	for event, err := range t.agent.model.Step(ctx, r) {
		if ctx.Err() != nil {
			// Nobody hears what comes after a cancel, and a backend that does
			// not notice its end must not hold the turn.
			return a, ctx.Err()
		}
		if err != nil {
			return a, err
		}
		switch e := event.(type) {
		case model.Text:
			t.takeText(&a, e)
		case model.Structured:
			a.structured = &e.Value
		case model.ToolCall:
			a.calls = append(a.calls, e)
		case model.Usage:
			t.response.Usage = t.response.Usage.Add(e)
		}
	}
	// A backend may just stop when its context ends.
	return a, ctx.Err()
}

func (t *turn) takeText(a *answer, e model.Text) {
	if e.Delta == "" && !e.Reset {
		return
	}
	// The first text of a step replaces what an earlier step or attempt had
	// already shown.
	reset := e.Reset || a.text.Len() == 0 && t.display.text != ""
	if e.Reset {
		// A new builder: texts of the old one are still shown.
		a.text = new(strings.Builder)
	}
	a.text.WriteString(e.Delta)
	if t.Schema != nil {
		t.showPartial(a.text.String())
		return
	}
	// The string shares the builder's memory: a delta costs its own length.
	t.display.text = a.text.String()
	t.host.Event(TextEvent{Delta: e.Delta, Text: t.display.text, Reset: reset})
}

// showPartial shows a structured answer so far. The text is read again from
// its start, so this waits until it has grown by a part of its length: the
// whole costs no more than a few dozen readings of the final text.
func (t *turn) showPartial(text string) {
	if len(text) < t.display.parsed+t.display.parsed/32 {
		return
	}
	t.display.parsed = len(text)
	if v, ok := ojson.ParsePartial([]byte(text)); ok {
		t.sendPartial(t.Schema.Order(v))
	}
}

func (t *turn) sendPartial(v ojson.Value) {
	if text := v.String(); text != t.display.partial {
		t.display.partial = text
		t.host.Event(PartialEvent{v})
	}
}

// finish takes a step's text as the answer of the turn.
func (t *turn) finish(a answer) error {
	r := &t.response
	entry := model.Entry{Kind: model.ResponseEntry, ID: transcript.NewID(), Text: a.text.String()}
	if t.Schema == nil {
		if entry.Text != t.display.text {
			// Text that came before a tool call was shown and is not the answer.
			t.host.Event(TextEvent{Delta: entry.Text, Text: entry.Text, Reset: true})
		}
	} else {
		v, err := t.structuredAnswer(a)
		if err != nil {
			return err
		}
		t.sendPartial(v)
		entry.Text, entry.Structured, entry.SchemaName = t.display.partial, true, t.Schema.Name()
		r.Structured = &v
	}
	r.Text = entry.Text
	t.add(entry)
	return nil
}

func (t *turn) structuredAnswer(a answer) (ojson.Value, error) {
	failed := func(err error) (ojson.Value, error) {
		return ojson.Value{}, &model.Error{Code: model.GenerationFailed, Err: err,
			Message: "The model's answer does not fit the schema: " + err.Error() + "."}
	}
	var v ojson.Value
	if a.structured != nil {
		v = *a.structured
	} else {
		var err error
		if v, err = ojson.Parse([]byte(a.text.String())); err != nil {
			inner, ok := extract(a.text.String(), t.accept)
			if !ok {
				return v, &model.Error{Code: model.GenerationFailed, Err: err,
					Message: fmt.Sprintf("The model's answer should be JSON and is not (%v): %s", err, cutText(a.text.String(), 200))}
			}
			v = inner
		}
	}
	if !t.about.Verbatim {
		if err := t.accept(v); err != nil {
			return failed(err)
		}
	}
	return t.Schema.Order(v), nil
}

// accept says why an answer cannot be used.
func (t *turn) accept(v ojson.Value) error {
	if t.Accept != nil {
		return t.Accept(v)
	}
	return t.Schema.Validate(v)
}
