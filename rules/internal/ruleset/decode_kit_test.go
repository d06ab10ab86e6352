package ruleset

import (
	"slices"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// gameHead begins the releases of these tests.
const gameHead = `"id": "g", "version": "1.0.0", "specVersion": "1.0", "kind": "game"`

// base is a small game that the error tables add one entry to.
const base = `{` + gameHead + `,
"fields": {
  "num": {"tags": ["numbers"], "stages": ["flat", "half"]},
  "pool": {"min": 0, "max": 10},
  "mod": {"formula": "num - 1", "tags": ["numbers"]},
  "yes": {"type": "boolean", "tags": ["mixed"]},
  "words": {"type": "text", "tags": ["mixed"]},
  "many": {"type": "list"},
  "counts": {"type": "list", "items": "number"}
},
"contentTypes": {
  "plain": {"data": {"size": {}, "of": {"type": "ref", "of": "plain"}}},
  "held": {"copies": "inventory", "state": {"charges": {}}, "computed": {"attack": {"formula": "1"}}},
  "cond": {"applied": true},
  "form": {"template": true},
  "once": {"repeat": "once"}
},
"content": {
  "one": {"type": "plain", "tags": ["fire"]},
  "parent": {"type": "plain", "abstract": true},
  "sword": {"type": "held"},
  "poison": {"type": "cond"},
  "wolf": {"type": "form"},
  "single": {"type": "once"}
},
"rules": {
  "tags": ["slashing"], "flags": ["advantage"],
  "links": {"pet": {"reads": {"num": "integer"}}},
  "actions": {"rest": {}}
}}`

// with is base with one more entry, or with one more member of rules.
func with(t testing.TB, section, id, value string) ojson.Value {
	t.Helper()
	release := parse(t, base)
	part, _ := release.Get(section)
	return release.With(section, part.With(id, parse(t, value)))
}

func parse(t testing.TB, text string) ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

// mustLoad loads releases that are right.
func mustLoad(t testing.TB, releases ...ojson.Value) *Ruleset {
	t.Helper()
	rs, errs := Load(releases)
	for _, e := range errs {
		t.Error(e)
	}
	if rs == nil {
		t.FailNow()
	}
	return rs
}

// loadBody loads a game that has the given members beside its head.
func loadBody(t testing.TB, body string) *Ruleset {
	t.Helper()
	return mustLoad(t, parse(t, `{`+gameHead+`, `+body+`}`))
}

// mistake is an entry and what is wrong in it: "code /path; code /path", the
// paths below the entry, in the order of paths.
type mistake struct {
	entry string
	want  string
}

// checkMistakes adds each entry to base, under the id x of a section.
func checkMistakes(t *testing.T, section string, list []mistake) {
	t.Helper()
	checkMistakesAt(t, section, "x", list)
}

func checkMistakesAt(t *testing.T, section, id string, list []mistake) {
	t.Helper()
	for _, m := range list {
		_, errs := Load([]ojson.Value{with(t, section, id, m.entry)})
		if got := describe(errs, "/releases/0/"+section+"/"+id); got != m.want {
			t.Errorf("%s\n got  %q\n want %q", m.entry, got, m.want)
		}
	}
}

// describe writes errors as mistake has them.
func describe(errs []*fault.Error, under string) string {
	var lines []string
	for _, e := range errs {
		path, ok := strings.CutPrefix(e.Path, under)
		if !ok {
			path = "outside:" + e.Path
		}
		lines = append(lines, strings.TrimSpace(e.Code+" "+path))
	}
	slices.Sort(lines)
	return strings.Join(lines, "; ")
}

// item finds an item of a list by its name.
func item[T any](t testing.TB, list []T, name string, of func(T) string) T {
	t.Helper()
	for _, x := range list {
		if of(x) == name {
			return x
		}
	}
	t.Fatalf("no %q in a list of %d", name, len(list))
	panic("unreachable")
}

func field(t testing.TB, rs *Ruleset, id string) *Field {
	t.Helper()
	return item(t, rs.Fields, id, func(f *Field) string { return f.ID })
}

func content(t testing.TB, rs *Ruleset, id string) *Content {
	t.Helper()
	return item(t, rs.Contents, id, func(c *Content) string { return c.ID })
}
