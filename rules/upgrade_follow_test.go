package rules_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// follower compares an upgraded file with what the fates of its world say.
type follower struct {
	w       *world
	was, is ojson.Value
	report  []ojson.Value
}

// reported fails unless the report has a line with these members.
func (c *follower) reported(kind, path, why string, before ojson.Value) {
	for _, l := range c.report {
		if v, _ := l.Get("before"); member(l, "kind") == kind && member(l, "path") == path && member(l, "why") == why && (before.IsNull() || ojson.Equal(v, before)) {
			return
		}
	}
	c.w.t.Fatalf("no %s line of %s with %q and %s in %s", why, kind, path, before, ojson.Array(c.report...))
}

// issue fails unless a new issue was reported.
func (c *follower) issue(code, source string) {
	for _, l := range c.report {
		if after, _ := l.Get("after"); member(l, "kind") == "issue" && member(l, "path") == source && member(after, "code") == code {
			return
		}
	}
	c.w.t.Fatalf("no issue %s of %s in %s", code, source, ojson.Array(c.report...))
}

// at follows names into a value.
func at(v ojson.Value, names ...string) ojson.Value {
	for _, name := range names {
		v, _ = v.Get(name)
	}
	return v
}

func (c *follower) same(what string, got, want ojson.Value) {
	if got.String() != want.String() {
		c.w.t.Fatalf("%s is %s, want %s; %s became %s", what, got, want, c.was, c.is)
	}
}

// member checks one member of an object that moves as a whole: fields, states
// and links. where leads to the object.
func (c *follower) member(kind, prefix, id string, where ...string) {
	f, v := c.w.fates[id], at(c.was, append(where, prefix+id)...)
	path := "/" + strings.Join(append(where, prefix+id), "/")
	old, now := at(c.is, append(where, prefix+id)...), at(c.is, append(where, prefix+id+"n")...)
	switch {
	case f.what == "rename" && f.spoken:
		c.same(path, now, v)
		c.same(path, old, ojson.Value{})
		c.reported(kind, path, "renamed", v)
	case f.what == "drop" && f.spoken:
		c.same(path, old, ojson.Value{})
		c.reported(kind, path, "dropped", v)
	case f.what == "retype" && f.spoken:
		c.same(path, old, ojson.String("word"))
		c.reported(kind, path, "mapped", v)
	default:
		c.same(path, old, v)
		c.unspoken(kind, prefix, id, path, v)
	}
}

// unspoken checks that what stays says that it has no meaning.
func (c *follower) unspoken(kind, prefix, id, path string, v ojson.Value) {
	gone := c.w.now(id) != id
	switch {
	case kind == "field" && gone:
		c.issue("unknown-field", prefix+id)
	case kind == "field" && c.w.fates[id].what == "retype":
		c.issue("wrong-value", prefix+id)
	case kind == "field" && c.w.fates[id].what == "narrow":
		c.issue("out-of-range", prefix+id)
	case kind == "link" && gone:
		c.reported("link", path, "gone", v)
	}
}

// picks is what the picks of a choice should be, each id with what stands before
// it.
func (c *follower) picks(path string) (want []string) {
	for i, o := range at(c.was, "choices", path).Items() {
		full, _ := o.AsString()
		id := strings.TrimPrefix(full, "g:")
		prefix := strings.TrimSuffix(full, id)
		f, known := c.w.fates[id]
		place := fmt.Sprintf("/choices/%s/%d", strings.ReplaceAll(path, "/", "~1"), i)
		switch {
		case !known || f.what != "rename" && f.what != "drop":
			want = append(want, full)
		case f.what == "rename" && f.spoken:
			want = append(want, prefix+id+"n")
			c.reported("pick", "/choices/"+strings.ReplaceAll(path, "/", "~1")+fmt.Sprint("/", i), "renamed", o)
		case f.spoken:
			c.reported("pick", place, "dropped", o)
		default:
			// Its place is counted when the migrations are through.
			if !slices.ContainsFunc(c.report, func(l ojson.Value) bool {
				v, _ := l.Get("before")
				return member(l, "kind") == "pick" && member(l, "why") == "gone" && ojson.Equal(v, o)
			}) {
				c.w.t.Fatalf("the pick %s went without a word: %s", full, ojson.Array(c.report...))
			}
		}
	}
	return want
}

func (c *follower) check() {
	for _, id := range ids("f", 4) {
		c.member("field", "g:", id, "fields")
	}
	for _, id := range ids("l", 2) {
		c.member("link", "g:", id, "links")
	}
	for i, entry := range []string{"e1", "e2"} {
		c.entry(fmt.Sprint("i", i), entry)
	}
	c.effects()
	for _, path := range []string{"e5/feats", "e5/style", "e5/skills"} {
		want := c.picks(path)
		got := at(c.is, "choices", path)
		if got.String() != ojson.Strings(want).String() && len(want) > 0 || len(want) == 0 && !got.IsNull() {
			c.w.t.Fatalf("%s is %s, want %v; %s", path, got, want, ojson.Array(c.report...))
		}
	}
	for _, id := range []string{"c0", "c3"} {
		c.nested(id)
	}
	for _, name := range []string{"mine", "extensions", "id", "nextId", "features"} {
		c.same(name, at(c.is, name), at(c.was, name))
	}
	c.same("packs", at(c.is, "packs"), ojson.MustParse(`{"g":"2.0.0"}`))
}

// entry checks a copy and its state.
func (c *follower) entry(id, entry string) {
	f, is := c.w.fates[id], at(c.is, "inventory", entry)
	want := ojson.String("g:" + id)
	switch {
	case f.what == "drop" && f.spoken:
		c.same(entry, is, ojson.Value{})
		// before has the state as the migration to 1.5.0 left it.
		c.reported("entry", "/inventory/"+entry, "dropped", ojson.Value{})
		return
	case f.what == "rename" && f.spoken:
		c.reported("entry", "/inventory/"+entry+"/item", "renamed", want)
		want = ojson.String("g:" + id + "n")
	case f.what != "keep":
		c.issue("unknown-content", entry)
	}
	c.same(entry, at(is, "item"), want)
	for _, name := range []string{"quantity", "note", "equipped"} {
		c.same(name, at(is, name), at(c.was, "inventory", entry, name))
	}
	for _, m := range at(c.was, "inventory", entry, "state").Members() {
		c.member("state", "", m.Key, "inventory", entry, "state")
	}
}

// effects checks the applied effects.
func (c *follower) effects() {
	var want []string
	for i, e := range at(c.was, "effects").Items() {
		f := c.w.fates[fmt.Sprint("e", i)]
		switch {
		case f.what == "drop" && f.spoken:
			c.reported("entry", fmt.Sprint("/effects/", i), "dropped", e)
			continue
		case f.what == "rename" && f.spoken:
			c.reported("entry", fmt.Sprint("/effects/", i, "/effect"), "renamed", at(e, "effect"))
			e = e.With("effect", ojson.String(fmt.Sprint("g:e", i, "n")))
		case f.what != "keep":
			c.issue("unknown-content", member(e, "id"))
		}
		want = append(want, e.String())
	}
	if got := at(c.is, "effects").String(); got != "["+strings.Join(want, ",")+"]" {
		c.w.t.Fatalf("effects are %s, want %v", got, want)
	}
}

// nested checks the picks below a pick.
func (c *follower) nested(id string) {
	f, path := c.w.fates[id], "e5/feats/g:"+id+"/more"
	v := at(c.was, "choices", path)
	switch {
	case f.what == "keep":
		c.same(path, at(c.is, "choices", path), v)
	case f.what == "rename" && f.spoken:
		c.same(path, at(c.is, "choices", "e5/feats/g:"+id+"n/more"), v)
		c.same(path, at(c.is, "choices", path), ojson.Value{})
		c.reported("choice", "/choices/e5~1feats~1g:"+id+"~1more", "renamed", ojson.String(path))
	default:
		why := "gone"
		if f.spoken {
			why = "dropped"
		}
		c.same(path, at(c.is, "choices", path), ojson.Value{})
		c.reported("choice", "/choices/e5~1feats~1g:"+id+"~1more", why, v)
	}
}

// release checks that what is gone without a word is missing, and nothing else.
func (c *follower) release(r *rules.ReleaseCheck) {
	var want, got []string
	for id, f := range c.w.fates {
		if f.spoken || f.what == "keep" || f.what == "narrow" {
			continue
		}
		want = append(want, map[byte]string{
			'f': "fields g:" + id, 's': "states g:tool#" + id, 'o': "options g:class#style/" + id, 'l': "links g:" + id,
			'c': "content g:" + id, 'i': "content g:" + id, 'e': "content g:" + id,
		}[id[0]])
	}
	for _, m := range r.MissingMigrations {
		got = append(got, member(m, "member")+" "+member(m, "id"))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		c.w.t.Fatalf("missing are %v, want %v", got, want)
	}
	changed := slices.ContainsFunc(slices.Collect(maps.Values(c.w.fates)), func(f fate) bool { return f.what != "keep" })
	if wantLevel := map[bool]string{true: "major", false: "patch"}[changed]; r.Level != wantLevel {
		c.w.t.Fatalf("level %s, want %s: %s", r.Level, wantLevel, r.JSON())
	}
}
