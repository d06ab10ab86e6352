package bridge_test

import (
	"context"
	"testing"

	"github.com/open-actor-models/oam"
	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/ojson"
)

// The tests beside this file show what no case file can: behaviours that need
// an extension, a host that embeds the engine, or a clock.

// extension adds methods that do what a test needs.
type extension struct {
	methods       map[string]bridge.Handler
	notifications []string
}

func (x extension) Register(r *bridge.Registry) {
	for name, h := range x.methods {
		r.Handle(name, h)
	}
}

func (x extension) Notifications() []string { return x.notifications }

// startExtended starts an engine with extensions.
func startExtended(extensions ...bridge.Extension) *inProcess {
	c := oam.DefaultConfig()
	c.Extensions = append(c.Extensions, extensions...)
	p := &inProcess{output: newOutput()}
	p.start(c)
	return p
}

// say sends lines.
func (p *inProcess) say(lines ...string) {
	for _, line := range lines {
		p.engine.Receive([]byte(line))
	}
}

// hear reads one line for each pattern and compares them.
func (p *inProcess) hear(t *testing.T, patterns ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for _, text := range patterns {
		line, err := p.next(ctx)
		if err != nil {
			t.Fatalf("waiting for %s: %v", text, err)
		}
		pattern, err := ojson.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		got, err := ojson.Parse(line)
		if err == nil {
			err = match(pattern, got, binds{}, "$")
		}
		if err != nil {
			t.Fatalf("%v\nexpected: %s\ngot:      %s", err, text, line)
		}
	}
}
