package engine

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// result is a value with the steps that are no effects.
type result struct {
	value, base formula.Value
	rounded     formula.Value // after rounding
	bound       formula.Value // of min or max, where it changed the value
	baseStatus  status
	baseBy      int32 // entry that won over the base
	kind        baseKind
	depth       int32
	bounded     ruleset.Op // OpRaise for min, OpLower for max, OpBase for none
	clipped     bool       // 12 digits changed the value
}

// baseKind says where a base came from.
type baseKind uint8

const (
	fromFormula baseKind = iota
	fromStored
	fromDefault
)

func (k baseKind) String() string { return [...]string{"formula", "stored", "default"}[k] }

// prog is the definition of a slot, and the node that its formulas run for.
func (s *Sheet) prog(slot int32) (*valueProg, int32) {
	if int(slot) < len(s.p.fields) {
		return &s.p.fields[slot], 0
	}
	in := &s.t.instances[s.t.computedOf[int(slot)-len(s.p.fields)]]
	return &s.p.typ(in.item).computed[slot-in.slots], in.node
}

// value is the value of a field or of a computed value of a copy.
func (s *Sheet) value(slot int32) formula.Value {
	switch s.stage[slot] {
	case answered:
		s.recall(s.values[slot].depth)
		return s.values[slot].value
	case asking:
		return formula.Fail(s.loop(askedValue, slot))
	}
	outer, failed := s.push(askedValue, slot)
	if failed != nil {
		return formula.Fail(failed)
	}
	s.stage[slot] = asking
	r := &s.values[slot]
	*r = result{baseBy: -1, baseStatus: applied}
	r.value = s.compute(slot, r)
	r.depth = s.pop(outer)
	s.stage[slot] = answered
	return r.value
}

// base is the value of a field's base alone.
func (s *Sheet) base(slot int32) formula.Value {
	b := &s.bases[slot]
	switch b.stage {
	case answered:
		s.recall(b.depth)
		return b.value
	case asking:
		return formula.Fail(s.loop(askedBase, slot))
	}
	outer, failed := s.push(askedBase, slot)
	if failed != nil {
		return formula.Fail(failed)
	}
	b.stage = asking
	b.value, _ = s.findBase(slot)
	b.depth = s.pop(outer)
	b.stage = answered
	return b.value
}

// findBase is the stored value, else the default, or what the formula gives.
func (s *Sheet) findBase(slot int32) (formula.Value, baseKind) {
	v, node := s.prog(slot)
	if v.formula != nil {
		return s.eval(v.formula, node), fromFormula
	}
	if int(slot) < len(s.p.fields) {
		if i := s.stored[slot]; i > 0 {
			return s.ch.Fields[i-1].Value, fromStored
		}
	}
	if v.fallback.absent() {
		return zeroOf(&v.def.Shape), fromDefault
	}
	return s.evalAmount(&v.fallback, node), fromDefault
}

// baseKindOf says where the base of a slot comes from.
func (s *Sheet) baseKindOf(slot int32, v *valueProg) baseKind {
	switch {
	case v.formula != nil:
		return fromFormula
	case int(slot) < len(s.p.fields) && s.stored[slot] > 0:
		return fromStored
	}
	return fromDefault
}

// compute runs the pipeline of a value: base, effects, bounds.
func (s *Sheet) compute(slot int32, r *result) formula.Value {
	v, node := s.prog(slot)
	list := s.begin(slot)
	if int(slot) < len(s.p.fields) {
		r.base = s.base(slot)
	} else {
		r.base, _ = s.findBase(slot)
	}
	r.kind = s.baseKindOf(slot, v)
	if r.base.Failed() {
		return r.base
	}
	if v.when != nil {
		on, failed := s.truth(v.when, node)
		if failed != nil {
			return formula.Fail(failed)
		}
		if !on {
			r.baseStatus = inactive
		}
	}
	ops := uint16(0)
	var known tagAnswer
	for i := range list {
		if failed := s.ask(&list[i], node, &known); failed != nil {
			return formula.Fail(failed)
		}
		if list[i].status == applied {
			ops |= 1 << list[i].effect.def.Op
		}
	}
	if ops != 0 || v.def.Group != "" {
		s.stack(list)
		s.compete(slot, v, list, r)
	} else {
		r.baseStatus = applied
	}
	out, failed := s.fold(v, list, ops, r)
	if failed != nil {
		return formula.Fail(failed)
	}
	if out.Kind() != formula.Number {
		return out
	}
	return s.bound(v, node, out, r)
}

// tagAnswer is what the condition of a field's tag last said: many effects come
// by one tag, and it is asked once for all that follow each other.
type tagAnswer struct {
	tag *formula.Formula
	on  bool
}

// ask finds out whether an effect takes part: its activation, the tag that it
// came by, its query, its condition; then its value.
func (s *Sheet) ask(e *entry, target int32, known *tagAnswer) *formula.Fault {
	e.status = off
	on, failed := s.carries(e.node, e.way)
	if !on || failed != nil {
		return failed
	}
	e.status = inactive
	if e.tag != nil {
		if known.tag != e.tag {
			on, failed := s.truth(e.tag, target)
			if failed != nil {
				return failed
			}
			*known = tagAnswer{e.tag, on}
		}
		if !known.on {
			e.reason = reasonTag
			return nil
		}
	}
	x := e.effect
	if e.cand >= 0 {
		f := &s.frame
		savedNode, savedIter := f.Node, f.Iter
		f.Node, f.Iter = e.node, formula.Iter{Cand: e.cand}
		v := s.why(x.of.Test(f))
		f.Node, f.Iter = savedNode, savedIter
		if v.Failed() {
			return v.Fault()
		}
		if !v.Truth() {
			e.reason = reasonWhere
			return nil
		}
	}
	if on, failed := s.truth(x.when, e.node); !on || failed != nil {
		e.reason = reasonWhen
		return failed
	}
	if x.def.Situational && !s.switchedOn(e) {
		e.reason = reasonSituational
		return nil
	}
	if e.value = s.evalAmount(&x.value, e.node); e.value.Failed() {
		return e.value.Fault()
	}
	if !x.cap.absent() {
		if e.cap = s.evalAmount(&x.cap, e.node); e.cap.Failed() {
			return e.cap.Fault()
		}
	}
	e.status = applied
	return nil
}

// switchedOn reports whether an action has switched a situational effect on.
func (s *Sheet) switchedOn(e *entry) bool {
	return len(s.switched) > 0 && slices.Contains(s.switched, s.entryID(e))
}

// entryID is <activation>#<effect>.
func (s *Sheet) entryID(e *entry) string { return s.nodeID(e.node) + "#" + e.effect.def.Name }

// fold applies the effects in the order of the pipeline.
func (s *Sheet) fold(v *valueProg, list []entry, ops uint16, r *result) (formula.Value, *formula.Fault) {
	out := r.base
	if ops == 0 {
		return out, nil
	}
	for op := ruleset.OpSet; op <= ruleset.OpRemove; op++ {
		if ops&(1<<op) == 0 {
			continue
		}
		capped := false
		for i := range list {
			e := &list[i]
			if e.status != applied || e.effect.def.Op != op {
				continue
			}
			if e.cap.Kind() != formula.None {
				capped = true
				continue
			}
			if op >= ruleset.OpAppend && op <= ruleset.OpRemove && !s.affords(op, out, e.value) {
				return formula.Fail(s.over), s.over
			}
			if out = step(op, out, e.value); out.Failed() {
				return out, out.Fault()
			}
		}
		for i := range list {
			if e := &list[i]; capped && e.status == applied && e.effect.def.Op == op && e.cap.Kind() != formula.None {
				if out = addCapped(out, e.value, e.cap); out.Failed() {
					return out, out.Fault()
				}
			}
		}
	}
	if !sameKind(v, out) {
		return out, &formula.Fault{Code: "type-mismatch", Data: ojson.Object(ojson.Field("value", out.JSON()))}
	}
	return out, nil
}

// step applies one operation.
func step(op ruleset.Op, v, x formula.Value) formula.Value {
	switch op {
	case ruleset.OpSet:
		return x
	case ruleset.OpAdd:
		return formula.Add(v, x)
	case ruleset.OpMultiply:
		return formula.Mul(v, x)
	case ruleset.OpRaise:
		return formula.Max(v, x)
	case ruleset.OpLower:
		return formula.Min(v, x)
	case ruleset.OpAppend:
		items := slices.Clone(v.Items())
		if x.Kind() == formula.List {
			return formula.ListOf(append(items, x.Items()...))
		}
		return formula.ListOf(append(items, x))
	case ruleset.OpRemove:
		gone := x.Items()
		if x.Kind() != formula.List {
			gone = []formula.Value{x}
		}
		var kept []formula.Value
		for _, item := range v.Items() {
			if !slices.ContainsFunc(gone, func(g formula.Value) bool { return formula.Equal(g, item) }) {
				kept = append(kept, item)
			}
		}
		return formula.ListOf(kept)
	}
	return v
}

// affords takes the steps of a list operation: a list is copied for each, and
// what is removed is compared with every item.
func (s *Sheet) affords(op ruleset.Op, list, x formula.Value) bool {
	n := int64(len(list.Items()))
	if op == ruleset.OpRemove {
		n *= 1 + int64(len(x.Items()))
	}
	if s.frame.Steps -= n; s.frame.Steps >= 0 {
		return true
	}
	s.over = limitFault("steps", maxSteps)
	return false
}

// addCapped adds a bonus that brings the value to its cap at most and never
// lowers it. A capped penalty is a plain one.
func addCapped(v, bonus, limit formula.Value) formula.Value {
	if bonus.Failed() || bonus.Sign() <= 0 {
		return formula.Add(v, bonus)
	}
	room := formula.Max(formula.Sub(limit, v), formula.Int(0))
	return formula.Add(v, formula.Min(bonus, room))
}

// sameKind reports whether a folded value still has its target's type. Static
// types see to it, but for what is only known when it runs.
func sameKind(v *valueProg, out formula.Value) bool {
	switch typeOfShape(&v.def.Shape) {
	case formula.NumberType:
		return out.Kind() == formula.Number
	case formula.BoolType:
		return out.Kind() == formula.Bool
	case formula.NumberList:
		return out.Kind() == formula.List && !slices.ContainsFunc(out.Items(), func(i formula.Value) bool { return i.Kind() != formula.Number })
	case formula.TextList:
		return out.Kind() == formula.List && !slices.ContainsFunc(out.Items(), func(i formula.Value) bool { return i.Kind() != formula.Text })
	}
	return out.Kind() == formula.Text
}

// bound rounds, clamps and checks a number.
func (s *Sheet) bound(v *valueProg, node int32, out formula.Value, r *result) formula.Value {
	if v.def.Round != ruleset.NoRound {
		if out = Rounded(v.def.Round, out); out.Failed() {
			return out
		}
		r.rounded = out
	}
	if !v.min.absent() {
		low := s.evalAmount(&v.min, node)
		if low.Failed() {
			return low
		}
		if formula.Compare(out, low) < 0 {
			out, r.bound, r.bounded = low, low, ruleset.OpRaise
		}
	}
	if !v.max.absent() {
		high := s.evalAmount(&v.max, node)
		if high.Failed() {
			return high
		}
		if formula.Compare(out, high) > 0 {
			out, r.bound, r.bounded = high, high, ruleset.OpLower
		}
	}
	if v.def.Type == ruleset.Integer && !out.IsInteger() {
		return formula.Fail(&formula.Fault{Code: "not-an-integer", Data: ojson.Object(ojson.Field("value", out.JSON()))})
	}
	if !formula.InRange(out) {
		return formula.Fail(&formula.Fault{Code: "number-too-large"})
	}
	// A long integer is kept to 12 digits too: what a sheet shows is what others read.
	if short, changed := formula.RoundTo12(out); changed {
		out, r.clipped = short, true
	}
	return out
}

// Rounded rounds by a mode of the packs.
func Rounded(mode ruleset.Round, v formula.Value) formula.Value {
	switch mode {
	case ruleset.Floor:
		return formula.Floor(v)
	case ruleset.Ceil:
		return formula.Ceil(v)
	case ruleset.Trunc:
		return formula.Trunc(v)
	case ruleset.HalfAway:
		return formula.Round(v)
	case ruleset.HalfUp:
		return formula.RoundHalfUp(v)
	}
	return v
}
