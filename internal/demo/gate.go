package demo

import (
	"context"
	"fmt"

	"github.com/open-actor-models/oam/ojson"
)

// guard is what session/create is asked for. Each inference plays one step of
// the script: a turn with a tool call takes two.
const guard = `{
	"session": "guard",
	"instructions": "You guard the north gate of a castle. Act with your tools. Answer in a sentence or two.",
	"tools": [{
		"name": "open_gate",
		"description": "Opens a gate. Returns what happened.",
		"parameters": {"type": "object", "properties": {"gate": {"type": "string", "enum": ["north", "south"]}}, "required": ["gate"]}
	}],
	"options": {"toolChoice": "required"},
	"model": {"type": "scripted", "steps": [
		{"toolCalls": [{"name": "open_gate", "arguments": {"gate": "north"}}]},
		{"template": "I lean on the winch, but {toolOutput}. Bring me oil and we try again."},
		{"toolCalls": [{"name": "open_gate", "arguments": {"gate": "north"}}]},
		{"template": "Hear that? Not a squeak, and {toolOutput}. In with you, traveller."},
		{"json": {"reason": "It is night, and the cart shows no light.", "choice": "close_gate"}}
	]}
}`

// decision is the schema of the guard's last answer. The reason comes first, so
// that a model thinks before it chooses.
const decision = `{
	"type": "object",
	"properties": {
		"reason": {"type": "string"},
		"choice": {"type": "string", "enum": ["wave_through", "ask_for_names", "close_gate"]}
	},
	"required": ["reason", "choice"]
}`

// gate is the scene of the guard, with the state of its world.
type gate struct {
	*client
	screen *screen

	oiled, open  bool
	turns, calls int
}

func (g *gate) play(ctx context.Context, c *client) error {
	g.client = c
	s := g.screen
	s.note("The guard is a script: no language model runs here. The messages are real.")
	s.stage("Night. A castle, a gate, a guard. You come up the road.")
	if _, err := g.request(ctx, "session/create", parse(guard).Members()...); err != nil {
		return err
	}
	if err := g.turn(ctx, "Good evening. Would you open the north gate?"); err != nil {
		return err
	}
	g.oiled = true
	s.stage("You find a can of oil in the guardhouse and see to the chain.")
	s.pause(ctx, beat)
	if err := g.turn(ctx, "The chain is oiled. Try it once more."); err != nil {
		return err
	}
	s.stage("Behind you, a cart without a lantern rolls up. What will the guard do?")
	if err := g.decide(ctx); err != nil {
		return err
	}
	if _, err := g.request(ctx, "shutdown"); err != nil {
		return err
	}
	s.farewell(fmt.Sprintf("That was one session, %d turns and %d tool calls.", g.turns, g.calls), "Add --trace to see the messages.")
	return nil
}

// turn says a line and shows the answer as it is written.
func (g *gate) turn(ctx context.Context, line string) error {
	g.screen.say("You", line)
	_, err := g.request(ctx, "session/respond",
		text("session", "guard"), text("prompt", line), ojson.Field("stream", ojson.Bool(true)))
	g.turns++
	g.screen.end()
	return err
}

// decide has the guard choose what the game does next. The schema leaves no
// other answer than one that the game knows.
func (g *gate) decide(ctx context.Context) error {
	var answer struct {
		Structured struct{ Reason, Choice string }
	}
	err := g.ask(ctx, &answer, "session/respond", text("session", "guard"),
		text("prompt", "A cart without a lantern stands at the open gate. What do you do?"),
		ojson.Field("schema", parse(decision)), text("toolChoice", "none"))
	if err != nil {
		return err
	}
	g.turns++
	choice := answer.Structured
	g.screen.action(fmt.Sprintf("The guard decides: %s. %s", choice.Choice, choice.Reason))
	g.screen.pause(ctx, beat)
	if choice.Choice == "close_gate" {
		g.open = false
		g.screen.action("The gate comes down.")
	}
	return nil
}

func (g *gate) hear(ctx context.Context, m message) {
	switch e := m.Params.Event; e.Type {
	case "modelStep":
		g.screen.pause(ctx, thought)
	case "text":
		g.screen.speak(ctx, "Guard", "", e.Delta, e.IsReset)
	}
}

// act does what the call says, as far as the world allows it.
func (g *gate) act(ctx context.Context, c call) string {
	g.calls++
	g.screen.action(fmt.Sprintf("The guard calls %s %s.", c.Name, c.Arguments))
	g.screen.pause(ctx, beat)
	switch {
	case c.Name != "open_gate":
		return "nothing happens"
	case !g.oiled:
		g.screen.action("The gate shudders and stays where it is.")
		return "the chain is jammed"
	default:
		g.open = true
		g.screen.action("The gate goes up.")
		return "the gate is open"
	}
}
