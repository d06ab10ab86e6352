package engine

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// Call resolves a function of the engine (formula.Scope); known is false for a
// name that is none.
func (s *scope) Call(name string, args []formula.Operand) (op formula.Operand, p *formula.Problem, known bool) {
	if s.action != nil {
		if op, p, known = s.actionCall(name, args); known {
			return op, p, true
		}
	}
	switch name {
	case "field":
		op, p = s.fieldCall(args)
	case "base":
		op, p = s.baseCall(args)
	case "has":
		op, p = s.hasCall(args)
	case "tagged":
		op, p = s.taggedCall(args)
	case "picked":
		op, p = s.pickedCall(args)
	case "table":
		op, p = s.table(args)
	case "link":
		op, p = s.linkCall(args)
	case "creating":
		op, p = s.creatingCall(args)
	default:
		return formula.Operand{}, nil, false
	}
	return op, p, true
}

func wrongArguments(name string) (formula.Operand, *formula.Problem) {
	return formula.Operand{}, problem("wrong-argument-count", ojson.Field("name", ojson.String(name)))
}

// reference is the problem of an id that names nothing, or too much.
func reference(code, kind, id string) (formula.Operand, *formula.Problem) {
	return formula.Operand{}, problem(code, ojson.Field("kind", ojson.String(kind)), ojson.Field("id", ojson.String(id)))
}

// constText returns the value of a constant text argument.
func constText(a formula.Operand) (string, bool) {
	if !a.Const || a.Type != formula.TextType {
		return "", false
	}
	return a.Load(nil).Text(), true
}

// wantText is the problem of an argument, counted from 1, that can be no text;
// nil for one that may be.
func wantText(a formula.Operand, number int) *formula.Problem {
	if a.Type == formula.TextType || a.Type == formula.AnyType {
		return nil
	}
	p := problem(formula.CodeTypeMismatch, ojson.Field("expected", ojson.String(formula.TextType.String())),
		ojson.Field("actual", ojson.String(a.Type.String())))
	p.Arg = number
	return p
}

// textOf runs an argument that must be a text; another value is a failure.
func textOf(a formula.Operand, f *formula.Frame) formula.Value {
	v := a.Load(f)
	if v.Failed() || v.Kind() == formula.Text {
		return v
	}
	return formula.Fail(&formula.Fault{Code: formula.CodeTypeMismatch, Data: ojson.Object(
		ojson.Field("expected", ojson.String(formula.Text.String())), ojson.Field("actual", ojson.String(v.Kind().String())))})
}

// fieldCall resolves field('id'), field(expr) and field('a.{}.b', expr…).
func (s *scope) fieldCall(args []formula.Operand) (formula.Operand, *formula.Problem) {
	if len(args) == 0 {
		return wrongArguments("field")
	}
	allConst := true
	for i, a := range args {
		if p := wantText(a, i+1); p != nil {
			return formula.Operand{}, p
		}
		allConst = allConst && a.Const
	}
	if pattern, ok := constText(args[0]); ok && strings.Count(pattern, "{}") != len(args)-1 {
		return wrongArguments("field")
	}
	id := func(f *formula.Frame) (string, formula.Value) {
		pattern := textOf(args[0], f)
		if pattern.Failed() {
			return "", pattern
		}
		text := pattern.Text()
		for _, a := range args[1:] {
			v := textOf(a, f)
			if v.Failed() {
				return "", v
			}
			text = strings.Replace(text, "{}", ruleset.Lower(v.Text()), 1)
		}
		return text, formula.Value{}
	}
	if allConst {
		text, failed := id(nil)
		if failed.Failed() {
			return formula.Operand{}, problem(failed.Fault().Code)
		}
		slot, code := s.c.rs.FieldIndex(s.pack, text)
		if code != "" {
			return reference(code, "field", text)
		}
		return s.fieldOperand(slot), nil
	}
	pack := s.pack
	return formula.Operand{Type: formula.AnyType, Load: func(f *formula.Frame) formula.Value {
		text, failed := id(f)
		if failed.Failed() {
			return failed
		}
		h := host(f)
		slot, code := h.p.RS.FieldIndex(pack, text)
		if code != "" {
			return formula.Fail(&formula.Fault{Code: "unknown-field", Data: ojson.Object(ojson.Field("field", ojson.String(text)))})
		}
		return h.value(int32(slot))
	}}, nil
}

// baseCall resolves base('field'): the value of the base alone.
func (s *scope) baseCall(args []formula.Operand) (formula.Operand, *formula.Problem) {
	if len(args) != 1 {
		return wrongArguments("base")
	}
	id, ok := constText(args[0])
	if !ok {
		return formula.Operand{}, problem("constant-expected", ojson.Field("name", ojson.String("base")))
	}
	slot, code := s.c.rs.FieldIndex(s.pack, id)
	if code != "" {
		return reference(code, "field", id)
	}
	n := int32(slot)
	return formula.Operand{Type: typeOfShape(&s.c.rs.Fields[slot].Shape), Load: func(f *formula.Frame) formula.Value {
		return host(f).base(n)
	}}, nil
}

// hasCall resolves has('id') and has(expr): an active activation of the content.
func (s *scope) hasCall(args []formula.Operand) (formula.Operand, *formula.Problem) {
	if len(args) != 1 {
		return wrongArguments("has")
	}
	if id, ok := constText(args[0]); ok {
		content, code := s.c.rs.ContentIndex(s.pack, id)
		if code != "" {
			return reference(code, "content", id)
		}
		n := int32(content)
		return formula.Operand{Type: formula.BoolType, Load: func(f *formula.Frame) formula.Value { return host(f).has(n) }}, nil
	}
	if p := wantText(args[0], 1); p != nil {
		return formula.Operand{}, p
	}
	pack := s.pack
	return formula.Operand{Type: formula.BoolType, Load: func(f *formula.Frame) formula.Value {
		v := textOf(args[0], f)
		if v.Failed() {
			return v
		}
		h := host(f)
		content, code := h.p.RS.ContentIndex(pack, v.Text())
		if code != "" {
			return formula.Fail(&formula.Fault{Code: "unknown-key", Data: ojson.Object(ojson.Field("key", v.JSON()))})
		}
		return h.has(int32(content))
	}}, nil
}

// taggedCall resolves tagged('tag'): an active activation that carries the tag.
func (s *scope) taggedCall(args []formula.Operand) (formula.Operand, *formula.Problem) {
	if len(args) != 1 {
		return wrongArguments("tagged")
	}
	tag, ok := constText(args[0])
	if !ok {
		return formula.Operand{}, problem("constant-expected", ojson.Field("name", ojson.String("tagged")))
	}
	contents := s.c.p.tagsOf[tag]
	if len(contents) == 0 && !s.c.rs.KnownTag(tag) {
		return reference("unknown-reference", "tag", tag)
	}
	return formula.Operand{Type: formula.BoolType, Load: func(f *formula.Frame) formula.Value {
		return host(f).anyActive(contents)
	}}, nil
}

// pickedCall resolves picked('choice') and picked('choice', option).
func (s *scope) pickedCall(args []formula.Operand) (formula.Operand, *formula.Problem) {
	if len(args) < 1 || len(args) > 2 {
		return wrongArguments("picked")
	}
	name, ok := constText(args[0])
	if !ok {
		return formula.Operand{}, problem("constant-expected", ojson.Field("name", ojson.String("picked")))
	}
	content, choice, code := s.findChoice(name)
	if code != "" {
		return reference(code, "choice", name)
	}
	if len(args) == 1 {
		return formula.Operand{Type: formula.BoolType, Load: func(f *formula.Frame) formula.Value {
			return host(f).picked(f.Node, content, choice, "")
		}}, nil
	}
	p, pack := s.c.p, s.pack
	if id, ok := constText(args[1]); ok {
		option, kind, code := p.pickOption(pack, content, choice, id)
		if code != "" {
			return reference(code, kind, id)
		}
		return formula.Operand{Type: formula.BoolType, Load: func(f *formula.Frame) formula.Value {
			return host(f).picked(f.Node, content, choice, option)
		}}, nil
	}
	if p := wantText(args[1], 2); p != nil {
		return formula.Operand{}, p
	}
	return formula.Operand{Type: formula.BoolType, Load: func(f *formula.Frame) formula.Value {
		v := textOf(args[1], f)
		if v.Failed() {
			return v
		}
		option, kind, code := p.pickOption(pack, content, choice, v.Text())
		switch {
		case code != "" && kind == "field":
			return formula.Fail(&formula.Fault{Code: "unknown-field", Data: ojson.Object(ojson.Field("field", v.JSON()))})
		case code != "":
			return formula.Fail(&formula.Fault{Code: "unknown-key", Data: ojson.Object(ojson.Field("key", v.JSON()))})
		}
		return host(f).picked(f.Node, content, choice, option)
	}}, nil
}

// findChoice finds a choice by name in the content of the scope, else in the
// rules, where the name is completed like every id.
func (s *scope) findChoice(name string) (content int32, choice int, code string) {
	p := s.c.p
	if s.content != nil && s.content.Index != ruleset.None {
		list := p.contents[s.content.Index].def.Choices
		if i := slices.IndexFunc(list, func(c *ruleset.Choice) bool { return c.Name == name }); i >= 0 {
			return int32(s.content.Index), i, ""
		}
	}
	choice, code = s.c.rs.ChoiceIndex(s.pack, name)
	return p.rules, choice, code
}

// linkCall resolves link('slot') and link('slot', 'field').
func (s *scope) linkCall(args []formula.Operand) (formula.Operand, *formula.Problem) {
	if len(args) < 1 || len(args) > 2 {
		return wrongArguments("link")
	}
	id, ok := constText(args[0])
	if !ok {
		return formula.Operand{}, problem("constant-expected", ojson.Field("name", ojson.String("link")))
	}
	index, code := s.c.rs.LinkIndex(s.pack, id)
	if code != "" {
		return reference(code, "link", id)
	}
	if len(args) == 1 {
		return formula.Operand{Type: formula.BoolType, Load: func(f *formula.Frame) formula.Value {
			return formula.Boolean(host(f).links.has(index))
		}}, nil
	}
	field, ok := constText(args[1])
	if !ok {
		return formula.Operand{}, problem("constant-expected", ojson.Field("name", ojson.String("link")))
	}
	i, code := s.readIndex(s.c.rs.Links[index].Reads, field)
	if code != "" {
		return reference(code, "field", field)
	}
	read := &s.c.rs.Links[index].Reads[i]
	return formula.Operand{Type: typeOfShape(&read.Shape), Load: func(f *formula.Frame) formula.Value {
		return host(f).links.read(index, i, read)
	}}, nil
}

// readIndex finds what may be read of another character by the id that a
// formula wrote: completed like every id, else the only read of that local id.
func (s *scope) readIndex(reads []ruleset.LinkRead, id string) (index int, code string) {
	full := id
	if i, code := s.c.rs.FieldIndex(s.pack, id); code == "" {
		full = s.c.rs.Fields[i].ID
	}
	if i := slices.IndexFunc(reads, func(r ruleset.LinkRead) bool { return r.Field == full }); i >= 0 {
		return i, ""
	}
	index = ruleset.None
	for i := range reads {
		switch {
		case localPart(reads[i].Field) != id:
		case index != ruleset.None:
			return ruleset.None, "ambiguous-reference"
		default:
			index = i
		}
	}
	if index == ruleset.None {
		return index, "unknown-reference"
	}
	return index, ""
}

// localPart is an id without its pack.
func localPart(id string) string {
	if _, local, ok := strings.Cut(id, ":"); ok {
		return local
	}
	return id
}

// creatingCall resolves creating('action'): whether this creation is running.
func (s *scope) creatingCall(args []formula.Operand) (formula.Operand, *formula.Problem) {
	if len(args) != 1 {
		return wrongArguments("creating")
	}
	id, ok := constText(args[0])
	if !ok {
		return formula.Operand{}, problem("constant-expected", ojson.Field("name", ojson.String("creating")))
	}
	action, code := s.c.rs.ActionID(s.pack, id)
	if code != "" {
		return reference(code, "action", id)
	}
	return formula.Operand{Type: formula.BoolType, Load: func(f *formula.Frame) formula.Value {
		return formula.Boolean(host(f).ch.Creating == action)
	}}, nil
}
