package bridge

import (
	"context"
	"sync"
)

// tally counts things that are not finished, and lets others wait until there
// are none. Unlike a sync.WaitGroup it may rise again from zero while somebody
// waits, and the wait can be given up.
type tally struct {
	mu    sync.Mutex
	n     int
	empty chan struct{} // closed when n falls to 0; nil when nobody waits
}

func (t *tally) add(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n += n
	if t.n == 0 && t.empty != nil {
		close(t.empty)
		t.empty = nil
	}
}

// wait returns when the count is 0, or with the context's error.
func (t *tally) wait(ctx context.Context) error {
	t.mu.Lock()
	if t.n == 0 {
		t.mu.Unlock()
		return nil
	}
	if t.empty == nil {
		t.empty = make(chan struct{})
	}
	empty := t.empty
	t.mu.Unlock()
	select {
	case <-empty:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
