package rulecases

import "github.com/open-actor-models/oam/ojson"

// shuffled returns v with the members of every object in another order, always
// the same one for a seed. Lists keep their order: it has a meaning.
func shuffled(v ojson.Value, seed *uint64) ojson.Value {
	switch v.Kind() {
	case ojson.KindArray:
		items := make([]ojson.Value, 0, v.Len())
		for _, item := range v.Items() {
			items = append(items, shuffled(item, seed))
		}
		return ojson.Array(items...)
	case ojson.KindObject:
		members := make([]ojson.Member, 0, v.Len())
		for _, m := range v.Members() {
			members = append(members, ojson.Field(m.Key, shuffled(m.Value, seed)))
		}
		for i := len(members) - 1; i > 0; i-- {
			j := int(next(seed) % uint64(i+1))
			members[i], members[j] = members[j], members[i]
		}
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
