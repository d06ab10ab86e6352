package upgrade

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// splitSteps is how many steps the formula of a part may take.
const splitSteps = 10_000

// valueMove is what becomes of one stored value.
type valueMove struct {
	from, to string
	value    ojson.Value
	why      string
	parts    []ruleset.SplitPart
}

// stays reports whether the value keeps its name.
func (m *valueMove) stays() bool { return m.from == m.to && m.why != dropped && m.parts == nil }

// fields moves the stored fields.
func (x *mover) fields() {
	holds := func(name, to string) bool {
		before, _ := x.old.Field(name)
		now, _ := x.new.Field(to)
		return before != nil && before.OptionsFrom != nil || now != nil && now.OptionsFrom != nil
	}
	x.put("fields", x.values(x.part("fields"), ruleset.MoveField, "", "/fields", holds))
}

// state moves the state of an entry.
func (x *mover) state(entry ojson.Value, content, path string) ojson.Value {
	state, ok := entry.Get("state")
	if !ok || state.Len() == 0 {
		return entry
	}
	typ := x.typeName(content)
	typeNow, _ := x.move(ruleset.MoveType, "", typ)
	holds := func(name, to string) bool {
		return holdsContent(x.old, typ, name) || holdsContent(x.new, typeNow, to)
	}
	now := x.values(state, ruleset.MoveState, typ, path+"/state", holds)
	if ojson.Equal(now, state) {
		return entry
	}
	return entry.With("state", now)
}

// holdsContent reports whether a state member has ids of content as values.
func holdsContent(rs *ruleset.Ruleset, typ, name string) bool {
	t, ok := rs.Type(typ)
	if !ok {
		return false
	}
	for _, m := range t.State {
		if m.Name == name {
			return m.OptionsFrom != nil
		}
	}
	return false
}

// values moves the members of fields or of a state. holds says which have ids of
// content.
func (x *mover) values(v ojson.Value, kind ruleset.MoveKind, of, path string, holds func(name, to string) bool) ojson.Value {
	word := "field"
	if kind == ruleset.MoveState {
		word = "state"
	}
	var moves []valueMove
	names := map[string]bool{} // in use
	for _, m := range members(v) {
		d, _ := x.m.Move(kind, of, m.Key)
		after := x.value(d, m, holds)
		names[m.Key] = names[m.Key] || after.stays()
		moves = append(moves, after)
	}
	now := make(map[string][]ojson.Member, v.Len())
	for _, m := range moves {
		before, _ := v.Get(m.from)
		at, to := fault.Key(path, m.from), fault.Key(path, m.to)
		switch {
		case m.parts != nil:
			now[m.from] = x.split(m, before, at, path, names)
		case m.why == dropped:
			x.note(word, at, "", dropped, before, ojson.Value{})
		case m.stays():
			now[m.from] = []ojson.Member{ojson.Field(m.from, m.value)}
			if m.why != "" {
				x.note(word, at, "", m.why, before, m.value)
			}
		case names[m.to]:
			x.note(word, at, to, taken, before, ojson.Value{})
		default:
			names[m.to] = true
			now[m.from] = []ojson.Member{ojson.Field(m.to, m.value)}
			x.note(word, at, to, m.why, before, m.value)
		}
	}
	return rebuilt(v, now)
}

// value is what becomes of a value; d says so, or is nil.
func (x *mover) value(d *ruleset.Move, m ojson.Member, holds func(name, to string) bool) valueMove {
	out := valueMove{from: m.Key, to: m.Key, value: m.Value}
	if d != nil {
		if out.parts = d.Split; out.parts != nil {
			return out
		}
		if out.to = d.To; d.To == "" {
			out.why = dropped
			return out
		}
		if d.To != m.Key {
			out.why = renamed
		}
		text := ruleset.ValueText(m.Value)
		for _, v := range d.Values {
			if v.From != text {
				continue
			}
			if out.why = mapped; v.To.Kind() == formula.None {
				out.why = dropped
				return out
			}
			out.value = v.To.JSON()
			return out
		}
	}
	text, ok := m.Value.AsString()
	if !ok || !holds(m.Key, out.to) {
		return out
	}
	if id, why := x.content(text); why != "" {
		out.value, out.why = ojson.String(id), why
	}
	return out
}

// split gives the parts of an old value to other fields. If one cannot be made,
// the old value stays as well.
func (x *mover) split(m valueMove, before ojson.Value, at, path string, names map[string]bool) (now []ojson.Member) {
	old, bad := formula.FromJSON(before)
	whole := true
	for _, part := range m.parts {
		to := fault.Key(path, part.Field)
		var v formula.Value
		if bad == nil {
			frame := formula.Frame{Host: old, Steps: splitSteps}
			if v = part.Formula.Eval(&frame); v.Kind() == formula.Number {
				v, _ = formula.RoundTo12(v)
			}
		}
		switch {
		case bad != nil || v.Failed() || v.Kind() == formula.None:
			whole = false
			x.note("field", at, to, failed, before, ojson.Value{})
		case names[part.Field]:
			whole = false
			x.note("field", at, to, taken, before, ojson.Value{})
		default:
			names[part.Field] = true
			now = append(now, ojson.Field(part.Field, v.JSON()))
			x.note("field", at, to, "split", before, v.JSON())
		}
	}
	if !whole && !names[m.from] {
		names[m.from] = true
		now = append(now, ojson.Field(m.from, before))
	}
	return now
}
