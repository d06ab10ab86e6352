package world_test

import (
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/world"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// parse reads JSON that the test itself wrote.
func parse(t testing.TB, text string) ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// newWorld returns a world with a state in JSON.
func newWorld(t testing.TB, state string) *world.State {
	t.Helper()
	s, err := world.New(parse(t, state))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// show writes changes in short: path old>new, with ∅ for nothing.
func show(changes []world.Change) (texts []string) {
	for _, c := range changes {
		before, after := "∅", "∅"
		if c.Existed {
			before = c.Old.String()
		}
		if c.Exists {
			after = c.New.String()
		}
		texts = append(texts, c.Path+" "+before+">"+after)
	}
	return texts
}
