package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A contestant is a server executable and what it can do.
type contestant struct {
	name    string
	source  string   // package path below this module, or "" for OAM itself
	module  string   // module whose version the report names, if a peer
	args    []string // command line
	path    string   // the executable, once built
	isEcho  bool     // answers with the request itself
	isMCP   bool     // wants the MCP handshake first and serves tools/call
	isOAM   bool     // serves session/* and asks back with tool/call
	version string
}

// maxSessions is the session limit OAM runs with in every measurement: above
// any -idle-sessions in use, for its default (64) would refuse them.
const maxSessions = 20_000

func contestants() []contestant {
	return []contestant{
		{name: "oam", args: []string{"stdio", "--max-sessions", fmt.Sprint(maxSessions)}, isOAM: true},
		{name: "go-sdk", source: "./peers/gosdk", module: "github.com/modelcontextprotocol/go-sdk", isMCP: true},
		{name: "jsonrpc2", source: "./peers/jsonrpc2", module: "github.com/sourcegraph/jsonrpc2"},
		{name: "echo", source: "./peers/echo", isEcho: true},
	}
}

func names(all []contestant) []string {
	out := make([]string, len(all))
	for i, c := range all {
		out[i] = c.name
	}
	return out
}

// choose keeps the contestants that the comma-separated list names, in their
// usual order; an empty list keeps all.
func choose(all []contestant, list string) ([]contestant, error) {
	if list == "" {
		return all, nil
	}
	wanted := strings.Split(list, ",")
	for _, name := range wanted {
		if !slices.Contains(names(all), name) {
			return nil, fmt.Errorf("no contestant %q; there are %s", name, strings.Join(names(all), ", "))
		}
	}
	return slices.DeleteFunc(all, func(c contestant) bool { return !slices.Contains(wanted, c.name) }), nil
}

// build compiles every chosen contestant into dir with the same toolchain and
// flags, and fills in path and version.
func build(ctx context.Context, chosen []contestant, dir string, o options) error {
	if _, err := os.Stat("peers"); err != nil {
		return fmt.Errorf("run this in the bench folder: go -C bench run ./cmd/compare")
	}
	for i := range chosen {
		c := &chosen[i]
		c.path = filepath.Join(dir, c.name)
		if c.isOAM && o.oam != "" {
			path, err := filepath.Abs(o.oam)
			if err != nil {
				return err
			}
			c.path, c.version = path, "given executable"
			continue
		}
		args := []string{"build", "-o", c.path, c.source}
		if c.isOAM {
			args = []string{"build", "-C", o.root, "-o", c.path, "./cmd/oam"}
		}
		if out, err := goTool(ctx, args...); err != nil {
			return fmt.Errorf("building %s (-only leaves contestants out): %w\n%s", c.name, err, out)
		}
		if c.module != "" {
			out, err := goTool(ctx, "list", "-m", "-f", "{{.Version}}", c.module)
			if err != nil {
				return fmt.Errorf("version of %s: %w\n%s", c.name, err, out)
			}
			c.version = strings.TrimSpace(out)
		}
	}
	return nil
}

func goTool(ctx context.Context, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, "go", args...).CombinedOutput()
	return string(out), err
}
