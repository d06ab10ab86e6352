package game

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/ojson"
)

func optionNames() []string {
	return []string{
		"replyFormat", "groundingTool", "toolChoice", "maxToolRounds", "maxToolCalls", "toolTimeoutSeconds",
		"worldReadable", "worldWritable", "worldContextPaths", "memoryTools", "maxFacts", "maxRelationshipChange",
		"secretsUnlockAtRelationship", "emotions", "playerOptionCount", "canEndConversation", "extraInstructions",
		"compactAfterTurns", "keepRecentTurns", "fallbackOnGuardrail", "fallbackLines",
		"temperature", "maximumResponseTokens", "barkMaximumTokens",
	}
}

// DecodeOptions reads options (behaviours, items 196 to 202); path is their
// place, defaults stand in for what is absent. unknown are the full paths of
// members that there are not. The error is an [*Error].
func DecodeOptions(v ojson.Value, path string, defaults Options) (o Options, unknown []string, err error) {
	f := openFields(v, path, false)
	o = defaults
	o.ReplyFormat = ReplyFormat(f.text("replyFormat", string(o.ReplyFormat)))
	if o.ReplyFormat != Automatic && o.ReplyFormat != StructuredReply && o.ReplyFormat != TextReply {
		f.fail(f.at("replyFormat"), `"automatic", "structured" or "text"`, ojson.String(string(o.ReplyFormat)))
	}
	o.GroundingTool = f.text("groundingTool", o.GroundingTool)
	if choice, ok := f.get("toolChoice"); ok {
		if o.ToolChoice, ok = DecodeToolChoice(choice); !ok {
			f.fail(f.at("toolChoice"), toolChoices, choice)
		}
	}
	o.MaxToolRounds = f.integer("maxToolRounds", 0, noBound, o.MaxToolRounds)
	o.MaxToolCalls = f.integer("maxToolCalls", 0, noBound, o.MaxToolCalls)
	if s := f.number("toolTimeoutSeconds", 0, maxSeconds); s != nil {
		o.ToolTimeout = seconds(*s)
	}
	o.WorldReadable = f.texts("worldReadable", o.WorldReadable)
	o.WorldWritable = f.texts("worldWritable", o.WorldWritable)
	o.WorldContextPaths = f.texts("worldContextPaths", o.WorldContextPaths)
	if tools, ok := f.get("memoryTools"); ok {
		o.MemoryTools = f.memoryTools(tools)
	}
	o.MaxFacts = f.integer("maxFacts", 0, noBound, o.MaxFacts)
	o.MaxRelationshipChange = f.integer("maxRelationshipChange", 0, noBound, o.MaxRelationshipChange)
	// The one option to which null means something.
	if unlock, ok := v.Get("secretsUnlockAtRelationship"); ok {
		o.SecretsUnlockAt = nil
		if !unlock.IsNull() {
			at := f.integer("secretsUnlockAtRelationship", -noBound, noBound, 0)
			o.SecretsUnlockAt = &at
		}
	}
	if names := f.texts("emotions", nil); names != nil {
		o.Emotions = nil
		for _, name := range names {
			if e := lenientEmotion(name); !slices.Contains(o.Emotions, e) {
				o.Emotions = append(o.Emotions, e)
			}
		}
	}
	o.PlayerOptionCount = f.integer("playerOptionCount", 0, maxPlayerOptions, o.PlayerOptionCount)
	o.CanEndConversation = f.flag("canEndConversation", o.CanEndConversation)
	o.ExtraInstructions = f.text("extraInstructions", o.ExtraInstructions)
	o.CompactAfterTurns = f.integer("compactAfterTurns", 0, noBound, o.CompactAfterTurns)
	o.KeepRecentTurns = f.integer("keepRecentTurns", 0, noBound, o.KeepRecentTurns)
	o.FallbackOnGuardrail = f.flag("fallbackOnGuardrail", o.FallbackOnGuardrail)
	o.FallbackLines = f.texts("fallbackLines", o.FallbackLines)
	if t := f.number("temperature", 0, math.MaxFloat64); t != nil {
		o.Temperature = t
	}
	o.MaximumResponseTokens = f.integer("maximumResponseTokens", 1, maxTokens, o.MaximumResponseTokens)
	o.BarkMaximumTokens = f.integer("barkMaximumTokens", 1, maxTokens, o.BarkMaximumTokens)
	return o, f.unknown(optionNames()), f.err
}

const (
	// maxSeconds is the longest time limit, one day.
	maxSeconds = 86400
	// maxTokens keeps sums of token counts within an int of 32 bits.
	maxTokens = 1 << 30
)

// seconds returns a time limit. A limit too small to be counted is not none.
func seconds(s float64) time.Duration {
	d := time.Duration(math.Round(s * float64(time.Second)))
	if d == 0 && s > 0 {
		d = 1
	}
	return d
}

// memoryTools reads a list of names, one name, "all", "none" or a bit mask
// (behaviours, item 196).
func (f *fields) memoryTools(v ojson.Value) MemoryTools {
	path := f.at("memoryTools")
	names := v.Items()
	if v.Kind() != ojson.KindArray {
		if mask, ok := v.AsInt(); ok && mask >= 0 && mask <= int64(RememberFact|ChangeRelationship) {
			return MemoryTools(mask)
		}
		names = []ojson.Value{v}
	}
	var tools MemoryTools
	for i, item := range names {
		switch name, _ := item.AsString(); name {
		case "rememberFact", rememberFactTool:
			tools |= RememberFact
		case "changeRelationship", changeRelationshipTool:
			tools |= ChangeRelationship
		case "all":
			tools |= RememberFact | ChangeRelationship
		case "none":
		default:
			at := path
			if v.Kind() == ojson.KindArray {
				at = fmt.Sprintf("%s[%d]", path, i)
			}
			f.fail(at, `"rememberFact", "changeRelationship", "all" or "none"`, item)
		}
	}
	return tools
}

// names returns the memory tools as options name them.
func (t MemoryTools) names() []string {
	var names []string
	if t&RememberFact != 0 {
		names = append(names, "rememberFact")
	}
	if t&ChangeRelationship != 0 {
		names = append(names, "changeRelationship")
	}
	return names
}

// encode returns the options as saves hold them: every one that is set, and
// the threshold of the secrets also when it is null (behaviours, item 245).
func (o *Options) encode() ojson.Value {
	members := make([]ojson.Member, 0, 24)
	add := func(key string, v ojson.Value) { members = append(members, ojson.Field(key, v)) }
	integer := func(key string, n int) { add(key, ojson.Int(int64(n))) }
	add("replyFormat", ojson.String(string(o.ReplyFormat)))
	if o.GroundingTool != "" {
		add("groundingTool", ojson.String(o.GroundingTool))
	}
	add("toolChoice", encodeToolChoice(o.ToolChoice))
	integer("maxToolRounds", o.MaxToolRounds)
	integer("maxToolCalls", o.MaxToolCalls)
	add("toolTimeoutSeconds", ojson.Float(o.ToolTimeout.Seconds()))
	add("worldReadable", ojson.Strings(o.WorldReadable))
	add("worldWritable", ojson.Strings(o.WorldWritable))
	add("worldContextPaths", ojson.Strings(o.WorldContextPaths))
	add("memoryTools", ojson.Strings(o.MemoryTools.names()))
	integer("maxFacts", o.MaxFacts)
	integer("maxRelationshipChange", o.MaxRelationshipChange)
	unlock := ojson.Value{}
	if o.SecretsUnlockAt != nil {
		unlock = ojson.Int(int64(*o.SecretsUnlockAt))
	}
	add("secretsUnlockAtRelationship", unlock)
	emotions := make([]ojson.Value, 0, 16)
	for _, e := range o.allowed() {
		emotions = append(emotions, ojson.String(string(e)))
	}
	add("emotions", ojson.Array(emotions...))
	integer("playerOptionCount", o.PlayerOptionCount)
	add("canEndConversation", ojson.Bool(o.CanEndConversation))
	if o.ExtraInstructions != "" {
		add("extraInstructions", ojson.String(o.ExtraInstructions))
	}
	integer("compactAfterTurns", o.CompactAfterTurns)
	integer("keepRecentTurns", o.KeepRecentTurns)
	add("fallbackOnGuardrail", ojson.Bool(o.FallbackOnGuardrail))
	add("fallbackLines", ojson.Strings(o.FallbackLines))
	if o.Temperature != nil {
		add("temperature", ojson.Float(*o.Temperature))
	}
	if o.MaximumResponseTokens > 0 {
		integer("maximumResponseTokens", o.MaximumResponseTokens)
	}
	integer("barkMaximumTokens", o.BarkMaximumTokens)
	return ojson.Object(members...)
}

// patched applies a merge patch; null resets an option to the given default.
func (o *Options) patched(patch ojson.Value, path string, defaults Options) (Options, error) {
	q, _, err := DecodeOptions(mergePatch(o.encode(), known(patch, optionNames())), path, defaults)
	return q, err
}

const toolChoices = `"auto", "none", "required", "explicit" or {"tool": name}`

// DecodeToolChoice reads a tool choice as sessions have it (behaviours, item
// 57): one of four words or an object that names a tool.
func DecodeToolChoice(v ojson.Value) (c agent.ToolChoice, ok bool) {
	word, isWord := v.AsString()
	if isWord {
		i := slices.Index(strings.Fields("auto none required explicit"), word)
		return agent.ToolChoice{Kind: agent.ChoiceKind(max(i, 0))}, i >= 0
	}
	name, _ := v.Get("tool")
	if function, wrapped := v.Get("function"); wrapped {
		name, _ = function.Get("name")
	}
	tool, _ := name.AsString()
	return agent.ToolChoice{Kind: agent.ChoiceTool, Tool: tool}, tool != ""
}

func encodeToolChoice(c agent.ToolChoice) ojson.Value {
	switch c.Kind {
	case agent.ChoiceNone:
		return ojson.String("none")
	case agent.ChoiceRequired:
		return ojson.String("required")
	case agent.ChoiceExplicit:
		return ojson.String("explicit")
	case agent.ChoiceTool:
		return ojson.Object(ojson.Field("tool", ojson.String(c.Tool)))
	default:
		return ojson.String("auto")
	}
}
