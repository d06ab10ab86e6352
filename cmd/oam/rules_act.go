package main

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// rulesActCommand plays an action.
type rulesActCommand struct {
	heroFlags     `embed:""`
	characterFlag `embed:""`
	Action        string            `arg:"" optional:"" help:"The action: its id, the last part of it, or its name. Without one, those that there are."`
	Entry         string            `short:"e" placeholder:"ID" help:"The activation that carries it, where there are several; the first without."`
	Param         map[string]string `mapsep:"none" placeholder:"NAME=VALUE" help:"A parameter; the others are asked for or have their defaults."`
	Situational   []string          `sep:"none" placeholder:"ID" help:"A situational effect that is on."`
	Target        []string          `sep:"none" placeholder:"[ROLE=]FILE" help:"A character that takes part, in the first role of the action or in the one that is named; @example is the pack's example. Without one, a stand-in has the default values."`
	FollowUp      string            `placeholder:"ID" help:"The offer that this takes up."`
	Policy        map[string]string `placeholder:"WHAT=HOW" help:"dice=roll or dice=pause; choose=recommended or choose=pause."`
	Seed          *int64            `help:"Roll the same dice each time."`
	Answers       string            `placeholder:"JSON|FILE" help:"With --json: a list of answers, one for each pause; a file, or - for standard input."`
	Ask           bool              `help:"Ask, also when the input is no terminal."`
	Output        string            `short:"o" placeholder:"FILE" help:"Write the character with what the action did to it."`
	Write         bool              `short:"w" help:"Write everybody who was changed back to their files, without asking."`
}

// Help explains what the command does with its input, and its exit codes.
func (rulesActCommand) Help() string {
	return `In a terminal everything is asked: the action, its parameters, who takes part, each roll (roll, or type your own faces) and each choice; then what is proposed, whether to apply it, what follows, and whether to write it. Elsewhere nothing is asked: parameters have their defaults, dice are rolled, recommended options are taken, and files are written with -o and -w only.

With --json the run is printed as startAction gives it, also one that pauses. Nothing is asked, applied or written.

Exit codes: 0 played, also paused with --json; 1 refused, or the input ended within a question; 2 wrong arguments; 130 interrupted. Files are written at the very end: after 1, 2 and 130 none is changed.`
}

// Run plays the action: in a terminal it asks, elsewhere it takes what is there
// and rolls.
func (c *rulesActCommand) Run(s streams) error {
	asks := c.Ask || isTerminal(s.in) && !c.JSON
	if err := c.check(asks); err != nil {
		return err
	}
	t, err := c.open(s, c.Character)
	if err != nil {
		return err
	}
	g := &game{command: c, s: s, t: t, style: c.style(s)}
	g.asks = newAsker(s, g.style, asks)
	if g.me, err = g.seat(t.character, c.Character); err != nil {
		return err
	}
	if err := g.invite(); err != nil {
		return err
	}
	if c.JSON {
		return g.once()
	}
	g.dice, g.seed = diceOf(c.Seed)
	return g.session()
}

// check refuses arguments that do not go together.
func (c *rulesActCommand) check(asks bool) error {
	for what, how := range c.Policy {
		switch what + "=" + how {
		case "dice=roll", "choose=recommended", "choose=pause":
		case "dice=pause":
			if !c.JSON && !asks {
				return usageError{errors.New("--policy dice=pause is for --json, or for somebody who can be asked")}
			}
		default:
			return usageError{fmt.Errorf("--policy is dice=roll, dice=pause, choose=recommended or choose=pause, not %s=%s", what, how)}
		}
	}
	switch {
	case c.JSON && (c.Output != "" || c.Write || c.Ask):
		return usageError{errors.New("--json asks nothing and writes no character: leave out --ask, -o and -w")}
	case !c.JSON && c.Answers != "":
		return usageError{errors.New("--answers is for --json")}
	case c.Ask && c.Character == "-":
		return usageError{errors.New("questions and character cannot both come from standard input")}
	}
	return nil
}

// session plays actions until nothing follows, then writes what was changed.
func (g *game) session() error {
	turn, err := g.pick()
	if err != nil || turn == nil {
		return err
	}
	if g.command.Seed == nil {
		g.print(g.style.Note(fmt.Sprintf("seed %d", g.seed)))
	}
	for turn != nil {
		if err := g.play(turn); err != nil {
			return err
		}
		if turn, err = g.next(); err != nil {
			return err
		}
	}
	return g.write()
}

// game is a table with the characters at it.
type game struct {
	command *rulesActCommand
	s       streams
	t       *table
	style   sheetview.Style
	asks    *asker
	dice    rules.Dice
	seed    int64
	// me is the character that was named; players are all, me first; invited are
	// those of --target and of the example, by role, "" for any.
	me      *player
	players []*player
	invited map[string][]*player
	example example
}

func (g *game) print(text string) { fmt.Fprint(g.s.out, text) }

// turn is an action that somebody takes.
type turn struct {
	who *player
	id  rules.ActionID
	// offer is the offer that it takes up, null for none; owner is whose it is
	// where that is somebody else.
	offer ojson.Value
	owner *player
	// given says that parameters of the command line are for this action.
	given bool
}

// diceOf are dice by a seed: the one that was given, or one that nobody knows.
func diceOf(given *int64) (rules.Dice, int64) {
	if given != nil {
		return rules.SeededDice(*given), *given
	}
	var random [8]byte
	_, _ = rand.Read(random[:]) // it never fails
	seed := int64(binary.LittleEndian.Uint64(random[:]) >> 24)
	return rules.SeededDice(seed), seed
}

// errStopped says that the input ended in the middle of a question.
var errStopped = errors.New("the input ended; nothing was written")
