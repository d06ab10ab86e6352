package bridge_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// passed are the lines of replay.py that nobody needs to read.
var passed = regexp.MustCompile(`(?m)^ok .*\n`)

// replay plays the cases with replay.py, and conversations that it must refuse.
func replay(t *testing.T, executable string, cases []*conversation) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not on the PATH")
	}
	run := func(files []string) ([]byte, error) {
		args := append([]string{"replay.py", executable}, files...)
		return exec.CommandContext(t.Context(), python, args...).CombinedOutput()
	}
	var files []string
	for _, c := range cases {
		files = append(files, c.name+".jsonl")
	}
	if out, err := run(files); err != nil {
		t.Errorf("%v\n%s", err, passed.ReplaceAll(out, nil))
	}

	var broken []string
	for name, text := range brokenConversations() {
		file := filepath.Join(t.TempDir(), name+".jsonl")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		broken = append(broken, file)
	}
	if out, err := run(broken); err == nil || bytes.Count(out, []byte("FAIL")) != len(broken) {
		t.Errorf("replay.py does not notice all of %d broken conversations: %v\n%s", len(broken), err, out)
	}
}
