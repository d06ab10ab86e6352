package gamerpc_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/bridge/gamerpc"
	"github.com/open-actor-models/oam/ojson"
)

// table is a client in a bubble of simulated time: all that can happen has
// happened when settle returns.
type table struct {
	t      *testing.T
	engine *bridge.Engine

	mu    sync.Mutex
	lines []ojson.Value
	sent  int
}

// atTable runs a test with a client.
func atTable(t *testing.T, o gamerpc.Options, test func(c *table)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := &table{t: t}
		c.engine = bridge.New(bridge.Config{Extensions: []bridge.Extension{gamerpc.New(o)}}, func(lines []byte) error {
			c.mu.Lock()
			defer c.mu.Unlock()
			for line := range strings.Lines(string(lines)) {
				c.lines = append(c.lines, ojson.MustParse(line))
			}
			return nil
		})
		defer c.engine.Close()
		test(c)
	})
}

// send sends a request and returns its id.
func (c *table) send(method, params string) int {
	c.sent++
	c.engine.Receive(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.sent, method, params))
	return c.sent
}

// answer answers a tool call.
func (c *table) answer(call, result string) {
	c.engine.Receive(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%q,"result":%s}`, call, result))
}

// settle returns what has come since the last time.
func (c *table) settle() []ojson.Value {
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	lines := c.lines
	c.lines = nil
	return lines
}

// ask sends a request and returns its response, which must come at once.
func (c *table) ask(method, params string) ojson.Value {
	c.t.Helper()
	id := c.send(method, params)
	for _, line := range c.settle() {
		if got, ok := line.Get("id"); ok && ojson.Equal(got, ojson.Int(int64(id))) {
			return line
		}
	}
	c.t.Fatalf("no response to %s %s", method, params)
	return ojson.Value{}
}

// ok is ask for a request that must succeed; it returns the result.
func (c *table) ok(method, params string) ojson.Value {
	c.t.Helper()
	line := c.ask(method, params)
	result, ok := line.Get("result")
	if !ok {
		c.t.Fatalf("%s %s: %s", method, params, line)
	}
	return result
}

// fails is ask for a request that must fail with a code and a message that
// contains all of the words.
func (c *table) fails(code int, method, params string, words ...string) ojson.Value {
	c.t.Helper()
	line := c.ask(method, params)
	failure, _ := line.Get("error")
	got, _ := failure.Get("code")
	message, _ := failure.Get("message")
	if !ojson.Equal(got, ojson.Int(int64(code))) {
		c.t.Errorf("%s %s: %s, want %d", method, params, line, code)
	}
	for _, w := range words {
		if !strings.Contains(message.String(), w) {
			c.t.Errorf("%s %s: the message %s lacks %s", method, params, message, w)
		}
	}
	data, _ := failure.Get("data")
	return data
}

// create makes an NPC with a script.
func (c *table) create(id, more string, steps ...string) ojson.Value {
	c.t.Helper()
	return c.ok("npc/create", fmt.Sprintf(`{"npc":%q,"persona":{"name":"Gorm"}%s,"model":{"type":"scripted","steps":[%s]}}`,
		id, more, strings.Join(steps, ",")))
}

// member follows keys into a value.
func member(v ojson.Value, path ...string) ojson.Value {
	for _, key := range path {
		v, _ = v.Get(key)
	}
	return v
}

// kind is what a line is, in short: "response 3", "error 3", the method.
func kind(line ojson.Value) string {
	id := member(line, "id").String()
	if method, ok := member(line, "method").AsString(); ok {
		if method == "npc/event" {
			what, _ := member(line, "params", "event", "type").AsString()
			return method + " " + what
		}
		return method
	}
	if _, failed := line.Get("error"); failed {
		return "error " + id + " " + member(line, "error", "code").String()
	}
	return "response " + id
}

func kinds(lines []ojson.Value) string {
	all := make([]string, len(lines))
	for i, line := range lines {
		all[i] = kind(line)
	}
	return strings.Join(all, ", ")
}

func same(t *testing.T, what, want, got string) {
	t.Helper()
	if want != got {
		t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}

const (
	look = `,"tools":[{"name":"look","description":"Looks."}]`
	call = `{"toolCalls":[{"name":"look","arguments":{}}]}`
	aye  = `{"json":{"emotion":"proud","line":"Aye."}}`
)
