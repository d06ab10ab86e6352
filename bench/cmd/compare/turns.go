package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A turn here is the smallest one in which OAM does its work: the scripted
// model asks for a tool, the driver answers the tool/call that arrives, and the
// model answers with text. That is four lines: session/respond, tool/call, its
// result, the response.

// turnsPipelined keeps -turn-window turns in flight on each of -turn-sessions
// sessions: as one is answered, the next of that session is sent. The window is
// small because OAM caps what may queue on one session.
func turnsPipelined(c *child, s sizes) (map[metric]float64, error) {
	if err := c.ready(); err != nil {
		return nil, err
	}
	sent := make([]int, s.TurnSessions)
	for i := range sent {
		if err := c.createSession(i, s.TurnsPerSession); err != nil {
			return nil, err
		}
	}
	out := newOutbox(c)
	// The id of a turn tells its session: the answer needs no lookup by name.
	send := func(session int) {
		id := session*s.TurnsPerSession + sent[session]
		sent[session]++
		out.add(func(buf []byte) []byte { return appendTurn(buf, id, session) })
	}
	began := time.Now()
	for range min(s.TurnWindow, s.TurnsPerSession) {
		for session := range sent {
			send(session)
		}
	}
	turns := s.TurnSessions * s.TurnsPerSession
	err := c.serveTurns(turns, out, func(id int) {
		if session := id / s.TurnsPerSession; sent[session] < s.TurnsPerSession {
			send(session)
		}
	})
	took := time.Since(began)
	if err != nil {
		c.cmd.Process.Kill() // unblocks the outbox, should it be writing
	}
	out.close()
	return map[metric]float64{turnsPerSecond: perSecond(turns, took)}, err
}

// turnsSerial runs one turn at a time and nothing beside it, on sessions that
// take as many turns as those of turnsPipelined, so that both see the same
// lengths of history.
func turnsSerial(c *child, s sizes) (map[metric]float64, error) {
	if err := c.ready(); err != nil {
		return nil, err
	}
	times := make([]float64, 0, s.SerialTurns)
	direct := directly{c}
	for turn := range s.SerialTurns {
		session := turn / s.TurnsPerSession
		if turn%s.TurnsPerSession == 0 {
			if err := c.createSession(session, s.TurnsPerSession); err != nil {
				return nil, err
			}
		}
		began := time.Now()
		direct.add(func(buf []byte) []byte { return appendTurn(buf, turn, session) })
		if err := c.serveTurns(1, direct, func(int) {}); err != nil {
			return nil, err
		}
		times = append(times, micros(time.Since(began)))
	}
	slices.Sort(times)
	return map[metric]float64{turnMedian: quantile(times, 0.5), turnP99: quantile(times, 0.99)}, nil
}

// createSession makes a session whose script lasts for that many turns.
func (c *child) createSession(i, turns int) error {
	step := `{"toolCalls":[{"name":"t","arguments":{}}]},{"text":"ok"}`
	params := fmt.Sprintf(`{"session":"b%d","tools":[{"name":"t","description":"d"}],"model":{"type":"scripted","steps":[%s]}}`,
		i, strings.Repeat(step+",", turns-1)+step)
	if _, err := c.call(appendRequest(nil, i, "session/create", params)); err != nil {
		return fmt.Errorf("session/create: %w", err)
	}
	return nil
}

func appendTurn(buf []byte, id, session int) []byte {
	return appendRequest(buf, id, "session/respond", `{"session":"b`+strconv.Itoa(session)+`","prompt":"go"}`)
}

// sender takes lines for the child.
type sender interface {
	add(line func(buf []byte) []byte)
}

// serveTurns plays the client of n turns: it answers every tool/call at once
// and calls answered for every finished turn.
func (c *child) serveTurns(n int, out sender, answered func(id int)) error {
	finished, called := 0, 0
	for finished < n {
		line, err := c.readLine()
		if err != nil {
			return fmt.Errorf("after %d turns: %w", finished, err)
		}
		switch kind, id := classify(line); kind {
		case toolCallRequest:
			called++
			out.add(func(buf []byte) []byte {
				buf = append(buf, `{"jsonrpc":"2.0","id":`...)
				buf = append(buf, id...)
				return append(buf, `,"result":{"output":"ok"}}`+"\n"...)
			})
		case resultResponse:
			number, err := strconv.Atoi(string(id))
			if err != nil || !bytes.Contains(line, []byte(`"text":"ok"`)) {
				return fmt.Errorf("not the turn's answer: %s", line[:min(len(line), 400)])
			}
			finished++
			answered(number)
		default:
			return fmt.Errorf("unexpected line: %s", line[:min(len(line), 400)])
		}
	}
	if called != n {
		return fmt.Errorf("%d turns made %d tool calls", n, called)
	}
	return nil
}

// directly writes each line at once.
type directly struct{ c *child }

func (d directly) add(line func([]byte) []byte) {
	// A write that fails shows as the closed output of the process.
	_, _ = d.c.in.Write(line(nil))
}

// An outbox writes lines from a goroutine of its own, all that have gathered in
// one write. Without it the reader would write, and a server that waits for its
// output to be read before it reads on would be locked with it for ever.
type outbox struct {
	mu      sync.Mutex
	wake    sync.Cond
	pending []byte
	closed  bool
	done    chan error
}

func newOutbox(c *child) *outbox {
	o := &outbox{done: make(chan error, 1)}
	o.wake.L = &o.mu
	go func() { o.done <- o.run(c) }()
	return o
}

func (o *outbox) add(line func([]byte) []byte) {
	o.mu.Lock()
	o.pending = line(o.pending)
	o.mu.Unlock()
	o.wake.Signal()
}

func (o *outbox) run(c *child) error {
	var writing []byte
	for {
		o.mu.Lock()
		for len(o.pending) == 0 && !o.closed {
			o.wake.Wait()
		}
		writing, o.pending = o.pending, writing[:0]
		o.mu.Unlock()
		if len(writing) == 0 {
			return nil
		}
		if _, err := c.in.Write(writing); err != nil {
			return errors.Join(errors.New("writing"), err)
		}
	}
}

// close waits until the goroutine has ended.
func (o *outbox) close() {
	o.mu.Lock()
	o.closed = true
	o.mu.Unlock()
	o.wake.Signal()
	<-o.done
}
