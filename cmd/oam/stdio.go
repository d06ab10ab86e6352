package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/open-actor-models/oam"
	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/transport/stdio"
)

// stdioCommand serves the protocol on the standard streams (behaviours, items
// 309 to 311).
type stdioCommand struct {
	LogLevel         string  `default:"warning" enum:"debug,info,warning,error" help:"What to log to standard error: debug, info, warning or error."`
	MaxSessions      int     `default:"64" help:"How many sessions may exist at once."`
	ToolTimeout      seconds `default:"120" help:"Time that the client has to answer a tool call, in seconds or as in 1m30s; 0 waits for ever."`
	NoScriptedModels bool    `help:"Refuse sessions on scripted models."`
}

// Run serves until the input ends or shutdown was asked for.
func (c stdioCommand) Run(ctx context.Context, s streams) error {
	log := newLogWriter(s.err)
	defer log.close()
	config, err := c.config(s, log)
	if err != nil {
		return err
	}
	if isTerminal(s.in) {
		fmt.Fprintln(s.err, "oam stdio: waiting for JSON-RPC messages, one per line. To see what OAM does, run 'oam demo'.")
	}
	in, out, restore, err := claimStreams(s)
	defer restore()
	if err != nil {
		return err
	}
	err = stdio.Serve(ctx, config, in, out)
	if errors.Is(err, context.Canceled) {
		return nil // asked to stop by a signal
	}
	return err
}

func (c stdioCommand) config(s streams, log io.Writer) (bridge.Config, error) {
	config := oam.DefaultConfig()
	if c.MaxSessions < 1 {
		return config, usageError{fmt.Errorf("--max-sessions must be at least 1, not %d", c.MaxSessions)}
	}
	config.MaxSessions = c.MaxSessions
	config.NoScriptedModels = c.NoScriptedModels
	config.ToolTimeout = time.Duration(c.ToolTimeout)
	if c.ToolTimeout == 0 {
		config.ToolTimeout = bridge.NoTimeout
	}
	levels := map[string]slog.Level{
		"debug": slog.LevelDebug, "info": slog.LevelInfo, "warning": slog.LevelWarn, "error": slog.LevelError,
	}
	config.Logger = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: levels[c.LogLevel]}))
	err := useScript(&config, s, func(text string) { config.Logger.Warn(text, oam.ScriptVariable, s.getenv(oam.ScriptVariable)) })
	return config, err
}

// useScript makes the script that the environment names the system model. The
// error is a usageError.
func useScript(config *bridge.Config, s streams, warn func(text string)) error {
	file := s.getenv(oam.ScriptVariable)
	if file == "" {
		return nil
	}
	system, warnings, err := oam.ScriptedSystem(file)
	if err != nil {
		return usageError{err}
	}
	for _, w := range warnings {
		warn(w)
	}
	config.SystemModel = system
	return nil
}
