package engine

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// scope is where a formula stands: it says what names mean there. A scope is
// immutable; the with methods return changed copies.
type scope struct {
	c    *compiler
	pack int
	// content is the entry whose own text this is.
	content *ruleset.Content
	// item is the entry whose data item means, a constant: content, and for an
	// inline option the entry that it stands in.
	item *ruleset.Content
	// typ is the content type whose text this is: item is looked up.
	typ *ruleset.Type
	// choice is the choice whose picks carry this text.
	choice *ruleset.Choice
	// action is set for the formulas of an action.
	action *actionScope
	event  bool
	it     itKind
	itType int // content type of the candidates, or ruleset.None
}

// itKind says what the candidates of a query are.
type itKind uint8

const (
	noIt      itKind = iota
	itContent        // candidates are contents
	itCopy           // candidates are instances
	itNode           // candidates are activations
	itApplied        // candidates are applied effects
)

func (c *compiler) rulesScope(pack int) *scope { return &scope{c: c, pack: pack} }

func (c *compiler) typeScope(t *ruleset.Type) *scope {
	return &scope{c: c, pack: t.Pack, typ: t}
}

func (c *compiler) contentScope(d *ruleset.Content, pack int) *scope {
	item := d
	if d.Type == ruleset.None {
		owner, _, _ := strings.Cut(d.ID, "#")
		item, _ = c.rs.Content(owner)
	}
	return &scope{c: c, pack: pack, content: d, item: item}
}

// at is s for a text that another pack may have written.
func (c *compiler) at(s *scope, t *ruleset.Text) *scope {
	if t == nil || t.Pack == s.pack {
		return s
	}
	moved := *s
	moved.pack = t.Pack
	return &moved
}

func (c *compiler) atAmount(s *scope, a *ruleset.Amount) *scope {
	if a == nil {
		return s
	}
	return c.at(s, a.Formula)
}

func (s *scope) withEvent() *scope {
	moved := *s
	moved.event = true
	return &moved
}

func (s *scope) inPick(d *ruleset.Choice) *scope {
	moved := *s
	moved.choice = d
	return &moved
}

func (s *scope) candidates(kind itKind, typ int) *scope {
	moved := *s
	moved.it, moved.itType = kind, typ
	return &moved
}

func problem(code string, data ...ojson.Member) *formula.Problem {
	p := &formula.Problem{Code: code}
	if len(data) > 0 {
		p.Data = ojson.Object(data...)
	}
	return p
}

func unknownName(path string) (formula.Operand, *formula.Problem) {
	return formula.Operand{}, problem("unknown-name", ojson.Field("name", ojson.String(path)))
}

// Name resolves a dotted name (formula.Scope).
func (s *scope) Name(path string) (formula.Operand, *formula.Problem) {
	head, rest, _ := strings.Cut(path, ".")
	if s.action != nil {
		if op, bad, known := s.actionName(path, head, rest); known {
			return op, bad
		}
	}
	switch head {
	case "it":
		return s.itName(path, rest)
	case "item":
		return s.itemName(path, rest)
	case "copy":
		return s.stateName(path, rest, func(h *Sheet, f *formula.Frame) int32 { return h.scopeOf(f.Node) })
	case "effect":
		return s.stateName(path, rest, func(h *Sheet, f *formula.Frame) int32 { return h.appliedOf(f.Node) })
	case "parent":
		return s.stateName(path, rest, func(h *Sheet, f *formula.Frame) int32 { return h.parentOf(f.Node) })
	case "pick":
		return s.pickName(path, rest)
	case "event":
		return s.eventName(path, rest)
	case "counter":
		if rest == "" {
			return formula.Operand{Type: formula.NumberType, Load: func(f *formula.Frame) formula.Value {
				return host(f).counterOf(f.Node)
			}}, nil
		}
	case "creating":
		if rest == "" {
			return formula.Operand{Type: formula.BoolType, Load: func(f *formula.Frame) formula.Value {
				return formula.Boolean(host(f).ch.Creating != "")
			}}, nil
		}
	default:
		slot, code := s.c.rs.FieldIndex(s.pack, path)
		if code == "" {
			return s.fieldOperand(slot), nil
		}
		if code == "ambiguous-reference" {
			return formula.Operand{}, problem(code, ojson.Field("name", ojson.String(path)))
		}
	}
	return unknownName(path)
}

// host is the sheet that runs a formula.
func host(f *formula.Frame) *Sheet { return f.Host.(*Sheet) }

func (s *scope) fieldOperand(slot int) formula.Operand {
	n := int32(slot)
	return formula.Operand{
		Type: typeOfShape(&s.c.rs.Fields[slot].Shape),
		Load: func(f *formula.Frame) formula.Value { return f.Host.(*Sheet).value(n) },
	}
}

// constant is an operand that is known at load.
func constant(v formula.Value, t formula.Type) formula.Operand {
	return formula.Operand{Type: t, Const: true, Content: true, Load: func(*formula.Frame) formula.Value { return v }}
}

func textType(v formula.Value) formula.Type {
	switch v.Kind() {
	case formula.Number:
		return formula.NumberType
	case formula.Bool:
		return formula.BoolType
	case formula.Text:
		return formula.TextType
	}
	return formula.AnyType
}

// itemName resolves item.x. In an entry's own text it is a constant; in a
// type's text it is read from the content of the node.
func (s *scope) itemName(path, rest string) (formula.Operand, *formula.Problem) {
	switch {
	case rest == "id" && s.item != nil:
		return constant(formula.String(s.item.ID), formula.TextType), nil
	case rest == "id":
		return formula.Operand{Type: formula.TextType, Resolve: s.contentID, Load: func(f *formula.Frame) formula.Value {
			h := host(f)
			return h.idValue(h.t.nodes[f.Node].content)
		}}, nil
	case s.item != nil:
		t := s.c.rs.Types[s.item.Type]
		for i, m := range t.Data {
			if m.Name == rest {
				return constant(s.c.p.data(int32(s.item.Index), i), typeOfShape(&m.Shape)), nil
			}
		}
	case s.typ != nil:
		for i, m := range s.typ.Data {
			if m.Name == rest {
				return formula.Operand{Type: typeOfShape(&m.Shape), Load: func(f *formula.Frame) formula.Value {
					h := host(f)
					return h.p.data(h.t.nodes[f.Node].content, i)
				}}, nil
			}
		}
	}
	return unknownName(path)
}

// absent is a data member that the content does not have.
func absent(name string) formula.Load {
	missing := formula.Fail(&formula.Fault{Code: "unknown-key", Data: ojson.Object(ojson.Field("key", ojson.String(name)))})
	return func(*formula.Frame) formula.Value { return missing }
}

// contentID completes the id of a content that a formula compares with another.
func (s *scope) contentID(id string) (string, *formula.Problem) {
	if id == "" {
		return id, nil
	}
	i, code := s.c.rs.ContentIndex(s.pack, id)
	if code != "" {
		_, p := reference(code, "content", id)
		return id, p
	}
	return s.c.rs.Contents[i].ID, nil
}

// itName resolves it.x for the candidate of the innermost query.
func (s *scope) itName(path, rest string) (formula.Operand, *formula.Problem) {
	kind := s.it
	contentOf := func(h *Sheet, cand int32) int32 { return cand }
	nodeOf := func(h *Sheet, cand int32) int32 { return -1 }
	switch kind {
	case noIt:
		return unknownName(path)
	case itCopy:
		contentOf = func(h *Sheet, cand int32) int32 { return h.t.instances[cand].item }
		nodeOf = func(h *Sheet, cand int32) int32 { return h.t.instances[cand].node }
	case itNode:
		contentOf = func(h *Sheet, cand int32) int32 { return h.t.nodes[cand].content }
		nodeOf = func(h *Sheet, cand int32) int32 { return cand }
	case itApplied:
		contentOf = func(h *Sheet, cand int32) int32 { return h.t.nodes[h.t.applied[cand]].content }
		nodeOf = func(h *Sheet, cand int32) int32 { return h.t.applied[cand] }
	}
	if rest == "id" {
		return formula.Operand{Type: formula.TextType, Content: true, Resolve: s.contentID, Load: func(f *formula.Frame) formula.Value {
			if kind == itContent {
				return s.c.p.contentID(f.Iter.Cand)
			}
			h := host(f)
			return h.idValue(contentOf(h, f.Iter.Cand))
		}}, nil
	}
	if strings.HasPrefix(rest, "state.") || strings.HasPrefix(rest, "computed.") || rest == "equipped" || rest == "quantity" {
		if kind == itContent {
			return unknownName(path)
		}
		return s.stateName(path, rest, func(h *Sheet, f *formula.Frame) int32 { return h.scopeOf(nodeOf(h, f.Iter.Cand)) })
	}
	if s.itType == ruleset.None {
		return s.anyData(path, rest, contentOf, kind)
	}
	for i, m := range s.c.rs.Types[s.itType].Data {
		if m.Name == rest {
			p := s.c.p
			return formula.Operand{Type: typeOfShape(&m.Shape), Content: true, Load: func(f *formula.Frame) formula.Value {
				if kind == itContent {
					return p.data(f.Iter.Cand, i)
				}
				return p.data(contentOf(f.Host.(*Sheet), f.Iter.Cand), i)
			}}, nil
		}
	}
	return unknownName(path)
}

// anyData reads a data member of candidates of any type, by name.
func (s *scope) anyData(path, name string, contentOf func(*Sheet, int32) int32, kind itKind) (formula.Operand, *formula.Problem) {
	p := s.c.p
	known := false
	for _, t := range s.c.rs.Types {
		for _, m := range t.Data {
			known = known || m.Name == name
		}
	}
	if !known {
		return unknownName(path)
	}
	return formula.Operand{Type: formula.AnyType, Content: true, Load: func(f *formula.Frame) formula.Value {
		content := f.Iter.Cand
		if kind != itContent {
			content = contentOf(host(f), content)
		}
		if t := p.typ(content); t != nil {
			for i, m := range t.def.Data {
				if m.Name == name {
					return p.data(content, i)
				}
			}
		}
		return absent(name)(f)
	}}, nil
}
