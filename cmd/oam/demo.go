package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"runtime"

	"github.com/open-actor-models/oam/internal/demo"
)

// demoCommand plays the scene of the demo package.
type demoCommand struct {
	Trace bool `help:"Show the messages in both directions instead of the dialogue."`
	Fast  bool `help:"Do not wait for letters and gates. Implied when the output is not a terminal."`
}

// Run plays the scene once.
func (c demoCommand) Run(ctx context.Context, s streams) error {
	terminal := isTerminal(s.out)
	err := demo.Play(ctx, demo.Options{
		Out:   s.out,
		Trace: c.Trace,
		Color: terminal && takesColors(s.getenv),
		Slow:  terminal && !c.Fast,
	})
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
