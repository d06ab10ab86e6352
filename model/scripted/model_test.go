package scripted_test

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

func TestChunks(t *testing.T) { // item 176
	for _, c := range []struct {
		step string
		want []string
	}{
		{`{"text":"Hmph."}`, []string{"Hm", "ph", "."}},
		{`{"text":"abcdefg"}`, []string{"abc", "def", "g"}},
		{`{"text":"abcdef","chunks":3}`, []string{"ab", "cd", "ef"}},
		{`{"text":"abcdef","chunks":1}`, []string{"abcdef"}},
		// ceil(6/4) is 2, so there are three pieces: "about" chunks.
		{`{"text":"abcdef","chunks":4}`, []string{"ab", "cd", "ef"}},
		{`{"text":"abcdef","chunks":5}`, []string{"ab", "cd", "ef"}},
		{`{"text":"abcdef","chunks":6}`, []string{"abcdef"}},
		{`{"text":"abc"}`, []string{"abc"}},
		{`{"text":"abcd"}`, []string{"ab", "cd"}},
		{`{"text":"abcdef","chunks":9007199254740991}`, []string{"abcdef"}},
		{`{"text":"héé😀😀x","chunks":2}`, []string{"héé", "😀😀x"}},
		{`{"text":""}`, nil},
		{`{"template":"abcdef"}`, []string{"ab", "cd", "ef"}},
		{`{"template":"abcdef","chunks":1}`, []string{"ab", "cd", "ef"}},
		{`{"json":"abcdefgh","chunks":2}`, []string{`"abcdefgh"`}},
	} {
		diff(t, c.want, mustPlay(t, newModel(t, `"steps":[`+c.step+`]`), ask()).Pieces)
	}
}

func TestChunksAddUp(t *testing.T) { // item 176
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.String().Draw(rt, "text")
		chunks := rapid.Int64Range(1, 40).Draw(rt, "chunks")
		step := ojson.Object(ojson.Field("text", ojson.String(text)), ojson.Field("chunks", ojson.Int(chunks)))
		a := mustPlay(t, newModel(t, `"steps":[`+step.String()+`]`), ask())
		if a.text() != text {
			rt.Fatalf("pieces %q do not add up to %q", a.Pieces, text)
		}
		if int64(len(a.Pieces)) > chunks {
			rt.Fatalf("%d pieces, asked for %d", len(a.Pieces), chunks)
		}
		for i, p := range a.Pieces {
			if p == "" || len([]rune(p)) > len([]rune(a.Pieces[0])) {
				rt.Fatalf("piece %d of %q is empty or longer than the first", i, a.Pieces)
			}
		}
	})
}

func TestStructuredSteps(t *testing.T) { // items 179 and 180
	for _, c := range []struct {
		step       string
		text       string
		structured []string
	}{
		{`{"json":{"choice":"refuse"}}`, `{"choice":"refuse"}`, []string{`{"choice":"refuse"}`}},
		{`{"json":null}`, `null`, []string{`null`}},
		{`{"text":"{\"a\":1}"}`, `{"a":1}`, nil},
		{`{"text":"no JSON"}`, `no JSON`, nil},
		{`{"template":"[{prompt}]"}`, `[]`, nil},
	} {
		a := mustPlay(t, newModel(t, `"steps":[`+c.step+`]`), structured(t))
		diff(t, c.text, a.text())
		diff(t, c.structured, a.Structured)
	}
	a := mustPlay(t, newModel(t, `"steps":[{"json":{"b":1,"a":"x"}}]`), ask())
	diff(t, answer{Pieces: []string{`{"b":1,"a":"x"}`}, Usages: a.Usages}, a)
}

func TestTemplates(t *testing.T) { // items 181 and 182
	prompt, response, output := model.PromptEntry, model.ResponseEntry, model.ToolOutputEntry
	history := []model.Entry{
		entry(prompt, "1", "old prompt"), entry(output, "2", "old output"), entry(response, "3", "old answer"),
	}
	for _, c := range []struct {
		name, template string
		entries        []model.Entry
		want           string
	}{
		{"no conversation", "<{prompt}|{toolOutput}|{toolOutputs}>", nil, "<||>"},
		{"latest prompt", "{prompt}{prompt}", append(history, entry(prompt, "4", "hi")), "hihi"},
		{"outputs of earlier turns", "<{toolOutput}{toolOutputs}>", append(history, entry(prompt, "4", "hi")), "<>"},
		{"latest output", "Gate says: {toolOutput}", []model.Entry{
			entry(prompt, "1", "p"), entry(model.ToolCallsEntry, "2", ""), entry(output, "3", "one"), entry(output, "4", "Error: two")},
			"Gate says: Error: two"},
		{"all outputs", "{toolOutputs}!", append(history,
			entry(prompt, "4", "p"), entry(output, "5", `{"a":1}`), entry(model.ToolCallsEntry, "6", ""), entry(output, "7", "b")),
			"{\"a\":1}\nb!"},
		{"empty prompt goes on", "<{prompt}{toolOutput}>", append(history, entry(prompt, "4", "")), "<>"},
		{"placeholders in the prompt", "{prompt}", []model.Entry{
			entry(prompt, "1", "{toolOutput}/{toolOutputs}/{prompt}"), entry(output, "2", "x"), entry(output, "3", "y")},
			"y/x\ny/{prompt}"},
		{"prompt in an output", "{toolOutput}", []model.Entry{entry(prompt, "1", "p"), entry(output, "2", "{prompt}")}, "{prompt}"},
		// {toolOutputs} is filled before {toolOutput}.
		{"placeholder in an output", "{toolOutputs}", []model.Entry{
			entry(prompt, "1", "p"), entry(output, "2", "{toolOutput}"), entry(output, "3", "z")}, "z\nz"},
		{"unknown placeholders", "{toolCall} {Prompt} {", []model.Entry{entry(prompt, "1", "p")}, "{toolCall} {Prompt} {"},
	} {
		t.Run(c.name, func(t *testing.T) {
			step := ojson.Object(ojson.Field("template", ojson.String(c.template)))
			a := mustPlay(t, newModel(t, `"steps":[`+step.String()+`]`), ask(c.entries...))
			diff(t, c.want, a.text())
		})
	}
}

func TestTemplateIsBounded(t *testing.T) {
	// Without a bound this answer would have a terabyte.
	m := newModel(t, `"steps":[{"template":"{prompt}"},{"text":"alive"}]`)
	entries := []model.Entry{
		entry(model.PromptEntry, "1", strings.Repeat("{toolOutput}", 1<<20)),
		entry(model.ToolOutputEntry, "2", strings.Repeat("x", 1<<20)),
	}
	_, err := play(t.Context(), m, ask(entries...))
	var failure *model.Error
	if !errors.As(err, &failure) || failure.Code != model.GenerationFailed {
		t.Errorf("error = %v, want %s", err, model.GenerationFailed)
	}
	diff(t, "alive", mustPlay(t, m, ask()).text())
}

func TestErrorSteps(t *testing.T) { // item 183
	for _, code := range []string{
		"model_unavailable", "guardrail_violation", "refusal", "context_size_exceeded", "rate_limited",
		"unsupported_language", "invalid_schema", "tool_failed", "cancelled", "busy", "invalid_request", "generation_failed",
	} {
		m := newModel(t, `"steps":[{"error":"`+code+`"},{"error":"`+code+`","message":"Unsafe content."},{"text":"on"}]`)
		a, err := play(t.Context(), m, ask())
		var failure *model.Error
		if !errors.As(err, &failure) {
			t.Fatalf("%s: error = %v, want a model.Error", code, err)
		}
		diff(t, answer{}, a)
		diff(t, code, string(failure.Code))
		if !strings.Contains(failure.Message, code) {
			t.Errorf("default message %q does not name %s", failure.Message, code)
		}
		_, err = play(t.Context(), m, ask())
		if !errors.As(err, &failure) || string(failure.Code) != code || failure.Message != "Unsafe content." {
			t.Errorf("error = %v, want %s: Unsafe content.", err, code)
		}
		diff(t, "on", mustPlay(t, m, ask()).text())
	}
}

func TestCallIDs(t *testing.T) { // item 84
	m := newModel(t, `"fallback":{"toolCalls":[{"name":"a"},{"name":"b","id":"mine"},{"name":"c"}]}`)
	var ids []string
	for range 2 {
		ids = append(ids, mustPlay(t, m, ask()).IDs...)
	}
	for i, want := range []string{
		"scripted_call_1_[0-9A-Za-z]{8}", "mine", "scripted_call_2_[0-9A-Za-z]{8}",
		"scripted_call_3_[0-9A-Za-z]{8}", "mine", "scripted_call_4_[0-9A-Za-z]{8}",
	} {
		if !regexp.MustCompile("^" + want + "$").MatchString(ids[i]) {
			t.Errorf("id %d = %s, want %s", i, ids[i], want)
		}
	}
	if ids[0][len("scripted_call_1"):] == ids[2][len("scripted_call_2"):] {
		t.Errorf("ids %s and %s have the same end", ids[0], ids[2])
	}
}

func TestSteeringIsIgnored(t *testing.T) { // items 188a and 188
	m := newModel(t, `"steps":[{"text":"Hmph."},{"json":1},{"toolCalls":[{"name":"hidden"}]}]`)
	required := &model.Request{Mode: model.Required, Tools: []model.Tool{{Name: "open_gate"}}, Callable: []string{"open_gate"}}
	diff(t, "Hmph.", mustPlay(t, m, required).text())
	diff(t, "1", mustPlay(t, m, required).text())
	diff(t, []string{"hidden{}"}, mustPlay(t, m, &model.Request{Mode: model.Disallowed}).Calls)
}

func TestDelay(t *testing.T) { // item 184
	synctest.Test(t, func(t *testing.T) {
		for _, step := range []string{`"text":"x"`, `"json":1`, `"toolCalls":[{"name":"a"}]`, `"template":"x"`, `"error":"busy"`} {
			m := newModel(t, `"steps":[{"delayMs":500,`+step+`}]`)
			start := time.Now()
			for range m.Step(t.Context(), ask()) {
				if waited := time.Since(start); waited != 500*time.Millisecond {
					t.Errorf("%s: first event after %v, want 500ms", step, waited)
				}
			}
		}
	})
}

func TestDelayOfCenturies(t *testing.T) { // item 184: any integer is a delay
	synctest.Test(t, func(t *testing.T) {
		// The second is the first that a duration in nanoseconds cannot hold.
		for _, ms := range []string{"9007199254740991", "9223372036855"} {
			m := newModel(t, `"steps":[{"delayMs":`+ms+`,"text":"x"}]`)
			ctx, cancel := context.WithTimeout(t.Context(), 24*time.Hour)
			if _, err := play(ctx, m, ask()); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: error = %v, want that of the context", ms, err)
			}
			cancel()
		}
	})
}

func TestCancelledDelayUsesTheStep(t *testing.T) { // items 127 and 184
	synctest.Test(t, func(t *testing.T) {
		m := newModel(t, `"steps":[{"delayMs":60000,"text":"one"},{"text":"two"}]`)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		start := time.Now()
		time.AfterFunc(50*time.Millisecond, cancel)
		a, err := play(ctx, m, ask())
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error = %v, want that of the context", err)
		}
		diff(t, answer{}, a)
		diff(t, 50*time.Millisecond, time.Since(start))
		diff(t, "two", mustPlay(t, m, ask()).text())
	})
}

func TestStepIsUsedBeforeItsDelay(t *testing.T) { // item 127
	synctest.Test(t, func(t *testing.T) {
		m := newModel(t, `"steps":[{"delayMs":1000,"text":"one"},{"text":"two"}]`)
		first := make(chan string)
		go func() {
			a, _ := play(t.Context(), m, ask())
			first <- a.text()
		}()
		synctest.Wait()
		diff(t, "two", mustPlay(t, m, ask()).text())
		diff(t, "one", <-first)
	})
}

func TestStepThatNeverBegins(t *testing.T) { // item 126
	m := newModel(t, `"steps":[{"text":"one"}]`)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := play(ctx, m, ask()); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want that of the context", err)
	}
	m.Step(t.Context(), ask()) // a sequence that nobody reads
	diff(t, "one", mustPlay(t, m, ask()).text())
}

func TestCancelBetweenPieces(t *testing.T) {
	m := newModel(t, `"steps":[{"text":"abcdef"},{"text":"next"}]`)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var got []string
	var failure error
	for e, err := range m.Step(ctx, ask()) {
		if failure = err; err == nil {
			got = append(got, e.(model.Text).Delta)
			cancel()
		}
	}
	diff(t, []string{"ab"}, got)
	if !errors.Is(failure, context.Canceled) {
		t.Errorf("error = %v, want that of the context", failure)
	}
	diff(t, "next", mustPlay(t, m, ask()).text())
}

func TestReaderMayStop(t *testing.T) {
	// Going on after a yield that returned false would panic.
	for _, step := range []string{`"text":"abcdef"`, `"json":1`, `"toolCalls":[{"name":"a"},{"name":"b"}]`, `"template":"x"`, `"error":"busy"`} {
		for events := 1; events <= 3; events++ {
			n := 0
			for range newModel(t, `"steps":[{`+step+`}]`).Step(t.Context(), structured(t)) {
				if n++; n == events {
					break
				}
			}
		}
	}
}

func TestConcurrentSteps(t *testing.T) { // items 35 and 174
	const steps = 200
	members := `"steps":[` + strings.Repeat(`{"toolCalls":[{"name":"a"}]},`, steps-1) + `{"toolCalls":[{"name":"a"}]}],"fallback":{"text":"end"}`
	m := newModel(t, members)
	var wg sync.WaitGroup
	var mu sync.Mutex
	seen := map[string]bool{}
	for range steps {
		wg.Go(func() {
			a, err := play(t.Context(), m, ask(entry(model.PromptEntry, "1", "hi")))
			mu.Lock()
			defer mu.Unlock()
			if err != nil || len(a.IDs) != 1 {
				t.Errorf("step gave %+v, %v", a, err)
				return
			}
			number := strings.Split(a.IDs[0], "_")[2]
			if seen[number] {
				t.Errorf("call number %s was given twice", number)
			}
			seen[number] = true
		})
	}
	wg.Wait()
	diff(t, "end", mustPlay(t, m, ask()).text())
}
