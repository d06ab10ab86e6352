package bridge_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/bridge"
)

// BenchmarkTurn is a scripted turn with one tool round, in process: the floor
// of what a transport can add to.
func BenchmarkTurn(b *testing.B) {
	b.ReportAllocs()
	const perSession = 100
	steps := strings.Repeat(`{"toolCalls":[{"name":"t","arguments":{}}]},{"text":"ok"},`, perSession)
	done := make(chan struct{}, 1)
	var e *bridge.Engine
	n := 0
	e = bridge.New(bridge.Config{MaxSessions: 1 << 30}, func(lines []byte) error {
		for line := range bytes.Lines(lines) {
			switch {
			case bytes.Contains(line, []byte(`"method":"tool/call"`)):
				id, _, _ := bytes.Cut(line[len(`{"jsonrpc":"2.0","id":"`):], []byte(`"`))
				e.Receive(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":"%s","result":{"output":"ok"}}`, id))
			case bytes.Contains(line, []byte(`"text":"ok"`)):
				done <- struct{}{}
			}
		}
		return nil
	})
	defer e.Close()
	for b.Loop() {
		if n%perSession == 0 {
			e.Receive(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":"session/create","params":{"session":"x%d","tools":[{"name":"t","description":"d"}],"model":{"type":"scripted","steps":[%s]}}}`, n/perSession, strings.TrimSuffix(steps, ",")))
		}
		e.Receive(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":2,"method":"session/respond","params":{"session":"x%d","prompt":"go"}}`, n/perSession))
		n++
		<-done
		if n%perSession == 0 {
			e.Receive(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":3,"method":"session/delete","params":{"session":"x%d"}}`, n/perSession-1))
		}
	}
}

// BenchmarkPing is a ping in process.
func BenchmarkPing(b *testing.B) {
	b.ReportAllocs()
	done := make(chan struct{}, 1)
	e := bridge.New(bridge.Config{}, func([]byte) error {
		done <- struct{}{}
		return nil
	})
	defer e.Close()
	line := []byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	for b.Loop() {
		e.Receive(line)
		<-done
	}
}
