package scripted_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/model/scripted"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// value parses JSON.
func value(t *testing.T, text string) ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// newModel returns a model for the members of a spec, such as `"steps":[]`.
func newModel(t *testing.T, members string) *scripted.Model {
	t.Helper()
	s, err := scripted.Parse(value(t, `{"type":"scripted",`+members+`}`), "model")
	if err != nil {
		t.Fatal(err)
	}
	return s.NewModel("scripted")
}

// answer is what a step yielded.
type answer struct {
	Pieces     []string
	Calls      []string // as name and compact arguments
	IDs        []string
	Structured []string // as compact JSON
	Usages     []model.Usage
}

func (a answer) text() string { return strings.Join(a.Pieces, "") }

func play(ctx context.Context, m *scripted.Model, req *model.Request) (a answer, err error) {
	for e, err := range m.Step(ctx, req) {
		if err != nil {
			return a, err
		}
		switch e := e.(type) {
		case model.Text:
			a.Pieces = append(a.Pieces, e.Delta)
		case model.ToolCall:
			a.Calls = append(a.Calls, e.Name+e.Arguments.String())
			a.IDs = append(a.IDs, e.ID)
		case model.Structured:
			a.Structured = append(a.Structured, e.Value.String())
		case model.Usage:
			a.Usages = append(a.Usages, e)
		}
	}
	return a, nil
}

// mustPlay plays a step that must succeed.
func mustPlay(t *testing.T, m *scripted.Model, req *model.Request) answer {
	t.Helper()
	a, err := play(t.Context(), m, req)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Usages) != 1 { // item 114
		t.Errorf("step yielded %d usages, want 1", len(a.Usages))
	}
	return a
}

func entry(kind model.EntryKind, id, text string) model.Entry {
	return model.Entry{Kind: kind, ID: id, Text: text}
}

func ask(entries ...model.Entry) *model.Request { return &model.Request{Entries: entries} }

// structured returns the request of a schema turn.
func structured(t *testing.T) *model.Request {
	t.Helper()
	s, err := schema.Parse(value(t, `{"type":"object","properties":{"choice":{"type":"string"}}}`), "Response")
	if err != nil {
		t.Fatal(err)
	}
	return &model.Request{Schema: s}
}

func diff(t *testing.T, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}
