package gamerpc_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/open-actor-models/oam/bridge/gamerpc"
	"github.com/open-actor-models/oam/ojson"
)

func TestOrderOfCreateChecks(t *testing.T) { // item 190
	atTable(t, gamerpc.Options{MaxNPCs: 1}, func(c *table) {
		// Each line is wrong in one thing more than the next.
		members := []string{
			`"npc":""`, `"persona":{"name":"G","goals":1}`, `"memory":{"facts":1}`, `"options":{"replyFormat":"x"}`, `"model":"none"`,
			`"tools":[{"name":"a b"}]`, `"world":"nowhere"`, `"options":{"groundingTool":"x"}`,
		}
		right := []string{
			`"npc":"gorm"`, `"persona":{"name":"G"}`, `"memory":{}`, `"options":{}`, `"model":"scripted"`, `"tools":[]`, `"world":null`, `"options":{}`,
		}
		words := []string{"'npc'", "Parameter 'persona.goals' must be an array.", "'memory.facts'", "'options.replyFormat'", "'model'", "'tools[0].name'", "", "'options.groundingTool'"}
		c.create("taken", "")
		for i := range members {
			all := append(append([]string{}, right[:i]...), members[i:]...)
			if i < 7 {
				// The option that does not fit would replace the wrong one.
				all = all[:7]
			} else {
				all[3] = members[7]
			}
			code := -32602
			if i == 6 {
				code = gamerpc.CodeWorldNotFound
			}
			c.fails(code, "npc/create", "{"+strings.Join(all, ",")+"}", words[i])
		}
		data := c.fails(gamerpc.CodeLimitReached, "npc/create", "{"+strings.Join(right[:7], ",")+"}", "NPCs")
		same(t, "limit", `{"code":"limit_reached","limit":1}`, data.String())
		data = c.fails(gamerpc.CodeNPCExists, "npc/create", `{"npc":"taken","persona":1}`)
		same(t, "taken", `{"code":"npc_exists","npc":"taken"}`, data.String())
		if n := member(c.ok("npc/list", `{}`), "npcs").Len(); n != 1 {
			t.Errorf("%d NPCs after creates that failed", n)
		}
	})
}

func TestDefaultLimitOfNPCs(t *testing.T) { // item 290
	atTable(t, gamerpc.Options{}, func(c *table) {
		for i := range 128 {
			c.create(fmt.Sprint("n", i), "")
		}
		data := c.fails(gamerpc.CodeLimitReached, "npc/create", `{"persona":{"name":"G"},"model":"scripted"}`)
		same(t, "limit", "128", member(data, "limit").String())
		c.ok("npc/delete", `{"npc":"n5"}`)
		same(t, "generated", `"npc2"`, member(c.ok("npc/create", `{"persona":{"name":"G"},"model":"scripted"}`), "npc").String())
	})
}

// Deleted and made again while its tool is called, an NPC has nothing of the
// old one: no history, no events, no tool answers.
func TestDeleteAndRecreateDuringATurn(t *testing.T) {
	atTable(t, gamerpc.Options{}, func(c *table) {
		c.create("gorm", look, call, `{"json":{"line":"Old."}}`, `{"text":"old"}`)
		old := c.send("npc/talk", `{"npc":"gorm","line":"old line","stream":true}`)
		c.settle()
		c.send("npc/delete", `{"npc":"gorm"}`)
		c.send("npc/create", `{"npc":"gorm","persona":{"name":"New"},"model":{"type":"scripted","steps":[`+call+`,{"json":{"line":"New."}}]}`+look+`}`)
		talk := c.send("npc/talk", `{"npc":"gorm","line":"new line","stream":true}`)
		// Answers bypass the queue, so this one waits until all of that is done.
		lines := c.settle()
		c.answer("t-1", `{"output":"old answer"}`)
		lines = append(lines, c.settle()...)
		for _, line := range lines {
			if member(line, "method").String() == `"npc/event"` && ojson.Equal(member(line, "params", "requestId"), ojson.Int(int64(old))) {
				t.Errorf("an event of the old NPC: %s", line)
			}
		}
		if got := kinds(lines); !strings.Contains(got, fmt.Sprintf("error %d -32009", old)) || !strings.Contains(got, "tool/cancel") || !strings.Contains(got, "tool/call") {
			t.Errorf("lines: %s", got)
		}
		c.answer("t-2", `{"output":"new answer"}`)
		c.answer("t-1", `{"output":"old answer"}`)
		lines = c.settle()
		same(t, "end", fmt.Sprintf("npc/event toolCallCompleted, npc/event emotion, npc/event lineDelta, response %d", talk), strings.Replace(kinds(lines), "npc/event lineDelta, npc/event emotion", "npc/event emotion, npc/event lineDelta", 1))
		state := c.ok("npc/state", `{"npc":"gorm"}`).String()
		for _, word := range []string{"old", "Old"} {
			if strings.Contains(state, word) {
				t.Errorf("%q is in the state of the new NPC: %s", word, state)
			}
		}
		if !strings.Contains(state, "new answer") || !strings.Contains(state, "New.") {
			t.Errorf("the new turn is not in the state: %s", state)
		}
	})
}

func TestCancelNPC(t *testing.T) { // items 133, 257
	atTable(t, gamerpc.Options{}, func(c *table) {
		c.create("gorm", look, aye, call, aye, aye)
		c.ok("npc/talk", `{"npc":"gorm","line":"1"}`)
		before := c.ok("npc/state", `{"npc":"gorm"}`).String()
		running := c.send("npc/talk", `{"npc":"gorm","line":"2"}`)
		queued := c.send("npc/update", `{"npc":"gorm","persona":{"role":"king"}}`)
		c.settle()
		id := c.send("npc/cancel", `{"npc":"gorm"}`)
		lines := c.settle()
		if got := kinds(lines); !strings.Contains(got, fmt.Sprintf("error %d -32009", running)) || !strings.Contains(got, fmt.Sprintf("error %d -32009", queued)) ||
			!strings.Contains(got, "tool/cancel") {
			t.Errorf("lines: %s", got)
		}
		for _, line := range lines {
			if kind(line) == fmt.Sprintf("response %d", id) {
				same(t, "cancelled", `{"npc":"gorm","cancelled":2}`, member(line, "result").String())
			}
		}
		same(t, "state", before, c.ok("npc/state", `{"npc":"gorm"}`).String())
		same(t, "idle", `{"npc":"gorm","cancelled":0}`, c.ok("npc/cancel", `{"npc":"gorm"}`).String())
		same(t, "next", `"Aye."`, member(c.ok("npc/talk", `{"npc":"gorm","line":"3"}`), "line").String())
		c.fails(gamerpc.CodeNPCNotFound, "npc/cancel", `{"npc":"x"}`)
	})
}

func TestStateDuringATurn(t *testing.T) { // item 246
	atTable(t, gamerpc.Options{}, func(c *table) {
		c.create("gorm", look, aye, call, aye)
		c.ok("npc/talk", `{"npc":"gorm","line":"1"}`)
		before := c.ok("npc/state", `{"npc":"gorm"}`).String()
		talk := c.send("npc/talk", `{"npc":"gorm","line":"2"}`)
		same(t, "at once", before, c.ok("npc/state", `{"npc":"gorm","settle":false}`).String())
		settled := c.send("npc/state", `{"npc":"gorm"}`)
		same(t, "waiting", "", kinds(c.settle()))
		c.answer("t-1", `{"output":"ok"}`)
		same(t, "order", fmt.Sprintf("response %d, response %d", talk, settled), kinds(c.settle()))
	})
}

func TestBarkDuringATurn(t *testing.T) { // items 242, 258
	atTable(t, gamerpc.Options{}, func(c *table) {
		c.create("gorm", look, call, `{"text":"Gorm: Rain."}`, aye)
		talk := c.send("npc/talk", `{"npc":"gorm","line":"1"}`)
		c.settle()
		same(t, "bark", `{"npc":"gorm","line":"Rain."}`, c.ok("npc/bark", `{"npc":"gorm","situation":{"a":1},"unknown":1}`).String())
		c.answer("t-1", `{"output":"ok"}`)
		same(t, "talk", fmt.Sprintf("response %d", talk), kinds(c.settle()))
	})
}

func TestUpdateOnTheWire(t *testing.T) { // items 31, 251, 254
	atTable(t, gamerpc.Options{}, func(c *table) {
		c.create("gorm", look, call, aye, aye)
		c.send("npc/talk", `{"npc":"gorm","line":"1"}`)
		c.settle()
		// At arrival, while the talk runs.
		c.fails(-32602, "npc/update", `{"npc":"gorm","persona":[]}`, "'persona'")
		c.fails(-32602, "npc/update", `{"npc":"gorm","options":1}`, "'options'")
		c.fails(-32602, "npc/update", `{"npc":"gorm","memory":"x"}`, "'memory'")
		c.fails(-32602, "npc/update", `{"npc":"gorm","tools":[{"name":""}]}`, "'tools[0].name'")
		// In its turn.
		bad := c.send("npc/update", `{"npc":"gorm","persona":{"goals":1}}`)
		good := c.send("npc/update", `{"npc":"gorm","tools":null,"options":{"y":1},"x":1}`)
		same(t, "waiting", "", kinds(c.settle()))
		c.answer("t-1", `{"output":"ok"}`)
		same(t, "in order", fmt.Sprintf("response 2, error %d -32602, response %d", bad, good), kinds(c.settle()))
		same(t, "tools", `[]`, member(member(c.ok("npc/list", `{}`), "npcs").Items()[0], "tools").String())
		warnings := c.ok("npc/update", `{"npc":"gorm","x":1,"persona":{"mood":1},"tools":[{"name":"a"}]}`).String()
		for _, word := range []string{"'x'", "'persona.mood'", "a: there is no description"} {
			if !strings.Contains(warnings, word) {
				t.Errorf("%s is not in %s", word, warnings)
			}
		}
	})
}

func TestRestoreOnTheWire(t *testing.T) { // items 247, 248, 250
	atTable(t, gamerpc.Options{}, func(c *table) {
		c.ok("world/create", `{"world":"village","state":{"gold":1}}`)
		c.create("gorm", look+`,"world":"village","options":{"groundingTool":"read_world_state","maxFacts":3}`, aye)
		result := c.ok("npc/state", `{"npc":"gorm"}`)
		state := member(result, "state").String()
		data := c.fails(gamerpc.CodeNPCExists, "npc/restore", `{"state":`+state+`}`)
		same(t, "taken", `{"code":"npc_exists","npc":"gorm"}`, data.String())
		same(t, "another id", `{"npc":"two","tools":["look","read_world_state"],"warnings":[]}`, c.ok("npc/restore", `{"npc":"two","state":`+result.String()+`,"model":"scripted"}`).String())
		c.ok("npc/delete", `{"npc":"gorm"}`)
		c.ok("npc/restore", `{"npc":null,"state":`+state+`,"model":"scripted"}`)
		same(t, "the same save", result.String(), c.ok("npc/state", `{"npc":"gorm"}`).String())
		// null and [] win, but for the id.
		got := c.ok("npc/restore", `{"npc":"three","tools":null,"options":null,"world":null,"state":`+state+`,"model":"scripted"}`)
		same(t, "null wins", `[]`, member(got, "tools").String())
		same(t, "default options", `12`, member(c.ok("npc/state", `{"npc":"three"}`), "state", "options", "maxFacts").String())
		c.fails(gamerpc.CodeWorldNotFound, "npc/restore", `{"npc":"four","world":"nowhere","state":`+state+`}`)
		// A world that is gone.
		c.ok("world/delete", `{"world":"village"}`)
		got = c.ok("npc/restore", `{"npc":"five","state":`+state+`,"model":"scripted"}`)
		if !strings.Contains(member(got, "warnings").String(), "'village'") {
			t.Errorf("no warning about the world: %s", got)
		}
		same(t, "no world tools", `["look"]`, member(got, "tools").String())
		// Wrong parts of the save have its path.
		for _, wrong := range []struct{ from, to, path string }{
			{`"name":"look"`, `"name":"l k"`, "'state.tools[0].name'"}, {`"maxFacts":3`, `"maxFacts":-3`, "'state.options.maxFacts'"},
			{`"version":1`, `"version":2`, "'state.version'"}, {`"groundingTool":"read_world_state"`, `"groundingTool":"x"`, "'state.options.groundingTool'"},
		} {
			if !strings.Contains(state, wrong.from) {
				t.Fatal(wrong.from)
			}
			i := strings.LastIndex(state, wrong.from)
			c.fails(-32602, "npc/restore", `{"npc":"six","state":`+state[:i]+wrong.to+state[i+len(wrong.from):]+`}`, wrong.path)
		}
		c.fails(-32602, "npc/restore", `{}`, "Missing required parameter 'state'.")
	})
}

func TestWorldChangesOfATurn(t *testing.T) { // item 284
	atTable(t, gamerpc.Options{}, func(c *table) {
		c.ok("world/create", `{"world":"village","state":{"gold":1}}`)
		c.ok("world/subscribe", `{"world":"village"}`)
		c.create("gorm", `,"world":"village","options":{"worldWritable":["gold"]}`,
			`{"toolCalls":[{"name":"update_world_state","arguments":{"path":"gold","value":"5"}}]}`, aye)
		same(t, "npcs", "1", member(member(c.ok("world/list", `{}`), "worlds").Items()[0], "npcs").String())
		id := c.send("npc/talk", `{"npc":"gorm","line":"1","stream":true}`)
		same(t, "lines", fmt.Sprintf("npc/event toolCallStarted, world/changed, npc/event toolCallCompleted, npc/event emotion, npc/event lineDelta, response %d", id), kinds(c.settle()))
		c.ok("npc/delete", `{"npc":"gorm"}`)
		same(t, "npcs", "0", member(member(c.ok("world/list", `{}`), "worlds").Items()[0], "npcs").String())
	})
}

func TestShutdownDuringASummary(t *testing.T) {
	atTable(t, gamerpc.Options{}, func(c *table) {
		c.create("gorm", `,"options":{"compactAfterTurns":1,"keepRecentTurns":0}`, aye, `{"delayMs":100000,"text":"Summary."}`)
		c.ok("npc/talk", `{"npc":"gorm","line":"1"}`)
		c.create("mira", `,"options":{"compactAfterTurns":1,"keepRecentTurns":0}`, aye, `{"delayMs":100000,"text":"Summary."}`)
		c.ok("npc/talk", `{"npc":"mira","line":"1"}`)
		c.ok("npc/delete", `{"npc":"mira"}`)
		begun := time.Now()
		same(t, "shutdown", `{}`, c.ok("shutdown", `{}`).String())
		if d := time.Since(begun); d > 0 {
			t.Errorf("shutdown took %v", d)
		}
		c.fails(-32023, "npc/create", `{"persona":{"name":"G"},"model":"scripted"}`)
	})
}

// Quotes that turn out to belong to the line lead to a reset, and deltas go on
// from there.
func TestResetsAndDeltasAddUp(t *testing.T) { // item 223
	atTable(t, gamerpc.Options{}, func(c *table) {
		text := ojson.String(`[sad] "Aye," he said, "but not today, nor tomorrow."`)
		c.create("gorm", `,"options":{"replyFormat":"text"}`, `{"text":`+text.String()+`,"chunks":12}`)
		c.send("npc/talk", `{"npc":"gorm","line":"Hi","stream":true}`)
		lines := c.settle()
		display, resets, after := "", 0, 0
		for _, line := range lines[:len(lines)-1] {
			event := member(line, "params", "event")
			if delta, ok := member(event, "delta").AsString(); ok {
				display += delta
				after += resets
			}
			if line, ok := member(event, "line").AsString(); ok {
				display = line
				resets++
			}
		}
		want, _ := member(lines[len(lines)-1], "result", "line").AsString()
		same(t, "display", want, display)
		if resets != 1 || after == 0 {
			t.Errorf("%d resets and %d deltas after them", resets, after)
		}
	})
}
