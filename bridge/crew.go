package bridge

import "sync"

// crew runs functions in goroutines and waits for them. Some goroutines stay
// for the next function: a turn needs a deep stack, and growing a new one costs
// more than a short turn. The zero crew is ready.
type crew struct {
	mu sync.Mutex
	// idle are the goroutines without work; each waits on a channel of its own.
	idle   []chan func()
	closed bool
	all    sync.WaitGroup
}

// maxIdle is the number of goroutines that wait for work.
const maxIdle = 8

// start runs f in a goroutine. After close it reports false and does nothing.
func (c *crew) start(f func()) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return false
	}
	if n := len(c.idle); n > 0 {
		next := c.idle[n-1]
		c.idle = c.idle[:n-1]
		next <- f // has room
		return true
	}
	c.all.Go(func() { c.work(f) })
	return true
}

// work runs f, and then what it is given while it is idle.
func (c *crew) work(f func()) {
	next := make(chan func(), 1)
	for f != nil {
		f()
		c.mu.Lock()
		if c.closed || len(c.idle) == maxIdle {
			c.mu.Unlock()
			return
		}
		c.idle = append(c.idle, next)
		c.mu.Unlock()
		f = <-next
	}
}

// close waits until all that was started has ended. Nothing can be started any
// more.
func (c *crew) close() {
	c.mu.Lock()
	c.closed = true
	for _, next := range c.idle {
		next <- nil
	}
	c.idle = nil
	c.mu.Unlock()
	c.all.Wait()
}
