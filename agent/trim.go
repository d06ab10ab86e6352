package agent

import (
	"unicode/utf8"

	"github.com/open-actor-models/oam/model"
)

// charactersPerToken is the estimate where a model cannot count: low enough
// that English text is never underestimated.
const charactersPerToken = 3

// fit fills in the conversation of a request, without the oldest turns where
// the context would overflow (behaviours, items 152 to 154).
//
// Once turns must go, more go than needed: down to three quarters of the
// budget, so that the beginning of the prompt stays the same over several
// turns and a model can reuse what it computed for it.
func (t *turn) fit(r *model.Request) error {
	r.Entries = t.visible()
	if t.about.ContextSize <= 0 {
		return nil
	}
	budget := t.about.ContextSize - t.options.ReservedResponseTokens
	tokens := t.count(r, budget)
	if t.options.TrimHistory && tokens > budget {
		goal := budget * 3 / 4
		for tokens > goal && t.dropTurns(tokens-goal) {
			r.Entries = t.visible()
			tokens = t.count(r, budget)
		}
		// The latest turn before this one is given up only if the model could
		// not run at all with it.
		if tokens > t.about.ContextSize {
			t.dropTurn(false)
			r.Entries = t.visible()
			tokens = t.count(r, budget)
		}
	}
	// Without a counting model the number is only an estimate, and the model
	// itself must say when the conversation is too long.
	if _, exact := t.agent.model.(model.Counter); exact && tokens > t.about.ContextSize {
		return &model.Error{Code: model.ContextSizeExceeded,
			Message: "The conversation does not fit into the model's context."}
	}
	return nil
}

// Size is how much room a turn takes.
type Size struct {
	// Tokens is what its first step takes, before anything is trimmed.
	Tokens int
	// Context is the size of the model's context in tokens, 0 for none.
	Context int
	// Exact tells that the model itself counts; else Tokens is an estimate.
	Exact bool
}

// Measure returns how much room a turn would take that started now. It runs
// nothing.
func (a *Agent) Measure(in Turn) Size {
	about := a.model.Describe()
	_, exact := a.model.(model.Counter)
	s := Size{Context: about.ContextSize, Exact: exact}
	if s.Context <= 0 {
		return s
	}
	a.mu.Lock()
	t := &turn{
		Turn: in, agent: a, about: about,
		options:      in.Overrides.apply(a.options),
		instructions: a.fullInstructions(),
		tools:        a.tools, definitions: a.definitions,
	}
	entries := append(a.log[:a.committed:a.committed], model.Entry{Kind: model.PromptEntry, Text: in.Prompt})
	a.mu.Unlock()
	t.enabled = enabledTools(t.tools, t.options)
	r := t.draft(t.plan(0))
	r.Entries = entries
	s.Tokens = t.count(r, 0)
	return s
}

// dropTurns hides as many of the oldest turns as it takes at least to save a
// number of tokens, but never the latest one. It reports false when there was
// nothing to hide. Counting again after each single turn would take for ever in
// a long history.
func (t *turn) dropTurns(tokens int) (dropped bool) {
	// Of a count that was rounded up, so many characters are surely too many.
	for surplus := tokens*charactersPerToken - (charactersPerToken - 1); surplus > 0; {
		characters, ok := t.dropTurn(true)
		if !ok {
			break
		}
		dropped = true
		surplus -= characters
	}
	return dropped
}

// dropTurn hides the oldest turn of the history that is still visible; with
// keepLast, not if it is the only one. It returns the characters that the turn
// had.
func (t *turn) dropTurn(keepLast bool) (characters int, ok bool) {
	t.agent.mu.Lock()
	history := t.agent.log[:t.base]
	t.agent.mu.Unlock()
	if t.trimmed >= len(history) {
		return 0, false
	}
	next := t.trimmed + 1
	for next < len(history) && history[next].Kind != model.PromptEntry {
		next++
	}
	if keepLast && next >= len(history) {
		return 0, false
	}
	for i := t.trimmed; i < next; i++ {
		characters += entryCharacters(&history[i])
	}
	t.trimmed = next
	return characters, true
}

// count counts the tokens of a request. The model is asked only when the
// estimate comes near the budget.
func (t *turn) count(r *model.Request, budget int) int {
	characters := utf8.RuneCountInString(r.Instructions)
	for i := range r.Tools {
		d := &r.Tools[i]
		characters += utf8.RuneCountInString(d.Name) + utf8.RuneCountInString(d.Description) + d.Parameters.Size()
	}
	if r.Schema != nil {
		characters += r.Schema.Size()
	}
	for i := range r.Entries {
		characters += entryCharacters(&r.Entries[i])
	}
	estimate := (characters + charactersPerToken - 1) / charactersPerToken
	if c, ok := t.agent.model.(model.Counter); ok && estimate > budget*6/10 {
		return c.CountTokens(r)
	}
	return estimate
}

func entryCharacters(e *model.Entry) int {
	if e.Kind == model.ReasoningEntry {
		return 0 // no model sees it
	}
	n := utf8.RuneCountInString(e.Text)
	for i := range e.Calls {
		n += utf8.RuneCountInString(e.Calls[i].Name) + utf8.RuneCountInString(e.Calls[i].Arguments.String())
	}
	return n
}
