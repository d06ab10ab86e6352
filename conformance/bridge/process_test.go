package bridge_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// process is the real executable, spoken to over its standard streams.
type process struct {
	*output
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stderr bytes.Buffer
	read   chan struct{} // closed when all output was read
}

// buildExecutable builds oam and returns the file.
func buildExecutable(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "oam")
	if runtime.GOOS == "windows" {
		file += ".exe"
	}
	build := exec.Command("go", "build", "-o", file, "../../cmd/oam")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return file
}

// startProcess starts `oam stdio`; the context kills it.
func startProcess(ctx context.Context, t *testing.T, executable string, c config) *process {
	t.Helper()
	args := []string{"stdio"}
	if c.maxSessions > 0 {
		args = append(args, "--max-sessions", strconv.Itoa(c.maxSessions))
	}
	if c.noScriptedModels {
		args = append(args, "--no-scripted-models")
	}
	if c.toolTimeout != nil {
		args = append(args, "--tool-timeout", strconv.FormatFloat(*c.toolTimeout, 'g', -1, 64))
	}
	p := &process{output: newOutput(), cmd: exec.CommandContext(ctx, executable, args...), read: make(chan struct{})}
	p.cmd.Env = slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, "OAM_") })
	if file := writeScript(t, c); file != "" {
		p.cmd.Env = append(p.cmd.Env, "OAM_SCRIPT="+file)
	}
	p.cmd.Stderr = &p.stderr
	stdin, err := p.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p.stdin = stdin
	go p.readAll(stdout) // ends with the process; close waits for it
	return p
}

func (p *process) readAll(stdout io.Reader) {
	defer close(p.read)
	defer p.end()
	r := bufio.NewReader(stdout)
	for {
		line, err := r.ReadBytes('\n')
		if err == nil {
			p.push(line[:len(line)-1])
			continue
		}
		if len(line) > 0 {
			p.push(line) // half a line, which no pattern matches
		}
		return
	}
}

func (p *process) send(line []byte) error {
	_, err := p.stdin.Write(append(slices.Clone(line), '\n'))
	return err
}

func (p *process) closeInput() { p.stdin.Close() }

func (p *process) wait() error {
	<-p.read
	if err := p.cmd.Wait(); err != nil {
		return fmt.Errorf("oam stdio: %w", err)
	}
	return nil
}

// close ends a process that a failed case has left behind.
func (p *process) close() {
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Kill()
		<-p.read
		_ = p.cmd.Wait()
	}
}
