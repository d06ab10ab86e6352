package engine

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// Query resolves a query of a formula (formula.Scope): copies, active, applied
// and content take a type, group takes the name of a group.
func (s *scope) Query(name string, args []formula.Operand) (formula.Source, formula.Scope, *formula.Problem, bool) {
	switch name {
	case "copies", "active", "applied", "content", "group":
	default:
		return formula.Source{}, nil, nil, false
	}
	fail := func(p *formula.Problem) (formula.Source, formula.Scope, *formula.Problem, bool) {
		return formula.Source{}, nil, p, true
	}
	if len(args) != 1 {
		return fail(problem("wrong-argument-count", ojson.Field("name", ojson.String(name))))
	}
	id, ok := constText(args[0])
	if !ok {
		return fail(problem("constant-expected", ojson.Field("name", ojson.String(name))))
	}
	if name == "group" {
		source, kind, typ, code := s.group(id)
		if code != "" {
			_, p := reference(code, "group", id)
			return fail(p)
		}
		return source, s.candidates(kind, typ), nil, true
	}
	typ := ruleset.None
	if id != "*" {
		index, code := s.c.rs.TypeIndex(s.pack, id)
		if code != "" {
			_, p := reference(code, "type", id)
			return fail(p)
		}
		typ = index
	}
	source, kind := s.c.source(name, typ)
	return source, s.candidates(kind, typ), nil, true
}

// query compiles a written query: {type, where, from}.
func (c *compiler) query(q *ruleset.Query, s *scope) *formula.Query {
	if q == nil {
		return nil
	}
	if q.Pack != s.pack {
		moved := *s
		moved.pack = q.Pack
		s = &moved
	}
	name := "content"
	switch q.From {
	case "held":
		name = "copies"
	case "own":
		name = "own"
	case "all":
		name = "active"
	}
	var source formula.Source
	kind, typ := noIt, q.Type
	if q.From == "group" {
		var code string
		if source, kind, typ, code = s.group(q.Group); code != "" {
			c.errs.Addf(code, q.At.Pointer(), ojson.Field("kind", ojson.String("group")), ojson.Field("id", ojson.String(q.Group)))
			return nil
		}
	} else {
		source, kind = c.source(name, q.Type)
	}
	where, at := "", q.At
	if q.Where != nil {
		where, at = q.Where.Text, q.Where.At
	}
	x, problem := formula.CompileQuery(source, s.candidates(kind, typ), where)
	if problem != nil {
		c.problem(&ruleset.Text{Text: where, At: at}, problem)
		return nil
	}
	return x
}

// source walks the candidates of one of the query kinds.
func (c *compiler) source(name string, typ int) (formula.Source, itKind) {
	p := c.p
	switch name {
	case "copies":
		return formula.Source{
			Start: func(f *formula.Frame) { f.Iter = formula.Iter{} },
			Next: func(f *formula.Frame) bool {
				t := host(f).t
				for f.Iter.Next < t.copies {
					i := int32(f.Iter.Next)
					f.Iter.Next++
					if typ == ruleset.None || p.typeOf(t.instances[i].item) == typ {
						f.Iter.Cand = i
						return true
					}
				}
				return false
			},
		}, itCopy
	case "applied":
		return formula.Source{
			Start: func(f *formula.Frame) { f.Iter = formula.Iter{} },
			Next: func(f *formula.Frame) bool {
				t := host(f).t
				for f.Iter.Next < len(t.applied) {
					i := int32(f.Iter.Next)
					f.Iter.Next++
					if content := t.nodes[t.applied[i]].content; typ == ruleset.None || content >= 0 && p.typeOf(content) == typ {
						f.Iter.Cand = i
						return true
					}
				}
				return false
			},
		}, itApplied
	case "content":
		return formula.Source{
			Content: true,
			Start:   func(f *formula.Frame) { f.Iter = formula.Iter{List: p.candidates(typ)} },
			Next: func(f *formula.Frame) bool {
				if f.Iter.Next >= len(f.Iter.List) {
					return false
				}
				f.Iter.Cand = f.Iter.List[f.Iter.Next]
				f.Iter.Next++
				return true
			},
		}, itContent
	}
	own := name == "own"
	return formula.Source{
		Start: func(f *formula.Frame) { f.Iter = formula.Iter{} },
		Next: func(f *formula.Frame) bool {
			h := host(f)
			for f.Iter.Next < len(h.t.order) {
				n := h.t.order[f.Iter.Next]
				f.Iter.Next++
				content := h.t.nodes[n].content
				if content < 0 || content == p.rules || typ != ruleset.None && p.typeOf(content) != typ {
					continue
				}
				if own && !h.below(n, f.Node) {
					continue
				}
				f.Iter.Cand = n
				return true
			}
			return false
		},
		Gate: func(f *formula.Frame) formula.Value { return host(f).active(f.Iter.Cand) },
	}, itNode
}

// candidates lists the contents of a type, or all of them.
func (p *Program) candidates(typ int) []int32 {
	if typ != ruleset.None {
		return p.ofType[typ]
	}
	var all []int32
	for i, d := range p.RS.Contents[:p.RS.Named] {
		if !d.Abstract {
			all = append(all, int32(i))
		}
	}
	return all
}

// group is the query of a declared group. Its own members are those below the
// activation that declares it; asked where no such activation is above, there
// are none. code is that of a lookup.
func (s *scope) group(name string) (source formula.Source, kind itKind, typ int, code string) {
	declared, ofRules, code := s.declared(name)
	if code != "" {
		return formula.Source{}, noIt, 0, code
	}
	kindName := map[string]string{"held": "copies", "own": "active", "all": "active", "": "content"}[declared.From]
	source, kind = s.c.source(kindName, declared.Type)
	inner := s.candidates(kind, declared.Type)
	if declared.Pack != s.pack {
		moved := *inner
		moved.pack = declared.Pack
		inner = &moved
	}
	gates := []formula.Load{}
	if declared.From == "own" {
		gates = append(gates, func(f *formula.Frame) formula.Value {
			h := host(f)
			return formula.Boolean(h.below(f.Iter.Cand, h.holderOf(f.Node, name, ofRules)))
		})
	}
	if declared.Where != nil {
		gates = append(gates, s.c.groupWhere(groupName{name, ofRules}, declared, inner).eval)
	}
	if source.Gate != nil {
		gates = append(gates, source.Gate)
	}
	if len(gates) > 0 {
		source.Content = false
		source.Gate = func(f *formula.Frame) formula.Value {
			for _, g := range gates {
				if v := g(f); v.Failed() || !v.Truth() {
					return v
				}
			}
			return formula.Boolean(true)
		}
	}
	return source, kind, declared.Type, ""
}

// groupWhere is the condition of a group as one scope reads it. It is compiled
// once: groups ask each other, and themselves.
type groupWhere struct {
	number int32
	where  *formula.Formula // nil where it does not compile
}

type groupKey struct {
	declared *ruleset.Query
	scope    scope
}

func (c *compiler) groupWhere(name groupName, declared *ruleset.Query, inner *scope) *groupWhere {
	key := groupKey{declared, *inner}
	if g, ok := c.groupWheres[key]; ok {
		return g
	}
	g := &groupWhere{number: int32(len(c.p.groups))}
	c.groupWheres[key] = g
	c.p.groups = append(c.p.groups, name)
	g.where = c.formula(declared.Where, inner, formula.BoolType)
	return g
}

// eval asks the condition of one candidate.
func (g *groupWhere) eval(f *formula.Frame) formula.Value {
	h := host(f)
	outer, failed := h.question(asked{kind: askedGroup, id: f.Node, part: g.number})
	if failed != nil {
		return formula.Fail(failed)
	}
	defer h.pop(outer)
	return g.where.Eval(f)
}

// declared finds a group by name: in the entry itself, in the rules, where the
// name is completed like every id, else in the first entry that declares it.
func (s *scope) declared(name string) (q *ruleset.Query, ofRules bool, code string) {
	if q := s.c.groupQuery(s.content, name); q != nil {
		return q, false, ""
	}
	if i, code := s.c.rs.GroupIndex(s.pack, name); code == "" {
		return s.c.rs.Rules.Groups[i].Query, true, ""
	} else if code != "unknown-reference" {
		return nil, false, code
	}
	for _, d := range s.c.rs.Contents {
		if q := s.c.groupQuery(d, name); q != nil {
			return q, false, ""
		}
	}
	return nil, false, "unknown-reference"
}

func (c *compiler) groupQuery(d *ruleset.Content, name string) *ruleset.Query {
	if d == nil {
		return nil
	}
	for _, g := range d.Groups {
		if g.Name == name {
			return g.Query
		}
	}
	return nil
}
