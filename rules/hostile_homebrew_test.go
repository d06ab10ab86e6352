package rules_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// homebrewOf is a homebrew release over small.
func homebrewOf(id, members string) string {
	return fmt.Sprintf(`{"id":%q,"version":"1.0.0","specVersion":"1.0","kind":"homebrew","requires":{"t":"^1.0"}%s}`, id, members)
}

// Each setHomebrew loads a whole ruleset, which is work that counts.
func TestManyHomebrewsInOneBatch(t *testing.T) {
	c, errs := smallRuleset(t).Character(ojson.MustParse(smallFile))
	if errs != nil {
		t.Fatal(errs[0])
	}
	for _, test := range []struct {
		n    int
		fine bool
	}{{15, true}, {21, false}} {
		list := make([]ojson.Value, test.n)
		for i := range list {
			list[i] = ojson.MustParse(`{"type":"setHomebrew","homebrew":` + homebrewOf(fmt.Sprintf("h%d", i), "") + `}`)
		}
		if _, errs := c.ApplyChanges(list, rules.ApplyOptions{}); (errs == nil) != test.fine {
			t.Errorf("%d: %v", test.n, errs)
		} else if !test.fine && errs[0].Code != "safety-limit-exceeded" {
			t.Error(errs[0])
		}
	}
}

// What a ruleset keeps of strangers' releases does not grow with their number.
func TestKeptHomebrewIsBounded(t *testing.T) {
	rs := smallRuleset(t)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	for i := range 12 {
		file := ojson.MustParse(`{"specVersion":"1.0","id":"x","homebrew":` + homebrewOf(fmt.Sprintf("h%d", i), `,"fields":{`+counted(19_900, `"x#":{}`)+`}`) + `}`)
		if _, errs := rs.Character(file); errs != nil {
			t.Fatal(errs[0])
		}
	}
	after := heap()
	if after > before && after-before > 128<<20 {
		t.Errorf("it keeps %d MB", (after-before)>>20)
	}
	runtime.KeepAlive(rs)
}

// One ruleset and one character serve many goroutines at once: sheets, options,
// changes, and homebrew that is loaded over the same ruleset. All get what one
// alone would get.
func TestManyAtOnce(t *testing.T) {
	rs := smallRuleset(t)
	c, errs := rs.Character(ojson.MustParse(smallFile))
	if errs != nil {
		t.Fatal(errs[0])
	}
	work := func(i int) string {
		var out strings.Builder
		file := ojson.MustParse(smallFile).With("homebrew", ojson.MustParse(homebrewOf(fmt.Sprintf("h%d", i%40), `,"fields":{"z":{"formula":"t:b"}}`)))
		file = ojson.MustParse(strings.ReplaceAll(file.String(), `"t:b"`, `"field('t:b') + `+fmt.Sprint(i%40)+`"`))
		brewed, errs := rs.Character(file)
		if errs != nil {
			return errs[0].Error()
		}
		for _, who := range []*rules.Character{c, brewed} {
			s, errs := who.ComputeSheet(rules.SheetOptions{})
			if errs != nil {
				return errs[0].Error()
			}
			v, _ := s.JSON()
			s.Release()
			out.WriteString(v.String())
			options, errs := who.ListOptions("rules/t:f", ojson.Value{})
			if errs != nil {
				return errs[0].Error()
			}
			out.WriteString(options.String())
			a, errs := who.ApplyChanges([]ojson.Value{ojson.MustParse(`{"type":"adjust","field":"t:a","by":-3,"tags":["fire"]}`)}, rules.ApplyOptions{Dice: rules.SeededDice(int64(i % 40))})
			if errs != nil {
				return errs[0].Error()
			}
			out.WriteString(a.JSON().String())
		}
		return out.String()
	}
	want := make([]string, 40)
	for i := range want {
		want[i] = work(i)
	}
	if !strings.Contains(want[7], "h7:z") {
		t.Fatal(want[7])
	}
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			for k := range 10 {
				if n := i + 7*k; work(n) != want[n%40] {
					t.Errorf("%d: another result", n)
				}
			}
		})
	}
	all.Wait()
}
