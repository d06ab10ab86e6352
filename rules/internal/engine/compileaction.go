package engine

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// actionCompiler compiles the steps of one action.
type actionCompiler struct {
	*compiler
	a     *ActionProg
	scope *scope
	each  []int
}

// inside is the scope of the action's formulas where the compiler is.
func (x *actionCompiler) inside() *scope {
	return x.scope.inAction(&actionScope{prog: x.a, each: x.each})
}

func (x *actionCompiler) ask(t *ruleset.Text, want formula.Type) *formula.Formula {
	return x.formula(t, x.at(x.inside(), t), want)
}

func (x *actionCompiler) askAmount(a *ruleset.Amount, want formula.Type) Amount {
	return x.amount(a, x.atAmount(x.inside(), a), want)
}

func (x *actionCompiler) steps(list []*ruleset.Step) []*StepProg {
	out := make([]*StepProg, 0, len(list))
	for _, d := range list {
		out = append(out, x.step(d))
	}
	return out
}

func (x *actionCompiler) step(d *ruleset.Step) *StepProg {
	p := &StepProg{Def: d, When: x.ask(d.When, formula.BoolType), Slot: -1}
	switch d.Kind {
	case ruleset.StepRoll:
		p.Slot = x.a.rolls[d.ID]
		p.Roll = x.roll(d.Roll)
	case ruleset.StepChoose:
		p.Slot = x.a.vars[d.ID]
		p.Choose = x.choose(d.Choose)
	case ruleset.StepAllocate:
		p.Slot = x.a.amounts[d.ID]
		p.Allocate = &AllocateProg{
			Min: x.askAmount(d.Allocate.Min, formula.NumberType), Max: x.askAmount(d.Allocate.Max, formula.NumberType),
			Budget: x.askAmount(d.Allocate.Budget, formula.NumberType),
		}
	case ruleset.StepUse, ruleset.StepHandoff:
		p.Slot = x.a.vars[d.ID]
		x.run(d, p)
	case ruleset.StepChanges:
		for _, c := range d.Changes {
			p.Changes = append(p.Changes, x.proposal(c))
		}
	case ruleset.StepLet:
		p.Slot = x.a.vars[d.ID]
		if p.Formula = x.ask(d.Let, formula.AnyType); p.Formula != nil {
			x.a.varTypes[p.Slot] = p.Formula.Type()
		}
	case ruleset.StepBranch:
		p.Formula = x.ask(d.Branch.If, formula.BoolType)
		p.Then, p.Else = x.steps(d.Branch.Then), x.steps(d.Branch.Else)
	case ruleset.StepRepeat:
		p.Times = x.askAmount(d.Repeat.Times, formula.NumberType)
		outer := x.each
		if d.Repeat.Each != ruleset.None {
			x.each = append(append([]int{}, outer...), d.Repeat.Each)
		}
		p.Formula = x.ask(d.Repeat.While, formula.BoolType)
		p.Then = x.steps(d.Repeat.Steps)
		x.each = outer
	case ruleset.StepOutcome:
		p.Formula = x.ask(d.Outcome.Formula, formula.TextType)
		p.Params = x.params(d.Outcome.Data)
	}
	return p
}

func (x *actionCompiler) params(list []ruleset.Param) []Amount {
	out := make([]Amount, 0, len(list))
	for i := range list {
		out = append(out, x.askAmount(&list[i].Value, formula.AnyType))
	}
	return out
}

func (x *actionCompiler) roll(d *ruleset.RollStep) *RollProg {
	r := &RollProg{
		Times: x.askAmount(d.Times, formula.NumberType), Add: x.askAmount(d.Add, formula.NumberType),
		Against: x.askAmount(d.Against, formula.NumberType), DieMin: x.askAmount(d.DieMin, formula.NumberType),
		Tags: x.ask(d.TagsText, formula.TextList),
		Low:  x.askAmount(d.Min, formula.NumberType), High: x.askAmount(d.Max, formula.NumberType),
	}
	if d.Again != nil {
		r.AgainSlot = x.a.rolls[d.Again.Roll]
		r.Lowest, r.Highest = x.askAmount(d.Again.Lowest, formula.NumberType), x.askAmount(d.Again.Highest, formula.NumberType)
	}
	r.Dice = x.dices(d.Dice, x.inside())
	for _, v := range d.Variants {
		r.Variants = append(r.Variants, x.dices(v.Dice, x.inside()))
	}
	for _, b := range d.Bands {
		r.Bands = append(r.Bands, x.check(b.Test))
	}
	for _, s := range d.Shifts {
		r.Shifts = append(r.Shifts, x.check(s.Test))
	}
	return r
}

// check compiles a test; nil stays nil.
func (x *actionCompiler) check(d *ruleset.Check) *CheckProg {
	if d == nil {
		return nil
	}
	p := &CheckProg{Def: d, Not: x.check(d.Not), When: x.ask(d.When, formula.BoolType)}
	for i := range d.Facts {
		var bounds [5]Amount
		for j, b := range d.Facts[i].Bounds {
			bounds[j] = x.askAmount(b, formula.NumberType)
		}
		p.Bounds = append(p.Bounds, bounds)
	}
	for _, c := range d.All {
		p.All = append(p.All, x.check(c))
	}
	for _, c := range d.Any {
		p.Any = append(p.Any, x.check(c))
	}
	return p
}

func (x *actionCompiler) choose(d *ruleset.ChooseStep) *ChooseProg {
	p := &ChooseProg{Min: x.askAmount(d.Min, formula.NumberType), Max: x.askAmount(d.Max, formula.NumberType)}
	for i := range d.Options {
		p.When = append(p.When, x.ask(d.Options[i].When, formula.BoolType))
	}
	if d.From != nil {
		p.from, p.members = x.query(d.From, x.inside()), d.From.From
		if p.members == "group" && p.from != nil {
			declared, _, _ := x.scope.declared(d.From.Group)
			p.members = declared.From
		}
	}
	return p
}

// run compiles what a use or a handoff gives to the other action, and checks
// the names.
func (x *actionCompiler) run(d *ruleset.Step, p *StepProg) {
	p.Params = x.params(d.Run.Params)
	if !d.Run.Known {
		return
	}
	used, _, ok := x.rs.Action(d.Run.Action)
	if !ok {
		return
	}
	at := d.At.Pointer()
	for _, given := range d.Run.Params {
		if !hasParam(used, given.Name) {
			x.errs.Addf("unknown-reference", fault.Key(at, d.Kind.String()),
				ojson.Field("kind", ojson.String("param")), ojson.Field("id", ojson.String(given.Name)))
		}
	}
	for _, m := range d.Run.Roles {
		if used.FindRole(m.Theirs) == ruleset.None {
			x.errs.Addf("unknown-reference", fault.Key(at, d.Kind.String()),
				ojson.Field("kind", ojson.String("role")), ojson.Field("id", ojson.String(m.Theirs)))
		}
	}
}

func hasParam(a *ruleset.Action, name string) bool {
	for _, p := range a.Params {
		if p.Name == name {
			return true
		}
	}
	return false
}

func (x *actionCompiler) proposal(d *ruleset.Proposal) ProposalProg {
	p := ProposalProg{Def: d, When: x.ask(d.When, formula.BoolType)}
	for _, m := range d.Formulas {
		p.Formulas = append(p.Formulas, x.ask(m.Text, formula.AnyType))
	}
	if _, ok := x.a.amounts[d.Amounts]; d.Amounts != "" && !ok {
		x.errs.Addf("unknown-reference", fault.Key(d.At.Pointer(), "amounts"),
			ojson.Field("kind", ojson.String("allocation")), ojson.Field("id", ojson.String(d.Amounts)))
	}
	return p
}

// joinActions finds the actions that others use, and refuses those that come
// back to themselves.
func (c *compiler) joinActions() {
	byID := map[string]*ActionProg{}
	var all []*ActionProg
	for i := range c.p.contents {
		for _, a := range c.p.contents[i].actions {
			byID[a.Def.ID] = a
			all = append(all, a)
		}
	}
	for _, a := range all {
		eachUse(a.Steps, func(s *StepProg) { s.Used = byID[s.Def.Run.Action] })
	}
	c.useCycles(all)
}

// eachUse visits the use steps of a list, those inside of others too.
func eachUse(steps []*StepProg, visit func(*StepProg)) {
	for _, s := range steps {
		if s.Def.Kind == ruleset.StepUse {
			visit(s)
		}
		eachUse(s.Then, visit)
		eachUse(s.Else, visit)
	}
}

// useCycles reports every action that uses itself, by way of others too.
func (c *compiler) useCycles(all []*ActionProg) {
	const (
		unseen = iota
		open
		closed
	)
	state := map[*ActionProg]int{}
	var path []*ActionProg
	var visit func(a *ActionProg)
	visit = func(a *ActionProg) {
		state[a] = open
		path = append(path, a)
		eachUse(a.Steps, func(s *StepProg) {
			switch {
			case s.Used == nil:
			case state[s.Used] == unseen && len(path) < maxUseDepth:
				visit(s.Used)
			case state[s.Used] == open:
				ids := []string{}
				for i := len(path) - 1; i >= 0; i-- {
					ids = append([]string{path[i].Def.ID}, ids...)
					if path[i] == s.Used {
						break
					}
				}
				c.errs.Addf("use-cycle", s.Def.At.Pointer(), ojson.Field("cycle", ojson.Strings(ids)))
			case state[s.Used] == unseen:
				c.errs.Add(fault.New("safety-limit-exceeded", s.Def.At.Pointer(), limitData("use-depth", maxUseDepth).Members()...))
			}
		})
		path = path[:len(path)-1]
		state[a] = closed
	}
	for _, a := range all {
		if state[a] == unseen {
			visit(a)
		}
	}
}

// maxUseDepth is how deep actions may use each other.
const maxUseDepth = 16
