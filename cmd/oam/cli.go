package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/open-actor-models/oam"
)

// streams are what the process has from its surroundings.
type streams struct {
	in, out, err *os.File
	getenv       func(string) string
}

// The exit codes of the command.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
)

// cli is the command line.
type cli struct {
	Stdio   stdioCommand   `cmd:"" help:"Serve the bridge protocol on standard input and output, one JSON message per line."`
	Demo    demoCommand    `cmd:"" help:"Play a short scene: a guard at a gate, or an evening in a tavern. The models are scripts; nothing is downloaded."`
	Rules   rulesCommand   `cmd:"" help:"Check and build rules packs, draw character sheets, explain their numbers, apply changes."`
	Version versionCommand `cmd:"" help:"Print the version."`
}

// usageError is an error that the user of the command can mend.
type usageError struct{ error }

// run parses the arguments and runs the command. It returns the exit code.
func run(ctx context.Context, args []string, s streams) int {
	var c cli
	exit := -1
	parser, err := kong.New(&c,
		kong.Name("oam"),
		kong.Description("Open Actor Models: minds and rules for game characters."),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) { exit = code }),
		kong.Bind(s),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.UsageOnError(),
	)
	if err != nil {
		fmt.Fprintln(s.err, "oam:", err)
		return exitFailure
	}
	switch {
	case len(args) == 0, args[0] == "help":
		args = append(args[min(1, len(args)):], "--help")
	case args[0] == "--version":
		args[0] = "version"
	}
	parsed, err := parser.Parse(args)
	if exit >= 0 { // --help was asked for and has been printed
		return exit
	}
	if err != nil {
		fmt.Fprintln(s.err, "oam:", err)
		fmt.Fprintf(s.err, "Run '%s --help' for what it takes.\n", failedCommand(err))
		return exitUsage
	}
	err = parsed.Run()
	var usage usageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errReported):
		return exitFailure
	case errors.As(err, &usage):
		fmt.Fprintln(s.err, "oam:", err)
		return exitUsage
	default:
		fmt.Fprintln(s.err, "oam:", err)
		return exitFailure
	}
}

// failedCommand is the command line up to the command that refused the rest.
func failedCommand(err error) string {
	var failed *kong.ParseError
	if errors.As(err, &failed) && failed.Context.Command() != "" {
		command, _, _ := strings.Cut(failed.Context.Command(), " <") // no arguments
		return "oam " + command
	}
	return "oam"
}

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run(s streams) error {
	_, err := io.WriteString(s.out, "oam "+oam.Version+"\n")
	return err
}
