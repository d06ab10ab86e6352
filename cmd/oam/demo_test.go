package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shown runs the command with a file for its output, and what is typed on a
// pipe. It returns the exit code and what was shown.
func shown(t *testing.T, typed string, env map[string]string, args ...string) (int, string) {
	t.Helper()
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	in, hand, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := hand.WriteString(typed); err != nil {
		t.Fatal(err)
	}
	if err := hand.Close(); err != nil {
		t.Fatal(err)
	}
	code := run(t.Context(), args, streams{in: in, out: out, err: os.Stderr, getenv: func(name string) string { return env[name] }})
	text, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return code, string(text)
}

// TestDemo shows the scenes: without a terminal they do not wait, and have no
// colours.
func TestDemo(t *testing.T) {
	for args, file := range map[string]string{
		"demo": "dialogue", "demo --fast": "dialogue", "demo gate": "dialogue", "demo tavern": "tavern",
	} {
		want, err := os.ReadFile("../../internal/demo/testdata/" + file + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		code, got := shown(t, "", nil, strings.Fields(args)...)
		if diff := cmp.Diff(string(want), got); code != exitOK || diff != "" {
			t.Errorf("oam %s ends with %d and shows\n%s", args, code, diff)
		}
	}
}

// TestInteractive types into the tavern, with its own script and with that of
// OAM_SCRIPT.
func TestInteractive(t *testing.T) {
	code, text := shown(t, "Good evening.\n1\n", nil, "demo", "tavern", "--interactive")
	if code != exitOK || !strings.Contains(text, "in a fixed order, whatever you type") || !strings.Contains(text, "\nYou    And what is behind the wine rack?\n") {
		t.Errorf("it ends with %d and shows\n%s", code, text)
	}
	script := filepath.Join(t.TempDir(), "script.json")
	if err := os.WriteFile(script, []byte(`[{"text":"Hm."},{"json":{"emotion":"sad","line":"Closed."}}]`), 0o644); err != nil {
		t.Fatal(err)
	}
	code, text = shown(t, "Hello.\n", map[string]string{"OAM_SCRIPT": script}, "demo", "tavern", "--interactive")
	if code != exitOK || !strings.Contains(text, "system model") || !strings.Contains(text, "\nMarta  [sad] Closed.\n") {
		t.Errorf("it ends with %d and shows\n%s", code, text)
	}
	for _, args := range [][]string{{"demo", "--interactive"}, {"demo", "gate", "--interactive"}, {"demo", "cellar"}} {
		if code, text := shown(t, "", nil, args...); code != exitUsage || text != "" {
			t.Errorf("oam %v ends with %d and shows %s", args, code, text)
		}
	}
	if code, _ := shown(t, "", map[string]string{"OAM_SCRIPT": script + ".none"}, "demo", "tavern", "--interactive"); code != exitUsage {
		t.Errorf("without the script it ends with %d", code)
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
