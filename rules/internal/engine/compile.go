package engine

import (
	"cmp"
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// compiler holds what compiling one ruleset needs.
type compiler struct {
	p    *Program
	rs   *ruleset.Ruleset
	errs fault.List
	// stackKeep remembers how each stack key keeps, to refuse a second way.
	stackKeep map[string]ruleset.Keep
	groups    map[int]string // field to the name of its set competition
	count     int            // formulas so far
	targets   int            // effect × target pairs so far
	full      bool           // their limit has been reported

	groupWheres map[groupKey]*groupWhere

	steps     int64 // left for what is resolved at load
	exhausted bool  // their limit has been reported
	length    int   // bytes of formulas so far
}

// Compile compiles all formulas of a ruleset. All problems are reported, each
// with the place of its formula and the position in it.
func Compile(rs *ruleset.Ruleset) (*Program, []*fault.Error) {
	p := &Program{RS: rs, byTag: map[string][]tagTarget{}, stateNames: map[string]int32{}, tagsOf: map[string][]int32{},
		optionSets: map[*ruleset.Query][]int32{}, optionNames: map[*ruleset.Shape]map[string]struct{}{}}
	c := &compiler{p: p, rs: rs, stackKeep: map[string]ruleset.Keep{}, groups: map[int]string{}, groupWheres: map[groupKey]*groupWhere{}, steps: maxLoadSteps}
	c.index()
	c.compileFields()
	c.compileTypes()
	for i := range p.contents {
		c.compileContent(&p.contents[i], i)
	}
	c.joinActions()
	if rs.Counter != nil {
		p.counter = c.formula(rs.Counter, c.rulesScope(rs.Counter.Pack), formula.NumberType)
	}
	if !c.errs.Empty() {
		return nil, c.errs.Sorted()
	}
	p.Warnings = c.circularCounters()
	return p, nil
}

// index fills the tables that compiling looks names up in.
func (c *compiler) index() {
	p, rs := c.p, c.rs
	p.fields = make([]valueProg, len(rs.Fields))
	p.types = make([]typeProg, len(rs.Types))
	p.contents = make([]contentProg, len(rs.Contents)+1)
	p.rules = int32(len(rs.Contents))
	p.ofType = make([][]int32, len(rs.Types))
	for _, t := range rs.Types {
		for _, m := range t.State {
			if _, ok := p.stateNames[m.Name]; !ok {
				p.stateNames[m.Name] = int32(len(p.stateNames))
			}
		}
	}
	for i, t := range rs.Types {
		tp := &p.types[i]
		tp.def = t
		tp.stateAt = make([]stateAt, len(t.State))
		for j, m := range t.State {
			tp.stateAt[j] = stateAt{p.stateNames[m.Name], int32(j)}
		}
		slices.SortFunc(tp.stateAt, func(a, b stateAt) int { return cmp.Compare(a.name, b.name) })
	}
	p.ids = make([]formula.Value, len(rs.Contents))
	for i, d := range rs.Contents {
		p.ids[i] = formula.String(d.ID)
		p.contents[i].def = d
		if d.Type >= 0 {
			p.contents[i].once = rs.Types[d.Type].Once
			if !d.Abstract {
				p.ofType[d.Type] = append(p.ofType[d.Type], int32(i))
			}
		}
		for _, tag := range d.Tags {
			p.tagsOf[tag] = append(p.tagsOf[tag], int32(i))
		}
	}
	p.contents[p.rules].def = rs.Rules
	for i, f := range rs.Fields {
		p.fields[i].def = &f.Value
		if f.Group != "" {
			c.groups[i] = f.Group
		}
	}
}

// formula compiles one text; a problem is reported and gives nil.
func (c *compiler) formula(t *ruleset.Text, s formula.Scope, want formula.Type) *formula.Formula {
	if t == nil {
		return nil
	}
	if c.count++; c.count > maxFormulas {
		if c.count == maxFormulas+1 {
			c.errs.Add(limitError("formulas", maxFormulas))
		}
		return nil
	}
	if c.length += len(t.Text); c.length > maxFormulaBytes {
		if c.length-len(t.Text) <= maxFormulaBytes {
			e := limitError("formula-bytes", maxFormulaBytes)
			e.Path = t.At.Pointer()
			c.errs.Add(e)
		}
		return nil
	}
	x, problem := formula.Compile(t.Text, s, want)
	if problem != nil {
		c.problem(t, problem)
		return nil
	}
	return x
}

// problem reports what is wrong in a formula, with the position inside it.
func (c *compiler) problem(t *ruleset.Text, p *formula.Problem) {
	data := []ojson.Member{
		ojson.Field("formula", ojson.String(clip(t.Text))),
		ojson.Field("offset", ojson.Int(int64(p.Pos.Offset))),
		ojson.Field("line", ojson.Int(int64(p.Pos.Line))),
		ojson.Field("column", ojson.Int(int64(p.Pos.Column))),
	}
	code, more := ruleset.LoadCode(p)
	c.errs.Add(fault.New(code, t.At.Pointer(), append(data, more...)...))
}

// clip keeps an error readable when a stranger's formula is long.
func clip(text string) string {
	const most = 120
	if len(text) <= most {
		return text
	}
	cut := most
	for cut > 0 && text[cut]&0xC0 == 0x80 {
		cut--
	}
	return text[:cut] + "…"
}

func (c *compiler) amount(a *ruleset.Amount, s formula.Scope, want formula.Type) amount {
	if a == nil {
		return amount{}
	}
	if a.Formula == nil {
		return amount{literal: a.Literal}
	}
	return amount{formula: c.formula(a.Formula, s, want)}
}

// typeOfShape is the static type of values of a shape.
func typeOfShape(s *ruleset.Shape) formula.Type {
	switch s.Type {
	case ruleset.Integer, ruleset.Number:
		return formula.NumberType
	case ruleset.Boolean:
		return formula.BoolType
	case ruleset.ListType:
		if s.Numbers {
			return formula.NumberList
		}
		return formula.TextList
	}
	return formula.TextType
}

func (c *compiler) compileFields() {
	p := c.p
	for i := range p.fields {
		v := &p.fields[i]
		s := c.rulesScope(v.def.Pack)
		c.compileValue(v, s)
		for j, tag := range v.def.Tags {
			p.byTag[tag.Tag] = append(p.byTag[tag.Tag], tagTarget{int32(i), v.tags[j]})
		}
	}
}

// compileValue compiles a field or a computed value in its scope.
func (c *compiler) compileValue(v *valueProg, s *scope) {
	want := typeOfShape(&v.def.Shape)
	c.optionSet(&v.def.Shape, s)
	v.formula = c.formula(v.def.Formula, s, want)
	v.fallback = c.amount(v.def.Default, s, want)
	v.min = c.amount(v.def.Min, s, formula.NumberType)
	v.max = c.amount(v.def.Max, s, formula.NumberType)
	v.when = c.formula(v.def.When, s, formula.BoolType)
	v.tags = make([]*formula.Formula, len(v.def.Tags))
	for j, tag := range v.def.Tags {
		v.tags[j] = c.formula(tag.When, s, formula.BoolType)
	}
}

// optionSet resolves the contents that an option may name.
func (c *compiler) optionSet(shape *ruleset.Shape, s *scope) {
	if shape.OptionsFrom == nil {
		if len(shape.Options) > fewOptions {
			names := make(map[string]struct{}, len(shape.Options))
			for _, o := range shape.Options {
				names[o] = struct{}{}
			}
			c.p.optionNames[shape] = names
		}
		return
	}
	if q := c.query(shape.OptionsFrom, s); q != nil {
		if !q.Content() {
			c.errs.Addf("content-only", shape.OptionsFrom.At.Pointer())
			return
		}
		c.p.optionSets[shape.OptionsFrom] = c.resolve(q, shape.OptionsFrom)
	}
}

func (c *compiler) compileTypes() {
	for i := range c.p.types {
		t := &c.p.types[i]
		s := c.typeScope(t.def)
		t.active = c.formula(t.def.Active, s, formula.BoolType)
		t.counter = c.formula(t.def.Counter, s, formula.NumberType)
		rules := c.rulesScope(t.def.Pack)
		t.max = c.amount(t.def.Max, rules, formula.NumberType)
		t.perItem = c.amount(t.def.PerItem, rules, formula.NumberType)
		t.stateMin = make([]amount, len(t.def.State))
		t.stateMax = make([]amount, len(t.def.State))
		for j, m := range t.def.State {
			c.optionSet(&m.Shape, s)
			t.stateMin[j] = c.amount(m.Min, s, formula.NumberType)
			t.stateMax[j] = c.amount(m.Max, s, formula.NumberType)
		}
		t.computed = make([]valueProg, len(t.def.Computed))
		for j, v := range t.def.Computed {
			t.computed[j].def = v
			c.compileValue(&t.computed[j], s)
		}
	}
}
