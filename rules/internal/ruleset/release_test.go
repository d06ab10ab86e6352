package ruleset_test

import (
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// game is a game release g with the given members, which may be "".
func game(members string) string {
	return release(`"id":"g","version":"1.2.0","specVersion":"1.0","kind":"game"`, members)
}

// content is a content release that requires g.
func content(id, members string) string {
	return release(`"id":"`+id+`","version":"1.0.0","specVersion":"1.0","kind":"content"`, `"requires":{"g":"^1"}`, members)
}

// homebrew is a character's own release h.
func homebrew(members string) string {
	return release(`"id":"h","version":"1.0.0","specVersion":"1.0","kind":"homebrew"`, `"requires":{"g":"^1"}`, members)
}

func release(parts ...string) string {
	kept := parts[:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return "{" + strings.Join(kept, ",") + "}"
}

func values(t *testing.T, releases []string) []ojson.Value {
	t.Helper()
	list := make([]ojson.Value, len(releases))
	for i, r := range releases {
		v, err := ojson.Parse([]byte(r))
		if err != nil {
			t.Fatalf("release %d: %v\n%s", i, err, r)
		}
		list[i] = v
	}
	return list
}

// load loads releases that have no errors.
func load(t *testing.T, releases ...string) *ruleset.Ruleset {
	t.Helper()
	r, errs := ruleset.Load(values(t, releases))
	if errs != nil {
		t.Fatalf("errors: %s", lines(errs))
	}
	return r
}

// failing loads releases and returns their errors, one "code path" a line.
func failing(t *testing.T, releases ...string) string {
	t.Helper()
	r, errs := ruleset.Load(values(t, releases))
	if errs != nil && r != nil {
		t.Errorf("errors come with a ruleset")
	}
	return places(errs)
}

func places(errs []*fault.Error) string {
	list := make([]string, len(errs))
	for i, e := range errs {
		list[i] = e.Code + " " + e.Path
	}
	return strings.Join(list, "\n")
}

func lines(errs []*fault.Error) string {
	list := make([]string, len(errs))
	for i, e := range errs {
		list[i] = e.Error()
	}
	return strings.Join(list, "\n")
}

// at returns a part of a JSON value by its JSON Pointer, as text; "" for none.
func at(v ojson.Value, pointer string) string {
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		var ok bool
		if v, ok = v.Get(strings.ReplaceAll(part, "~1", "/")); !ok {
			return ""
		}
	}
	return v.String()
}

func equal(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\ngot  %s\nwant %s", what, got, want)
	}
}
