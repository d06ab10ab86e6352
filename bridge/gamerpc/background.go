package gamerpc

import (
	"context"
	"sync"
)

// background runs functions in goroutines that it can wait for. The zero
// background is ready.
type background struct {
	mu     sync.Mutex
	closed bool
	all    sync.WaitGroup
}

// run runs f in a goroutine. After close it runs f at once: what it would do
// has been told to end.
func (b *background) run(f func()) {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		f()
		return
	}
	b.all.Add(1)
	b.mu.Unlock()
	go func() { // ends with f; close waits for it
		defer b.all.Done()
		f()
	}()
}

// close waits until all functions have ended, or for the end of the context.
func (b *background) close(ctx context.Context) {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	ended := make(chan struct{})
	go func() { // ends when the last function does
		b.all.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-ctx.Done():
	}
}
