package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Sessions are kept as they stand on the screen; -update writes them anew, to be
// read by people before they are kept.
var updateSessions = flag.Bool("update", false, "write the sessions in testdata/act")

// TestSessions plays the sessions of testdata/act. A line that begins with "$ "
// is a command; what stands behind a prompt is typed, ^D ends the input. Files of
// the folder testdata/act/files are there. The last line of a command is its exit
// code, where that is not 0; files that it wrote stand before that.
func TestSessions(t *testing.T) {
	names, err := filepath.Glob("testdata/act/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		full, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("testdata/act/files")); err != nil {
				t.Fatal(err)
			}
			t.Chdir(dir)
			got := playSessions(t, string(want))
			if *updateSessions {
				if err := os.WriteFile(full, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("the session goes otherwise:\n%s", diff)
			}
		})
	}
}

// playSessions plays the commands of a transcript and returns it as it was:
// remarks, which begin with "# ", stand before commands.
func playSessions(t *testing.T, transcript string) string {
	t.Helper()
	var out strings.Builder
	for session := range strings.SplitSeq("\n"+transcript, "\n# ") {
		if session == "" {
			continue
		}
		remark, rest, _ := strings.Cut(session, "\n$ ")
		if out.Len() > 0 {
			out.WriteString("\n")
		}
		out.WriteString("# " + remark + "\n")
		for part := range strings.SplitSeq(rest, "\n$ ") {
			command, screen, _ := strings.Cut(part, "\n")
			out.WriteString("$ " + command + "\n")
			before := stamps(t)
			shown, code := playSession(t, strings.Fields(command)[1:], typed(screen))
			out.WriteString(shown)
			after := stamps(t)
			for _, name := range slices.Sorted(maps.Keys(after)) {
				if before[name] != after[name] {
					out.WriteString("--- " + name + "\n" + after[name])
				}
			}
			if code != 0 {
				fmt.Fprintf(&out, "=== exit code %d\n", code)
			}
		}
	}
	return out.String()
}

// typed are the lines that were typed on a screen.
func typed(screen string) string {
	var in strings.Builder
	for line := range strings.Lines(screen) {
		_, text, ok := strings.Cut(line, "› ")
		if ok && strings.TrimSpace(text) != "^D" {
			in.WriteString(strings.TrimSuffix(text, "\n") + "\n")
		}
	}
	return in.String()
}

// playSession runs one command with an input, and returns what was on the screen.
func playSession(t *testing.T, args []string, input string) (screen string, code int) {
	t.Helper()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	if err := os.WriteFile(in, []byte(input), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := os.Open(in)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w, err := os.Create(out)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	getenv := func(string) string { return "" }
	code = run(context.Background(), args, streams{in: r, out: w, err: w, getenv: getenv})
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	// Where the input ended within a question nothing stands behind the prompt.
	return strings.ReplaceAll(string(text), "› \noam: the input ended", "› ^D\noam: the input ended"), code
}

// stamps are the files of the folder with their texts.
func stamps(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	names, err := filepath.Glob("*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	return files
}
