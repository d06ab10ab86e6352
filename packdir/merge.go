package packdir

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
)

// rule says how a member that stands in several files is put together.
type rule struct {
	// levels is how many levels of objects are merged by key. A member below
	// them belongs to one file.
	levels int
	// lists is the number of levels left at which lists are joined, -1 for
	// none.
	lists int
}

// topRule is the rule of a member of the release.
func topRule(key string) rule {
	switch key {
	case "fields", "contentTypes", "content", "overrides":
		return rule{1, -1}
	case "rules":
		return rule{2, 1}
	case "i18n":
		return rule{2, -1}
	case "migrations":
		return rule{0, 0}
	}
	return rule{0, -1}
}

// order lists the members of a release as they are written. Others follow in
// the order in which they appear.
func order() []string {
	return []string{
		"id", "version", "specVersion", "kind", "title", "requires", "license", "attribution",
		"fields", "contentTypes", "content", "rules", "overrides", "migrations", "i18n",
	}
}

// table is an object that grows while files are merged into it.
type table struct {
	parts []part
	index map[string]int
}

// part is a member of a table. Its value is complete until a second file adds
// to it; then its members are in table, or its items in items.
type part struct {
	key   string
	value ojson.Value
	spot  spot
	table *table
	items []ojson.Value
}

// join adds a member to t by the given rule; path leads to t.
func (c *collector) join(t *table, key string, v ojson.Value, s spot, how rule, path string) {
	i, ok := t.index[key]
	if !ok {
		t.put(key, v, s)
		return
	}
	p := &t.parts[i]
	merges := how.levels > 0 || how.levels == how.lists
	kind := p.value.Kind()
	switch {
	case merges && v.IsNull(): // an empty section adds nothing
	case merges && kind == ojson.KindNull:
		p.value, p.spot = v, s
	case how.levels > 0 && kind == ojson.KindObject && v.Kind() == kind:
		p.open()
		for i, m := range v.Members() {
			c.join(p.table, m.Key, m.Value, s.kids[i], rule{how.levels - 1, how.lists}, path+"/"+escape(key))
		}
	case how.levels == how.lists && kind == ojson.KindArray && v.Kind() == kind:
		if p.items == nil {
			p.items, p.spot.kids = slices.Clip(p.value.Items()), slices.Clip(p.spot.kids)
		}
		p.items = append(p.items, v.Items()...)
		p.spot.kids = append(p.spot.kids, s.kids...)
	default:
		b := &c.bundle
		c.add(duplicate(&b.sources[s.file], &s, &b.sources[p.spot.file], &p.spot, path+"/"+escape(key)))
	}
}

// put appends a new member.
func (t *table) put(key string, v ojson.Value, s spot) {
	if t.index == nil {
		t.index = map[string]int{}
	}
	t.index[key] = len(t.parts)
	t.parts = append(t.parts, part{key: key, value: v, spot: s})
}

// open makes the value of a part a table that others can be merged into.
func (p *part) open() {
	if p.table != nil {
		return
	}
	p.table = &table{}
	for i, m := range p.value.Members() {
		p.table.put(m.Key, m.Value, p.spot.kids[i])
	}
}

// sort puts the members of a release in their order.
func (t *table) sort() {
	rank := map[string]int{}
	for i, key := range order() {
		rank[key] = i - len(order()) // unknown ones have 0 and come last
	}
	slices.SortStableFunc(t.parts, func(a, b part) int { return rank[a.key] - rank[b.key] })
}

// object returns the value of a table, and s with the spots of its members.
func (t *table) object(s spot) (ojson.Value, spot) {
	list := make([]ojson.Member, len(t.parts))
	s.kids = make([]spot, len(t.parts))
	for i := range t.parts {
		p := &t.parts[i]
		switch {
		case p.table != nil:
			p.value, p.spot = p.table.object(p.spot)
		case p.items != nil:
			p.value = ojson.Array(p.items...)
		}
		list[i], s.kids[i] = ojson.Member{Key: p.key, Value: p.value}, p.spot
	}
	return ojson.Object(list...), s
}

// duplicate returns the problem of a member that stands in two places.
func duplicate(again *source, s *spot, first *source, t *spot, path string) Problem {
	return Problem{
		Code:  codeDuplicate,
		Place: again.member(s),
		First: first.member(t),
		Data:  ojson.Object(ojson.Field("path", ojson.String(path))),
	}
}
