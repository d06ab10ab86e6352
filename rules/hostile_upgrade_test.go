package rules_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

// A file or a pack that is made to take long ends soon, as a limit or a result.
func TestHostileUpgrades(t *testing.T) {
	from := loadedText(t, `{"id":"g","version":"1.0.0","specVersion":"1.0","kind":"game","fields":{"a":{}},"contentTypes":{"feat":{},"thing":{"copies":"inventory"}},
		"content":{"x":{"type":"thing","choices":{"c":{"from":{"type":"feat"},"max":null}}}}}`)
	pack := func(migrations string) *rules.Ruleset {
		return loadedText(t, `{"id":"g","version":"2.0.0","specVersion":"1.0","kind":"game","fields":{"a":{}},"contentTypes":{"feat":{},"thing":{"copies":"inventory"}},
			"content":{"x":{"type":"thing"},"y":{"type":"thing"}},"migrations":[`+migrations+`]}`)
	}
	file := func(more string) ojson.Value {
		return ojson.MustParse(`{"specVersion":"1.0","id":"hero","packs":{"g":"1.0.0"}` + more + `}`)
	}
	one := `{"to":"2.0.0","fields":{"b":"a"},"content":{"z":"y"},"choices":{"z#c":null},"options":{"z#c":{"o":null}}}`
	var many, chain []string
	for i := range 1_000 {
		many = append(many, fmt.Sprintf(`{"to":"1.0.0-%d","fields":{"b%d":"a"},"content":{"z%d":"y"}}`, i, i, i))
		chain = append(chain, fmt.Sprintf(`{"to":"1.1.%d","content":{"w":null},"fields":{"b%d":%q}}`, i, i, map[bool]string{true: fmt.Sprintf("b%d", i+1), false: "a"}[i < 999]))
	}
	var entries, picks []string
	for i := range 5_000 {
		entries = append(entries, fmt.Sprintf(`"e%d":{"item":"g:z"}`, i+1))
		picks = append(picks, fmt.Sprintf(`"e1/c@%d":["g:gone%d"]`, i, i))
	}
	tests := []struct {
		name       string
		migrations string
		file       string
		limit      bool
	}{
		{"a path of a million steps", one, `,"choices":{"e1` + strings.Repeat("/c/o", 250_000) + `/c":["o"]}`, false},
		{"standard copies of standard copies", one, `,"inventory":{"e1` + strings.Repeat("~g:z", 200_000) + `":{"item":"g:z"}}`, false},
		{"a follow-up of a long name", one, `,"followUps":[{"id":"f1","followUp":"g:z` + strings.Repeat("#a/b", 250_000) + `","source":"e1","to":"self","required":true,"cause":{}}]`, false},
		{"many copies", one, `,"inventory":{` + strings.Join(entries, ",") + `}`, false},
		{"many picks that are gone", one, `,"choices":{` + strings.Join(picks, ",") + `}`, false},
		{"many changes", `{"to":"2.0.0","changes":[` + strings.TrimSuffix(strings.Repeat(`{"type":"adjust","field":"a","by":1},`, 1_001), ",") + `]}`, `,"fields":{}`, true},
		{"many migrations of little", strings.Join(chain, ","), `,"fields":{"g:b0":1}`, false},
		{"many migrations of much", strings.Join(chain, ","), `,"inventory":{` + strings.Join(entries, ",") + `}`, true},
		{"old migrations", strings.Join(many, ","), `,"inventory":{` + strings.Join(entries, ",") + `}`, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			to, v := pack(test.migrations), file(test.file)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			start := time.Now()
			u, errs := rules.Upgrade(from, to, v)
			t.Log(time.Since(start))
			runtime.ReadMemStats(&after)
			if grown := after.TotalAlloc - before.TotalAlloc; grown > 256<<20 {
				t.Errorf("allocated %d MB", grown>>20)
			}
			switch {
			case test.limit && (len(errs) != 1 || errs[0].Code != "safety-limit-exceeded"):
				t.Errorf("errors %v", errs)
			case !test.limit && errs != nil && errs[0].Code != "safety-limit-exceeded":
				t.Errorf("errors %v", errs)
			case errs == nil && test.name == "many migrations of little":
				if v := at(u.Character.JSON(), "fields", "g:a"); v.String() != "1" || len(u.Report) != 1_002 {
					t.Errorf("a is %s with %d lines", v, len(u.Report))
				}
			}
		})
	}
}
