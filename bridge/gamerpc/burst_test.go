package gamerpc_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/bridge/gamerpc"
)

// One change of 400 KB that 256 subscriptions are told of is 100 MB of output.
// It once ended the connection of a client that was reading all the time.
func TestOneChangeForManySubscriptions(t *testing.T) {
	const subscriptions = 256
	told := 0
	answered := make(chan struct{}, 2*subscriptions)
	e := bridge.New(bridge.Config{Extensions: []bridge.Extension{gamerpc.New(gamerpc.Options{})}},
		bridge.Lines(func(line []byte) error {
			if bytes.Contains(line[:60], []byte("world/changed")) {
				told++
			} else if bytes.Contains(line, []byte(`"result"`)) {
				answered <- struct{}{}
			}
			return nil
		}))
	defer e.Close()
	send := func(format string, args ...any) {
		t.Helper()
		e.Receive(fmt.Appendf(nil, format, args...))
		select {
		case <-answered:
		case <-e.Done():
			t.Fatalf("the connection ended: %v", e.Err())
		}
	}
	send(`{"jsonrpc":"2.0","id":1,"method":"world/create","params":{"world":"w","state":{"a":"%s"}}}`, strings.Repeat("y", 200_000))
	for range subscriptions {
		send(`{"jsonrpc":"2.0","id":2,"method":"world/subscribe","params":{"world":"w","path":"a"}}`)
	}
	send(`{"jsonrpc":"2.0","id":3,"method":"world/set","params":{"world":"w","path":"a","value":"%s"}}`, strings.Repeat("x", 200_000))
	if told != subscriptions {
		t.Errorf("%d subscriptions were told before the response, want %d", told, subscriptions)
	}
}
