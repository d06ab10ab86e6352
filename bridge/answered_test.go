package bridge_test

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/open-actor-models/oam/bridge"
)

// A call that was answered gets no tool/cancel, even if the turn is cancelled
// before it has looked at the answer (behaviours, item 120). Which of the two
// the turn sees first is left to chance, hence the repetition.
func TestAnsweredCallIsNotCancelled(t *testing.T) {
	for range 60 {
		synctest.Test(t, func(t *testing.T) {
			var mu sync.Mutex
			var out strings.Builder
			e := bridge.New(bridge.Config{}, bridge.Lines(func(line []byte) error {
				mu.Lock()
				defer mu.Unlock()
				out.Write(line)
				out.WriteByte('\n')
				return nil
			}))
			defer e.Close()
			for line := range bytes.Lines([]byte(`{"jsonrpc":"2.0","id":1,"method":"session/create","params":{"session":"a","tools":[{"name":"t","description":"d"}],"model":{"type":"scripted","steps":[{"toolCalls":[{"name":"t"},{"name":"t"}]},{"text":"late","delayMs":1000}]}}}
{"jsonrpc":"2.0","id":2,"method":"session/respond","params":{"session":"a","prompt":"go"}}
`)) {
				e.Receive(line)
			}
			synctest.Wait()
			// The first answer wakes the turn, the second one waits beside the cancel.
			e.Receive([]byte(`{"jsonrpc":"2.0","id":"t-1","result":{"output":"done"}}`))
			e.Receive([]byte(`{"jsonrpc":"2.0","id":"t-2","result":{"output":"done"}}`))
			e.Receive([]byte(`{"jsonrpc":"2.0","id":3,"method":"session/cancel","params":{"session":"a"}}`))
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			if text := out.String(); strings.Contains(text, "tool/cancel") || !strings.Contains(text, `"id":2,"error":{"code":-32009`) {
				t.Fatalf("want the turn cancelled and no tool/cancel, got\n%s", text)
			}
		})
	}
}
