package demo

import (
	"context"
	"io"

	"github.com/open-actor-models/oam/bridge"
)

// Options say how a scene is shown.
type Options struct {
	// Out takes what is shown; it is required.
	Out io.Writer
	// Trace shows the messages in both directions in place of the dialogue.
	Trace bool
	// Color uses the colours of a terminal.
	Color bool
	// Slow lets text appear letter by letter, and gives things time to happen.
	Slow bool

	// In has the player's lines for a [Tavern] that is not played by a script;
	// nil plays it by a script. A read that is in progress when the scene ends
	// cannot be interrupted.
	In io.Reader
	// Echo shows the lines of In, where no terminal does.
	Echo bool
	// Config is that of the engine; nil is the default one.
	Config *bridge.Config
}

// Gate plays the guard at the gate. It returns when the scene has ended, or
// with the error of the context or the output.
func Gate(ctx context.Context, o Options) error {
	return show(ctx, o, func(s *screen) scene { return &gate{screen: s} })
}

// Tavern plays an evening at the Broken Oar. With [Options.In] the player is
// whoever writes there, and the innkeeper is the engine's system model if it
// has one. It returns like [Gate], or with an error of the input.
func Tavern(ctx context.Context, o Options) error {
	return show(ctx, o, func(s *screen) scene { return newTavern(s) })
}
