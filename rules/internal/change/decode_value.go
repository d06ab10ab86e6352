package change

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/character"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// place is the place of a member; its path is put together when asked for.
type place struct{ parent, name string }

func (p place) path() string { return fault.Key(p.parent, p.name) }

func (d *decoder) wrongType(path string, want fault.Want) { d.errs.Add(fault.WrongType(path, want)) }

func (d *decoder) missing(path, name string) {
	d.errs.Addf("missing-member", path, ojson.Field("member", ojson.String(name)))
}

func (d *decoder) unknown(path, name string) {
	d.errs.Add(fault.UnknownMember(path, name))
}

func (d *decoder) conflicting(path string, names ...string) {
	d.errs.Addf("conflicting-members", path, ojson.Field("members", ojson.Strings(names)))
}

func (d *decoder) text(v ojson.Value, at place) string {
	s, ok := v.AsString()
	if !ok {
		d.wrongType(at.path(), fault.WantText)
	}
	return s
}

func (d *decoder) boolean(v ojson.Value, at place) bool {
	b, ok := v.AsBool()
	if !ok {
		d.wrongType(at.path(), fault.WantBoolean)
	}
	return b
}

// atLeast reads an integer that is not below least.
func (d *decoder) atLeast(v ojson.Value, at place, least int64) int64 {
	n, ok := v.AsInt()
	switch {
	case v.Kind() != ojson.KindNumber || !ok && !v.IsInteger():
		d.wrongType(at.path(), fault.WantInteger)
	case !ok || n < least:
		d.errs.Addf("invalid-value", at.path(), ojson.Field("min", ojson.Int(least)), ojson.Field("max", ojson.Int(formula.MaxNumber)))
	}
	return n
}

// number reads a number; one that numbers cannot hold is an invalid value.
func (d *decoder) number(v ojson.Value, at place) formula.Value {
	if v.Kind() != ojson.KindNumber {
		d.wrongType(at.path(), fault.WantNumber)
		return formula.Value{}
	}
	return d.value(v, at, false)
}

// value reads a scalar or a list of scalars. Numbers keep 12 digits, as
// everything that is stored.
func (d *decoder) value(v ojson.Value, at place, orNull bool) formula.Value {
	if v.IsNull() && orNull {
		return formula.Value{}
	}
	x, problem := formula.FromJSON(v)
	if problem == nil {
		return kept(x)
	}
	if problem.Code == formula.CodeTypeMismatch {
		d.wrongType(at.path(), fault.WantBoolean|fault.WantNumber|fault.WantText|fault.WantList)
	} else {
		d.errs.Addf("invalid-value", at.path(), problem.Data.Members()...)
	}
	return formula.Value{}
}

// kept returns a value as it is stored: numbers with 12 digits.
func kept(v formula.Value) formula.Value {
	if v.Kind() != formula.List {
		v, _ = formula.RoundTo12(v)
		return v
	}
	items := make([]formula.Value, len(v.Items()))
	for i, item := range v.Items() {
		items[i], _ = formula.RoundTo12(item)
	}
	return formula.ListOf(items)
}

// states reads the state of a new entry.
func (d *decoder) states(v ojson.Value, at place) []character.Stored {
	if v.Kind() != ojson.KindObject {
		d.wrongType(at.path(), fault.WantObject)
		return nil
	}
	list := make([]character.Stored, 0, v.Len())
	for _, m := range v.Members() {
		x := d.value(m.Value, place{at.path(), m.Key}, false)
		list = append(list, character.Stored{ID: m.Key, Value: x, Raw: m.Value})
	}
	return list
}

func (d *decoder) tags(v ojson.Value, at place) []string {
	if v.Kind() != ojson.KindArray {
		d.wrongType(at.path(), fault.WantList)
		return nil
	}
	list := make([]string, 0, v.Len())
	for i, item := range v.Items() {
		s, ok := item.AsString()
		if !ok {
			d.wrongType(fault.Index(at.path(), i), fault.WantText)
		}
		list = append(list, s)
	}
	return list
}

func (d *decoder) faces(v ojson.Value, at place) []int64 {
	if v.Kind() != ojson.KindArray {
		d.wrongType(at.path(), fault.WantList)
		return nil
	}
	if v.Len() > MaxFaces {
		d.limit = exceeded("dice", MaxFaces)
		return nil
	}
	list := make([]int64, 0, v.Len())
	for i, item := range v.Items() {
		n, ok := item.AsInt()
		if !ok {
			d.wrongType(fault.Index(at.path(), i), fault.WantInteger)
		} else if n < 1 {
			d.errs.Addf("invalid-value", fault.Index(at.path(), i), ojson.Field("min", ojson.Int(1)))
		}
		list = append(list, n)
	}
	return list
}

// partList reads the parts of a mixed adjust.
func (d *decoder) partList(v ojson.Value, at place) []Part {
	switch {
	case v.Kind() != ojson.KindArray:
		d.wrongType(at.path(), fault.WantList)
		return nil
	case v.Len() > MaxParts:
		d.limit = exceeded("parts", MaxParts)
		return nil
	case v.Len() == 0:
		d.errs.Addf("invalid-value", at.path())
	}
	list := make([]Part, v.Len())
	for i, item := range v.Items() {
		path := fault.Index(at.path(), i)
		if item.Kind() != ojson.KindObject {
			d.wrongType(path, fault.WantObject)
			continue
		}
		hasBy := false
		for _, m := range item.Members() {
			switch m.Key {
			case "by":
				hasBy = true
				list[i].By = d.number(m.Value, place{path, "by"})
			case "tags":
				list[i].Tags = d.tags(m.Value, place{path, "tags"})
			default:
				d.unknown(path, m.Key)
			}
		}
		if !hasBy {
			d.missing(path, "by")
		}
	}
	return list
}

// query reads {type, where?, limit?} of copies, or {where?, limit?} of applied
// effects.
func (d *decoder) query(v ojson.Value, at place, ofType bool) *Query {
	if v.Kind() != ojson.KindObject {
		d.wrongType(at.path(), fault.WantObject)
		return nil
	}
	q, path := &Query{}, at.path()
	hasType := false
	for _, m := range v.Members() {
		switch {
		case m.Key == "type" && ofType:
			hasType = true
			q.Type = d.text(m.Value, place{path, "type"})
		case m.Key == "where":
			q.Where = d.text(m.Value, place{path, "where"})
		case m.Key == "limit":
			q.Limit = d.atLeast(m.Value, place{path, "limit"}, 1)
		default:
			d.unknown(path, m.Key)
		}
	}
	if ofType && !hasType {
		d.missing(path, "type")
	}
	return q
}
