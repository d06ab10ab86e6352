package upgrade

import (
	"cmp"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// Level is what semantic versioning asks of a difference.
type Level uint8

// The levels, from nothing to what breaks.
const (
	None Level = iota
	Patch
	Minor
	Major
)

func (l Level) String() string { return [...]string{"none", "patch", "minor", "major"}[l] }

// Finding is one difference between two releases of a pack.
type Finding struct {
	Level    Level
	Kind, ID string
	What     string
}

// Missing is something stored that is gone and that no migration speaks of.
type Missing struct{ Member, ID string }

// comparison collects the differences of one pack.
type comparison struct {
	old, new       *ruleset.Ruleset
	from, to       int // the pack in each
	version        string
	findings       []Finding
	missing        []Missing
	oldJSON, fresh ojson.Value
}

// Compare lists what changed between two releases of a pack, and what is gone
// without a migration.
func Compare(old, fresh *ruleset.Ruleset, pack string) ([]Finding, []Missing) {
	find := func(rs *ruleset.Ruleset) int {
		return slices.IndexFunc(rs.Packs, func(p *ruleset.Pack) bool { return p.ID == pack })
	}
	x := &comparison{old: old, new: fresh, from: find(old), to: find(fresh), oldJSON: old.JSON(), fresh: fresh.JSON()}
	x.version = old.Packs[x.from].Version
	x.fields()
	x.types()
	x.contents()
	x.rules()
	x.text()
	slices.SortStableFunc(x.findings, func(a, b Finding) int {
		return cmp.Or(-cmp.Compare(a.Level, b.Level), strings.Compare(a.Kind, b.Kind), strings.Compare(a.ID, b.ID), strings.Compare(a.What, b.What))
	})
	return slices.Compact(x.findings), x.missing
}

func (x *comparison) find(level Level, kind, id, what string) {
	x.findings = append(x.findings, Finding{level, kind, id, what})
}

// migrations are those of the new release that a character of the old one sees.
func (x *comparison) migrations() (list []*ruleset.Migration) {
	for _, m := range x.new.Migrations {
		if m.Pack == x.to && ruleset.CompareVersions(m.To, x.version) > 0 {
			list = append(list, m)
		}
	}
	return list
}

// gone notes something stored that is there no more.
func (x *comparison) gone(kind, member, id string, moved func(*ruleset.Migration) bool) {
	x.find(Major, kind, id, "removed")
	if !slices.ContainsFunc(x.migrations(), moved) {
		x.missing = append(x.missing, Missing{member, id})
	}
}

func (x *comparison) fields() {
	for _, f := range x.old.Fields {
		if f.Pack != x.from {
			continue
		}
		now, ok := x.new.Field(f.ID)
		switch {
		case !ok && f.Formula == nil:
			x.gone("field", "fields", f.ID, func(m *ruleset.Migration) bool {
				return slices.ContainsFunc(m.Fields, func(s ruleset.FieldMove) bool { return s.From == f.ID })
			})
		case !ok:
			x.find(Major, "field", f.ID, "removed")
		default:
			x.value("field", f.ID, &f.Value, &now.Value)
		}
	}
	for _, f := range x.new.Fields {
		if _, had := x.old.Field(f.ID); f.Pack == x.to && !had {
			x.find(Minor, "field", f.ID, "added")
		}
	}
}

// value compares two definitions of a value.
func (x *comparison) value(kind, id string, a, b *ruleset.Value) {
	if (a.Formula == nil) != (b.Formula == nil) {
		x.find(Major, kind, id, "stored or computed")
	}
	x.shape(kind, id, &a.Shape, &b.Shape)
	x.bounds(kind, id, a.Min, a.Max, b.Min, b.Max)
}

func (x *comparison) shape(kind, id string, a, b *ruleset.Shape) {
	if a.Type != b.Type && !(a.Type == ruleset.Integer && b.Type == ruleset.Number) || a.Numbers != b.Numbers {
		x.find(Major, kind, id, "type")
	}
	for _, o := range a.Options {
		if !slices.Contains(b.Options, o) && b.Type == ruleset.Option && b.OptionsFrom == nil {
			x.find(Major, kind, id, "option "+o+" removed")
		}
	}
	for _, o := range b.Options {
		if !slices.Contains(a.Options, o) && a.Type == ruleset.Option {
			x.find(Minor, kind, id, "option "+o+" added")
		}
	}
}

// bounds compares what a stored number may be: less is a break.
func (x *comparison) bounds(kind, id string, lowA, highA, lowB, highB *ruleset.Amount) {
	if narrower(lowA, lowB, 1) || narrower(highA, highB, -1) {
		x.find(Major, kind, id, "narrower range")
	} else if differ(lowA, lowB) || differ(highA, highB) {
		x.find(Patch, kind, id, "range")
	}
}

func (x *comparison) types() {
	for _, t := range x.old.Types {
		if t.Pack != x.from {
			continue
		}
		now, ok := x.new.Type(t.ID)
		if !ok {
			x.find(Major, "type", t.ID, "removed")
			continue
		}
		if t.Copies != now.Copies || t.Applied != now.Applied || t.Template != now.Template {
			x.find(Major, "type", t.ID, "how it is held")
		}
		for _, s := range t.State {
			i := slices.IndexFunc(now.State, func(m *ruleset.Member) bool { return m.Name == s.Name })
			if i < 0 {
				x.gone("state", "states", t.ID+"#"+s.Name, func(m *ruleset.Migration) bool {
					return slices.ContainsFunc(m.States, func(y ruleset.StateMove) bool { return y.Type == t.ID && y.From == s.Name })
				})
				continue
			}
			x.shape("state", t.ID+"#"+s.Name, &s.Shape, &now.State[i].Shape)
			x.bounds("state", t.ID+"#"+s.Name, s.Min, s.Max, now.State[i].Min, now.State[i].Max)
		}
		for _, c := range t.Computed {
			if !slices.ContainsFunc(now.Computed, func(v *ruleset.Value) bool { return v.ID == c.ID }) {
				x.find(Major, "computed", t.ID+"#"+c.ID, "removed")
			}
		}
	}
	for _, t := range x.new.Types {
		if _, had := x.old.Type(t.ID); t.Pack == x.to && !had {
			x.find(Minor, "type", t.ID, "added")
		}
	}
}

func (x *comparison) contents() {
	for _, c := range x.old.Contents[:x.old.Named] {
		if c.Pack != x.from {
			continue
		}
		now, ok := x.new.Content(c.ID)
		if !ok {
			if c.Abstract {
				x.find(Major, "content", c.ID, "removed")
				continue
			}
			x.gone("content", "content", c.ID, func(m *ruleset.Migration) bool {
				return slices.ContainsFunc(m.Content, func(y ruleset.Move) bool { return y.From == c.ID })
			})
			continue
		}
		if typeID(x.old, c) != typeID(x.new, now) {
			x.find(Major, "content", c.ID, "type")
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
	for _, c := range a.Choices {
		if c.Pack != x.from {
			continue
		}
		i := slices.IndexFunc(b.Choices, func(y *ruleset.Choice) bool { return y.ID == c.ID })
		if i < 0 {
			x.gone("choice", "choices", c.ID, func(m *ruleset.Migration) bool {
				return slices.ContainsFunc(m.Choices, func(y ruleset.Move) bool { return y.From == c.ID })
			})
			continue
		}
		for _, o := range c.Labels {
			if !slices.Contains(b.Choices[i].Labels, o) {
				x.gone("option", "options", c.ID+"/"+o, func(m *ruleset.Migration) bool {
					return slices.ContainsFunc(m.Options, func(y ruleset.OptionMove) bool { return y.Choice == c.ID && y.From == o })
				})
			}
		}
	}
	for _, c := range b.Choices {
		if c.Pack == x.to && !slices.ContainsFunc(a.Choices, func(y *ruleset.Choice) bool { return y.ID == c.ID }) {
			x.find(Minor, "choice", c.ID, "added")
		}
	}
}

// actions compares what apps and other packs run.
func (x *comparison) actions(a, b *ruleset.Content) {
	for _, c := range a.Actions {
		if c.Pack != x.from {
			continue
		}
		i := slices.IndexFunc(b.Actions, func(y *ruleset.Action) bool { return y.ID == c.ID })
		if i < 0 {
			x.find(Major, "action", c.ID, "removed")
			continue
		}
		now := b.Actions[i]
		for _, p := range c.Params {
			if !slices.ContainsFunc(now.Params, func(q *ruleset.ActionParam) bool { return q.Name == p.Name && q.Type == p.Type }) {
				x.find(Major, "action", c.ID, "parameter "+p.Name)
			}
		}
		for _, p := range now.Params {
			if !slices.ContainsFunc(c.Params, func(q *ruleset.ActionParam) bool { return q.Name == p.Name }) {
				if p.Default == nil {
					x.find(Major, "action", c.ID, "parameter "+p.Name+" without a default")
				} else {
					x.find(Minor, "action", c.ID, "parameter "+p.Name+" added")
				}
			}
		}
		for _, r := range c.Results {
			if !now.HasResult(r) {
				x.find(Major, "action", c.ID, "result "+r+" removed")
			}
		}
		for _, r := range now.Results {
			if !c.HasResult(r) {
				x.find(Minor, "action", c.ID, "result "+r+" added")
			}
		}
	}
	for _, c := range b.Actions {
		if c.Pack == x.to && !slices.ContainsFunc(a.Actions, func(y *ruleset.Action) bool { return y.ID == c.ID }) {
			x.find(Minor, "action", c.ID, "added")
		}
	}
}

func (x *comparison) rules() {
	x.choices(x.old.Rules, x.new.Rules)
	x.actions(x.old.Rules, x.new.Rules)
	for _, l := range x.old.Links {
		if !strings.HasPrefix(l.ID, x.old.Packs[x.from].ID+":") {
			continue
		}
		if _, ok := x.new.Link(l.ID); !ok {
			x.gone("link", "links", l.ID, func(m *ruleset.Migration) bool {
				return slices.ContainsFunc(m.Links, func(y ruleset.Move) bool { return y.From == l.ID })
			})
		}
	}
	for _, t := range x.old.Tables {
		if _, ok := x.new.Table(t.ID); !ok && strings.HasPrefix(t.ID, x.old.Packs[x.from].ID+":") {
			x.find(Major, "table", t.ID, "removed")
		}
	}
}

// text notes entries that are written otherwise, where nothing above saw it:
// numbers, formulas, effects.
func (x *comparison) text() {
	seen := map[string]bool{}
	for _, f := range x.findings {
		seen[f.Kind+" "+f.ID] = true
	}
	for member, kind := range map[string]string{"fields": "field", "contentTypes": "type", "content": "content"} {
		a, _ := x.oldJSON.Get(member)
		b, _ := x.fresh.Get(member)
		for _, e := range a.Members() {
			if pack, _, _ := strings.Cut(e.Key, ":"); pack != x.old.Packs[x.from].ID {
				continue
			}
			if now, ok := b.Get(e.Key); ok && !ojson.Equal(e.Value, now) && !seen[kind+" "+e.Key] {
				x.find(Patch, kind, e.Key, "changed")
			}
		}
	}
	a, _ := x.old.Packs[x.from].Release.Get("rules")
	b, _ := x.new.Packs[x.to].Release.Get("rules")
	if !ojson.Equal(a, b) {
		x.find(Patch, "rules", "rules", "changed")
	}
	for _, member := range []string{"title", "license", "attribution", "i18n", "overrides"} {
		a, _ := x.old.Packs[x.from].Release.Get(member)
		b, _ := x.new.Packs[x.to].Release.Get(member)
		if !ojson.Equal(a, b) {
			x.find(Patch, "pack", member, "changed")
		}
	}
}
