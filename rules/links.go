package rules

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/formula"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// Links are views of the characters that fill link slots, by qualified slot id:
// {slot: {id, values: {field: value}}} (engine interface, Links). A view may
// hold all values of that character's sheet; only declared fields are read.
type Links = ojson.Value

// readLinks checks views against the declared reads. A value is plain, or an
// entry of a sheet's values; one that failed there reads as its default.
func readLinks(p *engine.Program, links Links) (engine.Links, []*Error) {
	if links.IsNull() {
		return nil, nil
	}
	if links.Kind() != ojson.KindObject {
		return nil, one(wrongType("/links", "an object"))
	}
	var errs fault.List
	out := make(engine.Links, len(p.RS.Links))
	for _, m := range links.Members() {
		path := fault.Key("/links", m.Key)
		slot := -1
		for i, l := range p.RS.Links {
			if l.ID == m.Key {
				slot = i
			}
		}
		if slot < 0 {
			errs.Addf("unknown-link", path, ojson.Field("link", ojson.String(m.Key)))
			continue
		}
		if m.Value.IsNull() {
			continue
		}
		out[slot] = readView(p, slot, m.Value, path, &errs)
	}
	if !errs.Empty() {
		return nil, errs.Sorted()
	}
	return out, nil
}

func readView(p *engine.Program, slot int, v ojson.Value, path string, errs *fault.List) (view engine.LinkView) {
	if v.Kind() != ojson.KindObject {
		errs.Add(wrongType(path, "an object"))
		return view
	}
	for _, m := range v.Members() {
		if m.Key != "id" && m.Key != "values" {
			errs.Addf("unknown-member", fault.Key(path, m.Key))
		}
	}
	id, _ := v.Get("id")
	var ok bool
	if view.ID, ok = id.AsString(); !ok {
		errs.Addf("missing-member", path, ojson.Field("member", ojson.String("id")))
	}
	values, has := v.Get("values")
	if has && values.Kind() != ojson.KindObject {
		errs.Add(wrongType(path+"/values", "an object"))
	}
	reads := p.RS.Links[slot].Reads
	view.Present = true
	view.Values = make([]formula.Value, len(reads))
	for i := range reads {
		field := reads[i].Field
		given, ok := values.Get(field)
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
		view.Values[i] = x
	}
	return view
}
