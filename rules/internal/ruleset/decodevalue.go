package ruleset

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// formula reads a formula; its text is compiled by the engine.
func (d *decoder) formula(n node) *Text {
	if n.kind() != ojson.KindString {
		d.wrongType(n, fault.WantFormula)
		return nil
	}
	s, _ := n.value.AsString()
	d.formulas++
	if d.formulas > maxFormulas {
		d.exceed("formulas", maxFormulas, n)
	}
	return &Text{Text: s, Pack: n.pack(), At: n.at}
}

// optionalFormula reads the formula member key of o, nil without it.
func (d *decoder) optionalFormula(o object, key string) *Text {
	n, ok := o.get(key)
	if !ok {
		return nil
	}
	return d.formula(n)
}

// number reads a number or a formula.
func (d *decoder) number(n node) *Amount {
	switch n.kind() {
	case ojson.KindString:
		return &Amount{Formula: d.formula(n)}
	case ojson.KindNumber:
		if v, ok := d.scalar(n); ok {
			return &Amount{Literal: v}
		}
	default:
		d.wrongType(n, fault.WantNumber|fault.WantFormula)
	}
	return nil
}

// count reads a number of things: an integer that is not negative, or a formula.
func (d *decoder) count(n node) *Amount {
	a := d.number(n)
	if a != nil && a.Formula == nil && (!a.Literal.IsInteger() || a.Literal.Sign() < 0) {
		d.fail("invalid-value", n, ojson.Field("min", ojson.Int(0)))
		return nil
	}
	return a
}

// optionalCount reads the member key of o, nil without it.
func (d *decoder) optionalCount(o object, key string) *Amount {
	n, ok := o.get(key)
	if !ok {
		return nil
	}
	return d.count(n)
}

// value reads a literal (a list too) or a formula.
func (d *decoder) value(n node) *Amount {
	switch n.kind() {
	case ojson.KindString:
		return &Amount{Formula: d.formula(n)}
	case ojson.KindNumber, ojson.KindBool:
		if v, ok := d.scalar(n); ok {
			return &Amount{Literal: v}
		}
	case ojson.KindArray:
		if v, ok := d.list(n, anyItem); ok {
			return &Amount{Literal: v}
		}
	default:
		d.wrongType(n, fault.WantBoolean|fault.WantNumber|fault.WantList|fault.WantFormula)
	}
	return nil
}

// scalar reads a number, a boolean or a text as a value.
func (d *decoder) scalar(n node) (formula.Value, bool) {
	switch n.kind() {
	case ojson.KindNumber, ojson.KindBool, ojson.KindString:
	default:
		d.wrongType(n, fault.WantBoolean|fault.WantNumber|fault.WantText)
		return formula.Value{}, false
	}
	v, problem := formula.FromJSON(n.value)
	if problem != nil {
		d.fail(problem.Code, n, problem.Data.Members()...)
		return formula.Value{}, false
	}
	return v, true
}

// itemKind says what a list may hold.
type itemKind uint8

const (
	anyItem itemKind = iota // numbers or texts, all of one kind
	numberItem
	textItem
)

// list reads a list of scalars as a value.
func (d *decoder) list(n node, kind itemKind) (formula.Value, bool) {
	if n.kind() != ojson.KindArray {
		d.wrongType(n, fault.WantList)
		return formula.Value{}, false
	}
	nodes := d.items(n)
	values := make([]formula.Value, 0, len(nodes))
	good := true
	for _, item := range nodes {
		if kind == anyItem {
			kind = textItem
			if item.kind() == ojson.KindNumber {
				kind = numberItem
			}
		}
		want := ojson.KindString
		if kind == numberItem {
			want = ojson.KindNumber
		}
		if item.kind() != want {
			d.wrongType(item, fault.WantKind(want))
			good = false
			continue
		}
		v, ok := d.scalar(item)
		good = good && ok
		values = append(values, v)
	}
	return formula.ListOf(values), good
}

// literal reads a value of a shape that is neither a reference nor dice. An
// option out of content comes back with its qualified id.
func (d *decoder) literal(n node, s *Shape) (formula.Value, bool) {
	switch s.Type {
	case Integer, Number:
		want := fault.WantNumber
		if s.Type == Integer {
			want = fault.WantInteger
		}
		if n.kind() != ojson.KindNumber {
			d.wrongType(n, want)
			return formula.Value{}, false
		}
		v, ok := d.scalar(n)
		if ok && s.Type == Integer && !v.IsInteger() {
			d.wrongType(n, want)
			return formula.Value{}, false
		}
		return v, ok
	case Boolean:
		if n.kind() != ojson.KindBool {
			d.wrongType(n, fault.WantBoolean)
			return formula.Value{}, false
		}
		return d.scalar(n)
	case ListType:
		if s.Numbers {
			return d.list(n, numberItem)
		}
		return d.list(n, textItem)
	case Option:
		return d.optionLiteral(n, s)
	}
	text, ok := d.text(n)
	return formula.String(text), ok
}

// optionLiteral reads one of the options of s; "" is nothing.
func (d *decoder) optionLiteral(n node, s *Shape) (formula.Value, bool) {
	text, ok := d.text(n)
	if !ok || text == "" {
		return formula.String(""), ok
	}
	if s.OptionsFrom != nil {
		c := d.contentOf(n, text, s.OptionsFrom.Type)
		if c == None {
			return formula.Value{}, false
		}
		return formula.String(d.rs.Contents[c].ID), true
	}
	if d.search(n, s.Options, text) >= 0 {
		return formula.String(text), true
	}
	if s.Options != nil { // else its own mistake is reported
		d.invalid(n, s.Options...)
	}
	return formula.Value{}, false
}

// contentOf resolves the content id text at n, of the content type typ (None:
// any), reporting what it is instead.
func (d *decoder) contentOf(n node, id string, typ int) int {
	c, code := d.names.content(n.pack(), id)
	if code != "" {
		d.unresolved(n, "content", id, code)
		return None
	}
	found := d.rs.Contents[c]
	if typ != None && found.Type != None && found.Type != typ {
		d.fail("wrong-content-type", n, ojson.Field("content", ojson.String(found.ID)),
			ojson.Field("type", ojson.String(d.rs.Types[typ].ID)))
		return None
	}
	return c
}

// unresolved reports a reference that names nothing, or several things.
func (d *decoder) unresolved(n node, kind, id, code string) {
	d.fail(code, n, ojson.Field("kind", ojson.String(kind)), ojson.Field("id", ojson.String(id)))
}

// contentRef reads a content id.
func (d *decoder) contentRef(n node, typ int) int {
	id, ok := d.text(n)
	if !ok {
		return None
	}
	return d.contentOf(n, id, typ)
}

// liveContent reads the id of content that can be on: not an abstract parent.
func (d *decoder) liveContent(n node) int {
	c := d.contentRef(n, None)
	if c != None && d.rs.Contents[c].Abstract {
		d.abstract(n, c)
		return None
	}
	return c
}

// abstract reports a parent that is named where only what can be on may be.
func (d *decoder) abstract(n node, c int) {
	d.fail("invalid-value", n, ojson.Field("abstract", ojson.String(d.rs.Contents[c].ID)))
}

// typeRef reads the id of a content type.
func (d *decoder) typeRef(n node) int {
	id, ok := d.text(n)
	if !ok {
		return None
	}
	t, code := d.names.typ(n.pack(), id)
	if code != "" {
		d.unresolved(n, "type", id, code)
		return None
	}
	return t
}

// fieldRef reads the id of a field.
func (d *decoder) fieldRef(n node) int {
	id, ok := d.text(n)
	if !ok {
		return None
	}
	f, code := d.names.field(n.pack(), id)
	if code != "" {
		d.unresolved(n, "field", id, code)
		return None
	}
	return f
}

// fieldRefs reads a list of different fields.
func (d *decoder) fieldRefs(n node) []int {
	nodes := d.items(n)
	fields := make([]int, 0, len(nodes))
	var ids seen
	for _, item := range nodes {
		f := d.fieldRef(item)
		if f == None {
			continue
		}
		if id := d.rs.Fields[f].ID; !ids.add(id) {
			d.duplicate(item, id)
			continue
		}
		fields = append(fields, f)
	}
	return fields
}

// tagRef reads a tag that something carries or rules.tags lists.
func (d *decoder) tagRef(n node) (string, bool) {
	tag, ok := d.text(n)
	if ok && !d.names.tag(tag) {
		d.unresolved(n, "tag", tag, "unknown-reference")
		return "", false
	}
	return tag, ok
}

// tagRefs reads a list of known tags.
func (d *decoder) tagRefs(n node) []string {
	nodes := d.items(n)
	tags := make([]string, 0, len(nodes))
	for _, item := range nodes {
		if tag, ok := d.tagRef(item); ok {
			tags = append(tags, tag)
		}
	}
	return tags
}

// newNames reads a list of different names that the list itself declares.
func (d *decoder) newNames(n node) []string {
	nodes := d.items(n)
	list := make([]string, 0, len(nodes))
	var ids seen
	for _, item := range nodes {
		s, ok := d.name(item)
		if !ok {
			continue
		}
		if !ids.add(s) {
			d.duplicate(item, s)
			continue
		}
		list = append(list, s)
	}
	return list
}
