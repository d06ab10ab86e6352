package house_test

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
)

// checkNames reports packages and files named for a drawer instead of for what
// is in them. Such a name attracts everything that has no place, and it keeps
// its readers from looking there.
func checkNames(t *tree) (findings []string) {
	drawers := []string{"util", "utils", "common", "helper", "helpers", "misc"}
	isDrawer := func(word string) bool { return slices.Contains(drawers, strings.ToLower(word)) }

	seen := map[string]bool{}
	for _, s := range t.files {
		base := strings.TrimSuffix(path.Base(s.path), ".go")
		if slices.ContainsFunc(strings.FieldsFunc(base, isSeparator), isDrawer) {
			findings = append(findings, fmt.Sprintf("%s: name the file for what is in it", s.path))
		}
		for _, word := range append(strings.Split(s.dir, "/"), strings.TrimSuffix(s.ast.Name.Name, "_test")) {
			if isDrawer(word) && !seen[s.dir] {
				seen[s.dir] = true
				findings = append(findings, fmt.Sprintf("%s: name the package for what is in it", s.dir))
			}
		}
	}
	return findings
}

// isSeparator splits a file name into words.
func isSeparator(r rune) bool { return r == '_' || r == '-' || r == '.' }

func TestNames(t *testing.T) {
	report(t, checkNames(repository(t)))
}

func TestNamesReports(t *testing.T) {
	same(t, checkNames(broken(t, map[string]string{
		"agent/helper.go":       "package agent",
		"agent/turn_utils.go":   "package agent",
		"agent/misc_test.go":    "package agent_test",
		"agent/commonplace.go":  "package agent",
		"internal/util/text.go": "package util",
		"internal/util/more.go": "package util",
		"odd/odd.go":            "package common",
	})),
		"agent/helper.go: name the file for what is in it",
		"agent/turn_utils.go: name the file for what is in it",
		"agent/misc_test.go: name the file for what is in it",
		"internal/util: name the package for what is in it",
		"odd: name the package for what is in it",
	)
}
