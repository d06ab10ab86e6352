package world_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/world"
	"pgregory.net/rapid"
)

const inn = `{"player":{"Gold":60,"gold":1,"Name":"Aria","bag":{"rope":true}},"party":[{"name":"Bo","secret":1},{"name":"Cy"}],"Secret":{"door":"north"},"empty":{},"none":[],"note":null}`

// TestRead is item 285.
func TestRead(t *testing.T) {
	all := []string{""}
	for _, c := range []struct {
		path     string
		readable []string
		want     string
		// problem are parts of the text that the model gets, absent what must
		// not be in it.
		problem []string
		absent  string
	}{
		// Inside: the value; keys as spelled, else in any case.
		{path: "player.gold", readable: all, want: `1`},
		{path: "player.Gold", readable: all, want: `60`},
		{path: "player.GOLD", readable: all, want: `60`},
		{path: "PLAYER.name", readable: all, want: `"Aria"`},
		{path: "player/bag", readable: []string{"Player.Bag"}, want: `{"rope":true}`},
		{path: "party[1].NAME", readable: []string{"party"}, want: `"Cy"`},
		{path: "note", readable: all, want: `null`},
		{path: "", readable: all, want: inn},
		// Above: only what may be read.
		{path: "player", readable: []string{"player.bag.rope", "player.Gold", "Secret"}, want: `{"bag":{"rope":true},"Gold":60}`},
		{path: "", readable: []string{"party.0.name", "empty", "gone.x", "a..b"}, want: `{"party":{"0":{"name":"Bo"}},"empty":{}}`},
		{path: "", readable: []string{"player", "player.Gold"}, want: `{"player":{"Gold":60,"gold":1,"Name":"Aria","bag":{"rope":true}}}`},
		{path: "", readable: []string{"player.Gold", "player"}, want: `{"player":{"Gold":60,"gold":1,"Name":"Aria","bag":{"rope":true}}}`},
		{path: "player", readable: []string{"player.x"}, problem: []string{"'player'", "'player.x'"}, absent: "Gold"},
		// Elsewhere.
		{path: "Secret.door", readable: []string{"player", "party.0"}, problem: []string{"'Secret.door' cannot be read", "'player', 'party.0'"}, absent: "north"},
		{path: "secret", readable: []string{"player"}, problem: []string{"cannot be read", "'player'"}, absent: "door"},
		{path: "player.gold", readable: []string{"player.Gold"}, problem: []string{"cannot be read", "'player.Gold'"}},
		{path: "playerx", readable: []string{"player"}, problem: []string{"cannot be read"}},
		{path: "player", readable: nil, problem: []string{"none"}, absent: "Gold"},
		// Not there: what there is instead.
		{path: "player.silver", readable: all, problem: []string{"nothing at 'player.silver'", "'player' has the keys 'Gold', 'gold', 'Name', 'bag'"}},
		{path: "player.bag.x.y", readable: all, problem: []string{"'player.bag' has the keys 'rope'"}},
		{path: "Town", readable: all, problem: []string{"The world has the keys 'player', 'party', 'Secret'"}},
		{path: "party.2", readable: all, problem: []string{"'party' is a list of 2 items, 0 to 1"}},
		{path: "party.bo", readable: all, problem: []string{"'party' is a list of 2 items"}},
		{path: "none.0", readable: all, problem: []string{"'none' is an empty list"}},
		{path: "empty.x", readable: all, problem: []string{"'empty' is an empty object"}},
		{path: "player.Gold.x", readable: all, problem: []string{"'player.Gold' is a number"}},
		{path: "player.Name.first", readable: all, problem: []string{"'player.Name' is a string"}},
		// What may not be read is not named.
		{path: "player.silver", readable: []string{"player.silver", "player.bag"}, problem: []string{"'player' has the keys 'bag'"}, absent: "Gold"},
		{path: "gone.x", readable: []string{"gone"}, problem: []string{"nothing at 'gone.x'", "'gone'"}, absent: "player"},
		{path: "party.2.name", readable: []string{"party.2"}, problem: []string{"'party.2'"}, absent: "2 items"},
		{path: "player.Gold.x", readable: []string{"player.Gold.x"}, problem: []string{"nothing at"}, absent: "number"},
		{path: "GONE.X", readable: []string{"gone.x"}, problem: []string{"nothing at"}},
		// No path.
		{path: "player..gold", readable: []string{"player"}, problem: []string{"empty", "'player'"}},
		{path: "", readable: []string{"a..b"}, problem: []string{"none"}},
	} {
		s := newWorld(t, inn)
		for range 2 { // as it came, then in trees
			got, problem := s.Read(c.path, c.readable)
			if c.problem == nil && (problem != "" || got.String() != c.want) || c.problem != nil && problem == "" {
				t.Errorf("%q of %q is %s, %q; want %s", c.path, c.readable, got, problem, c.want)
			}
			for _, part := range c.problem {
				if !strings.Contains(problem, part) {
					t.Errorf("%q of %q: %q lacks %q", c.path, c.readable, problem, part)
				}
			}
			if c.absent != "" && strings.Contains(problem, c.absent) {
				t.Errorf("%q of %q: %q tells of %q", c.path, c.readable, problem, c.absent)
			}
			for _, path := range []string{"player.bag.x", "party.0.x", "empty.x", "Secret.x"} {
				mustSet(t, s, path, `1`)
				if _, err := s.Remove(path); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestReadManyKeys: a hint has a readable length.
func TestReadManyKeys(t *testing.T) {
	s := newWorld(t, `{}`)
	for i := range 100 {
		mustSet(t, s, fmt.Sprintf("k%d", i), `1`)
	}
	_, problem := s.Read("x", []string{""})
	if !strings.Contains(problem, "'k29' and 70 more") || strings.Contains(problem, "'k30'") {
		t.Error(problem)
	}
}

// TestUpdate is item 287.
func TestUpdate(t *testing.T) {
	const state = `{"n":1250,"b":true,"s":"old","l":[1],"o":{"Key":1},"z":null,"locked":{"x":1}}`
	all := []string{""}
	for _, c := range []struct {
		path, value string
		writable    []string
		// want is what is then at the path; "" for nothing changed and a
		// problem with these parts.
		want    string
		problem []string
	}{
		// A number stays a number, and so on.
		{path: "n", value: `"45"`, want: `45`}, {path: "n", value: `"1,300"`, want: `1300`}, {path: "n", value: `" -2.5 "`, want: `-2.5`},
		{path: "n", value: `"many"`, problem: []string{"'n' holds a number", "many"}}, {path: "n", value: `""`, problem: []string{"a number"}},
		{path: "n", value: `"true"`, problem: []string{"a number"}}, {path: "n", value: `"1e999"`, problem: []string{"a number"}},
		{path: "b", value: `"No"`, want: `false`}, {path: "b", value: `"0"`, want: `false`}, {path: "b", value: `"FALSE"`, want: `false`},
		{path: "b", value: `"yes"`, want: `true`}, {path: "b", value: `"1"`, want: `true`}, {path: "b", value: `" true "`, want: `true`},
		{path: "b", value: `"maybe"`, problem: []string{"'b' holds a boolean", "true or false"}},
		{path: "s", value: `"new"`, want: `"new"`}, {path: "s", value: `"\"new\""`, want: `"new"`}, {path: "s", value: `"45"`, want: `"45"`},
		{path: "s", value: `"null"`, want: `"null"`}, {path: "s", value: `"\"half"`, want: `"\"half"`}, {path: "s", value: `" x "`, want: `" x "`},
		{path: "l", value: `"[1,2]"`, want: `[1,2]`}, {path: "l", value: `"one"`, problem: []string{"'l' holds an array", "JSON"}}, {path: "l", value: `"{}"`, problem: []string{"an array"}},
		{path: "o", value: `"{\"a\":1}"`, want: `{"a":1}`}, {path: "o", value: `"{"`, problem: []string{"'o' holds an object"}},
		{path: "z", value: `"[1]"`, want: `[1]`}, {path: "z", value: `"text"`, want: `"text"`},
		// Where nothing is: JSON if it is, else text.
		{path: "x", value: `"12"`, want: `12`}, {path: "x", value: `"true"`, want: `true`}, {path: "x", value: `"two words"`, want: `"two words"`},
		{path: "x", value: `"{\"a\":[1]}"`, want: `{"a":[1]}`}, {path: "x", value: `"1e999"`, want: `"1e999"`}, {path: "x.y", value: `"null"`, want: `null`},
		{path: "l.1", value: `"2"`, want: `2`},
		// What is no text is taken as it is.
		{path: "n", value: `true`, want: `true`}, {path: "b", value: `{"a":1}`, want: `{"a":1}`}, {path: "s", value: `5`, want: `5`}, {path: "l", value: `null`, want: `null`},
		// Keys in any case; the writable path's own spelling for what is new.
		{path: "O.KEY", value: `"2"`, want: `2`}, {path: "o.new", value: `1`, writable: []string{"O.New"}, want: `1`},
		// What may be changed.
		{path: "locked.x", value: `2`, writable: []string{"n", "o.Key"}, problem: []string{"'locked.x' is read-only", "'n', 'o.Key'"}},
		{path: "o", value: `{}`, writable: []string{"o.Key"}, problem: []string{"read-only"}}, {path: "", value: `{}`, writable: []string{"n"}, problem: []string{"read-only"}},
		{path: "n", value: `1`, writable: []string{"a..b"}, problem: []string{"read-only", "none"}},
		{path: "n..x", value: `1`, writable: []string{"n"}, problem: []string{"empty", "'n'"}},
		// What the world refuses.
		{path: "n.x", value: `1`, problem: []string{"'n.x' cannot be set", "a number"}}, {path: "l.5", value: `1`, problem: []string{"beyond", "'l' is a list of 1 items"}},
		{path: "", value: `"[]"`, problem: []string{"holds an object"}}, {path: "", value: `[]`, problem: []string{"the root"}},
	} {
		if c.writable == nil {
			c.writable = all
		}
		s := newWorld(t, state)
		before, existed, _ := s.Get(c.path)
		text, problem, r := s.Update(c.path, parse(t, c.value), c.writable)
		if c.want == "" {
			if problem == "" || text != "" || r.Changes != nil || s.Snapshot().Value().String() != state {
				t.Errorf("%q = %s gives %q, %q and %s", c.path, c.value, text, problem, s.Snapshot().Value())
			}
			for _, part := range c.problem {
				if !strings.Contains(problem, part) {
					t.Errorf("%q = %s: %q lacks %q", c.path, c.value, problem, part)
				}
			}
			continue
		}
		v, ok := s.Read(c.path, all)
		if problem != "" || ok != "" || v.String() != c.want {
			t.Errorf("%q = %s gives %s, %q", c.path, c.value, v, problem)
		}
		if !strings.Contains(text, c.want) || !strings.Contains(strings.ToLower(text), "'"+strings.ToLower(c.path)+"'") || existed && !strings.Contains(text, before.String()) {
			t.Errorf("%q = %s is told as %q", c.path, c.value, text)
		}
	}
	// The spelling of what is new.
	s := newWorld(t, `{}`)
	if _, problem, r := s.Update("player.gold", ojson.Int(1), []string{"Player.Gold"}); problem != "" || len(r.Changes) != 1 || r.Changes[0].Path != "Player.Gold" {
		t.Errorf("%s %v", problem, show(r.Changes))
	}
	// An equal value is told as set, and changes nothing.
	if text, problem, r := s.Update("Player.Gold", ojson.String("1.0"), []string{""}); problem != "" || text == "" || r.Changes != nil || r.Version != 1 {
		t.Errorf("%s %s %v", text, problem, r)
	}
}

// TestUpdateTellsObservers is the part of item 284 that is the world's.
func TestUpdateTellsObservers(t *testing.T) {
	s := newWorld(t, `{"gold":60}`)
	var told []string
	if _, err := s.Subscribe("gold", func(c world.Change) { told = append(told, show([]world.Change{c})...) }); err != nil {
		t.Fatal(err)
	}
	s.Update("gold", ojson.String("45"), []string{"gold"})
	s.Update("gold", ojson.String("many"), []string{"gold"})
	s.Update("gold", ojson.Int(45), []string{"gold"})
	if want := []string{"gold 60>45"}; !cmp.Equal(told, want) {
		t.Errorf("told %q", told)
	}
}

// TestShorten is item 286.
func TestShorten(t *testing.T) {
	list := make([]ojson.Value, 200)
	for i := range list {
		list[i] = ojson.String(fmt.Sprintf("item number %d", i))
	}
	long := strings.Repeat("é", 2000)
	stock := ojson.Object(ojson.Field("items", ojson.Array(list...)), ojson.Field("gold", ojson.Int(5)), ojson.Field("shop", ojson.Object(ojson.Field("a", ojson.Int(1)))))
	if got, want := world.Shorten(stock, world.ReadLimit).String(),
		`{"items":"[list of 200 items]","gold":5,"shop":"[object with 1 keys]","_note":"Shortened. Read a key by its path to see more."}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	short := world.Shorten(ojson.Array(list...), world.ReadLimit)
	items, _ := short.Get("items")
	note, _ := short.Get("_note")
	if text, _ := note.AsString(); items.Len() < 50 || items.Len() == 200 || !strings.HasPrefix(text, fmt.Sprintf("Showing %d of 200", items.Len())) {
		t.Errorf("%d items with the note %s", items.Len(), note)
	}
	if got, _ := world.Shorten(ojson.String(long), 1500).AsString(); got != strings.Repeat("é", 1500)+"…" {
		t.Errorf("a text of %d characters", utf8.RuneCountInString(got))
	}
	// 1500 characters, not bytes.
	if v := ojson.String(strings.Repeat("é", 1498)); !ojson.Equal(world.Shorten(v, 1500), v) {
		t.Error("what fits was shortened")
	}
	if v := nested(90); world.Shorten(v, 1500).String() == v.String() {
		t.Error("what is too deep for a transcript is shown")
	}
	s := newWorld(t, `{}`)
	if _, err := s.Set("long", ojson.String(long)); err != nil {
		t.Fatal(err)
	}
	if v, problem := s.Read("long", []string{"long"}); problem != "" || len(v.String()) > 2*1510 {
		t.Errorf("read %d bytes, %s", len(v.String()), problem)
	}
	if v, problem := s.Read("", []string{"long"}); problem != "" || len(v.String()) > 2*1510 {
		t.Errorf("read %d bytes, %s", len(v.String()), problem)
	}
}

// TestShortenFits: whatever it is, it becomes short, and what is short stays.
func TestShortenFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := values(4).Draw(t, "value")
		if n := rapid.IntRange(0, 300).Draw(t, "more"); n > 0 {
			v = ojson.Array(v, ojson.String(strings.Repeat("ü", n)), v)
		}
		limit := rapid.IntRange(200, 600).Draw(t, "limit")
		size := utf8.RuneCountInString(v.String())
		got := world.Shorten(v, limit)
		switch n := utf8.RuneCountInString(got.String()); {
		case size <= limit && !ojson.Equal(got, v):
			t.Fatalf("%s becomes %s", v, got)
		case n > limit+3:
			t.Fatalf("%d characters of %d: %s", n, limit, got)
		case size > limit && v.Kind() != ojson.KindString:
			if note, ok := got.Get("_note"); !ok || note.Kind() != ojson.KindString {
				t.Fatalf("%s has no note", got)
			}
		}
	})
}

// TestSummary is item 205.
func TestSummary(t *testing.T) {
	s := newWorld(t, `{"player":{"gold":60,"name":"Aria","bag":{},"tags":["a",{"b":1}],"quest":null,"deep":{"a":{"b":{"c":{"d":1}}}}},"weather":"rain\nfalls","long":""}`)
	if _, err := s.Set("long", ojson.String(strings.Repeat("é", 300))); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{nil, ""}, {[]string{"gone", "a..b", "player.gone"}, ""},
		{[]string{"player.gold"}, "player.gold: 60"}, {[]string{"PLAYER/Gold", "weather"}, "player.gold: 60\nweather: rain falls"},
		{[]string{"player.tags[0]", "player.quest"}, "player.tags.0: a\nplayer.quest: null"},
		{[]string{"player"}, "player.gold: 60\nplayer.name: Aria\nplayer.bag: {}\nplayer.tags: [\"a\",{\"b\":1}]\nplayer.quest: null\nplayer.deep.a.b.c: {\"d\":1}"},
		{[]string{"player.deep"}, "player.deep.a.b.c.d: 1"},
		{[]string{"long"}, "long: " + strings.Repeat("é", 200) + "…"},
	} {
		if got := s.Summary(c.paths); got != c.want {
			t.Errorf("%q is\n%s\nwant\n%s", c.paths, got, c.want)
		}
	}
	if got := newWorld(t, `{}`).Summary([]string{""}); got != "" {
		t.Errorf("an empty world is %q", got)
	}
	for i := range 40 {
		mustSet(t, s, fmt.Sprintf("many.k%d", i), `1`)
	}
	lines := strings.Split(s.Summary([]string{"many", "weather"}), "\n")
	if len(lines) != 31 || lines[29] != "many.k29: 1" || lines[30] != "(11 more not shown)" {
		t.Errorf("%d lines: %q", len(lines), lines[len(lines)-2:])
	}
}
