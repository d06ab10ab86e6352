package packs_test

import (
	"os"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packdir"
	"github.com/open-actor-models/oam/packs"
	"github.com/open-actor-models/oam/rules"
)

// Every release is what its folder builds. To build it again:
//
//	go run ./cmd/oam rules build packs/d20 -o packs/d20/_release.json
func TestReleasesAreFresh(t *testing.T) {
	for _, name := range packs.Names() {
		t.Run(name, func(t *testing.T) {
			bundle, problems := packdir.Read(os.DirFS(name))
			for _, p := range problems {
				t.Error(p)
			}
			want, err := packs.Release(name)
			if err != nil {
				t.Fatal(err)
			}
			if !ojson.Equal(bundle.Release, want) {
				t.Errorf("packs/%s/_release.json is not what the folder builds: oam rules build packs/%s -o packs/%s/_release.json", name, name, name)
			}
		})
	}
}

// The example of every pack has a sheet without errors, and without issues.
func TestExamplesCompute(t *testing.T) {
	for _, name := range packs.Names() {
		t.Run(name, func(t *testing.T) {
			release, err := packs.Release(name)
			if err != nil {
				t.Fatal(err)
			}
			file, err := packs.Example(name)
			if err != nil {
				t.Fatal(err)
			}
			rs, errs := rules.LoadRuleset([]ojson.Value{release})
			for _, e := range errs {
				t.Fatal(e)
			}
			for _, w := range rs.Warnings() {
				t.Error(w)
			}
			c, errs := rs.Character(file)
			for _, e := range errs {
				t.Fatal(e)
			}
			s, errs := c.ComputeSheet(rules.SheetOptions{})
			for _, e := range errs {
				t.Fatal(e)
			}
			out, errs := s.JSON()
			for _, e := range errs {
				t.Fatal(e)
			}
			values, _ := out.Get("values")
			for _, v := range values.Members() {
				if failed, ok := v.Value.Get("error"); ok {
					t.Errorf("%s: %s", v.Key, failed)
				}
			}
			if issues := s.Issues(); len(issues) > 0 {
				t.Errorf("issues: %v", issues)
			}
		})
	}
}
