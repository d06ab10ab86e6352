package action

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// view is a participant as the app passed it.
type view struct {
	id   string
	raw  ojson.Value
	path string
}

// participants reads the views of everybody who takes part.
func (r *runner) participants(f *frame, errs *fault.List) {
	given := r.in.Participants
	if given.IsNull() {
		given = ojson.Object()
	}
	if given.Kind() != ojson.KindObject {
		errs.Add(fault.WrongType("/participants", fault.WantObject))
		return
	}
	for _, m := range given.Members() {
		path := fault.Key("/participants", m.Key)
		role := f.prog.Def.FindRole(m.Key)
		switch {
		case role < 0:
			errs.Addf("invalid-participants", path, ojson.Field("role", ojson.String(m.Key)))
		case m.Value.Kind() != ojson.KindArray:
			errs.Add(fault.WrongType(path, fault.WantList))
		default:
			seen := map[string]bool{}
			for i, v := range m.Value.Items() {
				at := fault.Index(path, i)
				id, _ := v.Get("id")
				text, _ := id.AsString()
				if text != "" && seen[text] {
					errs.Addf("duplicate-id", at, ojson.Field("id", ojson.String(text)))
				}
				seen[text] = true
				f.views[role] = append(f.views[role], view{text, v, at})
			}
		}
	}
	for i, role := range f.prog.Def.Roles {
		if n := len(f.views[i]); n < role.Min || n > role.Max {
			errs.Addf("invalid-participants", fault.Key("/participants", role.Name),
				ojson.Field("role", ojson.String(role.Name)), ojson.Field("min", ojson.Int(int64(role.Min))),
				ojson.Field("max", ojson.Int(int64(role.Max))), ojson.Field("count", ojson.Int(int64(n))))
		}
	}
	r.readRoles(f, errs)
}

// readRoles reads what the action may see of its participants.
func (r *runner) readRoles(f *frame, errs *fault.List) {
	for i, role := range f.prog.Def.Roles {
		f.run.Roles[i] = make([]engine.Participant, 0, len(f.views[i]))
		for _, v := range f.views[i] {
			id, values := r.p.ReadView(role.Reads, v.raw, v.path, errs)
			f.run.Roles[i] = append(f.run.Roles[i], engine.Participant{ID: id, Values: values})
		}
	}
}
