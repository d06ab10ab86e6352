package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// fate is what a new release does to one thing of the old one.
type fate struct {
	what string // keep, rename, drop, retype, narrow
	// spoken: a migration says so. steps: a rename goes by way of another name.
	spoken, steps bool
}

// world is a pack, what becomes of each of its parts, and a character that holds
// all of them.
type world struct {
	t     *rapid.T
	fates map[string]fate
	// early and late are the members of the migrations to 1.5.0 and 2.0.0.
	early, late map[string][]string
}

// draw decides the fate of a thing.
func (w *world) draw(id string, more ...string) fate {
	f := fate{
		what:   rapid.SampledFrom(append([]string{"keep", "rename", "drop"}, more...)).Draw(w.t, id),
		spoken: rapid.Bool().Draw(w.t, id+" spoken"),
		steps:  rapid.Bool().Draw(w.t, id+" steps"),
	}
	w.fates[id] = f
	return f
}

// now is the id in the new pack, "" for none.
func (w *world) now(id string) string {
	switch w.fates[id].what {
	case "rename":
		return id + "n"
	case "drop":
		return ""
	}
	return id
}

// speak writes the move of a thing.
func (w *world) speak(member, id string) {
	f := w.fates[id]
	switch {
	case !f.spoken:
	case f.what == "drop":
		w.late[member] = append(w.late[member], fmt.Sprintf("%q:null", id))
	case f.what == "rename" && f.steps:
		w.early[member] = append(w.early[member], fmt.Sprintf("%q:%q", id, id+"m"))
		w.late[member] = append(w.late[member], fmt.Sprintf("%q:%q", id+"m", id+"n"))
	case f.what == "rename":
		w.late[member] = append(w.late[member], fmt.Sprintf("%q:%q", id, id+"n"))
	}
}

func ids(letter string, n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf("%s%d", letter, i))
	}
	return out
}

// packText is the pack as it is, name telling what a thing is called; "" leaves
// it out.
func (w *world) packText(version string, fresh bool, migrations string) string {
	name := func(id string) string {
		if fresh {
			return w.now(id)
		}
		return id
	}
	list := func(things []string, text func(id, now string) string) string {
		var out []string
		for _, id := range things {
			if now := name(id); now != "" {
				out = append(out, text(id, now))
			}
		}
		return strings.Join(out, ",")
	}
	fields := list(ids("f", 4), func(id, now string) string {
		switch what := w.fates[id].what; {
		case fresh && what == "retype":
			return fmt.Sprintf(`%q:{"type":"text","tags":["skill"]}`, now)
		case fresh && what == "narrow":
			return fmt.Sprintf(`%q:{"max":5,"tags":["skill"]}`, now)
		}
		return fmt.Sprintf(`%q:{"tags":["skill"]}`, now)
	})
	content := list(append(ids("c", 4), append(ids("i", 2), ids("e", 2)...)...), func(id, now string) string {
		switch id[0] {
		case 'c':
			return fmt.Sprintf(`%q:{"type":"feat","choices":{"more":{"options":[{"id":"x"},{"id":"y"}]}}}`, now)
		case 'i':
			return fmt.Sprintf(`%q:{"type":"tool"}`, now)
		}
		return fmt.Sprintf(`%q:{"type":"cond"}`, now)
	})
	states := list(ids("s", 3), func(_, now string) string { return fmt.Sprintf(`%q:{}`, now) })
	options := list(ids("o", 3), func(_, now string) string { return fmt.Sprintf(`{"id":%q}`, now) })
	links := list(ids("l", 2), func(_, now string) string { return fmt.Sprintf(`%q:{"reads":{"fixed":"integer"}}`, now) })
	return fmt.Sprintf(`{"id":"g","version":%q,"specVersion":"1.0","kind":"game",
		"fields":{"fixed":{"tags":["skill"]}%s},
		"contentTypes":{"feat":{},"tool":{"copies":"inventory","state":{%s}},"cond":{"applied":true,"state":{"level":{}}},"class":{"copies":"features"}},
		"content":{"spare":{"type":"feat"},"class":{"type":"class","choices":{"feats":{"from":{"type":"feat"},"max":9},
			"style":{"options":[{"id":"plain"}%s],"max":9},"skills":{"from":{"fields":{"tag":"skill"}},"max":9}}}%s},
		"rules":{"links":{%s}}%s}`, version, lead(fields), states, lead(options), lead(content), links, migrations)
}

// lead puts a comma before a list that has something in it.
func lead(list string) string {
	if list == "" {
		return ""
	}
	return "," + list
}

// migrations are the texts of both migrations.
func (w *world) migrations() string {
	text := func(to string, moves map[string][]string) string {
		out := fmt.Sprintf(`{"to":%q`, to)
		for _, member := range []string{"fields", "content", "links"} {
			out += fmt.Sprintf(`,%q:{%s}`, member, strings.Join(moves[member], ","))
		}
		out += fmt.Sprintf(`,"options":{"class#style":{%s}},"states":{"tool":{%s}}}`, strings.Join(moves["options"], ","), strings.Join(moves["states"], ","))
		return out
	}
	return `,"migrations":[` + text("2.0.0", w.late) + "," + text("1.5.0", w.early) + "]"
}

// Random packs, edited at random, with and without migrations: each stored thing
// is where the edit and the migration say, and what moved or went is reported.
func TestUpgradeFollowsEdits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &world{t: t, fates: map[string]fate{}, early: map[string][]string{}, late: map[string][]string{}}
		for _, id := range ids("f", 4) {
			if f := w.draw(id, "retype", "narrow"); f.what == "retype" && f.spoken {
				w.late["fields"] = append(w.late["fields"], fmt.Sprintf(`%q:{"values":{"10%s":"word"}}`, id, id[1:]))
			}
			w.speak("fields", id)
		}
		for member, things := range map[string][]string{"states": ids("s", 3), "options": ids("o", 3), "links": ids("l", 2)} {
			for _, id := range things {
				w.draw(id)
				w.speak(member, id)
			}
		}
		for _, id := range append(ids("c", 4), append(ids("i", 2), ids("e", 2)...)...) {
			w.draw(id)
			w.speak("content", id)
		}
		from, to := loadedText(t, w.packText("1.0.0", false, "")), loadedText(t, w.packText("2.0.0", true, w.migrations()))
		file := ojson.MustParse(`{"specVersion":"1.0","id":"hero","mine":[1,{"a":0}],"extensions":{"x":4711},
			"fields":{"g:f0":100,"g:f1":101,"g:f2":102,"g:f3":103},
			"inventory":{"e1":{"item":"g:i0","quantity":3,"note":"n","state":{"s0":200,"s1":201,"s2":202}},"e2":{"item":"g:i1","equipped":true,"state":{"s0":210}}},
			"features":{"e5":{"item":"g:class"}},
			"effects":[{"id":"e3","effect":"g:e0","state":{"level":300}},{"id":"e4","effect":"g:e1","on":false}],
			"choices":{"e5/feats":["g:c0","g:c1","g:c2","g:c3"],"e5/feats/g:c0/more":["x"],"e5/feats/g:c3/more":["y"],
				"e5/style":["o0","plain","o1","o2"],"e5/skills":["g:f3","g:fixed","g:f0"]},
			"links":{"g:l0":"wolf","g:l1":"bear"},"nextId":6}`)
		given := file.String()
		u, errs := rules.Upgrade(from, to, file)
		for _, e := range errs {
			t.Fatal(e)
		}
		if file.String() != given {
			t.Fatal("the file was changed")
		}
		c := &follower{w: w, was: file, is: u.Character.JSON(), report: u.Report}
		c.check()
		again, errs := rules.Upgrade(to, to, ojson.MustParse(c.is.String()))
		for _, e := range errs {
			t.Fatal(e)
		}
		if again.Character.JSON().String() != c.is.String() || len(again.Report) != 0 {
			t.Fatalf("a second time: %s with %s", again.Character.JSON(), ojson.Array(again.Report...))
		}
		// What neither moved nor went without a word is what checkRelease warns of.
		release, bad := rules.CheckRelease("g", from, to)
		if bad != nil {
			t.Fatal(bad)
		}
		c.release(release)
	})
}
