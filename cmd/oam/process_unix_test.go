//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// process is "oam" in a process of its own, with pipes that the test holds.
type process struct {
	t      *testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.ReadCloser
	rd     *bufio.Reader
	stderr *bytes.Buffer
	ended  chan error
}

const patience = 60 * time.Second

// start runs the test binary under the name oam, which makes it the command.
// stderr nil keeps what the command logs for the test.
func start(t *testing.T, stderr *os.File, args ...string) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, cmd: &exec.Cmd{Path: self, Args: append([]string{"oam"}, args...)}, stderr: &bytes.Buffer{}, ended: make(chan error, 1)}
	p.cmd.Stderr = p.stderr
	if stderr != nil {
		p.cmd.Stderr = stderr
	}
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out, p.cmd.Stdout = r, w
	if err := r.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	p.rd = bufio.NewReader(r)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	t.Cleanup(func() {
		p.in.Close()
		r.Close()
		_ = p.cmd.Process.Kill() // if it still runs
	})
	go func() { p.ended <- p.cmd.Wait() }() // ends with the process
	return p
}

func (p *process) send(format string, args ...any) {
	p.t.Helper()
	if _, err := fmt.Fprintf(p.in, format+"\n", args...); err != nil {
		p.t.Fatal(err)
	}
}

func (p *process) expect(begin string) {
	p.t.Helper()
	line, err := p.rd.ReadString('\n')
	if err != nil || !strings.HasPrefix(line, begin) {
		p.t.Fatalf("got %.300q, %v; want %s…\n%s", line, err, begin, p.stderr)
	}
}

// code waits for the end of the process and returns its exit code.
func (p *process) code() int {
	p.t.Helper()
	select {
	case err := <-p.ended:
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			p.t.Fatal(err)
		}
		return p.cmd.ProcessState.ExitCode()
	case <-time.After(patience):
		p.t.Fatal("the process does not end")
		return 0
	}
}

const (
	ping   = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	pinged = `{"jsonrpc":"2.0","id":1,"result":{}}`
	large  = `{"jsonrpc":"2.0","id":2,"method":"session/transcript","params":{"session":%q}}`
)

func TestSignals(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		t.Run(signal.String(), func(t *testing.T) {
			p := start(t, nil, "stdio")
			p.send(ping)
			p.expect(pinged)
			p.send(`{"jsonrpc":"2.0","id":2,"method":"session/create","params":{"session":"a","model":{"type":"scripted","fallback":{"text":"x","delayMs":3600000}}}}`)
			p.expect(`{"jsonrpc":"2.0","id":2,"result"`)
			p.send(`{"jsonrpc":"2.0","id":3,"method":"session/respond","params":{"session":"a","prompt":""}}`)
			if err := p.cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			if code := p.code(); code != exitOK || p.stderr.Len() > 0 {
				t.Errorf("it ended with %d and said %s", code, p.stderr)
			}
		})
	}
	// The client has stopped reading, so the command is inside a write that
	// nothing interrupts.
	t.Run("while the output is stuck", func(t *testing.T) {
		p := start(t, nil, "stdio")
		for range 20 {
			p.send(large, strings.Repeat("x", 20<<10))
		}
		p.expect(`{"jsonrpc":"2.0","id":2,"error"`)
		if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if code := p.code(); code != exitOK {
			t.Errorf("it ended with %d and said %s", code, p.stderr)
		}
	})
}

// When the client is killed its ends of the pipes close, and the command must
// not stay behind.
func TestClientIsKilled(t *testing.T) {
	t.Run("in a turn", func(t *testing.T) {
		p := start(t, nil, "stdio", "--tool-timeout", "0")
		p.send(`{"jsonrpc":"2.0","id":1,"method":"session/create","params":{"session":"a","tools":[{"name":"look","description":"d"}],"model":{"type":"scripted","steps":[{"toolCalls":[{"name":"look"}]}]}}}`)
		p.send(`{"jsonrpc":"2.0","id":2,"method":"session/respond","params":{"session":"a","prompt":""}}`)
		p.expect(`{"jsonrpc":"2.0","id":1`)
		p.expect(`{"jsonrpc":"2.0","id":"t-1","method":"tool/call"`)
		p.out.Close()
		p.in.Close()
		p.code() // 1 if it noticed that nobody reads, else 0
	})
	t.Run("the reading end alone", func(t *testing.T) {
		p := start(t, nil, "stdio")
		p.out.Close()
		p.send(ping)
		if code := p.code(); code != exitFailure || !strings.Contains(p.stderr.String(), "broken pipe") {
			t.Errorf("it ended with %d and said %s", code, p.stderr)
		}
	})
}

// A parent that never reads what is logged must not stop the bridge: 64 KiB of
// pipe are full soon.
func TestNobodyReadsTheLog(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	p := start(t, w, "stdio", "--log-level", "debug")
	w.Close()
	const requests = 2000
	go func() { // ends with the pipe
		for range requests {
			_, _ = fmt.Fprintln(p.in, `{"jsonrpc":"2.0","id":7,"method":"no/such"}`)
		}
		_, _ = fmt.Fprintln(p.in, ping)
	}()
	for range requests {
		p.expect(`{"jsonrpc":"2.0","id":7,"error"`)
	}
	p.expect(pinged)
	p.in.Close()
	if code := p.code(); code != exitOK {
		t.Errorf("it ended with %d", code)
	}
}

// One socket for both directions, as inetd and socat give it: it is in
// non-blocking mode for reading, and must still take large output.
func TestOneSocketForBoth(t *testing.T) {
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := os.NewFile(uintptr(pair[0]), "ours"), os.NewFile(uintptr(pair[1]), "theirs")
	defer ours.Close()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := &exec.Cmd{Path: self, Args: []string{"oam", "stdio"}, Stdin: theirs, Stdout: theirs, Stderr: os.Stderr}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	long := strings.Repeat("x", 1<<20)
	go func() { // ends when all is written
		_, _ = fmt.Fprintf(ours, large+"\n"+`{"jsonrpc":"2.0","id":1,"method":"shutdown"}`+"\n", long)
	}()
	out, err := io.ReadAll(ours)
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if !bytes.Contains(out, []byte(long)) || !bytes.HasSuffix(out, []byte(pinged+"\n")) {
		t.Errorf("%d bytes came", len(out))
	}
}

// Whoever reads from the same pipe after the command finds it as it was. It was
// left in non-blocking mode, and the next program failed at its first read.
func TestPipeIsLeftAsItWas(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	fd := int(r.Fd()) // in blocking mode from here on
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := &exec.Cmd{Path: self, Args: []string{"oam", "stdio"}, Stdin: r, Stdout: io.Discard, Stderr: os.Stderr}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, `{"jsonrpc":"2.0","id":1,"method":"shutdown"}`+"\n"); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_GETFL, 0)
	if errno != 0 || flags&syscall.O_NONBLOCK != 0 {
		t.Errorf("the pipe has the flags %#x (%v)", flags, errno)
	}
}
