package stdio_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/transport/stdio"
)

// gopls deadlocked with an editor when both wrote and neither read. Our reader
// never waits for our writer: the client may write as much as it likes first.
func TestClientThatWritesBeforeItReads(t *testing.T) {
	const requests = 20_000
	p := serve(t, bridge.Config{})
	p.send("%s", scripted(-1, "a", lookStep+`,{"template":"I see {toolOutput}."}`))
	p.send(`{"jsonrpc":"2.0","id":-2,"method":"session/respond","params":{"session":"a","prompt":"look","stream":true}}`)
	for i := range requests {
		switch i % 4 {
		case 0:
			p.send(`{"jsonrpc":"2.0","id":%d,"method":"session/list"}`, i)
		case 1:
			p.send(`{"jsonrpc":"2.0","id":%d,"method":"no/such"}`, i)
		default:
			p.send(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, i)
		}
	}
	next, answered := 0, false
	for next < requests || !answered {
		line := p.next()
		v, _ := ojson.Parse([]byte(line))
		method, _ := v.Get("method")
		id, _ := v.Get("id")
		switch {
		case method.String() == `"tool/call"`:
			p.send(`{"jsonrpc":"2.0","id":%s,"result":{"output":"a door"}}`, id)
		case !method.IsNull() || id.String() == "-1":
		case id.String() == "-2":
			if answered = true; !strings.Contains(line, `"text":"I see a door."`) {
				t.Errorf("the turn ended with %s", line)
			}
		case id.String() != fmt.Sprint(next):
			t.Fatalf("after %d came %s", next-1, line)
		default:
			next++
		}
	}
	p.in.Close()
	if err := p.expectEnd(); err != nil {
		t.Error(err)
	}
}

// A client that starts turns and never reads: the connection ends and says why.
func TestClientThatNeverReads(t *testing.T) {
	var log lines
	p := serve(t, bridge.Config{MaxPendingOutput: 4 << 20, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	text := strings.Repeat("blah ", 20_000)
	p.send(`{"jsonrpc":"2.0","id":1,"method":"session/create","params":{"session":"a","model":{"type":"scripted","fallback":{"text":%q,"chunks":50}}}}`, text)
	for i := range 100 {
		// The write fails once the other side has gone.
		if _, err := fmt.Fprintf(p.in, `{"jsonrpc":"2.0","id":%d,"method":"session/respond","params":{"session":"a","prompt":"","stream":true}}`+"\n", i); err != nil {
			break
		}
	}
	err := p.result()
	if err == nil || !strings.Contains(err.Error(), "does not take the output") {
		t.Errorf("Serve returned %v", err)
	}
	if !strings.Contains(log.String(), "does not take the output") {
		t.Errorf("the log does not say why: %s", log.String())
	}
}

// lines collects what a logger writes.
type lines struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func TestEndOfInput(t *testing.T) {
	const create = `{"jsonrpc":"2.0","id":1,"result":{"session":"a"`
	t.Run("answers what is asked", func(t *testing.T) {
		p := serve(t, bridge.Config{})
		p.send("%s", scripted(1, "a", `{"text":"late","delayMs":50}`))
		p.send(`{"jsonrpc":"2.0","id":2,"method":"session/respond","params":{"session":"a","prompt":""}}`)
		p.in.Close()
		p.expect(create)
		p.expect(`{"jsonrpc":"2.0","id":2,"result":{"session":"a","text":"late"`)
		if err := p.expectEnd(); err != nil {
			t.Error(err)
		}
	})
	t.Run("last line without newline", func(t *testing.T) {
		p := serve(t, bridge.Config{})
		p.write(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
		p.in.Close()
		p.expect(`{"jsonrpc":"2.0","id":1,"result":{}}`)
		if err := p.expectEnd(); err != nil {
			t.Error(err)
		}
	})
	// Nobody can answer any more; without a time limit the turn waited for ever.
	t.Run("open tool calls", func(t *testing.T) {
		p := serve(t, bridge.Config{ToolTimeout: bridge.NoTimeout})
		p.send("%s", scripted(1, "a", lookStep+","+lookStep+`,{"template":"{toolOutputs}"}`))
		p.send(`{"jsonrpc":"2.0","id":2,"method":"session/respond","params":{"session":"a","prompt":""}}`)
		p.expect(create)
		p.expect(`{"jsonrpc":"2.0","id":"t-1","method":"tool/call"`)
		p.in.Close()
		// The second call is refused before it is sent.
		if line := p.next(); strings.Count(line, `"isError":true`) != 2 {
			t.Errorf("the calls nobody can answer are errors, not %s", line)
		}
		if err := p.expectEnd(); err != nil {
			t.Error(err)
		}
	})
	t.Run("at once", func(t *testing.T) {
		p := serve(t, bridge.Config{})
		p.in.Close()
		if err := p.expectEnd(); err != nil {
			t.Error(err)
		}
	})
	t.Run("read error", func(t *testing.T) {
		var out strings.Builder
		in := io.MultiReader(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n"), brokenReader{})
		if err := stdio.Serve(t.Context(), bridge.Config{}, in, &out); !errors.Is(err, errBroken) {
			t.Errorf("got %v", err)
		}
		if out.String() != `{"jsonrpc":"2.0","id":1,"result":{}}`+"\n" {
			t.Errorf("what came before the error is answered, but got %q", out.String())
		}
	})
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errBroken }

func TestShutdownEnds(t *testing.T) {
	p := serve(t, bridge.Config{})
	p.send("%s", scripted(1, "a", `{"text":"late","delayMs":3600000}`))
	p.send(`{"jsonrpc":"2.0","id":2,"method":"session/respond","params":{"session":"a","prompt":""}}`)
	p.send(`{"jsonrpc":"2.0","id":3,"method":"shutdown"}`)
	p.expect(`{"jsonrpc":"2.0","id":1,"result"`)
	p.expect(`{"jsonrpc":"2.0","id":2,"error":{"code":-32009`)
	p.expect(`{"jsonrpc":"2.0","id":3,"result":{}}`)
	if err := p.expectEnd(); err != nil { // though the input is still open
		t.Error(err)
	}
}

// The host hook of the configuration is kept.
func TestOnShutdownIsCalled(t *testing.T) {
	called := make(chan struct{})
	p := serve(t, bridge.Config{OnShutdown: func() { close(called) }})
	p.send(`{"jsonrpc":"2.0","method":"shutdown"}`)
	if err := p.expectEnd(); err != nil {
		t.Error(err)
	}
	<-called
}

func TestContextEnds(t *testing.T) {
	p := serve(t, bridge.Config{})
	p.send(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	p.expect(`{"jsonrpc":"2.0","id":1`)
	p.stop()
	if err := p.expectEnd(); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Asked to stop while its output was stuck, Serve waited for the client.
func TestContextEndsWhileOutputIsStuck(t *testing.T) {
	p := serve(t, bridge.Config{})
	for i := range 20 { // more than a pipe takes
		p.send(`{"jsonrpc":"2.0","id":%d,"method":"session/transcript","params":{"session":%q}}`, i, strings.Repeat("x", 20<<10))
	}
	p.expect(`{"jsonrpc":"2.0","id":0`) // so it is writing
	p.stop()
	if err := p.result(); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// stuckWriter takes nothing until it is released.
type stuckWriter struct{ released chan struct{} }

func (w stuckWriter) Write(p []byte) (int, error) {
	<-w.released
	return len(p), nil
}

// The same when the input has ended and only the output is left to be taken.
func TestContextEndsWhileTheRestIsStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := stuckWriter{make(chan struct{})}
		defer close(w.released)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		done := make(chan error, 1)
		go func() { done <- stdio.Serve(ctx, bridge.Config{}, strings.NewReader(ping+"\n"), w) }()
		synctest.Wait()
		select {
		case err := <-done:
			t.Fatalf("it did not wait for the client: %v", err)
		default:
		}
		began := time.Now()
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) || time.Since(began) > 5*time.Second {
			t.Errorf("after %v it returned %v", time.Since(began), err)
		}
	})
}

func TestClientGone(t *testing.T) {
	p := serve(t, bridge.Config{})
	p.out.Close()
	p.send(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	if err := p.result(); err == nil || !strings.Contains(err.Error(), "broken pipe") {
		t.Errorf("got %v", err)
	}
}

// stuck is an extension with work and a shutdown that ignore their contexts.
type stuck struct{ released chan struct{} }

func (s stuck) Register(r *bridge.Registry) {
	r.Handle("stuck/work", func(r *bridge.Request) (bridge.Reply, error) {
		return bridge.Deferred(r, func(context.Context, *bridge.Operation) (ojson.Value, error) {
			<-s.released
			return ojson.Object(), nil
		}), nil
	})
}

func (s stuck) Shutdown(context.Context) { <-s.released }

// Work that cannot be stopped must not keep the process alive.
func TestStuckWorkDoesNotHoldTheEnd(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":1,"method":"stuck/work"}` + "\n"
	for _, test := range []struct {
		name, input string
		cancel      bool
	}{
		{"shutdown", ping + `{"jsonrpc":"2.0","id":2,"method":"shutdown"}` + "\n", false},
		{"context", ping, true},
		{"extension at the end of the input", "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := stuck{make(chan struct{})}
				defer close(s.released)
				in, client := io.Pipe()
				defer client.Close()
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				go func() {
					_, _ = io.WriteString(client, test.input)
					if test.input == "" {
						client.Close()
					}
					if test.cancel {
						cancel()
					}
				}()
				began := time.Now()
				err := stdio.Serve(ctx, bridge.Config{Extensions: []bridge.Extension{s}}, in, io.Discard)
				if took := time.Since(began); took > 5*time.Second {
					t.Errorf("it took %v", took)
				}
				if want := ctx.Err(); !errors.Is(err, want) {
					t.Errorf("got %v, want %v", err, want)
				}
			})
		})
	}
}

// A line over the limit is answered, and the next one is read as if nothing had
// been.
func TestLongLine(t *testing.T) {
	p := serve(t, bridge.Config{})
	head, tail := `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"`, `"}}`
	fill := func(n int) string { return head + strings.Repeat("y", n-len(head)-len(tail)) + tail }
	p.send("%s", fill(jsonrpc.MaxLine))
	p.send("%s", fill(jsonrpc.MaxLine+1))
	p.send(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
	p.expect(`{"jsonrpc":"2.0","id":1,"result":{}}`)
	p.expect(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700`)
	p.expect(`{"jsonrpc":"2.0","id":2,"result":{}}`)
}
