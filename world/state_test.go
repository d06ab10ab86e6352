package world_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/world"
)

// village is the world of the tables.
const village = `{"player":{"gold":60,"name":"Aria","quest":null},"party":[{"name":"Bo"},{"name":"Cy"}],"open":true,"tags":["a","b"]}`

// step is one mutation with all that it does. Without changes and without an
// error it must change nothing at all.
type step struct {
	path  string
	value string
	// want are the changes, state the whole state after.
	want  []string
	state string
	// fails is a part of the message of the error.
	fails string
}

func set(path, value, state string, want ...string) step {
	return step{path: path, value: value, want: want, state: state}
}

func refused(path, value, part string) step { return step{path: path, value: value, fails: part} }

// run plays each step on a world of its own.
func run(t *testing.T, state string, do func(*world.State, string, ojson.Value) (world.Result, error), steps []step) {
	t.Helper()
	for _, c := range steps {
		s := newWorld(t, state)
		if _, err := s.Set("before", ojson.Bool(true)); err != nil { // members are in trees
			t.Fatal(err)
		}
		if _, err := s.Remove("before"); err != nil {
			t.Fatal(err)
		}
		value := ojson.Value{}
		if c.value != "" {
			value = parse(t, c.value)
		}
		r, err := do(s, c.path, value)
		version, after := int64(2), c.state
		if len(c.want) > 0 {
			version = 3
		}
		if after == "" {
			after = state
		}
		var e *world.Error
		switch {
		case c.fails == "" && err != nil, c.fails != "" && (!errors.As(err, &e) || e.Path != c.path || !strings.Contains(e.Message, c.fails)):
			t.Errorf("%q %s fails with %v, want %q", c.path, c.value, err, c.fails)
		case c.fails == "" && r.Version != version, s.Version() != version:
			t.Errorf("%q %s: version %d and %d, want %d", c.path, c.value, r.Version, s.Version(), version)
		}
		if diff := cmp.Diff(c.want, show(r.Changes)); diff != "" {
			t.Errorf("%q %s changes (-want +got):\n%s", c.path, c.value, diff)
		}
		if got := s.Snapshot().Value().String(); got != after {
			t.Errorf("%q %s gives\n%s\nwant\n%s", c.path, c.value, got, after)
		}
	}
}

// TestSet is items 272, 274, 275 and 279.
func TestSet(t *testing.T) {
	run(t, `{"a":{"n":1,"z":null},"l":[1,{"x":2},null],"s":"text","b":false}`, (*world.State).Set, []step{
		set("a.n", `2`, `{"a":{"n":2,"z":null},"l":[1,{"x":2},null],"s":"text","b":false}`, `a.n 1>2`),
		set("a.n", `null`, `{"a":{"n":null,"z":null},"l":[1,{"x":2},null],"s":"text","b":false}`, `a.n 1>null`),
		set("a.new", `null`, `{"a":{"n":1,"z":null,"new":null},"l":[1,{"x":2},null],"s":"text","b":false}`, `a.new ∅>null`),
		set("a", `5`, `{"a":5,"l":[1,{"x":2},null],"s":"text","b":false}`, `a {"n":1,"z":null}>5`),
		// On the way: what is missing, or null, becomes an object.
		set("q.r.s", `1`, `{"a":{"n":1,"z":null},"l":[1,{"x":2},null],"s":"text","b":false,"q":{"r":{"s":1}}}`, `q.r.s ∅>1`),
		set("q.0", `1`, `{"a":{"n":1,"z":null},"l":[1,{"x":2},null],"s":"text","b":false,"q":{"0":1}}`, `q.0 ∅>1`),
		set("a.z.y", `1`, `{"a":{"n":1,"z":{"y":1}},"l":[1,{"x":2},null],"s":"text","b":false}`, `a.z.y ∅>1`),
		// Lists.
		set("l[0]", `{}`, `{"a":{"n":1,"z":null},"l":[{},{"x":2},null],"s":"text","b":false}`, `l.0 1>{}`),
		set("l/1/x", `3`, `{"a":{"n":1,"z":null},"l":[1,{"x":3},null],"s":"text","b":false}`, `l.1.x 2>3`),
		set("l.2.y", `3`, `{"a":{"n":1,"z":null},"l":[1,{"x":2},{"y":3}],"s":"text","b":false}`, `l.2.y ∅>3`),
		set("l.3", `4`, `{"a":{"n":1,"z":null},"l":[1,{"x":2},null,4],"s":"text","b":false}`, `l.3 ∅>4`),
		set("l.3.y", `4`, `{"a":{"n":1,"z":null},"l":[1,{"x":2},null,{"y":4}],"s":"text","b":false}`, `l.3.y ∅>4`),
		refused("l.4", `1`, "beyond"), refused("l.4.x", `1`, "beyond"), refused("l.x", `1`, "index"), refused("l.-1", `1`, "index"), refused("l.01", `1`, "index"),
		// Through what has nothing inside.
		refused("a.n.x", `1`, "a number"), refused("s.x", `1`, "a string"), refused("b.x", `1`, "a boolean"), refused("l.0.x", `1`, "'l.0'"),
		// The root.
		set("", `{"b":1,"a":2}`, `{"b":1,"a":2}`, ` {"a":{"n":1,"z":null},"l":[1,{"x":2},null],"s":"text","b":false}>{"b":1,"a":2}`),
		refused("", `[]`, "an array"), refused("$", `null`, "null"), refused(" / ", `1`, "a number"),
		// What is equal is no change.
		set("a.n", `1.0`, ``), set("a", `{"z":null,"n":1}`, ``), set("l", `[1,{"x":2},null]`, ``), set("a.z", `null`, ``),
		set("", `{"l":[1,{"x":2},null],"a":{"n":1,"z":null},"s":"text","b":false}`, ``),
		// Of equal keys in another order the old order stays, also in part.
		set("l", `[1,{"x":2}]`, `{"a":{"n":1,"z":null},"l":[1,{"x":2}],"s":"text","b":false}`, `l [1,{"x":2},null]>[1,{"x":2}]`),
		refused("a.big", `1e999`, "double"), refused("a.big", `[{"x":-1e999}]`, "double"),
		refused("a..n", `1`, "empty"),
	})
}

// TestMerge is items 272, 276 and 277.
func TestMerge(t *testing.T) {
	const state = `{"a":{"n":1,"z":null},"l":[{"x":2}],"s":"text"}`
	run(t, state, (*world.State).Merge, []step{
		set("", `{"s":"new","a":{"n":2,"m":3},"l":null}`, `{"a":{"n":2,"z":null,"m":3},"s":"new"}`,
			`s "text">"new"`, `a.n 1>2`, `a.m ∅>3`, `l [{"x":2}]>∅`),
		set("a", `{"m":{"x":null,"y":{"z":null}},"n":null}`, `{"a":{"z":null,"m":{"y":{}}},"l":[{"x":2}],"s":"text"}`,
			`a.m ∅>{"y":{}}`, `a.n 1>∅`),
		set("", `{"s":{"x":null}}`, `{"a":{"n":1,"z":null},"l":[{"x":2}],"s":{}}`, `s "text">{}`),
		set("", `{"a":{"z":{"q":1,"r":null}}}`, `{"a":{"n":1,"z":{"q":1}},"l":[{"x":2}],"s":"text"}`, `a.z null>{"q":1}`),
		// Inside lists nulls are values, and lists do not merge.
		set("", `{"l":[null,{"x":null}]}`, `{"a":{"n":1,"z":null},"l":[null,{"x":null}],"s":"text"}`, `l [{"x":2}]>[null,{"x":null}]`),
		set("l", `{"0":1}`, `{"a":{"n":1,"z":null},"l":{"0":1},"s":"text"}`, `l [{"x":2}]>{"0":1}`),
		set("l.0", `{"y":1}`, `{"a":{"n":1,"z":null},"l":[{"x":2,"y":1}],"s":"text"}`, `l.0.y ∅>1`),
		set("l.1", `{"y":1}`, `{"a":{"n":1,"z":null},"l":[{"x":2},{"y":1}],"s":"text"}`, `l.1 ∅>{"y":1}`),
		// What is no object replaces, null too.
		set("a", `null`, `{"a":null,"l":[{"x":2}],"s":"text"}`, `a {"n":1,"z":null}>null`),
		set("q.r", `null`, `{"a":{"n":1,"z":null},"l":[{"x":2}],"s":"text","q":{"r":null}}`, `q.r ∅>null`),
		set("a.n", `[null]`, `{"a":{"n":[null],"z":null},"l":[{"x":2}],"s":"text"}`, `a.n 1>[null]`),
		set("q.r", `{"x":1,"y":null}`, `{"a":{"n":1,"z":null},"l":[{"x":2}],"s":"text","q":{"r":{"x":1}}}`, `q.r ∅>{"x":1}`),
		set("a.n", `{}`, `{"a":{"n":{},"z":null},"l":[{"x":2}],"s":"text"}`, `a.n 1>{}`),
		// Nothing to do.
		set("", `{}`, ``), set("a", `{}`, ``), set("", `{"q":null,"a":{"q":null,"n":1.0}}`, ``), set("", `{"l":[{"x":2}]}`, ``), set("a.z", `null`, ``),
		refused("", `null`, "root"), refused("", `[]`, "root"), refused("s.x", `{}`, "a string"), refused("l.2", `{}`, "beyond"),
		refused("", `{"a":{"n":5},"s":1e999}`, "double"),
		// Keys that no path can reach.
		set("", `{"x.y":{"":1},"":{"/":2}}`, `{"a":{"n":1,"z":null},"l":[{"x":2}],"s":"text","x.y":{"":1},"":{"/":2}}`,
			`x.y ∅>{"":1}`, ` ∅>{"/":2}`),
	})
}

// TestRemove is item 280.
func TestRemove(t *testing.T) {
	run(t, village, func(s *world.State, path string, _ ojson.Value) (world.Result, error) { return s.Remove(path) }, []step{
		set("player.gold", ``, `{"player":{"name":"Aria","quest":null},"party":[{"name":"Bo"},{"name":"Cy"}],"open":true,"tags":["a","b"]}`, `player.gold 60>∅`),
		set("player.quest", ``, `{"player":{"gold":60,"name":"Aria"},"party":[{"name":"Bo"},{"name":"Cy"}],"open":true,"tags":["a","b"]}`, `player.quest null>∅`),
		set("party[0]", ``, `{"player":{"gold":60,"name":"Aria","quest":null},"party":[{"name":"Cy"}],"open":true,"tags":["a","b"]}`, `party.0 {"name":"Bo"}>∅`),
		set("party.1.name", ``, `{"player":{"gold":60,"name":"Aria","quest":null},"party":[{"name":"Bo"},{}],"open":true,"tags":["a","b"]}`, `party.1.name "Cy">∅`),
		set("", ``, `{}`, ` `+village+`>{}`),
		set("player.silver", ``, ``), set("party.2", ``, ``), set("party.x", ``, ``), set("open.x", ``, ``), set("player.quest.x", ``, ``), set("x.y.z", ``, ``),
		refused("a.", ``, "empty"),
	})
	s := newWorld(t, `{}`)
	if r, err := s.Remove("/"); err != nil || r.Version != 0 || r.Changes != nil {
		t.Errorf("emptying an empty world: %v %v", r, err)
	}
}

func TestGet(t *testing.T) {
	for _, grown := range []bool{false, true} {
		s := newWorld(t, village)
		if grown {
			for _, path := range []string{"player.x", "party.0.x", "tags.2"} {
				if _, err := s.Set(path, ojson.Int(1)); err != nil {
					t.Fatal(err)
				}
				if _, err := s.Remove(path); err != nil {
					t.Fatal(err)
				}
			}
		}
		for path, want := range map[string]string{
			"": village, "player.gold": `60`, "party.1.name": `"Cy"`, "party[0]": `{"name":"Bo"}`, "tags/1": `"b"`, "player.quest": `null`,
			"player.silver": ``, "party.2": ``, "party.-1": ``, "party.01": ``, "party.name": ``, "open.x": ``, "player.quest.x": ``, "Player": ``,
		} {
			v, ok, err := s.Get(path)
			if err != nil || ok != (want != "") || ok && v.String() != want || !ok && !v.IsNull() {
				t.Errorf("%q is %s %v %v, want %s", path, v, ok, err, want)
			}
		}
	}
	var none world.Snapshot
	if v, ok, err := none.Get(""); v.String() != `{}` || !ok || err != nil || none.Version() != 0 {
		t.Error("the zero snapshot is no empty world")
	}
}

// TestNew: a world begins with an object, or with none.
func TestNew(t *testing.T) {
	if got := newWorld(t, `null`).Snapshot().Value().String(); got != `{}` {
		t.Errorf("a world of nothing is %s", got)
	}
	for _, state := range []string{`[]`, `1`, `"x"`, `{"a":[1e999]}`} {
		if _, err := world.New(parse(t, state)); err == nil {
			t.Errorf("%s is a world", state)
		}
	}
}

// nested returns n arrays inside each other.
func nested(n int) ojson.Value {
	v := ojson.Array()
	for range n - 1 {
		v = ojson.Array(v)
	}
	return v
}

// TestDepth: a snapshot in a message is never deeper than what can be parsed.
func TestDepth(t *testing.T) {
	deep := func(n int) string { return strings.TrimSuffix(strings.Repeat("a.", n), ".") }
	s := newWorld(t, `{}`)
	for _, c := range []struct {
		path string
		v    ojson.Value
		ok   bool
	}{
		{deep(world.MaxDepth), ojson.Int(1), true}, {deep(world.MaxDepth), ojson.Array(), false}, {deep(world.MaxDepth + 1), ojson.Int(1), false},
		{"b", nested(world.MaxDepth - 1), true}, {"b", nested(world.MaxDepth), false}, {"b", ojson.Object(ojson.Field("c", nested(world.MaxDepth-1))), false},
	} {
		for name, do := range map[string]func(string, ojson.Value) (world.Result, error){"set": s.Set, "merge": s.Merge} {
			if _, err := do(c.path, c.v); (err == nil) != c.ok {
				t.Errorf("%s %.20s… of %d: %v", name, c.path, len(c.v.String()), err)
			}
		}
	}
	if _, err := world.New(ojson.Object(ojson.Field("a", nested(world.MaxDepth)))); err == nil {
		t.Error("a world is too deep")
	}
	message := ojson.Object(ojson.Field("result", ojson.Object(ojson.Field("state", s.Snapshot().Value()))))
	if _, err := ojson.Parse([]byte(message.String())); err != nil {
		t.Error(err)
	}
}

// TestSize: a world grows to its limit and not beyond; what is refused changes
// nothing.
func TestSize(t *testing.T) {
	s := newWorld(t, `{"list":[]}`)
	quarter := ojson.String(strings.Repeat("x", world.MaxSize/4))
	for i := range 4 {
		_, err := s.Set("list."+string(rune('0'+i)), quarter)
		if (err == nil) != (i < 3) {
			t.Errorf("quarter %d: %v", i+1, err)
		}
	}
	if _, err := s.Merge("", ojson.Object(ojson.Field("more", quarter))); err == nil {
		t.Error("the world is too large by a merge")
	}
	if _, err := world.New(ojson.Object(ojson.Field("all", ojson.String(strings.Repeat("\n", world.MaxSize/5))))); err == nil {
		t.Error("the world begins too large")
	}
	if _, problem, _ := s.Update("more", quarter, []string{""}); problem == "" {
		t.Error("the world is too large by a tool")
	}
	if s.Version() != 3 {
		t.Errorf("version %d", s.Version())
	}
	if _, err := s.Remove("list.0"); err != nil {
		t.Error(err)
	}
	if _, err := s.Set("more", quarter); err != nil {
		t.Errorf("what was removed still counts: %v", err)
	}
}

// TestSizeIsAnUpperBound: whatever is in it, a text is not longer than counted.
func TestSizeIsAnUpperBound(t *testing.T) {
	s := newWorld(t, `{}`)
	for _, text := range []string{"", "abc", "\"\\/", "\x00\x1f\n\t", "\u2028\u2029", "é漢😀", "\uFFFD\u2027"} {
		if _, err := s.Set("", ojson.Object(ojson.Field(text, ojson.Array(ojson.String(text), ojson.Value{}, ojson.Bool(false), ojson.Float(1.5e-7))))); err != nil {
			t.Fatal(err)
		}
		counted, _ := s.Sizes()
		if real := len(s.Snapshot().Value().String()); counted < real {
			t.Errorf("%q is counted as %d bytes, it takes %d", text, counted, real)
		}
	}
}

// TestSharing: what a write leaves alone is shared, as a value too.
func TestSharing(t *testing.T) {
	s := newWorld(t, village)
	before := s.Snapshot().Value()
	if _, err := s.Set("player.gold", ojson.Int(1)); err != nil {
		t.Fatal(err)
	}
	after := s.Snapshot().Value()
	old, _ := before.Get("party")
	kept, _ := after.Get("party")
	if &old.Items()[0] != &kept.Items()[0] {
		t.Error("the party was copied")
	}
	if again := s.Snapshot().Value(); &again.Members()[0] != &after.Members()[0] {
		t.Error("a value is built twice")
	}
}

// FuzzMerge: a merge is what RFC 7386 says, and its changes tell all of it.
func FuzzMerge(f *testing.F) {
	f.Add(`{"a":"b"}`, `{"a":null,"b":{"c":null}}`)
	f.Add(`{"a":[{"b":"c"}]}`, `{"a":[1],"":{"":0}}`)
	f.Add(`{"e":null}`, `{"a":{"bb":{"ccc":null}},"e":1}`)
	f.Add(`{"a":{"x":1,"y":2}}`, `[1,null]`)
	f.Fuzz(func(t *testing.T, state, patch string) {
		before, err := ojson.Parse([]byte(state))
		if err != nil || before.Kind() != ojson.KindObject {
			return
		}
		p, err := ojson.Parse([]byte(patch))
		if err != nil {
			return
		}
		s, err := world.New(before)
		if err != nil {
			return
		}
		r, err := s.Merge("", p)
		if err != nil {
			if got := s.Snapshot().Value(); got.String() != before.String() || s.Version() != 0 {
				t.Fatalf("a refused merge gives %s", got)
			}
			return
		}
		want := mergePatch(before, p)
		if got := s.Snapshot().Value(); !ojson.Equal(got, want) {
			t.Fatalf("got %s, want %s", got, want)
		}
		v := before
		for _, c := range r.Changes {
			if !c.Exists {
				v = naiveRemove(v, c.At())
			} else if v, err = naiveSet(v, c.At(), c.New); err != nil {
				t.Fatal(err)
			}
		}
		if !ojson.Equal(v, want) || slices.Contains(show(r.Changes), "") {
			t.Fatalf("the changes %v give %s", show(r.Changes), v)
		}
	})
}
