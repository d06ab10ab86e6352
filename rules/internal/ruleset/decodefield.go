package ruleset

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

// field decodes a field. What it says of other fields is left to fieldLinks,
// which needs their types.
func (d *decoder) field(f *Field, n node) {
	o := d.object(n, "type", "default", "formula", "min", "max", "round", "options", "items", "tags",
		"group", "when", "prefer", "absorbedBy", "overflow", "onMaxDrop", "stages", "each", "display")
	d.shape(o, &f.Shape, valueTypes())
	d.computation(o, &f.Value)
	f.Formula = d.optionalFormula(o, "formula")
	if !d.conflicting(o, "formula", "default") {
		if def, ok := o.get("default"); ok {
			f.Default = d.fieldDefault(def, &f.Shape)
		}
	}
	if f.Formula == nil && f.Default == nil {
		f.Default = &Amount{Literal: zero(f.Shape)}
	}
	for _, key := range []string{"absorbedBy", "overflow", "onMaxDrop", "stages"} {
		switch {
		case !o.has(key):
		case f.Formula != nil:
			d.misplaced(o, key, "formula")
		case !f.Type.numeric():
			d.misplaced(o, key, "type")
		}
	}
	if drop, ok := o.get("onMaxDrop"); ok {
		word, _ := d.oneOf(drop, "lose", "keep")
		f.KeepOnMaxDrop = word == "keep"
	}
	if stages, ok := o.get("stages"); ok {
		f.Stages = d.newNames(stages)
	}
	if display, ok := o.get("display"); ok {
		f.Display = display.json()
	}
}

// fieldDefault reads the value when nothing is stored. A text is a formula
// where texts are no values of the field.
func (d *decoder) fieldDefault(n node, s *Shape) *Amount {
	if n.kind() == ojson.KindString && (s.Type.numeric() || s.Type == Boolean) {
		return &Amount{Formula: d.formula(n)}
	}
	v, ok := d.literal(n, s)
	if !ok {
		return nil
	}
	return &Amount{Literal: v}
}

// zero is the value of a shape when nothing says another.
func zero(s Shape) formula.Value {
	switch s.Type {
	case Integer, Number:
		return formula.Int(0)
	case Boolean:
		return formula.Boolean(false)
	case ListType:
		return formula.ListOf(nil)
	}
	return formula.String("")
}

// fieldLinks reads the fields that a stored number drains or overflows into.
func (d *decoder) fieldLinks(f *Field, n node) {
	if list, ok := n.get("absorbedBy"); ok {
		f.AbsorbedBy = d.fieldRefs(list)
		items := list.items()
		for i := range items {
			d.checkPool(items[i], f)
		}
	}
	overflow, ok := n.get("overflow")
	if !ok {
		return
	}
	o := d.object(overflow, "below", "above")
	if below, ok := o.get("below"); ok {
		f.Below = d.fieldRef(below)
		d.checkPool(below, f)
	}
	if above, ok := o.get("above"); ok {
		f.Above = d.fieldRef(above)
		d.checkPool(above, f)
	}
}

// checkPool reports a reference at n to a field that no adjust can move, or to
// f itself. What does not resolve was reported before.
func (d *decoder) checkPool(n node, f *Field) {
	id, _ := n.value.AsString()
	i, code := d.names.field(n.pack(), id)
	if code != "" {
		return
	}
	if i == f.Index {
		d.fail("invalid-value", n, ojson.Field("field", ojson.String(f.ID)))
		return
	}
	d.checkStored(n, i)
}

// checkStored reports a field that is no stored number.
func (d *decoder) checkStored(n node, field int) {
	f := d.rs.Fields[field]
	if f.Formula != nil || !f.Type.numeric() {
		d.fail("invalid-value", n, ojson.Field("field", ojson.String(f.ID)), ojson.Field("expected", ojson.String("stored number")))
	}
}
