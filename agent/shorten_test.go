package agent_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/model"
	"github.com/open-actor-models/oam/ojson"
)

// Bug report O12: a game answers a call with its whole inventory. The model
// sees a part that is still good JSON and says what is missing; records keep
// all of it.

// shown runs a turn whose only call gives an output, and returns what the model
// sees of it.
func shown(t testing.TB, o agent.Output, limit, contextSize int) (text string, r *agent.Response) {
	t.Helper()
	m := limited(contextSize, calls("look"))
	a := newAgent(t, m, func(c *agent.Config) { c.Options.MaxOutputCharacters = limit }, tool("look"))
	h := &host{answer: func(c *openCall) { c.reply(o) }}
	r = respond(t, a, agent.Turn{}, h)
	if !ojson.Equal(r.ToolCalls[0].Output.Value, o.Value) || !ojson.Equal(h.records[0].Output.Value, o.Value) {
		t.Errorf("the records do not hold the whole output")
	}
	return m.last(t).Entries[2].Text, r
}

// values draws JSON values, large ones too, with text that JSON must escape.
func values() *rapid.Generator[ojson.Value] {
	text := rapid.Custom(func(rt *rapid.T) string {
		return strings.Repeat(rapid.StringOfN(rapid.RuneFrom([]rune("aé日🐺\n\"\\\x01 ")), 0, 20, -1).Draw(rt, "piece"), rapid.IntRange(0, 60).Draw(rt, "times"))
	})
	leaf := rapid.Custom(func(rt *rapid.T) ojson.Value {
		switch rapid.IntRange(0, 4).Draw(rt, "kind") {
		case 0:
			return ojson.Value{}
		case 1:
			return ojson.Bool(true)
		case 2:
			return ojson.Int(rapid.Int64().Draw(rt, "n"))
		default:
			return ojson.String(text.Draw(rt, "text"))
		}
	})
	all := leaf
	for range 3 {
		inner := all
		all = rapid.Custom(func(rt *rapid.T) ojson.Value {
			n := rapid.IntRange(0, 12).Draw(rt, "size")
			switch rapid.IntRange(0, 2).Draw(rt, "kind") {
			case 0:
				return leaf.Draw(rt, "leaf")
			case 1:
				items := make([]ojson.Value, n)
				for i := range items {
					items[i] = inner.Draw(rt, "item")
				}
				return ojson.Array(items...)
			default:
				members := make([]ojson.Member, n)
				for i := range members {
					members[i] = ojson.Field(fmt.Sprintf("key %d", i), inner.Draw(rt, "member"))
				}
				return ojson.Object(members...)
			}
		})
	}
	return all
}

func TestShorten(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		v := values().Draw(rt, "value")
		limit := rapid.IntRange(200, 3000).Draw(rt, "limit")
		o := agent.NewOutput(v, rapid.Bool().Draw(rt, "is error"))
		text, r := shown(t, o, limit, 0)
		whole := o.ModelText()
		size := utf8.RuneCountInString(whole)
		if size <= limit {
			if text != whole || len(r.Warnings) > 0 {
				rt.Fatalf("a short output was changed to %s, warnings %q", text, r.Warnings)
			}
			return
		}
		switch n := utf8.RuneCountInString(text); {
		case n > limit+32:
			rt.Fatalf("%d characters, the limit is %d", n, limit)
		case n < limit/8:
			rt.Fatalf("only %d characters of %d for the limit %d: %s", n, size, limit, text)
		case !utf8.ValidString(text) || strings.ContainsRune(text, utf8.RuneError):
			rt.Fatalf("a character was cut: %q", text)
		case !strings.Contains(text, "more characters]") && !strings.Contains(text, "more items]") && !strings.Contains(text, "more members]"):
			rt.Fatalf("nothing says what is missing: %s", text)
		}
		if len(r.Warnings) != 1 || !strings.HasPrefix(r.Warnings[0], "look: ") || !strings.Contains(r.Warnings[0], fmt.Sprint(size)) {
			rt.Fatalf("warnings %q", r.Warnings)
		}
		if o.Value.Kind() == ojson.KindString {
			if !strings.HasPrefix(whole, text[:strings.LastIndex(text, "…")]) {
				rt.Fatalf("%q is not the beginning of %q", text, whole)
			}
			return
		}
		got, err := ojson.Parse([]byte(text))
		if err != nil || got.Kind() != v.Kind() {
			rt.Fatalf("%v of kind %v, was %v: %s", err, got.Kind(), v.Kind(), text)
		}
		checkPart(rt, v, got)
	})
}

// checkPart checks that a shortened value is a part of the whole one, in its
// order, and that the numbers in its notes are right.
func checkPart(rt *rapid.T, whole, part ojson.Value) {
	switch whole.Kind() {
	case ojson.KindString:
		w, _ := whole.AsString()
		p, _ := part.AsString()
		if w != p && !strings.HasPrefix(w, p[:max(0, strings.LastIndex(p, "…"))]) {
			rt.Fatalf("%q is no part of %q", p, w)
		}
	case ojson.KindArray:
		items := part.Items()
		if n := len(items); n > 0 {
			note, _ := items[n-1].AsString()
			if note == fmt.Sprintf("… [%d more items]", whole.Len()-n+1) {
				items = items[:n-1]
			} else if n != whole.Len() {
				rt.Fatalf("%d of %d items without a right note: %s", n, whole.Len(), part)
			}
		}
		for i, item := range items {
			checkPart(rt, whole.Items()[i], item)
		}
	case ojson.KindObject:
		for i, m := range part.Members() {
			if m.Key == "…" {
				if note, _ := m.Value.AsString(); note != fmt.Sprintf("[%d more members]", whole.Len()-i) || i != part.Len()-1 {
					rt.Fatalf("wrong note: %s", part)
				}
				continue
			}
			if whole.Members()[i].Key != m.Key {
				rt.Fatalf("another member: %s", part)
			}
			checkPart(rt, whole.Members()[i].Value, m.Value)
		}
	default:
		if !ojson.Equal(whole, part) {
			rt.Fatalf("%s is no part of %s", part, whole)
		}
	}
}

func TestShortenHugeOutputs(t *testing.T) {
	long := strings.Repeat("ein Schwert aus Eisen, ", 20_000_000/23)
	many := make([]ojson.Value, 100_000)
	for i := range many {
		many[i] = ojson.Object(ojson.Field("id", ojson.Int(int64(i))), ojson.Field("name", ojson.String("sword")))
	}
	for name, c := range map[string]struct {
		value ojson.Value
		has   string // what the model must see of it
	}{
		"20 MB of text":        {ojson.String(long), "ein Schwert aus Eisen, ein Schwert"},
		"20 MB in an object":   {ojson.Object(ojson.Field("id", ojson.Int(7)), ojson.Field("text", ojson.String(long)), ojson.Field("end", ojson.Bool(true))), `"end":true`},
		"100,000 items":        {ojson.Array(many...), `{"id":20,"name":"sword"}`},
		"100,000 in an object": {ojson.Object(ojson.Field("all", ojson.Array(many...)), ojson.Field("gold", ojson.Int(60))), `"gold":60`},
		"text with line ends":  {ojson.Object(ojson.Field("log", ojson.String(strings.Repeat("It rains.\n", 10_000)))), `It rains.\nIt rains.\n`},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			text, _ := shown(t, agent.NewOutput(c.value, false), 0, 0)
			if d := time.Since(began); d > 5*time.Second {
				t.Errorf("it took %v", d)
			}
			if n := utf8.RuneCountInString(text); n > agent.DefaultMaxOutputCharacters+32 || n < 4000 || !strings.Contains(text, c.has) {
				t.Errorf("%d characters: %.300s … %s", n, text, text[max(0, len(text)-300):])
			}
		})
	}
}

// An item that takes all the room there is stays, though shorter by its comma.
func TestShortenItemsThatJustFit(t *testing.T) {
	for size := 140; size < 180; size++ {
		item := ojson.String(strings.Repeat("x", size))
		if text, _ := shown(t, agent.NewOutput(ojson.Array(item, item), false), 200, 0); !strings.Contains(text, "xxx") {
			t.Errorf("two items of %d: %s", size, text)
		}
	}
}

func TestShortenDeepOutputs(t *testing.T) {
	deep := ojson.String(repeated(1_000_000))
	for i := range 99 {
		if i%2 == 0 {
			deep = ojson.Array(deep, ojson.Int(int64(i)))
		} else {
			deep = ojson.Object(ojson.Field("in", deep))
		}
	}
	text, _ := shown(t, agent.NewOutput(deep, false), 0, 0)
	if v := parse(t, text); v.Kind() != ojson.KindArray || !strings.Contains(text, " more items]") {
		t.Errorf("%.300s", text)
	}
}

func TestOutputsShareTheirRoom(t *testing.T) {
	m := newActor(calls("look", "look", "look"), calls("look", "look", "look"))
	a := newAgent(t, m, func(c *agent.Config) { c.Options.MaxOutputCharacters = 1000 }, tool("look"))
	h := answering(strings.Repeat("x", 1500))
	respond(t, a, agent.Turn{}, h)
	var got []int
	for _, e := range m.last(t).Entries {
		if e.Kind == model.ToolOutputEntry {
			got = append(got, utf8.RuneCountInString(e.Text))
		}
	}
	// Four times the bound for the turn; what comes after that has the least.
	for i, limit := range []int{1000, 1000, 1000, 1000, 200, 200} {
		if got[i] > limit || got[i] < limit-16 {
			t.Errorf("output %d has %d characters of %d", i, got[i], limit)
		}
	}
	m.steps = []play{calls("look")}
	respond(t, a, agent.Turn{}, h)
	if e := m.last(t).Entries; utf8.RuneCountInString(e[len(e)-1].Text) < 900 {
		t.Error("the next turn has no room of its own")
	}
}

// With a small context window an output may have half the room, before any of
// the history must go for it.
func TestOutputsFitTheContext(t *testing.T) {
	text, _ := shown(t, output(strings.Repeat("x", 20_000)), 0, 2024) // 1000 tokens beside the reserve
	if n := utf8.RuneCountInString(text); n > 1500 || n < 1400 {
		t.Errorf("%d characters", n)
	}
}
