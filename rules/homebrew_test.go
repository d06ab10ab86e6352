package rules_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// brew is a homebrew release over the small pack: it changes a parent whose
// children inherit, adds a field and content, and reads both.
const brew = `{"id":"mine","version":"0.1.0","specVersion":"1.0","kind":"homebrew","requires":{"t":"^1.0"},
	"fields":{"extra":{"formula":"a * 2"}},
	"content":{"o3":{"type":"t:once","effects":[{"id":"x1","target":"c","op":"add","value":"extra"}]}},
	"overrides":{"content":{"t:q1":{"data":{"w":7},"grants":{"append":[{"content":"o3"}]}}}}}`

func loaded(tb testing.TB, texts ...string) *rules.Ruleset {
	tb.Helper()
	var releases []ojson.Value
	for _, text := range texts {
		releases = append(releases, ojson.MustParse(text))
	}
	rs, errs := rules.LoadRuleset(releases)
	for _, e := range errs {
		tb.Fatal(e)
	}
	return rs
}

// A character's homebrew loads as one more release: the sheet is that of loading
// all together.
func TestHomebrewIsOneMoreRelease(t *testing.T) {
	file := ojson.MustParse(smallFile)
	want := sheetOf(t, prepared(t, loaded(t, small(), brew), file))
	got := sheetOf(t, prepared(t, loaded(t, small()), file.With("homebrew", ojson.MustParse(brew))))
	if want.String() != got.String() {
		t.Errorf("with homebrew\n%s\nall together\n%s", got, want)
	}
	plain := sheetOf(t, prepared(t, loaded(t, small()), file))
	if plain.String() == want.String() {
		t.Error("the homebrew changes nothing")
	}
	// Children of the patched parent have its new data: e1 is q1, the standard
	// copy q2 has its own.
	copies, _ := got.Get("copies")
	first, _ := copies.Get("e1")
	if z, _ := first.Get("z"); z.String() != "12" { // state 3 + data 7 + the pick's 2
		t.Errorf("computed z of e1 is %s, want 12", z)
	}
}

// What a ruleset keeps compiled is found by content: equal releases that are
// other values, and releases that differ in one byte.
func TestHomebrewIsKeptByContent(t *testing.T) {
	rs := loaded(t, small())
	file := ojson.MustParse(smallFile)
	for i := range 100 {
		text := strings.Replace(brew, "a * 2", "a * "+string(rune('2'+i%7)), 1)
		c := prepared(t, rs, file.With("homebrew", ojson.MustParse(text)))
		values, _ := sheetOf(t, c).Get("values")
		extra, _ := values.Get("mine:extra")
		a, _ := values.Get("t:a")
		x, _ := extra.Get("value")
		y, _ := a.Get("value")
		have, _ := x.AsInt()
		base, _ := y.AsInt()
		if have != base*int64(2+i%7) {
			t.Fatalf("a is %s, mine:extra %s with %d", y, x, 2+i%7)
		}
	}
}

func TestWrongHomebrewIsRefused(t *testing.T) {
	rs := loaded(t, small())
	_, errs := rs.Character(ojson.MustParse(smallFile).With("homebrew", ojson.MustParse(`{"id":"mine","version":"1.0.0","specVersion":"1.0","kind":"homebrew","requires":{"t":"^1.0"},"fields":{"x":{"formula":"nothing"}}}`)))
	if len(errs) != 1 || errs[0].Code != "invalid-homebrew" || errs[0].Path != "/homebrew" {
		t.Fatalf("errors %v", errs)
	}
	inner, _ := errs[0].Data.Get("errors")
	if inner.Len() != 1 || member(inner.Items()[0], "code") != "unknown-name" || member(inner.Items()[0], "path") != "/homebrew/fields/x/formula" {
		t.Errorf("inner errors %s", inner)
	}
}

// One ruleset and one character serve goroutines at once.
func TestSharedByGoroutines(t *testing.T) {
	rs := loaded(t, small())
	file := ojson.MustParse(smallFile)
	shared := prepared(t, rs, file)
	want := sheetOf(t, shared).String()
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := range 50 {
				s, errs := shared.ComputeSheet(rules.SheetOptions{})
				if errs != nil {
					t.Error(errs[0])
					return
				}
				out, _ := s.JSON()
				if out.String() != want {
					t.Error("another sheet")
				}
				s.Release()
				text := strings.Replace(brew, "a * 2", "a * "+string(rune('2'+(i+worker)%7)), 1)
				if _, errs := rs.Character(file.With("homebrew", ojson.MustParse(text))); errs != nil {
					t.Error(errs[0])
					return
				}
				if _, errs := shared.ApplyChanges([]ojson.Value{ojson.MustParse(`{"type":"setState","copies":{"type":"q","where":"count(active('q')) > 0"},"state":"n","value":2}`)}, rules.ApplyOptions{}); errs != nil {
					t.Error(errs[0])
					return
				}
			}
		})
	}
	wg.Wait()
}

// The prepared character keeps nothing that its file does not say.
func TestSameBytesAHundredTimes(t *testing.T) {
	want := ""
	for range 100 {
		out := rules.Call("computeSheet", ojson.Object(
			ojson.Field("ruleset", loaded(t, small()).JSON()), ojson.Field("character", ojson.MustParse(smallFile)))).String()
		if want == "" {
			want = out
		}
		if out != want {
			t.Fatalf("differs:\n%s\n%s", out, want)
		}
	}
}
