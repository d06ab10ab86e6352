package rulecases

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// orders are the ways in which members are put for the further runs of a case:
// backwards, so that no object of two members keeps its order, then shuffled.
func orders(runs int) []func([]ojson.Member) {
	list := []func([]ojson.Member){slices.Reverse[[]ojson.Member]}
	for seed := uint64(1); len(list) < runs; seed++ {
		state := seed
		list = append(list, func(members []ojson.Member) {
			for i := len(members) - 1; i > 0; i-- {
				j := int(next(&state) % uint64(i+1))
				members[i], members[j] = members[j], members[i]
			}
		})
	}
	return list
}

// reordered returns v with the members of every object in another order. Lists
// keep theirs: it has a meaning.
func reordered(v ojson.Value, order func([]ojson.Member)) ojson.Value {
	switch v.Kind() {
	case ojson.KindArray:
		items := make([]ojson.Value, 0, v.Len())
		for _, item := range v.Items() {
			items = append(items, reordered(item, order))
		}
		return ojson.Array(items...)
	case ojson.KindObject:
		members := make([]ojson.Member, 0, v.Len())
		for _, m := range v.Members() {
			members = append(members, ojson.Field(m.Key, reordered(m.Value, order)))
		}
		order(members)
		return ojson.Object(members...)
	}
	return v
}

// next is a step of splitmix64. An order that depends on a library's generator
// could change with it.
func next(seed *uint64) uint64 {
	*seed += 0x9e3779b97f4a7c15
	z := *seed
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
