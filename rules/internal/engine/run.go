package engine

import (
	"github.com/open-actor-models/oam/rules/formula"
)

// Run is what formulas of a running action read. A used action has one of its
// own. Whoever runs the action fills it; the engine only reads.
type Run struct {
	Action *ActionProg
	Params []formula.Value // as the action's params
	Vars   []Var           // by slot of the action
	Rolls  []RollFacts     // by slot of the action
	// Amounts are what allocations gave, by slot of the action, then by field.
	Amounts []map[int]formula.Value
	Flags   []bool // as the action's flags: of the roll that is being made, else of the action
	Roles   [][]Participant
	// At is, by role, the participant that a repeat has come to; -1 outside.
	At   []int
	Pass int64
}

// Var is what a step left behind.
type Var struct {
	Value formula.Value
	Data  map[string]formula.Value // of a used action or a handoff
}

// Participant is another character that takes part.
type Participant struct {
	ID     string
	Values []formula.Value // parallel to the role's reads
}

// RollFacts are what formulas know of a roll.
type RollFacts struct {
	Made                              bool
	Total, Sum, Highest, Lowest       int64
	Natural, Matches, Successes, Rank int64
	Margin                            int64
	Band                              string
	Faces, Values                     []formula.Value
	Symbols                           map[string]int64
}

// NewRun is a run of an action with nothing done yet.
func (a *ActionProg) NewRun() *Run {
	r := &Run{
		Action: a, Params: make([]formula.Value, len(a.Def.Params)), Vars: make([]Var, len(a.varTypes)),
		Rolls: make([]RollFacts, len(a.rolls)), Amounts: make([]map[int]formula.Value, len(a.amounts)),
		Flags: make([]bool, len(a.Def.Flags)), Roles: make([][]Participant, len(a.Def.Roles)), At: make([]int, len(a.Def.Roles)),
	}
	for i, t := range a.varTypes {
		r.Vars[i].Value = zeroOfType(t)
	}
	for i := range r.At {
		r.At[i] = -1
	}
	return r
}

// zeroOfType is what reads where nothing has been set yet.
func zeroOfType(t formula.Type) formula.Value {
	switch t {
	case formula.NumberType:
		return formula.Int(0)
	case formula.BoolType:
		return formula.Boolean(false)
	case formula.TextType:
		return formula.String("")
	case formula.NumberList, formula.TextList, formula.BoolList, formula.AnyList:
		return formula.ListOf(nil)
	}
	return formula.Value{}
}

// Begin makes r what formulas read, and returns what they read before.
func (s *Sheet) Begin(r *Run) (before *Run) {
	before, s.running = s.running, r
	return before
}

// With starts the sheet anew with situational effects switched on, by their ids.
func (s *Sheet) With(situational []string) *Sheet {
	s.switched = situational
	s.forget()
	return s
}

// Eval runs a formula of an action for an activation; none gives None.
func (s *Sheet) Eval(x *formula.Formula, node int32) formula.Value {
	if x == nil {
		return formula.Value{}
	}
	return s.eval(x, node)
}

// EvalAmount gives a literal or runs a formula; an absent amount gives None.
func (s *Sheet) EvalAmount(a *Amount, node int32) formula.Value { return s.evalAmount(a, node) }

// Truth runs a condition; none is true.
func (s *Sheet) Truth(x *formula.Formula, node int32) (bool, *formula.Fault) { return s.truth(x, node) }

// participant is the one that a role means here, or nil.
func (r *Run) participant(role int) *Participant {
	list := r.Roles[role]
	at := max(r.At[role], 0)
	if at >= len(list) {
		return nil
	}
	return &list[at]
}
