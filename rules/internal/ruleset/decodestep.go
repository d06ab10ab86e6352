package ruleset

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// stepKinds are the members of which a step has exactly one.
func stepKinds() []string {
	kinds := make([]string, 0, StepOutcome+1)
	for k := StepRoll; k <= StepOutcome; k++ {
		kinds = append(kinds, k.String())
	}
	return kinds
}

// maxStepDepth is how deep branches and repeats may stand in each other.
const maxStepDepth = 16

// stepList decodes steps.
func (x *actionDecoder) stepList(n node) []*Step {
	if x.depth++; x.depth > maxStepDepth {
		x.exceed("step-depth", maxStepDepth, n)
		return nil
	}
	defer func() { x.depth-- }()
	kinds := stepKinds()
	var out []*Step
	for _, item := range x.items(n) {
		if x.steps++; x.steps > maxActionSteps {
			x.exceed("action-steps", maxActionSteps, item)
			return out
		}
		o := x.object(item, append([]string{"id", "when", "bands", "shift"}, kinds...)...)
		s := &Step{At: item.at}
		s.ID, _ = x.stepID(o)
		s.When = x.optionalFormula(o, "when")
		key, part, ok := x.exactlyOne(o, kinds...)
		if !ok {
			continue
		}
		for k := range kinds {
			if kinds[k] == key {
				s.Kind = StepKind(k)
			}
		}
		if s.Kind != StepRoll {
			for _, name := range []string{"bands", "shift"} {
				if o.has(name) {
					x.misplaced(o, name, key)
				}
			}
		}
		x.step(o, s, part)
		out = append(out, s)
	}
	return out
}

// stepID reads the id of a step, which formulas read with a dot.
func (x *actionDecoder) stepID(o object) (string, bool) {
	n, ok := x.need(o, "id")
	if !ok {
		return "", false
	}
	id, ok := x.text(n)
	switch {
	case !ok:
		return "", false
	case !identifier(id) || id == "followUp":
		x.fail("invalid-id", n, ojson.Field("id", ojson.String(id)))
		return "", false
	case !x.ids.add(id):
		x.duplicate(n, id)
		return "", false
	}
	return id, true
}

func (x *actionDecoder) step(o object, s *Step, n node) {
	switch s.Kind {
	case StepRoll:
		x.rolls[s.ID] = len(x.rolls)
		s.Roll = x.roll(o, n)
	case StepChoose:
		s.Choose = x.choose(n)
	case StepAllocate:
		s.Allocate = x.allocate(n)
	case StepUse:
		s.Run = x.use(n)
	case StepHandoff:
		s.Run = x.handoff(n)
	case StepChanges:
		for _, item := range x.items(n) {
			if p, ok := x.proposal(item); ok {
				s.Changes = append(s.Changes, p)
			}
		}
	case StepLet:
		s.Let = x.formula(n)
	case StepBranch:
		b := x.object(n, "if", "then", "else")
		s.Branch = &BranchStep{}
		if test, ok := x.need(b, "if"); ok {
			s.Branch.If = x.formula(test)
		}
		if then, ok := x.need(b, "then"); ok {
			s.Branch.Then = x.stepList(then)
		}
		if other, ok := b.get("else"); ok {
			s.Branch.Else = x.stepList(other)
		}
	case StepRepeat:
		s.Repeat = x.repeat(n)
	case StepOutcome:
		s.Outcome = x.outcome(n)
	}
}

func (x *actionDecoder) repeat(n node) *RepeatStep {
	o := x.object(n, "times", "each", "while", "steps")
	r := &RepeatStep{Each: None}
	key, part, ok := x.exactlyOne(o, "times", "each")
	switch {
	case !ok:
	case key == "times":
		r.Times = x.count(part)
	default:
		r.Each = x.roleRef(part)
	}
	r.While = x.optionalFormula(o, "while")
	if steps, ok := x.need(o, "steps"); ok {
		r.Steps = x.stepList(steps)
	}
	return r
}

func (x *actionDecoder) outcome(n node) *OutcomeStep {
	o := x.object(n, "result", "data")
	out := &OutcomeStep{}
	if result, ok := o.get("result"); ok {
		if text, ok := x.text(result); ok && x.HasResult(text) {
			out.Result = text
		} else if ok {
			out.Formula = x.formula(result)
		}
	}
	if data, ok := o.get("data"); ok {
		out.Data = x.params(data)
	}
	return out
}

// params reads named values that may be formulas.
func (d *decoder) params(n node) []Param {
	var out []Param
	for _, m := range d.named(n, identifier) {
		if v := d.value(m.node); v != nil {
			out = append(out, Param{m.key, *v})
		}
	}
	return out
}

// choose decodes a question to the player.
func (x *actionDecoder) choose(n node) *ChooseStep {
	o := x.object(n, "options", "from", "min", "max", "recommended")
	c := &ChooseStep{}
	// What a choice of a character reads from, a question may too.
	var choice Choice
	key, part, ok := x.exactlyOne(o, "options", "from")
	switch {
	case !ok:
	case key == "options":
		c.Options = x.chooseOptions(part)
	default:
		choice.At = part.at
		x.from(part, &choice)
		if c.From = choice.From; c.From == nil {
			x.chooseFields(choice.Fields, c)
		}
	}
	c.Min, c.Max = x.optionalCount(o, "min"), x.optionalCount(o, "max")
	recommended, ok := o.get("recommended")
	if !ok {
		return c
	}
	for _, item := range x.items(recommended) {
		if c.From != nil {
			if i := x.contentRef(item, c.From.Type); i != None {
				c.Recommended = append(c.Recommended, x.rs.Contents[i].ID)
			}
			continue
		}
		id, ok := x.text(item)
		if ok && choice.Fields != nil {
			if f := x.fieldRef(item); f != None {
				id = x.rs.Fields[f].ID
			}
		}
		if !ok {
			continue
		}
		known := false
		for i := range c.Options {
			known = known || c.Options[i].ID == id
		}
		if !known {
			x.unresolved(item, "option", id, "unknown-reference")
			continue
		}
		c.Recommended = append(c.Recommended, id)
	}
	return c
}

func (x *actionDecoder) chooseOptions(n node) []ChooseOption {
	var out []ChooseOption
	var ids seen
	for _, item := range x.items(n) {
		if item.kind() == ojson.KindString {
			if id, ok := x.name(item); ok && !ids.add(id) {
				x.duplicate(item, id)
			} else if ok {
				out = append(out, ChooseOption{ID: id})
			}
			continue
		}
		o := x.object(item, "id", "when")
		if id, ok := x.partID(o, &ids); ok {
			out = append(out, ChooseOption{ID: id, When: x.optionalFormula(o, "when")})
		}
	}
	return out
}

// chooseFields makes options of fields.
func (x *actionDecoder) chooseFields(fields []int, c *ChooseStep) {
	for _, f := range fields {
		c.Options = append(c.Options, ChooseOption{ID: x.rs.Fields[f].ID})
	}
}

// allocate decodes a distribution.
func (x *actionDecoder) allocate(n node) *AllocateStep {
	o := x.object(n, "fields", "each", "budget", "cost", "values")
	a := &AllocateStep{Cost: None}
	if fields, ok := x.need(o, "fields"); ok {
		a.Fields = x.choiceFields(fields)
		for _, f := range a.Fields {
			x.checkStored(fields, f)
		}
	}
	if each, ok := o.get("each"); ok {
		e := x.object(each, "min", "max")
		if low, ok := e.get("min"); ok {
			a.Min = x.number(low)
		}
		if high, ok := e.get("max"); ok {
			a.Max = x.number(high)
		}
	}
	key, part, ok := x.exactlyOne(o, "budget", "values")
	switch {
	case !ok:
	case key == "budget":
		a.Budget = x.number(part)
	default:
		v, _ := x.list(part, numberItem)
		a.Values = v.Items()
		for _, name := range []string{"each", "cost"} {
			if o.has(name) {
				x.misplaced(o, name, "values")
			}
		}
	}
	if cost, ok := o.get("cost"); ok {
		c := x.object(cost, "table")
		if table, ok := x.need(c, "table"); ok {
			a.Cost = x.tableRef(table)
		}
	}
	return a
}

// tableRef reads the id of a table.
func (d *decoder) tableRef(n node) int {
	id, ok := d.text(n)
	if !ok {
		return None
	}
	t, code := d.names.table(n.pack(), id)
	if code != "" {
		d.unresolved(n, "table", id, code)
		return None
	}
	return t
}

// use decodes an action that runs as a part of this one.
func (x *actionDecoder) use(n node) *RunStep {
	o := x.object(n, "action", "params", "roles")
	r := &RunStep{Role: None}
	if action, ok := x.need(o, "action"); ok {
		r.Action = x.actionRef(action, x.body)
		r.Known = r.Action != ""
	}
	if params, ok := o.get("params"); ok {
		r.Params = x.decoder.params(params)
	}
	if roles, ok := o.get("roles"); ok {
		for _, m := range x.named(roles, identifier) {
			if mine := x.roleRef(m.node); mine != None {
				r.Roles = append(r.Roles, RoleMap{m.key, mine})
			}
		}
	}
	return r
}

// handoff decodes an action that a participant runs. Its ruleset may be
// another: an id with a pack that is not loaded stays as written.
func (x *actionDecoder) handoff(n node) *RunStep {
	o := x.object(n, "role", "action", "params")
	r := &RunStep{Role: None}
	if role, ok := x.need(o, "role"); ok {
		r.Role = x.roleRef(role)
	}
	if action, ok := x.need(o, "action"); ok {
		if id, ok := x.text(action); ok && x.foreign(id) {
			r.Action = id
		} else if ok {
			r.Action = x.actionRef(action, x.body)
			r.Known = r.Action != ""
		}
	}
	if params, ok := o.get("params"); ok {
		r.Params = x.decoder.params(params)
	}
	return r
}

// foreign reports whether an id names a pack that is not loaded.
func (d *decoder) foreign(id string) bool {
	pack, _ := splitID(id)
	_, loaded := d.names.packs[pack]
	return pack != "" && !loaded
}

// proposal decodes a change that a step proposes.
func (x *actionDecoder) proposal(n node) (*Proposal, bool) {
	p := &Proposal{At: n.at, Role: None, Link: None}
	if n.kind() != ojson.KindObject {
		x.wrongType(n, fault.WantObject)
		return p, false
	}
	elsewhere := false
	if to, ok := n.get("to"); ok {
		switch {
		case to.kind() == ojson.KindObject:
			o := x.object(to, "link")
			if link, ok := x.need(o, "link"); ok {
				p.Link = x.linkRef(link)
			}
			elsewhere = true
		default:
			if name, ok := x.text(to); ok && name != "self" {
				p.Role = x.roleRef(to)
				elsewhere = true
			}
		}
	}
	if when, ok := n.get("when"); ok {
		p.When = x.formula(when)
	}
	if amounts, ok := n.get("amounts"); ok {
		p.Amounts, _ = x.text(amounts)
	}
	change, ok := x.changeOf(n, changeOptions{skip: []string{"to", "when", "amounts"}, foreign: elsewhere, amounts: p.Amounts != ""})
	p.ChangeText = change
	return p, ok
}
