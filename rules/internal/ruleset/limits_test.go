package ruleset_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// repeated joins n items that a format makes of their numbers.
func repeated(n int, format string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i))
	}
	return strings.Join(items, ",")
}

// most is how long a hostile file may take here. The design allows 100 ms for
// one; what is quadratic takes minutes. A busy machine gets several attempts.
const most = 2 * time.Second

// soon runs f, and fails when it never ends soon.
func soon(t *testing.T, f func()) {
	t.Helper()
	var took time.Duration
	for range 5 {
		start := time.Now()
		f()
		if took = time.Since(start); took <= most {
			return
		}
	}
	t.Errorf("took %v", took)
}

func hostile(t *testing.T, releases ...string) (first string) {
	t.Helper()
	list := values(t, releases)
	soon(t, func() {
		first = ""
		if _, errs := ruleset.Load(list); len(errs) > 0 {
			first = errs[0].Error()
		}
	})
	return first
}

func limit(path, name string, most int) string {
	return fmt.Sprintf(`safety-limit-exceeded at %s {"limit":%q,"max":%d}`, path, name, most)
}

// hostileReleases are the members of game packs that try to take more than their
// share, each with the error that must come of it: "" is any, "-" is none.
func hostileReleases() map[string]struct{ members, want string } {
	big := repeated(20_000, `{"id":"e#","target":"x","op":"add","value":1}`)
	return map[string]struct{ members, want string }{
		"deep":     {`"i18n":` + strings.Repeat("[", 70) + strings.Repeat("]", 70), limit("/releases/0", "document-depth", 64)},
		"contents": {`"content":{` + repeated(50_001, `"c#":{}`) + `}`, limit("/releases/0/content", "contents", 50_000)},
		"fields":   {`"fields":{` + repeated(20_001, `"f#":{}`) + `}`, limit("/releases/0/fields", "fields", 20_000)},
		"inherit chain": {`"contentTypes":{"f":{}},"content":{"c0":{"type":"f"},` + strings.Join(chain(49_000), ",") + `}`,
			limit("/releases/0/content/c32/inherit", "inherit-depth", 32)},
		"inherit cycle": {`"content":{"c0":{"inherit":"c999"},` + strings.Join(chain(1000), ",") + `}`, ""},
		"inherited lists": {`"contentTypes":{"f":{}},"fields":{"x":{}},"content":{"p":{"type":"f","effects":[` + big + `]},` +
			repeated(10_000, `"c#":{"inherit":"p","effects":{"append":[{"id":"q","target":"x","op":"add","value":1}]}}`) + `}`, limit("", "members", 500_000)},
		"inherited whole": {`"contentTypes":{"f":{}},"fields":{"x":{}},"content":{"p":{"type":"f","effects":[` + big + `]},` + repeated(20_000, `"c#":{"inherit":"p"}`) + `}`,
			limit("", "members", 500_000)},
		"inherited members": {`"contentTypes":{"f":{}},"content":{"p":{"type":"f",` + repeated(50_000, `"m#":1`) + `},` + repeated(40_000, `"c#":{"inherit":"p"}`) + `}`,
			limit("", "members", 500_000)},
		"each over each": {`"contentTypes":{"f":{}},"content":{` + repeated(1000, `"c#":{"type":"f"}`) + `},"fields":{"{a}.{b}":{"each":{"a":{"type":"f"},"b":{"type":"f"}}}}`,
			limit("/releases/0/fields/{a}.{b}/each", "fields", 20_000)},
		"many each": {`"contentTypes":{"f":{}},"content":{` + repeated(2, `"c#":{"type":"f"}`) + `},"fields":{"x":{"each":{` + repeated(5000, `"a#":{"type":"f"}`) + `}}}`,
			limit("/releases/0/fields/x/each", "fields", 20_000)},
		"large each": {`"contentTypes":{"f":{}},"content":{` + repeated(10_000, `"c#":{"type":"f"}`) + `},"fields":{"{a}":{"each":{"a":{"type":"f"}},"display":[` + repeated(1000, `#`) + `]}}`,
			limit("/releases/0/fields/{a}/each", "members", 500_000)},
		"long each": {`"contentTypes":{"f":{}},"content":{` + repeated(10_000, `"c#":{"type":"f"}`) + `},"fields":{"{a}":{"each":{"a":{"type":"f"}},"display":"` + strings.Repeat("{a.id}", 10_000) + `"}}`,
			limit("/releases/0/fields/{a}/each", "document-bytes", 16<<20)},
		"many queries": {`"contentTypes":{"f":{}},"content":{` + repeated(10_000, `"c#":{"type":"f"}`) + `},"fields":{` + repeated(10_000, `"{a}#":{"each":{"a":{"type":"f","where":"it.id == 'x'"}}}`) + `}`,
			""},
		"long formula": {`"contentTypes":{"f":{}},"content":{"c":{"type":"f"}},"fields":{"{a}":{"each":{"a":{"type":"f","where":"` + strings.Repeat("(", 1<<20) + `"}}}}`,
			limit("", "formula-length", 4096)},
		"braces":      {`"contentTypes":{"f":{}},"content":{"c":{"type":"f"}},"fields":{"{a}":{"each":{"a":{"type":"f"}},"display":"` + strings.Repeat("{a", 1<<20) + `"}}`, "-"},
		"grant cycle": {`"contentTypes":{"f":{}},"content":{` + repeated(20_000, `"c#":{"type":"f","grants":[{"content":"c0"},{"content":"c1"}]}`) + `}`, ""},
		"grant chain": {`"contentTypes":{"f":{}},"content":{` + strings.Join(grants(40_000), ",") + `}`, "-"},
		"values":      {`"rules":{"tables":{"t":{"values":{"k":[` + repeated(1_100_000, "1") + `]}}}}`, limit("", "members", 500_000)},
	}
}

func TestHostileReleases(t *testing.T) {
	for name, test := range hostileReleases() {
		t.Run(name, func(t *testing.T) {
			got := hostile(t, game(test.members))
			switch {
			case test.want == "-":
				equal(t, "error", got, "")
			case test.want == "":
				if got == "" {
					t.Error("no error")
				}
			case strings.Contains(test.want, "at  {"):
				// The place depends on what was counted before.
				if !strings.HasPrefix(got, "safety-limit-exceeded at /") || !strings.HasSuffix(got, test.want[strings.Index(test.want, "{")+1:]) {
					t.Errorf("got %s, want %s", got, test.want)
				}
			default:
				equal(t, "error", got, test.want)
			}
		})
	}
}

// chain is entries c1 to cn, each with the one before as its parent.
func chain(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`"c%d":{"inherit":"c%d"}`, i+1, i)
	}
	return list
}

// grants is entries that each grant the next.
func grants(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`"c%d":{"type":"f","grants":[{"content":"c%d"}]}`, i, (i+1)%n)
	}
	list[n-1] = fmt.Sprintf(`"c%d":{"type":"f"}`, n-1)
	return list
}

func TestHostileOverrides(t *testing.T) {
	h := homebrew(`"overrides":{"content":{"p":{"display":{"remove":[` + repeated(20_000, `{"n":#}`) + `]}}}}`)
	g := game(`"contentTypes":{"f":{}},"content":{"p":{"type":"f","display":[` + repeated(20_000, `{"n":-#}`) + `]}}`)
	list := values(t, []string{g, h})
	r, errs := ruleset.Load(list[:1])
	if errs != nil {
		t.Fatal(lines(errs))
	}
	soon(t, func() { _, errs = r.With(list[1]) })
	if len(errs) == 0 || errs[0].Code != "safety-limit-exceeded" {
		t.Errorf("got %s", lines(errs))
	}
}

// All numbers of the inherit chain: 32 entries load, 33 do not.
func TestInheritDepth(t *testing.T) {
	entries := func(n int) string {
		return game(`"contentTypes":{"f":{}},"content":{"c0":{"type":"f"},` + strings.Join(chain(n), ",") + `}`)
	}
	load(t, entries(31))
	equal(t, "33", failing(t, entries(32)), "safety-limit-exceeded /releases/0/content/c32/inherit")
}

func TestErrorsAreCapped(t *testing.T) {
	_, errs := ruleset.Load([]ojson.Value{ojson.MustParse(game(`"fields":{` + repeated(5000, `"f#":{"x":1}`) + `}`))})
	if len(errs) != 100 || errs[99].Code != "too-many-errors" {
		t.Fatalf("%d errors, the last %v", len(errs), errs[len(errs)-1])
	}
	if more, _ := errs[99].Data.Get("more"); more.String() != "4901" {
		t.Errorf("more: %s", more)
	}
}
