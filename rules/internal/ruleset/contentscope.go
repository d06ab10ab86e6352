package ruleset

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
)

// contentScope is where the queries of each stand: their candidate is a content
// of one type, of which they read the id and the data. They are asked before
// fields exist.
type contentScope struct {
	l    *loader
	typ  int
	pack int // whose ids the text means
}

// Name resolves it.id and it.member (formula.Scope).
func (s *contentScope) Name(path string) (formula.Operand, *formula.Problem) {
	head, name, _ := strings.Cut(path, ".")
	if head != "it" {
		return formula.Operand{}, contentOnly(path)
	}
	if name == "id" {
		return formula.Operand{Type: formula.TextType, Content: true, Resolve: s.contentID, Load: func(f *formula.Frame) formula.Value {
			l := f.Host.(*loader)
			return formula.String(l.contents.list[f.Iter.Cand].id)
		}}, nil
	}
	m, ok := s.l.dataMember(s.typ, name)
	if !ok {
		return formula.Operand{}, &formula.Problem{Code: formula.CodeUnknownName,
			Data: ojson.Object(ojson.Field("name", ojson.String(path)))}
	}
	return formula.Operand{Type: m.formulaType(), Content: true, Load: func(f *formula.Frame) formula.Value {
		v := f.Host.(*loader).data(f.Iter.Cand, m)
		if v.Kind() == formula.None {
			return m.zero()
		}
		return v
	}}, nil
}

// contentID completes an id that is compared with it.id.
func (s *contentScope) contentID(id string) (string, *formula.Problem) {
	i, code := s.l.names.content(s.pack, id)
	if code != "" {
		return id, &formula.Problem{Code: code, Data: ojson.Object(
			ojson.Field("kind", ojson.String("content")), ojson.Field("id", ojson.String(id)))}
	}
	return s.l.contents.list[i].id, nil
}

// Call refuses functions of the engine: they read more than content.
func (s *contentScope) Call(name string, _ []formula.Operand) (formula.Operand, *formula.Problem, bool) {
	switch name {
	case "field", "base", "has", "tagged", "picked", "table", "link", "creating":
		return formula.Operand{}, contentOnly(name), true
	}
	return formula.Operand{}, nil, false
}

// Query refuses queries inside the query.
func (s *contentScope) Query(name string, _ []formula.Operand) (formula.Source, formula.Scope, *formula.Problem, bool) {
	switch name {
	case "copies", "active", "applied", "content", "group":
		return formula.Source{}, nil, contentOnly(name), true
	}
	return formula.Source{}, nil, nil, false
}

func contentOnly(name string) *formula.Problem {
	return &formula.Problem{Code: "content-only", Data: ojson.Object(ojson.Field("name", ojson.String(name)))}
}

// selectContents lists the contents of a name's type for which where holds.
func (l *loader) selectContents(r repeat, where string, n node) (list []int32, ok bool) {
	x, problem := formula.Compile(where, &contentScope{l, r.typ, n.pack()}, formula.BoolType)
	if problem != nil {
		data := []ojson.Member{
			ojson.Field("formula", ojson.String(clip(where))),
			ojson.Field("offset", ojson.Int(int64(problem.Pos.Offset))),
			ojson.Field("line", ojson.Int(int64(problem.Pos.Line))),
			ojson.Field("column", ojson.Int(int64(problem.Pos.Column))),
		}
		code, more := LoadCode(problem)
		l.errs.Addf(code, n.at.Pointer(), append(data, more...)...)
		return nil, false
	}
	for _, c := range l.byType[r.typ] {
		l.frame.Iter.Cand = c
		l.frame.Steps--
		v := x.Eval(l.frame)
		if v.Failed() {
			code, data := LoadCode(&formula.Problem{Code: v.Fault().Code, Data: v.Fault().Data})
			l.errs.Addf(code, n.at.Pointer(), append(data, ojson.Field("content", ojson.String(l.contents.list[c].id)))...)
			return nil, false
		}
		if v.Truth() {
			list = append(list, c)
		}
	}
	return list, true
}

// dataMember is a declared data member, as far as each needs it.
type dataMember struct {
	name    string
	kind    ValueType
	numbers bool // of a list
	node    node
}

// dataMember finds the declaration of a data member of a type.
func (l *loader) dataMember(typ int, name string) (m dataMember, ok bool) {
	data, ok := l.types.list[typ].node.get("data")
	if !ok {
		return m, false
	}
	n, ok := data.get(name)
	if !ok || n.kind() != ojson.KindObject {
		return m, false
	}
	m = dataMember{name: name, node: n}
	if kind, ok := n.get("type"); ok {
		text, _ := kind.value.AsString()
		m.kind = valueType(text)
	}
	if items, ok := n.get("items"); ok {
		text, _ := items.value.AsString()
		m.numbers = text == "number"
	}
	return m, true
}

// formulaType is the type that formulas see.
func (m *dataMember) formulaType() formula.Type {
	switch {
	case m.kind.numeric():
		return formula.NumberType
	case m.kind == Boolean:
		return formula.BoolType
	case m.kind == ListType && m.numbers:
		return formula.NumberList
	case m.kind == ListType:
		return formula.TextList
	case m.kind == Dice:
		return formula.AnyType
	}
	return formula.TextType
}

// data is the value of a data member of a content, None where it has none. What
// is of the wrong type is None here and reported by the decoder.
func (l *loader) data(content int32, m dataMember) formula.Value {
	n, ok := l.contents.list[content].node.get("data")
	if ok {
		n, ok = n.get(m.name)
	}
	if !ok {
		if n, ok = m.node.get("default"); !ok {
			return formula.Value{}
		}
	}
	if m.kind == Ref {
		id, _ := n.value.AsString()
		i, code := l.names.content(n.pack(), id)
		if code != "" {
			return formula.Value{}
		}
		return formula.String(l.contents.list[i].id)
	}
	v, bad := formula.FromJSON(n.json())
	if bad != nil || !m.fits(v) {
		return formula.Value{}
	}
	return v
}

// zero is what a member reads as that is nowhere written.
func (m *dataMember) zero() formula.Value {
	switch m.formulaType() {
	case formula.NumberType:
		return formula.Int(0)
	case formula.BoolType:
		return formula.Boolean(false)
	case formula.NumberList, formula.TextList:
		return formula.ListOf(nil)
	}
	return formula.String("")
}

// fits reports whether a value is of the member's type.
func (m *dataMember) fits(v formula.Value) bool {
	switch m.formulaType() {
	case formula.NumberType:
		return v.Kind() == formula.Number
	case formula.BoolType:
		return v.Kind() == formula.Bool
	case formula.TextType:
		return v.Kind() == formula.Text
	case formula.NumberList, formula.TextList:
		return v.Kind() == formula.List && (len(v.Items()) == 0 || formula.TypeOf(v) == m.formulaType())
	}
	return true
}
