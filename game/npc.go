package game

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// Config says what a new NPC is. Only Model and a persona with a name are
// required.
type Config struct {
	Model   model.Model
	Persona Persona
	Memory  Memory
	// Options that are zero as a whole stand for [DefaultOptions]. Others are
	// taken as they are, so begin with the defaults.
	Options Options
	Tools   []Tool
	// World is what the world tools work on; nil for none. WorldID names it in
	// saves.
	World   World
	WorldID string
	// ID names the NPC in saves.
	ID string
	// History is the conversation so far, without instructions.
	History []model.Entry
	// Rotation is where the built-in fallback lines begin, so that characters
	// do not all say the same one.
	Rotation int
	// Saved is the save that the NPC was restored from: what this program does
	// not know in it is kept in the NPC's own saves.
	Saved *Save
	// OptionsPath and ToolsPath are the places of the options and the tools in
	// messages; empty for "options" and "tools".
	OptionsPath string
	ToolsPath   string
	// Background, if set, runs a function in a goroutine that whoever sets it
	// waits for, for the summary of older turns. Close waits for it as well.
	Background func(f func())
}

// NPC is a character. Its methods may be called concurrently. An NPC that is
// no longer needed must be closed.
type NPC struct {
	id         string
	model      model.Model
	world      World
	worldID    string
	rotation   int
	saved      *Save
	background func(f func())
	order      turnstile

	mu sync.Mutex // guards all below; never held across a call out

	mind mind
	// fallbacks counts the fallback lines that were said.
	fallbacks int
	// stop ends the summary that is being written; nil when there is none.
	stop   context.CancelFunc
	closed bool
	// own counts what is done in the background.
	own sync.WaitGroup
}

// mind is all that a character is and knows at one time. It is replaced as a
// whole, and what it refers to is never changed.
type mind struct {
	persona Persona
	memory  Memory
	options Options
	tools   []Tool
	// history is the conversation, without instructions.
	history []model.Entry
	// hidden is the number of entries that the model no longer sees for want of
	// room.
	hidden int

	// Derived from the above:

	reply    *schema.Schema
	builtIns []agent.Tool
}

// New returns an NPC. The error is an [*Error].
func New(c Config) (*NPC, error) {
	if c.Model == nil {
		return nil, missing("model")
	}
	c.Options = c.Options.orDefaults()
	m := mind{
		persona: c.Persona.withDefaults(), memory: c.Memory, options: c.Options,
		tools: slices.Clone(c.Tools), history: slices.Clone(c.History),
	}
	m.memory.Relationship = clampRelationship(m.memory.Relationship)
	if m.persona.Name == "" {
		return nil, missing("persona.name")
	}
	if err := m.prepare(c.World, cmp.Or(c.OptionsPath, "options"), cmp.Or(c.ToolsPath, "tools")); err != nil {
		return nil, err
	}
	n := &NPC{
		id: c.ID, model: c.Model, world: c.World, worldID: c.WorldID, rotation: c.Rotation, saved: c.Saved,
		background: c.Background, order: newTurnstile(), mind: m,
	}
	if n.background == nil {
		n.background = func(f func()) { go f() } // Close waits for it
	}
	return n, nil
}

// prepare derives what follows from a mind, and checks that its parts fit
// together (behaviours, items 63, 192 and 199). The paths are the places of the
// options and the tools.
func (m *mind) prepare(world World, optionsPath, toolsPath string) error {
	m.builtIns = builtIns(&m.options, world)
	names := m.toolNames()
	for i, name := range names {
		if name == agent.RespondDirectly {
			return invalid(toolsPath, "Parameter '%s': the tool name '%s' is reserved.", toolsPath, name)
		}
		if slices.Contains(names[:i], name) {
			return invalid(toolsPath, "Parameter '%s': there are two tools named '%s'.", toolsPath, name)
		}
	}
	if g := m.options.GroundingTool; g != "" && !slices.Contains(names, g) {
		path := optionsPath + ".groundingTool"
		return invalid(path, "Parameter '%s' names the tool '%s', which the NPC does not have.", path, cut(g, 80))
	}
	s, err := replySchema(&m.persona, &m.options)
	if err != nil {
		return fmt.Errorf("the schema of replies: %w", err)
	}
	m.reply = s
	return nil
}

// toolNames are the names of all tools that the model sees (behaviours, item
// 191).
func (m *mind) toolNames() []string {
	names := make([]string, 0, len(m.tools)+len(m.builtIns))
	for i := range m.tools {
		names = append(names, m.tools[i].Name)
	}
	for i := range m.builtIns {
		names = append(names, m.builtIns[i].Name)
	}
	return names
}

// turnCount is the number of turns that are kept verbatim.
func (m *mind) turnCount() int {
	n := 0
	for i := range m.history {
		if m.history[i].Kind == model.PromptEntry {
			n++
		}
	}
	return n
}

// now returns the mind after the last whole turn.
func (n *NPC) now() mind {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.mind
}

// become puts a mind in place.
func (n *NPC) become(m mind) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.mind = m
}

// Persona returns who the character is.
func (n *NPC) Persona() Persona { return n.now().persona }

// Memory returns what the character remembers.
func (n *NPC) Memory() Memory { return n.now().memory }

// Options returns how the character behaves.
func (n *NPC) Options() Options { return n.now().options }

// Model returns the model.
func (n *NPC) Model() model.Model { return n.model }

// World returns the id of the world, "" for none.
func (n *NPC) World() string { return n.worldID }

// TurnCount returns the number of turns that are kept verbatim.
func (n *NPC) TurnCount() int {
	m := n.now()
	return m.turnCount()
}

// Tools returns the names of the tools that are not built in.
func (n *NPC) Tools() []string {
	m := n.now()
	return m.toolNames()[:len(m.tools)]
}

// ToolNames returns the names of all tools, the built-in ones last.
func (n *NPC) ToolNames() []string {
	m := n.now()
	return m.toolNames()
}

// Reset clears the conversation, and the memory if asked. commit, if not nil,
// is called right before; an error from it ends the reset.
func (n *NPC) Reset(ctx context.Context, clearMemory bool, commit func() error) error {
	if err := n.order.enter(ctx); err != nil {
		return cancelled(err)
	}
	defer n.order.leave()
	m := n.now()
	m.history, m.hidden = nil, 0
	if clearMemory {
		m.memory = Memory{}
	}
	if commit != nil {
		if err := commit(); err != nil {
			return err
		}
	}
	n.become(m)
	return nil
}

// Stop ends the summary that is being written, without waiting, and lets none
// begin any more.
func (n *NPC) Stop() {
	n.mu.Lock()
	stop := n.stop
	n.closed = true
	n.mu.Unlock()
	if stop != nil {
		stop()
	}
}

// Close stops the NPC and waits for what it does in the background.
func (n *NPC) Close() {
	n.Stop()
	n.own.Wait()
}

// savedAs returns the part of the save that the NPC was restored from, null
// for none.
func (n *NPC) savedAs(keys ...string) ojson.Value {
	if n.saved == nil {
		return ojson.Value{}
	}
	v := n.saved.raw
	for _, key := range keys {
		v, _ = v.Get(key)
	}
	return v
}
