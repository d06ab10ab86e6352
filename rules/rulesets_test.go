package rules_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/open-actor-models/oam/ojson"
)

// rulesets are the releases of each ruleset of the repository, by name.
func rulesets(tb testing.TB) map[string][]ojson.Value {
	tb.Helper()
	all := map[string][]ojson.Value{"big": {bigRelease()}}
	files, err := filepath.Glob("../packs/*/_release.json")
	if err != nil {
		tb.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			tb.Fatal(err)
		}
		v, err := ojson.Parse(text)
		if err != nil {
			tb.Fatalf("%s: %v", f, err)
		}
		all[filepath.Base(filepath.Dir(f))] = []ojson.Value{v}
	}
	return all
}
