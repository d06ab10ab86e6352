package stdio_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/transport/stdio"
)

// peer is a client at the other end of two real pipes.
type peer struct {
	t    *testing.T
	in   *os.File // what the peer writes
	out  *os.File // what the peer reads
	rd   *bufio.Reader
	stop context.CancelFunc
	done chan error
}

const patience = 60 * time.Second

// serve starts Serve on pipes. All ends of the peer have a deadline, so that a
// test that hangs fails.
func serve(t *testing.T, c bridge.Config) *peer {
	t.Helper()
	inR, inW := pipe(t)
	outR, outW := pipe(t)
	ctx, stop := context.WithCancel(t.Context())
	p := &peer{t: t, in: inW, out: outR, rd: bufio.NewReader(outR), stop: stop, done: make(chan error, 1)}
	go func() { // ends with the pipes, which are closed with the test
		p.done <- stdio.Serve(ctx, c, inR, outW)
		outW.Close()
	}()
	t.Cleanup(func() {
		stop()
		for _, f := range []*os.File{inW, inR, outR, outW} {
			f.Close()
		}
	})
	return p
}

func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []*os.File{r, w} {
		if err := f.SetDeadline(time.Now().Add(patience)); err != nil {
			t.Fatal(err)
		}
	}
	return r, w
}

// write writes text as it is.
func (p *peer) write(text string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, text); err != nil {
		p.t.Fatalf("writing %.80q: %v", text, err)
	}
}

// send writes a line.
func (p *peer) send(format string, args ...any) {
	p.t.Helper()
	p.write(fmt.Sprintf(format, args...) + "\n")
}

// next reads a line; it must be a protocol message.
func (p *peer) next() string {
	p.t.Helper()
	line, err := p.rd.ReadString('\n')
	if err != nil {
		p.t.Fatalf("reading: %v after %.80q", err, line)
	}
	if v, err := ojson.Parse([]byte(line)); err != nil || !isMessage(v) {
		p.t.Fatalf("not a protocol message: %.200q (%v)", line, err)
	}
	return strings.TrimSuffix(line, "\n")
}

func isMessage(v ojson.Value) bool {
	version, _ := v.Get("jsonrpc")
	return version.String() == `"2.0"`
}

// expect reads a line that must begin with the text.
func (p *peer) expect(begin string) string {
	p.t.Helper()
	line := p.next()
	if !strings.HasPrefix(line, begin) {
		p.t.Fatalf("got  %.300s\nwant %s…", line, begin)
	}
	return line
}

// expectEnd reads to the end of the output, which must come now, and returns
// what Serve returned.
func (p *peer) expectEnd() error {
	p.t.Helper()
	if rest, err := io.ReadAll(p.rd); err != nil || len(rest) > 0 {
		p.t.Fatalf("instead of the end: %.200q, %v", rest, err)
	}
	return p.result()
}

// result waits for Serve to return.
func (p *peer) result() error {
	p.t.Helper()
	select {
	case err := <-p.done:
		return err
	case <-time.After(patience):
		p.t.Fatal("Serve does not return")
		return nil
	}
}

// scripted is a request that creates a session with a script and a tool.
func scripted(id int, session, steps string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"session/create","params":{"session":%q,"tools":[{"name":"look","description":"Looks."}],"model":{"type":"scripted","steps":[%s]}}}`, id, session, steps)
}

const lookStep = `{"toolCalls":[{"name":"look"}]}`

var errBroken = errors.New("broken")
