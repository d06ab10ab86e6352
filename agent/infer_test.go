package agent_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// TestTextEvents: applying the events, resets included, always gives the answer.
func TestTextEvents(t *testing.T) {
	text := func(s string) model.Event { return model.Text{Delta: s} }
	reset := func(s string) model.Event { return model.Text{Delta: s, Reset: true} }
	look := model.ToolCall{Name: "look", Arguments: ojson.Object()}
	for _, c := range []struct {
		name   string
		steps  [][]model.Event
		answer string
		want   string
	}{
		{"pieces", [][]model.Event{{text("a"), text("b")}}, "ab", `
			text "a" of "a"
			text "b" of "ab"`},
		{"empty pieces", [][]model.Event{{text(""), text("a"), text("")}}, "a", `
			text "a" of "a"`},
		{"nothing", [][]model.Event{{}}, "", ``},
		{"rewritten", [][]model.Event{{text("a"), reset("b"), text("c")}}, "bc", `
			text "a" of "a"
			text "b" of "b" reset
			text "c" of "bc"`},
		{"rewritten to nothing", [][]model.Event{{text("a"), reset("")}}, "", `
			text "a" of "a"
			text "" of "" reset`},
		{"text before a call", [][]model.Event{{text("Let me "), text("see."), look}, {text("A "), text("wall.")}}, "A wall.", `
			text "Let me " of "Let me "
			text "see." of "Let me see."
			text "A " of "A " reset
			text "wall." of "A wall."`},
		{"text before a call, then nothing", [][]model.Event{{text("Hm."), look}, {}}, "", `
			text "Hm." of "Hm."
			text "" of "" reset`},
		{"the same text again", [][]model.Event{{text("Hm."), look}, {text("Hm.")}}, "Hm.", `
			text "Hm." of "Hm."
			text "Hm." of "Hm." reset`},
		{"text after a call in one step", [][]model.Event{{look, text("Hm.")}, {text("A wall.")}}, "A wall.", `
			text "Hm." of "Hm."
			text "A wall." of "A wall." reset`},
		{"text before two calls", [][]model.Event{{text("a"), look}, {text("b"), look}, {text("c")}}, "c", `
			text "a" of "a"
			text "b" of "b" reset
			text "c" of "c" reset`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var steps []play
			for _, events := range c.steps {
				steps = append(steps, does(events...))
			}
			m := newActor(steps...)
			a := newAgent(t, m, nil, tool("look"))
			h := answering("bricks")
			shown := ""
			h.heard = func(e agent.Event) {
				if e, ok := e.(agent.TextEvent); ok {
					if e.Reset {
						shown = ""
					}
					if shown += e.Delta; shown != e.Text {
						t.Errorf("deltas give %q, the event says %q", shown, e.Text)
					}
				}
			}
			r := respond(t, a, agent.Turn{}, h)
			diff(t, "answer", c.answer, r.Text)
			diff(t, "shown", c.answer, shown)
			got := slices.DeleteFunc(h.log, func(l string) bool { return !strings.HasPrefix(l, "text") })
			diff(t, "texts", lines(c.want), append([]string(nil), got...))
			respond(t, a, agent.Turn{}, nil)
			if got := texts(m.last(t).Entries); got[len(got)-2] != "< "+c.answer {
				t.Errorf("history: %q", got)
			}
		})
	}
}

// A model may go on after the turn was cancelled; nobody listens to it.
func TestModelThatKeepsYielding(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stopped := false
		m := newActor(func(_ context.Context, _ *model.Request, yield func(model.Event, error) bool) {
			for yield(model.Text{Delta: "ha "}, nil) {
			}
			stopped = true
		})
		a := newAgent(t, m, nil)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		h := &host{}
		h.heard = func(agent.Event) {
			switch n := len(h.log); {
			case n == 4: // the step and three texts
				cancel()
			case n > 100:
				panic("the turn goes on for ever")
			}
		}
		_, err := a.Respond(ctx, agent.Turn{}, h)
		wantCode(t, err, model.Cancelled)
		if len(h.log) != 4 || !stopped {
			t.Errorf("%d events, stopped %v", len(h.log), stopped)
		}
	})
}

// A model that just stops when its context ends has not answered.
func TestModelThatStopsInSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newActor(func(ctx context.Context, _ *model.Request, yield func(model.Event, error) bool) {
			yield(model.Text{Delta: "Half an"}, nil)
			<-ctx.Done()
		})
		a := newAgent(t, m, nil)
		ctx, cancel := context.WithCancel(t.Context())
		finish := start(ctx, a, agent.Turn{}, nil)
		cancel()
		_, err := finish()
		wantCode(t, err, model.Cancelled)
		diff(t, "entries", 0, a.EntryCount())
	})
}

// Whatever error a model gives when its context has ended, the turn was
// cancelled.
func TestErrorsAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, code := range []model.Code{model.GenerationFailed, model.Refusal} {
			m := newActor(func(ctx context.Context, _ *model.Request, yield func(model.Event, error) bool) {
				<-ctx.Done()
				yield(nil, failure(code))
			})
			ctx, cancel := context.WithCancel(t.Context())
			finish := start(ctx, newAgent(t, m, nil), agent.Turn{}, nil)
			cancel()
			_, err := finish()
			wantCode(t, err, model.Cancelled)
			diff(t, "steps", 1, len(m.asked()))
		}
	})
}

const choice = `{"type":"object","properties":{"reasoning":{"type":"string"},"choice":{"enum":["stay","go"]}},"required":["reasoning","choice"]}`

func TestStructuredAnswers(t *testing.T) {
	value := func(s string) model.Event { return model.Structured{Value: parse(t, s)} }
	good := `{"reasoning":"Late.","choice":"stay"}`
	for _, c := range []struct {
		name     string
		events   []model.Event
		verbatim bool
		want     string // "" for a failure
	}{
		{"text", []model.Event{model.Text{Delta: ` {"choice":"stay",`}, model.Text{Delta: `"reasoning":"Late."} `}}, false, good},
		{"value", []model.Event{value(`{"choice":"stay","reasoning":"Late."}`)}, false, good},
		{"text is only a preview", []model.Event{model.Text{Delta: "no JSON"}, value(good)}, false, good},
		{"rewritten text", []model.Event{model.Text{Delta: `{"choice":`}, model.Text{Delta: good, Reset: true}}, false, good},
		{"does not fit", []model.Event{value(`{"reasoning":"Late.","choice":"run"}`)}, false, ""},
		{"does not fit, by hand", []model.Event{value(`{"x":1,"choice":"run"}`)}, true, `{"choice":"run","x":1}`},
		{"no JSON", []model.Event{model.Text{Delta: "I stay."}}, false, ""},
		{"no JSON, by hand", []model.Event{model.Text{Delta: "I stay."}}, true, ""},
		{"half", []model.Event{model.Text{Delta: `{"reasoning":"Late.","choice":"stay"`}}, false, ""},
		{"nothing", nil, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newActor(does(c.events...), does(c.events...))
			m.about.Verbatim = c.verbatim
			a := newAgent(t, m, func(f *agent.Config) { f.Options.MaxAttempts = 1 })
			h := &host{}
			r, err := a.Respond(t.Context(), agent.Turn{Schema: parseSchema(t, choice)}, h)
			if c.want == "" {
				wantCode(t, err, model.GenerationFailed)
				diff(t, "entries", 0, a.EntryCount())
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			diff(t, "structured", c.want, r.Structured.String())
			diff(t, "text", c.want, r.Text)
			if last := h.log[len(h.log)-1]; last != "partial "+c.want {
				t.Errorf("last event: %s", last)
			}
			if log := strings.Join(h.log, "\n"); strings.Contains(log, "text ") {
				t.Errorf("text events: %s", log)
			}
			respond(t, a, agent.Turn{}, nil)
			e := m.last(t).Entries[1]
			if e.Text != c.want || !e.Structured || e.SchemaName != "Response" {
				t.Errorf("entry %+v", e)
			}
		})
	}
}

func TestPartials(t *testing.T) {
	want := `{"reasoning":"It is late, the \"wolves\" howl 🐺.","choice":"stay"}`
	var pieces []string
	for _, c := range `{"choice":"stay","reasoning":"It is late, the \"wolves\" howl 🐺."}` {
		pieces = append(pieces, string(c))
	}
	h := &host{}
	seen := map[string]bool{}
	h.heard = func(e agent.Event) {
		p, ok := e.(agent.PartialEvent)
		if !ok {
			return
		}
		if text := p.Value.String(); seen[text] {
			t.Errorf("sent twice: %s", text)
		} else {
			seen[text] = true
		}
		if v, ok := p.Value.Get("reasoning"); ok && p.Value.Members()[0].Key != "reasoning" {
			t.Errorf("not in schema order: %s", p.Value)
		} else if text, _ := v.AsString(); strings.ContainsRune(text, '\uFFFD') {
			t.Errorf("a character was cut: %s", p.Value)
		}
	}
	r := respond(t, newAgent(t, newActor(says(pieces...)), nil), agent.Turn{Schema: parseSchema(t, choice)}, h)
	diff(t, "text", want, r.Text)
	if last := h.log[len(h.log)-1]; last != "partial "+want || len(seen) < 10 {
		t.Errorf("%d partials, the last one: %s", len(seen), last)
	}
}

// The text so far is read again for each snapshot, so there must be few of a
// long one.
func TestPartialsOfALongAnswer(t *testing.T) {
	long := `{"reasoning":"` + strings.Repeat("x", 200_000) + `","choice":"go"}`
	h, events := &host{}, 0
	h.heard = func(agent.Event) {
		events++
		h.log = nil
	}
	r := respond(t, newAgent(t, newActor(says(strings.Split(long, "")...)), nil), agent.Turn{Schema: parseSchema(t, choice)}, h)
	if r.Text != long || events < 20 || events > 1000 {
		t.Errorf("%d characters, %d events", len(r.Text), events)
	}
}
