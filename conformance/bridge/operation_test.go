package bridge_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/ojson"
)

// TestSuccessAfterCancel is item 130: work that was cancelled before it
// committed and returns a result all the same is reported as cancelled; work
// that had committed reports its result and is not counted.
func TestSuccessAfterCancel(t *testing.T) {
	for _, c := range []struct {
		name    string
		commits bool
		answers []string
	}{
		{"before the commit", false, []string{
			`{"jsonrpc":"2.0","id":2,"result":1}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32009,"message":"$string","data":{"code":"cancelled","$more":true}}}`,
		}},
		{"after the commit", true, []string{
			`{"jsonrpc":"2.0","id":2,"result":0}`,
			`{"jsonrpc":"2.0","id":1,"result":"done"}`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var queue bridge.Queue
			running, release := make(chan struct{}), make(chan struct{})
			p := startExtended(extension{methods: map[string]bridge.Handler{
				"test/work": func(r *bridge.Request) (bridge.Reply, error) {
					return queue.Schedule(r, func(_ context.Context, op *bridge.Operation) (ojson.Value, error) {
						if c.commits {
							if err := op.Commit(); err != nil {
								return ojson.Value{}, err
							}
						}
						close(running)
						<-release
						return ojson.String("done"), nil
					})
				},
				"test/cancel": func(*bridge.Request) (bridge.Reply, error) {
					return bridge.Result(ojson.Int(int64(queue.Cancel()))), nil
				},
			}})
			defer p.close()
			p.say(`{"jsonrpc":"2.0","id":1,"method":"test/work"}`)
			<-running
			p.say(`{"jsonrpc":"2.0","id":2,"method":"test/cancel"}`)
			p.hear(t, c.answers[0])
			close(release)
			p.hear(t, c.answers[1])
		})
	}
}

// TestDurations is item 98: the duration of a call is rounded to milliseconds.
func TestDurations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := startExtended()
		defer p.close()
		p.say(`{"jsonrpc":"2.0","id":1,"method":"session/create","params":{"tools":[{"name":"look","description":"Looks."}],"model":{"type":"scripted","steps":[{"toolCalls":[{"name":"look"}]}]}}}`,
			`{"jsonrpc":"2.0","id":2,"method":"session/respond","params":{"session":"s1","prompt":"go"}}`)
		p.hear(t, `{"jsonrpc":"2.0","id":1,"result":"$any"}`, `{"jsonrpc":"2.0","id":"t-1","method":"tool/call","params":"$any"}`)
		<-time.After(1234567 * time.Microsecond)
		p.say(`{"jsonrpc":"2.0","id":"t-1","result":{"output":"ok"}}`)
		p.hear(t, `{"jsonrpc":"2.0","id":2,"result":{"session":"s1","text":"$string","toolCalls":[{"call":"$any","output":"ok","isError":false,"durationSeconds":1.235}],"$more":true}}`)
	})
}
