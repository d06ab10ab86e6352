package action

import (
	"github.com/open-actor-models/oam/rules/dice"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/engine"
)

// resolveBands works out every number that bands and shifts compare with.
func (r *runner) resolveBands(f *frame, step *engine.StepProg, x *rolled) *formula.Fault {
	d, p := step.Def.Roll, step.Roll
	for i, b := range d.Bands {
		c, failed := r.check(f, p.Bands[i])
		if failed != nil {
			return failed
		}
		x.bands.List = append(x.bands.List, dice.Band{ID: b.ID, Check: c})
	}
	for i, s := range d.Shifts {
		c, failed := r.check(f, p.Shifts[i])
		if failed != nil {
			return failed
		}
		x.bands.Shifts = append(x.bands.Shifts, dice.Shift{Check: c, From: s.From, By: s.By, To: s.To})
	}
	return nil
}

// check resolves a test: several facts of one object become a list of which all
// must hold. nil stays nil.
func (r *runner) check(f *frame, p *engine.CheckProg) (*dice.Check, *formula.Fault) {
	if p == nil {
		return nil, nil
	}
	c := &dice.Check{}
	if p.When != nil {
		on, failed := r.s.Truth(p.When, f.node)
		if failed != nil {
			return nil, failed
		}
		c.When = &on
	}
	for i := range p.Def.Facts {
		fact := &p.Def.Facts[i]
		one := &dice.Check{Fact: fact.Fact, On: fact.On, Symbol: fact.Symbol}
		for j, into := range []**int64{&one.Eq, &one.Gte, &one.Gt, &one.Lte, &one.Lt} {
			if p.Bounds[i][j].Absent() {
				continue
			}
			n, failed := r.bound(f, &p.Bounds[i][j], j)
			if failed != nil {
				return nil, failed
			}
			*into = &n
		}
		c.All = append(c.All, one)
	}
	for _, list := range []struct {
		from []*engine.CheckProg
		into *[]*dice.Check
	}{{p.All, &c.All}, {p.Any, &c.Any}} {
		for _, inner := range list.from {
			x, failed := r.check(f, inner)
			if failed != nil {
				return nil, failed
			}
			*list.into = append(*list.into, x)
		}
	}
	if p.Def.Any != nil && c.Any == nil {
		c.Any = []*dice.Check{}
	}
	var failed *formula.Fault
	c.Not, failed = r.check(f, p.Not)
	return c, failed
}

// bound is a number that a fact is compared with. Facts are whole, so that a
// fraction is the next whole number that means the same.
func (r *runner) bound(f *frame, a *engine.Amount, comparison int) (int64, *formula.Fault) {
	v := r.s.EvalAmount(a, f.node)
	switch comparison {
	case 1, 4: // gte, lt
		v = formula.Ceil(v)
	case 2, 3: // gt, lte
		v = formula.Floor(v)
	}
	return engine.WholeNumber(v)
}

// possible says which bands can still come.
func (x *rolled) possible() (possible []bool, exact bool) {
	if x.again != nil {
		possible, _, exact = x.bands.PossibleAgain(x.roll, x.again, x.which, x.target)
		return possible, exact
	}
	possible, _, exact = x.bands.Possible(x.roll, x.target)
	return possible, exact
}
