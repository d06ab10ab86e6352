package world_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/world"
	"pgregory.net/rapid"
)

// TestWide is TestModel for objects and lists of many branches: keys come, go
// and come back, and items move up.
func TestWide(t *testing.T) {
	most := 3 * world.Width * world.Width
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]int{0, world.Width, world.Width + 1, 100, most}).Draw(t, "size")
		var members []ojson.Member
		var items []ojson.Value
		for i := range size {
			members = append(members, ojson.Field(fmt.Sprintf("k%d", i*7919%size), ojson.Int(int64(i))))
			items = append(items, ojson.Int(int64(i)))
		}
		m := &model{want: ojson.Object(ojson.Field("o", ojson.Object(members...)), ojson.Field("l", ojson.Array(items...)))}
		var err error
		if m.s, err = world.New(m.want); err != nil {
			t.Fatal(err)
		}
		if m.watch, err = m.s.Watch(""); err != nil {
			t.Fatal(err)
		}
		key := rapid.Custom(func(t *rapid.T) string { return fmt.Sprintf("k%d", rapid.IntRange(0, size+20).Draw(t, "key")) })
		// Bursts that thin a container out, or fill it, besides single steps.
		count := rapid.SampledFrom([]int{1, 1, 1, 20, 100})
		set := func(t *rapid.T, path []string, v ojson.Value) {
			want, refused := naiveSet(m.want, path, v)
			r, err := m.s.Set(path[0]+"."+path[1], v)
			m.after(t, r, err, want, refused)
		}
		remove := func(t *rapid.T, path []string) {
			r, err := m.s.Remove(path[0] + "." + path[1])
			m.after(t, r, err, naiveRemove(m.want, path), nil)
		}
		list := func() ojson.Value { v, _ := m.want.Get("l"); return v }
		t.Repeat(map[string]func(*rapid.T){
			"set": func(t *rapid.T) {
				set(t, []string{"o", key.Draw(t, "key")}, ojson.Int(int64(rapid.IntRange(0, 3).Draw(t, "value"))))
			},
			"remove": func(t *rapid.T) {
				for range count.Draw(t, "count") {
					remove(t, []string{"o", key.Draw(t, "key")})
				}
			},
			"merge": func(t *rapid.T) {
				var patch []ojson.Member
				for _, k := range rapid.SliceOfNDistinct(key, 0, 20, rapid.ID).Draw(t, "keys") {
					v := ojson.Value{}
					if rapid.Bool().Draw(t, "there") {
						v = ojson.String(k)
					}
					patch = append(patch, ojson.Field(k, v))
				}
				want, refused := naiveMerge(m.want, []string{"o"}, ojson.Object(patch...))
				r, err := m.s.Merge("o", ojson.Object(patch...))
				m.after(t, r, err, want, refused)
			},
			"append": func(t *rapid.T) {
				for range count.Draw(t, "count") {
					set(t, []string{"l", fmt.Sprint(list().Len())}, ojson.Bool(true))
				}
			},
			"replace item": func(t *rapid.T) {
				set(t, []string{"l", fmt.Sprint(rapid.IntRange(0, list().Len()).Draw(t, "index"))}, ojson.Bool(false))
			},
			"remove item": func(t *rapid.T) {
				for range count.Draw(t, "count") {
					remove(t, []string{"l", fmt.Sprint(rapid.IntRange(0, list().Len()).Draw(t, "index"))})
				}
			},
			"get": func(t *rapid.T) {
				for _, path := range [][]string{{"o", key.Draw(t, "key")}, {"l", fmt.Sprint(rapid.IntRange(0, list().Len()).Draw(t, "index"))}} {
					want, there := naiveGet(m.want, path)
					if got, ok, err := m.s.Get(path[0] + "." + path[1]); err != nil || ok != there || !ojson.Equal(got, want) {
						t.Fatalf("%v: got %s %v %v, want %s %v", path, got, ok, err, want, there)
					}
				}
			},
			"keep": func(t *rapid.T) {
				m.old = append(m.old[:min(len(m.old), 2)], oldState{m.s.Snapshot(), m.want.String(), m.version})
			},
		})
	})
}

// TestEmptied: a wide object that loses all its keys is as good as new.
func TestEmptied(t *testing.T) {
	s := newWorld(t, `{"o":{}}`)
	for round := range 3 {
		var keys []string
		for i := range 5 * world.Width {
			keys = append(keys, fmt.Sprintf("k%d", (i*31+round)%(5*world.Width)))
			mustSet(t, s, "o."+keys[i], `1`)
		}
		v, _, err := s.Get("o")
		if err != nil || v.Len() != len(keys) {
			t.Fatalf("%d keys of %d, %v", v.Len(), len(keys), err)
		}
		for i, member := range v.Members() {
			if member.Key != keys[i] {
				t.Fatalf("round %d: key %d is %s, want %s", round, i, member.Key, keys[i])
			}
		}
		slices.Reverse(keys)
		for _, key := range keys {
			if r, err := s.Remove("o." + key); err != nil || len(r.Changes) != 1 {
				t.Fatalf("%s is not there", key)
			}
		}
	}
	if got := s.Snapshot().Value().String(); got != `{"o":{}}` {
		t.Error(got)
	}
}
