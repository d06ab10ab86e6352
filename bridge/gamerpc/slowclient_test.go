package gamerpc_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/bridge/gamerpc"
	"github.com/open-actor-models/oam/ojson"
)

// A client that does not read gets the line in fewer and longer pieces, and
// they add up all the same.
func TestDeltasAreJoinedForASlowClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		var lines []ojson.Value
		e := bridge.New(bridge.Config{Extensions: []bridge.Extension{gamerpc.New(gamerpc.Options{})}}, func(text []byte) error {
			<-release
			for line := range strings.Lines(string(text)) {
				lines = append(lines, ojson.MustParse(line))
			}
			return nil
		})
		defer e.Close()
		words := strings.Repeat("iron swords ", 4000)
		step := ojson.Object(ojson.Field("text", ojson.String("[happy] "+words)), ojson.Field("chunks", ojson.Int(8000)))
		e.Receive([]byte(`{"jsonrpc":"2.0","id":1,"method":"npc/create","params":{"npc":"gorm","persona":{"name":"Gorm"},"options":{"replyFormat":"text"},` +
			`"model":{"type":"scripted","fallback":` + step.String() + `}}}`))
		for range 20 {
			e.Receive([]byte(`{"jsonrpc":"2.0","id":2,"method":"npc/talk","params":{"npc":"gorm","line":"Hi","stream":true}}`))
		}
		synctest.Wait()
		close(release)
		synctest.Wait()
		shown, deltas, responses := "", 0, 0
		for _, line := range lines {
			event := member(line, "params", "event")
			if member(event, "type").String() == `"lineDelta"` {
				delta, _ := member(event, "delta").AsString()
				shown += delta
				deltas++
			}
			if result, ok := line.Get("result"); ok && member(result, "line").String() != "null" {
				want, _ := member(result, "line").AsString()
				if shown != want {
					t.Fatalf("response %d: %d bytes are shown, the line has %d", responses, len(shown), len(want))
				}
				shown = ""
				responses++
			}
		}
		if responses != 20 {
			t.Errorf("%d responses, want 20", responses)
		}
		// Read every time it grows by a 64th, a line has some 300 deltas; those
		// that found the client behind are one for each turn.
		if deltas > 2000 {
			t.Errorf("%d deltas are sent to a client that does not read", deltas)
		}
		t.Logf("%d deltas", deltas)
	})
}
