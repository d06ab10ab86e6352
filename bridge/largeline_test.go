package bridge_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/bridge"
)

// One answer may be larger than all the output that may wait. A client that
// reads gets it, and what was queued behind it: the connection once ended with
// the next message, while the client was still reading the large one.
func TestAnswerAboveTheLimit(t *testing.T) {
	reading := make(chan struct{})
	answers := make(chan string, 8)
	e := bridge.New(bridge.Config{MaxPendingOutput: 1 << 20}, func(lines []byte) error {
		if len(lines) > 1<<20 {
			<-reading
		}
		for line := range bytes.Lines(lines) {
			answers <- string(line[:min(len(line), 40)])
		}
		return nil
	})
	defer e.Close()
	text := strings.Repeat("x", 3<<20)
	e.Receive([]byte(`{"jsonrpc":"2.0","id":1,"method":"session/create","params":{"session":"a","instructions":"` + text + `","model":"scripted"}}`))
	<-answers
	e.Receive([]byte(`{"jsonrpc":"2.0","id":2,"method":"session/list"}`))
	e.Receive([]byte(`{"jsonrpc":"2.0","id":3,"method":"ping"}`))
	close(reading)
	for _, want := range []string{`"id":2,"result"`, `"id":3,"result"`} {
		select {
		case got := <-answers:
			if !strings.Contains(got, want) {
				t.Errorf("got %s, want %s", got, want)
			}
		case <-e.Done():
			t.Fatalf("the connection ended: %v", e.Err())
		}
	}
}

// After Close every request is answered, so that nobody waits for ever.
func TestDrainAfterClose(t *testing.T) {
	e := bridge.New(bridge.Config{}, func([]byte) error { return nil })
	e.Close()
	e.Receive([]byte(`{"jsonrpc":"2.0","id":1,"method":"session/create"}`))
	e.Receive([]byte(`{"jsonrpc":"2.0","id":2,"method":"ping"}`))
	if err := e.Drain(t.Context()); err != nil {
		t.Error(err)
	}
}
