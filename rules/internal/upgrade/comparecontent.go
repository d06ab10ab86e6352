package upgrade

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// head compares what the releases say about themselves.
func (x *comparison) head() {
	a, b := x.old.Packs[x.from].Release, x.new.Packs[x.to].Release
	for _, member := range []string{"kind", "specVersion"} {
		was, _ := a.Get(member)
		is, _ := b.Get(member)
		if !ojson.Equal(was, is) {
			x.find(Major, "pack", member, "changed")
		}
	}
	was, _ := a.Get("requires")
	is, _ := b.Get("requires")
	for _, r := range is.Members() {
		before, had := was.Get(r.Key)
		if !had {
			x.find(Minor, "requires", r.Key, "added")
		} else if !ojson.Equal(before, r.Value) {
			level, what := Patch, "range"
			for _, p := range x.old.Packs {
				if rng, _ := r.Value.AsString(); p.ID == r.Key && !ruleset.InRange(rng, p.Version) {
					level, what = Major, "narrower range"
				}
			}
			x.find(level, "requires", r.Key, what)
		}
	}
	for _, r := range was.Members() {
		if _, has := is.Get(r.Key); !has {
			x.find(Patch, "requires", r.Key, "removed")
		}
	}
}

// contents compares the contents of the pack.
func (x *comparison) contents() {
	for _, c := range x.old.Contents[:x.old.Named] {
		if c.Pack != x.from {
			continue
		}
		now, ok := x.new.Content(c.ID)
		switch {
		case ok:
			if x.follow(ruleset.MoveType, "", typeID(x.old, c)).to != typeID(x.new, now) {
				x.find(Major, "content", c.ID, "type")
			}
			if now.Abstract && !c.Abstract {
				x.gone("content", ruleset.MoveContent, "", c.ID)
			}
		case c.Abstract:
			x.find(Major, "content", c.ID, "removed")
			continue
		default:
			x.gone("content", ruleset.MoveContent, "", c.ID)
			// The picks below it follow what it became.
			if now, ok = x.new.Content(x.follow(ruleset.MoveContent, "", c.ID).to); !ok {
				continue
			}
		}
		x.choices(c, now)
		x.actions(c, now)
	}
	for _, c := range x.new.Contents[:x.new.Named] {
		if _, had := x.old.Content(c.ID); c.Pack == x.to && !had {
			x.find(Minor, "content", c.ID, "added")
		}
	}
}

func typeID(rs *ruleset.Ruleset, c *ruleset.Content) string {
	if c.Type < 0 {
		return ""
	}
	return rs.Types[c.Type].ID
}

// choices compares what characters store picks of.
func (x *comparison) choices(a, b *ruleset.Content) {
	find := func(id string) *ruleset.Choice {
		i := slices.IndexFunc(b.Choices, func(y *ruleset.Choice) bool { return y.ID == id })
		if i < 0 {
			return nil
		}
		return b.Choices[i]
	}
	for _, c := range a.Choices {
		if !x.own(c.ID) {
			continue
		}
		moved := x.follow(ruleset.MoveChoice, "", c.ID)
		now := find(c.ID)
		if now == nil {
			// The owner may be called otherwise, with the choice as it was.
			if now = find(moved.to); now == nil || moved.spoken {
				x.gone("choice", ruleset.MoveChoice, "", c.ID)
			}
		}
		if now != nil {
			x.choice(c, now)
		}
	}
	for _, c := range b.Choices {
		if x.own(c.ID) && c.Pack == x.to && !slices.ContainsFunc(a.Choices, func(y *ruleset.Choice) bool { return y.Name == c.Name }) {
			x.find(Minor, "choice", c.ID, "added")
		}
	}
}

// choice compares two definitions of a choice.
func (x *comparison) choice(a, b *ruleset.Choice) {
	for _, o := range a.Labels {
		if !slices.Contains(b.Labels, o) {
			x.gone("option", ruleset.MoveOption, a.ID, o)
		}
	}
	for _, o := range b.Labels {
		if !slices.Contains(a.Labels, o) {
			x.find(Minor, "option", a.ID+"/"+o, "added")
		}
	}
	if (a.Labels == nil) != (b.Labels == nil) || (a.Fields == nil) != (b.Fields == nil) {
		x.find(Major, "choice", a.ID, "what it offers")
	}
	if (a.Slots != nil || a.SlotsAt != nil) != (b.Slots != nil || b.SlotsAt != nil) {
		x.strand("choice", a.ID, "slots")
	}
	for _, s := range a.SlotsAt {
		if b.SlotsAt != nil && !slices.Contains(b.SlotsAt, s) {
			x.strand("choice", a.ID, "slots")
			break
		}
	}
	if !b.NoMax && (a.NoMax || narrower(most(a), most(b), -1)) {
		x.find(Major, "choice", a.ID, "fewer picks")
	}
}

// most is the greatest number of picks, nil where it is worked out of min.
func most(c *ruleset.Choice) *ruleset.Amount {
	if c.Max != nil {
		return c.Max
	}
	return c.Min
}
