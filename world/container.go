package world

import (
	"fmt"
	"sync/atomic"

	"github.com/open-actor-models/oam/ojson"
)

// container holds the members of an object or a list. It is immutable.
type container struct {
	list bool
	// order has the members in order. The items of a list have neither key nor
	// seq.
	order tree[member]
	// index has the keys of an object, sorted; it is empty while order is so
	// short that it is searched as it is.
	index tree[keyPlace]
	// next is the seq of the next member.
	next uint64
	// built is the value, once somebody has asked for it.
	built atomic.Pointer[ojson.Value]
}

// member is a member of an object or an item of a list.
type member struct {
	key string
	// seq rises from member to member, whatever is removed between.
	seq  uint64
	cell *cell
}

// keyPlace leads from a key to its member's seq.
type keyPlace struct {
	key string
	seq uint64
}

// newContainer returns the members of a value that has some.
func newContainer(v ojson.Value) *container {
	g := &container{list: v.Kind() == ojson.KindArray}
	g.built.Store(&v)
	members := make([]member, 0, v.Len())
	for _, item := range v.Items() {
		members = append(members, member{cell: newCell(item)})
	}
	for i, m := range v.Members() {
		members = append(members, member{key: m.Key, seq: uint64(i), cell: newCell(m.Value)})
	}
	g.order, g.next = newTree(members), uint64(len(members))
	g.index = g.indexed()
	return g
}

// indexed returns the index that the members need.
func (g *container) indexed() tree[keyPlace] {
	if g.list || g.order.len() <= width {
		return tree[keyPlace]{}
	}
	places := make([]keyPlace, 0, g.order.len())
	for m := range g.order.all() {
		places = append(places, keyPlace{m.key, m.seq})
	}
	return newTree(sortedByKey(places))
}

// value returns the value that the members make.
func (g *container) value() ojson.Value {
	if built := g.built.Load(); built != nil {
		return *built
	}
	var v ojson.Value
	if g.list {
		items := make([]ojson.Value, 0, g.order.len())
		for m := range g.order.all() {
			items = append(items, m.cell.value())
		}
		v = ojson.Array(items...)
	} else {
		members := make([]ojson.Member, 0, g.order.len())
		for m := range g.order.all() {
			members = append(members, ojson.Field(m.key, m.cell.value()))
		}
		v = ojson.Object(members...)
	}
	g.built.Store(&v)
	return v
}

func (g *container) at(place int) *cell { return g.order.at(place).cell }

// find returns the place of a member by key or index. ok is false when there is
// none; for a list, place is then its length if that is where the segment
// points, and -1 for any other segment.
func (g *container) find(segment string) (place int, ok bool) {
	if g.list {
		i, isIndex := parseIndex(segment)
		switch n := g.order.len(); {
		case !isIndex || i > n:
			return -1, false
		default:
			return i, i < n
		}
	}
	if g.index.len() == 0 {
		for m := range g.order.all() {
			if m.key == segment {
				return place, true
			}
			place++
		}
		return -1, false
	}
	i := g.index.search(func(k keyPlace) bool { return k.key < segment })
	if i == g.index.len() {
		return -1, false
	}
	k := g.index.at(i)
	if k.key != segment {
		return -1, false
	}
	return g.order.search(func(m member) bool { return m.seq < k.seq }), true
}

// noPlace says why find gave -1 for a segment of a list.
func (g *container) noPlace(segment string) string {
	n := g.order.len()
	if _, ok := parseIndex(segment); !ok {
		return fmt.Sprintf("'%s' is no index of a list", cut(segment, 80))
	}
	return fmt.Sprintf("the list has %d items, so %s is beyond its end", n, segment)
}

// replace returns the container with another value at a place.
func (g *container) replace(place int, c *cell) *container {
	m := g.order.at(place)
	m.cell = c
	return &container{list: g.list, order: g.order.replace(place, m), index: g.index, next: g.next}
}

// add returns the container with one more member at its end.
func (g *container) add(key string, c *cell) *container {
	n := g.order.len()
	if g.list {
		return &container{list: true, order: g.order.insert(n, member{cell: c})}
	}
	more := &container{order: g.order.insert(n, member{key, g.next, c}), index: g.index, next: g.next + 1}
	if g.index.len() == 0 {
		more.index = more.indexed()
		return more
	}
	i := g.index.search(func(k keyPlace) bool { return k.key < key })
	more.index = g.index.insert(i, keyPlace{key, g.next})
	return more
}

// remove returns the container without the member at a place.
func (g *container) remove(place int) *container {
	m := g.order.at(place)
	less := &container{list: g.list, order: g.order.remove(place), index: g.index, next: g.next}
	if g.index.len() > 0 {
		less.index = g.index.remove(g.index.search(func(k keyPlace) bool { return k.key < m.key }))
	}
	return less
}

// memberSize is what a member takes beside its value.
func (g *container) memberSize(key string) int {
	if g.list {
		return 1
	}
	return textSize(key) + 2
}
