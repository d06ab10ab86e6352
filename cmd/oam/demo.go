package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"github.com/open-actor-models/oam"
	"github.com/open-actor-models/oam/internal/demo"
)

// demoCommand plays one of the scenes of the demo package.
type demoCommand struct {
	Scene       string `arg:"" optional:"" enum:"gate,tavern" default:"gate" help:"gate (a guard and a tool call; the default) or tavern (an innkeeper with a memory, a till and a secret)."`
	Interactive bool   `help:"Talk to the innkeeper yourself, line by line; an empty line ends it. Plays the script of OAM_SCRIPT if that is set."`
	Trace       bool   `help:"Show the messages in both directions instead of the dialogue."`
	Fast        bool   `help:"Do not wait for letters and gates. Implied when the output is not a terminal."`
}

// Run plays the scene once.
func (c demoCommand) Run(ctx context.Context, s streams) error {
	terminal := isTerminal(s.out)
	options := demo.Options{
		Out:   s.out,
		Trace: c.Trace,
		Color: terminal && takesColors(s.getenv),
		Slow:  terminal && !c.Fast,
	}
	play := demo.Gate
	if c.Scene == "tavern" {
		play = demo.Tavern
	}
	if c.Interactive {
		if c.Scene != "tavern" {
			return usageError{errors.New("--interactive is for the tavern: oam demo tavern --interactive")}
		}
		config := oam.DefaultConfig()
		warn := func(text string) { fmt.Fprintln(s.err, "oam demo:", text) }
		if err := useScript(&config, s, warn); err != nil {
			return err
		}
		options.In, options.Echo, options.Config = s.in, !terminal || !isTerminal(s.in), &config
	}
	err := play(ctx, options)
	if errors.Is(err, context.Canceled) {
		return nil // the viewer has seen enough
	}
	return err
}

// isTerminal reports whether somebody may be watching the file. The null device
// looks like a terminal and is none.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&fs.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// takesColors reports whether a terminal shows colours and its user wants them.
// Old consoles of Windows would print the codes.
func takesColors(getenv func(string) string) bool {
	return getenv("NO_COLOR") == "" && getenv("TERM") != "dumb" && runtime.GOOS != "windows"
}
