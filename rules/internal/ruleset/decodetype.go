package ruleset

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

// typ decodes a content type.
func (d *decoder) typ(t *Type, n node) {
	o := d.object(n, "data", "copies", "applied", "template", "state", "computed", "nameFrom",
		"max", "perItem", "active", "repeat", "counter")
	if data, ok := o.get("data"); ok {
		t.Data = d.dataMembers(data)
	}
	if copies, ok := o.get("copies"); ok {
		t.Copies, _ = d.oneOf(copies, "inventory", "features")
	}
	t.Applied = d.flag(o, "applied")
	t.Template = d.flag(o, "template")
	if state, ok := o.get("state"); ok {
		if !o.has("copies") && !t.Applied {
			d.unheld(state)
		}
		t.State = d.stateMembers(state)
	}
	if computed, ok := o.get("computed"); ok {
		if !o.has("copies") {
			d.unheld(computed)
		}
		t.Computed = d.computed(computed)
	}
	if from, ok := o.get("nameFrom"); ok {
		t.NameFrom = d.nameFrom(from, t)
	}
	for _, key := range []string{"max", "perItem"} {
		limit, ok := o.get(key)
		if !ok {
			continue
		}
		if !o.has("copies") {
			d.unheld(limit)
		}
		if key == "max" {
			t.Max = d.count(limit)
		} else {
			t.PerItem = d.count(limit)
		}
	}
	t.Active = d.optionalFormula(o, "active")
	t.Counter = d.optionalFormula(o, "counter")
	if repeat, ok := o.get("repeat"); ok {
		word, _ := d.oneOf(repeat, "each", "once")
		t.Once = word == "once"
		if t.Once && o.has("copies") {
			d.fail("once-held", repeat)
		}
	}
}

// unheld reports a member at n that only held content has a use for.
func (d *decoder) unheld(n node) {
	d.fail("conflicting-members", n, ojson.Field("missing", ojson.String("copies")))
}

// dataMembers decodes the declarations of data.
func (d *decoder) dataMembers(n node) []*Member {
	list := d.named(n, identifier)
	members := make([]*Member, 0, len(list))
	for _, m := range list {
		if reservedData(m.key) {
			d.fail("reserved-name", m.node, ojson.Field("id", ojson.String(m.key)))
		}
		o := d.object(m.node, "type", "of", "default", "required", "options", "items")
		member := &Member{Name: m.key, At: m.node.at}
		d.shape(o, &member.Shape, dataTypes())
		member.Required = d.flag(o, "required")
		if def, ok := o.get("default"); ok && !d.conflicting(o, "default", "required") {
			d.memberDefault(def, member)
		}
		members = append(members, member)
	}
	return members
}

// memberDefault reads the default of a data member. A content id is kept
// qualified.
func (d *decoder) memberDefault(n node, m *Member) {
	switch m.Type {
	case Ref:
		if c := d.contentRef(n, m.Of); c != None {
			m.Default = formula.String(d.rs.Contents[c].ID)
		}
	case Dice:
		m.Default, m.DefaultDice = d.dataDice(n)
	default:
		if v, ok := d.literal(n, &m.Shape); ok {
			m.Default = v
		}
	}
}

// stateMembers decodes the declarations of the state of copies and applied
// effects.
func (d *decoder) stateMembers(n node) []*Member {
	list := d.named(n, identifier)
	members := make([]*Member, 0, len(list))
	for _, m := range list {
		o := d.object(m.node, "type", "default", "min", "max", "options", "items")
		member := &Member{Name: m.key, At: m.node.at}
		d.shape(o, &member.Shape, valueTypes())
		if def, ok := o.get("default"); ok {
			if v, ok := d.literal(def, &member.Shape); ok {
				member.Default = v
			}
		}
		member.Min, member.Max = d.bounds(o, &member.Shape)
		members = append(members, member)
	}
	return members
}

// computed decodes the values that the engine works out for each copy.
func (d *decoder) computed(n node) []*Value {
	list := d.named(n, identifier)
	values := make([]*Value, 0, len(list))
	for _, m := range list {
		o := d.object(m.node, "formula", "type", "round", "min", "max", "tags", "group", "when", "prefer", "options", "items")
		v := &Value{ID: m.key, Pack: m.node.pack(), At: m.node.at}
		d.shape(o, &v.Shape, valueTypes())
		d.computation(o, v)
		if f, ok := d.need(o, "formula"); ok {
			v.Formula = d.formula(f)
		}
		values = append(values, v)
	}
	return values
}

// nameFrom reads which state member names a copy.
func (d *decoder) nameFrom(n node, t *Type) int {
	name, ok := d.text(n)
	if !ok {
		return None
	}
	i := slices.IndexFunc(t.State, func(m *Member) bool { return m.Name == name })
	if i < 0 {
		d.unresolved(n, "state", name, "unknown-reference")
		return None
	}
	if t.State[i].Type != TextType {
		d.fail("invalid-value", n, ojson.Field("expected", ojson.String("text")))
		return None
	}
	return i
}
