package game

import (
	"context"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// Talk is one turn with an NPC.
type Talk struct {
	// Line is what the player says; blank for nothing.
	Line string
	// Context is what is happening right now, text or any JSON; null for
	// nothing.
	Context ojson.Value
	// ToolChoice overrides the options; nil leaves them.
	ToolChoice *agent.ToolChoice
	// Commit, if set, is called when the reply is there, right before the NPC
	// changes. An error from it ends the turn, which then leaves no trace.
	Commit func() error
}

// Talk runs a turn. The error is a [*model.Error], or what in.Commit returned;
// the NPC is then as before. A nil host hears nothing and fails calls of client
// tools.
func (n *NPC) Talk(ctx context.Context, in Talk, host Host) (*Reply, error) {
	if err := n.order.enter(ctx); err != nil {
		return nil, cancelled(err)
	}
	background := false
	defer func() {
		if !background {
			n.order.leave()
		}
	}()
	if host == nil {
		host = deaf{}
	}
	t := n.newTurn(in, host)
	if err := t.play(ctx); err != nil {
		return nil, err
	}
	if in.Commit != nil {
		if err := in.Commit(); err != nil {
			return nil, err
		}
	}
	if t.reply.IsFallback {
		t.reply.Line = n.nextFallback()
	}
	n.become(t.next)
	t.writer.finish(t.reply.Line, t.reply.Emotion)
	if !t.reply.IsFallback {
		background = n.compactLater(&t.next)
	}
	return &t.reply, nil
}

// turn is a turn in progress.
type turn struct {
	in     Talk
	model  model.Model
	host   Host
	world  World
	mind   mind // as it was before
	bench  *workbench
	writer *typewriter
	tools  []agent.Tool

	// What becomes of it:

	reply Reply
	next  mind
}

func (n *NPC) newTurn(in Talk, host Host) *turn {
	m := n.now()
	t := &turn{in: in, model: n.model, host: host, world: n.world, mind: m, next: m}
	t.bench = newWorkbench(n.world, &t.mind)
	t.writer = &typewriter{
		read: reading{name: m.persona.Name}, standard: m.persona.DefaultEmotion, allowed: m.options.allowed(), emit: host.Event,
	}
	for _, tool := range m.tools {
		if tool.Run == nil && !tool.OwnTimeout {
			tool.Timeout = m.options.ToolTimeout
		}
		t.tools = append(t.tools, tool.Tool)
	}
	for _, tool := range m.builtIns {
		t.tools = append(t.tools, t.bench.equip(tool))
	}
	t.reply.ToolCalls = []agent.Record{}
	return t
}

// play runs the turn up to the point where it takes effect.
func (t *turn) play(ctx context.Context) error {
	o := &t.mind.options
	s, err := t.attempt(ctx, attempt{structured: o.ReplyFormat != TextReply})
	if o.ReplyFormat == Automatic && blocked(err) && ctx.Err() == nil {
		// Guardrails block JSON far more often than plain text.
		s, err = t.attempt(ctx, attempt{suffix: t.again(), withoutTools: true})
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return cancelled(ctx.Err())
	case blocked(err) && o.FallbackOnGuardrail:
		t.fallBack()
		return nil
	case err != nil:
		return err
	}
	t.next.memory = t.bench.staged.applied(t.mind.memory, o.MaxFacts)
	t.reply.Line, t.reply.Emotion = s.line, s.emotion
	t.reply.PlayerOptions, t.reply.EndsConversation = s.options, s.ends
	t.reply.Relationship = t.next.memory.Relationship
	// An empty reply was given all the same, and stays in the history.
	t.reply.IsFallback = s.line == ""
	return nil
}

// fallBack answers a blocked turn. The character is as before (behaviours, item
// 233).
func (t *turn) fallBack() {
	t.next = t.mind
	t.reply.Emotion = t.mind.persona.DefaultEmotion
	t.reply.PlayerOptions, t.reply.EndsConversation = []string{}, false
	t.reply.Relationship = t.mind.memory.Relationship
	t.reply.Usage = model.Usage{}
	t.reply.IsFallback = true
}

// nextFallback returns the next fallback line (behaviours, item 234).
func (n *NPC) nextFallback() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	lines, builtIn := n.mind.options.fallbackLines()
	i := n.fallbacks
	if builtIn {
		i += n.rotation
	}
	n.fallbacks++
	return lines[i%len(lines)]
}

// attempt is one try to get a reply.
type attempt struct {
	structured bool
	// suffix ends the prompt.
	suffix string
	// withoutTools hides the tools.
	withoutTools bool
}

func (t *turn) attempt(ctx context.Context, at attempt) (said, error) {
	p, o := &t.mind.persona, &t.mind.options
	fitted, err := t.fit(at)
	if err != nil {
		return said{}, err
	}
	t.writer.seen = 0
	response, err := fitted.agent.Respond(ctx, fitted.turn, turnHost{t})
	t.reply.ToolCalls = append(t.reply.ToolCalls, response.ToolCalls...)
	t.reply.Usage = t.reply.Usage.Add(response.Usage)
	t.warn(fitted.warnings...)
	t.warn(response.Warnings...)
	t.warn(trimmedInTurn(response)...)
	if err != nil {
		return said{}, err
	}
	t.next.hidden = fitted.hidden
	t.next.history = slices.Concat(t.mind.history[:fitted.hidden], fitted.agent.History())
	if response.Structured != nil {
		return readStructured(*response.Structured, p, o), nil
	}
	return readText(response.Text, p, o), nil
}

// warn adds warnings that are not there yet.
func (t *turn) warn(warnings ...string) {
	for _, w := range warnings {
		if !slices.Contains(t.reply.Warnings, w) {
			t.reply.Warnings = append(t.reply.Warnings, w)
		}
	}
}

// choice is the tool choice of the turn (behaviours, item 213). An NPC without
// tools has none to choose from.
func (t *turn) choice(at attempt) agent.ToolChoice {
	o := &t.mind.options
	switch {
	case at.withoutTools || len(t.tools) == 0:
		return agent.ToolChoice{Kind: agent.ChoiceNone}
	case t.in.ToolChoice != nil:
		return *t.in.ToolChoice
	case o.GroundingTool != "":
		return agent.ToolChoice{Kind: agent.ChoiceTool, Tool: o.GroundingTool}
	default:
		return o.ToolChoice
	}
}

const (
	maxRepeatedResults = 6
	maxRepeatedOutput  = 400
)

// What follows the player's line in the prompt of a second try.
const (
	factsHeader = "\n\nFacts you just looked up:"
	answerNow   = "\n\nAnswer in plain text. "
)

// withoutSuffix is a prompt without what a second try added to it.
func withoutSuffix(prompt string) string {
	for _, mark := range []string{answerNow, factsHeader} {
		if i := strings.LastIndex(prompt, mark); i >= 0 {
			prompt = prompt[:i]
		}
	}
	return prompt
}

// again ends the prompt of a second try as plain text: what the tools found out
// is told, since they are not run again (behaviours, item 228).
func (t *turn) again() string {
	var b strings.Builder
	told := 0
	for _, r := range t.reply.ToolCalls {
		if r.Output.IsError || told == maxRepeatedResults {
			continue
		}
		if told == 0 {
			b.WriteString(factsHeader)
		}
		told++
		b.WriteString("\n- " + r.Call.Name + ": " + cut(r.Output.ModelText(), maxRepeatedOutput))
	}
	b.WriteString(answerNow + bracketRule(&t.mind.options))
	return b.String()
}

// turnHost hears what the agent of a turn does.
type turnHost struct{ *turn }

func (h turnHost) Event(event agent.Event) {
	switch e := event.(type) {
	case agent.PartialEvent:
		h.writer.partial(e.Value)
	case agent.TextEvent:
		h.writer.text(e.Text)
	case agent.ToolStartedEvent:
		if slices.ContainsFunc(h.mind.builtIns, func(t agent.Tool) bool { return t.Name == e.Call.Name }) {
			h.bench.expect(e.Call)
		}
		h.host.Event(ToolStartedEvent{e.Call, e.Client})
	case agent.ToolCompletedEvent:
		h.host.Event(ToolCompletedEvent{e.Record})
	}
}

func (h turnHost) CallTool(call agent.Call, reply func(agent.Output)) func(string) {
	return h.host.CallTool(call, reply)
}
