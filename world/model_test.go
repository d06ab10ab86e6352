package world_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/world"
	"pgregory.net/rapid"
)

// keys are those that worlds of these tests have; the first ones can be
// reached by a path.
func keys() (reachable, all []string) {
	reachable = []string{"a", "b", "A", "0", "1", "2", "gold coins", "é"}
	for i := range 40 {
		reachable = append(reachable, fmt.Sprintf("k%d", i))
	}
	return reachable, append(slices.Clip(reachable), "", "a.b", "x/y", "c[0]", " ")
}

// values generates values of at most depth levels.
func values(depth int) *rapid.Generator[ojson.Value] {
	_, all := keys()
	return rapid.Custom(func(t *rapid.T) ojson.Value {
		kinds := 6
		if depth == 0 {
			kinds = 3
		}
		switch rapid.IntRange(0, kinds).Draw(t, "kind") {
		case 0:
			return ojson.Value{}
		case 1:
			return rapid.SampledFrom([]ojson.Value{ojson.Bool(true), ojson.String("x"), ojson.String("ü\"\n\u2028")}).Draw(t, "word")
		case 2, 3:
			return ojson.Int(int64(rapid.IntRange(0, 3).Draw(t, "number")))
		case 4:
			items := rapid.SliceOfN(values(depth-1), 0, 20).Draw(t, "items")
			return ojson.Array(items...)
		default:
			var members []ojson.Member
			for _, key := range rapid.SliceOfNDistinct(rapid.SampledFrom(all), 0, 24, rapid.ID).Draw(t, "keys") {
				members = append(members, ojson.Field(key, values(min(depth-1, 1)).Draw(t, "value")))
			}
			return ojson.Object(members...)
		}
	})
}

// paths generates paths that mostly lead somewhere in v.
func paths(v ojson.Value) *rapid.Generator[[]string] {
	reachable, _ := keys()
	return rapid.Custom(func(t *rapid.T) []string {
		path := []string{}
		for rapid.IntRange(0, 3).Draw(t, "more") > 0 && len(path) < 6 {
			var next string
			switch known := v.Members(); {
			case v.Kind() == ojson.KindArray:
				next = fmt.Sprint(rapid.IntRange(0, v.Len()+1).Draw(t, "index"))
			case len(known) > 0 && rapid.IntRange(0, 3).Draw(t, "known") > 0:
				next = rapid.SampledFrom(known).Draw(t, "member").Key
			}
			if !slices.Contains(reachable, next) && v.Kind() != ojson.KindArray {
				next = rapid.SampledFrom(reachable).Draw(t, "key")
			}
			path = append(path, next)
			v, _ = naiveGet(v, path[len(path)-1:])
		}
		return path
	})
}

// model is a world, what it must hold, and who looks at it.
type model struct {
	s       *world.State
	want    ojson.Value
	version int64
	// told has what observers were told, must what they must have been.
	told, must []string
	observers  []*observer
	named      int
	// watch sees everything.
	watch *world.Watch
	old   []oldState
}

type observer struct {
	name string
	path []string
	sub  *world.Subscription
}

// oldState is a snapshot with the text that it must keep.
type oldState struct {
	snapshot world.Snapshot
	text     string
	version  int64
}

// after checks one mutation, which was to give want.
func (m *model) after(t *rapid.T, r world.Result, err error, want ojson.Value, refused error) {
	if (err != nil) != (refused != nil) {
		t.Fatalf("the error is %v, the model's %v", err, refused)
	}
	if err != nil {
		var e *world.Error
		if !errors.As(err, &e) || len(r.Changes) > 0 {
			t.Fatalf("a mutation that fails with %T has changes %v", err, show(r.Changes))
		}
		want = m.want
	} else {
		if changed := !ojson.Equal(want, m.want); changed != (len(r.Changes) > 0) {
			t.Fatalf("changed: %v, changes %v", changed, show(r.Changes))
		}
		if len(r.Changes) > 0 {
			m.version++
		}
		if r.Version != m.version {
			t.Fatalf("version %d, want %d", r.Version, m.version)
		}
	}
	got := m.s.Snapshot()
	if got.Version() != m.version || got.Value().String() != want.String() {
		t.Fatalf("version %d, want %d; state\n%s\nwant\n%s", got.Version(), m.version, got.Value(), want)
	}
	m.applied(t, r.Changes, want)
	for _, c := range r.Changes {
		for _, o := range m.observers {
			if n := min(len(o.path), len(c.At())); slices.Equal(o.path[:n], c.At()[:n]) {
				m.must = append(m.must, o.name+" "+show([]world.Change{c})[0])
			}
		}
	}
	if diff := cmp.Diff(m.must, m.told); diff != "" {
		t.Fatalf("observers are told (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(show(r.Changes), show(m.watch.Take())); diff != "" {
		t.Fatalf("the watch keeps (-want +got):\n%s", diff)
	}
	if counted, real := m.s.Sizes(); counted != real {
		t.Fatalf("the size is counted as %d, it is %d", counted, real)
	}
	m.want = want
	for _, old := range m.old {
		if old.snapshot.Value().String() != old.text || old.snapshot.Version() != old.version {
			t.Fatalf("the snapshot of version %d has become %s", old.version, old.snapshot.Value())
		}
	}
}

// applied replays the changes on the state before.
func (m *model) applied(t *rapid.T, changes []world.Change, want ojson.Value) {
	v := m.want
	for _, c := range changes {
		old, ok := naiveGet(v, c.At())
		if ok != c.Existed || !ojson.Equal(old, c.Old) || c.Version != m.version || c.Path != strings.Join(c.At(), ".") {
			t.Fatalf("before %v there was %v %s", show([]world.Change{c}), ok, old)
		}
		if !c.Exists {
			v = naiveRemove(v, c.At())
			continue
		}
		var err error
		if v, err = naiveSet(v, c.At(), c.New); err != nil {
			t.Fatal(err)
		}
	}
	if !ojson.Equal(v, want) {
		t.Fatalf("the changes %v give\n%s\nnot\n%s", show(changes), v, want)
	}
}

func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := values(3).Filter(func(v ojson.Value) bool { return v.Kind() == ojson.KindObject }).Draw(t, "state")
		m := &model{want: start}
		var err error
		if m.s, err = world.New(start); err != nil {
			t.Fatal(err)
		}
		if m.watch, err = m.s.Watch(""); err != nil {
			t.Fatal(err)
		}
		t.Repeat(map[string]func(*rapid.T){
			"set": func(t *rapid.T) {
				path, v := paths(m.want).Draw(t, "path"), values(2).Draw(t, "value")
				want, refused := naiveSet(m.want, path, v)
				r, err := m.s.Set(strings.Join(path, "."), v)
				m.after(t, r, err, want, refused)
			},
			"merge": func(t *rapid.T) {
				path, patch := paths(m.want).Draw(t, "path"), values(3).Draw(t, "patch")
				want, refused := naiveMerge(m.want, path, patch)
				before := m.want
				r, err := m.s.Merge(strings.Join(path, "."), patch)
				m.after(t, r, err, want, refused)
				if refused == nil {
					checkLeaves(t, r.Changes, naiveLeaves(before, want, patch, path))
				}
			},
			"remove": func(t *rapid.T) {
				path := paths(m.want).Draw(t, "path")
				r, err := m.s.Remove(strings.Join(path, "/"))
				m.after(t, r, err, naiveRemove(m.want, path), nil)
				if len(r.Changes) > 1 {
					t.Fatalf("a removal makes the changes %v", show(r.Changes))
				}
			},
			"get": func(t *rapid.T) {
				path := paths(m.want).Draw(t, "path")
				want, there := naiveGet(m.want, path)
				got, ok, err := m.s.Get("/" + strings.Join(path, "/"))
				if err != nil || ok != there || got.String() != want.String() {
					t.Fatalf("%v: got %s %v %v, want %s %v", path, got, ok, err, want, there)
				}
			},
			"keep": func(t *rapid.T) {
				m.old = append(m.old, oldState{m.s.Snapshot(), m.want.String(), m.version})
			},
			"subscribe": func(t *rapid.T) {
				m.named++
				o := &observer{name: fmt.Sprint("observer", m.named), path: paths(m.want).Draw(t, "path")}
				o.sub, err = m.s.Subscribe(strings.Join(o.path, "."), func(c world.Change) {
					m.told = append(m.told, o.name+" "+show([]world.Change{c})[0])
				})
				if err != nil {
					t.Fatal(err)
				}
				m.observers = append(m.observers, o)
			},
			"unsubscribe": func(t *rapid.T) {
				if len(m.observers) == 0 {
					t.Skip("nobody observes")
				}
				i := rapid.IntRange(0, len(m.observers)-1).Draw(t, "observer")
				m.observers[i].sub.End()
				m.observers = slices.Delete(m.observers, i, i+1)
			},
		})
	})
}

// checkLeaves compares changes with the paths that they must have.
func checkLeaves(t *rapid.T, changes []world.Change, leaves [][]string) {
	var got [][]string
	for _, c := range changes {
		got = append(got, c.At())
	}
	if len(got)+len(leaves) > 0 && !cmp.Equal(got, leaves) {
		t.Fatalf("changes at %v, want %v", got, leaves)
	}
}
