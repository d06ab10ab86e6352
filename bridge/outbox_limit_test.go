package bridge_test

import (
	"context"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/model"
)

// A stalled client and two streams in turn: each joined delta left a marker in
// the queue that counted for nothing, and memory grew without an end.
func TestBehindIsBounded(t *testing.T) {
	const deltas = 400_000
	reached := make(chan struct{}, 2)
	hold := make(chan struct{})
	c, s := newStalledClient(t, withModel(bridge.Config{}, func(_ context.Context, _ *model.Request, yield func(model.Event, error) bool) {
		for i := range deltas {
			yield(model.Text{Delta: "x"}, nil)
			if i%64 == 0 {
				runtime.Gosched()
			}
		}
		reached <- struct{}{}
		<-hold
	}))
	defer close(hold)
	c.stall(s)
	c.request("1", "session/transcript", bulk(400<<10))
	before := liveHeap()
	for _, id := range []string{"a", "b"} {
		c.request("2", "session/create", `{"session":"`+id+`","model":"func"}`)
		c.request("3", "session/respond", `{"session":"`+id+`","prompt":"","stream":true}`)
	}
	for range 2 {
		select {
		case <-reached:
		case <-c.engine.Done():
			t.Fatalf("deltas that could be joined ended the connection: %v", c.engine.Err())
		}
	}
	if grown := int64(liveHeap()) - int64(before); grown > 16<<20 {
		t.Errorf("two texts of %d KiB hold %d KiB of memory", deltas>>10, grown>>10)
	}
}

// liveHeap is the number of bytes that are in use.
func liveHeap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// A client that never reads ended nothing: the writer, which would have told,
// was itself waiting for the client.
func TestTooMuchOutputEndsTheConnection(t *testing.T) {
	var log logLines
	c, s := newStalledClient(t, bridge.Config{
		MaxPendingOutput: 1 << 20, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	c.stall(s)
	for range 11 {
		c.request("1", "session/transcript", bulk(100<<10))
	}
	select {
	case <-c.engine.Done():
	case <-time.After(patience):
		t.Fatal("the engine goes on although its client takes nothing")
	}
	if err := c.engine.Err(); err == nil || !strings.Contains(err.Error(), "does not take the output") {
		t.Errorf("the reason is %v", err)
	}
	if !strings.Contains(log.String(), "does not take the output") {
		t.Errorf("nothing was logged: %s", log.String())
	}
}

// What a slow client has taken counted until the last part of a batch was gone,
// so that one that read all the time was ended.
func TestOutputThatWasTakenDoesNotCount(t *testing.T) {
	c, s := newStalledClient(t, bridge.Config{MaxPendingOutput: 2 << 20})
	c.stall(s)
	for range 15 {
		c.request("1", "session/transcript", bulk(100<<10)) // most of the limit
	}
	for range 4 { // the client takes all but the end, and waits again
		s.take <- struct{}{}
		<-s.news
	}
	for range 8 {
		c.request("2", "session/transcript", bulk(100<<10))
	}
	select {
	case <-c.engine.Done():
		t.Fatalf("the connection ended: %v", c.engine.Err())
	default:
	}
}

// logLines collects what a logger writes.
type logLines struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *logLines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logLines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// The limit that games rely on is 64 MiB.
func TestDefaultOutputLimit(t *testing.T) {
	const answer = 2 << 20
	c, s := newStalledClient(t, bridge.Config{})
	c.stall(s)
	ended := func() bool {
		select {
		case <-c.engine.Done():
			return true
		default:
			return false
		}
	}
	for range 30 {
		c.request("1", "session/transcript", bulk(answer))
	}
	if ended() {
		t.Fatalf("60 MiB ended the connection: %v", c.engine.Err())
	}
	for range 4 {
		c.request("1", "session/transcript", bulk(answer))
	}
	select {
	case <-c.engine.Done():
	case <-time.After(patience):
		t.Error("68 MiB are kept for a client that takes nothing")
	}
}

// The limit is for clients that do not read. One that does gets a line of any
// length.
func TestLineAboveTheLimit(t *testing.T) {
	c := newClient(t, bridge.Config{MaxPendingOutput: 1 << 20}, nil)
	for range 3 {
		m := c.call("1", "session/transcript", bulk(3<<20))
		if len(m.line) < 3<<20 {
			t.Errorf("%d bytes came", len(m.line))
		}
		c.flush()
	}
	if err := c.engine.Err(); err != nil {
		t.Error(err)
	}
}
