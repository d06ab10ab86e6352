package world_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/world"
)

func mustSet(t testing.TB, s *world.State, path, value string) {
	t.Helper()
	if _, err := s.Set(path, parse(t, value)); err != nil {
		t.Fatal(err)
	}
}

// TestMatching is item 278: at, inside and above, with the change's own path
// and values.
func TestMatching(t *testing.T) {
	s := newWorld(t, village)
	var told []string
	for _, path := range []string{"player.gold", "player", "", "player.gold.coins", "party", "/player/gold"} {
		if _, err := s.Subscribe(path, func(c world.Change) {
			told = append(told, fmt.Sprintf("<%s> %s", path, show([]world.Change{c})[0]))
		}); err != nil {
			t.Fatal(err)
		}
	}
	mustSet(t, s, "player.gold", `45`)
	mustSet(t, s, "player", `{}`)
	want := []string{
		`<player.gold> player.gold 60>45`, `<player> player.gold 60>45`, `<> player.gold 60>45`,
		`<player.gold.coins> player.gold 60>45`, `</player/gold> player.gold 60>45`,
	}
	for _, path := range []string{"player.gold", "player", "", "player.gold.coins", "/player/gold"} {
		want = append(want, "<"+path+`> player {"gold":45,"name":"Aria","quest":null}>{}`)
	}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}

// TestMergeOrder is item 277: change by change in patch order, and for each of
// them the subscriptions in the order in which they were made.
func TestMergeOrder(t *testing.T) {
	s := newWorld(t, village)
	var told []string
	for i := range 2 {
		if _, err := s.Subscribe("", func(c world.Change) { told = append(told, fmt.Sprint(i, " ", c.Path)) }); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Merge("", parse(t, `{"open":false,"player":{"name":"Bea","gold":1}}`)); err != nil {
		t.Fatal(err)
	}
	if want := []string{"0 open", "1 open", "0 player.name", "1 player.name", "0 player.gold", "1 player.gold"}; !slices.Equal(told, want) {
		t.Errorf("told %q", told)
	}
}

// TestDottedKeys: a key with a dot is no path of two keys.
func TestDottedKeys(t *testing.T) {
	s := newWorld(t, `{"a":{"b":1}}`)
	var told []string
	if _, err := s.Subscribe("a.b", func(c world.Change) { told = append(told, show([]world.Change{c})...) }); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Merge("", parse(t, `{"a.b":2,"a":{"b":3}}`)); err != nil {
		t.Fatal(err)
	}
	if want := []string{"a.b 1>3"}; !slices.Equal(told, want) {
		t.Errorf("told %q", told)
	}
}

// TestObserverUsesWorld: an observer reads, writes, subscribes and ends; what
// it writes is told after what is being told.
func TestObserverUsesWorld(t *testing.T) {
	s := newWorld(t, `{"n":0}`)
	var told []string
	var second *world.Subscription
	first, err := s.Subscribe("n", func(c world.Change) {
		told = append(told, "first "+c.New.String())
		if n, _ := c.New.AsInt(); n < 3 {
			v, _, err := s.Get("n")
			if err != nil {
				t.Error(err)
			}
			now, _ := v.AsInt()
			if _, err := s.Set("n", ojson.Int(now+1)); err != nil {
				t.Error(err)
			}
		} else if second != nil {
			second.End()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if second, err = s.Subscribe("n", func(c world.Change) { told = append(told, "second "+c.New.String()) }); err != nil {
		t.Fatal(err)
	}
	mustSet(t, s, "n", `1`)
	if want := []string{"first 1", "second 1", "first 2", "second 2", "first 3"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
	first.End()
	first.End() // once more does nothing
	mustSet(t, s, "n", `4`)
	if len(told) != 5 {
		t.Errorf("told after the end: %q", told)
	}
}

// TestObserverPanics: the panic is the mutator's, the world goes on.
func TestObserverPanics(t *testing.T) {
	s := newWorld(t, `{}`)
	var told []string
	if _, err := s.Subscribe("", func(c world.Change) {
		told = append(told, c.Path)
		if c.Path == "bad" {
			panic("no")
		}
	}); err != nil {
		t.Fatal(err)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic is lost")
			}
		}()
		_, _ = s.Merge("", parse(t, `{"bad":1,"good":2}`))
	}()
	mustSet(t, s, "more", `1`)
	if want := []string{"bad", "good", "more"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
}

func TestWatch(t *testing.T) {
	s := newWorld(t, village)
	mustSet(t, s, "player.gold", `1`)
	w, err := s.Watch("player.gold")
	if err != nil {
		t.Fatal(err)
	}
	mustSet(t, s, "player.gold", `2`)
	mustSet(t, s, "open", `false`)
	mustSet(t, s, "player.gold", `3`)
	if got, want := show(w.Take()), []string{"player.gold 1>2", "player.gold 2>3"}; !slices.Equal(got, want) {
		t.Errorf("the watch has %q", got)
	}
	if got := w.Take(); got != nil {
		t.Errorf("taken twice: %v", show(got))
	}
	mustSet(t, s, "player", `null`)
	w.End()
	mustSet(t, s, "player", `1`)
	if got := w.Take(); got != nil {
		t.Errorf("after its end the watch has %v", show(got))
	}
}

// TestChangesAreTheCallersOwn: what a caller does to the result is not what
// observers see.
func TestChangesAreTheCallersOwn(t *testing.T) {
	s := newWorld(t, `{"n":0}`)
	w, err := s.Watch("")
	if err != nil {
		t.Fatal(err)
	}
	var r world.Result
	var told []string
	if _, err := s.Subscribe("n", func(c world.Change) {
		if c.Path == "n" && told == nil {
			// Told later, when the caller has the result already.
			if r, err = s.Set("n", ojson.Int(2)); err != nil {
				t.Error(err)
			}
			r.Changes[0].Path = "mine"
		}
		told = append(told, c.Path)
	}); err != nil {
		t.Fatal(err)
	}
	mustSet(t, s, "n", `1`)
	if want := []string{"n", "n"}; !slices.Equal(told, want) {
		t.Errorf("told %q", told)
	}
	if got := w.Take(); got[1].Path != "n" {
		t.Errorf("the watch has %v", show(got))
	}
}

// TestConcurrent has many goroutines use a world at once: each version is told
// once, in order, one at a time, and each counter loses nothing.
func TestConcurrent(t *testing.T) {
	const writers, rounds = 8, 200
	s := newWorld(t, `{"counters":{},"list":[]}`)
	var busy sync.Mutex
	var versions []int64
	if _, err := s.Subscribe("", func(c world.Change) {
		if !busy.TryLock() {
			t.Error("two changes are told at once")
			return
		}
		defer busy.Unlock()
		versions = append(versions, c.Version)
		if c.Path == "counters.w0" {
			if _, _, err := s.Get("counters"); err != nil {
				t.Error(err)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	watch, err := s.Watch("")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range writers {
		all.Go(func() { // ends after its rounds
			mine := fmt.Sprintf("counters.w%d", i)
			for n := range rounds {
				if _, err := s.Set(mine, ojson.Int(int64(n))); err != nil {
					t.Error(err)
				}
				snapshot := s.Snapshot()
				if v, _, _ := snapshot.Get(mine); v.String() != fmt.Sprint(n) {
					t.Errorf("%s is %s after %d", mine, v, n)
				}
				if n%50 == 0 {
					_ = snapshot.Value().String()
					sub, err := s.Subscribe(mine, func(world.Change) {})
					if err != nil {
						t.Error(err)
						return
					}
					sub.End()
				}
				if text, problem := s.Read(mine, []string{""}); problem != "" || text.Kind() != ojson.KindNumber {
					t.Errorf("read %s: %s", text, problem)
				}
			}
		})
	}
	all.Wait()
	if s.Version() != writers*rounds {
		t.Errorf("version %d", s.Version())
	}
	busy.Lock()
	defer busy.Unlock()
	for i, v := range versions {
		if v != int64(i+1) {
			t.Fatalf("version %d is told at place %d", v, i+1)
		}
	}
	if kept := watch.Take(); len(versions) != writers*rounds || len(kept) != writers*rounds {
		t.Errorf("%d told, %d kept", len(versions), len(kept))
	}
}
