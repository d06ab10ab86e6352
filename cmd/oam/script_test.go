package main

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/open-actor-models/oam"
	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/transport/stdio"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"oam": main, "noisy": noisy})
}

// TestScripts runs the scripts of testdata/script: command lines, what goes in
// and what must come out.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", RequireExplicitExec: true})
}

// noisy is "oam stdio" with a method whose handler prints to standard output in
// the ways that a library might.
func noisy() {
	s := streams{in: os.Stdin, out: os.Stdout, err: os.Stderr, getenv: os.Getenv}
	in, out, restore, err := claimStreams(s)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitFailure)
	}
	c := oam.DefaultConfig()
	c.Extensions = append(c.Extensions, printer{})
	err = stdio.Serve(context.Background(), c, in, out)
	restore()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitFailure)
	}
}

type printer struct{}

func (printer) Register(r *bridge.Registry) {
	r.Handle("print", func(*bridge.Request) (bridge.Reply, error) {
		fmt.Println("stray line of Go code")
		if _, err := os.Stdout.WriteString("stray line by the file\n"); err != nil {
			return bridge.Reply{}, err
		}
		if err := printLikeC("stray line by the descriptor\n"); err != nil {
			return bridge.Reply{}, err
		}
		return bridge.Result(ojson.Object()), nil
	})
}
