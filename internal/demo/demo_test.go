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
	"slices"
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

type scene func(context.Context, demo.Options) error

// scenes are played by each test that needs no player.
func scenes() map[string]scene { return map[string]scene{"dialogue": demo.Gate, "tavern": demo.Tavern} }

func play(t *testing.T, scene scene, o demo.Options) string {
	t.Helper()
	var out bytes.Buffer
	o.Out = &out
	if err := scene(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// golden compares a text with a file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
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

// TestDialogue compares all that a viewer without a terminal sees.
func TestDialogue(t *testing.T) {
	for name, scene := range scenes() {
		t.Run(name, func(t *testing.T) { golden(t, name, play(t, scene, demo.Options{})) })
	}
}

// trace reads a trace as its viewer would: each line is a message with its
// direction, or says with a # that it is none. It returns what the messages
// are.
func trace(t *testing.T, text string) (methods []string) {
	t.Helper()
	for line := range strings.Lines(text) {
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
	return methods
}

func TestTraceOfTheGate(t *testing.T) {
	turn := "→session/respond ←modelStep ←toolCallStarted ←tool/call →response " +
		"←toolCallCompleted ←modelStep ←text ←text ←text ←response "
	want := "→session/create ←response " + turn + turn +
		"→session/respond ←response →shutdown ←response"
	methods := trace(t, play(t, demo.Gate, demo.Options{Trace: true}))
	if diff := cmp.Diff(want, strings.Join(methods, " ")); diff != "" {
		t.Error(diff)
	}
}

// TestTraceOfTheTavern leaves the pieces of the lines aside, and the changes of
// the world, which come at any place before their response.
func TestTraceOfTheTavern(t *testing.T) {
	methods := trace(t, play(t, demo.Tavern, demo.Options{Trace: true}))
	changed := 0
	methods = slices.DeleteFunc(methods, func(m string) bool {
		if m == "←world/changed" {
			changed++
		}
		return m == "←world/changed" || m == "←lineDelta"
	})
	if changed != 2 {
		t.Errorf("%d changes of the world, want 2", changed)
	}
	asked := func(methods ...string) (exchange string) {
		for _, m := range methods {
			exchange += "→" + m + " ←response "
		}
		return exchange
	}
	talk := func(events string) string { return "→npc/talk " + events + "←emotion ←response " }
	started, completed := "←toolCallStarted ", "←toolCallCompleted "
	want := asked("world/create", "world/subscribe", "npc/create", "npc/bark") +
		talk(started+"←tool/call →response "+completed) + talk("") +
		talk(strings.Repeat(started, 3)+strings.Repeat(completed, 3)) +
		talk(strings.Repeat(started, 2)+strings.Repeat(completed, 2)) + talk("") +
		asked("decision/decide", "npc/state", "npc/delete", "npc/restore", "npc/state", "shutdown")
	if diff := cmp.Diff(strings.TrimSpace(want), strings.Join(methods, " ")); diff != "" {
		t.Error(diff)
	}
}

// TestTerminal checks that a terminal gets the same words, later and coloured.
func TestTerminal(t *testing.T) {
	colors := regexp.MustCompile("\x1b\\[[0-9]*m")
	ids := regexp.MustCompile(`call_[A-Za-z0-9]{24}|"durationSeconds":[0-9.]+|scripted_call_\w+|"id":"[0-9A-F-]{36}"|"toolCalls":\[.*\],"rel`)
	// same makes two showings comparable. The calls of one step end in any
	// order, and the changes of a world come before or after the end of the calls
	// that made them.
	same := func(text string) []string {
		lines := strings.Split(ids.ReplaceAllString(colors.ReplaceAllString(text, ""), ""), "\n")
		slices.Sort(lines)
		return lines
	}
	for name, scene := range scenes() {
		for _, trace := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				plain := play(t, scene, demo.Options{Trace: trace})
				begin := time.Now()
				fancy := play(t, scene, demo.Options{Trace: trace, Color: true, Slow: true})
				if d := time.Since(begin); d < 2*time.Second || d > 20*time.Second {
					t.Errorf("%s takes %v; a viewer waits for a few seconds", name, d)
				}
				if fancy == plain || !strings.Contains(fancy, "\x1b[") {
					t.Error("there are no colours")
				}
				if diff := cmp.Diff(same(plain), same(fancy)); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

// TestInterrupted ends scenes in the middle of a word.
func TestInterrupted(t *testing.T) {
	for name, scene := range scenes() {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 1700*time.Millisecond)
			defer cancel()
			var out bytes.Buffer
			err := scene(ctx, demo.Options{Out: &out, Slow: true})
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s ends with %v", name, err)
			}
			if text := out.String(); !strings.HasSuffix(text, "\n") || strings.Contains(text, "oil the chain") || strings.Contains(text, "Ulf will") {
				t.Errorf("the scene did not stop at once and on a line of its own:\n%s", text)
			}
		})
	}
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
	for name, scene := range scenes() {
		if err := scene(t.Context(), demo.Options{Out: &brokenPipe{5}, Slow: true}); !errors.Is(err, errBroken) {
			t.Errorf("%s ends with %v", name, err)
		}
	}
}
