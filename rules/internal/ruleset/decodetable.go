package ruleset

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// tables decodes the tables of all rules, by id.
func (d *decoder) tables(parts []node) {
	for _, part := range parts {
		n, ok := part.get("tables")
		if !ok {
			continue
		}
		pack := d.rs.Packs[part.pack()].ID
		for _, m := range d.named(n, localID) {
			d.rs.Tables = append(d.rs.Tables, d.table(m.node, pack+":"+m.key))
		}
	}
	slices.SortFunc(d.rs.Tables, func(a, b *Table) int { return compareText(a.ID, b.ID) })
}

// table decodes one table: values by key, or steps.
func (d *decoder) table(n node, id string) *Table {
	t := &Table{ID: id}
	o := d.object(n, "values", "default", "steps", "below")
	key, part, ok := d.exactlyOne(o, "values", "steps")
	if !ok {
		return t
	}
	rest, foreign := "default", "below"
	if key == "steps" {
		rest, foreign = foreign, rest
	}
	if o.has(foreign) {
		d.misplaced(o, foreign, key)
	}
	if other, ok := o.get(rest); ok {
		t.Else, _ = d.cell(other)
	}
	if key == "steps" {
		t.Steps = d.steps(part)
		return t
	}
	list := d.entries(part)
	t.Values = make(map[string]formula.Value, len(list))
	for _, m := range list {
		if v, ok := d.cell(m.node); ok {
			t.Values[m.key] = v
		}
	}
	return t
}

// cell reads a value of a table: a scalar or a list.
func (d *decoder) cell(n node) (formula.Value, bool) {
	if n.kind() == ojson.KindArray {
		return d.list(n, anyItem)
	}
	return d.scalar(n)
}

// steps decodes the rows of a step table, by where they begin.
func (d *decoder) steps(n node) []Row {
	rows := d.items(n)
	type row struct {
		step Row
		at   node
	}
	list := make([]row, 0, len(rows))
	for _, item := range rows {
		pair := d.items(item)
		if len(pair) != 2 {
			if item.kind() == ojson.KindArray {
				d.fail("invalid-value", item, ojson.Field("expected", ojson.String("[from, value]")))
			}
			continue
		}
		if pair[0].kind() != ojson.KindNumber {
			d.wrongType(pair[0], fault.WantNumber)
			continue
		}
		from, ok := d.scalar(pair[0])
		value, valid := d.cell(pair[1])
		if ok && valid {
			list = append(list, row{Row{from, value}, pair[0]})
		}
	}
	slices.SortStableFunc(list, func(a, b row) int { return formula.Compare(a.step.From, b.step.From) })
	steps := make([]Row, 0, len(list))
	for i, r := range list {
		if i > 0 && formula.Equal(r.step.From, list[i-1].step.From) {
			d.duplicate(r.at, r.at.value.Literal())
			continue
		}
		steps = append(steps, r.step)
	}
	return steps
}

// links decodes the link slots of all rules, by id.
func (d *decoder) links(parts []node) {
	for _, part := range parts {
		n, ok := part.get("links")
		if !ok {
			continue
		}
		pack := d.rs.Packs[part.pack()].ID
		for _, m := range d.named(n, localID) {
			l := &Link{ID: pack + ":" + m.key}
			o := d.object(m.node, "reads")
			if reads, ok := o.get("reads"); ok {
				d.reads(reads, l)
			}
			d.rs.Links = append(d.rs.Links, l)
		}
	}
	slices.SortFunc(d.rs.Links, func(a, b *Link) int { return compareText(a.ID, b.ID) })
}

// reads decodes which fields may be read through a link.
func (d *decoder) reads(n node, l *Link) {
	var ids seen
	for _, m := range d.entries(n) {
		r := LinkRead{Shape: Shape{Of: None}}
		known, ok := d.linkedField(m, &r)
		if !ok {
			continue
		}
		if !ids.add(r.Field) {
			d.duplicate(m.node, r.Field)
			continue
		}
		typ, def := m.node, node{}
		if m.node.kind() == ojson.KindObject {
			o := d.object(m.node, "type", "default")
			if typ, ok = d.need(o, "type"); !ok {
				continue
			}
			def, _ = o.get("default")
		}
		name, ok := d.oneOf(typ, valueTypes()...)
		if !ok {
			continue
		}
		if r.Type = valueType(name); known != None && d.rs.Fields[known].Type == r.Type {
			r.Shape = d.rs.Fields[known].Shape
		}
		r.Default = zero(r.Shape)
		if def.at != nil {
			if v, ok := d.linkDefault(def, &r.Shape, known); ok {
				r.Default = v
			}
		}
		l.Reads = append(l.Reads, r)
	}
	slices.SortFunc(l.Reads, func(a, b LinkRead) int { return compareText(a.Field, b.Field) })
}

// linkDefault reads what an empty link gives. Of a field that is not known here
// its options are not either, and what a list holds only its default shows.
func (d *decoder) linkDefault(n node, s *Shape, known int) (formula.Value, bool) {
	switch {
	case known != None:
	case s.Type == Option:
		text, ok := d.text(n)
		return formula.String(text), ok
	case s.Type == ListType:
		v, ok := d.list(n, anyItem)
		s.Numbers = ok && len(v.Items()) > 0 && v.Items()[0].Kind() == formula.Number
		return v, ok
	}
	return d.literal(n, s)
}

// linkedField qualifies a field that a view may have, and tells its index. The
// other character may be of another game: a qualified id that is not known here
// stays.
func (d *decoder) linkedField(m member, r *LinkRead) (known int, ok bool) {
	f, code := d.names.field(m.node.pack(), m.key)
	if code == "" {
		r.Field = d.rs.Fields[f].ID
		return f, true
	}
	if pack, local := splitID(m.key); pack != "" && fieldID(local) {
		r.Field = m.key
		return None, true
	}
	d.unresolved(m.node, "field", m.key, code)
	return None, false
}
