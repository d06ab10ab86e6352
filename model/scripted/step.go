package scripted

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

type stepKind uint8

const (
	textStep stepKind = iota
	toolCallsStep
	jsonStep
	templateStep
	errorStep
)

// step is what one inference does.
type step struct {
	kind  stepKind
	delay time.Duration
	// pause is the time between two pieces of the text.
	pause time.Duration
	// text is the answer of a text step or the template of a template step.
	text string
	// chunks is the number of pieces in which text is sent, about.
	chunks int64
	// calls have an empty ID where the script names none.
	calls []model.ToolCall
	json  ojson.Value
	fail  model.Error
}

// defaultChunks is the number of pieces of a text whose step does not say.
const defaultChunks = 3

// parseStep reads one step. The first key in the order of the cases decides
// what the step is (behaviours, item 175); a null member counts as absent,
// save that of json, whose value may be null.
func parseStep(v ojson.Value, path string) (step, error) {
	var s step
	if v.Kind() != ojson.KindObject {
		return s, mistyped(path, "an object", v)
	}
	var err error
	if s.delay, err = milliseconds(v, path, "delayMs"); err != nil {
		return s, err
	}
	if s.pause, err = milliseconds(v, path, "chunkDelayMs"); err != nil {
		return s, err
	}
	if t, ok := member(v, "text"); ok {
		return parseText(s, v, t, path)
	}
	if calls, ok := member(v, "toolCalls"); ok {
		return parseToolCalls(s, calls, path+".toolCalls")
	}
	if j, ok := v.Get("json"); ok {
		s.kind, s.json = jsonStep, j
		return s, nil
	}
	if t, ok := member(v, "template"); ok {
		var err error
		s.kind, s.chunks = templateStep, defaultChunks
		s.text, err = text(t, path+".template")
		return s, err
	}
	if code, ok := member(v, "error"); ok {
		return parseError(s, v, code, path)
	}
	return s, mistyped(path, "a step with 'text', 'toolCalls', 'json', 'template' or 'error'", v)
}

// stepNames are the members of steps of all kinds. chunkDelayMs, the time between
// the pieces of a text, is an addition to the protocol: with it a test can
// cancel in the middle of an answer.
var stepNames = []string{
	"text", "chunks", "toolCalls", "json", "template", "error", "message", "delayMs", "chunkDelayMs",
}

func milliseconds(v ojson.Value, path, key string) (time.Duration, error) {
	d, ok := member(v, key)
	if !ok {
		return 0, nil
	}
	ms, err := integer(d, path+"."+key, 0)
	return time.Duration(min(ms, math.MaxInt64/int64(time.Millisecond))) * time.Millisecond, err
}

func parseText(s step, v, t ojson.Value, path string) (step, error) {
	var err error
	s.kind, s.chunks = textStep, defaultChunks
	if s.text, err = text(t, path+".text"); err != nil {
		return s, err
	}
	if c, ok := member(v, "chunks"); ok {
		s.chunks, err = integer(c, path+".chunks", 1)
	}
	return s, err
}

func parseToolCalls(s step, list ojson.Value, path string) (step, error) {
	s.kind = toolCallsStep
	if list.Kind() != ojson.KindArray || list.Len() == 0 {
		return s, mistyped(path, "a non-empty array", list)
	}
	s.calls = make([]model.ToolCall, list.Len())
	for i, c := range list.Items() {
		var err error
		if s.calls[i], err = parseCall(c, fmt.Sprintf("%s[%d]", path, i)); err != nil {
			return s, err
		}
	}
	return s, nil
}

func parseCall(v ojson.Value, path string) (model.ToolCall, error) {
	call := model.ToolCall{Arguments: ojson.Object()}
	if v.Kind() != ojson.KindObject {
		return call, mistyped(path, "an object", v)
	}
	name, ok := member(v, "name")
	if !ok {
		return call, missing(path + ".name")
	}
	var err error
	if call.Name, err = text(name, path+".name"); err != nil {
		return call, err
	}
	if a, ok := member(v, "arguments"); ok {
		if a.Kind() != ojson.KindObject {
			return call, mistyped(path+".arguments", "an object", a)
		}
		call.Arguments = a
	}
	if id, ok := member(v, "id"); ok {
		// A transcript tells by the id which call an output answers.
		if call.ID, err = text(id, path+".id"); err == nil && call.ID == "" {
			err = mistyped(path+".id", "a non-empty string", id)
		}
	}
	return call, err
}

func parseError(s step, v, code ojson.Value, path string) (step, error) {
	s.kind = errorStep
	name, _ := code.AsString()
	s.fail.Code = model.Code(name)
	if codes := model.Codes(); !slices.Contains(codes, s.fail.Code) {
		names := make([]string, len(codes))
		for i, c := range codes {
			names[i] = string(c)
		}
		return s, mistyped(path+".error", "one of "+strings.Join(names, ", "), code)
	}
	s.fail.Message = fmt.Sprintf("The script fails this step with %s.", name)
	var err error
	if m, ok := member(v, "message"); ok {
		s.fail.Message, err = text(m, path+".message")
	}
	return s, err
}

// member returns a member of an object; null counts as absent.
func member(v ojson.Value, key string) (m ojson.Value, ok bool) {
	m, _ = v.Get(key)
	return m, !m.IsNull()
}

func text(v ojson.Value, path string) (string, error) {
	s, ok := v.AsString()
	if !ok {
		return "", mistyped(path, "a string", v)
	}
	return s, nil
}

func integer(v ojson.Value, path string, least int64) (int64, error) {
	n, ok := v.AsInt()
	if !ok || n < least {
		return 0, mistyped(path, fmt.Sprintf("an integer of at least %d", least), v)
	}
	return n, nil
}
