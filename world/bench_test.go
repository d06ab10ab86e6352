package world_test

import (
	"fmt"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/world"
)

// leaves returns a world of n numbers: flat in one object, or in objects of 10
// inside objects.
func leaves(b testing.TB, n int, flat bool) (*world.State, []string) {
	var build func(n int, prefix string) ojson.Value
	var paths []string
	build = func(n int, prefix string) ojson.Value {
		width := 10
		if flat {
			width = n
		}
		members := make([]ojson.Member, width)
		for i := range members {
			key := fmt.Sprintf("key%d", i)
			if n == width {
				paths = append(paths, prefix+key)
				members[i] = ojson.Field(key, ojson.Int(-1))
				continue
			}
			members[i] = ojson.Field(key, build(n/width, prefix+key+"."))
		}
		return ojson.Object(members...)
	}
	s, err := world.New(build(n, ""))
	if err != nil {
		b.Fatal(err)
	}
	return s, paths
}

func shapes(b *testing.B, sizes []int, f func(b *testing.B, s *world.State, paths []string)) {
	for _, n := range sizes {
		for _, shape := range []string{"flat", "nested"} {
			b.Run(fmt.Sprintf("%s%d", shape, n), func(b *testing.B) {
				s, paths := leaves(b, n, shape == "flat")
				b.ReportAllocs()
				f(b, s, paths)
			})
		}
	}
}

// BenchmarkSet sets leaves all over a world: the time must not grow with it.
func BenchmarkSet(b *testing.B) {
	shapes(b, []int{100, 10_000}, func(b *testing.B, s *world.State, paths []string) {
		i := 0
		for b.Loop() {
			if _, err := s.Set(paths[i*7919%len(paths)], ojson.Int(int64(i))); err != nil {
				b.Fatal(err)
			}
			i++
		}
	})
}

// BenchmarkSets is 10,000 sets with 16 subscriptions that all match.
func BenchmarkSets(b *testing.B) {
	shapes(b, []int{10_000}, func(b *testing.B, s *world.State, paths []string) {
		told := 0
		for range 16 {
			sub, err := s.Subscribe("", func(world.Change) { told++ })
			if err != nil {
				b.Fatal(err)
			}
			defer sub.End()
		}
		i := 0
		for b.Loop() {
			for range 10_000 {
				if _, err := s.Set(paths[i%len(paths)], ojson.Int(int64(i))); err != nil {
					b.Fatal(err)
				}
				i++
			}
		}
		if told != 16*i {
			b.Fatalf("told %d times of %d changes", told, i)
		}
	})
}

// BenchmarkMerge is a merge of 1,000 leaves that all change.
func BenchmarkMerge(b *testing.B) {
	shapes(b, []int{1_000, 10_000}, func(b *testing.B, s *world.State, paths []string) {
		var patches [2]ojson.Value
		for i := range patches {
			scratch, err := world.New(ojson.Object())
			if err != nil {
				b.Fatal(err)
			}
			for _, path := range paths[:1_000] {
				if _, err := scratch.Set(path, ojson.Int(int64(i))); err != nil {
					b.Fatal(err)
				}
			}
			patches[i] = scratch.Snapshot().Value()
		}
		i := 0
		for b.Loop() {
			r, err := s.Merge("", patches[i%2])
			if err != nil || len(r.Changes) != 1_000 {
				b.Fatal(len(r.Changes), err)
			}
			i++
		}
	})
}

// BenchmarkSnapshot takes snapshots of a changing world, without and with their
// value.
func BenchmarkSnapshot(b *testing.B) {
	for _, value := range []bool{false, true} {
		b.Run(fmt.Sprintf("value=%v", value), func(b *testing.B) {
			shapes(b, []int{100, 10_000}, func(b *testing.B, s *world.State, paths []string) {
				i := 0
				for b.Loop() {
					if _, err := s.Set(paths[i%len(paths)], ojson.Int(int64(i))); err != nil {
						b.Fatal(err)
					}
					if snapshot := s.Snapshot(); value && snapshot.Value().Len() == 0 {
						b.Fatal("empty")
					}
					i++
				}
			})
		})
	}
}

func BenchmarkGet(b *testing.B) {
	shapes(b, []int{100, 10_000}, func(b *testing.B, s *world.State, paths []string) {
		for i, path := range paths { // grown everywhere
			if _, err := s.Set(path, ojson.Int(int64(i))); err != nil {
				b.Fatal(err)
			}
		}
		i := 0
		for b.Loop() {
			if _, ok, err := s.Get(paths[i*7919%len(paths)]); !ok || err != nil {
				b.Fatal(err)
			}
			i++
		}
	})
}
