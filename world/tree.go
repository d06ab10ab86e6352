package world

import (
	"iter"
	"slices"
)

// width is the number of items or branches from which a branch is split.
const width = 16

// tree is an immutable sequence in which reading, replacing, inserting and
// removing take O(log n): a B-tree whose branches know how many items they
// have. Each change returns a new tree that shares the other branches. The zero
// tree is empty.
type tree[T any] struct{ root *branch[T] }

type branch[T any] struct {
	// n is the number of items below.
	n int
	// items are those of a leaf, kids the branches of any other; all leaves
	// are equally deep. None is empty.
	items []T
	kids  []*branch[T]
}

// newTree returns a tree of items, which it takes over.
func newTree[T any](items []T) tree[T] {
	if len(items) == 0 {
		return tree[T]{}
	}
	var level []*branch[T]
	for chunk := range slices.Chunk(items, width) {
		level = append(level, leaf(chunk))
	}
	for len(level) > 1 {
		var above []*branch[T]
		for chunk := range slices.Chunk(level, width) {
			above = append(above, inner(chunk))
		}
		level = above
	}
	return tree[T]{level[0]}
}

func leaf[T any](items []T) *branch[T] { return &branch[T]{n: len(items), items: items} }

func inner[T any](kids []*branch[T]) *branch[T] {
	b := &branch[T]{kids: kids}
	for _, k := range kids {
		b.n += k.n
	}
	return b
}

func (t tree[T]) len() int {
	if t.root == nil {
		return 0
	}
	return t.root.n
}

// kid returns the branch in which place i is, and the place inside it. The
// place behind the end is in the last one.
func (b *branch[T]) kid(i int) (k, inside int) {
	for k < len(b.kids)-1 && i >= b.kids[k].n {
		i -= b.kids[k].n
		k++
	}
	return k, i
}

func (t tree[T]) at(i int) T {
	b := t.root
	for b.kids != nil {
		var k int
		k, i = b.kid(i)
		b = b.kids[k]
	}
	return b.items[i]
}

// all yields the items in order.
func (t tree[T]) all() iter.Seq[T] {
	return func(yield func(T) bool) {
		if t.root != nil {
			t.root.all(yield)
		}
	}
}

func (b *branch[T]) all(yield func(T) bool) bool {
	for _, x := range b.items {
		if !yield(x) {
			return false
		}
	}
	for _, k := range b.kids {
		if !k.all(yield) {
			return false
		}
	}
	return true
}

// last returns the last item.
func (b *branch[T]) last() T {
	for b.kids != nil {
		b = b.kids[len(b.kids)-1]
	}
	return b.items[len(b.items)-1]
}

// search returns the place of the first item that is not before what is looked
// for, the number of items when all are. The items must be sorted that way.
func (t tree[T]) search(before func(T) bool) (place int) {
	b := t.root
	if b == nil {
		return 0
	}
	for b.kids != nil {
		low, high := 0, len(b.kids)-1 // what is in no other is in the last
		for low < high {
			if mid := (low + high) / 2; before(b.kids[mid].last()) {
				low = mid + 1
			} else {
				high = mid
			}
		}
		for _, k := range b.kids[:low] {
			place += k.n
		}
		b = b.kids[low]
	}
	low, high := 0, len(b.items)
	for low < high {
		if mid := (low + high) / 2; before(b.items[mid]) {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return place + low
}

// replace returns the tree with another item at place i.
func (t tree[T]) replace(i int, x T) tree[T] { return tree[T]{t.root.replace(i, x)} }

func (b *branch[T]) replace(i int, x T) *branch[T] {
	if b.kids == nil {
		items := slices.Clone(b.items)
		items[i] = x
		return &branch[T]{n: b.n, items: items}
	}
	kids := slices.Clone(b.kids)
	k, inside := b.kid(i)
	kids[k] = kids[k].replace(inside, x)
	return &branch[T]{n: b.n, kids: kids}
}

// insert returns the tree with one more item, at place i.
func (t tree[T]) insert(i int, x T) tree[T] {
	if t.root == nil {
		return tree[T]{leaf([]T{x})}
	}
	left, right := t.root.insert(i, x)
	if right == nil {
		return tree[T]{left}
	}
	return tree[T]{inner([]*branch[T]{left, right})}
}

func (b *branch[T]) insert(i int, x T) (left, right *branch[T]) {
	if b.kids == nil {
		l, r := split(with(b.items, i, x), i == b.n)
		if left = leaf(l); r != nil {
			right = leaf(r)
		}
		return left, right
	}
	k, inside := b.kid(i)
	one, two := b.kids[k].insert(inside, x)
	kids := slices.Clone(b.kids)
	if kids[k] = one; two != nil {
		kids = with(kids, k+1, two)
	}
	l, r := split(kids, i == b.n)
	if left = inner(l); r != nil {
		right = inner(r)
	}
	return left, right
}

// with returns a copy of the list with one more entry at place i.
func with[E any](list []E, i int, x E) []E {
	longer := make([]E, len(list)+1)
	copy(longer, list[:i])
	longer[i] = x
	copy(longer[i+1:], list[i:])
	return longer
}

// split cuts a list that is too long in two. One that grows at its end leaves
// full branches behind.
func split[E any](list []E, atEnd bool) (left, right []E) {
	switch {
	case len(list) <= width:
		return list, nil
	case atEnd:
		return list[:width:width], slices.Clone(list[width:])
	default:
		return list[: width/2 : width/2], slices.Clone(list[width/2:])
	}
}

// remove returns the tree without the item at place i.
func (t tree[T]) remove(i int) tree[T] {
	b := t.root.remove(i)
	for b != nil && len(b.kids) == 1 {
		b = b.kids[0]
	}
	return tree[T]{b}
}

// remove returns nil when nothing is left.
func (b *branch[T]) remove(i int) *branch[T] {
	if b.n == 1 {
		return nil
	}
	if b.kids == nil {
		return leaf(slices.Concat(b.items[:i], b.items[i+1:]))
	}
	k, inside := b.kid(i)
	kids := slices.Clone(b.kids)
	if kids[k] = kids[k].remove(inside); kids[k] == nil {
		return inner(slices.Delete(kids, k, k+1))
	}
	// Of any two neighbours that fit into one branch, one is made.
	for j := max(0, k-1); j <= k && j+1 < len(kids); j++ {
		if kids[j].size()+kids[j+1].size() <= width {
			kids[j] = join(kids[j], kids[j+1])
			kids = slices.Delete(kids, j+1, j+2)
			break
		}
	}
	return inner(kids)
}

func (b *branch[T]) size() int { return len(b.items) + len(b.kids) }

func join[T any](a, b *branch[T]) *branch[T] {
	return &branch[T]{n: a.n + b.n, items: slices.Concat(a.items, b.items), kids: slices.Concat(a.kids, b.kids)}
}
