package character

import (
	"cmp"
	"slices"
	"strings"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// copies reads inventory or features.
func (d *decoder) copies(v ojson.Value, place string) {
	if !d.object(v, "/"+place) {
		return
	}
	for _, m := range v.Members() {
		if !ValidID(m.Key) && !Standard(m.Key) {
			d.errs.Addf("invalid-id", at(place, m.Key, ""), ojson.Field("id", ojson.String(m.Key)))
		}
		d.c.Copies = append(d.c.Copies, Copy{ID: m.Key, Place: place, Quantity: 1, raw: m.Value, seq: d.next()})
		d.copyEntry(m.Value, place, &d.c.Copies[len(d.c.Copies)-1])
	}
}

// copyEntry reads one copy. Paths are put together only where something is wrong.
func (d *decoder) copyEntry(v ojson.Value, place string, e *Copy) {
	if v.Kind() != ojson.KindObject {
		d.wrongType(at(place, e.ID, ""), fault.WantObject)
		return
	}
	hasItem := false
	for _, m := range v.Members() {
		ok, want := true, fault.Want(0)
		switch m.Key {
		case "item":
			hasItem, want = true, fault.WantText
			e.Item, ok = m.Value.AsString()
		case "quantity":
			want = fault.WantInteger
			e.Quantity, ok = m.Value.AsInt()
			if ok && e.Quantity < 0 {
				d.errs.Addf("invalid-value", at(place, e.ID, m.Key), ojson.Field("min", ojson.Int(0)))
			}
		case "equipped":
			want = fault.WantBoolean
			e.Equipped, ok = m.Value.AsBool()
		case "state":
			want = fault.WantObject
			e.State, ok = d.state(m.Value)
		}
		if !ok {
			d.wrongType(at(place, e.ID, m.Key), want)
		}
	}
	if !hasItem {
		d.missing(at(place, e.ID, ""), "item")
	}
}

// state reads a state into the memory that all states share.
func (d *decoder) state(v ojson.Value) ([]Stored, bool) {
	if v.Kind() != ojson.KindObject {
		return nil, false
	}
	n := v.Len()
	if n == 0 {
		return nil, true
	}
	if cap(d.states)-len(d.states) < n {
		// A repeated id at the top cannot happen, but counting must not be trusted.
		d.states = make([]Stored, 0, n)
	}
	start := len(d.states)
	d.states = d.states[:start+n]
	return d.storedList(v, d.states[start:start:start+n]), true
}

func (d *decoder) templates(v ojson.Value) {
	if !d.array(v, "/templates") {
		return
	}
	d.c.Templates = make([]Template, 0, v.Len())
	for i, item := range v.Items() {
		path := fault.Index("/templates", i)
		if !d.object(item, path) {
			continue
		}
		d.c.Templates = append(d.c.Templates, Template{
			ID: d.id(item, path), Template: d.required(item, path, "template"), raw: item,
		})
	}
}

func (d *decoder) effects(v ojson.Value) {
	if !d.array(v, "/effects") {
		return
	}
	d.c.Effects = make([]Applied, 0, v.Len())
	for i, item := range v.Items() {
		path := fault.Index("/effects", i)
		if !d.object(item, path) {
			continue
		}
		e := Applied{ID: d.id(item, path), Effect: d.required(item, path, "effect"), On: true, raw: item}
		if on, has := item.Get("on"); has {
			var ok bool
			if e.On, ok = on.AsBool(); !ok {
				d.wrongType(fault.Key(path, "on"), fault.WantBoolean)
			}
		}
		if state, has := item.Get("state"); has {
			var ok bool
			if e.State, ok = d.state(state); !ok {
				d.wrongType(fault.Key(path, "state"), fault.WantObject)
			}
		}
		d.c.Effects = append(d.c.Effects, e)
	}
}

// id reads the id of a template or an applied effect.
func (d *decoder) id(v ojson.Value, path string) string {
	id := d.required(v, path, "id")
	given, _ := v.Get("id")
	if given.Kind() != ojson.KindString {
		return id
	}
	if !ValidID(id) {
		d.errs.Addf("invalid-id", fault.Key(path, "id"), ojson.Field("id", given))
	}
	d.applied = append(d.applied, appliedID{id, fault.Key(path, "id")})
	return id
}

// required reads a text that must be there.
func (d *decoder) required(v ojson.Value, path, member string) string {
	m, ok := v.Get(member)
	if !ok {
		d.missing(path, member)
		return ""
	}
	s, ok := m.AsString()
	if !ok {
		d.wrongType(fault.Key(path, member), fault.WantText)
	}
	return s
}

// orderCopies sorts the copies by id.
func (d *decoder) orderCopies() {
	// Of two with one id that in the features is blamed, in whatever order the file
	// has them.
	byID := func(a, b Copy) int { return cmp.Or(strings.Compare(a.ID, b.ID), strings.Compare(b.Place, a.Place)) }
	if !slices.IsSortedFunc(d.c.Copies, byID) {
		slices.SortStableFunc(d.c.Copies, byID)
	}
}

// repeatedIDs reports ids that two entries of the file share, and notes all ids.
func (d *decoder) repeatedIDs() {
	repeated := func(id, path string) {
		d.errs.Addf("duplicate-entry", path, ojson.Field("id", ojson.String(id)))
	}
	for i := range d.c.Copies {
		e := &d.c.Copies[i]
		d.c.seen(e.ID)
		if i > 0 && e.ID == d.c.Copies[i-1].ID {
			repeated(e.ID, at(e.Place, e.ID, ""))
		}
	}
	slices.SortStableFunc(d.applied, func(a, b appliedID) int {
		// Templates come before effects, in whatever order the file has them.
		return cmp.Or(strings.Compare(a.id, b.id), strings.Compare(b.path[:2], a.path[:2]), fault.ComparePointers(a.path, b.path))
	})
	for i, a := range d.applied {
		d.c.seen(a.id)
		_, held := d.c.findCopy(a.id)
		if held || i > 0 && d.applied[i-1].id == a.id {
			repeated(a.id, a.path)
		}
	}
}

// at is the path of a member of an entry, or of the entry.
func at(place, id, member string) string {
	path := fault.Key("/"+place, id)
	if member != "" {
		path = fault.Key(path, member)
	}
	return path
}
