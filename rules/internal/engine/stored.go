package engine

import (
	"cmp"
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/character"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// fileIssues reports what the file holds that the ruleset does not know, or that
// does not fit, by source.
func (s *Sheet) fileIssues(v *survey) {
	s.packIssues(v)
	for i := range s.ch.Fields {
		f := &s.ch.Fields[i]
		def, ok := s.p.RS.Field(f.ID)
		if !ok {
			v.add("unknown-field", "", f.ID)
			continue
		}
		s.storedField(v, f, def)
	}
	for _, u := range s.t.unknown {
		v.add("unknown-content", "", u.source, ojson.Field("content", ojson.String(u.content)))
	}
	for i := range s.t.instances {
		s.storedState(v, &s.t.instances[i])
	}
	slices.SortStableFunc(v.issues, func(a, b fault.Issue) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Code, b.Code))
	})
}

func (s *Sheet) storedField(v *survey, f *character.Stored, def *ruleset.Field) {
	switch {
	case def.Formula != nil, !fits(s.p, &def.Shape, f.Value), f.Value.Kind() == formula.Text && !s.p.Offered(&def.Shape, f.Value.Text()):
		v.add("wrong-value", "", f.ID, ojson.Field("value", f.Raw))
	case f.Value.Kind() == formula.Number:
		prog := &s.p.fields[def.Index]
		high := &prog.max
		if def.KeepOnMaxDrop {
			high = &amount{} // what is above its maximum is kept on purpose
		}
		// What effects add and adjusts take away may leave the stored number itself
		// beyond a bound: only where the value had to be clamped is it out of range.
		if s.value(int32(def.Index)); s.values[def.Index].bounded != ruleset.OpBase {
			s.outOfRange(v, f.ID, f.Value, &prog.min, high, 0)
		}
	}
}

// outOfRange reports a stored number outside its bounds; bounds that fail are
// reported by whoever asks for the value.
func (s *Sheet) outOfRange(v *survey, source string, value formula.Value, min, max *amount, n int32) {
	low, high := formula.Value{}, formula.Value{}
	if !min.absent() {
		low = s.evalAmount(min, n)
	}
	if !max.absent() {
		high = s.evalAmount(max, n)
	}
	if low.Failed() || high.Failed() || !Outside(value, low, high) {
		return
	}
	v.issues = append(v.issues, fault.Issue{Code: "out-of-range", Source: source, Data: RangeData(value, low, high)})
}

// Outside reports whether a number is outside bounds that may be absent.
func Outside(v, low, high formula.Value) bool {
	return low.Kind() == formula.Number && formula.Compare(v, low) < 0 || high.Kind() == formula.Number && formula.Compare(v, high) > 0
}

// RangeData is {value, min?, max?}.
func RangeData(v, low, high formula.Value) ojson.Value {
	m := []ojson.Member{ojson.Field("value", v.JSON())}
	if low.Kind() == formula.Number {
		m = append(m, ojson.Field("min", low.JSON()))
	}
	if high.Kind() == formula.Number {
		m = append(m, ojson.Field("max", high.JSON()))
	}
	return ojson.Object(m...)
}

// storedState checks the state of one entry.
func (s *Sheet) storedState(v *survey, in *instance) {
	if len(in.stored) == 0 {
		return
	}
	t := s.p.typ(in.item)
	for i := range in.stored {
		m := &in.stored[i]
		j := -1
		if t != nil {
			j = t.member(m.ID)
		}
		if j < 0 {
			v.add("unknown-state", "", in.id, ojson.Field("state", ojson.String(m.ID)))
			continue
		}
		shape := &t.def.State[j].Shape
		switch {
		case !fits(s.p, shape, m.Value), m.Value.Kind() == formula.Text && !s.p.Offered(shape, m.Value.Text()):
			v.add("wrong-value", "", in.id+"#"+m.ID, ojson.Field("value", m.Raw))
		case m.Value.Kind() == formula.Number:
			s.outOfRange(v, in.id+"#"+m.ID, m.Value, &t.stateMin[j], &t.stateMax[j], in.node)
		}
	}
}

// packIssues compares the packs that the character was saved with.
func (s *Sheet) packIssues(v *survey) {
	for _, saved := range s.ch.Packs {
		i := slices.IndexFunc(s.p.RS.Packs, func(p *ruleset.Pack) bool { return p.ID == saved.ID })
		data := []ojson.Member{ojson.Field("saved", ojson.String(saved.Version))}
		if i >= 0 {
			if s.p.RS.Packs[i].Version == saved.Version {
				continue
			}
			data = append(data, ojson.Field("loaded", ojson.String(s.p.RS.Packs[i].Version)))
		}
		v.add("pack-mismatch", "", saved.ID, data...)
	}
}
