package main

import (
	"bytes"
	"fmt"
	"io"
	"sync/atomic"
	"time"
)

// logWriter writes a log from a goroutine of its own. A parent that does not
// read standard error fills its pipe sooner or later, and whoever logs must not
// wait for that: lines that find no room are dropped, and counted.
type logWriter struct {
	out     io.Writer
	lines   chan []byte
	dropped atomic.Int64
	closing chan struct{}
	ended   chan struct{}
}

// logRoom is the number of lines that may wait.
const logRoom = 256

func newLogWriter(out io.Writer) *logWriter {
	l := &logWriter{out: out, lines: make(chan []byte, logRoom), closing: make(chan struct{}), ended: make(chan struct{})}
	go l.writeAll() // ends with close, or with the process when nobody reads
	return l
}

// Write takes one line of the log. It never blocks. After close the line may be
// lost.
func (l *logWriter) Write(line []byte) (int, error) {
	select {
	case l.lines <- bytes.Clone(line):
	default:
		l.dropped.Add(1)
	}
	return len(line), nil
}

func (l *logWriter) writeAll() {
	defer close(l.ended)
	for {
		select {
		case line := <-l.lines:
			l.writeOne(line)
		case <-l.closing:
			for len(l.lines) > 0 {
				l.writeOne(<-l.lines)
			}
			return
		}
	}
}

func (l *logWriter) writeOne(line []byte) {
	if n := l.dropped.Swap(0); n > 0 {
		line = fmt.Appendf(nil, "oam: %d log lines were dropped, nobody read them\n%s", n, line)
	}
	_, _ = l.out.Write(line)
}

// close waits until the log is written, but not long.
func (l *logWriter) close() {
	close(l.closing)
	select {
	case <-l.ended:
	case <-time.After(time.Second):
	}
}
