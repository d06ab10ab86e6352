package action

import (
	"slices"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/dice"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// open checks the input and begins the action.
func (r *runner) open() (*frame, []*fault.Error) {
	var errs fault.List
	if len(r.in.Situational) > 0 {
		offered := r.s.Situational()
		for i, id := range r.in.Situational {
			if !slices.Contains(offered, id) {
				errs.Addf("unknown-situational", fault.Index("/situational", i), ojson.Field("id", ojson.String(id)))
			}
		}
		if !errs.Empty() {
			return nil, errs.Sorted()
		}
		r.s = r.s.With(r.in.Situational)
	}
	prog, node, found, failed := r.s.FindAction(r.in.Action, r.in.Entry)
	switch {
	case !found:
		return nil, one(fault.New("unknown-action", "/action/id", ojson.Field("action", ojson.String(r.in.Action))))
	case failed != nil:
		return nil, one(fault.New(failed.Code, "/action", failed.Data.Members()...))
	}
	on := node >= 0
	if on {
		if on, failed = r.s.Available(prog, node); failed != nil {
			return nil, one(fault.New(failed.Code, "/action", failed.Data.Members()...))
		}
	}
	if !on {
		return nil, one(fault.New("action-unavailable", "/action", ojson.Field("action", ojson.String(r.in.Action))))
	}
	if err := r.takeUp(); err != nil {
		return nil, one(err)
	}
	f := &frame{prog: prog, node: node, run: prog.NewRun(), results: map[string]*dice.Result{}, views: make([][]view, len(prog.Def.Roles))}
	r.participants(f, &errs)
	r.s.Begin(f.run)
	r.params(f, r.in.Params, "/params", &errs)
	if !errs.Empty() {
		return nil, errs.Sorted()
	}
	if failed := r.flags(f); failed != nil {
		return nil, one(fault.New(failed.Code, "/action", failed.Data.Members()...))
	}
	return f, nil
}

func one(err *fault.Error) []*fault.Error { return []*fault.Error{err} }

// takeUp proposes the end of a stored follow-up that the run takes up. The
// parameters that it was stored with stand where none are given.
func (r *runner) takeUp() *fault.Error {
	if r.in.FollowUp == "" {
		return nil
	}
	offer, stored, ok := r.s.FindOffer(r.in.FollowUp)
	unknown := func() *fault.Error {
		return fault.New("unknown-follow-up", "/action/followUp", ojson.Field("id", ojson.String(r.in.FollowUp)))
	}
	if !ok {
		return unknown()
	}
	action, _ := offer.Get("action")
	id, _ := action.Get("id")
	if text, _ := id.AsString(); text != r.in.Action {
		return unknown()
	}
	if given, ok := offer.Get("params"); ok {
		if r.in.Params.IsNull() {
			r.in.Params = ojson.Object()
		}
		for _, m := range given.Members() {
			if _, has := r.in.Params.Get(m.Key); !has {
				r.in.Params = r.in.Params.With(m.Key, m.Value)
			}
		}
	}
	if stored {
		r.out.Proposed = append(r.out.Proposed, ojson.Object(
			ojson.Field("to", ojson.String("self")), ojson.Field("step", ojson.String("followUp")),
			ojson.Field("change", ojson.Object(
				ojson.Field("type", ojson.String("clearFollowUp")), ojson.Field("id", ojson.String(r.in.FollowUp))))))
	}
	return nil
}

// params reads the parameters of an action.
func (r *runner) params(f *frame, given ojson.Value, at string, errs *fault.List) {
	if given.IsNull() {
		given = ojson.Object()
	}
	if given.Kind() != ojson.KindObject {
		errs.Add(fault.WrongType(at, fault.WantObject))
		return
	}
	for _, m := range given.Members() {
		if f.prog.ParamIndex(m.Key) < 0 {
			errs.Addf("unknown-param", fault.Key(at, m.Key), ojson.Field("param", ojson.String(m.Key)))
		}
	}
	for i := range f.prog.Params {
		p := &f.prog.Params[i]
		path := fault.Key(at, p.Def.Name)
		raw, ok := given.Get(p.Def.Name)
		var v formula.Value
		switch {
		case ok:
			var problem *formula.Fault
			if v, problem = formula.FromJSON(raw); problem != nil || !r.p.Fits(&p.Def.Shape, v) {
				errs.Addf("wrong-value", path, ojson.Field("value", raw))
				continue
			}
		case p.Default.Absent():
			errs.Addf("missing-param", at, ojson.Field("param", ojson.String(p.Def.Name)))
			continue
		default:
			if v = r.s.EvalAmount(&p.Default, f.node); v.Failed() {
				errs.Addf(v.Fault().Code, path, v.Fault().Data.Members()...)
				continue
			}
		}
		f.run.Params[i] = v
		r.bounded(f, p, v, path, errs)
	}
}

// bounded checks a parameter against its options and bounds.
func (r *runner) bounded(f *frame, p *engine.ParamProg, v formula.Value, path string, errs *fault.List) {
	if p.Def.Type == ruleset.Option && !r.p.Offered(&p.Def.Shape, v.Text()) {
		errs.Addf("not-an-option", path, ojson.Field("value", v.JSON()))
		return
	}
	if v.Kind() != formula.Number {
		return
	}
	low, up := r.s.EvalAmount(&p.Low, f.node), r.s.EvalAmount(&p.Up, f.node)
	data := []ojson.Member{ojson.Field("value", v.JSON())}
	bad := false
	for _, b := range []struct {
		name  string
		value formula.Value
		sign  int
	}{{"min", low, -1}, {"max", up, 1}} {
		switch {
		case b.value.Failed():
			errs.Addf(b.value.Fault().Code, path, b.value.Fault().Data.Members()...)
			return
		case b.value.Kind() == formula.Number:
			data = append(data, ojson.Field(b.name, b.value.JSON()))
			bad = bad || formula.Compare(v, b.value)*b.sign > 0
		}
	}
	if bad {
		errs.Addf("out-of-range", path, data...)
	}
}

// flags asks which flags the action itself switches on.
func (r *runner) flags(f *frame) *formula.Fault {
	f.base = make([][]string, len(f.prog.Def.Flags))
	for i := range f.prog.Def.Flags {
		when := f.prog.Flag(i)
		if when == nil {
			continue
		}
		on, failed := r.s.Truth(when, f.node)
		if failed != nil {
			return failed
		}
		if on {
			f.base[i] = []string{f.prog.Def.ID}
		}
	}
	on := f.cancelled(f.base)
	copy(f.run.Flags, on)
	return nil
}

// cancelled says which flags are on, given what switches each on.
func (f *frame) cancelled(sources [][]string) []bool {
	on := make([]bool, len(sources))
	for i := range sources {
		on[i] = len(sources[i]) > 0
	}
	out := slices.Clone(on)
	for _, list := range f.prog.Def.Cancel {
		count := 0
		for _, i := range list {
			if on[i] {
				count++
			}
		}
		for _, i := range list {
			out[i] = out[i] && count < 2
		}
	}
	return out
}
