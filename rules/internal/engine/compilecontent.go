package engine

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

func (c *compiler) compileContent(x *contentProg, home int) {
	d := x.def
	s := c.contentScope(d, d.Pack)
	x.when = c.formula(d.When, c.at(s, d.When), formula.BoolType)
	x.counter = c.formula(d.Counter, c.at(s, d.Counter), formula.NumberType)
	x.hasChoices = len(d.Choices) > 0
	x.effects = c.effects(d.Effects, s)
	for _, g := range d.Grants {
		x.grants = append(x.grants, grantProg{
			def: g, content: int32(g.Content),
			when:    c.formula(g.When, c.at(s, g.When), formula.BoolType),
			counter: c.formula(g.Counter, c.at(s, g.Counter), formula.NumberType),
		})
	}
	for _, ch := range d.Choices {
		x.choices = append(x.choices, c.choice(ch, s))
	}
	x.prereqs = c.tests(d.Prerequisites, s)
	x.tests = c.tests(d.Constraints, s)
	x.actions = c.actions(int32(home), d.Actions, s)
	for _, u := range d.FollowUps {
		event := s.withEvent()
		x.followUps = append(x.followUps, followUpProg{
			def:     u,
			becomes: c.formula(u.Becomes, c.at(s, u.Becomes), formula.BoolType),
			when:    c.formula(u.When, c.at(event, u.When), formula.BoolType),
			run:     c.run(&u.Run, event),
		})
	}
	for _, o := range d.Offers {
		x.offers = append(x.offers, offerProg{
			def: o, when: c.formula(o.When, c.at(s, o.When), formula.BoolType), run: c.run(&o.Run, s),
		})
	}
	for _, sc := range d.StandardCopies {
		x.standards = append(x.standards, standardProg{int32(sc.Item), c.formula(sc.When, c.at(s, sc.When), formula.BoolType)})
	}
	for _, g := range d.Groups {
		x.groups = append(x.groups, groupProg{g.Name, c.query(g.Query, s)})
	}
}

func (c *compiler) tests(list []*ruleset.Test, s *scope) []*formula.Formula {
	var out []*formula.Formula
	for _, t := range list {
		out = append(out, c.formula(t.Test, c.at(s, t.Test), formula.BoolType))
	}
	return out
}

func (c *compiler) run(r *ruleset.Run, s *scope) runProg {
	var out runProg
	for i := range r.Params {
		out.params = append(out.params, c.amount(&r.Params[i].Value, c.atAmount(s, &r.Params[i].Value), formula.AnyType))
	}
	for i := range r.Changes {
		var row []*formula.Formula
		for _, m := range r.Changes[i].Formulas {
			row = append(row, c.formula(m.Text, c.at(s, m.Text), formula.AnyType))
		}
		out.changes = append(out.changes, row)
	}
	return out
}

func (c *compiler) effects(list []*ruleset.Effect, s *scope) []effectProg {
	out := make([]effectProg, 0, len(list))
	for _, d := range list {
		out = append(out, c.effect(d, s))
	}
	return out
}

func (c *compiler) effect(d *ruleset.Effect, s *scope) effectProg {
	e := effectProg{def: d}
	inner := s
	want := formula.NumberType
	switch d.Target {
	case ruleset.TargetField:
		e.targets = []tagTarget{{slot: int32(d.Field)}}
		want = c.operandType(d, &c.rs.Fields[d.Field].Shape)
		c.checkGroup(d, d.Field)
		c.checkOp(d, &c.rs.Fields[d.Field].Shape)
	case ruleset.TargetTag:
		if c.targets += len(c.p.byTag[d.Tag]); c.targets > maxRulesetTargets {
			if !c.full {
				c.full = true
				c.errs.Add(limitError("ruleset-targets", maxRulesetTargets))
			}
			break
		}
		for _, t := range c.p.byTag[d.Tag] {
			if !slices.Contains(d.Except, int(t.slot)) {
				e.targets = append(e.targets, t)
				want = c.operandType(d, &c.rs.Fields[t.slot].Shape)
				c.checkGroup(d, int(t.slot))
				c.checkOp(d, &c.rs.Fields[t.slot].Shape)
			}
		}
	case ruleset.TargetPick:
		want = formula.AnyType
	case ruleset.TargetComputed:
		held := *d.Of
		held.From = "held"
		e.of = c.query(&held, s)
		want = c.computedType(d)
	case ruleset.TargetIncoming:
		inner = s.withEvent()
	case ruleset.TargetRoll:
		want = formula.AnyType
	}
	e.value = c.amount(d.Value, c.atAmount(inner, d.Value), want)
	e.when = c.formula(d.When, c.at(inner, d.When), formula.BoolType)
	e.cap = c.amount(d.Cap, c.atAmount(inner, d.Cap), formula.NumberType)
	e.count = c.amount(d.Count, c.atAmount(inner, d.Count), formula.NumberType)
	e.sides = c.amount(d.Sides, c.atAmount(inner, d.Sides), formula.NumberType)
	e.dices = c.dices(d.Dice, inner)
	if d.StackKey != "" {
		if keep, ok := c.stackKeep[d.StackKey]; ok && keep != d.Keep {
			c.errs.Addf("stack-conflict", d.At.Pointer(), ojson.Field("key", ojson.String(d.StackKey)))
		} else {
			c.stackKeep[d.StackKey] = d.Keep
		}
	}
	return e
}

// operandType is what an effect's value must be for a target of the shape.
func (c *compiler) operandType(d *ruleset.Effect, shape *ruleset.Shape) formula.Type {
	if d.Op == ruleset.OpAppend || d.Op == ruleset.OpRemove {
		return formula.AnyType
	}
	return typeOfShape(shape)
}

// computedType is the type of the computed value that an effect names.
func (c *compiler) computedType(d *ruleset.Effect) formula.Type {
	want := formula.AnyType
	for i := range c.p.types {
		t := &c.p.types[i]
		if d.Of.Type != ruleset.None && d.Of.Type != i {
			continue
		}
		for _, v := range t.def.Computed {
			if v.ID == d.Computed {
				want = c.operandType(d, &v.Shape)
				c.checkOp(d, &v.Shape)
			}
		}
	}
	return want
}

// checkOp refuses an operation that the target's type does not know.
func (c *compiler) checkOp(d *ruleset.Effect, shape *ruleset.Shape) {
	var ok bool
	switch typeOfShape(shape) {
	case formula.NumberType:
		ok = d.Op >= ruleset.OpSet && d.Op <= ruleset.OpLower && d.Op != ruleset.OpSubtract
	case formula.NumberList, formula.TextList:
		ok = d.Op == ruleset.OpSet || d.Op == ruleset.OpAppend || d.Op == ruleset.OpRemove
	default:
		ok = d.Op == ruleset.OpSet
	}
	if !ok {
		c.errs.Addf("invalid-value", fault.Key(d.At.Pointer(), "op"), ojson.Field("op", ojson.String(opName(d.Op))))
	}
}

// checkGroup refuses a second name for the one competition of a target.
func (c *compiler) checkGroup(d *ruleset.Effect, field int) {
	if d.Op != ruleset.OpSet || d.Group == "" {
		return
	}
	if name, ok := c.groups[field]; ok && name != d.Group {
		c.errs.Addf("group-conflict", fault.Key(d.At.Pointer(), "group"),
			ojson.Field("group", ojson.String(d.Group)), ojson.Field("other", ojson.String(name)))
		return
	}
	c.groups[field] = d.Group
}

func (c *compiler) choice(d *ruleset.Choice, s *scope) choiceProg {
	x := choiceProg{
		def:     d,
		min:     c.amount(d.Min, c.atAmount(s, d.Min), formula.NumberType),
		max:     c.amount(d.Max, c.atAmount(s, d.Max), formula.NumberType),
		slots:   c.amount(d.Slots, c.atAmount(s, d.Slots), formula.NumberType),
		when:    c.formula(d.When, c.at(s, d.When), formula.BoolType),
		counter: c.formula(d.Counter, c.at(s, d.Counter), formula.NumberType),
		effects: c.effects(d.Effects, s.inPick(d)),
	}
	if d.From != nil {
		x.from, x.members = c.query(d.From, s), d.From.From
		if x.members == "group" && x.from != nil {
			declared, _, _ := s.declared(d.From.Group)
			x.members = declared.From
		}
		if x.from != nil && d.From.From == "" && x.from.Content() {
			x.fixed, x.isFixed = c.resolve(x.from, d.From), true
		}
	}
	for _, o := range d.Options {
		x.fixed, x.isFixed = append(x.fixed, int32(o)), true
	}
	if d.Fields != nil {
		x.fields = map[int32]int{}
		for i, f := range d.Fields {
			x.fields[int32(f)] = i
		}
		for _, e := range d.Effects {
			if e.Target == ruleset.TargetPick {
				for _, f := range d.Fields {
					c.checkOp(e, &c.rs.Fields[f].Shape)
					c.checkGroup(e, f)
				}
			}
		}
	}
	return x
}

// resolve runs a content-only query once, at load. All of a ruleset share one
// number of steps. A query for all content of a type shares the type's own list.
func (c *compiler) resolve(q *formula.Query, written *ruleset.Query) []int32 {
	if written.Where == nil && written.From == "" && written.Type != ruleset.None {
		return c.p.ofType[written.Type]
	}
	out := []int32{}
	f := formula.Frame{Steps: c.steps}
	failed := q.Each(&f, func(f *formula.Frame) bool {
		out = append(out, f.Iter.Cand)
		return true
	})
	if c.steps = max(f.Steps, 0); failed.Failed() {
		if failed.Fault().Code == formula.CodeSafetyLimit && !c.exhausted {
			c.exhausted = true
			e := limitError("load-steps", maxLoadSteps)
			e.Path = written.At.Pointer()
			c.errs.Add(e)
		}
		// A failing test has no place of its own here; asked for again by the
		// sheet, it becomes a rule-error of its choice.
		return nil
	}
	return out
}
