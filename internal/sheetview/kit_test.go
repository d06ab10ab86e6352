package sheetview_test

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/open-actor-models/oam/internal/sheetview"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/packdir"
	"github.com/open-actor-models/oam/rules"
	"github.com/open-actor-models/oam/rules/i18n"
)

// The drawings in testdata are written by -update, and read by people before
// they are kept.
var update = flag.Bool("update", false, "write the drawings in testdata")

// table is the game of testdata and a character of it.
type table struct {
	ruleset   *rules.Ruleset
	character *rules.Character
}

func open(t testing.TB) *table {
	t.Helper()
	return openCharacter(t, readJSON(t, "testdata/mara.json"))
}

func openCharacter(t testing.TB, file ojson.Value) *table {
	t.Helper()
	return load(t, tide(t), file)
}

// tide is the release of the game in testdata.
func tide(t testing.TB) ojson.Value {
	t.Helper()
	b, problems := packdir.Read(os.DirFS("testdata/tide"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return b.Release
}

func load(t testing.TB, release, file ojson.Value) *table {
	t.Helper()
	rs, errs := rules.LoadRuleset([]ojson.Value{release})
	if errs != nil {
		t.Fatal(errs)
	}
	c, errs := rs.Character(file)
	if errs != nil {
		t.Fatal(errs)
	}
	return &table{rs, c}
}

func readJSON(t testing.TB, name string) ojson.Value {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	v, err := ojson.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func (x *table) book(lang string) *sheetview.Book {
	return sheetview.NewBook(x.ruleset.JSON(), i18n.English(), lang)
}

func (x *table) hero(t testing.TB, lang string) *sheetview.Hero {
	t.Helper()
	return heroOf(t, x.book(lang), x.character)
}

func heroOf(t testing.TB, b *sheetview.Book, c *rules.Character) *sheetview.Hero {
	t.Helper()
	s, errs := c.ComputeSheet(rules.SheetOptions{})
	if errs != nil {
		t.Fatal(errs)
	}
	defer s.Release()
	v, errs := s.JSON()
	if errs != nil {
		t.Fatal(errs)
	}
	return sheetview.NewHero(b, c.JSON(), v)
}

// golden compares a drawing with the one in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := "testdata/" + name + ".txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is drawn otherwise:\n%s", name, diff)
	}
}
