package main

import (
	"os"
	"strings"
	"testing"
)

// A mutation whose old text is gone proves nothing. Finding out takes no run of
// the tests, so it is done with every one of them.
func TestListIsNotStale(t *testing.T) {
	t.Chdir("../..")
	all, err := read()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 60 {
		t.Errorf("%d mutations; thirty for the bridge and thirty for the game layer are the least", len(all))
	}
	for _, m := range all {
		code, err := os.ReadFile(m.File)
		if err != nil {
			t.Errorf("line %d: %v", m.line, err)
			continue
		}
		if n := strings.Count(string(code), m.Old); n != 1 {
			t.Errorf("line %d (%s): the old text stands %d times in %s", m.line, m.What, n, m.File)
		}
		if m.Old == m.New || len(m.Tests) == 0 {
			t.Errorf("line %d (%s): changes nothing or names no tests", m.line, m.What)
		}
	}
}
