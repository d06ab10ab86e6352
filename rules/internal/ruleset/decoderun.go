package ruleset

import (
	"github.com/open-actor-models/oam/ojson"
)

// followUps decodes consequences that a batch may store.
func (d *decoder) followUps(b body, n node) {
	var ids seen
	for _, item := range d.items(n) {
		o := d.object(item, "id", "on", "becomes", "when", "action", "changes", "params", "required", "to")
		f := &FollowUp{Pack: item.pack(), At: item.at, Field: None}
		if id, ok := d.partID(o, &ids); ok {
			f.ID, f.Name = b.prefix+id, b.local+id
		}
		key, trigger, ok := d.exactlyOne(o, "on", "becomes")
		switch {
		case !ok:
		case key == "becomes":
			f.Trigger, f.Becomes = Becomes, d.formula(trigger)
		default:
			d.trigger(trigger, f)
		}
		f.When = d.optionalFormula(o, "when")
		f.Required = d.flag(o, "required")
		key, part, ok := d.exactlyOne(o, "action", "changes")
		f.Run = d.run(o, b, key, part, ok)
		if to, ok := o.get("to"); ok {
			d.receiver(to, &f.Run)
		}
		b.FollowUps = append(b.FollowUps, f)
	}
}

// trigger decodes {dealt | excess | overflow: field, direction?, tags?}.
func (d *decoder) trigger(n node, f *FollowUp) {
	o := d.object(n, "dealt", "excess", "overflow", "direction", "tags")
	key, field, ok := d.exactlyOne(o, "dealt", "excess", "overflow")
	if !ok {
		return
	}
	switch key {
	case "excess":
		f.Trigger = OnExcess
	case "overflow":
		f.Trigger = OnOverflow
	}
	if f.Field = d.fieldRef(field); f.Field != None {
		d.checkStored(field, f.Field)
	}
	f.Down, f.Up = d.direction(o)
	if tags, ok := o.get("tags"); ok {
		f.Tags = d.tagRefs(tags)
	}
}

// receiver decodes whose character a run is for: self, or the one that fills a
// link slot.
func (d *decoder) receiver(n node, r *Run) {
	if n.kind() == ojson.KindString {
		d.oneOf(n, "self")
		return
	}
	o := d.object(n, "link")
	if link, ok := d.need(o, "link"); ok {
		r.ToLink = d.linkRef(link)
		r.To = ""
	}
}

// offers decodes what the rules offer while a condition holds.
func (d *decoder) offers(b body, n node) {
	var ids seen
	for _, item := range d.items(n) {
		o := d.object(item, "id", "when", "action", "changes", "create", "params", "required")
		f := &Offer{Pack: item.pack(), At: item.at, Link: None}
		if id, ok := d.partID(o, &ids); ok {
			f.ID, f.Name = b.prefix+id, b.local+id
		}
		if when, ok := d.need(o, "when"); ok {
			f.When = d.formula(when)
		}
		f.Required = d.flag(o, "required")
		key, part, ok := d.exactlyOne(o, "action", "changes", "create")
		f.Run = d.run(o, b, key, part, ok)
		if ok && key == "create" {
			d.create(part, f)
		}
		b.Offers = append(b.Offers, f)
	}
}

// create decodes {link, creation}. The creation is an action of the game of the
// new character, which need not be this one: what is not known stays as written.
func (d *decoder) create(n node, f *Offer) {
	o := d.object(n, "link", "creation")
	if link, ok := d.need(o, "link"); ok {
		f.Link = d.linkRef(link)
	}
	creation, ok := d.need(o, "creation")
	if !ok {
		return
	}
	if f.Creation, ok = d.text(creation); !ok {
		return
	}
	if id, code := d.names.action(creation.pack(), f.Creation); code == "" {
		f.Creation = id
	} else if code == "ambiguous-reference" {
		d.unresolved(creation, "action", f.Creation, code)
	}
}

// linkRef reads the id of a link slot.
func (d *decoder) linkRef(n node) int {
	id, ok := d.text(n)
	if !ok {
		return None
	}
	link, code := d.names.link(n.pack(), id)
	if code != "" {
		d.unresolved(n, "link", id, code)
		return None
	}
	return link
}

// run decodes what a follow-up or an offer proposes. part is its action or its
// changes; an action takes parameters.
func (d *decoder) run(o object, b body, key string, part node, ok bool) Run {
	r := Run{To: "self", ToLink: None}
	switch {
	case !ok:
	case key == "action":
		r.Action = d.actionRef(part, b)
	case key == "changes":
		for _, item := range d.items(part) {
			if change, ok := d.change(item); ok {
				r.Changes = append(r.Changes, change)
			}
		}
	}
	params, has := o.get("params")
	if !has {
		return r
	}
	if ok && key != "action" {
		d.misplaced(o, "params", key)
	}
	for _, m := range d.named(params, identifier) {
		if v := d.value(m.node); v != nil {
			r.Params = append(r.Params, Param{m.key, *v})
		}
	}
	return r
}

// actionRef reads the id of an action: one of the same content by its name, or
// any by its id.
func (d *decoder) actionRef(n node, b body) string {
	name, ok := d.text(n)
	if !ok {
		return ""
	}
	if own, code := d.names.action(n.pack(), b.prefix+name); code == "" {
		return own
	}
	id, code := d.names.action(n.pack(), name)
	if code != "" {
		d.unresolved(n, "action", name, code)
	}
	return id
}
