package bridge_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/ojson"
)

// FuzzReceive gives an engine with a scripted session any lines. It must not
// panic, must answer a ping after each of them, and must deliver nothing but
// whole messages, and not without bounds.
func FuzzReceive(f *testing.F) {
	for _, test := range hostileLines() {
		if len(test.line) < 1000 {
			f.Add([]byte(test.line))
		}
	}
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"session/respond","params":{"session":"a","prompt":"x","stream":true}}` + "\n" +
			`{"jsonrpc":"2.0","id":"t-1","result":{"output":{"a":1}}}` + "\n" +
			`{"jsonrpc":"2.0","method":"session/cancel","params":{"session":"a"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"session/create","params":{"tools":[{"name":"t","parameters":{"type":"object","properties":{"a":{"type":"string"}}}}],"options":{"toolChoice":"explicit","maxToolRounds":0},"model":{"type":"scripted","steps":[{"json":{"b":1}}]}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"session/respond","params":{"session":"a","prompt":"x","schema":{"type":"object","properties":{"n":{"type":"integer","minimum":3}}}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"session/compact","params":{"session":"a","keepRecentTurns":0}}`,
		`{"jsonrpc":"2.0","id":3,"method":"session/create","params":{"model":"scripted","history":{"type":"FoundationModels.Transcript","version":"1.1","transcript":{"entries":[{"id":"x","role":"user","contents":[{"type":"text","id":"y","text":"z"}]}]}}}}`,
		`{"jsonrpc":"2.0","id":4,"method":"schema/validate","params":{"schema":{"$defs":{"a":{"allOf":[{"$ref":"#/$defs/a"}]}},"$ref":"#/$defs/a"}}}`,
		`{"jsonrpc":"2.0","id":5,"method":"initialize","params":{"protocolVersion":"1.7"}}`,
		`{"jsonrpc":"2.0","id":6,"method":"shutdown"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		answers := make(chan string, 1024)
		size := 0
		e := bridge.New(bridge.Config{ToolTimeout: 10 * time.Millisecond}, func(lines []byte) error {
			for line := range bytes.Lines(lines) {
				size += len(line)
				if v, err := ojson.Parse(line); err != nil || line[len(line)-1] != '\n' || at(v, "jsonrpc").String() != `"2.0"` {
					t.Errorf("not a message: %.300q", line)
				}
				if strings.HasPrefix(string(line), `{"jsonrpc":"2.0","id":"the ping",`) {
					answers <- string(line)
				}
			}
			return nil
		})
		defer e.Close()
		e.Receive([]byte(`{"jsonrpc":"2.0","id":"first","method":"session/create","params":{"session":"a","tools":[{"name":"t"}],"model":{"type":"scripted","steps":[{"toolCalls":[{"name":"t"},{"name":"no"}]}],"fallback":{"template":"{prompt} {toolOutputs}"}}}}`))
		shut := bytes.Contains(data, []byte("shutdown")) || bytes.Contains(data, []byte(`\u00`)) // may be written in escapes
		for line := range bytes.Lines(data) {
			e.Receive(line)
			e.Receive([]byte(`{"jsonrpc":"2.0","id":"the ping","method":"ping"}`))
			select {
			case answer := <-answers:
				if !shut && answer != `{"jsonrpc":"2.0","id":"the ping","result":{}}`+"\n" && !bytes.Contains(line, []byte("the ping")) {
					t.Errorf("after %q: %s", line, answer)
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("no ping is answered after %q", line)
			}
		}
		e.Close() // the writer has ended
		if limit := 1<<20 + 2000*len(data); size > limit {
			t.Errorf("%d bytes were answered with %d", len(data), size)
		}
	})
}
