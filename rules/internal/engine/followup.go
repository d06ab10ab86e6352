package engine

import (
	"slices"
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// FollowUp is a follow-up of an active activation.
type FollowUp struct {
	s    *Sheet
	prog *followUpProg
	node int32

	Def *ruleset.FollowUp
	// Source is the activation that carries it.
	Source string
	// Place orders follow-ups: instance order, then declaration.
	Place int
}

// FollowUps lists the follow-ups of active activations in instance order.
// Activations that cannot be asked have none.
func (s *Sheet) FollowUps() (out []FollowUp) {
	for _, n := range s.t.order {
		content := s.t.nodes[n].content
		if content < 0 || len(s.p.contents[content].followUps) == 0 {
			continue
		}
		if on, failed := s.on(n); !on || failed != nil {
			continue
		}
		list := s.p.contents[content].followUps
		for i := range list {
			out = append(out, FollowUp{s: s, prog: &list[i], node: n, Def: list[i].def, Source: s.nodeID(n), Place: len(out)})
		}
	}
	return out
}

// Becomes asks whether the formula of a `becomes` trigger is true now.
func (u *FollowUp) Becomes() (bool, *formula.Fault) { return u.s.truth(u.prog.becomes, u.node) }

// When asks the follow-up's own condition.
func (u *FollowUp) When(e *Event) (bool, *formula.Fault) {
	return withEvent(u.s, e, func() (bool, *formula.Fault) { return u.s.truth(u.prog.when, u.node) })
}

// Run works out what the follow-up proposes: the members to, action, params,
// changes, in this order, those that there are.
func (u *FollowUp) Run(e *Event) ([]ojson.Member, *formula.Fault) {
	return withEvent(u.s, e, func() ([]ojson.Member, *formula.Fault) { return u.s.run(&u.Def.Run, &u.prog.run, u.node) })
}

// WithPart sets the part of a change that a path of members and indexes names.
func WithPart(v ojson.Value, path []string, part ojson.Value) ojson.Value {
	if len(path) == 0 {
		return part
	}
	if v.Kind() != ojson.KindArray {
		inner, _ := v.Get(path[0])
		return v.With(path[0], WithPart(inner, path[1:], part))
	}
	items := slices.Clone(v.Items())
	if i, err := strconv.Atoi(path[0]); err == nil && i < len(items) {
		items[i] = WithPart(items[i], path[1:], part)
	}
	return ojson.Array(items...)
}

// actionID names an action as startAction takes it: one of the activation's own
// content with the activation.
func (s *Sheet) actionID(id string, n int32) ojson.Value {
	m := []ojson.Member{ojson.Field("id", ojson.String(id))}
	if x := &s.t.nodes[n]; x.via != viaRules && x.content >= 0 {
		if _, owner, ok := s.p.RS.Action(id); ok && owner == s.p.contents[x.content].def {
			m = append(m, ojson.Field("entry", ojson.String(s.nodeID(n))))
		}
	}
	return ojson.Object(m...)
}

// run works out a proposed run.
func (s *Sheet) run(def *ruleset.Run, prog *runProg, n int32) ([]ojson.Member, *formula.Fault) {
	to := ojson.String("self")
	switch {
	case def.ToLink != ruleset.None:
		to = ojson.Object(ojson.Field("link", ojson.String(s.p.RS.Links[def.ToLink].ID)))
	case def.To != "":
		to = ojson.String(def.To)
	}
	out := []ojson.Member{ojson.Field("to", to)}
	if def.ToLink != ruleset.None {
		if id, ok := s.LinkID(def.ToLink); ok {
			out = append(out, ojson.Field("character", ojson.String(id)))
		}
	}
	if def.Action != "" {
		out = append(out, ojson.Field("action", s.actionID(def.Action, n)))
	}
	if len(def.Params) > 0 {
		params := make([]ojson.Member, 0, len(def.Params))
		for i := range def.Params {
			v := s.evalAmount(&prog.params[i], n)
			if v.Failed() {
				return nil, v.Fault()
			}
			params = append(params, ojson.Field(def.Params[i].Name, v.JSON()))
		}
		out = append(out, ojson.Field("params", ojson.Object(params...)))
	}
	if len(def.Changes) > 0 {
		changes := make([]ojson.Value, 0, len(def.Changes))
		for i := range def.Changes {
			change := def.Changes[i].Change
			for j, m := range def.Changes[i].Formulas {
				if prog.changes[i][j] == nil {
					continue
				}
				v := s.eval(prog.changes[i][j], n)
				if v.Failed() {
					return nil, v.Fault()
				}
				change = WithPart(change, strings.Split(m.Name, "/"), v.JSON())
			}
			changes = append(changes, change)
		}
		out = append(out, ojson.Field("changes", ojson.Array(changes...)))
	}
	return out, nil
}
