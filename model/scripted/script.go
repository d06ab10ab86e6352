package scripted

import (
	"fmt"
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// Script is a checked script. It is immutable and may be used concurrently;
// the zero Script has no steps and the default fallback.
type Script struct {
	steps []step
	// fallback is played when the steps have run out; nil for the default.
	fallback *step
	// contextSize is in tokens, 0 for none.
	contextSize int
	warnings    []string
}

// Parse reads the value of a model parameter of the type scripted:
//
//	{"type": "scripted", "steps": [step…], "fallback": step, "contextSize": tokens}
//
// All members but the type may be absent or null, and unknown ones are
// ignored with a warning. null and the string "scripted" are empty scripts. contextSize is an
// addition to the protocol: an integer ≥ 1 that the model reports as the size
// of its context window. path is the place of spec in the parameters
// ("model"). The error is a [*SpecError].
func Parse(spec ojson.Value, path string) (*Script, error) {
	switch spec.Kind() {
	case ojson.KindNull:
		return &Script{}, nil
	case ojson.KindString:
		if name, _ := spec.AsString(); name == typeName {
			return &Script{}, nil
		}
	case ojson.KindObject:
		if t, ok := member(spec, "type"); ok && !ojson.Equal(t, ojson.String(typeName)) {
			return nil, mistyped(path+".type", `"`+typeName+`"`, t)
		}
		return parseObject(spec, path)
	}
	return nil, mistyped(path, "a scripted model", spec)
}

// typeName is the value of "type" in a model parameter.
const typeName = "scripted"

// ParseFile reads the content of a script file, the one that OAM_SCRIPT names:
// a list of steps or an object with the members of [Parse] (behaviours, item
// 311). path stands for the file in messages. The error is a [*SpecError].
func ParseFile(v ojson.Value, path string) (*Script, error) {
	switch v.Kind() {
	case ojson.KindArray:
		var s Script
		var err error
		s.steps, err = s.parseSteps(v, path)
		return &s, err
	case ojson.KindObject:
		return parseObject(v, path)
	default:
		return nil, mistyped(path, "an array of steps or an object with 'steps'", v)
	}
}

func parseObject(v ojson.Value, path string) (*Script, error) {
	var s Script
	var err error
	s.warn(v, path, scriptNames)
	if list, ok := member(v, "steps"); ok {
		if s.steps, err = s.parseSteps(list, path+".steps"); err != nil {
			return nil, err
		}
	}
	if f, ok := member(v, "fallback"); ok {
		fallback, err := parseStep(f, path+".fallback")
		if err != nil {
			return nil, err
		}
		s.warn(f, path+".fallback", stepNames)
		s.fallback = &fallback
	}
	if n, ok := member(v, "contextSize"); ok {
		size, err := integer(n, path+".contextSize", 1)
		if err != nil {
			return nil, err
		}
		s.contextSize = int(min(size, maxContextSize))
	}
	return &s, nil
}

// maxContextSize keeps sums of token counts within an int of 32 bits.
const maxContextSize = 1 << 30

// scriptNames are the members of a script.
var scriptNames = []string{"type", "steps", "fallback", "contextSize"}

// maxWarnings bounds the warnings about one script.
const maxWarnings = 20

// warn notes the members of an object that mean nothing.
func (s *Script) warn(v ojson.Value, path string, known []string) {
	for _, m := range v.Members() {
		if !slices.Contains(known, m.Key) && len(s.warnings) < maxWarnings {
			s.warnings = append(s.warnings, fmt.Sprintf("Unknown parameter '%s.%s' was ignored.", path, m.Key))
		}
	}
}

func (s *Script) parseSteps(list ojson.Value, path string) ([]step, error) {
	if list.Kind() != ojson.KindArray {
		return nil, mistyped(path, "an array", list)
	}
	steps := make([]step, len(list.Items()))
	for i, item := range list.Items() {
		var err error
		at := fmt.Sprintf("%s[%d]", path, i)
		if steps[i], err = parseStep(item, at); err != nil {
			return nil, err
		}
		s.warn(item, at, stepNames)
	}
	return steps, nil
}

// at returns step i, the fallback from the end of the steps on.
func (s *Script) at(i int) step {
	switch {
	case i < len(s.steps):
		return s.steps[i]
	case s.fallback != nil:
		return *s.fallback
	default:
		return step{kind: textStep, text: "(script exhausted)", chunks: defaultChunks}
	}
}

// Warnings tells of members of the script that mean nothing, which are ignored.
func (s *Script) Warnings() []string { return s.warnings }
