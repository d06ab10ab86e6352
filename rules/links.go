package rules

import (
	"github.com/open-actor-models/oam/ojson"
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
		return nil, one(wrongType("/links", fault.WantObject))
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
		id, values := p.ReadView(p.RS.Links[slot].Reads, m.Value, path, &errs)
		out[slot] = engine.LinkView{Present: true, ID: id, Values: values}
	}
	if !errs.Empty() {
		return nil, errs.Sorted()
	}
	return out, nil
}
