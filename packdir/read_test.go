package packdir_test

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/open-actor-models/oam/packdir"
)

// TestRead: files are merged in the order of their paths, and the members of
// the release have an order of their own.
func TestRead(t *testing.T) {
	b, problems := packdir.Read(folder(map[string]string{
		"pack.yaml": "kind: game\nid: tiny\nversion: 1.0.0\nunknown: 1\nlicense: CC0\n",
		"a-b.yaml":  "rules: {effects: [{id: one}], choices: {x: 1}, order: 1}\n",
		"a/b.yml":   "rules:\n  effects:\n  - id: two\n  choices: {y: 2}\n",
		"a/a.json":  `{"rules": {"effects": [{"id": "three"}], "tables": {"t": [1]}}, "other": 2}`,
		"c/d/e.yaml": "content:\n  str: {type: ability}\n  sword:\n    type: weapon\n    data: {damage: 1d8}\n" +
			"migrations: [1]\n",
		"content.yaml": "content: {dex: {type: ability}}\nfields: {hp: {type: integer}}\nmigrations: [[2], 3]\n",
		"z.yaml":       "fields: {ac: {formula: 10}}\noverrides: {'q:p': {}}\ncontentTypes: {ability: {}}\n",

		"i18n/en.yaml":      "fields.hp.name: Hit points\nfields.ac.name: Armour\n",
		"i18n/pt-BR.json":   `{"fields.hp.name": "Pontos de vida"}`,
		"i18n/none.yaml":    "# nothing yet\n",
		"more/i18n/en.yaml": "i18n: {en: {fields.mp.name: Magic}}\n",

		"README.md":        "id: [",
		".hidden.yaml":     "id: [",
		"_draft.yaml":      "id: [",
		".git/a.yaml":      "id: [",
		"_drafts/a/b.yaml": "id: [",
		"a/_x.yaml":        "id: [",
		"a.yaml.bak":       "id: [",
		"empty.yaml":       "",
	}))
	if len(problems) > 0 {
		t.Fatal(summaries(problems))
	}
	want := `{"id":"tiny","version":"1.0.0","kind":"game","license":"CC0",` +
		`"fields":{"hp":{"type":"integer"},"ac":{"formula":10}},` +
		`"contentTypes":{"ability":{}},` +
		`"content":{"str":{"type":"ability"},"sword":{"type":"weapon","data":{"damage":"1d8"}},"dex":{"type":"ability"}},` +
		`"rules":{"effects":[{"id":"one"},{"id":"three"},{"id":"two"}],"choices":{"x":1,"y":2},"order":1,"tables":{"t":[1]}},` +
		`"overrides":{"q:p":{}},` +
		`"migrations":[1,[2],3],` +
		`"i18n":{"en":{"fields.hp.name":"Hit points","fields.ac.name":"Armour","fields.mp.name":"Magic"},` +
		`"pt-BR":{"fields.hp.name":"Pontos de vida"}},` +
		`"other":2,"unknown":1}`
	if got := b.Release.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for pointer, want := range map[string]string{
		"/rules/effects/0/id":     "a-b.yaml:1:20-22",
		"/rules/effects/1/id":     "a/a.json:1:25-29",
		"/rules/effects/2/id":     "a/b.yml:3:5-7",
		"/rules/choices":          "a-b.yaml:1:31-38",
		"/rules/choices/y":        "a/b.yml:4:13-14",
		"/migrations/0":           "c/d/e.yaml:6:14-15",
		"/migrations/1/0":         "content.yaml:3:15-16",
		"/migrations/2":           "content.yaml:3:19-20",
		"/content/dex":            "content.yaml:1:11-14",
		"/i18n":                   "i18n/en.yaml:1:1-2",
		"/i18n/pt-BR":             "i18n/pt-BR.json:1:1-37",
		"/i18n/en/fields.ac.name": "i18n/en.yaml:2:1-15",
		"/i18n/en/fields.mp.name": "more/i18n/en.yaml:1:13-27",
		"/unknown":                "pack.yaml:4:1-8",
	} {
		p, ok := b.Locate(pointer)
		if got := p.File + ":" + placed(p); got != want || !ok {
			t.Errorf("%s: got %s %t, want %s", pointer, got, ok, want)
		}
	}
}

// TestMerge: what two files may share, and what stands twice then.
func TestMerge(t *testing.T) {
	for _, c := range []struct{ name, a, b, want, problem string }{
		{"one head", "id: x", "id: x", `{"id":"x"}`, "b.yaml:1:1-3 duplicate-member /id first a.yaml:1:1-3"},
		{"one entry", "content: {x: {a: 1}}", "content: {y: 1, x: {b: 2}}", `{"content":{"x":{"a":1},"y":1}}`,
			"b.yaml:1:17-18 duplicate-member /content/x first a.yaml:1:11-12"},
		{"one empty entry", "content: {x: }", "content: {x: }", `{"content":{"x":null}}`,
			"b.yaml:1:11-12 duplicate-member /content/x first a.yaml:1:11-12"},
		{"a key with a slash", "content: {a/b: 1}", "content: {a/b: 1}", `{"content":{"a/b":1}}`,
			"b.yaml:1:11-14 duplicate-member /content/a~1b first a.yaml:1:11-14"},
		{"an empty section", "content:", "content: {x: 1}", `{"content":{"x":1}}`, ""},
		{"an empty section after", "content: {x: 1}", "content: # none\nid: y", `{"id":"y","content":{"x":1}}`, ""},
		{"an empty list", "migrations: []", "migrations: [1]", `{"migrations":[1]}`, ""},
		{"lists of rules", "rules: {grants: [1], x: {l: [1]}}", "rules: {grants: [2], x: {m: [2]}}",
			`{"rules":{"grants":[1,2],"x":{"l":[1],"m":[2]}}}`, ""},
		{"lists below rules", "rules: {x: {l: [1]}}", "rules: {x: {l: [2]}}", `{"rules":{"x":{"l":[1]}}}`,
			"b.yaml:1:13-14 duplicate-member /rules/x/l first a.yaml:1:13-14"},
		{"values of rules", "rules: {x: 1}", "rules: {x: 1}", `{"rules":{"x":1}}`,
			"b.yaml:1:9-10 duplicate-member /rules/x first a.yaml:1:9-10"},
		{"a list and an object", "rules: {x: [1]}", "rules: {x: {a: 1}}", `{"rules":{"x":[1]}}`,
			"b.yaml:1:9-10 duplicate-member /rules/x first a.yaml:1:9-10"},
		{"lists of fields", "fields: [1]", "fields: [2]", `{"fields":[1]}`,
			"b.yaml:1:1-7 duplicate-member /fields first a.yaml:1:1-7"},
		{"texts", "i18n: {en: {a: A}}", "i18n: {en: {a: B, b: B}, de: {a: C}}", `{"i18n":{"en":{"a":"A","b":"B"},"de":{"a":"C"}}}`,
			"b.yaml:1:13-14 duplicate-member /i18n/en/a first a.yaml:1:13-14"},
		{"lists of texts", "i18n: {en: [1]}", "i18n: {en: [2]}", `{"i18n":{"en":[1]}}`,
			"b.yaml:1:8-10 duplicate-member /i18n/en first a.yaml:1:8-10"},
		{"unknown members", "x: {a: 1}", "x: {b: 1}", `{"x":{"a":1}}`, "b.yaml:1:1-2 duplicate-member /x first a.yaml:1:1-2"},
		{"a broken file", "id: [", "kind: game", `{"kind":"game"}`, "a.yaml:1:5-6 yaml-syntax unclosed-bracket"},
	} {
		b, problems := packdir.Read(folder(map[string]string{"a.yaml": c.a, "b.yaml": c.b}))
		if got := strings.Join(summaries(problems), "\n"); got != c.problem {
			t.Errorf("%s: got %q, want %q", c.name, got, c.problem)
		}
		if got := b.Release.String(); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestThreeFiles: what was merged once is merged again.
func TestThreeFiles(t *testing.T) {
	b, problems := packdir.Read(folder(map[string]string{
		"a.yaml": "content: {a: 1}\nmigrations: [1]", "b.yaml": "content: {b: 2}\nmigrations: [2]",
		"c.yaml": "content: {c: 3}\nmigrations: [3]", "d.yaml": "content: {b: 4}",
	}))
	want := `{"content":{"a":1,"b":2,"c":3},"migrations":[1,2,3]}`
	if got := b.Release.String(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := summaries(problems); !cmp.Equal(got, []string{"d.yaml:1:11-12 duplicate-member /content/b first b.yaml:1:11-12"}) {
		t.Error(got)
	}
}

// TestUnreadable: what a file system refuses is told, and the rest is read.
func TestUnreadable(t *testing.T) {
	fsys := folder(map[string]string{"a.yaml": "id: x", "bad/b.yaml": "kind: y", "c.yaml": "version: 1", "d.yaml": ""})
	fsys["link.yaml"] = &fstest.MapFile{Data: []byte("/etc/passwd"), Mode: fs.ModeSymlink}
	fsys["link"] = &fstest.MapFile{Data: []byte("/etc"), Mode: fs.ModeSymlink}
	b, problems := packdir.Read(failing{fsys})
	want := []string{
		"bad:0:0-0 unreadable-file failed",
		"link.yaml:0:0-0 unreadable-file not-regular",
		"c.yaml:0:0-0 unreadable-file failed",
		"d.yaml:0:0-0 unreadable-file failed",
	}
	if diff := cmp.Diff(want, summaries(problems)); diff != "" {
		t.Error(diff)
	}
	if got := b.Release.String(); got != `{"id":"x"}` {
		t.Error(got)
	}

	_, problems = packdir.Read(nothing{})
	if got := summaries(problems); !cmp.Equal(got, []string{".:0:0-0 unreadable-file failed"}) {
		t.Error(got)
	}
}

// failing refuses to list bad, to open c.yaml, and to read d.yaml.
type failing struct{ fstest.MapFS }

func (f failing) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == "bad" {
		return nil, errBroken
	}
	return f.MapFS.ReadDir(name)
}

func (f failing) Open(name string) (fs.File, error) {
	switch name {
	case "c.yaml":
		return nil, errBroken
	case "d.yaml":
		file, err := f.MapFS.Open(name)
		return unreadable{file}, err
	}
	return f.MapFS.Open(name)
}

type unreadable struct{ fs.File }

func (unreadable) Read([]byte) (int, error) { return 0, errBroken }

type nothing struct{}

func (nothing) Open(string) (fs.File, error) { return nil, errors.New("no such folder") }
