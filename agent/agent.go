package agent

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/open-actor-models/oam/agent/transcript"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// Config says what a new agent is. Only Model is required.
type Config struct {
	Model        model.Model
	Instructions string
	Tools        []Tool
	// Options that are zero as a whole stand for [DefaultOptions]. Others are
	// taken as they are, so begin with the defaults.
	Options Options
	// History is the conversation so far, without instructions.
	History []model.Entry
}

// Agent is one conversation with a model. Its methods may be called
// concurrently.
type Agent struct {
	model   model.Model
	options Options
	order   turnOrder

	mu sync.Mutex // guards all below; never held across a call out

	instructions string
	note         string
	tools        []Tool
	definitions  []model.Tool

	// log is the history and behind it the entries of the turn in progress. A
	// turn appends here, so that a step costs nothing for the history before
	// it, and a failed turn is cut off again.
	log []model.Entry
	// committed is the length of the history.
	committed int
	// trimmed is the number of entries that are hidden from the model.
	trimmed int
	// written are the instructions and tools of the transcript's first entry:
	// those of the latest turn, reset or compaction (behaviours, item 74).
	written writtenInstructions
}

type writtenInstructions struct {
	text  string
	tools []model.Tool
}

// New returns an agent. The error is a [*model.Error] with the code
// invalid_request.
func New(c Config) (*Agent, error) {
	if c.Model == nil {
		return nil, &model.Error{Code: model.InvalidRequest, Message: "An agent needs a model."}
	}
	if reflect.ValueOf(c.Options).IsZero() {
		c.Options = DefaultOptions()
	}
	if c.Options.MaxAttempts < 1 {
		// Most likely the other numbers were forgotten too, and the agent would
		// silently call no tools.
		return nil, &model.Error{Code: model.InvalidRequest,
			Message: "An agent needs MaxAttempts of at least 1; begin with DefaultOptions."}
	}
	a := &Agent{
		model: c.Model, options: c.Options, instructions: c.Instructions,
		log: slices.Clone(c.History), committed: len(c.History),
	}
	if err := a.SetTools(c.Tools); err != nil {
		return nil, err
	}
	a.written = writtenInstructions{a.fullInstructions(), a.definitions}
	return a, nil
}

// Model returns the model of the agent.
func (a *Agent) Model() model.Model { return a.model }

// Options returns the settings.
func (a *Agent) Options() Options { return a.options }

// Tools returns the tools; the slice must not be changed.
func (a *Agent) Tools() []Tool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.tools
}

// EntryCount returns the number of transcript entries after the instructions,
// those of a turn in progress included.
func (a *Agent) EntryCount() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.committed + len(withoutRespondDirectly(a.log[a.committed:]))
}

// History returns the conversation after the last turn that succeeded, without
// instructions. The slice must not be changed.
func (a *Agent) History() []model.Entry {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.log[:a.committed:a.committed]
}

// Note returns the context note.
func (a *Agent) Note() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.note
}

// SetInstructions replaces the instructions from the next turn.
func (a *Agent) SetInstructions(text string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.instructions = text
}

// SetContextNote replaces the text that follows the instructions, from the
// next turn.
func (a *Agent) SetContextNote(note string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.note = note
}

// SetTools replaces the tools from the next turn. A tool named
// [RespondDirectly] or a repeated name is refused as invalid_request, and
// nothing changes.
func (a *Agent) SetTools(tools []Tool) error {
	if err := CheckTools(tools); err != nil {
		return err
	}
	tools = slices.Clone(tools)
	definitions := make([]model.Tool, len(tools))
	for i := range tools {
		t := &tools[i]
		if t.Parameters == nil {
			t.Parameters = schema.Empty(schema.ToolTypeName(t.Name))
		}
		definitions[i] = model.Tool{Name: t.Name, Description: t.Description, Parameters: t.Parameters}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.tools, a.definitions = tools, definitions
	return nil
}

// MaxTools bounds the tools of an agent. Models choose badly among a dozen; the
// bound keeps what is repeated in every step and refusal within reason.
const MaxTools = 512

// CheckTools reports whether an agent could have the tools. The error is an
// invalid_request.
func CheckTools(tools []Tool) error {
	if len(tools) > MaxTools {
		return &model.Error{Code: model.InvalidRequest, Message: fmt.Sprintf("An agent has at most %d tools, not %d.", MaxTools, len(tools))}
	}
	seen := make(map[string]bool, len(tools))
	for i := range tools {
		name := tools[i].Name
		if name == RespondDirectly {
			return &model.Error{Code: model.InvalidRequest, Message: fmt.Sprintf("The tool name '%s' is reserved.", name)}
		}
		if seen[name] {
			return &model.Error{Code: model.InvalidRequest, Message: fmt.Sprintf("Two tools have the name '%s'.", name)}
		}
		seen[name] = true
	}
	return nil
}

// Reset clears the conversation and the context note; instructions and tools
// stay. It takes its place in the order of turns; the error is the context's,
// when that ends first.
func (a *Agent) Reset(ctx context.Context) error {
	place := a.order.take()
	defer place.giveUp()
	if err := place.wait(ctx); err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.log, a.committed, a.trimmed, a.note = nil, 0, 0, ""
	a.written = writtenInstructions{a.fullInstructions(), a.definitions}
	return nil
}

// Transcript returns the conversation in its saved form, with the turn in
// progress if there is one (bridge protocol, section 5, session/transcript).
func (a *Agent) Transcript() ojson.Value {
	a.mu.Lock()
	w := a.written
	entries := slices.Concat(a.log[:a.committed], withoutRespondDirectly(a.log[a.committed:]))
	a.mu.Unlock()
	return transcript.Write(w.text, w.tools, entries)
}

// fullInstructions is what the model sees: instructions, a blank line and the
// context note (behaviours, item 69). It is called with the lock held.
func (a *Agent) fullInstructions() string {
	if a.note == "" {
		return a.instructions
	}
	if strings.TrimSpace(a.instructions) == "" {
		return a.note
	}
	return a.instructions + "\n\n" + a.note
}

// withoutRespondDirectly leaves out the calls of the built-in tool and their
// outputs, which no transcript shows (behaviours, item 71).
func withoutRespondDirectly(entries []model.Entry) []model.Entry {
	builtIn := func(e model.Entry) bool {
		switch e.Kind {
		case model.ToolCallsEntry:
			return slices.ContainsFunc(e.Calls, isRespondDirectly)
		case model.ToolOutputEntry:
			return e.ToolName == RespondDirectly
		default:
			return false
		}
	}
	if !slices.ContainsFunc(entries, builtIn) {
		return entries
	}
	var kept []model.Entry
	for _, e := range entries {
		if !builtIn(e) {
			kept = append(kept, e)
			continue
		}
		e.Calls = slices.DeleteFunc(slices.Clone(e.Calls), isRespondDirectly)
		if len(e.Calls) > 0 {
			kept = append(kept, e)
		}
	}
	return kept
}

func isRespondDirectly(c model.ToolCall) bool { return c.Name == RespondDirectly }
