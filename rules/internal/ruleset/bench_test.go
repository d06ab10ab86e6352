package ruleset_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// BenchmarkLoadLarge loads a game of the size of a large real one: about 1,500
// contents and 420 fields in 1 MB.
func BenchmarkLoadLarge(b *testing.B) {
	text := largeGame()
	v := ojson.MustParse(text)
	r, errs := ruleset.Load([]ojson.Value{v})
	if errs != nil {
		b.Fatal(lines(errs[:1]))
	}
	b.Logf("%d bytes, %d contents, %d fields", len(text), len(r.Contents), len(r.Fields))
	for b.Loop() {
		if _, errs := ruleset.Load([]ojson.Value{v}); errs != nil {
			b.Fatal(lines(errs[:1]))
		}
	}
}

// BenchmarkWith loads a small homebrew over it.
func BenchmarkWith(b *testing.B) {
	r, errs := ruleset.Load([]ojson.Value{ojson.MustParse(largeGame())})
	if errs != nil {
		b.Fatal(lines(errs[:1]))
	}
	h := ojson.MustParse(homebrew(`"overrides":{"content":{"c1":{"data":{"n":5}}}}`))
	for b.Loop() {
		if _, errs := r.With(h); errs != nil {
			b.Fatal(lines(errs[:1]))
		}
	}
}

func largeGame() string {
	var content []string
	for i := range 20 {
		content = append(content, fmt.Sprintf(`"ab-%d":{"type":"ability"}`, i))
	}
	for i := range 1500 {
		parent := ""
		if i%3 == 0 && i > 0 {
			parent = `"inherit":"c1",`
		}
		effects := strings.Join([]string{effect(i, 0), effect(i, 1), effect(i, 2)}, ",")
		content = append(content, fmt.Sprintf(`"c%d":{%s"type":"item","data":{"n":%d,"t":"a text of some length"},"tags":["magic","worn"],"effects":[%s],`+
			`"choices":{"kind":{"from":{"type":"ability"},"max":2}},"prerequisites":[{"id":"p","test":"ab.ab1.mod >= 13"}]}`, i, parent, i, effects))
	}
	return game(`"contentTypes":{"ability":{},"item":{"copies":"inventory","data":{"n":{},"t":{"type":"text"}},"active":"copy.equipped"}},"content":{` + strings.Join(content, ",") +
		`},"fields":{"ab.{a}.score":{"each":{"a":{"type":"ability"}},"min":1,"max":20,"default":10,"tags":["score"]},"ab.{a}.mod":{"each":{"a":{"type":"ability"}},"formula":"(ab.{a}.score - 10) // 2"},` +
		`"pair.{a}.{b}":{"each":{"a":{"type":"ability"},"b":{"type":"ability","where":"it.id != 'g:ab-1'"}},"formula":"ab.{a}.mod + ab.{b}.mod","display":{"group":"{a}"}}}`)
}

func effect(i, n int) string {
	return fmt.Sprintf(`{"id":"e%d","target":"ab.ab%d.score","op":"add","value":"item.n + %d","when":"ab.ab%d.mod > 2 && copy.equipped","stack":{"key":"status","keep":"highest"}}`, n, (i+n)%20, n, i%20)
}

// BenchmarkHostile loads the hostile releases. Each must take less than 100 ms.
func BenchmarkHostile(b *testing.B) {
	for name, test := range hostileReleases() {
		b.Run(name, func(b *testing.B) {
			list := []ojson.Value{ojson.MustParse(game(test.members))}
			b.ReportAllocs()
			for b.Loop() {
				ruleset.Load(list)
			}
		})
	}
}
