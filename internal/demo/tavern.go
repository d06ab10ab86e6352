package demo

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// tavern is the scene of the innkeeper.
type tavern struct {
	*client
	screen *screen
	// keyboard is nil when the player is a script.
	keyboard *keyboard
	// scripted tells that Marta and Ulf are scripts.
	scripted bool

	mood         string
	relationship int
	// offered are the lines that the player could say.
	offered []string
	// changes are what happened in the world and was not shown yet.
	changes      []string
	turns, calls int
}

func newTavern(s *screen) *tavern {
	t := &tavern{screen: s, scripted: true}
	if s.In != nil {
		t.keyboard = &keyboard{bufio.NewReader(s.In)}
	}
	return t
}

func (t *tavern) play(ctx context.Context, c *client) error {
	t.client = c
	for _, act := range []func(context.Context) error{t.introduce, t.enter, t.converse, t.decide, t.save} {
		if err := act(ctx); err != nil {
			return err
		}
	}
	if _, err := t.request(ctx, "shutdown"); err != nil {
		return err
	}
	hints := []string{"Add --trace to see the messages."}
	if t.keyboard == nil {
		hints = append(hints, "Add --interactive to talk to Marta yourself.")
	}
	t.screen.farewell(fmt.Sprintf("That was one innkeeper in one world, %s and %s.", counted(t.turns, "turn"), counted(t.calls, "tool call")), hints...)
	return nil
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// introduce says who plays. A player of flesh and blood gets the system model,
// if there is one.
func (t *tavern) introduce(ctx context.Context) error {
	if t.keyboard == nil {
		t.screen.note("Marta and Ulf are scripts: no language model runs here. The messages are real.")
		return nil
	}
	var system struct {
		Available bool
		Variant   string
	}
	if err := t.ask(ctx, &system, "model/availability"); err != nil {
		return err
	}
	t.scripted = !system.Available
	if t.scripted {
		t.screen.note("Marta is a script: no language model runs here, and her answers come in a fixed order, whatever you type.")
	} else {
		t.screen.note(strings.TrimSpace("Marta and Ulf are played by the system model "+system.Variant) + ".")
	}
	t.screen.note("Type a line, or the number of one that is offered. An empty line ends the evening.")
	return nil
}

// model is the member that says who plays: a script, or nothing for the system
// model.
func (t *tavern) model(script string) []ojson.Member {
	if !t.scripted {
		return nil
	}
	return []ojson.Member{ojson.Field("model", parse(script))}
}

// enter makes world and innkeeper, and has her say something in passing.
func (t *tavern) enter(ctx context.Context) error {
	t.screen.stage("Evening at the Broken Oar. A low door, a smell of stew.")
	if _, err := t.request(ctx, "world/create", text("world", "inn"), ojson.Field("state", parse(inn))); err != nil {
		return err
	}
	if _, err := t.request(ctx, "world/subscribe", text("world", "inn")); err != nil {
		return err
	}
	who := parse(marta)
	if t.scripted { // a summary would take steps of the script
		options, _ := who.Get("options")
		who = who.With("options", options.With("compactAfterTurns", ojson.Int(0)))
	}
	if _, err := t.request(ctx, "npc/create", append(who.Members(), t.model(martasScript)...)...); err != nil {
		return err
	}
	var bark struct{ Line string }
	err := t.ask(ctx, &bark, "npc/bark", text("npc", "marta"), text("situation", "A stranger comes in and stumbles on the step."))
	if err := t.unanswered(err); err != nil {
		return err
	}
	if bark.Line != "" {
		t.screen.speak(ctx, "Marta", "", bark.Line, false)
		t.screen.end()
	}
	return nil
}

// unanswered shows that a model could not answer, which is no reason to end the
// evening. Other errors are returned.
func (t *tavern) unanswered(err error) error {
	var refused *failure
	if !errors.As(err, &refused) {
		return err
	}
	t.screen.action("No answer: " + refused.Error())
	return nil
}

// converse lets the player talk to Marta.
func (t *tavern) converse(ctx context.Context) error {
	lines := visit()
	for t.screen.err == nil {
		line := ""
		switch {
		case t.keyboard != nil:
			var err error
			if line, err = t.typed(ctx); err != nil {
				return err
			}
		case t.turns < len(lines):
			t.screen.pause(ctx, beat)
			line = lines[t.turns]
			t.screen.say("You", line)
		}
		if line == "" {
			return nil
		}
		if ended, err := t.talk(ctx, line); err != nil || ended {
			return err
		}
	}
	return nil
}

// typed returns what the player types, or the offered line that they mean; ""
// when they have had enough.
func (t *tavern) typed(ctx context.Context) (string, error) {
	if !t.screen.Echo {
		t.screen.prompt("You")
	}
	line, err := t.keyboard.line(ctx)
	if errors.Is(err, io.EOF) {
		t.screen.end()
		return "", nil
	}
	if err != nil {
		return "", err
	}
	t.screen.speaking = false // the terminal has ended the line
	if line == "" {
		return "", nil
	}
	n, err := strconv.Atoi(line)
	meant := err == nil && n >= 1 && n <= len(t.offered)
	if meant {
		line = t.offered[n-1]
	}
	if meant || t.screen.Echo {
		t.screen.say("You", line)
	}
	return line, nil
}

// talk is one turn. It reports whether Marta ends the conversation.
func (t *tavern) talk(ctx context.Context, line string) (ended bool, err error) {
	var reply struct {
		PlayerOptions    []string
		EndsConversation bool
		Relationship     int
	}
	t.turns++
	t.mood = ""
	t.screen.pause(ctx, thought)
	err = t.ask(ctx, &reply, "npc/talk", text("npc", "marta"), text("line", line), ojson.Field("stream", ojson.Bool(true)))
	t.showChanges()
	t.screen.end()
	if err != nil {
		return false, t.unanswered(err)
	}
	if reply.Relationship != t.relationship {
		told := fmt.Sprintf("Marta's attitude towards you: %d.", reply.Relationship)
		if t.relationship < trust && reply.Relationship >= trust {
			told += " From now on her secret is in her prompt."
		}
		t.relationship = reply.Relationship
		t.screen.action(told)
	}
	t.offered = reply.PlayerOptions
	t.screen.offer(t.offered)
	return reply.EndsConversation, nil
}

// decide has Ulf choose.
func (t *tavern) decide(ctx context.Context) error {
	t.screen.stage("You find a seat. It is a hat, and next to it sits Ulf. What will he do?")
	t.screen.pause(ctx, thought)
	var decided struct {
		OptionID, Reasoning string
		Confidence          int
	}
	err := t.ask(ctx, &decided, "decision/decide", append(parse(ulf).Members(), t.model(ulfsScript)...)...)
	if err != nil {
		return t.unanswered(err)
	}
	t.screen.action(fmt.Sprintf("Ulf decides: %s, %d of 100 sure. %s", decided.OptionID, decided.Confidence, decided.Reasoning))
	t.screen.pause(ctx, beat)
	if deed := ulfsDeeds()[decided.OptionID]; deed != "" {
		t.screen.action(deed)
	}
	return nil
}

// save saves Marta, makes her anew of the save, and compares.
func (t *tavern) save(ctx context.Context) error {
	var before, after struct{ State json.RawMessage }
	if err := t.ask(ctx, &before, "npc/state", text("npc", "marta")); err != nil {
		return err
	}
	if _, err := t.request(ctx, "npc/delete", text("npc", "marta")); err != nil {
		return err
	}
	state, err := ojson.Parse(before.State)
	if err != nil {
		return fmt.Errorf("reading the save: %w", err)
	}
	if _, err := t.request(ctx, "npc/restore", append(t.model(`"scripted"`), ojson.Field("state", state))...); err != nil {
		return err
	}
	if err := t.ask(ctx, &after, "npc/state", text("npc", "marta")); err != nil {
		return err
	}
	var kept struct{ Memory struct{ Facts []string } }
	if err := json.Unmarshal(after.State, &kept); err != nil {
		return fmt.Errorf("reading the save: %w", err)
	}
	same := "the same bytes"
	if !bytes.Equal(before.State, after.State) {
		same = "not the same bytes, which is a bug"
	}
	told := "Marta is saved, deleted, restored and saved again: " + same + "."
	if facts := kept.Memory.Facts; len(facts) > 0 {
		told += " She remembers: " + strings.Join(facts, " ")
	}
	t.screen.action(told)
	return nil
}

func (t *tavern) hear(ctx context.Context, m message) {
	switch p := m.Params; {
	case m.Method == "world/changed":
		t.changes = append(t.changes, fmt.Sprintf("%s: %s → %s", p.Path, p.OldValue, p.NewValue))
	case p.Event.Type == "toolCallStarted" && p.Event.Execution == "local":
		t.called(p.Event.Call)
	case p.Event.Type == "emotion":
		t.mood = p.Event.Emotion
	case p.Event.Type == "lineDelta":
		t.showChanges()
		t.screen.speak(ctx, "Marta", t.mood, p.Event.Delta, false)
	case p.Event.Type == "lineReset":
		t.showChanges()
		t.screen.speak(ctx, "Marta", t.mood, p.Event.Line, true)
	}
}

// showChanges shows what happened in the world. It waits for the line, since
// changes and calls of one step come in any order.
func (t *tavern) showChanges() {
	for _, change := range t.changes {
		t.screen.action(change)
	}
	t.changes = nil
}

func (t *tavern) called(c call) {
	t.calls++
	t.screen.action(fmt.Sprintf("Marta calls %s %s.", c.Name, c.Arguments))
}

// act answers the one tool that is the game's own.
func (t *tavern) act(ctx context.Context, c call) string {
	t.called(c)
	t.screen.pause(ctx, beat)
	if c.Name != "menu" {
		return "there is no such thing"
	}
	return "stew for 5 gold, bread for 1, cider for 2"
}
