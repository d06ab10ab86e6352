package gamerpc

import (
	"fmt"
	"slices"
	"sync"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/world"
)

// subscription has a client notified of what changes at, inside or above a path
// (protocol, section 7, world/changed).
type subscription struct {
	id    string
	world *hosted
	// path is as it was sent.
	path string
	at   world.Path
	// engine is that of the request that subscribed.
	engine *bridge.Engine
}

// describe returns the subscription's members as results have them.
func (s *subscription) describe() []ojson.Member {
	return []ojson.Member{
		ojson.Field("subscription", ojson.String(s.id)),
		ojson.Field("world", ojson.String(s.world.id)),
		ojson.Field("path", ojson.String(s.path)),
	}
}

// notify tells the client of a change. It only queues output. first tells that no
// other subscription was told of the change before.
func (s *subscription) notify(c world.Change, first bool) {
	members := append(make([]ojson.Member, 0, 5),
		ojson.Field("world", ojson.String(s.world.id)),
		ojson.Field("subscription", ojson.String(s.id)),
		ojson.Field("path", ojson.String(c.Path)))
	if c.Existed {
		members = append(members, ojson.Field("oldValue", c.Old))
	}
	if c.Exists {
		members = append(members, ojson.Field("newValue", c.New))
	}
	tell := s.engine.NotifyCopy // the values of the change are shared
	if first {
		tell = s.engine.Notify
	}
	tell("world/changed", ojson.Object(members...))
}

// observed are the subscriptions of one world.
type observed struct {
	mu sync.Mutex
	// list is in the order of subscription.
	list []*subscription
	// watch keeps the world's changes while there are subscriptions.
	watch *world.Watch
	// woken calls passOn for changes by others than the bridge.
	woken *world.Subscription
	// closed refuses further subscriptions.
	closed bool
}

// passOn sends the notifications of all changes so far. Whoever changed the
// world calls it before he answers: it does not matter who made the changes and
// who passes them on, they go out in the order of their versions.
func (o *observed) passOn() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.empty()
}

// empty is passOn with the lock held.
func (o *observed) empty() {
	if o.watch == nil {
		return
	}
	for _, c := range o.watch.Take() {
		first := true
		for _, s := range o.list {
			if c.Touches(s.at) {
				s.notify(c, first)
				first = false
			}
		}
	}
}

// add adds a subscription, which is told of changes from now on. It fails when
// the world was removed.
func (o *observed) add(s *subscription) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return worldNotFound(s.world.id)
	}
	o.empty() // earlier changes are not for the new one
	if o.watch == nil {
		watch, err := s.world.state.Watch("")
		if err != nil {
			return err
		}
		woken, err := s.world.state.Subscribe("", func(world.Change) { o.passOn() })
		if err != nil {
			return err
		}
		o.watch, o.woken = watch, woken
	}
	o.list = append(o.list, s)
	return nil
}

// remove removes a subscription, after what it still has to be told.
func (o *observed) remove(s *subscription) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.empty()
	if i := slices.Index(o.list, s); i >= 0 {
		o.list = slices.Delete(o.list, i, i+1)
	}
	if len(o.list) == 0 {
		o.stop()
	}
}

// clear removes all subscriptions, takes no more, and returns those there were.
func (o *observed) clear() []*subscription {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.empty()
	all := o.list
	o.list, o.closed = nil, true
	o.stop()
	return all
}

// stop ends the observation of the world; the lock is held.
func (o *observed) stop() {
	if o.watch != nil {
		o.watch.End()
		o.woken.End()
		o.watch, o.woken = nil, nil
	}
}

// describe returns the subscriptions as world/list shows them.
func (o *observed) describe() []ojson.Value {
	o.mu.Lock()
	defer o.mu.Unlock()
	list := make([]ojson.Value, len(o.list))
	for i, s := range o.list {
		list[i] = ojson.Object(s.describe()...)
	}
	return list
}

// subscriptions are those of all worlds of an engine, by id.
type subscriptions struct {
	mu   sync.Mutex
	byID map[string]*subscription
	// named is the number of ids that were generated.
	named int
}

// add gives a subscription its id, unless there are limit already.
func (ss *subscriptions) add(s *subscription, limit int) error {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if len(ss.byID) >= limit {
		return limitReached("subscriptions", limit)
	}
	if ss.byID == nil {
		ss.byID = map[string]*subscription{}
	}
	ss.named++
	s.id = fmt.Sprintf("sub%d", ss.named)
	ss.byID[s.id] = s
	return nil
}

// take removes and returns a subscription, nil when there is none.
func (ss *subscriptions) take(id string) *subscription {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	s := ss.byID[id]
	delete(ss.byID, id)
	return s
}

func (x *Extension) subscribe(r *bridge.Request) (bridge.Reply, error) {
	h, path, err := x.place(r)
	if err != nil {
		return bridge.Reply{}, err
	}
	at, err := world.ParsePath(path)
	if err != nil {
		return bridge.Reply{}, worldError(h.id, err)
	}
	s := &subscription{world: h, path: path, at: at, engine: r.Engine()}
	if err := x.subscriptions.add(s, x.options.MaxSubscriptions); err != nil {
		return bridge.Reply{}, err
	}
	if err := h.observed.add(s); err != nil {
		x.subscriptions.take(s.id)
		return bridge.Reply{}, err
	}
	return bridge.Result(ojson.Object(s.describe()...)), nil
}

func (x *Extension) unsubscribe(r *bridge.Request) (bridge.Reply, error) {
	id, err := r.Params().String("subscription")
	if err != nil {
		return bridge.Reply{}, err
	}
	s := x.subscriptions.take(id)
	if s == nil {
		return bridge.Reply{}, subscriptionNotFound(id)
	}
	s.world.observed.remove(s)
	return bridge.Result(ojson.Object(append(s.describe(), ojson.Field("unsubscribed", ojson.Bool(true)))...)), nil
}

// endSubscriptions ends all subscriptions of a world and returns how many.
func (x *Extension) endSubscriptions(h *hosted) int {
	all := h.observed.clear()
	for _, s := range all {
		x.subscriptions.take(s.id)
	}
	return len(all)
}
