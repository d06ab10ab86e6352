package bridge_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/open-actor-models/oam"
	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/jsonrpc"
)

// inProcess is an engine in this process.
type inProcess struct {
	*output
	engine *bridge.Engine
	// drained is closed when closeInput has done its work.
	drained chan struct{}
}

// startInProcess starts an engine for a case; close ends it and all its
// goroutines.
func startInProcess(t *testing.T, c config) *inProcess {
	t.Helper()
	bc := oam.DefaultConfig()
	bc.MaxSessions = c.maxSessions
	bc.NoScriptedModels = c.noScriptedModels
	switch {
	case c.toolTimeout == nil:
	case *c.toolTimeout == 0:
		bc.ToolTimeout = bridge.NoTimeout
	default:
		bc.ToolTimeout = time.Duration(*c.toolTimeout * float64(time.Second))
	}
	if file := writeScript(t, c); file != "" {
		system, _, err := oam.ScriptedSystem(file)
		if err != nil {
			t.Fatal(err)
		}
		bc.SystemModel = system
	}
	p := &inProcess{output: newOutput()}
	bc.OnShutdown = p.end // as a stdio server exits then
	p.start(bc)
	return p
}

func (p *inProcess) start(c bridge.Config) {
	p.engine = bridge.New(c, func(lines []byte) error {
		for line := range bytes.Lines(lines) {
			p.push(bytes.TrimSuffix(line, []byte("\n")))
		}
		return nil
	})
}

// writeScript writes the script of the system model to a file and returns its
// name, "" when there is no script.
func writeScript(t *testing.T, c config) string {
	t.Helper()
	if c.systemScript.IsNull() {
		return ""
	}
	file := filepath.Join(t.TempDir(), "script.json")
	if err := os.WriteFile(file, c.systemScript.Append(nil), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func (p *inProcess) send(line []byte) error {
	if len(line) > jsonrpc.MaxLine {
		p.engine.ReceiveTooLong(jsonrpc.MaxLine)
		return nil
	}
	p.engine.Receive(line)
	return nil
}

// closeInput does what a transport does at the end of its input.
func (p *inProcess) closeInput() {
	p.engine.EndInput()
	p.drained = make(chan struct{})
	go func() { // ends when all requests are answered; close waits for it
		defer close(p.drained)
		_ = p.engine.Drain(context.Background())
		p.engine.Flush(context.Background())
		p.end()
	}()
}

func (p *inProcess) wait() error { return p.engine.Err() }

func (p *inProcess) close() {
	p.engine.Close()
	if p.drained != nil {
		<-p.drained
	}
}
