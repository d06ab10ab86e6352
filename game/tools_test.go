package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/model"
)

// calls is a step with calls of one tool, one for each of the arguments.
func calls(tool string, arguments ...string) string {
	list := make([]string, len(arguments))
	for i, a := range arguments {
		list[i] = `{"name":"` + tool + `","arguments":` + a + `}`
	}
	return `{"toolCalls":[` + strings.Join(list, ",") + `]}`
}

// outputs are the outputs of a reply's calls, errors marked.
func outputs(r *game.Reply) []string {
	var all []string
	for _, c := range r.ToolCalls {
		all = append(all, c.Output.ModelText())
	}
	return all
}

func TestWorldTools(t *testing.T) { // items 225, 285, 287
	a := play(t, `{"toolCalls":[{"name":"read_world_state","arguments":{"path":" gold "}},{"name":"update_world_state","arguments":{"path":"gold","value":"45"}},`+
		`{"name":"update_world_state","arguments":{"path":"gold","value":[1]}},{"name":"update_world_state","arguments":{"path":"hp","value":null}},`+
		`{"name":"read_world_state","arguments":{"path":"x"}}]}`, said("Aye."))
	n := gorm(t, a, func(c *game.Config) {
		c.World, c.Options.WorldReadable, c.Options.WorldWritable = board(`{"gold":60}`), []string{"gold"}, []string{"gold"}
	})
	h := &listener{}
	reply, err := n.Talk(t.Context(), game.Talk{Line: "Hi"}, h)
	if err != nil {
		t.Fatal(err)
	}
	if v := reply.ToolCalls[0].Output.Value; v.String() != "60" {
		t.Errorf("the record has %s, want the raw value", v)
	}
	// Calls of one step take effect in their order.
	diff(t, "outputs", []string{"60", `gold: "45" (was 60)`, `gold: [1] (was "45")`, "Error: read-only", "Error: There is no 'x'. Readable: gold."}, outputs(reply))
	diff(t, "started", "started read_world_state client=false", h.events[0])
}

func TestRememberFact(t *testing.T) { // items 238, 240
	a := play(t, calls("remember_fact", `{"fact":" Likes axes. "}`, `{"fact":"likes AXES!"}`, `{"fact":"old, fact"}`, `{"fact":" "}`, `{"fact":"New."}`), said("Aye."))
	n := gorm(t, a, func(c *game.Config) {
		c.Options.MemoryTools, c.Options.MaxFacts = game.RememberFact, 2
		c.Memory.Facts = []string{"Older.", "Old fact.", "x"}
	})
	got := outputs(talk(t, n, "Hi"))
	if got[0] != got[4] || got[1] != got[2] || got[0] == got[1] || !strings.HasPrefix(got[3], "Error: ") {
		t.Errorf("outputs %q", got)
	}
	diff(t, "facts", []string{"Likes axes.", "New."}, n.Memory().Facts)
	// A turn without new facts drops none that the game gave.
	n = gorm(t, play(t, said("Aye.")), func(c *game.Config) { c.Options.MaxFacts, c.Memory.Facts = 1, []string{"a", "b"} })
	talk(t, n, "Hi")
	diff(t, "given facts", 2, len(n.Memory().Facts))
}

func TestChangeRelationship(t *testing.T) { // item 239
	for _, c := range []struct {
		from   int
		deltas []string
		want   int
		last   string
	}{
		{0, []string{"5"}, 5, "neutral (5)"}, {0, []string{"25"}, 10, "neutral (10)"}, {15, []string{"10"}, 25, "friendly (25)"},
		{0, []string{"-400"}, -10, "neutral (-10)"}, {95, []string{"10", "-3"}, 97, "trusting (97)"}, {-99, []string{"-10"}, -100, "hostile (-100)"},
		{0, []string{"4", "4", "4"}, 12, "neutral (12)"},
	} {
		var arguments []string
		for _, d := range c.deltas {
			arguments = append(arguments, `{"reason":"r","delta":`+d+`}`)
		}
		a := play(t, calls("change_relationship", arguments...), said("Aye."))
		n := gorm(t, a, func(g *game.Config) { g.Options.MemoryTools, g.Memory.Relationship = game.ChangeRelationship, c.from })
		reply := talk(t, n, "Hi")
		if reply.Relationship != c.want || n.Memory().Relationship != c.want {
			t.Errorf("from %d by %v: %d, want %d", c.from, c.deltas, reply.Relationship, c.want)
		}
		if got := outputs(reply); !strings.Contains(got[len(got)-1], c.last) {
			t.Errorf("output %q, want %s", got, c.last)
		}
	}
}

func TestMemoryIsStaged(t *testing.T) { // items 231, 239
	a := play(t, calls("change_relationship", `{"reason":"r","delta":10}`), `{"error":"invalid_request"}`, said("Aye."))
	n := gorm(t, a, options(func(o *game.Options) { o.MemoryTools = game.ChangeRelationship }))
	_, err := n.Talk(t.Context(), game.Talk{Line: "Hi"}, nil)
	wantCode(t, err, model.InvalidRequest)
	diff(t, "relationship", 0, talk(t, n, "Hi").Relationship)
}

// A model that answers with words where a number was wanted gets told, and the
// turn goes on (talemate #18).
func TestWordsForANumber(t *testing.T) {
	a := play(t, calls("change_relationship", `{"reason":"r","delta":"late thirties"}`, `{"reason":"r"}`, `{"reason":"r","delta":2.4}`), said("Aye."))
	n := gorm(t, a, options(func(o *game.Options) { o.MemoryTools = game.ChangeRelationship }))
	reply := talk(t, n, "Hi")
	for i, out := range outputs(reply) {
		if !strings.HasPrefix(out, "Error: ") {
			t.Errorf("call %d gives %q", i, out)
		}
	}
	diff(t, "line", "Aye.", reply.Line)
	diff(t, "relationship", 0, reply.Relationship)
}

func TestManyCallsOfOneStep(t *testing.T) {
	var arguments []string
	for i := range 50 {
		arguments = append(arguments, fmt.Sprintf(`{"fact":"fact %d"}`, i))
	}
	a := play(t, calls("remember_fact", arguments...), said("Aye."))
	n := gorm(t, a, options(func(o *game.Options) { o.MemoryTools, o.MaxToolCalls, o.MaxFacts = game.RememberFact, 50, 50 }))
	talk(t, n, "Hi")
	for i, f := range n.Memory().Facts {
		diff(t, "order", fmt.Sprintf("fact %d", i), f)
	}
}
