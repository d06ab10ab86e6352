package action

import (
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// receiver is who gets a change.
type receiver struct {
	to        ojson.Value
	character string // "" for the character itself
}

// propose works out the changes of a step.
func (r *runner) propose(f *frame, step *engine.StepProg) *halt {
	count := 0
	for i := range step.Changes {
		p := &step.Changes[i]
		on, failed := r.s.Truth(p.When, f.node)
		if failed != nil {
			return f.fails(step, failed)
		}
		if !on {
			continue
		}
		receivers := r.receivers(f, p.Def)
		if len(receivers) == 0 {
			continue
		}
		change, failed := r.change(f, p)
		if failed != nil {
			return f.fails(step, failed)
		}
		for _, to := range receivers {
			for _, c := range r.spread(f, p.Def, change) {
				if count++; len(r.out.Proposed) >= maxProposals {
					return over("proposed-changes", maxProposals)
				}
				m := []ojson.Member{ojson.Field("to", to.to)}
				if to.character != "" {
					m = append(m, ojson.Field("character", ojson.String(to.character)))
				}
				m = append(m, ojson.Field("step", ojson.String(f.path(step))), ojson.Field("change", c))
				r.out.Proposed = append(r.out.Proposed, ojson.Object(m...))
			}
		}
	}
	r.log(f, step, "changes", ojson.Field("count", ojson.Int(int64(count))))
	return nil
}

// receivers are who a proposal is for; nobody where a link or role is empty.
func (r *runner) receivers(f *frame, d *ruleset.Proposal) []receiver {
	switch {
	case d.Link != ruleset.None:
		id, ok := r.s.LinkID(d.Link)
		if !ok {
			return nil
		}
		return []receiver{{ojson.Object(ojson.Field("link", ojson.String(r.p.RS.Links[d.Link].ID))), id}}
	case d.Role != ruleset.None:
		to := ojson.String(f.role(d.Role))
		list := f.views[d.Role]
		if at := f.run.At[d.Role]; at >= 0 {
			list = list[at : at+1]
		}
		out := make([]receiver, 0, len(list))
		for _, v := range list {
			out = append(out, receiver{to, v.id})
		}
		return out
	}
	return []receiver{{to: ojson.String("self")}}
}

// role is the name by which the app knows a role: that of the action which was
// started. A used action has it from the one that uses it.
func (f *frame) role(i int) string {
	if f.names != nil {
		return f.names[i]
	}
	return f.prog.Def.Roles[i].Name
}

// change puts the values of its formulas into a change.
func (r *runner) change(f *frame, p *engine.ProposalProg) (ojson.Value, *formula.Fault) {
	change := p.Def.Change
	for i, m := range p.Def.Formulas {
		v := kept(r.s.Eval(p.Formulas[i], f.node))
		if v.Failed() {
			return change, v.Fault()
		}
		value := v.JSON()
		if m.Name == "tags" {
			switch {
			case v.Kind() == formula.Text && v.Text() == "", v.Kind() == formula.List && len(v.Items()) == 0:
				change = change.Without("tags")
				continue
			case v.Kind() == formula.Text:
				value = ojson.Array(value)
			}
		}
		change = engine.WithPart(change, strings.Split(m.Name, "/"), value)
	}
	return change, nil
}

// spread makes one change for each field of an allocation, where the proposal is
// about one.
func (r *runner) spread(f *frame, d *ruleset.Proposal, change ojson.Value) []ojson.Value {
	if d.Amounts == "" {
		return []ojson.Value{change}
	}
	typ, _ := change.Get("type")
	member := "value"
	if text, _ := typ.AsString(); text == "adjust" {
		member = "by"
	}
	amounts := f.run.Amounts[f.prog.AmountSlot(d.Amounts)]
	var out []ojson.Value
	for _, field := range r.p.RS.Fields {
		if v, ok := amounts[field.Index]; ok {
			m := []ojson.Member{ojson.Field("type", typ), ojson.Field("field", ojson.String(field.ID)), ojson.Field(member, v.JSON())}
			for _, rest := range change.Members() {
				if rest.Key != "type" {
					m = append(m, rest)
				}
			}
			out = append(out, ojson.Object(m...))
		}
	}
	return out
}
