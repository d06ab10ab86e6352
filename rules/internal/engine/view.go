package engine

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/fault"
	"github.com/open-actor-models/oam/rules/internal/ruleset"
)

// ReadView reads the view of another character, {id, values}: its id, and the
// values of what may be read, parallel to reads; None for one that the view does
// not have. A value is plain, or an entry of a sheet's values; one that failed
// there counts as missing.
func (p *Program) ReadView(reads []ruleset.LinkRead, v ojson.Value, path string, errs *fault.List) (id string, values []formula.Value) {
	values = make([]formula.Value, len(reads))
	if v.Kind() != ojson.KindObject {
		errs.Add(fault.WrongType(path, fault.WantObject))
		return "", values
	}
	for _, m := range v.Members() {
		if m.Key != "id" && m.Key != "values" {
			errs.Add(fault.UnknownMember(path, m.Key))
		}
	}
	given, named := v.Get("id")
	id, ok := given.AsString()
	switch {
	case !named:
		errs.Addf("missing-member", path, ojson.Field("member", ojson.String("id")))
	case !ok:
		errs.Add(fault.WrongType(path+"/id", fault.WantText))
	}
	list, has := v.Get("values")
	if has && list.Kind() != ojson.KindObject {
		errs.Add(fault.WrongType(path+"/values", fault.WantObject))
	}
	for i := range reads {
		field := reads[i].Field
		given, ok := list.Get(field)
		if !ok {
			continue
		}
		if inner, ok := given.Get("value"); ok {
			given = inner
		} else if given.Kind() == ojson.KindObject || given.IsNull() {
			continue
		}
		x, failed := formula.FromJSON(given)
		if failed != nil || !p.Fits(&reads[i].Shape, x) {
			errs.Addf("invalid-link-value", fault.Key(path+"/values", field), ojson.Field("value", given))
			continue
		}
		values[i] = x
	}
	return id, values
}
