package action

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/dice"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// use plays another action as a part of this one.
func (r *runner) use(f *frame, step *engine.StepProg) *halt {
	node, failed := r.s.Carrier(step.Used, f.node)
	if failed != nil {
		return f.fails(step, failed)
	}
	if node < 0 {
		return &halt{fault.New("action-unavailable", "/action", f.place(step, ojson.Field("uses", ojson.String(step.Used.Def.ID)))...)}
	}
	given, stop := r.given(f, step)
	if stop != nil {
		return stop
	}
	inner := &frame{prog: step.Used, node: node, run: step.Used.NewRun(), results: map[string]*dice.Result{}, prefix: f.path(step) + "/", views: make([][]view, len(step.Used.Def.Roles)),
		names: make([]string, len(step.Used.Def.Roles))}
	for _, m := range step.Def.Run.Roles {
		theirs := step.Used.Def.FindRole(m.Theirs)
		list := f.views[m.Mine]
		if at := f.run.At[m.Mine]; at >= 0 {
			list = list[at : at+1]
		}
		inner.views[theirs], inner.names[theirs] = list, f.role(m.Mine)
	}
	var errs fault.List
	for i, role := range step.Used.Def.Roles {
		if n := len(inner.views[i]); n < role.Min || n > role.Max {
			errs.Addf("invalid-participants", "/participants", f.place(step, ojson.Field("role", ojson.String(role.Name)))...)
		}
	}
	r.readRoles(inner, &errs)
	r.log(f, step, "use", ojson.Field("uses", ojson.String(step.Used.Def.ID)), ojson.Field("params", given))
	outer := r.s.Begin(inner.run)
	defer r.s.Begin(outer)
	r.params(inner, given, "/action", &errs)
	if !errs.Empty() {
		err := errs.Sorted()[0]
		return &halt{fault.New(err.Code, "/action", f.place(step, err.Data.Members()...)...)}
	}
	if failed := r.flags(inner); failed != nil {
		return f.fails(step, failed)
	}
	if _, stop := r.exec(inner, inner.prog.Steps); stop != nil {
		return stop
	}
	f.run.Vars[step.Slot] = engine.Var{Value: formula.String(inner.result), Data: dataOf(ojson.Object(inner.data...))}
	return nil
}

// given works out the parameters of a used action or a handoff.
func (r *runner) given(f *frame, step *engine.StepProg) (ojson.Value, *halt) {
	params := step.Def.Run.Params
	m := make([]ojson.Member, 0, len(params))
	for i := range params {
		v := kept(r.s.EvalAmount(&step.Params[i], f.node))
		if v.Failed() {
			return ojson.Value{}, f.fails(step, v.Fault())
		}
		m = append(m, ojson.Field(params[i].Name, v.JSON()))
	}
	return ojson.Object(m...), nil
}

// dataOf is what formulas read of an outcome's data. What is no value of
// formulas is left out.
func dataOf(data ojson.Value) map[string]formula.Value {
	if data.Len() == 0 {
		return nil
	}
	out := make(map[string]formula.Value, data.Len())
	for _, m := range data.Members() {
		if v, problem := formula.FromJSON(m.Value); problem == nil {
			out[m.Key] = v
		}
	}
	return out
}

// handoff waits for what a participant does on a sheet of its own.
func (r *runner) handoff(f *frame, step *engine.StepProg) *halt {
	d := step.Def.Run
	at := max(f.run.At[d.Role], 0)
	if at >= len(f.views[d.Role]) {
		return nil
	}
	params, stop := r.given(f, step)
	if stop != nil {
		return stop
	}
	participant := ojson.Object(
		ojson.Field("role", ojson.String(f.prog.Def.Roles[d.Role].Name)),
		ojson.Field("id", ojson.String(f.views[d.Role][at].id)))
	run := ojson.Object(ojson.Field("action", ojson.String(d.Action)), ojson.Field("params", params))
	var result string
	var data, outcome ojson.Value
	stop = r.input(f, step, question{
		kind: "handoff",
		needs: func() []ojson.Member {
			return []ojson.Member{ojson.Field("participant", participant), ojson.Field("run", run)}
		},
		take: func(input ojson.Value) (ojson.Value, bool) {
			var ok bool
			if result, data, ok = r.outcomeOf(d.Action, d.Known, input); !ok {
				return ojson.Value{}, false
			}
			outcome = input
			return input, true
		},
	})
	if stop != nil {
		return stop
	}
	f.run.Vars[step.Slot] = engine.Var{Value: formula.String(result), Data: dataOf(data)}
	r.log(f, step, "handoff", ojson.Field("participant", participant), ojson.Field("run", run), ojson.Field("outcome", outcome))
	return nil
}

// outcomeOf reads {result?, data?}: a result that the action declares, and data
// that formulas can read.
func (r *runner) outcomeOf(action string, known bool, input ojson.Value) (result string, data ojson.Value, ok bool) {
	if !only(input, "result", "data") {
		return "", data, false
	}
	if given, has := input.Get("result"); has {
		if result, ok = given.AsString(); !ok {
			return "", data, false
		}
	}
	if known && result != "" {
		if def, _, found := r.p.RS.Action(action); found && !def.HasResult(result) {
			return "", data, false
		}
	}
	data, has := input.Get("data")
	if !has {
		return result, data, true
	}
	if data.Kind() != ojson.KindObject {
		return "", data, false
	}
	for _, m := range data.Members() {
		if _, problem := formula.FromJSON(m.Value); problem != nil {
			return "", data, false
		}
	}
	return result, data, true
}
