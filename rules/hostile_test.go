package rules_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules"
)

func sheetOptions() rules.SheetOptions { return rules.SheetOptions{} }

// game wraps the members of a release into a game pack.
func game(members ...string) ojson.Value {
	head := []string{`"id":"t"`, `"version":"1.0.0"`, `"specVersion":"1.0"`, `"kind":"game"`}
	return ojson.MustParse(object(append(head, members...)...))
}

// hostile are packs that try to take more than their share, each with the error
// that must come of it, at load or when the sheet is computed.
func hostile() map[string]struct {
	release ojson.Value
	file    string
	code    string
} {
	type h = struct {
		release ojson.Value
		file    string
		code    string
	}
	many := func(n int, line func(i int) string) string {
		list := make([]string, n)
		for i := range list {
			list[i] = line(i)
		}
		return strings.Join(list, ",")
	}
	const hero = `"features":{"e1":{"item":"t:c0"}}`
	kinds := `"contentTypes":{"f":{"copies":"features"}}`
	return map[string]h{
		"a formula of 10 MB": {game(`"fields":{"a":{"formula":"` + strings.Repeat("1+", 5<<20) + `1"}}`), "", "safety-limit-exceeded"},
		"a deep formula":     {game(`"fields":{"a":{"formula":"` + strings.Repeat("(", 1500) + "1" + strings.Repeat(")", 1500) + `"}}`), "", "safety-limit-exceeded"},
		"grants that double": {game(kinds, `"content":{`+many(30, func(i int) string {
			grants := ""
			if i < 29 {
				grants = fmt.Sprintf(`,"grants":[{"content":"c%d"},{"content":"d%d"}]`, i+1, i+1)
			}
			return fmt.Sprintf(`"c%d":{"type":"f"%s},"d%d":{"type":"f"%s}`, i, grants, i, grants)
		})+`}`), hero, "safety-limit-exceeded"},
		"a grant of itself":    {game(kinds, `"content":{"c0":{"type":"f","grants":[{"content":"c0"}]}}`), hero, "grant-cycle"},
		"a circle of grants":   {game(kinds, `"content":{"c0":{"type":"f","grants":[{"content":"c1"}]},"c1":{"type":"f","grants":[{"content":"c0"}]}}`), hero, "grant-cycle"},
		"a chain of fields":    {game(`"fields":{"a0":{},` + many(15000, func(i int) string { return fmt.Sprintf(`"a%d":{"formula":"a%d + 1"}`, i+1, i) }) + `}`), "", "safety-limit-exceeded"},
		"queries in queries":   {game(kinds, `"content":{`+many(3000, func(i int) string { return fmt.Sprintf(`"c%d":{"type":"f"}`, i) })+`},"fields":{"a":{"formula":"count(content('f', count(content('f', it.id != '')) > 0))"}}`), "", "safety-limit-exceeded"},
		"each by each":         {game(`"contentTypes":{"f":{}},"content":{` + many(300, func(i int) string { return fmt.Sprintf(`"c%d":{"type":"f"}`, i) }) + `},"fields":{"x.{a}.{b}.{c}":{"each":{"a":{"type":"f"},"b":{"type":"f"},"c":{"type":"f"}}}}`), "", "safety-limit-exceeded"},
		"effects by fields":    {game(kinds, `"fields":{`+many(1000, func(i int) string { return fmt.Sprintf(`"a%d":{"tags":["x"]}`, i) })+`},"content":{"c0":{"type":"f","effects":[`+many(500, func(i int) string { return fmt.Sprintf(`{"id":"e%d","target":{"tag":"x"},"op":"add","value":1}`, i) })+`]}}`), hero, "safety-limit-exceeded"},
		"a chain of parents":   {game(kinds, `"content":{"c0":{"type":"f"},`+many(2000, func(i int) string { return fmt.Sprintf(`"c%d":{"inherit":"c%d"}`, i+1, i) })+`}`), "", "safety-limit-exceeded"},
		"one parent of itself": {game(kinds, `"content":{"c0":{"type":"f","inherit":"c0"}}`), "", "inherit-cycle"},
	}
}

func TestHostilePacksEnd(t *testing.T) {
	for name, h := range hostile() {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			codes := outcome(h.release, `{"specVersion":"1.0","id":"x",`+strings.TrimSuffix(h.file+",", ",")+`}`)
			runtime.ReadMemStats(&after)
			if len(codes) == 0 || codes[0] != h.code {
				t.Errorf("codes %v, want %s", codes, h.code)
			}
			if grown := after.TotalAlloc - before.TotalAlloc; grown > 256<<20 {
				t.Errorf("allocated %d MB", grown>>20)
			}
		})
	}
}

// outcome loads a pack and computes one sheet, and tells the codes of what went
// wrong.
func outcome(release ojson.Value, file string) (codes []string) {
	rs, errs := rules.LoadRuleset([]ojson.Value{release})
	if errs == nil {
		var c *rules.Character
		file = strings.Replace(file, `,}`, `}`, 1)
		if c, errs = rs.Character(ojson.MustParse(file)); errs == nil {
			_, errs = c.ComputeSheet(rules.SheetOptions{})
		}
	}
	for _, e := range errs {
		codes = append(codes, e.Code)
	}
	return codes
}
