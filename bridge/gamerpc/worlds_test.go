package gamerpc_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/open-actor-models/oam/bridge"
	"github.com/open-actor-models/oam/bridge/gamerpc"
	"github.com/open-actor-models/oam/jsonrpc"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/world"
)

// The conversations of conformance/bridge/s-world show what the methods do.
// Here is what needs a Go host: its own worlds, limits, and who is faster.

func newState(t testing.TB, text string) *world.State {
	t.Helper()
	s, err := world.New(parse(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func parse(t testing.TB, text string) ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// hostSets is a change that the host makes.
func hostSets(t testing.TB, s *world.State, path, value string) {
	t.Helper()
	if _, err := s.Set(path, parse(t, value)); err != nil {
		t.Error(err)
	}
}

func TestAddWorld(t *testing.T) {
	c := newWorldClient(t, gamerpc.Options{MaxWorlds: 3})
	s := newState(t, `{"gold":60}`)
	for _, id := range []string{"main", "mirror"} {
		if err := c.x.AddWorld(s, id); err != nil {
			t.Fatal(err)
		}
	}
	c.talk("world/get", `{"world":"main","path":"gold"}`, `{"world":"main","path":"gold","value":60,"exists":true,"version":0}`)
	c.talk("world/subscribe", `{"world":"main"}`, `{"subscription":"sub1","world":"main","path":""}`)
	c.talk("world/subscribe", `{"world":"mirror","path":"gold"}`, `{"subscription":"sub2","world":"mirror","path":"gold"}`)
	hostSets(t, s, "gold", `45`)
	got := strings.Join(c.take(), "\n")
	for _, want := range []string{
		`{"world":"main","subscription":"sub1","path":"gold","oldValue":60,"newValue":45}`,
		`{"world":"mirror","subscription":"sub2","path":"gold","oldValue":60,"newValue":45}`,
	} {
		if strings.Count(got, want) != 1 {
			t.Errorf("of a change by the host the client gets\n%s", got)
		}
	}
	c.talk("world/set", `{"world":"mirror","path":"gold","value":1}`,
		`changed {"world":"main","subscription":"sub1","path":"gold","oldValue":45,"newValue":1}`,
		`changed {"world":"mirror","subscription":"sub2","path":"gold","oldValue":45,"newValue":1}`,
		`{"world":"mirror","path":"gold","version":2}`)
	if v, _, err := s.Get("gold"); err != nil || v.String() != "1" {
		t.Errorf("the host has %s", v)
	}

	for id, code := range map[string]int{
		"": jsonrpc.CodeInvalidParams, "a\nb": jsonrpc.CodeInvalidParams, strings.Repeat("x", 129): jsonrpc.CodeInvalidParams,
		"main": gamerpc.CodeWorldExists,
	} {
		var e *jsonrpc.Error
		if err := c.x.AddWorld(s, id); !errors.As(err, &e) || e.Code != code {
			t.Errorf("AddWorld(%q) fails with %v", id, err)
		}
	}
	if c.x.AddWorld(nil, "none") == nil {
		t.Error("no world was added")
	}
	c.talk("world/create", `{}`, `{"world":"w1","version":0}`)
	var e *jsonrpc.Error
	if err := c.x.AddWorld(s, "fourth"); !errors.As(err, &e) || e.Code != gamerpc.CodeLimitReached {
		t.Errorf("beyond the limit AddWorld fails with %v", err)
	}
	c.talk("world/create", `{}`, `error {"code":-32055,"data":{"code":"limit_reached","limit":3}}`)
}

// TestLimits is items 290 and 297 with limits of the host's.
func TestLimits(t *testing.T) {
	c := newWorldClient(t, gamerpc.Options{MaxWorlds: 1, MaxSubscriptions: 2})
	c.talk("world/create", `{}`, `{"world":"w1","version":0}`)
	c.talk("world/create", `{}`, `error {"code":-32055,"data":{"code":"limit_reached","limit":1}}`)
	c.talk("world/subscribe", `{"world":"w1"}`, `{"subscription":"sub1","world":"w1","path":""}`)
	c.talk("world/subscribe", `{"world":"w1"}`, `{"subscription":"sub2","world":"w1","path":""}`)
	c.talk("world/subscribe", `{"world":"w1"}`, `error {"code":-32055,"data":{"code":"limit_reached","limit":2}}`)
	c.talk("world/delete", `{"world":"w1"}`, `{"world":"w1","deleted":true,"endedSubscriptions":2}`)
	c.talk("world/create", `{"world":"w1"}`, `{"world":"w1","version":0}`)
	c.talk("world/subscribe", `{"world":"w1"}`, `{"subscription":"sub3","world":"w1","path":""}`)
}

// held is a world of the host whose own observer is busy with a change, so that
// what others change waits to be told.
type held struct {
	*worldClient
	state *world.State
	free  func()
}

func newHeld(t *testing.T) *held {
	h := &held{worldClient: newWorldClient(t, gamerpc.Options{}), state: newState(t, `{"n":0}`)}
	busy, resume := make(chan struct{}), make(chan struct{})
	if _, err := h.state.Subscribe("hold", func(world.Change) {
		close(busy)
		<-resume
	}); err != nil {
		t.Fatal(err)
	}
	if err := h.x.AddWorld(h.state, "main"); err != nil {
		t.Fatal(err)
	}
	h.talk("world/subscribe", `{"world":"main","path":"n"}`, `{"subscription":"sub1","world":"main","path":"n"}`)
	var host sync.WaitGroup
	host.Go(func() { hostSets(t, h.state, "hold", `1`) }) // ends with free
	<-busy
	var once sync.Once
	h.free = func() {
		once.Do(func() { close(resume) })
		host.Wait()
	}
	t.Cleanup(h.free)
	return h
}

// TestNotificationsDoNotWait: an observer of the host that takes its time holds
// up neither a request nor what it causes.
func TestNotificationsDoNotWait(t *testing.T) {
	h := newHeld(t)
	h.talk("world/set", `{"world":"main","path":"n","value":1}`,
		`changed {"world":"main","subscription":"sub1","path":"n","oldValue":0,"newValue":1}`, `{"world":"main","path":"n","version":2}`)
	h.talk("world/remove", `{"world":"main","path":"n"}`,
		`changed {"world":"main","subscription":"sub1","path":"n","oldValue":1}`, `{"world":"main","path":"n","removed":true,"oldValue":1,"version":3}`)
	h.free()
	if lines := h.take(); len(lines) > 0 {
		t.Errorf("told again: %q", lines)
	}
}

// TestEarlierChangesAreNotForNewSubscriptions: what happened before is told to
// those who were there, although it is told late.
func TestEarlierChangesAreNotForNewSubscriptions(t *testing.T) {
	h := newHeld(t)
	hostSets(t, h.state, "n", `1`)
	h.talk("world/subscribe", `{"world":"main"}`,
		`changed {"world":"main","subscription":"sub1","path":"n","oldValue":0,"newValue":1}`, `{"subscription":"sub2","world":"main","path":""}`)
	hostSets(t, h.state, "n", `2`)
	h.talk("world/unsubscribe", `{"subscription":"sub1"}`,
		`changed {"world":"main","subscription":"sub1","path":"n","oldValue":1,"newValue":2}`,
		`changed {"world":"main","subscription":"sub2","path":"n","oldValue":1,"newValue":2}`,
		`{"subscription":"sub1","world":"main","path":"n","unsubscribed":true}`)
}

// TestDeletePassesOnWhatIsPending: a subscription that ends with its world is
// told of all that happened before.
func TestDeletePassesOnWhatIsPending(t *testing.T) {
	h := newHeld(t)
	hostSets(t, h.state, "n", `1`)
	h.talk("world/delete", `{"world":"main"}`,
		`changed {"world":"main","subscription":"sub1","path":"n","oldValue":0,"newValue":1}`, `{"world":"main","deleted":true,"endedSubscriptions":1}`)
	hostSets(t, h.state, "n", `2`)
	h.free()
	if lines := h.take(); len(lines) > 0 {
		t.Errorf("told after the end: %q", lines)
	}
}

// TestNotificationsComeFirst: while goroutines of the host change a world, each
// request's own notification is out before its answer, and all notifications
// together, in the order in which they come, are the history of the world.
func TestNotificationsComeFirst(t *testing.T) {
	const hosts, rounds = 4, 150
	c := newWorldClient(t, gamerpc.Options{})
	s := newState(t, `{}`)
	if err := c.x.AddWorld(s, "main"); err != nil {
		t.Fatal(err)
	}
	c.talk("world/subscribe", `{"world":"main"}`, `{"subscription":"sub1","world":"main","path":""}`)
	var all sync.WaitGroup
	for i := range hosts {
		all.Go(func() { // ends after its rounds
			for n := range rounds {
				hostSets(t, s, fmt.Sprintf("shared.k%d", n%7), fmt.Sprint(i*rounds+n))
				if n%10 == 0 {
					if _, err := s.Remove("shared"); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	first := c.sent + 1
	for n := range rounds {
		c.request("world/set", fmt.Sprintf(`{"world":"main","path":"client","value":%d}`, n))
		c.request("world/merge", fmt.Sprintf(`{"world":"main","patch":{"client":null,"merged":%d}}`, n))
	}
	all.Wait()

	copied, told := newState(t, `{}`), map[string]bool{}
	for _, line := range c.take() {
		v := parse(t, line)
		if id, ok := v.Get("id"); ok {
			n, _ := id.AsInt()
			key := "client"
			if n -= int64(first); n%2 == 1 {
				key = "merged"
			}
			if !told[fmt.Sprint(key, n/2)] {
				t.Errorf("answered before %s %d was told: %s", key, n/2, line)
			}
			continue
		}
		params, _ := v.Get("params")
		at, _ := params.Get("path")
		path, _ := at.AsString()
		old, existed := params.Get("oldValue")
		if now, ok, err := copied.Get(path); err != nil || ok != existed || !ojson.Equal(now, old) {
			t.Fatalf("before %s the copy has %s", line, now)
		}
		next, exists := params.Get("newValue")
		var err error
		if exists {
			told[path+next.String()] = true
			_, err = copied.Set(path, next)
		} else {
			_, err = copied.Remove(path)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if got, want := copied.Snapshot().Value(), s.Snapshot().Value(); !ojson.Equal(got, want) {
		t.Errorf("the notifications give %s, the world is %s", got, want)
	}
	if got, want := copied.Version(), s.Version(); got < want {
		t.Errorf("%d notifications of %d versions", got, want)
	}
}

// TestShutdownRemovesWorlds is the part of item 291 about worlds.
func TestShutdownRemovesWorlds(t *testing.T) {
	c := newWorldClient(t, gamerpc.Options{})
	s := newState(t, `{}`)
	if err := c.x.AddWorld(s, "main"); err != nil {
		t.Fatal(err)
	}
	c.talk("world/subscribe", `{"world":"main"}`, `{"subscription":"sub1","world":"main","path":""}`)
	c.talk("shutdown", `{}`, `{}`)
	hostSets(t, s, "n", `1`)
	c.talk("world/get", `{"world":"main"}`, `error {"code":-32023,"data":{"code":"shut_down"}}`)
	var e *jsonrpc.Error
	if err := c.x.AddWorld(s, "later"); !errors.As(err, &e) || e.Code != bridge.CodeShutDown {
		t.Errorf("after shutdown AddWorld fails with %v", err)
	}
}

// TestLimitsOfAWorld: what is too large is refused by create too, with the path
// of the root.
func TestLimitsOfAWorld(t *testing.T) {
	c := newWorldClient(t, gamerpc.Options{})
	c.talk("world/create", `{"world":"big","state":{"text":"`+strings.Repeat("x", world.MaxSize)+`"}}`,
		`error {"code":-32054,"data":{"code":"world_error","world":"big","path":""}}`)
	c.talk("world/create", `{"world":"odd","state":{"n":1e999}}`,
		`error {"code":-32054,"data":{"code":"world_error","world":"odd","path":""}}`)
	c.talk("world/list", `{}`, `{"worlds":[]}`)
}

// BenchmarkWorldSet is 10,000 world/set requests with 16 subscriptions that all
// match, in a world of 10,000 leaves.
func BenchmarkWorldSet(b *testing.B) {
	c := newWorldClient(b, gamerpc.Options{})
	s := newState(b, `{}`)
	for i := range 10_000 {
		hostSets(b, s, fmt.Sprintf("area%d.place%d", i/100, i%100), `0`)
	}
	if err := c.x.AddWorld(s, "main"); err != nil {
		b.Fatal(err)
	}
	for range 16 {
		c.request("world/subscribe", `{"world":"main"}`)
	}
	c.take()
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		for i := range 10_000 {
			n++
			c.request("world/set", fmt.Sprintf(`{"world":"main","path":"area%d.place%d","value":%d}`, i/100, i%100, n))
			if i%100 == 99 {
				c.take()
			}
		}
	}
}
