package game

import (
	"fmt"
	"sort"
	"strings"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
)

// When the context of the model is too small for all that a character knows,
// parts are given up in a fixed order: the oldest turns, then lines of the
// world's summary from the end, then facts from the oldest on, then the end of
// the earlier summary. The persona, the rules and what the player says now are
// never given up; when these alone do not fit, the turn fails.

// material is what a turn can give up.
type material struct {
	// turns are the places in the history where turns begin, those that are
	// hidden already not among them.
	turns   []int
	world   []string
	facts   []string
	summary []string // words
}

// kept says how much of the material is given up, in parts counted from the
// front of the order of sacrifice.
type kept struct {
	turns, world, facts, summary int // given up
}

// summaryPart is the number of words that are given up together.
const summaryPart = 8

func (m *material) levels() int {
	return len(m.turns) + len(m.world) + len(m.facts) + (len(m.summary)+summaryPart-1)/summaryPart
}

// at returns what is given up at a level.
func (m *material) at(level int) (k kept) {
	take := func(n int) int {
		n = min(level, n)
		level -= n
		return n
	}
	k.turns, k.world, k.facts = take(len(m.turns)), take(len(m.world)), take(len(m.facts))
	k.summary = min(level*summaryPart, len(m.summary))
	return k
}

// fitted is a turn that fits into the context.
type fitted struct {
	agent    *agent.Agent
	turn     agent.Turn
	hidden   int
	warnings []string
}

// fit prepares an attempt with as much as the context has room for.
func (t *turn) fit(at attempt) (fitted, error) {
	m := t.material()
	whole, err := t.assemble(at, m, kept{})
	if err != nil {
		return whole, err
	}
	size := whole.agent.Measure(whole.turn)
	budget := size.Context - reserved(size.Context, &t.mind.options)
	if size.Context <= 0 || size.Tokens <= budget {
		return whole, nil
	}
	fits := func(limit int) func(level int) bool {
		return func(level int) bool {
			f, err := t.assemble(at, m, m.at(level))
			return err == nil && f.agent.Measure(f.turn).Tokens <= limit
		}
	}
	level := sort.Search(m.levels(), fits(budget))
	if last := len(m.turns) - 1; level <= last {
		// More turns go than needed, so that the beginning of the prompt stays
		// the same for a while and a model can reuse what it computed for it.
		level += sort.Search(last-level, func(i int) bool { return fits(budget * 3 / 4)(level + i) })
	}
	f, err := t.assemble(at, m, m.at(level))
	if err != nil {
		return f, err
	}
	// With nothing left to give up, the answer gets less room.
	if s := f.agent.Measure(f.turn); s.Exact && s.Tokens >= s.Context {
		return f, &model.Error{Code: model.ContextSizeExceeded, Message: fmt.Sprintf(
			"%s does not fit into the model's context: the persona, the rules and what is said now take %d tokens of %d.",
			t.mind.persona.Name, s.Tokens, s.Context)}
	}
	return f, nil
}

// reserved is the number of tokens that are kept free for the reply.
func reserved(context int, o *Options) int {
	want := agent.DefaultOptions().ReservedResponseTokens
	if o.MaximumResponseTokens > 0 {
		want = o.MaximumResponseTokens
	}
	return min(want, context/4)
}

func (t *turn) material() *material {
	m := &material{
		world:   summaryLines(t.world, t.mind.options.WorldContextPaths),
		facts:   t.mind.memory.Facts,
		summary: strings.Fields(t.mind.memory.Summary),
	}
	for i := t.mind.hidden; i < len(t.mind.history); i++ {
		if i == t.mind.hidden || t.mind.history[i].Kind == model.PromptEntry {
			m.turns = append(m.turns, i)
		}
	}
	return m
}

// assemble makes the agent and the turn that play an attempt, without what is
// given up.
func (t *turn) assemble(at attempt, m *material, k kept) (fitted, error) {
	f := fitted{hidden: t.mind.hidden}
	switch {
	case k.turns == len(m.turns):
		f.hidden = len(t.mind.history)
	case k.turns > 0:
		f.hidden = m.turns[k.turns]
	}
	memory := t.mind.memory
	memory.Facts = m.facts[k.facts:]
	if k.summary > 0 {
		memory.Summary = strings.Join(m.summary[:len(m.summary)-k.summary], " ")
	}
	f.turn = agent.Turn{
		Prompt: prompt(m.world[:len(m.world)-k.world], shown(t.in.Context), strings.TrimSpace(t.in.Line)) + at.suffix,
	}
	if at.structured {
		f.turn.Schema, f.turn.Accept = t.mind.reply, hasLine
	}
	o := &t.mind.options
	a, err := agent.New(agent.Config{
		Model: t.model, Instructions: t.mind.instructions(), Tools: t.tools, Options: t.agentOptions(at), History: t.mind.history[f.hidden:],
	})
	if err != nil {
		return f, err
	}
	a.SetContextNote(memory.block(o.MemoryTools&ChangeRelationship != 0))
	f.agent = a
	f.warnings = t.sacrificed(f.hidden, k)
	return f, nil
}

// sacrificed tells what the model does not see.
func (t *turn) sacrificed(hidden int, k kept) []string {
	var warnings []string
	tell := func(n int, what string) {
		if n > 0 {
			warnings = append(warnings, fmt.Sprintf("The context is too small: the model did not see %s.", fmt.Sprintf(what, n)))
		}
	}
	older := mind{history: t.mind.history[:hidden]}
	tell(older.turnCount(), "the oldest turns (%d)")
	tell(k.world, "the last lines of the game state (%d)")
	tell(k.facts, "the oldest facts (%d)")
	tell(k.summary, "the end of the earlier summary (%d words)")
	return warnings
}

// trimmedInTurn tells what the agent hid when tools had filled the context.
func trimmedInTurn(r *agent.Response) []string {
	most := 0
	for _, s := range r.Steps {
		most = max(most, s.TrimmedEntries)
	}
	if most == 0 {
		return nil
	}
	return []string{fmt.Sprintf("The context is too small: tool outputs left no room for older entries of the conversation (%d).", most)}
}

// agentOptions are those of the agent that plays an attempt.
func (t *turn) agentOptions(at attempt) agent.Options {
	o := agent.DefaultOptions()
	own := &t.mind.options
	o.ToolChoice = t.choice(at)
	o.MaxToolRounds, o.MaxToolCalls = own.MaxToolRounds, own.MaxToolCalls
	o.Model.Temperature, o.Model.MaxTokens = own.Temperature, own.MaximumResponseTokens
	o.ReservedResponseTokens = reserved(t.model.Describe().ContextSize, own)
	return o
}

// instructions are those of a talk.
func (m *mind) instructions() string {
	b := brief{
		persona: m.persona, options: &m.options, relationship: m.memory.Relationship,
		bracketed: m.options.ReplyFormat == TextReply,
	}
	for _, name := range m.toolNames() {
		b.factTools = b.factTools || isFactTool(name)
	}
	return b.instructions()
}
