package house_test

import (
	"fmt"
	"slices"
	"testing"
)

// layer is a package of the module and the packages that it may import.
type layer struct {
	pkg  string
	uses []string
}

// layers is the architecture, bottom up: a package may use only packages that
// stand above its own line. To add a package, add its line below everything it
// uses, with the shortest list that works.
func layers() []layer {
	below := []string{
		"ojson", "jsonrpc", "schema", "model", "model/scripted",
		"agent/transcript", "agent", "world", "game", "bridge", "bridge/gamerpc", "transport/stdio",
	}
	return []layer{
		{"ojson", nil},
		{"jsonrpc", []string{"ojson"}},
		{"schema", []string{"ojson"}},
		{"world", []string{"ojson"}},
		{"model", []string{"ojson", "schema"}},
		{"model/scripted", []string{"ojson", "schema", "model"}},
		{"agent/transcript", []string{"ojson", "schema", "model"}},
		{"agent", []string{"ojson", "schema", "model", "agent/transcript"}},
		{"bridge", []string{"ojson", "jsonrpc", "schema", "model", "model/scripted", "agent", "agent/transcript"}},
		{"game", []string{"ojson", "schema", "model", "agent/transcript", "agent", "world"}},
		{"bridge/gamerpc", []string{"ojson", "jsonrpc", "schema", "model", "agent", "world", "game", "bridge"}},
		{"transport/stdio", []string{"jsonrpc", "bridge"}},

		// The rules half. It knows nothing of the other.
		{"rules/formula", []string{"ojson"}},
		{"rules/internal/fault", []string{"ojson"}},
		{"rules/dice", nil},
		{"rules/internal/ruleset", []string{"ojson", "rules/dice", "rules/formula", "rules/internal/fault"}},
		{"rules/internal/character", []string{"ojson", "rules/formula", "rules/internal/fault"}},
		{"rules/internal/engine", []string{"ojson", "rules/dice", "rules/formula", "rules/internal/fault", "rules/internal/ruleset", "rules/internal/character"}},
		{"rules/internal/change", []string{"ojson", "rules/formula", "rules/internal/fault", "rules/internal/ruleset", "rules/internal/character", "rules/internal/engine"}},
		{"rules/internal/action", []string{"ojson", "rules/dice", "rules/formula", "rules/internal/fault", "rules/internal/ruleset", "rules/internal/engine"}},
		{"rules/internal/upgrade", []string{"ojson", "rules/formula", "rules/internal/fault", "rules/internal/ruleset"}},
		{"rules", []string{"ojson", "rules/dice", "rules/formula", "rules/internal/fault", "rules/internal/ruleset", "rules/internal/character", "rules/internal/engine", "rules/internal/change", "rules/internal/action", "rules/internal/upgrade"}},
		{"rules/data", []string{"ojson"}},
		{"rules/i18n", []string{"ojson"}},
		{"rules/text", []string{"ojson"}},
		{"rules/schemas", []string{"ojson"}},
		{"packdir", []string{"ojson"}},
		{"packs", []string{"ojson"}},
		{"internal/sheetview", []string{"ojson", "rules/text"}},
		{"internal/rulecases", []string{"ojson"}},

		{".", below},
		{"internal/demo", []string{".", "bridge", "jsonrpc", "ojson"}},
		{"cmd/oam", []string{".", "bridge", "transport/stdio", "ojson", "jsonrpc", "internal/demo",
			"rules", "rules/i18n", "rules/schemas", "rules/text", "packdir", "packs", "internal/sheetview", "internal/rulecases"}},

		// Examples of the documents: clients of the public packages.
		{"docs/examples/sheet", []string{"ojson", "packs", "rules"}},
		{"docs/examples/quest", []string{"ojson", "jsonrpc", "agent", "bridge"}},

		// Checks of the repository itself; no product code may use them.
		{"internal/house", nil},
		{"internal/doccheck", nil},
		{"internal/mutation", nil},
	}
}

// checkLayers reports imports that point the wrong way, packages without a line
// in the table, and lines without a package. Tests may import what they like:
// an external test package sits above everything.
func checkLayers(t *tree, table []layer) (findings []string) {
	bad := func(format string, args ...any) { findings = append(findings, fmt.Sprintf(format, args...)) }

	rank, seen := map[string]int{}, map[string]bool{}
	for i, l := range table {
		if _, twice := rank[l.pkg]; twice {
			bad("layers: %s has two lines", l.pkg)
		}
		rank[l.pkg] = i
		for _, u := range l.uses {
			if j, ok := rank[u]; !ok || j >= i {
				bad("layers: %s uses %s, which has no line above it", l.pkg, u)
			}
		}
	}
	for _, s := range t.files {
		if s.test || s.nested != "" {
			continue
		}
		i, ok := rank[s.dir]
		if !ok {
			bad("%s: package %s has no line in the layers table", s.path, s.dir)
			continue
		}
		seen[s.dir] = true
		s.imports(func(p string) {
			if own, ok := ownPackage(p); ok && !slices.Contains(table[i].uses, own) {
				bad("%s: imports %s; the layers table does not allow it", s.path, own)
			}
		})
	}
	for _, l := range table {
		if !seen[l.pkg] {
			bad("layers: %s does not exist", l.pkg)
		}
	}
	return findings
}

func TestLayers(t *testing.T) {
	report(t, checkLayers(repository(t), layers()))
}

func TestLayersReports(t *testing.T) {
	tree := broken(t, map[string]string{
		"low/low.go":       "package low\nimport _ \"" + module + "/high\"",
		"low/sub/sub.go":   "package sub\nimport _ \"" + module + "\"",
		"high/high.go":     "package high\nimport _ \"" + module + "/low\"\nimport _ \"fmt\"",
		"new/new.go":       "package new",
		"root.go":          "package oam",
		"low/low_test.go":  "package low_test\nimport _ \"" + module + "/high\"",
		"other/go.mod":     "module other",
		"other/sub/sub.go": "package sub\nimport _ \"" + module + "/high\"",
	})
	same(t, checkLayers(tree, []layer{
		{"low", nil},
		{"low/sub", []string{"high"}},
		{"gone", nil},
		{"gone", nil},
		{"high", []string{"low"}},
		{".", []string{"low", "high"}},
	}),
		"layers: low/sub uses high, which has no line above it",
		"layers: gone has two lines",
		"layers: gone does not exist",
		"layers: gone does not exist",
		"low/low.go: imports high; the layers table does not allow it",
		"low/sub/sub.go: imports .; the layers table does not allow it",
		"new/new.go: package new has no line in the layers table",
	)
}
