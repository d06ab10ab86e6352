package demo_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/open-actor-models/oam"
	"github.com/open-actor-models/oam/internal/demo"
)

// TestPlayer has somebody type: lines, numbers of offered lines, numbers that
// are not offered, and more than the script has answers for.
func TestPlayer(t *testing.T) {
	typed := "Hello there!\r\n1\n 7 \n1\n1\nHm.\n1\n1\nx\ny\xff\nz\n\nnever read\n"
	golden(t, "player", play(t, demo.Tavern, demo.Options{In: strings.NewReader(typed), Echo: true}))
}

// TestPlayerAtTerminal does not show what the terminal has shown, save for the
// line that a number stands for.
func TestPlayerAtTerminal(t *testing.T) {
	text := play(t, demo.Tavern, demo.Options{In: strings.NewReader("Hello there!\n1\nthe end"), Slow: false})
	for _, part := range []string{"\nYou           (Marta calls", "\nYou    You    And what is behind", "\nYou    \n"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not shown in\n%s", part, text)
		}
	}
	if strings.Contains(text, "Hello there!") || strings.Contains(text, "the end") {
		t.Errorf("a line is shown twice:\n%s", text)
	}
}

// TestPlayerSeesMessages plays with a trace, which has to be readable too.
func TestPlayerSeesMessages(t *testing.T) {
	methods := trace(t, play(t, demo.Tavern, demo.Options{In: strings.NewReader("Hello\n"), Trace: true}))
	if len(methods) < 20 || methods[0] != "→model/availability" {
		t.Errorf("the messages are %q", methods)
	}
}

// TestPlayerLeaves interrupts the demo while it waits for a line.
func TestPlayerLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, hand := io.Pipe()
		defer hand.Close() // ends the read
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		var out bytes.Buffer
		err := demo.Tavern(ctx, demo.Options{Out: &out, In: in})
		if !errors.Is(err, context.DeadlineExceeded) || !strings.HasSuffix(out.String(), "\nYou    \n") {
			t.Errorf("the scene ends with %v behind\n%s", err, &out)
		}
	})
}

func TestInputFails(t *testing.T) {
	broken := errors.New("the keyboard is broken")
	err := demo.Tavern(t.Context(), demo.Options{Out: io.Discard, In: iotest.ErrReader(broken)})
	if !errors.Is(err, broken) {
		t.Errorf("the scene ends with %v", err)
	}
}

// TestSystemModel plays with the system model where there is one. What it
// cannot answer does not end the evening.
func TestSystemModel(t *testing.T) {
	file := filepath.Join(t.TempDir(), "script.json")
	script := `[{"text": "Welcome."},
		{"error": "unsupported_language"},
		{"json": {"emotion": "sad", "line": "No stew tonight.", "player_options": [], "ends_conversation": true}}]`
	if err := os.WriteFile(file, []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	system, _, err := oam.ScriptedSystem(file)
	if err != nil {
		t.Fatal(err)
	}
	config := oam.DefaultConfig()
	config.SystemModel = system
	text := play(t, demo.Tavern, demo.Options{In: strings.NewReader("Bonsoir.\nStew?\nMore?\n"), Echo: true, Config: &config})
	for _, part := range []string{"played by the system model", "(No answer: unsupported_language:", "Marta  [sad] No stew tonight.\n\n"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not shown in\n%s", part, text)
		}
	}
	if strings.Contains(text, "More?") {
		t.Errorf("Marta has ended the conversation, and it goes on:\n%s", text)
	}
}
