package packs

import (
	"embed"
	"fmt"

	"github.com/open-actor-models/oam/ojson"
)

//go:embed */_release.json */_example.json */_act.json
var files embed.FS

// Names lists the packs: their folders, in the order of their names.
func Names() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil // an embedded folder is always there
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// Release is the release of a pack, ready for rules.LoadRuleset.
func Release(name string) (ojson.Value, error) { return read(name, "_release.json") }

// Example is a character that was made with the pack.
func Example(name string) (ojson.Value, error) { return read(name, "_example.json") }

// Act is an action that the example character can play, for those who want to see
// one: {action, entry?, params?, situational?, participants?}, as startAction has
// them, but with the character files of those who take part.
func Act(name string) (ojson.Value, error) { return read(name, "_act.json") }

func read(name, file string) (ojson.Value, error) {
	text, err := files.ReadFile(name + "/" + file)
	if err != nil {
		return ojson.Value{}, fmt.Errorf("no pack is called %q", name)
	}
	return ojson.Parse(text)
}
