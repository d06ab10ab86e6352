package upgrade

import (
	"slices"

	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// stored says what a value is for migrations, so that a difference knows which
// one would help.
type stored struct {
	kind  string
	id    string
	move  ruleset.MoveKind
	trail trail
	// computed values are stored nowhere.
	computed bool
	// moved: b is what the value became. That it is gone is said already; only what
	// is lost on the way counts.
	moved bool
}

// fields compares the fields of the pack.
func (x *comparison) fields() {
	for _, f := range x.old.Fields {
		if f.Pack != x.from {
			continue
		}
		s := stored{kind: "field", id: f.ID, move: ruleset.MoveField, computed: f.Formula != nil}
		if !s.computed {
			s.trail = x.follow(ruleset.MoveField, "", f.ID)
		}
		now, ok := x.new.Field(f.ID)
		switch {
		case ok:
			x.value(s, &f.Value, &now.Value)
			x.tags(f.ID, f.Tags, now.Tags)
		case s.computed:
			x.find(Major, "field", f.ID, "removed")
		default:
			x.gone("field", ruleset.MoveField, "", f.ID)
			// What it became takes the old values.
			if to, ok := x.new.Field(s.trail.to); ok {
				s.moved = true
				x.shape(s, &f.Shape, &to.Shape)
				x.bounds(s, f.Min, f.Max, to.Min, to.Max)
			}
		}
	}
	for _, f := range x.new.Fields {
		if _, had := x.old.Field(f.ID); f.Pack == x.to && !had {
			x.find(Minor, "field", f.ID, "added")
		}
	}
}

// tags compares what other packs may aim at.
func (x *comparison) tags(id string, a, b []ruleset.FieldTag) {
	for _, t := range a {
		if !slices.ContainsFunc(b, func(y ruleset.FieldTag) bool { return y.Tag == t.Tag }) {
			x.find(Major, "field", id, "tag "+t.Tag+" removed")
		}
	}
	for _, t := range b {
		if !slices.ContainsFunc(a, func(y ruleset.FieldTag) bool { return y.Tag == t.Tag }) {
			x.find(Minor, "field", id, "tag "+t.Tag+" added")
		}
	}
}

// value compares two definitions of a field or a computed value.
func (x *comparison) value(s stored, a, b *ruleset.Value) {
	switch {
	case a.Formula == nil && b.Formula != nil:
		if s.trail.spoken {
			x.find(Major, s.kind, s.id, "computed now")
		} else {
			x.strand(s.kind, s.id, "computed now")
			x.missing = append(x.missing, Missing{Member: s.move.Member(), ID: s.id})
		}
	case a.Formula != nil && b.Formula == nil:
		x.find(Major, s.kind, s.id, "stored now")
	}
	s.computed = s.computed || b.Formula != nil
	x.shape(s, &a.Shape, &b.Shape)
	x.bounds(s, a.Min, a.Max, b.Min, b.Max)
}

// shape compares types and options.
func (x *comparison) shape(s stored, a, b *ruleset.Shape) {
	if a.Type != b.Type && !(a.Type == ruleset.Integer && b.Type == ruleset.Number) || a.Numbers != b.Numbers {
		if s.computed || len(s.trail.values) > 0 || s.trail.to == "" {
			x.change(s, "type")
		} else {
			x.strand(s.kind, s.id, "type")
			x.missing = append(x.missing, Missing{Member: s.move.Member(), ID: s.id})
		}
		return
	}
	if a.Type != ruleset.Option {
		return
	}
	for _, o := range a.Options {
		if slices.Contains(b.Options, o) {
			continue
		}
		if s.computed || s.trail.values[o] || s.trail.to == "" {
			x.change(s, "option "+o+" removed")
			continue
		}
		x.strand(s.kind, s.id, "option "+o+" removed")
		x.missing = append(x.missing, Missing{Member: s.move.Member(), ID: s.id, Value: o})
	}
	for _, o := range b.Options {
		if !slices.Contains(a.Options, o) && !s.moved {
			x.find(Minor, s.kind, s.id, "option "+o+" added")
		}
	}
}

// bounds compares what a number may be: less is a break.
func (x *comparison) bounds(s stored, lowA, highA, lowB, highB *ruleset.Amount) {
	if narrower(lowA, lowB, 1) || narrower(highA, highB, -1) {
		x.find(Major, s.kind, s.id, "narrower range")
	} else if (differ(lowA, lowB) || differ(highA, highB)) && !s.moved {
		x.find(Patch, s.kind, s.id, "range")
	}
}

// change notes a break that saved characters come through.
func (x *comparison) change(s stored, what string) {
	if !s.moved {
		x.find(Major, s.kind, s.id, what)
	}
}
