package ruleset_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// FuzzLoad loads what a stranger may send, alone and over a game: nothing
// panics, each error has a place in the input, and what loads loads again from
// its JSON to the same.
func FuzzLoad(f *testing.F) {
	for _, r := range library() {
		f.Add(r)
	}
	f.Add(game(skills + `,"fields":{"{a}.{s}":{"each":{"a":{"type":"ability","where":"it.physical"},"s":{"type":"skill"}},"formula":"{a.order}"}}`))
	f.Add(homebrew(`"overrides":{"content":{"str":{"data":{"order":null},"tags":{"append":["x"],"remove":["y"],"patch":{"z":null}}}},"rules":{"choices":{"g:k":null}}}`))
	f.Add(`{"id":"h","requires":{"g":">=1 <2 || ~3"}}`)
	base := ojson.MustParse(game(skills + `,"fields":{"x":{"tags":["core"]}},"rules":{"tags":["fire"],"choices":{"k":{"from":{"type":"skill"}}}}`))
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ojson.Parse([]byte(text))
		if err != nil {
			return
		}
		loads(t, v)
		loads(t, base, v)
		r, errs := ruleset.Load([]ojson.Value{base})
		if errs != nil {
			t.Fatal(lines(errs))
		}
		if with, errs := r.With(v); errs == nil {
			again(t, with)
		}
	})
}

// TestBrokenReleases does the same with releases in which a few parts are not
// what they were.
func TestBrokenReleases(t *testing.T) {
	_, releases := loadLibrary(t)
	junk := []ojson.Value{
		{}, ojson.Bool(true), ojson.Int(-1), ojson.MustParse("1.5"), ojson.MustParse("1e40"), ojson.String(""), ojson.String("str"), ojson.String("g:str"),
		ojson.String("{a}"), ojson.String("{a.id}"), ojson.String("c:monk"), ojson.Array(), ojson.Object(),
		ojson.MustParse(`["str",{"id":"e"}]`), ojson.MustParse(`{"append":["x"],"remove":["str"],"patch":{"e":null}}`),
		ojson.MustParse(`{"a":{"type":"ability"}}`), ojson.MustParse(`{"inherit":"g:fighter"}`), ojson.MustParse(`{"":{"":null}}`),
	}
	rapid.Check(t, func(t *rapid.T) {
		broken := slices.Clone(releases)
		for range rapid.IntRange(1, 4).Draw(t, "times") {
			i := rapid.IntRange(0, len(broken)-1).Draw(t, "release")
			// Not the head: nothing else is looked at then.
			key := rapid.SampledFrom([]string{"fields", "contentTypes", "content", "rules", "overrides"}).Draw(t, "section")
			section, ok := broken[i].Get(key)
			if !ok {
				continue
			}
			broken[i] = broken[i].With(key, breakAt(t, section, junk))
		}
		loads(t, broken...)
	})
}

// breakAt returns v with a part replaced or left out.
func breakAt(t *rapid.T, v ojson.Value, junk []ojson.Value) ojson.Value {
	if v.Len() == 0 || rapid.IntRange(0, 15).Draw(t, "stop") == 0 {
		return rapid.SampledFrom(junk).Draw(t, "junk")
	}
	i := rapid.IntRange(0, v.Len()-1).Draw(t, "part")
	if v.Kind() == ojson.KindArray {
		items := slices.Clone(v.Items())
		items[i] = breakAt(t, items[i], junk)
		return ojson.Array(items...)
	}
	m := v.Members()[i]
	switch rapid.IntRange(0, 9).Draw(t, "how") {
	case 0:
		return v.Without(m.Key)
	case 1:
		return v.With(rapid.SampledFrom([]string{"", "each", "inherit", "max", "z", "g:str"}).Draw(t, "key"), m.Value)
	}
	return v.With(m.Key, breakAt(t, m.Value, junk))
}

// tester is what [loads] needs of *testing.T and *rapid.T.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// loads loads releases and tests what holds for all of them.
func loads(t tester, releases ...ojson.Value) {
	t.Helper()
	r, errs := ruleset.Load(releases)
	if (r == nil) == (len(errs) == 0) {
		t.Fatalf("ruleset %v with errors %v", r, errs)
	}
	input := ojson.Object(ojson.Field("releases", ojson.Array(releases...)))
	for _, e := range errs {
		if e.Code == "" || !resolves(input, e.Path) {
			t.Errorf("error without a place: %s", e)
		}
	}
	if r != nil {
		again(t, r)
	}
}

// again loads a ruleset from its JSON.
func again(t tester, r *ruleset.Ruleset) {
	t.Helper()
	v := r.JSON()
	packs, _ := v.Get("packs")
	var releases []ojson.Value
	for _, p := range packs.Items() {
		release, _ := p.Get("release")
		releases = append(releases, release)
	}
	other, errs := ruleset.Load(releases)
	if errs != nil {
		t.Fatalf("%s", lines(errs))
	}
	if got, want := other.JSON().String(), v.String(); got != want {
		t.Errorf("JSON:\ngot  %s\nwant %s", got, want)
	}
}

// resolves reports whether a JSON Pointer points to something.
func resolves(v ojson.Value, pointer string) bool {
	if pointer == "" {
		return true
	}
	for part := range strings.SplitSeq(pointer[1:], "/") {
		part = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
		if v.Kind() == ojson.KindArray {
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= v.Len() {
				return false
			}
			v = v.Items()[i]
			continue
		}
		var ok bool
		if v, ok = v.Get(part); !ok {
			return false
		}
	}
	return true
}
