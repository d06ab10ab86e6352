package engine

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// Everything works the whole sheet out without writing it: every value, gate,
// choice and issue. It returns the limit that was passed, or nil.
func (s *Sheet) Everything() *fault.Error {
	for slot := int32(0); slot < s.t.slots; slot++ {
		s.value(slot)
		if s.over != nil {
			return s.Over()
		}
	}
	s.surveyed()
	return s.Over()
}

// ComputeSheet is the output of computeSheet; the error is a limit.
func (s *Sheet) ComputeSheet() (ojson.Value, *fault.Error) {
	if over := s.Everything(); over != nil {
		return ojson.Value{}, over
	}
	v := s.surveyed()
	out := ojson.Object(
		ojson.Field("values", s.valuesJSON()),
		ojson.Field("effects", s.effectsJSON()),
		ojson.Field("actions", s.actionsJSON()),
		ojson.Field("situational", s.situationalJSON()),
		ojson.Field("pending", s.choicesJSON(true)),
		ojson.Field("offers", s.offersJSON()),
		ojson.Field("choices", s.choicesJSON(false)),
		ojson.Field("competing", s.competingJSON()),
		ojson.Field("issues", IssuesJSON(v.issues)),
		ojson.Field("copies", s.copiesJSON()),
		ojson.Field("copyNames", s.copyNamesJSON()),
		ojson.Field("standardCopies", s.standardCopiesJSON()),
		ojson.Field("activations", s.activationsJSON()),
		ojson.Field("copyLimits", s.copyLimitsJSON()),
	)
	return out, s.Over()
}

// IssuesJSON writes issues as data.
func IssuesJSON(issues []fault.Issue) ojson.Value {
	out := make([]ojson.Value, 0, len(issues))
	for _, i := range issues {
		out = append(out, i.JSON())
	}
	return ojson.Array(out...)
}

func (s *Sheet) valuesJSON() ojson.Value {
	out := make([]ojson.Member, 0, len(s.p.fields))
	for i := range s.p.fields {
		out = append(out, ojson.Field(s.p.fields[i].def.ID, s.valueJSON(int32(i))))
	}
	return ojson.Object(out...)
}

// valueJSON is {value, base, breakdown, tags?} or {error}.
func (s *Sheet) valueJSON(slot int32) ojson.Value {
	v := s.value(slot)
	if v.Failed() {
		return ojson.Object(ojson.Field("error", FaultJSON(v.Fault())))
	}
	m := []ojson.Member{
		ojson.Field("value", v.JSON()),
		ojson.Field("base", s.values[slot].base.JSON()),
		ojson.Field("breakdown", s.breakdown(slot)),
	}
	if tags := s.fieldTags(slot); len(tags) > 0 {
		m = append(m, ojson.Field("tags", ojson.Strings(tags)))
	}
	return ojson.Object(m...)
}

// fieldTags lists the tags that a field carries now, by name. A tag whose condition
// fails to be asked is left out: the field itself has the error.
func (s *Sheet) fieldTags(slot int32) (tags []string) {
	v, node := s.prog(slot)
	for i, tag := range v.def.Tags {
		if on, failed := s.truth(v.tags[i], node); on && failed == nil {
			tags = append(tags, tag.Tag)
		}
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}

// breakdown lists the steps of a value in the order in which they were made.
func (s *Sheet) breakdown(slot int32) ojson.Value {
	r := &s.values[slot]
	list := s.effectsOn(slot)
	v, _ := s.prog(slot)
	lines := make([]ojson.Value, 0, 1+len(list))
	base := []ojson.Member{
		ojson.Field("op", ojson.String("base")),
		ojson.Field("value", r.base.JSON()),
		ojson.Field("source", ojson.String(s.slotName(slot)+"#base")),
		ojson.Field("kind", ojson.String(r.kind.String())),
		ojson.Field("status", ojson.String(r.baseStatus.String())),
	}
	switch r.baseStatus {
	case suppressed:
		base = append(base, ojson.Field("by", ojson.String(s.entryID(&list[r.baseBy]))))
	case inactive:
		base = append(base, ojson.Field("reason", ojson.String("when")))
	}
	lines = append(lines, ojson.Object(base...))
	for op := ruleset.OpSet; op <= ruleset.OpRemove; op++ {
		for _, capped := range [...]bool{false, true} {
			for i := range list {
				e := &list[i]
				if e.status != off && e.effect.def.Op == op && capped == !e.effect.cap.absent() {
					lines = append(lines, s.line(slot, list, e))
				}
			}
		}
	}
	if v.def.Round != ruleset.NoRound && r.rounded.Kind() == formula.Number {
		lines = append(lines, ojson.Object(
			ojson.Field("op", ojson.String("round")),
			ojson.Field("mode", ojson.String(roundName(v.def.Round))),
			ojson.Field("value", r.rounded.JSON()),
			ojson.Field("status", ojson.String("applied"))))
	}
	if r.bounded != ruleset.OpBase {
		name := "min"
		if r.bounded == ruleset.OpLower {
			name = "max"
		}
		lines = append(lines, ojson.Object(
			ojson.Field("op", ojson.String(name)),
			ojson.Field("value", r.bound.JSON()),
			ojson.Field("status", ojson.String("applied"))))
	}
	if r.clipped {
		lines = append(lines, ojson.Object(
			ojson.Field("op", ojson.String("precision")),
			ojson.Field("value", r.value.JSON()),
			ojson.Field("status", ojson.String("applied"))))
	}
	return ojson.Array(lines...)
}

// line is one effect of a breakdown.
func (s *Sheet) line(slot int32, list []entry, e *entry) ojson.Value {
	m := []ojson.Member{ojson.Field("op", ojson.String(opName(e.effect.def.Op)))}
	if e.value.Kind() != formula.None && e.status != inactive {
		m = append(m, ojson.Field("value", e.value.JSON()))
	} else if e.reason == reasonSituational {
		if v, ok := s.operand(e.node, e.effect); ok {
			m = append(m, ojson.Field("value", v))
		}
	}
	m = append(m, ojson.Field("source", ojson.String(s.entryID(e))))
	if e.cap.Kind() != formula.None && e.status != inactive {
		m = append(m, ojson.Field("cap", e.cap.JSON()))
	}
	if e.effect.def.StackKey != "" {
		m = append(m, ojson.Field("stackKey", ojson.String(e.effect.def.StackKey)))
	}
	m = append(m, ojson.Field("status", ojson.String(e.status.String())))
	switch e.status {
	case suppressed:
		m = append(m, ojson.Field("by", ojson.String(s.byName(slot, list, e))))
	case inactive:
		m = append(m, ojson.Field("reason", ojson.String(e.reason.String())))
	}
	return ojson.Object(m...)
}

// byName is what suppressed an effect.
func (s *Sheet) byName(slot int32, list []entry, e *entry) string {
	if e.by == byBase {
		return s.slotName(slot) + "#base"
	}
	return s.entryID(&list[e.by])
}

func opName(op ruleset.Op) string {
	return [...]string{"base", "set", "add", "subtract", "multiply", "raise", "lower", "append", "remove", "dice", "flag"}[op]
}

func roundName(r ruleset.Round) string {
	return [...]string{"", "floor", "ceil", "trunc", "round", "roundHalfUp"}[r]
}
