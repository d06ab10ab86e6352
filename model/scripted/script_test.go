package scripted_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/model/scripted"
	"github.com/open-actor-models/oam/ojson"
)

func TestEmptyScripts(t *testing.T) { // section 10, item 185
	for _, spec := range []string{
		`null`, `"scripted"`, `{}`, `{"type":"scripted"}`, `{"type":null}`,
		`{"type":"scripted","steps":[]}`,
		`{"type":"scripted","steps":null,"fallback":null,"contextSize":null}`,
	} {
		s, err := scripted.Parse(value(t, spec), "model")
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		m := s.NewModel("scripted")
		for range 3 {
			a := mustPlay(t, m, ask())
			diff(t, "(script exhausted)", a.text())
			diff(t, 3, len(a.Pieces))
		}
	}
}

func TestFallbackIsReused(t *testing.T) { // item 185
	m := newModel(t, `"steps":[{"text":"one"}],"fallback":{"toolCalls":[{"name":"look"}]}`)
	diff(t, "one", mustPlay(t, m, ask()).text())
	for range 3 {
		diff(t, []string{"look{}"}, mustPlay(t, m, ask()).Calls)
	}
}

func TestModelsAreCopies(t *testing.T) { // item 173
	s, err := scripted.Parse(value(t, `{"steps":[{"text":"1"},{"text":"2"}]}`), "model")
	if err != nil {
		t.Fatal(err)
	}
	a, b := s.NewModel("scripted"), s.NewModel("scripted")
	diff(t, "1", mustPlay(t, a, ask()).text())
	diff(t, "2", mustPlay(t, a, ask()).text())
	diff(t, "1", mustPlay(t, b, ask()).text())
}

func TestStepKinds(t *testing.T) { // items 175, 177 and 178
	for _, c := range []struct {
		name, step string
		text       string
		calls      []string
	}{
		{"text", `{"text":"Hmph."}`, "Hmph.", nil},
		{"empty text", `{"text":""}`, "", nil},
		{"text wins over all", `{"error":"refusal","template":"t","json":1,"toolCalls":[{"name":"a"}],"text":"x"}`, "x", nil},
		{"toolCalls win over json", `{"error":"refusal","template":"t","json":1,"toolCalls":[{"name":"a"}]}`, "", []string{"a{}"}},
		{"json wins over template", `{"error":"refusal","template":"t","json":1}`, "1", nil},
		{"template wins over error", `{"error":"refusal","template":"t"}`, "t", nil},
		{"losers are not checked", `{"text":"x","toolCalls":[],"error":7,"template":7}`, "x", nil},
		{"null is absent", `{"text":null,"toolCalls":null,"json":{"a":[1]}}`, `{"a":[1]}`, nil},
		{"json null", `{"json":null}`, "null", nil},
		{"json null wins over template", `{"json":null,"template":"t"}`, "null", nil},
		{"json keeps order and digits", `{"json":{"b":12345678901234567890,"a":0.10}}`, `{"b":12345678901234567890,"a":0.10}`, nil},
		{"arguments", `{"toolCalls":[{"name":"a","arguments":{"z":1,"y":[]}},{"name":"b","arguments":null}]}`, "", []string{`a{"z":1,"y":[]}`, "b{}"}},
		{"unknown keys", `{"text":"x","chunk":"?","later":{}}`, "x", nil},
		{"null settings", `{"text":"x","chunks":null,"delayMs":null}`, "x", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := mustPlay(t, newModel(t, `"steps":[`+c.step+`]`), ask())
			diff(t, c.text, a.text())
			diff(t, c.calls, a.Calls)
		})
	}
}

func TestRefusedScripts(t *testing.T) { // items 26, 27, 54, 175 to 178, 183, 184 and 186
	long := `"` + strings.Repeat("é", 100) + `"`
	const object = "must be an object, got "
	for _, c := range []struct{ name, spec, path, message string }{
		{"number", `7`, "model", "Parameter 'model' must be a scripted model, got 7."},
		{"other string", `"system"`, "model", `got "system".`},
		{"array", `[]`, "model", "got []."},
		{"other type", `{"type":"system"}`, "model.type", `'model.type' must be "scripted", got "system".`},
		{"steps no array", `{"steps":{"text":"x"}}`, "model.steps", `must be an array, got {"text":"x"}.`},
		{"step no object", `{"steps":[{"text":"x"},"y"]}`, "model.steps[1]", object + `"y".`},
		{"step null", `{"steps":[null]}`, "model.steps[0]", object + "null."},
		{"step empty", `{"steps":[{}]}`, "model.steps[0]", "'model.steps[0]' must be a step with"},
		{"step of nulls", `{"steps":[{"text":null,"delayMs":3}]}`, "model.steps[0]", "'model.steps[0]' must be a step with"},
		{"text no string", `{"steps":[{"text":7}]}`, "model.steps[0].text", "must be a string, got 7."},
		{"cut at 80 characters", `{"steps":[` + long + `]}`, "model.steps[0]", object + long[:1+79*2] + "…."},
		{"chunks 0", `{"steps":[{"text":"x","chunks":0}]}`, "model.steps[0].chunks", "an integer of at least 1, got 0."},
		{"chunks fraction", `{"steps":[{"text":"x","chunks":1.5}]}`, "model.steps[0].chunks", "got 1.5."},
		{"chunks beyond 2^53", `{"steps":[{"text":"x","chunks":9007199254740992}]}`, "model.steps[0].chunks", "got 9007199254740992."},
		{"no calls", `{"steps":[{"toolCalls":[]}]}`, "model.steps[0].toolCalls", "a non-empty array, got []."},
		{"calls no array", `{"steps":[{"toolCalls":{"name":"x"}}]}`, "model.steps[0].toolCalls", "a non-empty array"},
		{"call no object", `{"steps":[{"toolCalls":["x"]}]}`, "model.steps[0].toolCalls[0]", object + `"x".`},
		{"call without name", `{"steps":[{"toolCalls":[{"name":"a"},{}]}]}`, "model.steps[0].toolCalls[1].name", "Missing required parameter 'model.steps[0].toolCalls[1].name'."},
		{"name no string", `{"steps":[{"toolCalls":[{"name":1}]}]}`, "model.steps[0].toolCalls[0].name", "must be a string, got 1."},
		{"arguments text", `{"steps":[{"toolCalls":[{"name":"a","arguments":"{}"}]}]}`, "model.steps[0].toolCalls[0].arguments", object + `"{}".`},
		{"id no string", `{"steps":[{"toolCalls":[{"name":"a","id":1}]}]}`, "model.steps[0].toolCalls[0].id", "must be a string, got 1."},
		{"id empty", `{"steps":[{"toolCalls":[{"name":"a","id":""}]}]}`, "model.steps[0].toolCalls[0].id", "a non-empty string"},
		{"template no string", `{"steps":[{"template":{}}]}`, "model.steps[0].template", "must be a string, got {}."},
		{"unknown error", `{"steps":[{"error":"oops"}]}`, "model.steps[0].error", "must be one of model_unavailable, guardrail_violation, refusal, context_size_exceeded, rate_limited, unsupported_language, invalid_schema, tool_failed, cancelled, busy, invalid_request, generation_failed, got \"oops\"."},
		{"error of the bridge", `{"steps":[{"error":"npc_not_found"}]}`, "model.steps[0].error", "must be one of"},
		{"error number", `{"steps":[{"error":-32002}]}`, "model.steps[0].error", "got -32002."},
		{"message no string", `{"steps":[{"error":"refusal","message":1}]}`, "model.steps[0].message", "must be a string, got 1."},
		{"negative delay", `{"steps":[{"text":"x","delayMs":-1}]}`, "model.steps[0].delayMs", "an integer of at least 0, got -1."},
		{"delay fraction", `{"steps":[{"json":1,"delayMs":0.5}]}`, "model.steps[0].delayMs", "got 0.5."},
		{"delay text", `{"steps":[{"error":"busy","delayMs":"5"}]}`, "model.steps[0].delayMs", `got "5".`},
		{"fallback", `{"fallback":{}}`, "model.fallback", "'model.fallback' must be a step with"},
		{"fallback member", `{"fallback":{"text":1}}`, "model.fallback.text", "must be a string"},
		{"contextSize 0", `{"contextSize":0}`, "model.contextSize", "an integer of at least 1, got 0."},
		{"contextSize text", `{"contextSize":"1"}`, "model.contextSize", "an integer of at least 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := scripted.Parse(value(t, c.spec), "model")
			checkSpecError(t, err, c.path, c.message)
		})
	}
}

func checkSpecError(t *testing.T, err error, path, message string) {
	t.Helper()
	var spec *scripted.SpecError
	if !errors.As(err, &spec) {
		t.Fatalf("error = %v, want a SpecError", err)
	}
	diff(t, path, spec.Path)
	if !strings.Contains(spec.Message, message) {
		t.Errorf("message %q does not contain %q", spec.Message, message)
	}
	if !strings.Contains(spec.Message, "'"+path+"'") {
		t.Errorf("message %q does not name '%s'", spec.Message, path)
	}
	diff(t, spec.Message, err.Error())
}

func TestFile(t *testing.T) { // item 311
	for _, file := range []string{
		`[{"text":"a"},{"text":"b"}]`,
		`{"steps":[{"text":"a"}],"fallback":{"text":"b"}}`,
	} {
		s, err := scripted.ParseFile(value(t, file), "OAM_SCRIPT")
		if err != nil {
			t.Fatal(err)
		}
		m := s.NewModel("system")
		diff(t, "system", m.Describe().Name)
		diff(t, "a", mustPlay(t, m, ask()).text())
		diff(t, "b", mustPlay(t, m, ask()).text())
	}
	for _, c := range []struct{ file, path string }{
		{`null`, "OAM_SCRIPT"},
		{`"scripted"`, "OAM_SCRIPT"},
		{`[{"text":"a"},{}]`, "OAM_SCRIPT[1]"},
		{`{"steps":[{}]}`, "OAM_SCRIPT.steps[0]"},
		{`{"contextSize":-1}`, "OAM_SCRIPT.contextSize"},
	} {
		_, err := scripted.ParseFile(value(t, c.file), "OAM_SCRIPT")
		checkSpecError(t, err, c.path, "must be")
	}
}

func TestDescription(t *testing.T) {
	diff(t, model.Description{Name: "scripted", Available: true, Variant: "scripted", Verbatim: true},
		newModel(t, `"steps":[]`).Describe())
	// The member is an addition to section 10; it lets tests see trimming.
	diff(t, 2048, newModel(t, `"contextSize":2048`).Describe().ContextSize)
	s, err := scripted.ParseFile(value(t, `{"contextSize":9007199254740991}`), "OAM_SCRIPT")
	if err != nil {
		t.Fatal(err)
	}
	if n := s.NewModel("system").Describe().ContextSize; n < 1 || n > 1<<31-1 {
		t.Errorf("contextSize = %d, want a size within 32 bits", n)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`{"steps":[{"text":"Hmph.","chunks":3},{"json":null}],"fallback":{"error":"busy"}}`)
	f.Add(`[{"toolCalls":[{"name":"a","arguments":{"b":1},"id":"c"}]},{"template":"{prompt}{toolOutput}"}]`)
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ojson.Parse([]byte(text))
		if err != nil {
			return
		}
		for _, parse := range []func(ojson.Value, string) (*scripted.Script, error){scripted.Parse, scripted.ParseFile} {
			s, err := parse(v, "model")
			var spec *scripted.SpecError
			switch {
			case err == nil:
				s.NewModel("scripted").Describe()
			case !errors.As(err, &spec) || !strings.HasPrefix(spec.Path, "model"):
				t.Errorf("%s: %v", text, err)
			}
		}
	})
}
