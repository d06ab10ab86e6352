package engine

import (
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// ActionProg is a compiled action. It is immutable.
type ActionProg struct {
	Def    *ruleset.Action
	Params []ParamProg
	Steps  []*StepProg
	// Home is the index of the content that has the action, that of the rules
	// for one of theirs.
	Home int32

	when  *formula.Formula
	flags []*formula.Formula
	// vars, rolls and amounts number the steps that leave something behind.
	vars, rolls, amounts map[string]int
	varTypes             []formula.Type
	bands                map[string][]string
	results              map[string]*resultNames
	options              map[string]func(string) (string, *formula.Problem)
}

// ParamProg is a compiled parameter.
type ParamProg struct {
	Def              *ruleset.ActionParam
	Default, Low, Up Amount
}

// StepProg is a compiled step.
type StepProg struct {
	Def  *ruleset.Step
	When *formula.Formula
	// Slot is where the run keeps what the step leaves behind.
	Slot int

	Roll     *RollProg
	Choose   *ChooseProg
	Allocate *AllocateProg
	Params   []Amount    // use, handoff, outcome: as the definition's
	Used     *ActionProg // use
	Changes  []ProposalProg
	Formula  *formula.Formula // let; branch: the condition; repeat: while; outcome: the result
	Times    Amount
	Then     []*StepProg // branch, repeat
	Else     []*StepProg
}

// RollProg is a compiled roll.
type RollProg struct {
	Dice                           *DicesProg
	Variants                       []*DicesProg
	Times, Add, Against, Low, High Amount
	DieMin                         Amount
	Tags                           *formula.Formula
	Lowest, Highest                Amount // of again
	Bands                          []*CheckProg
	Shifts                         []*CheckProg
	AgainSlot                      int
}

// CheckProg is a compiled structured test.
type CheckProg struct {
	Def      *ruleset.Check
	Bounds   [][5]Amount
	All, Any []*CheckProg
	Not      *CheckProg
	When     *formula.Formula
}

// ChooseProg is a compiled question.
type ChooseProg struct {
	Min, Max Amount
	When     []*formula.Formula
	from     *formula.Query
	members  string
}

// AllocateProg is a compiled distribution.
type AllocateProg struct{ Min, Max, Budget Amount }

// ProposalProg is a compiled proposal.
type ProposalProg struct {
	Def      *ruleset.Proposal
	When     *formula.Formula
	Formulas []*formula.Formula
}

// Amount is a literal or a compiled formula; the zero Amount is absent.
type Amount = amount

// Absent reports whether nothing was written.
func (a *amount) Absent() bool { return a.absent() }

// actions compiles the actions of a content. Used actions are joined later,
// when all are there.
func (c *compiler) actions(home int32, list []*ruleset.Action, s *scope) []*ActionProg {
	out := make([]*ActionProg, 0, len(list))
	for _, d := range list {
		out = append(out, c.action(home, d, s))
	}
	return out
}

func (c *compiler) action(home int32, d *ruleset.Action, s *scope) *ActionProg {
	a := &ActionProg{
		Def: d, Home: home, vars: map[string]int{}, rolls: map[string]int{}, amounts: map[string]int{},
		bands: map[string][]string{}, results: map[string]*resultNames{},
		options: map[string]func(string) (string, *formula.Problem){},
	}
	plain := c.at(s, d.When)
	a.when = c.formula(d.When, plain, formula.BoolType)
	c.declare(a, d.Steps)
	x := &actionCompiler{compiler: c, a: a, scope: s}
	inside := x.inside()
	for _, p := range d.Params {
		want := typeOfShape(&p.Shape)
		c.optionSet(&p.Shape, s)
		a.Params = append(a.Params, ParamProg{
			Def: p, Default: c.amount(p.Default, c.atAmount(s, p.Default), want),
			Low: c.amount(p.Min, c.atAmount(s, p.Min), formula.NumberType),
			Up:  c.amount(p.Max, c.atAmount(s, p.Max), formula.NumberType),
		})
	}
	for _, f := range d.Flags {
		a.flags = append(a.flags, c.formula(f.When, c.at(inside, f.When), formula.BoolType))
	}
	a.Steps = x.steps(d.Steps)
	return a
}

// declare numbers what the steps leave behind, those of branches and repeats
// too, so that formulas may name it wherever it stands.
func (c *compiler) declare(a *ActionProg, steps []*ruleset.Step) {
	variable := func(s *ruleset.Step, t formula.Type) {
		a.vars[s.ID] = len(a.varTypes)
		a.varTypes = append(a.varTypes, t)
	}
	for _, s := range steps {
		switch s.Kind {
		case ruleset.StepRoll:
			a.rolls[s.ID] = len(a.rolls)
			for _, b := range s.Roll.Bands {
				a.bands[s.ID] = append(a.bands[s.ID], b.ID)
			}
		case ruleset.StepAllocate:
			a.amounts[s.ID] = len(a.amounts)
		case ruleset.StepLet:
			variable(s, formula.AnyType)
		case ruleset.StepChoose:
			t := formula.TextType
			if m := s.Choose.Max; m != nil && !(m.Formula == nil && formula.Equal(m.Literal, formula.Int(1))) {
				t = formula.TextList
			}
			variable(s, t)
			if s.Choose.From != nil {
				a.options[s.ID] = (&scope{c: c, pack: s.Choose.From.Pack}).contentID
			}
		case ruleset.StepUse, ruleset.StepHandoff:
			variable(s, formula.TextType)
			a.results[s.ID] = &resultNames{}
			if s.Run.Known {
				if used, _, ok := c.rs.Action(s.Run.Action); ok {
					a.results[s.ID].names = append([]string{}, used.Results...)
				}
			}
		case ruleset.StepBranch:
			c.declare(a, s.Branch.Then)
			c.declare(a, s.Branch.Else)
		case ruleset.StepRepeat:
			c.declare(a, s.Repeat.Steps)
		}
	}
}

// ParamIndex is the place of a parameter, or -1.
func (a *ActionProg) ParamIndex(name string) int {
	for i, p := range a.Params {
		if p.Def.Name == name {
			return i
		}
	}
	return -1
}

// Flag is the condition of a flag; nil for one that only effects switch on.
func (a *ActionProg) Flag(i int) *formula.Formula { return a.flags[i] }
