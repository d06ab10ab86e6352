package oam

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"unicode/utf8"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/bridge/gamerpc"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/model/scripted"
	"github.com/open-actor-models/oam/ojson"
)

// Version is the version of the program and the library.
const Version = "0.1.0"

// StandardExtensions returns fresh instances of the extensions that every
// transport serves.
func StandardExtensions() []bridge.Extension {
	return []bridge.Extension{gamerpc.New(gamerpc.Options{})}
}

// DefaultConfig returns the configuration that every transport begins with.
func DefaultConfig() bridge.Config {
	return bridge.Config{Version: Version, Extensions: StandardExtensions()}
}

// New returns an engine with the default configuration. deliver is described at
// [bridge.Deliver]; the engine must be closed.
func New(deliver bridge.Deliver) *bridge.Engine {
	return bridge.New(DefaultConfig(), deliver)
}

// ScriptVariable is the environment variable that names a script file to be
// played instead of a system model.
const ScriptVariable = "OAM_SCRIPT"

// ScriptedSystem returns a system model that plays the script in the file: a
// list of steps, or {"steps": […], "fallback": step}. Each session gets a copy
// of its own (behaviours, item 311). The warnings name what in the file means
// nothing.
func ScriptedSystem(file string) (system func() model.Model, warnings []string, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", ScriptVariable, err)
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, nil, fmt.Errorf("%s: %s is empty", ScriptVariable, file)
	}
	v, err := ojson.Parse(text)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %s%s is not JSON: %w", ScriptVariable, file, place(text, err), err)
	}
	script, err := scripted.ParseFile(v, "steps")
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %s: %w", ScriptVariable, file, err)
	}
	return func() model.Model { return script.NewModel("system") }, script.Warnings(), nil
}

// place is the line and column of a syntax error, ":3:14".
func place(text []byte, err error) string {
	var bad *ojson.SyntaxError
	if !errors.As(err, &bad) || bad.Offset > len(text) {
		return ""
	}
	before := text[:bad.Offset]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Sprintf(":%d:%d", line, column)
}
