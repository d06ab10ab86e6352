package game

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/schema"
)

// The names of the built-in tools.
const (
	readWorldTool          = "read_world_state"
	updateWorldTool        = "update_world_state"
	rememberFactTool       = "remember_fact"
	changeRelationshipTool = "change_relationship"
)

// Tool is a tool of an NPC.
type Tool struct {
	agent.Tool
	// Definition is the tool as saves hold it, the way its author wrote it
	// (protocol, section 9); null writes one from the Tool.
	Definition ojson.Value
	// OwnTimeout tells that Timeout is the tool's own limit, 0 included. Other
	// client tools have the limit of the options.
	OwnTimeout bool
}

func (t *Tool) definition() ojson.Value {
	if !t.Definition.IsNull() {
		return t.Definition
	}
	v := ojson.Object(ojson.Field("name", ojson.String(t.Name)), ojson.Field("description", ojson.String(t.Description)))
	if t.Parameters != nil {
		v = v.With("parameters", t.Parameters.Source())
	}
	if t.OwnTimeout {
		v = v.With("timeoutSeconds", ojson.Float(t.Timeout.Seconds()))
	}
	return v
}

// builtIns are the built-in tools that the options and the world give an NPC,
// in the order of item 191 of the observable behaviours, without what they do.
func builtIns(o *Options, world World) []agent.Tool {
	var tools []agent.Tool
	add := func(name, description, parameters string) {
		s, err := schema.Parse(ojson.MustParse(parameters), schema.ToolTypeName(name))
		if err != nil {
			panic(fmt.Sprintf("game: the built-in schema of %s: %v", name, err)) // it is a constant
		}
		tools = append(tools, agent.Tool{Name: name, Description: description, Parameters: s})
	}
	if world != nil && len(o.WorldReadable) > 0 {
		add(readWorldTool, "Look up what is true in the game world now. Readable: "+paths(o.WorldReadable)+".",
			`{"type":"object","properties":{"path":{"type":"string","description":"Dot path, such as player.gold"}},"required":["path"]}`)
	}
	if world != nil && len(o.WorldWritable) > 0 {
		add(updateWorldTool, "Change a value of the game world. Changeable: "+paths(o.WorldWritable)+".",
			`{"type":"object","properties":{"path":{"type":"string","description":"Dot path, such as player.gold"},`+
				`"value":{"description":"The new value: a number, text, true or false, or JSON"}},"required":["path","value"]}`)
	}
	if o.MemoryTools&RememberFact != 0 {
		add(rememberFactTool, "Remember something about the player or the world for later conversations.",
			`{"type":"object","properties":{"fact":{"type":"string","description":"One short sentence"}},"required":["fact"]}`)
	}
	if o.MemoryTools&ChangeRelationship != 0 {
		add(changeRelationshipTool, "Change how much you like the player.",
			`{"type":"object","properties":{"reason":{"type":"string","description":"Why, in a few words"},`+
				`"delta":{"type":"integer","description":"From -`+fmt.Sprint(o.MaxRelationshipChange)+` (worse) to `+
				fmt.Sprint(o.MaxRelationshipChange)+` (better)"}},"required":["reason","delta"]}`)
	}
	return tools
}

func paths(list []string) string {
	shown := make([]string, len(list))
	for i, p := range list {
		if shown[i] = p; blank(p) {
			shown[i] = "everything"
		}
	}
	return strings.Join(shown, ", ")
}

// isFactTool reports whether a tool knows something of the game.
func isFactTool(name string) bool { return name != rememberFactTool && name != changeRelationshipTool }

// workbench runs the built-in tools of one turn. Calls of one step run in
// goroutines of their own; they take effect in the order in which the model
// made them.
type workbench struct {
	world   World
	options *Options
	memory  Memory

	mu    sync.Mutex
	moved *sync.Cond
	// tickets are the places of the calls, next is the one whose turn it is.
	tickets map[string]int
	next    int

	staged changes
}

func newWorkbench(world World, m *mind) *workbench {
	w := &workbench{world: world, options: &m.options, memory: m.memory, tickets: map[string]int{}}
	w.moved = sync.NewCond(&w.mu)
	return w
}

// expect gives a call its place, before it runs.
func (w *workbench) expect(call agent.Call) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tickets[call.ID] = len(w.tickets)
}

// equip returns a built-in tool with what it does.
func (w *workbench) equip(t agent.Tool) agent.Tool {
	act := map[string]func(arguments ojson.Value) agent.Output{
		readWorldTool: w.read, updateWorldTool: w.update, rememberFactTool: w.remember, changeRelationshipTool: w.change,
	}[t.Name]
	t.Run = func(_ context.Context, call agent.Call) (agent.Output, error) {
		w.await(call)
		defer w.done()
		return act(call.Arguments), nil
	}
	return t
}

// await returns when all earlier calls are done. They have been started, and
// none of them waits for anything but its turn.
func (w *workbench) await(call agent.Call) {
	w.mu.Lock()
	defer w.mu.Unlock()
	ticket := w.tickets[call.ID]
	for w.next != ticket {
		w.moved.Wait()
	}
}

func (w *workbench) done() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.next++
	w.moved.Broadcast()
}

func text(arguments ojson.Value, key string) string {
	v, _ := arguments.Get(key)
	s, _ := v.AsString()
	return strings.TrimSpace(s)
}

func (w *workbench) read(arguments ojson.Value) agent.Output {
	value, problem := w.world.Read(text(arguments, "path"), w.options.WorldReadable)
	if problem != "" {
		return agent.ErrorOutput(problem)
	}
	return agent.NewOutput(value, false)
}

func (w *workbench) update(arguments ojson.Value) agent.Output {
	value, _ := arguments.Get("value")
	done, problem := w.world.Update(text(arguments, "path"), value, w.options.WorldWritable)
	if problem != "" {
		return agent.ErrorOutput(problem)
	}
	return agent.NewOutput(ojson.String(done), false)
}

func (w *workbench) remember(arguments ojson.Value) agent.Output {
	fact := text(arguments, "fact")
	if fact == "" {
		return agent.ErrorOutput("There is no fact to remember. Give one short sentence.")
	}
	answer := "You will remember it."
	if !w.staged.remember(w.memory, fact) {
		answer = "You knew that already."
	}
	return agent.NewOutput(ojson.String(answer), false)
}

func (w *workbench) change(arguments ojson.Value) agent.Output {
	v, _ := arguments.Get("delta")
	f, _ := v.AsFloat()
	limit := float64(w.options.MaxRelationshipChange)
	now := w.staged.change(w.memory, int(math.Round(max(-limit, min(f, limit)))))
	return agent.NewOutput(ojson.String(fmt.Sprintf("Your attitude towards the player is now %s (%d).", attitude(now), now)), false)
}
