package game

import "context"

// turnstile lets one operation at a time through, in the order in which they
// came.
type turnstile chan struct{}

func newTurnstile() turnstile { return make(turnstile, 1) }

// enter returns when it is the caller's turn, or with the context's error. The
// runtime serves the goroutines that wait at a channel in their order.
func (t turnstile) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case t <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := ctx.Err(); err != nil {
		t.leave()
		return err
	}
	return nil
}

func (t turnstile) leave() { <-t }
