package house_test

import (
	"fmt"
	"strings"
	"testing"
)

// checkPackageComments reports packages whose comment is missing, doubled, in
// another file than doc.go (main.go for a command), or does not start with the
// words that the documentation tools look for.
func checkPackageComments(t *tree) (findings []string) {
	bad := func(format string, args ...any) { findings = append(findings, fmt.Sprintf(format, args...)) }

	dirs, byDir := t.packages()
	for _, dir := range dirs {
		var name string
		var commented []*source
		for _, s := range byDir[dir] {
			if s.test {
				continue
			}
			name = s.ast.Name.Name
			if s.ast.Doc != nil && strings.TrimSpace(s.ast.Doc.Text()) != "" {
				commented = append(commented, s)
			}
		}
		place, start := "doc.go", "Package "+name+" "
		if name == "main" {
			place, start = "main.go", ""
		}
		switch {
		case name == "": // tests only
		case len(commented) == 0:
			bad("%s: package %s has no package comment; it belongs in %s", dir, name, place)
		default:
			for _, s := range commented {
				if base := s.path[strings.LastIndexByte(s.path, '/')+1:]; base != place {
					bad("%s: the package comment belongs in %s", s.path, place)
				} else if !strings.HasPrefix(s.ast.Doc.Text(), start) {
					bad("%s: the package comment must start with %q", s.path, start)
				}
			}
		}
	}
	return findings
}

func TestPackageComments(t *testing.T) {
	report(t, checkPackageComments(repository(t)))
}

func TestPackageCommentsReports(t *testing.T) {
	tree := broken(t, map[string]string{
		"good/doc.go":        "// Package good is fine.\npackage good",
		"good/good.go":       "package good",
		"good/go_test.go":    "// Some words.\npackage good_test",
		"none/none.go":       "// A detached comment.\n\npackage none",
		"none/pragma.go":     "//go:generate true\npackage none",
		"two/doc.go":         "// Package two is fine.\npackage two",
		"two/two.go":         "// Package two again.\npackage two",
		"start/doc.go":       "// This package is called start.\npackage start",
		"cmd/good/main.go":   "// Good does good.\npackage main",
		"cmd/bad/run.go":     "// Bad does bad.\npackage main",
		"cmd/bad/main.go":    "package main",
		"cmd/silent/main.go": "package main",
		"only/only_test.go":  "package only",
	})
	same(t, checkPackageComments(tree),
		"none: package none has no package comment; it belongs in doc.go",
		"two/two.go: the package comment belongs in doc.go",
		`start/doc.go: the package comment must start with "Package start "`,
		"cmd/bad/run.go: the package comment belongs in main.go",
		"cmd/silent: package main has no package comment; it belongs in main.go",
	)
}
