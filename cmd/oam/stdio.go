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
	ToolTimeout      float64 `default:"120" help:"Seconds that the client has to answer a tool call; 0 waits for ever."`
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
	const longest = 86400
	if !(c.ToolTimeout >= 0 && c.ToolTimeout <= longest) {
		return config, usageError{fmt.Errorf("--tool-timeout must be from 0 to %d seconds, not %v", longest, c.ToolTimeout)}
	}
	config.MaxSessions = c.MaxSessions
	config.NoScriptedModels = c.NoScriptedModels
	config.ToolTimeout = time.Duration(c.ToolTimeout * float64(time.Second))
	if c.ToolTimeout == 0 {
		config.ToolTimeout = bridge.NoTimeout
	}
	levels := map[string]slog.Level{
		"debug": slog.LevelDebug, "info": slog.LevelInfo, "warning": slog.LevelWarn, "error": slog.LevelError,
	}
	config.Logger = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: levels[c.LogLevel]}))
	if file := s.getenv(oam.ScriptVariable); file != "" {
		system, err := oam.ScriptedSystem(file)
		if err != nil {
			return config, usageError{err}
		}
		config.SystemModel = system
	}
	return config, nil
}
