package house_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// pure lists trees whose results depend on their arguments alone, each with
// the standard packages that would break that. A name stands for everything
// below it too: "net" is also net/http. See [onlyText] for the exception.
func pure() map[string][]string {
	world := []string{
		"context", "crypto/rand", "io/fs", "io/ioutil", "log", "math/rand", "net",
		"os", "path/filepath", "plugin", "runtime", "syscall", "testing", "time", "unsafe",
	}
	return map[string][]string{
		"ojson": append([]string{"encoding/json", "reflect", "sync"}, world...),
		// A schema fills in its search tables when they are first needed, with
		// sync.Once; what comes out depends on the schema alone all the same.
		"schema": append([]string{"encoding/json", "reflect"}, world...),
		// A ruleset keeps compiled homebrew and scratch memory behind a mutex and a
		// sync.Pool; no result depends on either.
		"rules": append([]string{"encoding/json", "reflect"}, world...),
	}
}

// onlyText is a package that is pure in spite of where it stands.
const onlyText = "net/url"

// foreign lists what may use a module from outside. A package without a line,
// and that is every package that a game links, uses the standard library only.
// Test files have their own short list.
func foreign() map[string][]string {
	return map[string][]string{
		"cmd/oam":                {"github.com/alecthomas/kong"},
		"rules/internal/ruleset": {"github.com/Masterminds/semver/v3"},
		"rules/text":             {"golang.org/x/text"},
		forTests: {
			"github.com/goccy/go-yaml",
			"github.com/google/go-cmp",
			"github.com/rogpeppe/go-internal",
			"github.com/santhosh-tekuri/jsonschema/v6",
			"go.uber.org/goleak",
			"pgregory.net/rapid",
		},
	}
}

// forTests stands in [foreign] for the test files of every package.
const forTests = "*_test.go"

// checkImports reports impure imports, imports from outside that have no line,
// and lines that nothing needs. The bench module chooses its own dependencies.
func checkImports(t *tree, pure, foreign map[string][]string) (findings []string) {
	bad := func(format string, args ...any) { findings = append(findings, fmt.Sprintf(format, args...)) }

	used := map[string]bool{}
	places := map[string]bool{}
	for _, s := range t.files {
		if s.nested != "" {
			continue
		}
		places[s.dir] = true
		place := s.dir
		if s.test {
			place = forTests
		}
		s.imports(func(p string) {
			if _, own := ownPackage(p); own {
				return
			}
			if isStandard(p) {
				for tree, names := range pure {
					banned := func(name string) bool { return within(p, name) && p != onlyText }
					if !s.test && within(s.dir, tree) && slices.ContainsFunc(names, banned) {
						bad("%s: imports %s; %s must stay pure", s.path, p, tree)
					}
				}
				return
			}
			for _, m := range foreign[place] {
				if within(p, m) {
					used[place+" "+m] = true
					return
				}
			}
			bad("%s: imports %s; it has no line in foreign()", s.path, p)
		})
	}
	for tree := range pure {
		if !places[tree] {
			bad("pure: %s does not exist", tree)
		}
	}
	for place, modules := range foreign {
		for _, m := range modules {
			if !used[place+" "+m] {
				bad("foreign: %s does not use %s", place, m)
			}
		}
	}
	return findings
}

func TestImports(t *testing.T) {
	report(t, checkImports(repository(t), pure(), foreign()))
}

func TestImportsReports(t *testing.T) {
	goFile := func(name string, imports ...string) string {
		return "package " + name + "\nimport (\n_ \"" + strings.Join(imports, "\"\n_ \"") + "\"\n)"
	}
	tree := broken(t, map[string]string{
		"calc/calc.go":      goFile("calc", "fmt", "net/http", "net/url", "math/rand/v2", "network"),
		"calc/sub/sub.go":   goFile("sub", "os"),
		"calc/calc_test.go": goFile("calc_test", "os", "example.com/check/deep", "example.com/checker"),
		"cmd/x/main.go":     goFile("main", "os", "example.com/cli", module+"/calc"),
		"lib/lib.go":        goFile("lib", "example.com/cli"),
		"bench/go.mod":      "module bench",
		"bench/bench.go":    goFile("bench", "example.com/other"),
	})
	same(t, checkImports(tree,
		map[string][]string{"calc": {"net", "os", "math/rand"}, "gone": {"os"}},
		map[string][]string{
			"cmd/x":  {"example.com/cli", "example.com/unused"},
			forTests: {"example.com/check"},
		}),
		"calc/calc.go: imports net/http; calc must stay pure",
		"calc/calc.go: imports math/rand/v2; calc must stay pure",
		"calc/sub/sub.go: imports os; calc must stay pure",
		"calc/calc_test.go: imports example.com/checker; it has no line in foreign()",
		"lib/lib.go: imports example.com/cli; it has no line in foreign()",
		"pure: gone does not exist",
		"foreign: cmd/x does not use example.com/unused",
	)
}
