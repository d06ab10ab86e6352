package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A measure is one thing done with a fresh process of each contestant it suits.
// It returns one or more figures.
type measure struct {
	name  string
	suits func(contestant) bool
	run   func(*child, sizes) (map[metric]float64, error)
}

var measures = []measure{
	{"pings", everyone, pingsPipelined},
	{"round-trip", everyone, pingRoundTrips},
	{"tool-calls", func(c contestant) bool { return c.isMCP }, toolCallsPipelined},
	{"turns", func(c contestant) bool { return c.isOAM }, turnsPipelined},
	{"turn-alone", func(c contestant) bool { return c.isOAM }, turnsSerial},
	{"memory", func(c contestant) bool { return c.isOAM }, idleMemory},
}

func everyone(contestant) bool { return true }

func measureNames() []string {
	out := make([]string, len(measures))
	for i, m := range measures {
		out[i] = m.name
	}
	return out
}

// chooseMeasures returns the set of measures that the comma-separated list names.
func chooseMeasures(list string) (map[string]bool, error) {
	chosen := map[string]bool{}
	for name := range strings.SplitSeq(list, ",") {
		if name != "" && !slices.Contains(measureNames(), name) {
			return nil, fmt.Errorf("no measure %q; there are %s", name, strings.Join(measureNames(), ", "))
		}
		chosen[name] = true
	}
	return chosen, nil
}

// warmUps is the number of round trips before anything is timed: enough for the
// runtime of the other side to have its threads and its heap.
const warmUps = 1000

// ready does the handshake a contestant wants and warms it up.
func (c *child) ready() error {
	if c.isMCP {
		const params = `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"compare","version":"1"}}`
		if _, err := c.call(appendRequest(nil, 0, "initialize", params)); err != nil {
			return fmt.Errorf("initialize: %w", err)
		}
		const initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
		if _, err := c.in.Write([]byte(initialized)); err != nil {
			return err
		}
	}
	for i := range warmUps {
		if _, err := c.call(ping(nil, i)); err != nil {
			return fmt.Errorf("warming up: %w", err)
		}
	}
	return nil
}

// ping is the same line for every contestant: MCP, OAM and the plain JSON-RPC
// peer all know a method of this name without parameters.
func ping(buf []byte, i int) []byte { return appendRequest(buf, i+1, "ping", "") }

func toolCall(buf []byte, i int) []byte {
	return appendRequest(buf, i+1, "tools/call", `{"name":"t","arguments":{}}`)
}

func pingsPipelined(c *child, s sizes) (map[metric]float64, error) {
	if err := c.ready(); err != nil {
		return nil, err
	}
	took, err := c.pipeline(s.Pings, ping)
	return map[metric]float64{pingsPerSecond: perSecond(s.Pings, took)}, err
}

func toolCallsPipelined(c *child, s sizes) (map[metric]float64, error) {
	if err := c.ready(); err != nil {
		return nil, err
	}
	took, err := c.pipeline(s.ToolCalls, toolCall)
	return map[metric]float64{toolCallsPerSecond: perSecond(s.ToolCalls, took)}, err
}

// pingRoundTrips sends the next ping only when the last one is answered.
func pingRoundTrips(c *child, s sizes) (map[metric]float64, error) {
	if err := c.ready(); err != nil {
		return nil, err
	}
	buf := make([]byte, 0, 128)
	times := make([]float64, 0, s.RoundTrips)
	for i := range s.RoundTrips {
		buf = ping(buf[:0], i)
		began := time.Now()
		if _, err := c.call(buf); err != nil {
			return nil, err
		}
		times = append(times, micros(time.Since(began)))
	}
	slices.Sort(times)
	return map[metric]float64{pingMedian: quantile(times, 0.5), pingP99: quantile(times, 0.99)}, nil
}

func perSecond(n int, took time.Duration) float64 { return float64(n) / took.Seconds() }

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }
