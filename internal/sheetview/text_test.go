package sheetview_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	words "github.com/open-actor-models/oam/rules/text"
)

func TestWidthOf(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 3, "é": 1, "e\u0301": 1, "渡辺": 4, "🌊": 2, "ｗ": 2, "ﾜ": 1, "한글": 4, "a\u200bb": 2, "─│●○": 4,
	} {
		if got := sheetview.WidthOf(text); got != want {
			t.Errorf("%q has %d columns, not %d", text, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text      string
		n, indent int
		want      string
	}{
		{"one two three", 20, 2, "one two three"},
		{"one two three", 8, 2, "one two|  three"},
		{"one two three", 7, 0, "one two|three"},
		{"  one two", 7, 4, "  one|   two"}, // at most half of the line is indent
		{"abcdefghij", 4, 1, "abcd| efg| hij"},
		{"渡辺渡辺", 5, 0, "渡辺|渡辺"},
		{"a 渡辺渡", 5, 0, "a|渡辺|渡"},
	} {
		if got := strings.Join(sheetview.Wrap(c.text, c.n, c.indent), "|"); got != c.want {
			t.Errorf("%q in %d columns is %q, not %q", c.text, c.n, got, c.want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"渡辺", 3, "渡…"}, {"渡辺", 2, "…"}, {"abc", 0, ""}} {
		if got := sheetview.Cut(c.text, c.n); got != c.want {
			t.Errorf("%q in %d columns is %q, not %q", c.text, c.n, got, c.want)
		}
	}
}

func TestReadable(t *testing.T) {
	for id, want := range map[string]string{
		"d20:sleight-of-hand": "Sleight of hand", "d20:abilities.str.mod": "Abilities str mod", "armorClass": "Armor class",
		"": "", "...": "...", "x:HP": "HP", "d20:fighter#second-wind": "Fighter second wind",
	} {
		if got := sheetview.Readable(id); got != want {
			t.Errorf("%q reads %q, not %q", id, got, want)
		}
	}
}

func TestLowerCamel(t *testing.T) {
	for id, want := range map[string]string{"sleight-of-hand": "sleightOfHand", "wit": "wit", "a--b": "aB", "": ""} {
		if got := sheetview.LowerCamel(id); got != want {
			t.Errorf("%q is %q, not %q", id, got, want)
		}
	}
}

func TestFormulaNames(t *testing.T) {
	for formula, want := range map[string]string{
		"10 + abilities.dex.mod":                  "abilities.dex.mod",
		"a + a.b * a":                             "a a.b",
		"base('hp.max') + field( \"x.y\" ) + 1.5": "hp.max x.y",
		"has('hp') ? 'a' : b":                     "b",
		"sum(copies('class'), it.state.level)":    "it.state.level",
		"'open":                                   "",
		"":                                        "",
	} {
		if got := strings.Join(sheetview.FormulaNames(formula), " "); got != want {
			t.Errorf("%q reads %q, not %q", formula, got, want)
		}
	}
}

func TestMessage(t *testing.T) {
	texts := words.Texts(ojson.MustParse(`{"errors.a":"{path}: {id} is not {list}.","errors.b":"No {x","errors.c":3}`))
	name := func(id string) string { return "<" + id + ">" }
	for _, c := range []struct{ code, data, want string }{
		{"a", `{"id":"x:y","list":[1,"z"]}`, "<x:y> is not 1, z."},
		{"a", `{}`, "? is not ?."},
		{"b", `{}`, "No {x"},
		{"c", `{"n":2,"s":"t"}`, "c n: 2, s: t"},
	} {
		if got := words.Sentence(texts, "en", "errors", c.code, ojson.MustParse(c.data), name); got != c.want {
			t.Errorf("%s is %q, not %q", c.code, got, c.want)
		}
	}
}

// TestTextKeys takes texts away from a pack that has all, and adds one that
// nothing needs.
func TestTextKeys(t *testing.T) {
	release := tide(t)
	keys := func(list []words.TextKey) (out []string) {
		for _, k := range list {
			out = append(out, k.Key+" at "+k.Pointer)
		}
		return out
	}
	if got := append(words.MissingTexts(release, "en"), words.UnusedTexts(release)...); len(got) > 0 {
		t.Fatalf("of a pack with all texts: %v", got)
	}
	i18n, _ := release.Get("i18n")
	en, _ := i18n.Get("en")
	for key, pointer := range map[string]string{
		"content.net.name": "/content/net", "field.vigor.left.name": "/fields/vigor.left", "group.sea.name": "/fields/charms",
		"choice.diver#gift.name": "/content/diver/choices/gift", "content.diver#style/bold.name": "/content/diver/choices/style/options/0",
		"offer.rest.name": "/rules/offers/0", "prerequisite.strong#heart.name": "/content/strong/prerequisites/0",
		"type.tool.state.worn.name": "/contentTypes/tool/state/worn", "field.mood.option.wild.name": "/fields/mood",
	} {
		without := release.With("i18n", i18n.With("en", en.Without(key)))
		if got, want := keys(words.MissingTexts(without, "en")), []string{key + " at " + pointer}; !slices.Equal(got, want) {
			t.Errorf("without %s these are missing: %v", key, got)
		}
	}
	de := ojson.MustParse(`{"content.none.name":"x","content.net.description":"x","field.traits.wit.mod.name":"x","tag.cold.name":"x","field.none.x.name":"x"}`)
	got := keys(words.UnusedTexts(release.With("i18n", i18n.With("de", de))))
	want := []string{"content.none.name at /i18n/de/content.none.name", "field.none.x.name at /i18n/de/field.none.x.name"}
	if !slices.Equal(got, want) {
		t.Errorf("unused: %v", got)
	}
	if got := keys(words.MissingTexts(release.Without("i18n"), "en")); !slices.Equal(got, []string{"* at "}) {
		t.Errorf("without any texts these are missing: %v", got)
	}
}

func TestFieldID(t *testing.T) {
	b := open(t).book("en")
	for name, want := range map[string]string{"guard": "tide:guard", "tide:guard": "tide:guard", "x:guard": "", "none": ""} {
		if got, ok := b.FieldID(name); got != want || ok != (want != "") {
			t.Errorf("%s is %q", name, got)
		}
	}
	if got := b.Similar("vigor.lef"); got != " Perhaps tide:vigor.left?" {
		t.Errorf("similar: %q", got)
	}
}

// TestFrames draws sheets of characters and packs with any texts: no line is
// wider than asked for, all edges are in their places, and nothing can steer the
// terminal.
func TestFrames(t *testing.T) {
	base, file := tide(t), readJSON(t, "testdata/mara.json")
	fields, _ := file.Get("fields")
	i18n, _ := base.Get("i18n")
	en, _ := i18n.Get("en")
	text := rapid.OneOf(rapid.String(), rapid.StringOfN(rapid.SampledFrom([]rune("ab 渡🌊e\u0301\x1b\n\t\u202e─")), 0, 120, -1))
	rapid.Check(t, func(r *rapid.T) {
		texts := en
		for range rapid.IntRange(0, 8).Draw(r, "texts") {
			m := rapid.SampledFrom(en.Members()).Draw(r, "key")
			texts = texts.With(m.Key, ojson.String(text.Draw(r, "text")))
		}
		release := base.With("i18n", i18n.With("en", texts)).With("title", ojson.String(text.Draw(r, "title")))
		x := load(t, release, file.With("fields", fields.With("tide:name", ojson.String(text.Draw(r, "name")))))
		style := sheetview.Style{Width: rapid.IntRange(1, 200).Draw(r, "width")}
		width := min(max(style.Width, 40), 120)
		h := x.hero(t, "en")
		for _, l := range strings.Split(h.Sheet(style)+h.Choices(style), "\n") {
			n := sheetview.WidthOf(l)
			framed := strings.HasPrefix(l, "│") || strings.HasPrefix(l, "╭─ ") || strings.HasPrefix(l, "╰")
			boxed := strings.Count(l, "│")+strings.Count(l, "╭")+strings.Count(l, "╰") > 2
			if n > width || framed && !boxed && strings.HasSuffix(l, "╮") && n != width {
				r.Fatalf("%d columns of %d: %q", n, width, l)
			}
			if i := strings.IndexFunc(l, func(c rune) bool { return unicode.IsControl(c) || c == '\u202e' }); i >= 0 {
				r.Fatalf("a control character: %q", l)
			}
		}
		explained, _ := h.Explain("tide:crafts.diving.bonus", 4, style)
		for _, l := range strings.Split(explained, "\n") {
			if n := sheetview.WidthOf(l); n > width {
				r.Fatalf("%d columns of %d: %q", n, width, l)
			}
		}
	})
}
