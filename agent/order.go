package agent

import (
	"context"
	"slices"
	"sync"
)

// turnOrder lets turns run one after another in the order in which they took
// a place.
type turnOrder struct {
	mu     sync.Mutex
	places []*place // places[0] runs
}

// place is one turn's place in the order.
type place struct {
	order *turnOrder
	// ready is closed when all earlier places are given up; nil for a place
	// that was first from the beginning.
	ready chan struct{}
}

func (o *turnOrder) take() *place {
	o.mu.Lock()
	defer o.mu.Unlock()
	p := &place{order: o}
	if len(o.places) > 0 {
		p.ready = make(chan struct{})
	}
	o.places = append(o.places, p)
	return p
}

// wait returns when the place is first, or with the context's error.
func (p *place) wait(ctx context.Context) error {
	if err := ctx.Err(); err != nil || p.ready == nil {
		return err
	}
	select {
	case <-p.ready:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// giveUp leaves the order, which lets the next place run. Only the first call
// has an effect.
func (p *place) giveUp() {
	o := p.order
	o.mu.Lock()
	defer o.mu.Unlock()
	i := slices.Index(o.places, p)
	if i < 0 {
		return
	}
	o.places = slices.Delete(o.places, i, i+1)
	if i == 0 && len(o.places) > 0 {
		close(o.places[0].ready)
	}
	if len(o.places) == 0 {
		o.places = nil
	}
}
