package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/open-actor-models/oam/ojson"
)

// Options say how the scene is shown.
type Options struct {
	// Out takes what is shown; it is required.
	Out io.Writer
	// Trace shows the messages in both directions in place of the dialogue.
	Trace bool
	// Color uses the colours of a terminal.
	Color bool
	// Slow lets text appear letter by letter, and gives the gate time to move.
	Slow bool
}

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

// Play plays the scene. It returns when the scene has ended, or with the error
// of the context or the output.
func Play(ctx context.Context, o Options) error {
	s := &screen{Options: o}
	g := start(s)
	defer g.close()
	if err := play(ctx, g, s); err != nil {
		s.end()
		return err
	}
	return s.err
}

func play(ctx context.Context, g *game, s *screen) error {
	s.note("The guard is a script: no language model runs here. The messages are real.")
	s.stage("Night. A castle, a gate, a guard. You come up the road.")
	if _, err := g.request(ctx, "session/create", parse(guard)); err != nil {
		return err
	}
	if err := turn(ctx, g, s, "Good evening. Would you open the north gate?"); err != nil {
		return err
	}
	g.oiled = true
	s.stage("You find a can of oil in the guardhouse and see to the chain.")
	s.pause(ctx, beat)
	if err := turn(ctx, g, s, "The chain is oiled. Try it once more."); err != nil {
		return err
	}
	s.stage("Behind you, a cart without a lantern rolls up. What will the guard do?")
	if err := decide(ctx, g, s); err != nil {
		return err
	}
	if _, err := g.request(ctx, "shutdown", ojson.Value{}); err != nil {
		return err
	}
	s.farewell(fmt.Sprintf("That was one session, %d turns and %d tool calls.", g.turns, g.calls))
	return nil
}

// turn says a line and shows the answer as it is written.
func turn(ctx context.Context, g *game, s *screen, line string) error {
	s.say("You", line)
	_, err := g.request(ctx, "session/respond", ojson.Object(
		ojson.Field("session", ojson.String("guard")),
		ojson.Field("prompt", ojson.String(line)),
		ojson.Field("stream", ojson.Bool(true))))
	g.turns++
	s.end()
	return err
}

// decide has the guard choose what the game does next. The schema leaves no
// other answer than one that the game knows.
func decide(ctx context.Context, g *game, s *screen) error {
	result, err := g.request(ctx, "session/respond", ojson.Object(
		ojson.Field("session", ojson.String("guard")),
		ojson.Field("prompt", ojson.String("A cart without a lantern stands at the open gate. What do you do?")),
		ojson.Field("schema", parse(decision)),
		ojson.Field("toolChoice", ojson.String("none"))))
	if err != nil {
		return err
	}
	g.turns++
	var answer struct {
		Structured struct{ Reason, Choice string }
	}
	if err := json.Unmarshal(result, &answer); err != nil {
		return fmt.Errorf("reading the decision: %w", err)
	}
	choice := answer.Structured
	s.action(fmt.Sprintf("The guard decides: %s. %s", choice.Choice, choice.Reason))
	s.pause(ctx, beat)
	if choice.Choice == "close_gate" {
		g.open = false
		s.action("The gate comes down.")
	}
	return nil
}

// beat is how long something takes in the world of the scene.
const beat = 700 * time.Millisecond

// parse reads the JSON that is written above; a test plays all of it.
func parse(text string) ojson.Value {
	v, err := ojson.Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return v
}
