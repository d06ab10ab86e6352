package bridge_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/model"
)

// BenchmarkIdleSession is what a session costs that nobody talks to: bytes of
// live heap. It has instructions and one tool, as a character has.
func BenchmarkIdleSession(b *testing.B) {
	const sessions = 1000
	var perSession float64
	for b.Loop() {
		e := bridge.New(bridge.Config{MaxSessions: sessions}, func([]byte) error { return nil })
		before := liveHeap()
		for i := range sessions {
			e.Receive(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":"session/create","params":{"session":"character %d","instructions":"You are guard %d of a castle. You speak little.","tools":[`+gateTool+`],"model":{"type":"scripted","fallback":{"text":"Hm."}}}}`, i, i))
		}
		if err := e.Drain(context.Background()); err != nil {
			b.Fatal(err)
		}
		if err := e.Flush(context.Background()); err != nil {
			b.Fatal(err)
		}
		perSession = float64(liveHeap()-before) / sessions
		e.Close()
	}
	b.ReportMetric(perSession, "B/session")
}

// The memory of an idle session is a promise: thousands of characters may wait.
func TestIdleSessionMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory")
	}
	got := testing.Benchmark(BenchmarkIdleSession).Extra["B/session"]
	if got > 8<<10 {
		t.Errorf("an idle session takes %.0f bytes, more than 8 KiB", got)
	}
}

// streaming runs one turn of n deltas with a client that keeps up.
func streaming(b *testing.B, n int) {
	b.Helper()
	done := make(chan struct{}, 1)
	config := withModel(bridge.Config{}, func(_ context.Context, _ *model.Request, yield func(model.Event, error) bool) {
		for range n {
			if !yield(model.Text{Delta: "word "}, nil) {
				return
			}
		}
	})
	e := bridge.New(config, func(lines []byte) error {
		if bytes.Contains(lines, []byte(`"id":2,"result"`)) {
			done <- struct{}{}
		}
		return nil
	})
	defer e.Close()
	e.Receive([]byte(`{"jsonrpc":"2.0","id":1,"method":"session/create","params":{"session":"a","model":"func"}}`))
	reset := []byte(`{"jsonrpc":"2.0","id":3,"method":"session/reset","params":{"session":"a"}}`)
	respond := []byte(`{"jsonrpc":"2.0","id":2,"method":"session/respond","params":{"session":"a","prompt":"go","stream":true}}`)
	b.ReportAllocs()
	for b.Loop() {
		e.Receive(respond)
		<-done
		e.Receive(reset)
	}
}

// BenchmarkStream is a streamed turn; compare the allocations of the two sizes.
func BenchmarkStream(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprintf("%d deltas", n), func(b *testing.B) { streaming(b, n) })
	}
}

// A delta costs the same number of allocations however long the text already is.
func TestStreamAllocations(t *testing.T) {
	if testing.Short() {
		t.Skip("measures allocations")
	}
	perDelta := func(n int) float64 {
		r := testing.Benchmark(func(b *testing.B) { streaming(b, n) })
		return float64(r.AllocsPerOp()) / float64(n)
	}
	short, long := perDelta(200), perDelta(2000)
	if long > short+1 { // one more when the client falls behind
		t.Errorf("%.2f allocations per delta of a long text, %.2f of a short one", long, short)
	}
	if long > 3 {
		t.Errorf("%.2f allocations per delta", long)
	}
}
