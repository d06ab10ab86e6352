package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDemo runs the command with a file for its output: it does not wait, and
// shows the scene without colours.
func TestDemo(t *testing.T) {
	want, err := os.ReadFile("../../internal/demo/testdata/dialogue.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"demo"}, {"demo", "--fast"}} {
		file, err := os.Create(filepath.Join(t.TempDir(), "out"))
		if err != nil {
			t.Fatal(err)
		}
		code := run(t.Context(), args, streams{out: file, err: os.Stderr, getenv: func(string) string { return "" }})
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); code != exitOK || diff != "" {
			t.Errorf("oam %v ends with %d and shows\n%s", args, code, diff)
		}
	}
}

// TestNullDeviceIsNoTerminal keeps "oam demo >/dev/null" from waiting for a
// viewer.
func TestNullDeviceIsNoTerminal(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if isTerminal(null) {
		t.Error("the null device passes for a terminal")
	}
}

func TestColors(t *testing.T) {
	env := func(name, value string) func(string) string {
		return func(n string) string {
			if n == name {
				return value
			}
			return ""
		}
	}
	if takesColors(env("NO_COLOR", "1")) || takesColors(env("TERM", "dumb")) {
		t.Error("colours are used against the viewer's wish")
	}
}
