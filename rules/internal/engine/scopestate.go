package engine

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// stateName resolves what hangs on an activation: state.x, computed.x,
// quantity, equipped, id and, where its content says so, data. which finds the
// activation; a formula that asks where there is none fails with unknown-key.
func (s *scope) stateName(path, rest string, which func(*Sheet, *formula.Frame) int32) (formula.Operand, *formula.Problem) {
	missing := absent(path)
	load := func(t formula.Type, read func(h *Sheet, node int32) formula.Value) (formula.Operand, *formula.Problem) {
		return formula.Operand{Type: t, Load: func(f *formula.Frame) formula.Value {
			h := f.Host.(*Sheet)
			node := which(h, f)
			if node < 0 {
				return h.why(missing(f))
			}
			return read(h, node)
		}}, nil
	}
	switch {
	case rest == "id":
		op, p := load(formula.TextType, func(h *Sheet, node int32) formula.Value { return h.idValue(h.t.nodes[node].content) })
		op.Resolve = s.contentID
		return op, p
	case rest == "quantity":
		return load(formula.NumberType, func(h *Sheet, node int32) formula.Value {
			if i := h.t.nodes[node].instance; i >= 0 {
				return formula.Int(h.t.instances[i].quantity)
			}
			return absent(path)(nil)
		})
	case rest == "equipped":
		return load(formula.BoolType, func(h *Sheet, node int32) formula.Value {
			if i := h.t.nodes[node].instance; i >= 0 {
				return formula.Boolean(h.t.instances[i].equipped)
			}
			return absent(path)(nil)
		})
	}
	if name, ok := strings.CutPrefix(rest, "state."); ok {
		number, known := s.c.p.stateNames[name]
		if !known {
			return unknownName(path)
		}
		return load(s.stateType(name), func(h *Sheet, node int32) formula.Value {
			return h.state(node, number, path)
		})
	}
	if name, ok := strings.CutPrefix(rest, "computed."); ok {
		kind, known := s.computedType(name)
		if !known {
			return unknownName(path)
		}
		return load(kind, func(h *Sheet, node int32) formula.Value {
			if i := h.t.nodes[node].instance; i >= 0 {
				in := &h.t.instances[i]
				if t := h.p.typ(in.item); t != nil {
					for j := range t.computed {
						if t.computed[j].def.ID == name {
							return h.value(in.slots + int32(j))
						}
					}
				}
			}
			return absent(path)(nil)
		})
	}
	return s.dataOf(path, rest, which)
}

// dataOf reads a data member of the content of an activation, by name.
func (s *scope) dataOf(path, name string, which func(*Sheet, *formula.Frame) int32) (formula.Operand, *formula.Problem) {
	kind := formula.AnyType
	known := false
	for _, t := range s.c.rs.Types {
		for _, m := range t.Data {
			if m.Name != name {
				continue
			}
			if mt := typeOfShape(&m.Shape); known && kind != mt {
				kind = formula.AnyType
			} else if !known {
				kind = mt
			}
			known = true
		}
	}
	if !known || strings.Contains(name, ".") {
		return unknownName(path)
	}
	return formula.Operand{Type: kind, Load: func(f *formula.Frame) formula.Value {
		h := host(f)
		if node := which(h, f); node >= 0 {
			content := h.t.nodes[node].content
			if t := h.p.typAt(content); t != nil {
				for i, m := range t.def.Data {
					if m.Name == name {
						return h.p.data(content, i)
					}
				}
			}
		}
		return absent(path)(f)
	}}, nil
}

// stateType is the static type of a state member, Any where types disagree.
func (s *scope) stateType(name string) formula.Type {
	found, kind := false, formula.AnyType
	for _, t := range s.c.rs.Types {
		for _, m := range t.State {
			if m.Name == name {
				if k := typeOfShape(&m.Shape); found && k != kind {
					return formula.AnyType
				} else if !found {
					found, kind = true, k
				}
			}
		}
	}
	return kind
}

func (s *scope) computedType(name string) (formula.Type, bool) {
	found, kind := false, formula.AnyType
	for _, t := range s.c.rs.Types {
		for _, v := range t.Computed {
			if v.ID == name {
				if k := typeOfShape(&v.Shape); found && k != kind {
					return formula.AnyType, true
				} else if !found {
					found, kind = true, k
				}
			}
		}
	}
	return kind, found
}

// pickName resolves pick.slot and pick.option.
func (s *scope) pickName(path, rest string) (formula.Operand, *formula.Problem) {
	switch rest {
	case "slot":
		return formula.Operand{Type: formula.NumberType, Load: func(f *formula.Frame) formula.Value {
			h := host(f)
			if slot, _, ok := h.pickOf(f.Node); ok {
				return formula.Int(int64(slot))
			}
			return absent(path)(f)
		}}, nil
	case "option":
		return formula.Operand{Type: formula.TextType, Load: func(f *formula.Frame) formula.Value {
			h := host(f)
			if _, option, ok := h.pickOf(f.Node); ok {
				return formula.String(option)
			}
			return absent(path)(f)
		}}, nil
	}
	return unknownName(path)
}

// eventName resolves event.x: what an adjust is doing, or did.
func (s *scope) eventName(path, rest string) (formula.Operand, *formula.Problem) {
	if !s.event {
		return unknownName(path)
	}
	read := func(t formula.Type, get func(*Event) formula.Value) (formula.Operand, *formula.Problem) {
		return formula.Operand{Type: t, Load: func(f *formula.Frame) formula.Value {
			if e := host(f).event; e != nil {
				return get(e)
			}
			return formula.Fail(&formula.Fault{Code: noEvent})
		}}, nil
	}
	switch rest {
	case "amount":
		return read(formula.NumberType, func(e *Event) formula.Value { return e.Amount })
	case "dealt":
		return read(formula.NumberType, func(e *Event) formula.Value { return e.Dealt })
	case "excess":
		return read(formula.NumberType, func(e *Event) formula.Value { return e.Excess })
	case "overflow":
		return read(formula.NumberType, func(e *Event) formula.Value { return e.Overflow })
	case "direction":
		return read(formula.TextType, func(e *Event) formula.Value { return formula.String(e.Direction) })
	}
	return unknownName(path)
}

// noEvent marks a formula that read the event where there was none: a sheet
// leaves the value of such an effect out. It never leaves the engine.
const noEvent = "no-event"

// Event is what an adjust is doing, for formulas; amounts are magnitudes.
type Event struct {
	Amount, Dealt, Excess, Overflow formula.Value
	Direction                       string // "up" or "down"
}

// table resolves table(name, key[, n]).
func (s *scope) table(args []formula.Operand) (formula.Operand, *formula.Problem) {
	if len(args) < 2 || len(args) > 3 {
		return formula.Operand{}, problem("wrong-argument-count", ojson.Field("name", ojson.String("table")))
	}
	if !args[0].Const || args[0].Type != formula.TextType {
		return formula.Operand{}, problem("constant-expected", ojson.Field("name", ojson.String("table")))
	}
	name := args[0].Load(nil).Text()
	index, code := s.c.rs.TableIndex(s.pack, name)
	if code != "" {
		return formula.Operand{}, problem(code, ojson.Field("kind", ojson.String("table")), ojson.Field("id", ojson.String(name)))
	}
	t := s.c.rs.Tables[index]
	op := formula.Operand{Type: tableType(t, len(args) == 3), Content: args[1].Content, Load: func(f *formula.Frame) formula.Value {
		key := args[1].Load(f)
		if key.Failed() {
			return key
		}
		return lookup(t, key)
	}}
	if len(args) == 2 {
		return op, nil
	}
	row := op.Load
	op.Content = op.Content && args[2].Content
	op.Load = func(f *formula.Frame) formula.Value {
		list := row(f)
		if list.Failed() {
			return list
		}
		at := args[2].Load(f)
		if at.Failed() {
			return at
		}
		n, ok := at.AsInt()
		if items := list.Items(); ok && n >= 1 && n <= int64(len(items)) {
			return items[n-1]
		}
		return unknownKey(t, at)
	}
	return op, nil
}

// tableType is the type that all values of a table share, of their items where
// an item is asked for; Any where they differ.
func tableType(t *ruleset.Table, items bool) formula.Type {
	var all []formula.Value
	add := func(v formula.Value) {
		if items {
			all = append(all, v.Items()...)
		} else if v.Kind() != formula.None {
			all = append(all, v)
		}
	}
	for _, v := range t.Values {
		add(v)
	}
	for i := range t.Steps {
		add(t.Steps[i].Value)
	}
	add(t.Else)
	kind := formula.AnyType
	for i, v := range all {
		if k := textType(v); i == 0 {
			kind = k
		} else if k != kind {
			return formula.AnyType
		}
	}
	return kind
}

// lookup finds the row of a key.
func lookup(t *ruleset.Table, key formula.Value) formula.Value {
	if t.Values != nil {
		text := key.Text()
		if key.Kind() == formula.Number {
			text = key.JSON().Literal()
		}
		if v, ok := t.Values[text]; ok {
			return v
		}
	} else if key.Kind() == formula.Number {
		low, high := 0, len(t.Steps)
		for low < high {
			if mid := (low + high) / 2; formula.Compare(t.Steps[mid].From, key) <= 0 {
				low = mid + 1
			} else {
				high = mid
			}
		}
		if low > 0 {
			return t.Steps[low-1].Value
		}
	}
	if t.Else.Kind() != formula.None {
		return t.Else
	}
	return unknownKey(t, key)
}

func unknownKey(t *ruleset.Table, key formula.Value) formula.Value {
	return formula.Fail(&formula.Fault{Code: "unknown-key", Data: ojson.Object(
		ojson.Field("table", ojson.String(t.ID)), ojson.Field("key", key.JSON()))})
}
