package world

import (
	"slices"
	"sync"
)

// observers are those who want to know of changes. The fields are guarded by
// the lock of the State.
type observers struct {
	// list is in the order of subscription.
	list []*Subscription
	// queue has what callbacks are told, in the order of versions; told of it
	// are those before next.
	queue []notice
	next  int
	// delivering is set while a goroutine takes from the queue.
	delivering bool
}

// notice is a change for one observer.
type notice struct {
	to     *Subscription
	change *Change
}

// Subscription is an observer of a path. It has either a callback or a watch.
type Subscription struct {
	state *State
	path  Path
	call  func(Change)
	// kept are the changes of a watch that were not taken yet.
	kept []Change
	// ended is set by End.
	ended bool
}

// Subscribe has call told of every change at, inside or above a path, from now
// on. Changes come in the order of their versions, one at a time whichever
// goroutines made them, and each goes to subscriptions in the order in which
// they were made. No lock is held meanwhile, so call may use the world; what it
// changes is told after what is being told.
//
// A mutation tells its changes itself before it returns, unless another one is
// just telling: then that one tells them, perhaps a little later. Where this
// matters, use a [Watch].
func (s *State) Subscribe(path string, call func(Change)) (*Subscription, error) {
	p, err := ParsePath(path)
	if err != nil {
		return nil, err
	}
	return s.observe(&Subscription{state: s, path: p, call: call}), nil
}

func (s *State) observe(sub *Subscription) *Subscription {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.observers.list = append(s.observers.list, sub)
	return sub
}

// End ends the subscription. No call begins afterwards; one may be in progress.
func (sub *Subscription) End() {
	s := sub.state
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.observers.list, sub); i >= 0 {
		s.observers.list = slices.Delete(s.observers.list, i, i+1)
	}
	sub.ended, sub.kept = true, nil
}

// Watch keeps the changes at, inside or above a path until they are taken: for
// a game loop that looks once per frame, or whoever passes changes on in an
// order of his own. A change is kept before its mutation returns.
type Watch struct{ sub *Subscription }

// Watch returns a watch that keeps changes from now on. It must be ended, since
// what is not taken piles up.
func (s *State) Watch(path string) (*Watch, error) {
	p, err := ParsePath(path)
	if err != nil {
		return nil, err
	}
	return &Watch{s.observe(&Subscription{state: s, path: p})}, nil
}

// Take returns the changes since the last call, in the order of versions.
func (w *Watch) Take() []Change {
	w.sub.state.mu.Lock()
	defer w.sub.state.mu.Unlock()
	kept := w.sub.kept
	w.sub.kept = nil
	return kept
}

// End ends the watch. What was not taken is lost.
func (w *Watch) End() { w.sub.End() }

// note records changes for whom they concern. It is called with the lock held.
func (o *observers) note(changes []Change) {
	var told []Change // what callbacks see, which nobody else can change
	for i := range changes {
		for _, sub := range o.list {
			switch {
			case !changes[i].Touches(sub.path):
			case sub.call == nil:
				sub.kept = append(sub.kept, changes[i])
			default:
				if told == nil {
					told = slices.Clone(changes)
				}
				o.queue = append(o.queue, notice{sub, &told[i]})
			}
		}
	}
}

// deliver calls the observers until the queue is empty, unless another
// goroutine, or a caller of this one, is just doing so.
func (s *State) deliver() {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := &s.observers
	if o.delivering {
		return
	}
	o.delivering = true
	defer func() { o.delivering = false }() // also when an observer panics
	for o.next < len(o.queue) {
		n := o.queue[o.next]
		o.queue[o.next] = notice{}
		if o.next++; o.next == len(o.queue) {
			o.queue, o.next = o.queue[:0], 0
		}
		if !n.to.ended {
			unlocked(&s.mu, func() { n.to.call(*n.change) })
		}
	}
	if cap(o.queue) > keptQueue {
		o.queue = nil
	}
}

// keptQueue is the capacity up to which an empty queue is kept.
const keptQueue = 256

// unlocked calls f without the lock, which the caller holds before and after.
func unlocked(mu *sync.Mutex, f func()) {
	mu.Unlock()
	defer mu.Lock()
	f()
}
