package engine

import (
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// actionScope is what formulas of an action know beside those of its content.
type actionScope struct {
	prog *ActionProg
	// each are the roles that a repeat around the formula goes over.
	each []int
}

// inAction is s for the formulas of an action.
func (s *scope) inAction(a *actionScope) *scope {
	moved := *s
	moved.action = a
	return &moved
}

// actionName resolves names that only actions have; known is false for any
// other.
func (s *scope) actionName(path, head, rest string) (op formula.Operand, bad *formula.Problem, known bool) {
	a := s.action
	switch head {
	case "param":
		for i, p := range a.prog.Def.Params {
			if p.Name == rest {
				return runOperand(typeOfShape(&p.Shape), func(r *Run) formula.Value { return r.Params[i] }), nil, true
			}
		}
	case "roll":
		op, bad = s.rollName(path, rest)
		return op, bad, true
	case "var":
		op, bad = s.varName(path, rest)
		return op, bad, true
	case "pass":
		if rest == "" {
			return runOperand(formula.NumberType, func(r *Run) formula.Value { return formula.Int(r.Pass) }), nil, true
		}
	default:
		role := a.prog.Def.FindRole(head)
		if role == ruleset.None {
			return op, nil, false
		}
		op, bad = s.roleName(path, rest, role)
		return op, bad, true
	}
	op, bad = unknownName(path)
	return op, bad, true
}

// runOperand reads the run.
func runOperand(t formula.Type, read func(*Run) formula.Value) formula.Operand {
	return formula.Operand{Type: t, Load: func(f *formula.Frame) formula.Value { return read(host(f).running) }}
}

// rollName resolves roll.<step>.<fact>.
func (s *scope) rollName(path, rest string) (formula.Operand, *formula.Problem) {
	name, fact, _ := strings.Cut(rest, ".")
	slot, ok := s.action.prog.rolls[name]
	if !ok {
		return unknownName(path)
	}
	number := func(read func(*RollFacts) int64) (formula.Operand, *formula.Problem) {
		return runOperand(formula.NumberType, func(r *Run) formula.Value { return formula.Int(read(&r.Rolls[slot])) }), nil
	}
	list := func(read func(*RollFacts) []formula.Value) (formula.Operand, *formula.Problem) {
		return runOperand(formula.NumberList, func(r *Run) formula.Value {
			return formula.ListOf(slices.Clone(read(&r.Rolls[slot])))
		}), nil
	}
	switch fact {
	case "total":
		return number(func(r *RollFacts) int64 { return r.Total })
	case "sum":
		return number(func(r *RollFacts) int64 { return r.Sum })
	case "natural":
		return number(func(r *RollFacts) int64 { return r.Natural })
	case "highest":
		return number(func(r *RollFacts) int64 { return r.Highest })
	case "lowest":
		return number(func(r *RollFacts) int64 { return r.Lowest })
	case "matches":
		return number(func(r *RollFacts) int64 { return r.Matches })
	case "successes":
		return number(func(r *RollFacts) int64 { return r.Successes })
	case "margin":
		return number(func(r *RollFacts) int64 { return r.Margin })
	case "rank":
		return number(func(r *RollFacts) int64 { return r.Rank })
	case "faces":
		return list(func(r *RollFacts) []formula.Value { return r.Faces })
	case "values":
		return list(func(r *RollFacts) []formula.Value { return r.Values })
	case "band":
		op := runOperand(formula.TextType, func(r *Run) formula.Value { return formula.String(r.Rolls[slot].Band) })
		op.Resolve = s.bandID(name)
		return op, nil
	}
	return unknownName(path)
}

// bandID refuses a band that the roll does not have: a misspelt one would be
// a comparison that never holds.
func (s *scope) bandID(roll string) func(string) (string, *formula.Problem) {
	bands := s.action.prog.bands[roll]
	return func(id string) (string, *formula.Problem) {
		if id != "" && !slices.Contains(bands, id) {
			_, p := reference("unknown-reference", "band", id)
			return id, p
		}
		return id, nil
	}
}

// varName resolves var.<step>, var.<step>.result and var.<step>.data.<name>.
func (s *scope) varName(path, rest string) (formula.Operand, *formula.Problem) {
	name, part, more := strings.Cut(rest, ".")
	slot, ok := s.action.prog.vars[name]
	if !ok {
		return unknownName(path)
	}
	inner := s.action.prog.results[name]
	if !more && inner == nil {
		op := runOperand(s.action.prog.varTypes[slot], func(r *Run) formula.Value { return r.Vars[slot].Value })
		op.Resolve = s.action.prog.options[name]
		return op, nil
	}
	if data, ok := strings.CutPrefix(part, "data."); ok && inner != nil && data != "" {
		return runOperand(formula.AnyType, func(r *Run) formula.Value { return r.Vars[slot].Data[data] }), nil
	}
	if part == "result" && inner != nil {
		op := runOperand(formula.TextType, func(r *Run) formula.Value { return r.Vars[slot].Value })
		if inner.names != nil {
			op.Resolve = inner.resolve
		}
		return op, nil
	}
	return unknownName(path)
}

// resultNames are the results that a use or handoff may have; nil names are not
// known.
type resultNames struct{ names []string }

func (n *resultNames) resolve(id string) (string, *formula.Problem) {
	if id != "" && !slices.Contains(n.names, id) {
		_, p := reference("unknown-reference", "result", id)
		return id, p
	}
	return id, nil
}

// roleName resolves <role>.id and <role>.<field>.
func (s *scope) roleName(path, rest string, role int) (formula.Operand, *formula.Problem) {
	if bad := s.misplacedRole(role); bad != nil {
		return formula.Operand{}, bad
	}
	if rest == "id" {
		return runOperand(formula.TextType, func(r *Run) formula.Value {
			if p := r.participant(role); p != nil {
				return formula.String(p.ID)
			}
			return formula.String("")
		}), nil
	}
	reads := s.action.prog.Def.Roles[role].Reads
	i, code := s.readIndex(reads, rest)
	switch code {
	case "":
		return roleOperand(role, i, &reads[i]), nil
	case "ambiguous-reference":
		return formula.Operand{}, problem(code, ojson.Field("name", ojson.String(path)))
	}
	return unknownName(path)
}

// misplacedRole refuses to read one of a role that may have several, outside of
// a repeat over it.
func (s *scope) misplacedRole(role int) *formula.Problem {
	d := s.action.prog.Def.Roles[role]
	if d.Max > 1 && !slices.Contains(s.action.each, role) {
		return problem("misplaced-role", ojson.Field("role", ojson.String(d.Name)))
	}
	return nil
}

func roleOperand(role, index int, read *ruleset.LinkRead) formula.Operand {
	return runOperand(typeOfShape(&read.Shape), func(r *Run) formula.Value {
		if p := r.participant(role); p != nil && p.Values[index].Kind() != formula.None {
			return p.Values[index]
		}
		if read.Default.Kind() != formula.None {
			return read.Default
		}
		return zeroOf(&read.Shape)
	})
}

// actionCall resolves functions that only actions have.
func (s *scope) actionCall(name string, args []formula.Operand) (op formula.Operand, bad *formula.Problem, known bool) {
	prog := s.action.prog
	texts := make([]string, 0, 2)
	for _, a := range args {
		text, ok := constText(a)
		if !ok {
			break
		}
		texts = append(texts, text)
	}
	want := 1
	switch name {
	case "role", "amount", "symbols":
		want = 2
	case "rolled", "flag", "participants":
	default:
		return op, nil, false
	}
	if len(args) != want {
		op, bad = wrongArguments(name)
		return op, bad, true
	}
	if len(texts) != want {
		return op, problem("constant-expected", ojson.Field("name", ojson.String(name))), true
	}
	unknown := func(kind string) (formula.Operand, *formula.Problem, bool) {
		op, bad := reference("unknown-reference", kind, texts[0])
		return op, bad, true
	}
	switch name {
	case "rolled":
		slot, ok := prog.rolls[texts[0]]
		if !ok {
			return unknown("roll")
		}
		return runOperand(formula.BoolType, func(r *Run) formula.Value { return formula.Boolean(r.Rolls[slot].Made) }), nil, true
	case "symbols":
		slot, ok := prog.rolls[texts[0]]
		if !ok {
			return unknown("roll")
		}
		return runOperand(formula.NumberType, func(r *Run) formula.Value { return formula.Int(r.Rolls[slot].Symbols[texts[1]]) }), nil, true
	case "flag":
		flag := prog.Def.FindFlag(texts[0])
		if flag == ruleset.None {
			return unknown("flag")
		}
		return runOperand(formula.BoolType, func(r *Run) formula.Value { return formula.Boolean(r.Flags[flag]) }), nil, true
	case "amount":
		slot, ok := prog.amounts[texts[0]]
		if !ok {
			return unknown("allocation")
		}
		field, code := s.c.rs.FieldIndex(s.pack, texts[1])
		if code != "" {
			op, bad = reference(code, "field", texts[1])
			return op, bad, true
		}
		return runOperand(formula.NumberType, func(r *Run) formula.Value {
			if v, ok := r.Amounts[slot][field]; ok {
				return v
			}
			return formula.Int(0)
		}), nil, true
	}
	role := prog.Def.FindRole(texts[0])
	if role == ruleset.None {
		return unknown("role")
	}
	if name == "participants" {
		return runOperand(formula.NumberType, func(r *Run) formula.Value { return formula.Int(int64(len(r.Roles[role]))) }), nil, true
	}
	if bad := s.misplacedRole(role); bad != nil {
		return op, bad, true
	}
	reads := prog.Def.Roles[role].Reads
	i, code := s.readIndex(reads, texts[1])
	if code != "" {
		op, bad = reference(code, "read", texts[1])
		return op, bad, true
	}
	return roleOperand(role, i, &reads[i]), nil, true
}
