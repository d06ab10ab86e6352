package upgrade

import (
	"slices"

	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// actions compares what apps and other packs run.
func (x *comparison) actions(a, b *ruleset.Content) {
	for _, c := range a.Actions {
		if !x.own(c.ID) {
			continue
		}
		i := slices.IndexFunc(b.Actions, func(y *ruleset.Action) bool { return y.ID == c.ID })
		if i < 0 {
			x.find(Major, "action", c.ID, "removed")
			continue
		}
		x.params(c, b.Actions[i])
		x.roles(c, b.Actions[i])
		x.results(c, b.Actions[i])
	}
	for _, c := range b.Actions {
		if x.own(c.ID) && !slices.ContainsFunc(a.Actions, func(y *ruleset.Action) bool { return y.ID == c.ID }) {
			x.find(Minor, "action", c.ID, "added")
		}
	}
}

func (x *comparison) params(a, b *ruleset.Action) {
	for _, p := range a.Params {
		i := slices.IndexFunc(b.Params, func(q *ruleset.ActionParam) bool { return q.Name == p.Name })
		if i < 0 || b.Params[i].Type != p.Type {
			x.find(Major, "action", a.ID, "parameter "+p.Name)
			continue
		}
		now := b.Params[i]
		if p.Default != nil && now.Default == nil {
			x.find(Major, "action", a.ID, "parameter "+p.Name+" without a default")
		}
		for _, o := range p.Options {
			if !slices.Contains(now.Options, o) {
				x.find(Major, "action", a.ID, "parameter "+p.Name+" option "+o+" removed")
			}
		}
		if narrower(p.Min, now.Min, 1) || narrower(p.Max, now.Max, -1) {
			x.find(Major, "action", a.ID, "parameter "+p.Name+" narrower range")
		}
	}
	for _, p := range b.Params {
		if slices.ContainsFunc(a.Params, func(q *ruleset.ActionParam) bool { return q.Name == p.Name }) {
			continue
		}
		if p.Default == nil {
			x.find(Major, "action", a.ID, "parameter "+p.Name+" without a default")
		} else {
			x.find(Minor, "action", a.ID, "parameter "+p.Name+" added")
		}
	}
}

func (x *comparison) roles(a, b *ruleset.Action) {
	for _, r := range a.Roles {
		i := slices.IndexFunc(b.Roles, func(q *ruleset.Role) bool { return q.Name == r.Name })
		if i < 0 {
			x.find(Major, "action", a.ID, "role "+r.Name+" removed")
		} else if now := b.Roles[i]; now.Min > r.Min || now.Max < r.Max {
			x.find(Major, "action", a.ID, "role "+r.Name+" narrower")
		}
	}
	for _, r := range b.Roles {
		if slices.ContainsFunc(a.Roles, func(q *ruleset.Role) bool { return q.Name == r.Name }) {
			continue
		}
		level := Minor
		if r.Min > 0 {
			level = Major
		}
		x.find(level, "action", a.ID, "role "+r.Name+" added")
	}
}

func (x *comparison) results(a, b *ruleset.Action) {
	for _, r := range a.Results {
		if !b.HasResult(r) {
			x.find(Major, "action", a.ID, "result "+r+" removed")
		}
	}
	for _, r := range b.Results {
		if !a.HasResult(r) {
			x.find(Minor, "action", a.ID, "result "+r+" added")
		}
	}
}

// rules compares what the rules have of their own.
func (x *comparison) rules() {
	x.choices(x.old.Rules, x.new.Rules)
	x.actions(x.old.Rules, x.new.Rules)
	for _, l := range x.old.Links {
		if !x.own(l.ID) {
			continue
		}
		now, ok := x.new.Link(l.ID)
		if !ok {
			x.gone("link", ruleset.MoveLink, "", l.ID)
			continue
		}
		for _, r := range l.Reads {
			i := slices.IndexFunc(now.Reads, func(y ruleset.LinkRead) bool { return y.Field == r.Field })
			if i >= 0 && now.Reads[i].Type != r.Type {
				x.find(Major, "link", l.ID, "reads "+r.Field)
			}
		}
	}
	for _, l := range x.new.Links {
		if _, had := x.old.Link(l.ID); x.own(l.ID) && !had {
			x.find(Minor, "link", l.ID, "added")
		}
	}
	for _, t := range x.old.Tables {
		if _, ok := x.new.Table(t.ID); x.own(t.ID) && !ok {
			x.find(Major, "table", t.ID, "removed")
		}
	}
	for _, t := range x.new.Tables {
		if _, had := x.old.Table(t.ID); x.own(t.ID) && !had {
			x.find(Minor, "table", t.ID, "added")
		}
	}
	for _, tag := range x.old.Tags {
		if !x.new.KnownTag(tag) {
			x.find(Major, "tag", tag, "removed")
		}
	}
}
