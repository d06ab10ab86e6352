// Command compare measures OAM beside its peers and beside the floor, on the
// same machine and in the same run.
//
// Every contestant is a child process that speaks one JSON message per line
// over pipes, and all are driven by the same raw line client, so that a
// difference between two figures is a difference between two servers. The
// contestants take turns (A B C A B C …), each time in a fresh process, and the
// median over the rounds is reported: a machine that slows down for a while
// slows all of them.
//
// The driver uses the standard library alone. See ../../README.md for how to run
// it and how to read its table.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"
)

// options are the command's flags.
type options struct {
	only   string
	skip   string
	rounds int
	json   bool
	root   string
	oam    string
	limit  time.Duration
	sizes  sizes
}

// sizes says how much work one measurement does.
type sizes struct {
	Pings           int `json:"pings"`           // pipelined pings
	RoundTrips      int `json:"roundTrips"`      // serial pings
	ToolCalls       int `json:"toolCalls"`       // pipelined tools/call
	TurnSessions    int `json:"turnSessions"`    // sessions that run turns side by side
	TurnsPerSession int `json:"turnsPerSession"` // history grows with each, so it is part of the figure
	TurnWindow      int `json:"turnWindow"`      // turns of one session in flight: running and queued
	SerialTurns     int `json:"serialTurns"`     // turns run one at a time
	IdleSessions    int `json:"idleSessions"`    // sessions created for the memory figure
}

func main() {
	var o options
	flag.StringVar(&o.only, "only", "", "comma-separated contestants to run (default all: "+strings.Join(names(contestants()), ",")+")")
	flag.StringVar(&o.skip, "skip", "", "comma-separated measures to leave out ("+strings.Join(measureNames(), ",")+")")
	flag.IntVar(&o.rounds, "rounds", 5, "rounds; the median over them is reported")
	flag.BoolVar(&o.json, "json", false, "write a JSON report to stdout (the table then goes to stderr)")
	flag.StringVar(&o.root, "root", "..", "root of the OAM repository, where ./cmd/oam is built")
	flag.StringVar(&o.oam, "oam", "", "use this oam executable instead of building one")
	flag.DurationVar(&o.limit, "limit", 2*time.Minute, "time limit of one measurement of one contestant")
	flag.IntVar(&o.sizes.Pings, "pings", 100_000, "pipelined pings")
	flag.IntVar(&o.sizes.RoundTrips, "round-trips", 20_000, "serial pings")
	flag.IntVar(&o.sizes.ToolCalls, "tool-calls", 20_000, "pipelined tool calls")
	flag.IntVar(&o.sizes.TurnSessions, "turn-sessions", 64, "sessions that run turns side by side")
	flag.IntVar(&o.sizes.TurnsPerSession, "turns-per-session", 100, "turns run on one session")
	flag.IntVar(&o.sizes.TurnWindow, "turn-window", 4, "turns of one session in flight")
	flag.IntVar(&o.sizes.SerialTurns, "serial-turns", 2_000, "turns run one at a time")
	flag.IntVar(&o.sizes.IdleSessions, "idle-sessions", 10_000, "sessions created for the memory figure")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	if err := o.check(); err != nil {
		return err
	}
	chosen, err := choose(contestants(), o.only)
	if err != nil {
		return err
	}
	skipped, err := chooseMeasures(o.skip)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "oam-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := build(ctx, chosen, dir, o); err != nil {
		return err
	}

	taken := samples{}
	for round := range o.rounds {
		for _, m := range measures {
			if skipped[m.name] {
				continue
			}
			for _, c := range chosen {
				if !m.suits(c) {
					continue
				}
				fmt.Fprintf(os.Stderr, "round %d/%d  %-12s %s\n", round+1, o.rounds, m.name, c.name)
				if err := measureOnce(ctx, m, c, o, taken); err != nil {
					return fmt.Errorf("%s of %s: %w", m.name, c.name, err)
				}
			}
		}
	}

	report := newReport(chosen, taken, o)
	var table io.Writer = os.Stdout
	if o.json {
		table = os.Stderr
	}
	if err := report.writeTable(table); err != nil || !o.json {
		return err
	}
	enc := json.NewEncoder(os.Stdout)
	enc.SetIndent("", "  ")
	return enc.Encode(report)
}

// measureOnce runs one measurement in a fresh process and records its figures.
func measureOnce(ctx context.Context, m measure, c contestant, o options, into samples) error {
	ctx, cancel := context.WithTimeout(ctx, o.limit)
	defer cancel()
	server, err := start(ctx, c)
	if err != nil {
		return err
	}
	figures, err := m.run(server, o.sizes)
	if stopped := server.stop(); err == nil {
		err = stopped
	}
	if ctx.Err() != nil {
		err = fmt.Errorf("%w (limit %v; see -limit)", context.Cause(ctx), o.limit)
	}
	if err != nil {
		return server.explain(err)
	}
	for metric, value := range figures {
		into.add(metric, c.name, value)
	}
	return nil
}

func (o options) check() error {
	s := o.sizes
	for _, n := range []int{o.rounds, s.Pings, s.RoundTrips, s.ToolCalls, s.TurnSessions, s.TurnsPerSession, s.TurnWindow, s.SerialTurns, s.IdleSessions} {
		if n < 1 {
			return fmt.Errorf("rounds and sizes must be at least 1, got %d", n)
		}
	}
	return nil
}
