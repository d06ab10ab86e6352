package bridge

import (
	"fmt"
	"time"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/model"
)

// optionNames are the members of session/create's options.
var optionNames = []string{
	"toolChoice", "maxToolRounds", "maxToolCalls", "enabledTools", "temperature", "maxResponseTokens", "sampling",
	"toolTimeoutSeconds", "trimHistory", "reservedResponseTokens", "maxAttempts",
}

// parseOptions reads session/create's options. toolTimeout is the limit of
// tools that name none.
func parseOptions(p Params, toolTimeout time.Duration) (o agent.Options, timeout time.Duration, err error) {
	o = agent.DefaultOptions()
	overrides, err := parseOverrides(p)
	if err != nil {
		return o, 0, err
	}
	if overrides.ToolChoice != nil {
		o.ToolChoice = *overrides.ToolChoice
	}
	if overrides.MaxToolRounds != nil {
		o.MaxToolRounds = *overrides.MaxToolRounds
	}
	if overrides.MaxToolCalls != nil {
		o.MaxToolCalls = *overrides.MaxToolCalls
	}
	if overrides.EnabledTools != nil {
		o.EnabledTools = *overrides.EnabledTools
	}
	if o.Model.Temperature, err = p.OptionalFloat("temperature", 0, maxFloat); err != nil {
		return o, 0, err
	}
	if o.Model.MaxTokens, err = p.OptionalInt("maxResponseTokens", 1, 0); err != nil {
		return o, 0, err
	}
	if o.Model.Sampling, err = ParseSampling(p, "sampling"); err != nil {
		return o, 0, err
	}
	if timeout, err = p.OptionalSeconds("toolTimeoutSeconds", toolTimeout); err != nil {
		return o, 0, err
	}
	if o.TrimHistory, err = p.OptionalBool("trimHistory", o.TrimHistory); err != nil {
		return o, 0, err
	}
	if o.ReservedResponseTokens, err = p.OptionalInt("reservedResponseTokens", 0, o.ReservedResponseTokens); err != nil {
		return o, 0, err
	}
	o.MaxAttempts, err = p.OptionalInt("maxAttempts", 1, o.MaxAttempts)
	return o, timeout, err
}

// parseOverrides reads the options that a turn may override.
func parseOverrides(p Params) (o agent.Overrides, err error) {
	if o.ToolChoice, err = ParseToolChoice(p, "toolChoice"); err != nil {
		return o, err
	}
	if o.MaxToolRounds, err = optionalCount(p, "maxToolRounds"); err != nil {
		return o, err
	}
	if o.MaxToolCalls, err = optionalCount(p, "maxToolCalls"); err != nil {
		return o, err
	}
	names, err := p.OptionalStrings("enabledTools")
	if err == nil && names != nil {
		o.EnabledTools = &names
	}
	return o, err
}

func optionalCount(p Params, key string) (*int, error) {
	if _, ok := p.Get(key); !ok {
		return nil, nil
	}
	n, err := p.OptionalInt(key, 0, 0)
	return &n, err
}

// ParseToolChoice reads a tool choice, nil when it is absent (behaviours, item
// 57). A bare tool name is refused: it would hide a typing error in one of the
// words.
func ParseToolChoice(p Params, key string) (*agent.ToolChoice, error) {
	v, ok := p.Get(key)
	if !ok {
		return nil, nil
	}
	kinds := map[string]agent.ChoiceKind{
		"auto": agent.ChoiceAuto, "none": agent.ChoiceNone, "required": agent.ChoiceRequired, "explicit": agent.ChoiceExplicit,
	}
	if word, ok := v.AsString(); ok {
		if kind, ok := kinds[word]; ok {
			return &agent.ToolChoice{Kind: kind}, nil
		}
	}
	name, ok := v.Get("tool")
	if function, wrapped := v.Get("function"); wrapped {
		name, ok = function.Get("name")
	}
	if s, isString := name.AsString(); ok && isString && s != "" {
		return &agent.ToolChoice{Kind: agent.ChoiceTool, Tool: s}, nil
	}
	return nil, BadParam(p.Path(key), `"auto", "none", "required", "explicit" or {"tool": name}`, v)
}

// ParseSampling reads a sampling option, the zero Sampling when it is absent
// (behaviours, item 58).
func ParseSampling(p Params, key string) (model.Sampling, error) {
	var s model.Sampling
	v, ok := p.Get(key)
	if !ok {
		return s, nil
	}
	if word, ok := v.AsString(); ok && word == "greedy" {
		s.Greedy = true
		return s, nil
	}
	o := NewParams(v, p.Path(key))
	_, hasK := o.Get("topK")
	_, hasP := o.Get("topP")
	if !hasK && !hasP {
		return s, BadParam(p.Path(key), `"greedy", {"topK": n} or {"topP": p}`, v)
	}
	var err error
	if s.TopK, err = o.OptionalInt("topK", 1, 0); err != nil {
		return s, err
	}
	if s.TopP, err = o.OptionalFloat("topP", 0, 1); err != nil {
		return s, err
	}
	if hasK {
		s.TopP = nil
	}
	if _, ok := o.Get("seed"); ok {
		seed, err := o.OptionalInt("seed", 0, 0)
		if err != nil {
			return s, err
		}
		s.Seed = new(int64)
		*s.Seed = int64(seed)
	}
	return s, nil
}

// checkNamedTool refuses a tool choice that names a tool that is not there.
func checkNamedTool(c agent.ToolChoice, tools []agent.Tool, path string) error {
	if c.Kind != agent.ChoiceTool {
		return nil
	}
	for i := range tools {
		if tools[i].Name == c.Tool {
			return nil
		}
	}
	return unknownToolChoice(c.Tool, path)
}

func unknownToolChoice(tool, path string) error {
	return jsonrpc.InvalidParams(fmt.Sprintf("Parameter '%s' names the tool '%s', which the session does not have.", path, cutRunes(tool, 80)))
}
