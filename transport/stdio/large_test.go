package stdio_test

import (
	"strings"
	"testing"

	"github.com/open-actor-models/oam/bridge"
)

// A game answered a tool call with its whole inventory, 20 MB in one line
// (agent-zero #833). That is more than a line may have: the client hears so, the
// call stays open, and a shorter answer to it still counts.
func TestO12COverlongToolAnswer(t *testing.T) {
	p := serve(t, bridge.Config{})
	p.send("%s", scripted(1, "a", lookStep+`,{"template":"I see {toolOutput}."}`))
	p.send(`{"jsonrpc":"2.0","id":2,"method":"session/respond","params":{"session":"a","prompt":""}}`)
	p.expect(`{"jsonrpc":"2.0","id":1,"result"`)
	p.expect(`{"jsonrpc":"2.0","id":"t-1","method":"tool/call"`)
	p.send(`{"jsonrpc":"2.0","id":"t-1","result":{"output":"%s"}}`, strings.Repeat("x", 20<<20))
	if line := p.expect(parseError); !strings.Contains(line, "16777216") {
		t.Errorf("the limit is not told: %s", line)
	}
	p.send(`{"jsonrpc":"2.0","id":"t-1","result":{"output":"too much"}}`)
	p.expect(`{"jsonrpc":"2.0","id":2,"result":{"session":"a","text":"I see too much."`)
}
