package game_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/game"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// restore makes an NPC of a save, the way hosts do.
func restore(m model.Model, state ojson.Value, world game.World) (*game.NPC, *game.Save, error) {
	s, err := game.ReadSave(state, "state", game.DefaultOptions())
	if err != nil {
		return nil, nil, err
	}
	c := game.Config{
		ID: s.ID, Model: m, Persona: s.Persona, Memory: s.Memory, Options: s.Options, History: s.History, Saved: s,
		World: world, WorldID: s.World, OptionsPath: "state.options",
	}
	for _, definition := range s.Tools.Items() {
		name, _ := definition.Get("name")
		text, ok := name.AsString()
		if !ok {
			return nil, nil, &game.Error{Code: game.InvalidParams, Path: "state.tools", Message: "'state.tools'"}
		}
		tool := clientTool(text)
		tool.Definition = definition
		c.Tools = append(c.Tools, tool)
	}
	n, err := game.New(c)
	return n, s, err
}

// lived is an NPC with a past: tool calls, text turns, structured ones.
func lived(t testing.TB) *game.NPC {
	a := play(t, `{"toolCalls":[{"name":"look","arguments":{"a":1}},{"name":"remember_fact","arguments":{"fact":"Aria likes axes."}}]}`,
		said("Aye."), guardrail, step("text", "[sad] No."), said("Bye."))
	n := gorm(t, a, tools("look"), func(c *game.Config) {
		c.World, c.WorldID = board(`{"gold":60}`), "village"
		c.Options.WorldWritable, c.Options.MemoryTools = []string{"gold"}, game.RememberFact
		temperature := 0.7
		c.Options.Temperature, c.Options.SecretsUnlockAt = &temperature, nil
		c.Options.ExtraInstructions, c.Options.FallbackLines = "Speak of iron.", []string{"Hm."}
		c.Persona.Secrets, c.Memory = []string{"he is rich"}, game.Memory{Facts: []string{"f"}, Relationship: 25, Summary: "They met."}
	})
	for _, line := range []string{"1", "2", "3"} {
		if _, err := n.Talk(t.Context(), game.Talk{Line: line}, answering(`{"stock":3}`)); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

func TestState(t *testing.T) { // item 245
	state := lived(t).Snapshot()
	keys := func(v ojson.Value) string {
		var all []string
		for _, m := range v.Members() {
			all = append(all, m.Key)
		}
		return strings.Join(all, " ")
	}
	get := func(path ...string) ojson.Value {
		v := state
		for _, key := range path {
			v, _ = v.Get(key)
		}
		return v
	}
	diff(t, "state", "version persona memory transcript npc options tools world", keys(state))
	diff(t, "persona", "name role personality speakingStyle backstory goals knowledge secrets defaultEmotion maxSentences", keys(get("persona")))
	diff(t, "memory", "facts relationship summary", keys(get("memory")))
	diff(t, "version", "1", get("version").String())
	diff(t, "npc", `"gorm"`, get("npc").String())
	diff(t, "world", `"village"`, get("world").String())
	diff(t, "memoryTools", `["rememberFact"]`, get("options", "memoryTools").String())
	diff(t, "toolTimeoutSeconds", `120`, get("options", "toolTimeoutSeconds").String())
	diff(t, "temperature", `0.7`, get("options", "temperature").String())
	if v, ok := get("options").Get("secretsUnlockAtRelationship"); !ok || !v.IsNull() {
		t.Error("the null threshold is not written")
	}
	bare := gorm(t, play(t)).Snapshot()
	for path, absent := range map[string]string{"options": "temperature groundingTool extraInstructions maximumResponseTokens", "memory": "summary"} {
		inner, _ := bare.Get(path)
		for _, key := range strings.Fields(absent) {
			if _, ok := inner.Get(key); ok {
				t.Errorf("%s.%s is written though it is not set", path, key)
			}
		}
	}
	if v, ok := bare.Get("world"); !ok || !v.IsNull() {
		t.Error("world is not null")
	}
	defaults, _ := bare.Get("options")
	diff(t, "default options", 20, len(defaults.Members()))
}

func TestRestore(t *testing.T) { // items 247, 249 and the issue
	n := lived(t)
	state := n.Snapshot()
	for _, save := range []ojson.Value{state, ojson.Object(ojson.Field("npc", ojson.String("x")), ojson.Field("state", state))} {
		a := play(t, said("Still here."))
		m, s, err := restore(a, save, board(`{"gold":60}`))
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "warnings", []string(nil), s.Warnings)
		diff(t, "saved again", state.String(), m.Snapshot().String())
		diff(t, "turns", n.TurnCount(), m.TurnCount())
		diff(t, "memory", n.Memory(), m.Memory())
		diff(t, "tools", n.ToolNames(), m.ToolNames())
		talk(t, m, "4")
		got := prompts(a.asked(t, 0))
		if len(got) != 4 || got[0] != "Player: 1" || got[3] != "Player: 4" {
			t.Errorf("prompts %q", got)
		}
		m.Close()
	}
}

func TestUnknownMembersSurvive(t *testing.T) {
	text := lived(t).Snapshot().String()
	for from, to := range map[string]string{
		`{"version":1,`:            `{"engine":{"b":1,"a":[null]},"version":1,`,
		`"role":"the`:              `"mood":"x","role":"the`,
		`"relationship":25`:        `"relationship":25,"x":null`,
		`"maxFacts":12`:            `"later":{"y":2},"maxFacts":12`,
		`"type":"FoundationModels`: `"writer":"z","type":"FoundationModels`,
		`{"entries":[`:             `{"checksum":5,"entries":[`,
		`"world":"village"`:        `"world":"village","end":true`,
	} {
		if strings.Count(text, from) != 1 {
			t.Fatalf("%s is %d times in the save", from, strings.Count(text, from))
		}
		text = strings.Replace(text, from, to, 1)
	}
	m, s, err := restore(play(t, said("Hi.")), js(text), board(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	diff(t, "saved again", text, m.Snapshot().String())
	named := strings.Join(s.Warnings, "\n")
	for _, path := range []string{"state.engine", "state.persona.mood", "state.memory.x", "state.options.later",
		"state.transcript.writer", "state.transcript.transcript.checksum", "state.end"} {
		if strings.Count(named, "'"+path+"'") != 1 {
			t.Errorf("'%s' is not named once in the warnings:\n%s", path, named)
		}
	}
	talk(t, m, "4")
	if _, err := m.Update(t.Context(), game.Update{Persona: js(`{"role":"king","other":1}`), Options: js(`{"temperature":null}`)}); err != nil {
		t.Fatal(err)
	}
	after := m.Snapshot().String()
	for _, kept := range []string{`{"engine":{"b":1,"a":[null]},"version":1,`, `"mood":"x","role":"king"`, `"later":{"y":2},"maxFacts"`, `"world":"village","end":true}`} {
		if !strings.Contains(after, kept) {
			t.Errorf("%s is gone", kept)
		}
	}
	for _, gone := range []string{`"other"`, `"temperature":0.7,"barkMax`} {
		if strings.Contains(after, gone) {
			t.Errorf("%s is there", gone)
		}
	}
}

func TestSavesRefused(t *testing.T) {
	text := lived(t).Snapshot().String()
	for _, c := range []struct{ from, to, path string }{
		{`{"version":1,`, `{"version":2,`, "state.version"}, {`{"version":1,`, `{"version":0,`, "state.version"},
		{`{"version":1,`, `{"version":"1",`, "state.version"}, {`{"version":1,`, `{`, "state.version"}, {`{"version":1,`, `{"versiom":1,`, "state.version"},
		{`"persona":{`, `"persomb":{`, "state.persona"}, {`"memory":{`, `"memorx":{`, "state.memory"}, {`"memory":{`, `"mem\ry":{`, "state.memory"},
		{`"transcript":{"type"`, `"tramscript":{"type"`, "state.transcript"}, {`"npc":"gorm"`, `"mpc":"gorm"`, "state.npc"},
		{`"options":{"reply`, `"optionz":{"reply`, "state.options"}, {`"tools":[{"name":"look"`, `"toolz":[{"name":"look"`, "state.tools"}, {`"world":"village"`, `"worl":"village"`, "state.world"},
		{`"facts":[`, `"fects":[`, "state.memory.facts"}, {`"role":`, `"rolf":`, "state.persona.role"}, {`"maxFacts":`, `"maxFacs":`, "state.options.maxFacts"},
		{`"temperature":0.7,"barkM`, `"temperbture":0.7,"barkM`, "state.options.temperature"},
		{`"relationship":25`, `"relationship":"2"`, "state.memory.relationship"}, {`"replyFormat":"automatic"`, `"replyFormat":"butomatic"`, "state.options.replyFormat"},
		{`"npc":"gorm"`, `"npc":1`, "state.npc"}, {`"role":"user"`, `"role":"usur"`, "state.transcript.transcript.entries[1].role"},
	} {
		if !strings.Contains(text, c.from) {
			t.Fatalf("%s is not in the save", c.from)
		}
		n, _, err := restore(play(t), js(strings.Replace(text, c.from, c.to, 1)), board(`{}`))
		if err == nil {
			n.Close()
			t.Errorf("%s is taken", c.to)
			continue
		}
		refused(t, err, c.path)
	}
	for _, bad := range []string{`null`, `[]`, `1`, `{}`, `{"state":null}`, `{"state":[]}`} {
		if _, err := game.ReadSave(js(bad), "state", game.DefaultOptions()); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}

func TestSmallSave(t *testing.T) {
	m, _, err := restore(play(t, said("Hi.")), js(`{"version":1,"persona":{"name":"Gorm"}}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	talk(t, m, "Hi")
	state := m.Snapshot()
	n, _, err := restore(play(t), state, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	diff(t, "saved again", state.String(), n.Snapshot().String())
}

// intact reads a text as a save: it is refused, with a place, or what comes of
// it is a whole NPC that can be saved and restored. It returns the new save.
func intact(fail func(string, ...any), t testing.TB, text []byte) (again ojson.Value, ok bool) {
	state, err := ojson.Parse(text)
	if err != nil {
		var syntax *ojson.SyntaxError
		if !errors.As(err, &syntax) {
			fail("the error %v has no place", err)
		}
		return again, false
	}
	n, _, err := restore(play(t), state, board(`{}`))
	if err != nil {
		var bad *game.Error
		if !errors.As(err, &bad) || bad.Path == "" {
			fail("the error %v has no place", err)
		}
		return again, false
	}
	defer n.Close()
	again = n.Snapshot()
	m, _, err := restore(play(t), again, board(`{}`))
	if err != nil {
		fail("what was restored cannot be restored again: %v", err)
		return again, false
	}
	defer m.Close()
	if m.Snapshot().String() != again.String() {
		fail("a save that was restored is not saved again as the same bytes")
	}
	return again, true
}

// damaged checks a save of which one byte was changed, or the end cut off.
func damaged(fail func(string, ...any), t testing.TB, text []byte, original string) {
	again, ok := intact(fail, t, text)
	if !ok {
		return
	}
	// The instructions follow from the rest.
	was, now := withoutInstructions(js(original)), withoutInstructions(again)
	if places := differences(was, now, "", nil); len(places) > 1 {
		fail("more than one value differs: %v", places)
	}
}

func withoutInstructions(v ojson.Value) ojson.Value {
	t, _ := v.Get("transcript")
	inner, _ := t.Get("transcript")
	entries, _ := inner.Get("entries")
	items := entries.Items()
	if len(items) > 0 {
		items = items[1:]
	}
	return v.With("transcript", t.With("transcript", inner.With("entries", ojson.Array(items...))))
}

// differences are the places in which two values differ; a member that has
// another name is one place.
func differences(a, b ojson.Value, path string, places []string) []string {
	if ojson.Equal(a, b) {
		return places
	}
	switch {
	case a.Kind() == ojson.KindObject && b.Kind() == ojson.KindObject && a.Len() == b.Len():
		x, y := a.Members(), b.Members()
		for i := range x {
			if x[i].Key != y[i].Key && ojson.Equal(x[i].Value, y[i].Value) {
				places = append(places, path+"."+x[i].Key)
				continue
			}
			if x[i].Key != y[i].Key {
				return append(places, path+"."+x[i].Key, path+"."+y[i].Key)
			}
			places = differences(x[i].Value, y[i].Value, path+"."+x[i].Key, places)
		}
		return places
	case a.Kind() == ojson.KindArray && b.Kind() == ojson.KindArray && a.Len() == b.Len():
		for i := range a.Items() {
			places = differences(a.Items()[i], b.Items()[i], fmt.Sprintf("%s[%d]", path, i), places)
		}
		return places
	}
	return append(places, path)
}

func TestCutSaves(t *testing.T) {
	text := lived(t).Snapshot().String()
	for i := range len(text) {
		damaged(t.Errorf, t, []byte(text[:i]), text)
	}
}

func TestFlippedSaves(t *testing.T) {
	text := lived(t).Snapshot().String()
	flips := []byte{1, 2, 4, 0x20, 0x80}
	for i := range len(text) {
		broken := []byte(text)
		broken[i] ^= flips[i%len(flips)]
		damaged(func(format string, args ...any) {
			t.Fatalf("byte %d, %q instead of %q: "+format, append([]any{i, broken[i], text[i]}, args...)...)
		}, t, broken, text)
	}
}

func TestAnyByteOfASave(t *testing.T) {
	text := lived(t).Snapshot().String()
	rapid.Check(t, func(rt *rapid.T) {
		broken := []byte(text)
		broken[rapid.IntRange(0, len(text)-1).Draw(rt, "place")] = rapid.Byte().Draw(rt, "byte")
		damaged(rt.Fatalf, t, broken, text)
	})
}
