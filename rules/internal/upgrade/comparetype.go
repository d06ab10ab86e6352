package upgrade

import (
	"slices"

	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// types compares the content types of the pack.
func (x *comparison) types() {
	for _, t := range x.old.Types {
		if t.Pack != x.from {
			continue
		}
		id := x.follow(ruleset.MoveType, "", t.ID).to
		now, ok := x.new.Type(id)
		if id != t.ID || !ok {
			x.find(Major, "type", t.ID, "removed")
		}
		if !ok {
			// What is held of a type that is gone is named content by content.
			x.states(t, &ruleset.Type{ID: t.ID})
			continue
		}
		if t.Copies != now.Copies || t.Applied && !now.Applied || t.Template && !now.Template {
			x.strand("type", t.ID, "how it is held")
		}
		if t.Once != now.Once {
			x.find(Major, "type", t.ID, "repeat")
		}
		x.limit(t.ID, t.Max, now.Max)
		x.limit(t.ID, t.PerItem, now.PerItem)
		x.data(t, now)
		x.states(t, now)
		x.computed(t, now)
	}
	for _, t := range x.new.Types {
		if _, had := x.old.Type(t.ID); t.Pack == x.to && !had {
			x.find(Minor, "type", t.ID, "added")
		}
	}
}

// limit compares how many copies there may be.
func (x *comparison) limit(id string, a, b *ruleset.Amount) {
	if narrower(a, b, -1) {
		x.find(Major, "type", id, "fewer copies")
	}
}

// data compares what content of other packs must give, and may.
func (x *comparison) data(a, b *ruleset.Type) {
	for _, m := range a.Data {
		i := slices.IndexFunc(b.Data, func(y *ruleset.Member) bool { return y.Name == m.Name })
		if i < 0 {
			x.find(Major, "data", a.ID+"#"+m.Name, "removed")
			continue
		}
		now := b.Data[i]
		if now.Required && !m.Required {
			x.find(Major, "data", a.ID+"#"+m.Name, "required")
		}
		s := stored{kind: "data", id: a.ID + "#" + m.Name, computed: true}
		x.shape(s, &m.Shape, &now.Shape)
		x.bounds(s, m.Min, m.Max, now.Min, now.Max)
	}
	for _, m := range b.Data {
		if slices.ContainsFunc(a.Data, func(y *ruleset.Member) bool { return y.Name == m.Name }) {
			continue
		}
		if m.Required {
			x.find(Major, "data", a.ID+"#"+m.Name, "required")
		} else {
			x.find(Minor, "data", a.ID+"#"+m.Name, "added")
		}
	}
}

// states compares what copies and applied effects store.
func (x *comparison) states(a, b *ruleset.Type) {
	find := func(t *ruleset.Type, name string) *ruleset.Member {
		i := slices.IndexFunc(t.State, func(m *ruleset.Member) bool { return m.Name == name })
		if i < 0 {
			return nil
		}
		return t.State[i]
	}
	for _, m := range a.State {
		s := stored{kind: "state", id: a.ID + "#" + m.Name, move: ruleset.MoveState, trail: x.follow(ruleset.MoveState, a.ID, m.Name)}
		now := find(b, m.Name)
		if now == nil {
			x.gone("state", ruleset.MoveState, a.ID, m.Name)
			if now = find(b, s.trail.to); now == nil {
				continue
			}
			s.moved = true
		}
		x.shape(s, &m.Shape, &now.Shape)
		x.bounds(s, m.Min, m.Max, now.Min, now.Max)
	}
	for _, m := range b.State {
		if find(a, m.Name) == nil && a.ID == b.ID {
			x.find(Minor, "state", a.ID+"#"+m.Name, "added")
		}
	}
}

// computed compares what other packs may read of copies.
func (x *comparison) computed(a, b *ruleset.Type) {
	for _, c := range a.Computed {
		i := slices.IndexFunc(b.Computed, func(v *ruleset.Value) bool { return v.ID == c.ID })
		if i < 0 {
			x.find(Major, "computed", a.ID+"#"+c.ID, "removed")
			continue
		}
		x.shape(stored{kind: "computed", id: a.ID + "#" + c.ID, computed: true}, &c.Shape, &b.Computed[i].Shape)
	}
	for _, c := range b.Computed {
		if !slices.ContainsFunc(a.Computed, func(v *ruleset.Value) bool { return v.ID == c.ID }) {
			x.find(Minor, "computed", a.ID+"#"+c.ID, "added")
		}
	}
}
