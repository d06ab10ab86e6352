package agent_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// wrote is a step with a text on a structured turn.
func wrote(text string) play {
	return func(_ context.Context, _ *model.Request, yield func(model.Event, error) bool) {
		yield(model.Text{Delta: text}, nil)
	}
}

func TestAnswersInProse(t *testing.T) { // bug report O5
	synctest.Test(t, func(t *testing.T) {
		shape, err := schema.Parse(ojson.MustParse(`{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"integer"}},"required":["b"]}`), "Response")
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ text, want string }{
			{`{"a":1,"b":"x"}`, `{"b":"x","a":1}`},
			{"Here:\n```json\n{\"b\":\"x\"}\n```\nBye.", `{"b":"x"}`},
			{"```\n{\"b\":\"x\"}", `{"b":"x"}`},
			{`{"b":"x"} {"b":"y"} {"b":1} {"c":2}`, `{"b":"y"}`},
			{`{ and {"b":"}{\"\\"}`, `{"b":"}{\"\\"}`},
			{`{{"b":"x"}}`, `{"b":"x"}`},
			{`{"outer":{"b":"x"}}, ok`, ``},
			{strings.Repeat("{", 1000) + `{"b":"x"}`, ``},
			{`no`, ``}, {``, ``}, {`{"b":"x"`, ``}, {`"b"`, ``},
		} {
			a, err := agent.New(agent.Config{Model: newActor(wrote(c.text), wrote(c.text))})
			if err != nil {
				t.Fatal(err)
			}
			r, err := a.Respond(t.Context(), agent.Turn{Schema: shape}, nil)
			if c.want == "" {
				wantCode(t, err, model.GenerationFailed)
				continue
			}
			if err != nil {
				t.Errorf("%q: %v", c.text, err)
				continue
			}
			diff(t, c.text, c.want, r.Text)
		}
	})
}

func TestAccept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shape := schema.Empty("Response")
		accept := func(v ojson.Value) error {
			if _, ok := v.Get("b"); !ok {
				return errors.New("there is no b")
			}
			return nil
		}
		a, err := agent.New(agent.Config{Model: newActor(wrote(`{"b":1}`), wrote(`{"b":1} or {"c":2}`), wrote(`{"c":1}`), wrote(`{"c":1}`))})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			r, err := a.Respond(t.Context(), agent.Turn{Schema: shape, Accept: accept}, nil)
			if err != nil {
				t.Fatal(err)
			}
			diff(t, "accepted", `{"b":1}`, r.Text)
		}
		_, err = a.Respond(t.Context(), agent.Turn{Schema: shape, Accept: accept}, nil)
		wantCode(t, err, model.GenerationFailed)
		if !strings.Contains(err.Error(), "there is no b") {
			t.Errorf("error %v", err)
		}
	})
}
