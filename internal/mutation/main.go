// Command mutation proves that the tests would notice: it breaks the code in
// the ways that mutations.jsonl lists, one at a time, and demands that the
// tests fail each time.
//
// Run it from the root of the repository, by hand: it takes minutes.
//
//	go run ./internal/mutation            # all
//	go run ./internal/mutation -only 7    # the one in line 7
//
// No file of the tree is changed; the broken code is given to the go command as
// an overlay. A mutation whose old text is no longer found exactly once is
// reported as stale, so the list cannot rot.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// mutation is one line of the list.
type mutation struct {
	What string `json:"what"`
	File string `json:"file"`
	Old  string `json:"old"`
	New  string `json:"new"`
	// Tests are the packages whose tests must notice.
	Tests []string `json:"tests"`
	line  int
}

const list = "internal/mutation/mutations.jsonl"

// patience bounds one run: code that is broken may also hang.
const patience = time.Minute

func main() {
	only := flag.Int("only", 0, "run the mutation in this line of the list")
	from := flag.Int("from", 1, "begin with the mutation in this line")
	flag.Parse()
	if err := run(*only, *from); err != nil {
		fmt.Fprintln(os.Stderr, "mutation:", err)
		os.Exit(1)
	}
}

func run(only, from int) error {
	all, err := read()
	if err != nil {
		return err
	}
	caught, bad := 0, 0
	for _, m := range all {
		if only != 0 && m.line != only || m.line < from {
			continue
		}
		began := time.Now()
		by, err := m.try()
		switch {
		case err != nil:
			bad++
			fmt.Printf("%3d  ERROR     %s: %v\n", m.line, m.What, err)
		case by == "":
			bad++
			fmt.Printf("%3d  SURVIVED  %s\n", m.line, m.What)
		default:
			caught++
			fmt.Printf("%3d  caught    %s (by %s, %.0f s)\n", m.line, m.What, by, time.Since(began).Seconds())
		}
	}
	fmt.Printf("%d caught, %d not\n", caught, bad)
	if bad > 0 {
		return errors.New("the tests do not notice all mutations")
	}
	return nil
}

func read() ([]mutation, error) {
	f, err := os.Open(list)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []mutation
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.DisallowUnknownFields()
		m := mutation{line: n}
		if err := d.Decode(&m); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", list, n, err)
		}
		all = append(all, m)
	}
	return all, lines.Err()
}

// try runs the tests on the broken code. It returns what noticed, "" for
// nothing.
func (m mutation) try() (by string, err error) {
	code, err := os.ReadFile(m.File)
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(code), m.Old); n != 1 {
		return "", fmt.Errorf("stale: the old text stands %d times in %s", n, m.File)
	}
	dir, err := os.MkdirTemp("", "mutation")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	broken := filepath.Join(dir, "broken.go")
	if err := os.WriteFile(broken, []byte(strings.Replace(string(code), m.Old, m.New, 1)), 0o600); err != nil {
		return "", err
	}
	path, err := filepath.Abs(m.File)
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{path: broken}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		return "", err
	}
	if out, err := exec.Command("go", append([]string{"build", "-overlay", overlay}, "./...")...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("does not compile, which proves nothing: %s", bytes.TrimSpace(out))
	}
	return runTests(overlay, m.Tests)
}

func runTests(overlay string, packages []string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	args := append([]string{"test", "-count=1", "-failfast", "-overlay", overlay}, packages...)
	c := exec.CommandContext(ctx, "go", args...)
	c.Env = append(os.Environ(), "OAM_OVERLAY="+overlay) // for tests that build the command
	out, err := c.CombinedOutput()
	if ctx.Err() != nil {
		return "a hang", nil
	}
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		return "", err
	}
	if err == nil {
		return "", nil
	}
	if bytes.Contains(out, []byte("[build failed]")) {
		return "", fmt.Errorf("the tests do not compile, which proves nothing: %s", bytes.TrimSpace(out))
	}
	for line := range bytes.Lines(out) {
		if name, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("--- FAIL: ")); ok {
			name, _, _ = bytes.Cut(name, []byte(" "))
			return string(name), nil
		}
	}
	return "a crash of the tests", nil
}
