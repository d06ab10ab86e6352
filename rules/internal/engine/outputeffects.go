package engine

import (
	"cmp"
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// placed is an effect with its place in the output.
type placed struct {
	node, index, order int
	json               ojson.Value
}

// sorted puts effects into instance order, then declaration, then target.
func sorted(list []placed) ojson.Value {
	slices.SortStableFunc(list, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.index, b.index), cmp.Compare(a.order, b.order))
	})
	out := make([]ojson.Value, 0, len(list))
	for i := range list {
		out = append(out, list[i].json)
	}
	return ojson.Array(out...)
}

// effectPlace is where an effect is declared: the content's, then a choice's.
func (s *Sheet) effectPlace(n int32, e *effectProg) int {
	x := &s.t.nodes[n]
	if x.content >= 0 {
		list := s.p.contents[x.content].effects
		for i := range list {
			if &list[i] == e {
				return i
			}
		}
	}
	return 1 << 20
}

// effectsJSON lists the effects that are on, applied or suppressed.
func (s *Sheet) effectsJSON() ojson.Value {
	var list []placed
	for slot := range s.t.slots {
		entries := s.effectsOn(slot)
		for i := range entries {
			e := &entries[i]
			if e.status != applied && e.status != suppressed {
				continue
			}
			m := s.effectHead(e.node, e.effect, s.slotTarget(slot))
			m = append(m, ojson.Field("value", e.value.JSON()))
			if e.effect.def.StackKey != "" {
				m = append(m, ojson.Field("stackKey", ojson.String(e.effect.def.StackKey)))
			}
			if e.status == suppressed {
				m = append(m, ojson.Field("suppressed", ojson.Bool(true)), ojson.Field("by", ojson.String(s.byName(slot, entries, e))))
			}
			list = append(list, s.placed(e.node, e.effect, int(slot), m))
		}
	}
	for _, l := range s.t.loose {
		if on, failed := s.carries(l.node, l.way); !on || failed != nil || l.effect.def.Situational {
			continue
		}
		on, failed := s.truth(l.effect.when, l.node)
		// What reads the event is decided when there is one.
		if failed != nil && failed.Code != noEvent || failed == nil && !on {
			continue
		}
		m := s.effectHead(l.node, l.effect, s.looseTarget(l.effect))
		if v, ok := s.operand(l.node, l.effect); ok {
			m = append(m, ojson.Field("value", v))
		}
		if l.effect.def.StackKey != "" {
			m = append(m, ojson.Field("stackKey", ojson.String(l.effect.def.StackKey)))
		}
		list = append(list, s.placed(l.node, l.effect, 0, m))
	}
	return sorted(list)
}

func (s *Sheet) placed(n int32, e *effectProg, order int, m []ojson.Member) placed {
	return placed{node: int(s.t.nodes[n].place), index: s.effectPlace(n, e), order: order, json: ojson.Object(m...)}
}

// effectHead are the members that every effect of an output begins with.
func (s *Sheet) effectHead(n int32, e *effectProg, target ojson.Value) []ojson.Member {
	x := &s.t.nodes[n]
	id := s.nodeID(n)
	m := []ojson.Member{
		ojson.Field("id", ojson.String(id+"#"+e.def.Name)),
		ojson.Field("activation", ojson.String(id)),
		ojson.Field("owner", ojson.String(s.owner(n))),
	}
	if x.content >= 0 && x.content != s.p.rules {
		m = append(m, ojson.Field("content", ojson.String(s.p.contents[x.content].def.ID)))
	}
	return append(m, ojson.Field("target", target), ojson.Field("op", ojson.String(opName(e.def.Op))))
}

// operand is the value of an effect that no field has asked for: a value, the
// name of a flag, or {dice: {count, sides}}. What reads the event has none.
func (s *Sheet) operand(n int32, e *effectProg) (ojson.Value, bool) {
	switch {
	case e.def.Op == ruleset.OpFlag:
		return ojson.String(e.def.Flag), true
	case e.dices != nil:
		v, ok := s.dicesJSON(e.dices, n)
		return ojson.Object(ojson.Field("dice", v)), ok
	case !e.sides.absent():
		count := formula.Int(1)
		if !e.count.absent() {
			count = s.evalAmount(&e.count, n)
		}
		sides := s.evalAmount(&e.sides, n)
		if count.Failed() || sides.Failed() {
			return ojson.Value{}, false
		}
		return ojson.Object(ojson.Field("dice", ojson.Object(ojson.Field("count", count.JSON()), ojson.Field("sides", sides.JSON())))), true
	case e.value.absent():
		return ojson.Value{}, false
	}
	v := s.evalAmount(&e.value, n)
	return v.JSON(), !v.Failed()
}

func (s *Sheet) slotTarget(slot int32) ojson.Value {
	if int(slot) < len(s.p.fields) {
		return ojson.Object(ojson.Field("field", ojson.String(s.p.fields[slot].def.ID)))
	}
	in := &s.t.instances[s.t.computedOf[int(slot)-len(s.p.fields)]]
	return ojson.Object(
		ojson.Field("computed", ojson.String(s.p.typ(in.item).computed[slot-in.slots].def.ID)),
		ojson.Field("entry", ojson.String(in.id)))
}

func (s *Sheet) looseTarget(e *effectProg) ojson.Value {
	d := e.def
	if d.Target == ruleset.TargetRoll {
		return ojson.Object(ojson.Field("roll", ojson.Object(ojson.Field("tags", ojson.Strings(d.Tags)))))
	}
	m := []ojson.Member{ojson.Field("incoming", ojson.String(s.p.fields[d.Field].def.ID))}
	if len(d.Tags) > 0 {
		m = append(m, ojson.Field("tags", ojson.Strings(d.Tags)))
	}
	switch {
	case d.Down && !d.Up:
		m = append(m, ojson.Field("direction", ojson.String("down")))
	case d.Up && !d.Down:
		m = append(m, ojson.Field("direction", ojson.String("up")))
	}
	return ojson.Object(m...)
}

// situationalJSON lists the situational effects that could be switched on.
func (s *Sheet) situationalJSON() ojson.Value {
	var list []placed
	offer := func(n int32, e *effectProg, target ojson.Value, order int) {
		m := s.effectHead(n, e, target)
		if v, ok := s.operand(n, e); ok {
			m = append(m, ojson.Field("value", v))
		}
		list = append(list, s.placed(n, e, order, m))
	}
	for slot := range s.t.slots {
		entries := s.effectsOn(slot)
		for i := range entries {
			if e := &entries[i]; e.status == inactive && e.reason == reasonSituational {
				offer(e.node, e.effect, s.slotTarget(slot), int(slot))
			}
		}
	}
	for _, l := range s.t.loose {
		if !l.effect.def.Situational {
			continue
		}
		if on, failed := s.carries(l.node, l.way); !on || failed != nil {
			continue
		}
		if on, failed := s.truth(l.effect.when, l.node); on && failed == nil || failed != nil && failed.Code == noEvent {
			offer(l.node, l.effect, s.looseTarget(l.effect), 0)
		}
	}
	return sorted(list)
}

// competingJSON lists the groups in which two or more members are on.
func (s *Sheet) competingJSON() ojson.Value {
	var out []ojson.Value
	for slot := range s.t.slots {
		if s.value(slot).Failed() {
			continue
		}
		entries := s.effectsOn(slot)
		if g, ok := s.setGroup(slot, entries); ok {
			out = append(out, g)
		}
		for i := range entries {
			if g, ok := s.stackGroup(slot, entries, i); ok {
				out = append(out, g)
			}
		}
	}
	return ojson.Array(out...)
}

func competitor(id string, value formula.Value, recommended, isApplied bool) ojson.Value {
	return ojson.Object(
		ojson.Field("id", ojson.String(id)),
		ojson.Field("value", value.JSON()),
		ojson.Field("recommended", ojson.Bool(recommended)),
		ojson.Field("applied", ojson.Bool(isApplied)))
}

func (s *Sheet) setGroup(slot int32, list []entry) (ojson.Value, bool) {
	v, _ := s.prog(slot)
	r := &s.values[slot]
	baseIn := v.def.Group != "" && r.baseStatus != inactive
	best := s.recommendedSet(v, list, baseIn, r.base)
	var options []ojson.Value
	group := v.def.Group
	if baseIn {
		options = append(options, competitor(s.slotName(slot)+"#base", r.base, best == byBase, r.baseStatus == applied))
	}
	for i := range list {
		e := &list[i]
		if e.effect.def.Op != ruleset.OpSet || e.status != applied && e.status != suppressed {
			continue
		}
		if group == "" {
			group = e.effect.def.Group
		}
		options = append(options, competitor(s.entryID(e), e.value, best == i, e.status == applied))
	}
	if len(options) < 2 {
		return ojson.Value{}, false
	}
	m := []ojson.Member{ojson.Field("target", s.slotTarget(slot)), ojson.Field("op", ojson.String("set"))}
	if group != "" {
		m = append(m, ojson.Field("group", ojson.String(group)))
	}
	return ojson.Object(append(m, ojson.Field("options", ojson.Array(options...)))...), true
}

// stackGroup is the group of entry i, when i is its first member.
func (s *Sheet) stackGroup(slot int32, list []entry, i int) (ojson.Value, bool) {
	live := func(e *entry) bool { return e.status == applied || e.status == suppressed }
	first := &list[i]
	keep := first.effect.def.Keep
	if first.effect.def.StackKey == "" || !live(first) || keep != ruleset.KeepHighest && keep != ruleset.KeepLowest {
		return ojson.Value{}, false
	}
	for j := range list[:i] {
		if live(&list[j]) && together(&list[j], first) {
			return ojson.Value{}, false
		}
	}
	best := s.recommended(list, i)
	var options []ojson.Value
	for j := i; j < len(list); j++ {
		if e := &list[j]; live(e) && together(first, e) {
			options = append(options, competitor(s.entryID(e), e.value, best == j, e.status == applied))
		}
	}
	if len(options) < 2 {
		return ojson.Value{}, false
	}
	return ojson.Object(
		ojson.Field("target", s.slotTarget(slot)),
		ojson.Field("op", ojson.String(opName(first.effect.def.Op))),
		ojson.Field("stackKey", ojson.String(first.effect.def.StackKey)),
		ojson.Field("options", ojson.Array(options...))), true
}
