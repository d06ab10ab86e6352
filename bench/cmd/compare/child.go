package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"time"
)

// A child is a running contestant and the raw line client that drives it. The
// client neither encodes nor decodes JSON on the measured path: request lines
// are put together by hand and answers are told apart by a few bytes, so that
// its own cost, which shares the machine's cores with the server, stays small
// and equal for all.
type child struct {
	contestant
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr tail
}

// start runs the contestant; when ctx ends, the process is killed and pending
// reads fail. The environment is the driver's own, so GOMAXPROCS and GOGC are
// the same for every contestant.
func start(ctx context.Context, c contestant) (*child, error) {
	ch := &child{contestant: c, cmd: exec.CommandContext(ctx, c.path, c.args...)}
	ch.cmd.Stderr = &ch.stderr
	ch.cmd.WaitDelay = time.Second
	var err error
	if ch.in, err = ch.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := ch.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	ch.out = bufio.NewReaderSize(out, 256<<10)
	return ch, ch.cmd.Start()
}

// stop ends the input and waits for the process, which has five seconds to go.
// How it exits is its own affair: the figures were checked answer by answer.
func (c *child) stop() error {
	c.in.Close()
	killed := false
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.cmd.Wait()
	}()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		killed = true
		c.cmd.Process.Kill()
		<-done
	}
	if killed {
		return errors.New("did not exit at the end of its input")
	}
	return nil
}

// explain adds what the process said on stderr to an error.
func (c *child) explain(err error) error {
	if len(c.stderr.kept) == 0 {
		return err
	}
	return fmt.Errorf("%w\nits stderr ends with: %s", err, c.stderr.kept)
}

// readLine returns the next line, valid until the next read.
func (c *child) readLine() ([]byte, error) {
	line, err := c.out.ReadSlice('\n')
	if err == io.EOF {
		return nil, errors.New("it closed its output")
	}
	return line, err
}

// call writes one request line and returns the one line that answers it.
func (c *child) call(request []byte) ([]byte, error) {
	if _, err := c.in.Write(request); err != nil {
		return nil, err
	}
	line, err := c.readLine()
	if err != nil {
		return nil, err
	}
	return line, c.checkAnswer(line)
}

// pipeline writes n requests from one goroutine while it counts their answers
// in another, and returns the time from the first write to the last answer.
func (c *child) pipeline(n int, request func(buf []byte, i int) []byte) (time.Duration, error) {
	began := time.Now()
	written := make(chan error, 1)
	go func() { written <- c.writeAll(n, request) }()
	for range n {
		line, err := c.readLine()
		if err == nil {
			err = c.checkAnswer(line)
		}
		if err != nil {
			// Unblocks the writer, which may be waiting for a full pipe.
			c.cmd.Process.Kill()
			<-written
			return 0, err
		}
	}
	took := time.Since(began)
	return took, <-written
}

// writeAll writes n requests in chunks of up to 64 KiB, the size of a pipe.
func (c *child) writeAll(n int, request func(buf []byte, i int) []byte) error {
	const chunk = 64 << 10
	buf := make([]byte, 0, chunk+4<<10)
	for i := range n {
		buf = request(buf, i)
		if len(buf) >= chunk || i == n-1 {
			if _, err := c.in.Write(buf); err != nil {
				return err
			}
			buf = buf[:0]
		}
	}
	return nil
}

var resultMember = []byte(`"result":`)

// checkAnswer makes sure that no error is counted as an answer.
func (c *child) checkAnswer(line []byte) error {
	if c.isEcho || bytes.Contains(line, resultMember) {
		return nil
	}
	return fmt.Errorf("unexpected answer: %s", bytes.TrimSpace(line[:min(len(line), 400)]))
}

// appendRequest appends a request line; params may be empty.
func appendRequest(buf []byte, id int, method, params string) []byte {
	buf = append(buf, `{"jsonrpc":"2.0","id":`...)
	buf = strconv.AppendInt(buf, int64(id), 10)
	buf = append(buf, `,"method":"`...)
	buf = append(buf, method...)
	buf = append(buf, '"')
	if params != "" {
		buf = append(buf, `,"params":`...)
		buf = append(buf, params...)
	}
	return append(buf, '}', '\n')
}

// tail is a writer that keeps the last few kilobytes.
type tail struct{ kept []byte }

func (t *tail) Write(p []byte) (int, error) {
	const most = 2 << 10
	t.kept = append(t.kept, p...)
	if over := len(t.kept) - most; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return len(p), nil
}
