package gamerpc_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/bridge/gamerpc"
)

// worldClient speaks to an engine that serves worlds, line by line.
type worldClient struct {
	t      testing.TB
	x      *gamerpc.Extension
	engine *bridge.Engine

	mu    sync.Mutex
	lines []string
	sent  int
}

// newWorldClient returns the client of a new engine, which is closed with the
// test.
func newWorldClient(t testing.TB, o gamerpc.Options) *worldClient {
	t.Helper()
	c := &worldClient{t: t, x: gamerpc.New(o)}
	c.engine = bridge.New(bridge.Config{Extensions: []bridge.Extension{c.x}}, c.deliver)
	t.Cleanup(c.engine.Close)
	return c
}

func (c *worldClient) deliver(lines []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for line := range bytes.Lines(lines) {
		c.lines = append(c.lines, strings.TrimSuffix(string(line), "\n"))
	}
	return nil
}

// take returns the lines delivered since the last call.
func (c *worldClient) take() []string {
	c.t.Helper()
	if err := c.engine.Drain(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
	if err := c.engine.Flush(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	lines := c.lines
	c.lines = nil
	return lines
}

// request sends a request without waiting; ids count from 1.
func (c *worldClient) request(method, params string) {
	c.sent++
	c.engine.Receive(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.sent, method, params))
}

// talk sends a request and checks all that comes until its answer. Of a
// response only result or error counts, of an error only code and data, of a
// notification method and params.
func (c *worldClient) talk(method, params string, want ...string) {
	c.t.Helper()
	c.request(method, params)
	got := c.take()
	for i := range got {
		got[i] = brief(got[i])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		c.t.Errorf("%s %s gives other lines (-want +got):\n%s", method, params, diff)
	}
}

// brief leaves out of a line what every line has, and words for people.
func brief(line string) string {
	line = regexp.MustCompile(`^\{"jsonrpc":"2.0",("id":\d+,)?"(result|params|error|method)":`).ReplaceAllString(line, "$2 ")
	line = strings.TrimPrefix(strings.TrimSuffix(line, "}"), "method ")
	line = regexp.MustCompile(`"message":"([^"\\]|\\.)*",`).ReplaceAllString(line, "")
	return strings.Replace(strings.TrimPrefix(line, "result "), `"world/changed","params":`, "changed ", 1)
}
