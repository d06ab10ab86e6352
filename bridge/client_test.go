package bridge_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/ojson"
)

// message is one line that an engine delivered.
type message struct {
	index int // place among all that was delivered
	at    time.Time
	line  string
	value ojson.Value
	// id is the JSON text of the id, "" when there is none; method is "" for a
	// response.
	id, method string
}

// get follows a path of keys; null for whatever is not there.
func (m message) get(path string) ojson.Value { return at(m.value, path) }

// text follows a path of keys to a string.
func (m message) text(path string) string {
	s, _ := m.get(path).AsString()
	return s
}

// code is the number of an error response, 0 for any other message.
func (m message) code() int {
	n, _ := m.get("error.code").AsInt()
	return int(n)
}

func (m message) isResponse() bool { return m.method == "" }

// at follows a path of keys into an object.
func at(v ojson.Value, path string) ojson.Value {
	for key := range strings.SplitSeq(path, ".") {
		v, _ = v.Get(key)
	}
	return v
}

// parse reads JSON that the test itself wrote.
func parse(text string) ojson.Value {
	v, err := ojson.Parse([]byte(text))
	if err != nil {
		panic(fmt.Sprintf("%v in %s", err, text))
	}
	return v
}

// quote writes a JSON string.
func quote(s string) string { return ojson.String(s).String() }

// client is the other end of an engine. It keeps all that was delivered.
type client struct {
	t      testing.TB
	engine *bridge.Engine
	// hear, if set, is called for each message from inside the delivery
	// function, so that an answer can be sent before anything else happens.
	hear func(message)

	mu       sync.Mutex
	news     sync.Cond
	messages []message
	overdue  bool
}

// newClient returns the client of a new engine, which is closed with the test.
// hear may be nil.
func newClient(t testing.TB, config bridge.Config, hear func(*client, message)) *client {
	t.Helper()
	c := &client{t: t}
	c.news.L = &c.mu
	if hear != nil {
		c.hear = func(m message) { hear(c, m) }
	}
	ready := make(chan struct{})
	c.engine = bridge.New(config, func(lines []byte) error {
		<-ready
		c.deliver(lines)
		return nil
	})
	close(ready)
	t.Cleanup(c.engine.Close)
	return c
}

// deliver takes whole lines, as an engine delivers them.
func (c *client) deliver(lines []byte) {
	if len(lines) == 0 || lines[len(lines)-1] != '\n' {
		c.t.Errorf("a delivery does not end in a newline: %.100q", lines)
	}
	for line := range bytes.Lines(lines) {
		v, err := ojson.Parse(line)
		if err != nil {
			c.t.Errorf("a delivered line is not JSON: %v in %.200q", err, line)
			continue
		}
		m := message{line: strings.TrimSuffix(string(line), "\n"), value: v, at: time.Now()}
		m.method, _ = at(v, "method").AsString()
		if id, ok := v.Get("id"); ok {
			m.id = id.String()
		}
		c.mu.Lock()
		m.index = len(c.messages)
		c.messages = append(c.messages, m)
		c.news.Broadcast()
		c.mu.Unlock()
		if c.hear != nil {
			c.hear(m)
		}
	}
}

// send sends one line.
func (c *client) send(format string, args ...any) {
	c.engine.Receive(fmt.Appendf(nil, format, args...))
}

// request sends a request; params is JSON text, "" for none.
func (c *client) request(id, method, params string) {
	if params == "" {
		c.send(`{"jsonrpc":"2.0","id":%s,"method":%q}`, id, method)
		return
	}
	c.send(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`, id, method, params)
}

// answer answers a request of the bridge; result is JSON text.
func (c *client) answer(id, result string) {
	c.send(`{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result)
}

// patience is how long a test waits for a message that must come.
const patience = 30 * time.Second

// until waits for the first message, of all that were delivered, that is as
// wanted.
func (c *client) until(what string, wanted func(message) bool) message {
	c.t.Helper()
	timer := time.AfterFunc(patience, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.overdue = true
		c.news.Broadcast()
	})
	defer timer.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := 0; ; {
		for ; i < len(c.messages); i++ {
			if wanted(c.messages[i]) {
				return c.messages[i]
			}
		}
		if c.overdue {
			c.t.Fatalf("%s did not come; what came last:\n%s", what, tail(c.messages))
		}
		c.news.Wait()
	}
}

// response waits for the response to a request.
func (c *client) response(id string) message {
	c.t.Helper()
	return c.until("the response to "+id, func(m message) bool { return m.isResponse() && m.id == id })
}

// call sends a request and waits for its response.
func (c *client) call(id, method, params string) message {
	c.t.Helper()
	c.request(id, method, params)
	return c.response(id)
}

// must is call for a request that succeeds; it returns the result.
func (c *client) must(id, method, params string) ojson.Value {
	c.t.Helper()
	m := c.call(id, method, params)
	if m.code() != 0 {
		c.t.Fatalf("%s failed: %s", method, m.line)
	}
	return m.get("result")
}

// all returns what was delivered so far.
func (c *client) all() []message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]message(nil), c.messages...)
}

// having returns what was delivered so far and is as wanted.
func (c *client) having(wanted func(message) bool) (found []message) {
	for _, m := range c.all() {
		if wanted(m) {
			found = append(found, m)
		}
	}
	return found
}

// ofMethod selects notifications and requests of the bridge.
func ofMethod(method string) func(message) bool {
	return func(m message) bool { return m.method == method }
}

// tail shows the last messages.
func tail(messages []message) string {
	var b strings.Builder
	for _, m := range messages[max(0, len(messages)-20):] {
		fmt.Fprintf(&b, "%.300s\n", m.line)
	}
	return b.String()
}

// flush waits until all output so far was delivered.
func (c *client) flush() {
	c.t.Helper()
	if err := c.engine.Flush(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
}
