package demo_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/open-actor-models/oam/internal/demo"
)

var update = flag.Bool("update", false, "write the expected output anew")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func play(t *testing.T, o demo.Options) string {
	t.Helper()
	var out bytes.Buffer
	o.Out = &out
	if err := demo.Play(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestDialogue compares all that a viewer without a terminal sees.
func TestDialogue(t *testing.T) {
	got := play(t, demo.Options{})
	file := filepath.Join("testdata", "dialogue.txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("the scene has changed; run with -update if it should:\n%s", diff)
	}
}

// TestTrace reads the trace as its viewer would: each line is a message with
// its direction, or says with a # that it is none.
func TestTrace(t *testing.T) {
	var methods []string
	for line := range strings.Lines(play(t, demo.Options{Trace: true})) {
		if strings.HasPrefix(line, "# ") {
			continue
		}
		arrow, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if arrow != "→" && arrow != "←" {
			t.Errorf("the line has no direction: %s", line)
		}
		var m struct {
			Version string `json:"jsonrpc"`
			Method  string
			Error   any
			Params  struct{ Event struct{ Type string } }
		}
		if err := json.Unmarshal([]byte(text), &m); err != nil || m.Version != "2.0" || m.Error != nil {
			t.Errorf("this is no message of a scene that goes well (%v): %s", err, line)
		}
		name := m.Method
		if name == "" {
			name = "response"
		}
		if m.Params.Event.Type != "" {
			name = m.Params.Event.Type
		}
		methods = append(methods, arrow+name)
	}
	turn := "→session/respond ←modelStep ←toolCallStarted ←tool/call →response " +
		"←toolCallCompleted ←modelStep ←text ←text ←text ←response "
	want := "→session/create ←response " + turn + turn +
		"→session/respond ←response →shutdown ←response"
	if diff := cmp.Diff(want, strings.Join(methods, " ")); diff != "" {
		t.Error(diff)
	}
}

// TestTerminal checks that a terminal gets the same words, later and coloured.
func TestTerminal(t *testing.T) {
	colors := regexp.MustCompile("\x1b\\[[0-9]*m")
	ids := regexp.MustCompile(`call_[A-Za-z0-9]{24}|"durationSeconds":[0-9.]+`)
	for _, trace := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			plain := play(t, demo.Options{Trace: trace})
			begin := time.Now()
			fancy := play(t, demo.Options{Trace: trace, Color: true, Slow: true})
			if d := time.Since(begin); d < 2*time.Second || d > 10*time.Second {
				t.Errorf("the scene takes %v; a viewer waits for a few seconds", d)
			}
			if fancy == plain || !strings.Contains(fancy, "\x1b[") {
				t.Error("there are no colours")
			}
			if diff := cmp.Diff(ids.ReplaceAllString(plain, ""), ids.ReplaceAllString(colors.ReplaceAllString(fancy, ""), "")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestInterrupted ends a scene in the middle of a word.
func TestInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 1700*time.Millisecond)
		defer cancel()
		var out bytes.Buffer
		err := demo.Play(ctx, demo.Options{Out: &out, Slow: true})
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the scene ends with %v", err)
		}
		if text := out.String(); !strings.HasSuffix(text, "\n") || strings.Contains(text, "oil the chain") {
			t.Errorf("the scene did not stop at once and on a line of its own:\n%s", text)
		}
	})
}

type brokenPipe struct{ left int }

var errBroken = errors.New("nobody reads")

func (b *brokenPipe) Write(p []byte) (int, error) {
	if b.left--; b.left < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

// TestOutputFails ends a scene that nobody sees.
func TestOutputFails(t *testing.T) {
	if err := demo.Play(t.Context(), demo.Options{Out: &brokenPipe{5}, Slow: true}); !errors.Is(err, errBroken) {
		t.Errorf("the scene ends with %v", err)
	}
}
