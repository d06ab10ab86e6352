package bridge_test

import (
	"context"
	"io"
	"slices"
	"sync"
)

// peer is the bridge at the other end of a conversation.
type peer interface {
	// send sends one line; line has no newline.
	send(line []byte) error
	// next returns the next line without its newline, io.EOF after the last.
	next(ctx context.Context) ([]byte, error)
	// closeInput tells that nothing more will be sent.
	closeInput()
	// wait returns when the bridge has ended after the end of its output.
	wait() error
}

// output is the queue of lines that the bridge has sent. It has no limit: a
// bridge must be able to go on whatever its client does.
type output struct {
	mu    sync.Mutex
	lines [][]byte
	ended bool
	// changed has room for one note that there is news.
	changed chan struct{}
}

func newOutput() *output { return &output{changed: make(chan struct{}, 1)} }

func (o *output) push(line []byte) {
	o.mu.Lock()
	o.lines = append(o.lines, slices.Clone(line))
	o.mu.Unlock()
	o.note()
}

func (o *output) end() {
	o.mu.Lock()
	o.ended = true
	o.mu.Unlock()
	o.note()
}

func (o *output) note() {
	select {
	case o.changed <- struct{}{}:
	default:
	}
}

// next implements [peer]; it is called by one goroutine at a time.
func (o *output) next(ctx context.Context) ([]byte, error) {
	for {
		o.mu.Lock()
		if len(o.lines) > 0 {
			line := o.lines[0]
			o.lines = o.lines[1:]
			o.mu.Unlock()
			return line, nil
		}
		ended := o.ended
		o.mu.Unlock()
		if ended {
			return nil, io.EOF
		}
		select {
		case <-o.changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
