package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"
)

// idleMemory creates sessions and reports by how much the resident memory of
// the process grew for each. Seen from outside there is no heap figure, so this
// includes what the collector has not returned yet (with GOGC at its default, up
// to as much again as is live) and the garbage of creating: an upper bound, and
// what a player's machine really pays. The main module measures the live heap
// in process.
func idleMemory(c *child, s sizes) (map[metric]float64, error) {
	if s.IdleSessions > maxSessions {
		return nil, fmt.Errorf("at most %d idle sessions", maxSessions)
	}
	if err := c.ready(); err != nil {
		return nil, err
	}
	before, err := residentBytes(c.cmd.Process.Pid)
	if err != nil {
		return nil, err
	}
	create := func(buf []byte, i int) []byte {
		return appendRequest(buf, i+1, "session/create", `{"session":"idle`+strconv.Itoa(i)+
			`","instructions":"You are a castle guard in a game. Use tools to act."`+
			`,"tools":[{"name":"t","description":"d"}],"model":"scripted"}`)
	}
	if _, err := c.pipeline(s.IdleSessions, create); err != nil {
		return nil, err
	}
	time.Sleep(500 * time.Millisecond) // a collection under way may finish
	after, err := residentBytes(c.cmd.Process.Pid)
	if err != nil {
		return nil, err
	}
	return map[metric]float64{bytesPerSession: float64(after-before) / float64(s.IdleSessions)}, nil
}

// residentBytes reads VmRSS of a process; Linux only.
func residentBytes(pid int) (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, fmt.Errorf("resident memory is read on Linux only (-skip memory leaves it out): %w", err)
	}
	for line := range bytes.Lines(status) {
		if rest, ok := bytes.CutPrefix(line, []byte("VmRSS:")); ok {
			kib, err := strconv.ParseInt(string(bytes.Fields(rest)[0]), 10, 64)
			return kib << 10, err
		}
	}
	return 0, fmt.Errorf("no VmRSS in /proc/%d/status", pid)
}
