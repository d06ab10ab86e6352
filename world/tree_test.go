package world

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// sound checks what every branch must be: not empty, not too wide, counted
// right, all leaves equally deep, and no two neighbours that would fit into
// half of one, which bounds how deep the tree can be. Two that would fit into
// one there can be: halves of a split beside the last branch.
func sound[T any](t *rapid.T, b *branch[T], root bool) (depth int) {
	size := b.size()
	if size == 0 || size > width || len(b.items) > 0 && len(b.kids) > 0 || root && len(b.kids) == 1 {
		t.Fatalf("a branch of %d items and %d kids, root: %v", len(b.items), len(b.kids), root)
	}
	n := len(b.items)
	for i, k := range b.kids {
		n += k.n
		below := sound(t, k, false)
		if i > 0 && below != depth {
			t.Fatalf("leaves are %d and %d deep", depth, below)
		}
		depth = below
		if i > 0 && b.kids[i-1].size()+k.size() <= width/2 {
			t.Fatalf("neighbours of %d and %d", b.kids[i-1].size(), k.size())
		}
	}
	if n != b.n {
		t.Fatalf("a branch of %d says %d", n, b.n)
	}
	return depth + 1
}

// TestTree compares a tree with a slice.
func TestTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]int{0, 1, width, width + 1, width * width, 2*width*width + 3}).Draw(t, "size")
		want := make([]int, size)
		for i := range want {
			want[i] = 10 * i
		}
		got := newTree(slices.Clone(want))
		var old []tree[int]
		var oldWant [][]int
		count := rapid.SampledFrom([]int{1, 5, 200})
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				if got.root != nil {
					sound(t, got.root, true)
				}
				if all := slices.Collect(got.all()); got.len() != len(want) || !slices.Equal(all, want) {
					t.Fatalf("%v, want %v", all, want)
				}
				for i := range old {
					if !slices.Equal(slices.Collect(old[i].all()), oldWant[i]) {
						t.Fatalf("an old tree has changed")
					}
				}
			},
			"insert": func(t *rapid.T) {
				for range count.Draw(t, "count") {
					i := rapid.IntRange(0, len(want)).Draw(t, "place")
					got, want = got.insert(i, i), slices.Insert(want, i, i)
				}
			},
			"append": func(t *rapid.T) {
				for range count.Draw(t, "count") {
					got, want = got.insert(len(want), 7), append(want, 7)
				}
			},
			"remove": func(t *rapid.T) {
				for range min(count.Draw(t, "count"), len(want)) {
					i := rapid.IntRange(0, len(want)-1).Draw(t, "place")
					got, want = got.remove(i), slices.Delete(want, i, i+1)
				}
			},
			"replace": func(t *rapid.T) {
				if len(want) == 0 {
					t.Skip("empty")
				}
				i := rapid.IntRange(0, len(want)-1).Draw(t, "place")
				got, want = got.replace(i, -1), slices.Clone(want)
				if want[i] = -1; got.at(i) != -1 {
					t.Fatal("not replaced")
				}
			},
			"keep": func(*rapid.T) { old, oldWant = append(old, got), append(oldWant, slices.Clone(want)) },
		})
	})
}

// TestTreeSearch finds each place of a sorted tree.
func TestTreeSearch(t *testing.T) {
	for _, size := range []int{0, 1, width, width + 1, 3 * width * width} {
		items := make([]int, size)
		for i := range items {
			items[i] = 2 * i
		}
		sorted := newTree(items)
		for x := -1; x <= 2*size; x++ {
			want, _ := slices.BinarySearch(items, x)
			if got := sorted.search(func(item int) bool { return item < x }); got != want {
				t.Fatalf("%d of %d is at %d, want %d", x, size, got, want)
			}
		}
	}
}

// TestTreeGrowsFull: what grows at its end leaves full branches behind.
func TestTreeGrowsFull(t *testing.T) {
	var grown tree[int]
	for i := range width * width {
		grown = grown.insert(i, i)
	}
	if got := len(grown.root.kids); got != width {
		t.Errorf("%d items have %d leaves", grown.len(), got)
	}
}
